"""How rounds come out: the demand for tricks, and who makes a bid."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from analyser.analysis import estimates
from analyser.analysis.estimates import LEVEL
from analyser.analysis.sums import Moments, Summary, Tally, by_cell, by_game
from analyser.core.records import Records
from analyser.core.rules import Rules
from analyser.core.spec import GameSpec

WEIGHT, MADE, BIDS = 1, 2, 3
"""Places of what is summed of the rows of a cell; place 0 counts them."""


@dataclass(frozen=True)
class SummariseRounds:
    """Counts rounds by demand and by bids made; picklable.

    For games with bids that say what the demand is.
    """

    spec: GameSpec
    rules: Rules

    def __call__(self, records: Records) -> Summary:
        """Sum a chunk of whole games."""
        analyses, game = self.spec.analyses, records.game
        made = analyses.success(records)
        demand = analyses.demand(records).astype(np.int64)
        rounds = np.bincount(game - records.start)
        weight = rounds[game - records.start]
        played = np.array(self.spec.played(self.rules))
        bids = np.full(records.rounds, played.sum())
        least = demand.min()
        by_demand = by_cell([demand - least], game, [weight, made[played].sum(axis=0), bids])
        return Summary(
            records.games,
            records.rounds,
            {
                "demand": Tally(by_demand.keys + least, by_demand.values),
                "tiers": by_cell([made.sum(axis=0)], game, [weight]),
                "rounds": by_game([rounds]),
            },
        )


def demand_table(summary: Summary, level: float = LEVEL) -> pd.DataFrame:
    """Return one row a demand, the sum of all bids minus the tricks there are.

    ``share`` is that of all rounds, ``success`` that of the players' bids that were made; ``n``
    counts rounds.
    """
    success = estimates.rate(_cells(summary, "demand").ratio(MADE, BIDS), level)
    shares = _shares(summary, "demand", "demand", level)
    return shares.assign(**success.columns("success"))


def tiers_table(summary: Summary, level: float = LEVEL) -> pd.DataFrame:
    """Return one row a number of sides that ``made`` their bids: its share of the ``n`` rounds."""
    return _shares(summary, "tiers", "made", level)


def _cells(summary: Summary, name: str) -> Moments:
    return Moments.unpack(summary.tallies[name].values)


def _shares(summary: Summary, name: str, key: str, level: float) -> pd.DataFrame:
    """The keys of a tally as the column ``key``, how often each was seen, and its share."""
    cells = _cells(summary, name)
    share = estimates.rate(cells.share(_cells(summary, "rounds"), WEIGHT), level)
    rows = {key: summary.tallies[name].keys[:, 0], "n": cells.totals[:, 0]}
    return pd.DataFrame(rows | share.columns("share"))
