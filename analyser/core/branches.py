"""Branches: the rounds of a batch as they were played, and again under each of some forks."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from analyser.core.forks import Fork
from analyser.core.records import Records


@dataclass(frozen=True)
class Branches:
    """Rounds of consecutive complete games, each branched from the same start, cards and luck.

    ``base`` are the rounds as they were played; the games went on from them, never from a branch.
    ``blocks`` int16[forks, fields, rounds] are the records under each fork, ``imposed``
    uint8[forks, rounds] says what became of it:

    0. it could not be imposed (not legal there, or it never came up): the branch equals the base;
    1. imposed, and it is what was done anyway: the branch equals the base;
    2. imposed, and something else had been done, or it is no decision (a flag, a target).
    """

    base: Records
    forks: tuple[Fork, ...]
    blocks: NDArray[np.int16]
    imposed: NDArray[np.uint8]

    def branch(self, index: int) -> Records:
        """The rounds under a fork, with the columns, start and games of the base.

        Totals are those before the round plus the points of the branch. ``winner`` marks who wins
        the game if it ends with this round; where it goes on, nobody.
        """
        return replace(self.base, block=self.blocks[index])
