"""How far the rungs of a game's ladder stand apart, and how many games it takes to tell."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd

from analyser.analysis import estimates
from analyser.analysis.blocks import Sums, fieller
from analyser.analysis.duplicate import (
    BLOCKS,
    PAIRS,
    Pairs,
    play_seatings,
    ratio,
    seat,
    variance,
)
from analyser.analysis.estimates import LEVEL, Estimate
from analyser.analysis.sums import Numbers, Summary
from analyser.batch.plan import Plan
from analyser.core.records import Records
from analyser.core.spec import GameSpec

STEP = 0.05
"""A rung stands apart when its share of the wins is this much above a fair one."""
Z90 = 1.28
"""A standard normal number is below this with a probability of 90 %."""


def rungs(spec: GameSpec) -> tuple[str, ...]:
    """The fast strategies on the game's ladder, from the weakest up."""
    ladder = [s for s in spec.strategies if s.ladder is not None and s.fast]
    return tuple(s.name for s in sorted(ladder, key=lambda s: s.ladder or 0))


@dataclass(frozen=True)
class SummariseSkill:
    """Plays each rung in one side's seats among the rung below, in duplicate; picklable."""

    plan: Plan

    def __call__(self, records: Records, trace: Any = None) -> Summary:
        """Sum the deals of a chunk of whole games, whoever played them there."""
        below_above = pairwise(rungs(self.plan.spec))
        pairs = Pairs(self.plan, tuple((above, below) for below, above in below_above))
        plans = seat(self.plan, pairs.seatings())
        outcomes = play_seatings(plans, records.start, records.games)
        return pairs.summarise(outcomes, records.start)


def skill_table(summary: Summary, plan: Plan, level: float = LEVEL) -> pd.DataFrame:
    """Return a row for each rung but the lowest: ``a``, one side of it among the rung below, ``b``.

    ``win_share`` beside what is ``fair``, ``edge`` the one less the other; ``score_difference``,
    points a game of a over the mean of the others with players, positive if better; ``n90``, games
    after which the better one is ahead with a probability of 90 %; ``n`` deals.
    """
    columns: dict[str, object] = {"a": rungs(plan.spec)[1:], "b": rungs(plan.spec)[:-1]}
    columns |= {"n": summary.games, "fair": ratio(summary, plan, "fair").value}
    columns |= estimates.rate(ratio(summary, plan, "wins"), level).columns("win_share")
    columns |= estimates.mean(ratio(summary, plan, "edge"), level).columns("edge")
    difference = estimates.mean(ratio(summary, plan, "difference"), level)
    columns |= difference.columns("score_difference")
    columns |= _games_to_tell(summary, level).columns("n90")
    return pd.DataFrame(columns)


def skill_depth(summary: Summary, plan: Plan, level: float = LEVEL) -> Estimate:
    """How many rungs stand apart, by :data:`STEP` of the wins, from the one below them."""
    return estimates.number_above(ratio(summary, plan, "edge"), STEP, level)


def _games_to_tell(summary: Summary, level: float) -> Estimate:
    """The games that :func:`skill_table` calls n90, (1.28 σ/δ)², one entry a pair.

    σ is the standard deviation of the score difference of a game and δ its mean. No interval
    where δ may be 0: then no number of games may be enough.
    """

    def told(pair: int) -> Estimate:
        def moments(sums: Sums) -> Numbers:
            mean = sums[f"difference {pair}"] / sums[f"seatings {pair}"]
            deviation = np.sqrt(variance(sums, "difference", pair))
            return np.stack([deviation, abs(mean)], axis=-1)

        return fieller(summary, moments, level, BLOCKS)

    pairs = range(len(summary.tallies[PAIRS].keys))
    ratios = np.transpose([told(pair) for pair in pairs])
    return Estimate(*np.where(np.isfinite(ratios), (Z90 * ratios) ** 2, np.nan))
