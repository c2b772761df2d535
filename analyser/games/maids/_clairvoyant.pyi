"""The clairvoyant's kernel, built from ext/maids/clairvoyant.pyx."""

import numpy as np
from numpy.typing import NDArray

def search_all(
    rules: dict[str, object],
    strategies: list[tuple[int, int, int]],
    seed: int,
    cases: NDArray[np.int64],
    found: NDArray[np.uint8],
) -> None: ...
