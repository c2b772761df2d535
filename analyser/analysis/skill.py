"""How far the rungs of a game's ladder stand apart, and how many games it takes to tell."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd

from analyser.analysis import estimates
from analyser.analysis.blocks import Sums, fieller
from analyser.analysis.estimates import LEVEL, Estimate, RatioSums
from analyser.analysis.sums import Moments, Numbers, Summary, Tally, by_block
from analyser.batch.plan import Plan
from analyser.core.records import Records
from analyser.core.spec import GameSpec

STEP = 0.05
"""A rung stands apart when its share of the wins is this much above a fair one."""
Z90 = 1.28
"""A standard normal number is below this with a probability of 90 %."""

SKILL, BLOCKS = "skill", "skill_blocks"
"""Names of tallies."""
COUNTS = ("seatings", "wins", "fair", "edge", "difference", "square")
"""What is summed for a pair of rungs; ``edge`` is wins less fair ones."""


def rungs(spec: GameSpec) -> tuple[str, ...]:
    """The strategies on the game's ladder, from the weakest up."""
    ladder = [s for s in spec.strategies if s.ladder is not None]
    return tuple(s.name for s in sorted(ladder, key=lambda s: s.ladder or 0))


def played_sides(plan: Plan) -> list[int]:
    """The sides with players."""
    return [i for i, played in enumerate(plan.spec.played(plan.rules)) if played]


def seated(plan: Plan, strategy: str, sides: Iterable[int]) -> Plan:
    """The plan with a strategy in all seats of these sides; a seat's side is its remainder."""
    count = len(plan.spec.sides(plan.rules))
    chosen = set(sides)
    return replace(
        plan,
        strategies=tuple(
            strategy if seat % count in chosen else name
            for seat, name in enumerate(plan.strategies)
        ),
    )


@dataclass(frozen=True)
class SummariseSkill:
    """Plays each rung in one side's seats among the rung below, on the same cards; picklable.

    All sides with players take their turn. Fair is what the rung below itself wins in those
    seats: less than an equal share where a side that nobody plays wins too.
    """

    plan: Plan

    def __call__(self, records: Records, trace: Any = None) -> Summary:
        """Sum the deals of a chunk of whole games, whoever played them there."""
        start, games = records.start, records.games
        pairs = pairwise(rungs(self.plan.spec))
        counts = np.stack([self._counts(below, above, start, games) for below, above in pairs])
        moments = Moments.of(counts, np.full(len(counts), games))
        names = [f"{name} {pair}" for pair in range(len(counts)) for name in COUNTS]
        return Summary(
            games,
            records.rounds,
            {
                SKILL: Tally(np.arange(len(counts))[:, None], moments.pack()),
                BLOCKS: by_block(start, [np.ones(games), *counts.reshape(-1, games)]),
            },
            {BLOCKS: ("games", *names)},
        )

    def _counts(self, below: str, above: str, start: int, games: int) -> Numbers:
        """What :data:`COUNTS` names, summed over the seatings of each deal, [counts, games]."""
        plan, sides = self.plan, played_sides(self.plan)
        better = 1 if plan.spec.analyses.HIGHER_WINS else -1
        among = seated(plan, below, range(len(plan.spec.sides(plan.rules))))
        even = among.play(start, games)
        fair = even["winner"][sides][:, even.last].sum(axis=0)
        wins, difference, square = np.zeros((3, games))
        for i, side in enumerate(sides):
            played = seated(among, above, [side]).play(start, games)
            score = better * played["total"][sides][:, played.last].astype(float)
            ahead = len(sides) * score[i] - score.sum(axis=0)
            wins += played["winner"][side, played.last]
            difference += ahead
            square += ahead**2
        seatings = np.full(games, len(sides))
        return np.stack([seatings, wins, fair, wins - fair, difference, square])


def skill_table(summary: Summary, plan: Plan, level: float = LEVEL) -> pd.DataFrame:
    """Return a row for each rung but the lowest: ``a``, one side of it among the rung below, ``b``.

    ``win_share`` beside what is ``fair``; ``score_difference``, points a game of a over the mean
    of the others with players, positive if better; ``n90``, games after which the better one is
    ahead with a probability of 90 %; ``n`` deals.
    """
    ratio = _ratios(summary)
    others = len(played_sides(plan)) - 1
    columns: dict[str, object] = {"a": rungs(plan.spec)[1:], "b": rungs(plan.spec)[:-1]}
    columns |= {"n": summary.games, "fair": ratio("fair").value}
    for name, estimate in (
        ("win_share", estimates.rate(ratio("wins"), level)),
        ("score_difference", estimates.mean(ratio("difference"), level) / others),
        ("n90", _games_to_tell(summary, level)),
    ):
        columns[name] = estimate.value
        columns[f"{name}_low"], columns[f"{name}_high"] = estimate.low, estimate.high
    return pd.DataFrame(columns)


def skill_depth(summary: Summary, level: float = LEVEL) -> Estimate:
    """How many rungs stand apart, by :data:`STEP` of the wins, from the one below them."""
    return estimates.number_above(_ratios(summary)("edge"), STEP, level)


def _ratios(summary: Summary) -> Callable[[str], RatioSums]:
    """The means over deals and seatings of what :data:`COUNTS` names, one entry a pair."""
    moments = Moments.unpack(summary.tallies[SKILL].values)
    return lambda name: moments.ratio(COUNTS.index(name), COUNTS.index("seatings"))


def _games_to_tell(summary: Summary, level: float) -> Estimate:
    """The games that :func:`skill_table` calls n90, (1.28 σ/δ)², one entry a pair.

    σ is the standard deviation of the score difference of a game and δ its mean. No interval
    where δ may be 0: then no number of games may be enough.
    """

    def told(pair: int) -> Estimate:
        def moments(sums: Sums) -> Numbers:
            m, d, dd = (sums[f"{name} {pair}"] for name in ("seatings", "difference", "square"))
            return np.stack([np.sqrt(dd / m - (d / m) ** 2), abs(d / m)], axis=-1)

        return fieller(summary, moments, level, BLOCKS)

    pairs = range(len(summary.tallies[SKILL].keys))
    ratios = np.transpose([told(pair) for pair in pairs])
    return Estimate(*np.where(np.isfinite(ratios), (Z90 * ratios) ** 2, np.nan))
