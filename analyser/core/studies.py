"""Studies: what a game looks into beside the measures that every game has.

A game that has some lists them in its module ``studies``: ``studies(rules)`` returns a tuple of
:class:`Study`, whose names do not depend on the rules. Each is a page of charts; all that is
estimated is a ratio of sums over games, cell by cell.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyser.core.rules import Rules

IMPOSED = (
    "Imposed: the same deal played on. Each deal was played as it was and once more with the "
    "choice put upon one side, from the same cards and the same luck. The difference is what the "
    "choice is worth to these strategies, whatever hands they would have made it with."
)
"""The note of a page whose numbers come from forks."""

SHARE, DIFFERENCE = "share", "difference"
"""Units of shares, 0 to 1, and of their differences; others are words, such as "cards"."""


class Cells(NamedTuple):
    """What each game counted in the cells of a chart, int64[cells, games] each.

    The estimate of a cell is Σ ``y`` / Σ ``m`` over the games, ``m`` being how often it came up.
    """

    y: NDArray[np.int64]
    m: NDArray[np.int64]


@dataclass(frozen=True)
class Chart:
    """A figure: an estimate for each of ``rows``, or for each pair with ``columns``, row by row.

    ``kind``: a "grid" of numbers; "columns" or "rows", which stand side by side or one below the
    other; "lines" over the rows, one a column. Outcomes are counted in 1 / ``parts`` of the
    ``unit``. ``what`` is estimated from what is ``counted``, in words that fit "the chance to win
    is highest for …; n = … rounds". Each row may be held ``against`` a value of its own, or all
    against a ``reference``, a value and its name. ``marked`` cells of a grid are framed.
    A ``sentence`` of one's own has estimates in it as ``{row}`` or ``{row, column}``.
    """

    name: str
    title: str
    kind: Literal["grid", "columns", "rows", "lines"]
    unit: str
    what: str
    counted: str
    rows: tuple[str, ...]
    columns: tuple[str, ...] = ()
    x: str = ""
    y: str = ""
    parts: int = 1
    against: tuple[float, ...] = ()
    reference: tuple[float, str] | None = None
    marked: frozenset[tuple[str, str]] = frozenset()
    sentence: str = ""
    half: bool = False
    height: float = 1.0

    @property
    def cells(self) -> tuple[tuple[str, str | None], ...]:
        """Row and column of each cell, in order."""
        return tuple((row, column) for row in self.rows for column in self.columns or (None,))


Tallies = Callable[[Rules, Sequence[str], int, int, int], Mapping[str, Cells]]
"""Maps rules, strategies, seed, start and count of games to the cells of charts, by name."""


@dataclass(frozen=True)
class Study:
    """A page of charts: its headline, what it is about, and a ``note`` that warns the reader.

    ``tallies`` count, by the size of the sample that they take (a key of ``sizes`` in report
    definitions); those of several sizes may fill different cells of a chart.
    """

    name: str
    headline: str
    lead: str
    charts: tuple[Chart, ...]
    tallies: Mapping[str, Tallies]
    note: str = ""
