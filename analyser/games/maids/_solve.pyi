"""The solver's kernel, built from ext/maids/solve.pyx."""

import numpy as np
from numpy.typing import NDArray

class Solver:
    def __init__(
        self, players: int, follows: bool, slackers: int, zeros: bool, bits: int = 10
    ) -> None: ...
    def masks(
        self,
        hands: NDArray[np.uint32],
        tricks: NDArray[np.int8],
        trump: NDArray[np.int8],
        lead: NDArray[np.int8],
        holder: NDArray[np.int8],
        question: int,
        mine: int,
        ours: int,
        asked: NDArray[np.uint16],
        out: NDArray[np.uint16],
    ) -> None: ...
    def points(
        self,
        hands: NDArray[np.uint32],
        tricks: NDArray[np.int8],
        trump: NDArray[np.int8],
        lead: NDArray[np.int8],
        holder: NDArray[np.int8],
        needs: NDArray[np.uint16],
        bonus: NDArray[np.int32],
        trick: NDArray[np.int32],
        mine: int,
        out: NDArray[np.int16],
    ) -> None: ...
