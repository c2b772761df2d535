"""Counting by game what happened in rounds, for the cells of a chart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from analyser.core.records import Records
from analyser.core.studies import Cells

Numbers = NDArray[Any]


def by_game(records: Records, values: Numbers) -> NDArray[np.int64]:
    """Sums over the rounds of each game, of values [..., rounds]: int64[..., games]."""
    starts = np.flatnonzero(records["round"] == 1)
    return np.add.reduceat(values.astype(np.int64), starts, axis=-1)


def each(records: Records, y: Numbers, m: ArrayLike = 1) -> Cells:
    """Cells of outcomes [cells, rounds] that came up ``m`` times, once a round if left out."""
    return Cells(by_game(records, y), by_game(records, np.broadcast_to(m, y.shape)))


def by_code(records: Records, cells: int, code: Numbers, y: Numbers) -> Cells:
    """Cells by number, of cases [..., rounds] with an outcome; a negative number is of none."""
    game = records.game - records.start
    place = code.astype(np.int64) * records.games + game
    y = np.broadcast_to(y, place.shape)
    inside = code >= 0

    def spread(values: Numbers | None) -> NDArray[np.int64]:
        sums = np.bincount(place[inside], values, cells * records.games)
        return sums.reshape(cells, records.games).astype(np.int64)

    return Cells(spread(y[inside].astype(float)), spread(None))


def stacked(parts: Sequence[Cells]) -> Cells:
    """Cells one after the other."""
    y, m = zip(*parts, strict=True)
    return Cells(np.concatenate(y), np.concatenate(m))


def only(cells: Cells, at: int, among: int) -> Cells:
    """Cells that fill the places from ``at`` on of a chart that has ``among``, the rest empty."""

    def placed(part: NDArray[np.int64]) -> NDArray[np.int64]:
        whole = np.zeros((among, part.shape[1]), dtype=np.int64)
        whole[at : at + len(part)] = part
        return whole

    return Cells(placed(cells.y), placed(cells.m))
