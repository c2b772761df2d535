"""The solver's kernel, built from ext/bellboys/solve.pyx."""

import numpy as np
from numpy.typing import NDArray

class Solver:
    def __init__(self, rank: NDArray[np.uint8], moving: int) -> None: ...
    def margins(
        self,
        hands: NDArray[np.int8],
        aside: NDArray[np.int8],
        lead: NDArray[np.int8],
        led: NDArray[np.int8],
        taken: NDArray[np.uint8],
        ahead: NDArray[np.int8],
        out: NDArray[np.int8],
    ) -> None: ...
