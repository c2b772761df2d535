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
        plan = self.plan
        again, trace = plan.trace(records.start, records.games)
        check_same_games(plan, records, again)
        return reduce(_beside, (part(records, trace) for part in self.parts))


def check_same_games(plan: Plan, records: Records, again: Records) -> None:
    """Raise InputError unless the games of a plan are played again as they were recorded."""
    if not np.array_equal(again.block, records.block):
        start, end = records.start, records.start + records.games - 1
        raise InputError(
            f"games {start} to {end} of the run, made by version {plan.version}, "
            f"are others in version {package_version()}: play the run anew"
        )


def _beside(one: Summary, other: Summary) -> Summary:
    """Two summaries of the same games in one."""
    return Summary(
        one.games,
        one.rounds,
        {**one.tallies, **other.tallies},
        {**one.labels, **other.labels},
    )
