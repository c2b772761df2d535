"""A side that nobody plays, though it scores and can win: how strong it is, and how it wins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from analyser.analysis import course, estimates
from analyser.analysis.estimates import LEVEL, Estimate
from analyser.analysis.metrics import POINTS, SHARE
from analyser.analysis.sums import Moments, Numbers, Summary, by_cell, by_game
from analyser.core.records import Records
from analyser.core.rules import Rules
from analyser.core.spec import GameSpec

BYSTANDER, BY_BID = "bystander", "bystander_bids"
"""Names of tallies."""

FROM = "points from "
"""What the counts of points by source begin with."""


def bystander(spec: GameSpec, rules: Rules) -> int | None:
    """The first side that nobody plays, None if there is none."""
    nobodys = (i for i, played in enumerate(spec.played(rules)) if not played)
    return next(nobodys, None)


@dataclass(frozen=True)
class SummariseBystander:
    """Counts what became of the side that nobody plays; picklable. For games with bids."""

    spec: GameSpec
    rules: Rules

    def __call__(self, records: Records, trace: Any = None) -> Summary:
        """Sum a chunk of whole games."""
        analyses, side = self.spec.analyses, bystander(self.spec, self.rules)
        game = records.game - records.start
        final = records["total"][:, records.last].astype(float)
        lead = course.lead(final if analyses.HIGHER_WINS else -final)
        won = records["winner"][side, records.last] == 1
        success = analyses.success(records)[side]
        components = analyses.components(records, self.rules)
        by_round = {"success": success, "points": records["points"][side]} | {
            FROM + name: points[side] for name, points in components.items()
        }
        counts: dict[str, Numbers] = {
            "games": np.ones(records.games),
            "rounds": np.bincount(game),
            "won": won,
            "level": won & (lead == 0),
            "lead": won * lead,
        } | {name: np.bincount(game, row, records.games) for name, row in by_round.items()}
        codes, labels = analyses.GROUPINGS["bid"](records, self.rules)
        return Summary(
            records.games,
            records.rounds,
            {
                BYSTANDER: by_game([*counts.values()]),
                BY_BID: by_cell([codes[side]], records.game, [success]),
            },
            {BYSTANDER: tuple(counts), BY_BID: tuple(labels)},
        )


def bystander_table(summary: Summary, level: float = LEVEL) -> pd.DataFrame:
    """Return one row a ``subject``, with its ``unit``; points are those of a round.

    ``won level`` and ``lead`` are about the games that the side won, whose number is their ``n``:
    the share that only the tie-break gave it, and its lead over the second at the end.
    """
    rows = [
        (subject, *(bound.item() for bound in estimate), unit, n)
        for subject, estimate, unit, n in _rows(summary, level)
    ]
    return pd.DataFrame(rows, columns=["subject", "value", "low", "high", "unit", "n"])


def _rows(summary: Summary, level: float) -> Iterator[tuple[str, Estimate, str, int]]:
    names = summary.labels[BYSTANDER]
    moments = Moments.unpack(summary.tallies[BYSTANDER].values)
    total = {str(name): int(n) for name, n in zip(names, moments.totals[0], strict=True)}

    def share(y: str, m: str) -> tuple[Estimate, str, int]:
        ratio = moments.ratio(names.index(y), names.index(m))
        return estimates.rate(ratio, level), SHARE, total[m]

    def mean(y: str, m: str) -> tuple[Estimate, str, int]:
        ratio = moments.ratio(names.index(y), names.index(m))
        return estimates.mean(ratio, level), POINTS, total[m]

    yield "wins", *share("won", "games")
    yield "won level", *share("level", "won")
    yield "lead", *mean("lead", "won")
    yield "success", *share("success", "rounds")
    bids = summary.tallies[BY_BID]
    cells = Moments.unpack(bids.values)
    success = np.transpose(estimates.rate(cells.ratio(1), level))
    for code, bounds, n in zip(bids.keys[:, 0], success, cells.totals[:, 0], strict=True):
        yield f"success with bid {summary.labels[BY_BID][code]}", Estimate(*bounds), SHARE, int(n)
    yield "points", *mean("points", "rounds")
    for name in total:
        if name.startswith(FROM):
            yield name, *mean(name, "rounds")
