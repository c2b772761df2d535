"""The kernel that counts what `planner` learns from, built from ext/maids/learn.pyx."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Counts = NDArray[np.int64]

def learn(
    rules: dict[str, Any],
    seed: int,
    start: int,
    count: int,
    finish: Counts,
    other: Counts,
    hold: Counts,
    share: Counts,
    met: Counts,
    products: Counts,
    sums: Counts,
) -> None: ...
