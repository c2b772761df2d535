"""Forks: what a choice is worth, by playing the same deals once more with another choice imposed.

Every number is a difference between branches of the same round (or game), which saw the same
cards and luck; games are the clusters, as everywhere (docs/methods.md, "Forks"). The game's
``questions`` module says which forks answer what (:mod:`analyser.core.questions`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import ModuleType

import numpy as np
import pandas as pd

from analyser.analysis.estimates import Estimate
from analyser.analysis.sums import (
    Integers,
    Label,
    Moments,
    Numbers,
    Summary,
    Tally,
    by_cell,
    margins,
)
from analyser.batch.plan import Plan
from analyser.core.branches import Branches
from analyser.core.errors import InputError
from analyser.core.forks import Fork
from analyser.core.records import Records
from analyser.core.spec import GameSpec

FORKED = 20_000
"""Games that are forked unless told otherwise: each is played a hundred times and more."""

Row = tuple[str, Label, Estimate, int]
"""Metric, subject, estimate and n, as in the balance table."""


def fork_plan(plan: Plan, forks: int | None = None) -> Plan:
    """The first games of a plan, those that are forked: ``forks`` of them.

    Raises InputError if the plan has fewer.
    """
    games = min(plan.games, FORKED) if forks is None else forks
    if isinstance(games, bool) or not isinstance(games, int) or not 1 <= games <= plan.games:
        raise InputError(
            f"forks = {forks!r}: must be a whole number from 1 to that of the games, {plan.games}"
        )
    return replace(plan, games=games)


def questions_of(spec: GameSpec) -> ModuleType:
    """The module that says what can be asked of a game; InputError if there is none."""
    if not spec.has("questions"):
        raise InputError(f"{spec.name} cannot be forked")
    return spec.module("questions")


def played(plan: Plan) -> Numbers:
    """Which sides somebody plays, bool[sides]."""
    return np.array(plan.spec.played(plan.rules))


def others(plan: Plan) -> int:
    """The number of sides that a side's margin compares with."""
    return len(plan.spec.sides(plan.rules)) - 1


def branch(plan: Plan, records: Records, forks: Sequence[Fork]) -> Branches:
    """Play the rounds of these games once more under each fork."""
    return plan.spec.branches(
        plan.rules, plan.strategies, plan.seed, records.start, records.games, forks
    )


def fork_games(plan: Plan, records: Records, fork: Fork) -> Records:
    """Play these games once more from the first round to the last, under a fork."""
    return plan.spec.simulate(
        plan.rules, plan.strategies, plan.seed, records.start, records.games, fork
    )


def branch_margins(branches: Branches) -> Numbers:
    """The margins under each fork, in units of :func:`~sums.margins`, [forks, sides, rounds]."""
    return np.stack([margins(branches.branch(i)) for i in range(len(branches.forks))])


def final(records: Records) -> tuple[Numbers, Numbers]:
    """Who won each game, and the margins of its final scores, [sides, games] each."""
    total = records["total"][:, records.last].astype(float)
    won = records["winner"][:, records.last].astype(float)
    return won, records.sides * total - total.sum(axis=0)


def sum_cells(codes: Sequence[Numbers], cluster: Integers, outcomes: Sequence[Numbers]) -> Tally:
    """Sum as :func:`~sums.by_cell` does; rows with a negative code are left out."""
    tally = by_cell([np.asarray(code) + 1 for code in codes], cluster, outcomes)
    inside = (tally.keys > 0).all(axis=1)
    return Tally(tally.keys[inside] - 1, tally.values[inside])


def moments(summary: Summary, name: str) -> Moments:
    """The moments of a tally's cells."""
    return Moments.unpack(summary.tallies[name].values)


def bounds(name: str) -> tuple[str, str, str]:
    """The columns of an estimate in a table: itself, low, high."""
    prefix = "" if name == "value" else f"{name}_"
    return name, f"{prefix}low", f"{prefix}high"


def metric_rows(
    table: pd.DataFrame, metrics: Mapping[str, str], subject: str | None = None
) -> Iterator[Row]:
    """Rows of a table as metrics, which name its columns; ``subject`` is a column too."""
    for metric, name in metrics.items():
        for row in table.to_dict("records"):
            estimate = Estimate(*(np.asarray(row[bound]) for bound in bounds(name)))
            yield metric, row[subject] if subject else None, estimate, row["n"]
