"""Analyses of what was done in a game: recorded games are played again for their trace."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np

from analyser.analysis.sums import Summary
from analyser.batch.plan import Plan, package_version
from analyser.core.errors import InputError
from analyser.core.records import Records

Summarise = Callable[[Records, Any], Summary]
"""Sums records and the trace of the same games, which only their game can read."""


@dataclass(frozen=True)
class SummariseTrace:
    """Plays recorded games again for their trace and sums both in several ways; picklable.

    The ``parts`` name their tallies differently: all stand in one summary.
    """

    plan: Plan
    parts: tuple[Summarise, ...]

    def __call__(self, records: Records) -> Summary:
        """Sum a chunk of whole games; InputError if they are no longer played as recorded."""
        plan, start, games = self.plan, records.start, records.games
        again, trace = plan.spec.trace(plan.rules, plan.strategies, plan.seed, start, games)
        if not np.array_equal(again.block, records.block):
            raise InputError(
                f"games {start} to {start + games - 1} of the run, made by version {plan.version}, "
                f"are others in version {package_version()}: play the run anew"
            )
        return reduce(_beside, (part(records, trace) for part in self.parts))


def _beside(one: Summary, other: Summary) -> Summary:
    """Two summaries of the same games in one."""
    return Summary(
        one.games,
        one.rounds,
        {**one.tallies, **other.tallies},
        {**one.labels, **other.labels},
    )
