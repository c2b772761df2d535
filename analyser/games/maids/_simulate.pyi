"""The kernel, built from ext/maids/simulate.pyx."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

def play_chunk(
    rules: dict[str, Any],
    strategies: Sequence[tuple[int, int, int]],
    fork: dict[str, int],
    seed: int,
    start: int,
    count: int,
    replicate: int,
    out: NDArray[np.int16],
    traces: NDArray[np.uint8],
) -> tuple[int, int]: ...
def play_branches(
    rules: dict[str, Any],
    strategies: Sequence[tuple[int, int, int]],
    forks: Sequence[dict[str, int]],
    seed: int,
    start: int,
    count: int,
    out: NDArray[np.int16],
    imposed: NDArray[np.uint8],
) -> int: ...
def play_on_all(
    rules: dict[str, Any],
    strategies: Sequence[tuple[int, int, int]],
    seed: int,
    start: int,
    numbers: NDArray[np.int32],
    totals: NDArray[np.int32],
    leaders: NDArray[np.int32],
    winners: NDArray[np.int8],
) -> None: ...
def plan_fields() -> list[str]: ...
def rule_fields() -> list[str]: ...
