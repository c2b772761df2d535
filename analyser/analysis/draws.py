"""What is done with each card, by when it is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pandas as pd

from analyser.analysis import estimates
from analyser.analysis.estimates import LEVEL
from analyser.analysis.sums import Moments, Summary, by_cell
from analyser.core.records import Records
from analyser.core.rules import Rules
from analyser.core.spec import GameSpec

FORCED = "forced"
"""The share of draws that left no choice."""


@dataclass(frozen=True)
class SummariseDraws:
    """Counts by card and turn what was done with it; picklable.

    The game's ``cards`` module reads its trace, as for the analysis of cards.
    """

    spec: GameSpec
    rules: Rules

    def __call__(self, records: Records, trace: Any) -> Summary:
        """Sum a chunk of whole games."""
        game = self.spec.module("cards")
        drawn = game.draws(trace, self.rules)
        done = [drawn.action == i for i in range(len(game.ACTIONS))]
        cells = by_cell([drawn.card, drawn.turn], records.game, [*done, drawn.forced])
        labels = {"draw_card": tuple(game.names(self.rules)), "draws": (*game.ACTIONS, FORCED)}
        return Summary(records.games, records.rounds, {"draws": cells}, labels)


def draws_table(summary: Summary, level: float = LEVEL) -> pd.DataFrame:
    """Return one row a card and turn of its drawer (from 1): ``n`` draws and shares of them."""
    cells = summary.tallies["draws"]
    moments = Moments.unpack(cells.values)
    columns: dict[str, object] = {
        "card": [summary.labels["draw_card"][card] for card in cells.keys[:, 0]],
        "turn": cells.keys[:, 1] + 1,
        "n": moments.totals[:, 0],
    }
    for i, name in enumerate(map(str, summary.labels["draws"]), start=1):
        columns |= estimates.rate(moments.ratio(i), level).columns(name)
    return pd.DataFrame(columns)
