"""What a page of exhibits is made of, and the notes that pages share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pandas as pd
from matplotlib.axes import Axes

from analyser.report.words import columns

BID = "Bid (tricks)"
"""The axis of bids."""
AS_PLAYED = (
    "Seen is not caused. These figures compare the hands that chose a bid, as played: a strong "
    "hand bids high and also wins more. They show what happens at the table, not what the same "
    "hand would have earned with another bid."
)


@dataclass(frozen=True)
class Exhibit:
    """A figure and the one sentence beneath it.

    `name` is the stem of its image file; `draw` puts it on an axes; `half` says that one of the
    page's two columns is enough; `height` is its share of the page's height against the others.
    """

    name: str
    title: str
    draw: Callable[[Axes], None]
    sentence: str
    half: bool = False
    height: float = 1.0


@dataclass(frozen=True)
class Section:
    """One page of exhibits; `note` is set apart as a warning to the reader."""

    kicker: str
    headline: str
    lead: str
    exhibits: tuple[Exhibit, ...]
    note: str = ""


def beside(
    first: pd.DataFrame, second: pd.DataFrame, on: str, name: str, names: tuple[str, str]
) -> pd.DataFrame:
    """One estimate of two tables side by side, under two new `names`; NaN where one lacks it."""
    one, other = (
        rows[[on, *columns(name)]].rename(
            columns=dict(zip(columns(name), columns(new), strict=True))
        )
        for rows, new in zip((first, second), names, strict=True)
    )
    return one.merge(other, on=on, how="outer").sort_values(on).reset_index(drop=True)
