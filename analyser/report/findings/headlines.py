"""The big numbers of page one."""

from __future__ import annotations

from dataclasses import dataclass

from analyser.report.evidence import Evidence
from analyser.report.words import PERCENT, POINTS, interval, short


@dataclass(frozen=True)
class Headline:
    """One big number of page one: the value, its interval, and what it says."""

    value: str
    interval: str
    label: str


HEADLINES = (
    ("success", "of bids succeed", PERCENT),
    ("starter_win_share", "of games go to the starter", PERCENT),
    ("comeback_share", "of games are won from behind", PERCENT),
    ("trailed_share", "of winners were behind at some time", PERCENT),
    ("margin", "points ahead of the second", POINTS),
)


def headlines(evidence: Evidence) -> tuple[Headline, ...]:
    """The big numbers of page one, with intervals of 95 % each."""
    left_out = "comeback_share" if evidence.race else "trailed_share"
    found = []
    for metric, label, unit in HEADLINES:
        row = evidence.balance(metric)
        if row is not None and metric != left_out:
            low, high = row["low"], row["high"]
            found.append(
                Headline(short(row["value"], low, high, unit), interval(low, high, unit), label)
            )
    return tuple(found)
