"""Passes: what it is worth to pass a drawn card on rather than keep it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from analyser.analysis import estimates
from analyser.analysis.estimates import LEVEL
from analyser.analysis.forks import branch, branch_margins, moments, others, questions_of, sum_cells
from analyser.analysis.sums import Summary
from analyser.batch.plan import Plan
from analyser.core.records import Records

VALUE, USED = 1, 2
"""Places in the vector whose moments are kept; place 0 counts the turns."""

RELATIONS = (True, False, None)
"""How a card can stand to trump, as in the table of cards."""


@dataclass(frozen=True)
class SummarisePasses:
    """Sums what passing each card brings over keeping it, where both are legal; picklable."""

    plan: Plan

    def __call__(self, records: Records, trace: Any) -> Summary:
        """Sum a chunk of whole games."""
        spec, rules = self.plan.spec, self.plan.rules
        questions, game = questions_of(spec), spec.module("cards")
        choices = questions.passes(rules)
        branches = branch(self.plan, records, [fork for c in choices for fork in c.forks])
        margin, imposed = branch_margins(branches), branches.imposed
        kept, passed = imposed[::2], imposed[1::2]
        side = np.array([choice.side for choice in choices])
        value = (margin[1::2] - margin[::2])[np.arange(len(choices)), side]
        names = game.names(rules)
        relation = np.array(
            [
                [RELATIONS.index(game.relation(card, context, rules)) for context in game.CONTEXTS]
                for card in names
            ]
        )
        card = np.where((kept > 0) & (passed > 0), questions.passed(rules, trace), -1)
        code = relation[card, game.context(records)]
        cells = sum_cells([card, code], records.game, [value, passed == 1])
        return Summary(records.games, records.rounds, {"passes": cells}, {"passes": tuple(names)})


def passes_table(summary: Summary, plan: Plan, level: float = LEVEL) -> pd.DataFrame:
    """Return one row a ``card`` and its relation to ``trump`` (as in the table of cards).

    ``value`` is in margin points, passed minus kept, in the ``n`` turns in which both were legal;
    ``used`` is the share of them in which the card was passed as played.
    """
    cells, sums = summary.tallies["passes"], moments(summary, "passes")
    return pd.DataFrame(
        {
            "card": [summary.labels["passes"][code] for code in cells.keys[:, 0]],
            "trump": pd.Series([RELATIONS[code] for code in cells.keys[:, 1]], dtype=object),
            "n": sums.totals[:, 0],
            **(estimates.mean(sums.ratio(VALUE), level) / others(plan)).columns("value"),
            **estimates.rate(sums.ratio(USED), level).columns("used"),
        }
    )
