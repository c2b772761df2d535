"""The choice of both fans as a game of two by two, all cards seen (ruling B2)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class FanGames:
    """n such games under best play of both.

    ``value`` float64[n] is what seat 0 can be sure of on average, ``reversed`` float64[n, 2] with
    which probability each seat reverses its hand; where one fan is as good, the hand as dealt.
    """

    value: NDArray[np.float64]
    reversed: NDArray[np.float64]


def solve_fans(values: NDArray[np.integer]) -> FanGames:
    """Solve games [n, 2, 2] by the fan of seat 0, who wants much, and by that of seat 1.

    First as dealt, then reversed. With margins each plays for the difference in cards; with 1
    where seat 0 wins the round, and 0 elsewhere, for the chance of winning it.
    """
    games = values.astype(np.float64)
    sure, most = games.min(axis=2), games.max(axis=1)
    pure = np.stack([sure.argmax(axis=1), most.argmin(axis=1)], axis=1).astype(np.float64)
    value = sure.max(axis=1)
    (a, b), (c, d) = games.transpose(1, 2, 0)
    mixed = value < most.min(axis=1)
    scale = np.where(mixed, a - b - c + d, 1)
    mix = np.stack([a - b, a - c], axis=1) / scale[:, None]
    return FanGames(
        np.where(mixed, (a * d - b * c) / scale, value), np.where(mixed[:, None], mix, pure)
    )
