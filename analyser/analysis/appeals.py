"""Appeals: what it is worth to turn a bid card up rather than down, and when that pays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import Any

import numpy as np
import pandas as pd

from analyser.analysis import estimates
from analyser.analysis.estimates import LEVEL, Estimate
from analyser.analysis.forks import (
    Row,
    branch,
    branch_margins,
    metric_rows,
    others,
    questions_of,
    sum_cells,
)
from analyser.analysis.sums import Moments, Numbers, Summary
from analyser.batch.plan import Plan
from analyser.core.records import Records

VALUE, SUCCESS, GIVEN_AWAY, USED = 1, 2, 3, 4
"""Places in the vector whose moments are kept; place 0 counts the bid cards."""

NULL = 0
"""The code of all moments or all bids; others are one above what they stand for."""


@dataclass(frozen=True)
class SummariseAppeals:
    """Sums what each bid card brings up rather than down; picklable."""

    plan: Plan

    def __call__(self, records: Records, trace: Any) -> Summary:
        """Sum a chunk of whole games."""
        spec, rules = self.plan.spec, self.plan.rules
        questions = questions_of(spec)
        choices = questions.faces(rules)
        gain, gift = questions.stakes(rules)
        branches = branch(self.plan, records, [fork for c in choices for fork in c.forks])
        margin, imposed = branch_margins(branches), branches.imposed
        shape = (len(choices), records.rounds)
        moment, bid, value, success = (np.empty(shape) for _ in range(4))
        for i, choice in enumerate(choices):
            up = branches.branch(2 * i + 1)
            moment[i] = np.where(imposed[2 * i + 1] > 0, choice.at, -1)
            bid[i] = up["bid"][choice.side]
            value[i] = margin[2 * i + 1, choice.side] - margin[2 * i, choice.side]
            success[i] = spec.analyses.success(up)[choice.side]
        paid = others(self.plan) * np.where(success, gain, -gift)
        outcomes = [value, success, paid - value, imposed[1::2] == 1]
        placed = np.minimum(moment, NULL)
        tallies = [
            sum_cells([one.astype(int), other.astype(int)], records.game, outcomes)
            for one in (placed, moment)
            for other in (np.zeros_like(bid), bid + 1)
        ]
        return Summary(records.games, records.rounds, {"appeals": reduce(add, tallies)})


def break_even(gain: int, gift: int, given_away: Estimate) -> Estimate:
    """The chance of success at which an appeal pays: (gift + κ) / (gain + gift).

    κ (``given_away``) is what showing the card costs beside the card's own payment. With no
    stakes no chance is the right one: NaN.
    """
    if not gain + gift:
        return Estimate(*(np.full_like(bound, np.nan) for bound in given_away))
    return (given_away + gift) / (gain + gift)


def appeals_table(summary: Summary, plan: Plan, level: float = LEVEL) -> pd.DataFrame:
    """Return one row a ``moment`` (the seat's first bid card, second, …) and final ``bid``.

    None stands for all of them. ``value`` is in margin points, face up minus face down;
    ``success`` is that with the card up, ``break_even`` the one at which the value is 0, and
    ``used`` the share of the ``n`` bid cards that lay up as played.
    """
    cells = summary.tallies["appeals"]
    sums = Moments.unpack(cells.values)
    gain, gift = questions_of(plan.spec).stakes(plan.rules)
    given_away = estimates.mean(sums.ratio(GIVEN_AWAY), level) / others(plan)
    rows = {
        "moment": _labels(cells.keys[:, 0], 0),
        "bid": _labels(cells.keys[:, 1], 1),
        "n": sums.totals[:, 0],
        **(estimates.mean(sums.ratio(VALUE), level) / others(plan)).columns("value"),
        **estimates.rate(sums.ratio(SUCCESS), level).columns("success"),
        **break_even(gain, gift, given_away).columns("break_even"),
        **estimates.rate(sums.ratio(USED), level).columns("used"),
    }
    return pd.DataFrame(rows)


def _labels(codes: Numbers, first: int) -> pd.Series[Any]:
    return pd.Series([None if c == NULL else int(c) - first for c in codes], dtype=object)


def appeals_rows(table: pd.DataFrame) -> Iterator[Row]:
    """The balance metrics of appeals, all bid cards together."""
    whole = table[table["moment"].isna() & table["bid"].isna()]
    names = ("value", "success", "break_even")
    return metric_rows(whole, {f"appeal_{name}": name for name in names})
