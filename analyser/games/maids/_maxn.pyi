"""The kernel of max^n, built from ext/maids/maxn.pyx."""

import numpy as np
from numpy.typing import NDArray

class MaxN:
    def __init__(
        self,
        players: int,
        slackers: int,
        zeros: bool,
        accepted: int,
        success: tuple[int, ...],
        appeal_success: int,
        appeal_failure: int,
        bits: int = 16,
    ) -> None: ...
    def points(
        self,
        hands: NDArray[np.uint32],
        tricks: NDArray[np.int8],
        trump: NDArray[np.int8],
        lead: NDArray[np.int8],
        needs: NDArray[np.uint16],
        appeals: NDArray[np.uint16],
        tie_break: int,
        out: NDArray[np.int16],
    ) -> None: ...
