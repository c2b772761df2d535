"""Traces: everything that was done in the rounds of a batch, as columns of small numbers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Self

import numpy as np
from numpy.typing import NDArray

from analyser.core.rules import Rules

Bytes = NDArray[np.uint8]


class Trace(ABC):
    """What was done in each round; uint8 arrays whose last axis are the rounds of the records.

    A game derives its own, a dataclass with an attribute for each thing that is noted.
    """

    @classmethod
    @abstractmethod
    def widths(cls, rules: Rules) -> Sequence[int]:
        """How many fields each attribute has under these rules, in their order."""

    @classmethod
    def of(cls, block: Bytes, rules: Rules) -> Self:
        """Read a block uint8[fields, rounds], the fields in the order of the attributes."""
        return cls(*np.split(block, np.cumsum(cls.widths(rules))[:-1]))
