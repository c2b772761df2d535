"""Regret of a random choice: what it costs to leave a decision to chance."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from analyser.analysis import estimates
from analyser.analysis.estimates import LEVEL
from analyser.analysis.forks import (
    Row,
    branch,
    branch_margins,
    metric_rows,
    moments,
    others,
    questions_of,
    sum_cells,
)
from analyser.analysis.sums import Numbers, Summary, margins
from analyser.batch.plan import Plan
from analyser.core.questions import Choice
from analyser.core.records import Records

ANY = 0
"""The code of all decisions of a phase together; others are their numbers, from 1."""


@dataclass(frozen=True)
class SummariseRegret:
    """Sums the margin as played minus the mean over all legal alternatives; picklable."""

    plan: Plan

    def __call__(self, records: Records, trace: Any) -> Summary:
        """Sum a chunk of whole games."""
        choices = _decisions(self.plan)
        branches = branch(self.plan, records, [fork for c in choices for fork in c.forks])
        margin, legal = branch_margins(branches), branches.imposed > 0
        base = margins(branches.base)
        factor = _factor(choices)
        phases = tuple(dict.fromkeys(choice.phase for choice in choices))
        phase, regret = np.empty((2, len(choices), records.rounds))
        at, first = np.empty((len(choices), 1), dtype=int), 0
        for i, choice in enumerate(choices):
            own = slice(first, first := first + len(choice.forks))
            count, total = _legal(margin[own, choice.side], legal[own])
            regret[i] = factor // np.maximum(count, 1) * (count * base[choice.side] - total)
            phase[i] = np.where(count, phases.index(choice.phase), -1)
            at[i] = choice.at
        kind = phase.astype(int)
        tally = sum_cells([kind, np.full_like(kind, ANY)], records.game, [regret]) + sum_cells(
            [kind, np.broadcast_to(at, kind.shape)], records.game, [regret]
        )
        return Summary(
            records.games,
            records.rounds,
            {"regret": tally},
            {"regret": phases},
        )


def _decisions(plan: Plan) -> tuple[Choice, ...]:
    choices: tuple[Choice, ...] = questions_of(plan.spec).decisions(plan.rules)
    return choices


def _factor(choices: tuple[Choice, ...]) -> int:
    """What makes means over any number of alternatives whole."""
    return math.lcm(*range(1, 1 + max(len(choice.forks) for choice in choices)))


def _legal(margin: Numbers, legal: Numbers) -> tuple[Numbers, Numbers]:
    """How many of the alternatives are legal, and the sum of their margins, [rounds] each."""
    return legal.sum(axis=0), margin.sum(axis=0, where=legal)


def regret_table(summary: Summary, plan: Plan, level: float = LEVEL) -> pd.DataFrame:
    """Return one row a ``phase`` and number ``at`` of the decision in it; None: all of them.

    ``regret`` is in margin points: as played minus a random legal choice, 0 where only one is
    legal; ``n`` counts turns, forced ones included.
    """
    cells, factor = summary.tallies["regret"], _factor(_decisions(plan))
    sums = moments(summary, "regret")
    value = estimates.mean(sums.ratio(1), level) / (factor * others(plan))
    return pd.DataFrame(
        {
            "phase": [summary.labels["regret"][code] for code in cells.keys[:, 0]],
            "at": pd.Series(
                [None if at == ANY else int(at) for at in cells.keys[:, 1]], dtype=object
            ),
            "n": sums.totals[:, 0],
            **value.columns("regret"),
        }
    )


def regret_rows(table: pd.DataFrame) -> Iterator[Row]:
    """The balance metric of regret, by phase."""
    return metric_rows(table[table["at"].isna()], {"regret": "regret"}, "phase")
