"""The kernel that counts what `planner` looks up, built from ext/bellboys/learn.pyx."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

def play_counted(
    rules: dict[str, Any],
    strategy: int,
    seed: int,
    start: int,
    rounds: int,
    counts: NDArray[np.int64],
    wins: NDArray[np.int64],
) -> None: ...
def layout() -> dict[str, int]: ...
