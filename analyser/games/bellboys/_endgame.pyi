"""The kernel of endgames with hidden cards, built from ext/bellboys/endgame.pyx."""

import numpy as np
from numpy.typing import NDArray

class SequenceForm:
    def __init__(
        self,
        suits: NDArray[np.uint8],
        ranks: NDArray[np.uint8],
        told: NDArray[np.uint8],
        wins: NDArray[np.uint8],
        looks: int,
        deals: NDArray[np.uint16],
    ) -> None: ...
    def sizes(self, player: int) -> tuple[int, int]: ...
    def information(
        self,
        player: int,
        keys: NDArray[np.uint64],
        parents: NDArray[np.int32],
        firsts: NDArray[np.int32],
    ) -> None: ...
    @property
    def wins(self) -> int: ...
    def leaves(self, out: NDArray[np.int32]) -> None: ...
    def value(self, first: NDArray[np.float64], second: NDArray[np.float64]) -> float: ...
    def best_response(self, player: int, other: NDArray[np.float64]) -> float: ...
    def improve(self, steps: int) -> None: ...
    def plans(self, first: NDArray[np.float64], second: NDArray[np.float64]) -> None: ...
