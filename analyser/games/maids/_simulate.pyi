"""The kernel, built from ext/maids/simulate.pyx."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

def play_chunk(
    rules: dict[str, Any],
    strategies: Sequence[int],
    fork: dict[str, int],
    seed: int,
    start: int,
    count: int,
    out: NDArray[np.int16],
) -> tuple[int, int]: ...
def rule_fields() -> list[str]: ...
