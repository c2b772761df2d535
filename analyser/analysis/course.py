"""The course of games: who leads when. ``standing`` is the score, turned so that more is better."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[Any]


def lead_changes(standing: Numbers, game: NDArray[np.int64], games: int) -> NDArray[np.int64]:
    """Count in each game how often a new sole leader differs from the last sole leader.

    ``standing`` [sides, rounds] is that after each round, ``game`` int64[rounds] ascends from 0.
    """
    sole = (standing == standing.max(axis=0)).sum(axis=0) == 1
    leader, where = standing.argmax(axis=0)[sole], game[sole]
    change = (leader[1:] != leader[:-1]) & (where[1:] == where[:-1])
    return np.bincount(where[1:][change], minlength=games)


def winner_behind(standing: Numbers, won: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether the winner is strictly behind in each column of ``standing`` [sides, columns]."""
    ahead: NDArray[np.bool_] = (won & (standing == standing.max(axis=0))).any(axis=0)
    return ~ahead


def lead(standing: Numbers) -> Numbers:
    """How far the first is ahead of the second in each column, 0 in a tie."""
    second, first = np.sort(standing, axis=0)[-2:]
    return np.asarray(first - second)
