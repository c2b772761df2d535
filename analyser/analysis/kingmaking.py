"""Kingmaking: late decisions by which a side that cannot win any more names the winner.

The power counts, not whether it is used: each legal card of a late decision is played once, and
the rest of the round goes on as the strategies would have it, on the same cards and luck.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyser.analysis import estimates
from analyser.analysis.estimates import LEVEL, Estimate
from analyser.analysis.forks import branch
from analyser.analysis.sums import Moments, Numbers, Summary, by_game
from analyser.batch.plan import Plan
from analyser.core.questions import Choice
from analyser.core.records import Records

KINGMAKING = "kingmaking"


@dataclass(frozen=True)
class SummariseKingmaking:
    """Counts the games in which somebody had the power in one of the late ``decisions``."""

    plan: Plan
    decisions: tuple[Choice, ...]

    def __call__(self, records: Records, trace: Any = None) -> Summary:
        """Sum a chunk of whole games."""
        forks = [fork for decision in self.decisions for fork in decision.forks]
        branches = branch(self.plan, records, forks)
        winners = (branches.branch(i)["winner"][:, records.last] for i in range(len(forks)))
        power = np.zeros(records.games, dtype=bool)
        for decision in self.decisions:
            outcomes = np.stack([*islice(winners, len(decision.forks))])
            power |= kingmakers(outcomes, decision.side)
        tally = by_game([np.ones(records.games), power])
        return Summary(records.games, records.rounds, {KINGMAKING: tally})


def kingmakers(winner: Numbers, side: int) -> NDArray[np.bool_]:
    """Whether a side could name the winner without winning itself, bool[games].

    ``winner`` [cards, sides, games] marks who wins by each card that the side may play; where
    somebody's card would let the game go on, nobody wins, and it does not count.
    """
    ends = winner.any(axis=1).all(axis=0)
    possible = np.asarray(winner.any(axis=0))
    return np.asarray(ends & ~possible[side] & (possible.sum(axis=0) > 1))


def kingmaking(summary: Summary, level: float = LEVEL) -> Estimate:
    """The share of the games with a kingmaker."""
    return estimates.rate(Moments.unpack(summary.tallies[KINGMAKING].values).ratio(1), level)
