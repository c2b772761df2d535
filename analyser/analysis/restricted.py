"""Restricted play: what a player loses who never does something (Jaffe et al. 2012)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from analyser.analysis import estimates
from analyser.analysis.estimates import LEVEL
from analyser.analysis.forks import (
    Row,
    final,
    fork_games,
    metric_rows,
    moments,
    others,
    questions_of,
)
from analyser.analysis.sums import Summary, by_cell
from analyser.batch.plan import Plan
from analyser.core.records import Records


@dataclass(frozen=True)
class SummariseRestricted:
    """Sums what a seat loses in whole games when it plays under a restriction; picklable."""

    plan: Plan

    def __call__(self, records: Records, trace: Any) -> Summary:
        """Sum a chunk of whole games."""
        restrictions = questions_of(self.plan.spec).restrictions(self.plan.rules)
        won, margin = final(records)
        lost = np.array(
            [
                [
                    (won[side] - forked[0][side], margin[side] - forked[1][side])
                    for side, fork in seats
                    for forked in [final(fork_games(self.plan, records, fork))]
                ]
                for seats in restrictions.values()
            ]
        )  # [restrictions, seats, 2, games]
        code = np.arange(len(lost))[:, None, None]
        numbers = np.arange(records.games)
        wins, margins = lost[:, :, 0], lost[:, :, 1]
        tally = by_cell([np.broadcast_to(code, wins.shape)], numbers, [wins, margins])
        return Summary(
            records.games, records.rounds, {"restricted": tally}, {"restricted": (*restrictions,)}
        )


def restricted_table(summary: Summary, plan: Plan, level: float = LEVEL) -> pd.DataFrame:
    """Return one row a ``restriction``: what one seat loses by it, ``n`` counting games × seats.

    ``win_share`` in shares of the games, ``margin`` in points of a whole game.
    """
    cells, sums = summary.tallies["restricted"], moments(summary, "restricted")
    return pd.DataFrame(
        {
            "restriction": [summary.labels["restricted"][code] for code in cells.keys[:, 0]],
            "n": sums.totals[:, 0],
            **(estimates.mean(sums.ratio(1), level)).columns("win_share"),
            **(estimates.mean(sums.ratio(2), level) / others(plan)).columns("margin"),
        }
    )


def restricted_rows(table: pd.DataFrame) -> Iterator[Row]:
    """The balance metric of restricted play, by restriction."""
    return metric_rows(table, {"restricted_play": "win_share"}, "restriction")
