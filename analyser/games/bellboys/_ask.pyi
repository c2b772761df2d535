"""The kernel that asks strategies about endgames, built from ext/bellboys/ask.pyx."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

def choices(
    rules: dict[str, Any],
    strategy: int,
    worlds: int,
    number: int,
    seat: int,
    leader: int,
    looks: bool,
    plays: NDArray[np.uint8],
    unseen: NDArray[np.uint8],
    keys: NDArray[np.uint64],
    out: NDArray[np.uint8],
) -> None: ...
