"""The kernel, built from ext/bellboys/simulate.pyx."""

from typing import Any

from numpy.typing import NDArray

def play_chunk(
    rules: dict[str, Any],
    strategies: list[tuple[int, int]],
    fork: dict[str, int],
    seed: int,
    start: int,
    count: int,
    replicate: int,
    out: NDArray[Any],
    traces: NDArray[Any],
) -> tuple[int, int]: ...
def play_branches(
    rules: dict[str, Any],
    strategies: list[tuple[int, int]],
    forks: list[dict[str, int]],
    seed: int,
    start: int,
    count: int,
    out: NDArray[Any],
    imposed: NDArray[Any],
) -> int: ...
def play_on_all(
    rules: dict[str, Any],
    strategies: list[tuple[int, int]],
    seed: int,
    start: int,
    numbers: NDArray[Any],
    totals: NDArray[Any],
    leaders: NDArray[Any],
    winners: NDArray[Any],
) -> None: ...
def rule_fields() -> list[str]: ...
