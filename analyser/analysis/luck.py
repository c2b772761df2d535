"""What chance contributes: beside what skill can gain (chance share), by cards (deal share)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from analyser.analysis.blocks import Sums, jackknife, summarise_blocks
from analyser.analysis.duplicate import played_sides, seated
from analyser.analysis.estimates import LEVEL, Estimate
from analyser.analysis.forks import branch, branch_margins
from analyser.analysis.skill import rungs
from analyser.analysis.sums import Numbers, Summary, margins
from analyser.batch.plan import Plan
from analyser.core.questions import Choice
from analyser.core.records import Records

REPLICATES = 4
"""How often the cards of a game are played, the first time included."""

CHANCE, DEALS = "chance_share", "deal_share"
"""Names of tallies."""


@dataclass(frozen=True)
class SummariseChance:
    """Sums the margins of a side a round: as it played, of beginners, and of a clairvoyant.

    Each side with players in turn has beginners, the lowest rung, in its seats, or the best of
    the alternatives of its ``menu``, each round knowing how all of them end. The other seats play
    as planned. Picklable.
    """

    plan: Plan
    menu: tuple[Choice, ...]

    def __call__(self, records: Records, trace: Any = None) -> Summary:
        """Sum a chunk of whole games."""
        plan, games, sides = self.plan, records.games, played_sides(self.plan)
        game = records.game - records.start
        branches = branch(plan, records, [fork for choice in self.menu for fork in choice.forks])
        branched = iter(branch_margins(branches))
        played = margins(records)
        best = played.copy()
        for choice in self.menu:
            for _ in choice.forks:
                best[choice.side] = np.maximum(best[choice.side], next(branched)[choice.side])
        counts: dict[str, Numbers] = {"games": np.ones(games)}
        rounds = np.bincount(game, minlength=games) * len(sides)
        for who, margin in (("top", played), ("clairvoyant", best)):
            counts[who] = np.bincount(game, margin[sides].sum(axis=0), games)
            counts[f"{who} rounds"] = rounds
        counts["beginner"], counts["beginner rounds"] = np.zeros((2, games))
        for side in sides:
            worse = seated(plan, {side: rungs(plan.spec)[0]}).play(records.start, games)
            game = worse.game - worse.start
            counts["beginner"] += np.bincount(game, margins(worse)[side], games)
            counts["beginner rounds"] += np.bincount(game, minlength=games)
        return summarise_blocks(records, counts, CHANCE)


def chance_share(summary: Summary, level: float = LEVEL) -> Estimate:
    """What is left when skill, as a share of what skill could gain, is taken from one.

    1 − (V_top − V_beginner) / (V_oracle − V_beginner), V being mean margins a round (Borm and
    van der Genugten). The clairvoyant stands for the oracle and gains less than it would, so
    this is a lower bound.
    """

    def share(sums: Sums) -> Numbers:
        top, beginner, oracle = (
            sums[who] / sums[f"{who} rounds"] for who in ("top", "beginner", "clairvoyant")
        )
        return np.asarray(1 - (top - beginner) / (oracle - beginner))

    return jackknife(summary, share, level, CHANCE)


@dataclass(frozen=True)
class SummariseDeals:
    """Plays each game's cards again with other random decisions; sums final margins; picklable."""

    plan: Plan

    def __call__(self, records: Records, trace: Any = None) -> Summary:
        """Sum a chunk of whole games, which are the first time that their cards are played."""
        plan, start, games = self.plan, records.start, records.games
        setting = plan.rules, plan.strategies, plan.seed, start, games
        again = [plan.spec.simulate(*setting, replicate=i) for i in range(1, REPLICATES)]
        sides = played_sides(plan)
        margin = np.stack([_final_margins(played)[sides] for played in (records, *again)])
        counts: dict[str, Numbers] = {"games": np.ones(games)}
        for side in range(len(sides)):
            x = margin[:, side]
            counts[f"sum {side}"] = x.sum(axis=0)
            counts[f"square of sum {side}"] = x.sum(axis=0) ** 2
            counts[f"sum of squares {side}"] = (x**2).sum(axis=0)
        return summarise_blocks(records, counts, DEALS)


def deal_share(summary: Summary, level: float = LEVEL) -> Estimate:
    """The share of the variance of final margins that is there between deals, not within them.

    One-way analysis of variance, its components added over the sides; not below 0.
    """
    sides = sum(str(name).startswith("sum of squares ") for name in summary.labels[DEALS])

    def share(sums: Sums) -> Numbers:
        n, m = sums["games"], REPLICATES
        deal, rest = 0.0, 0.0
        for side in range(sides):
            total, squared, squares = (
                sums[f"{name} {side}"] for name in ("sum", "square of sum", "sum of squares")
            )
            between = (squared - total * (total / n)) / m / (n - 1)
            within = (squares - squared / m) / (n * (m - 1))
            deal, rest = deal + (between - within) / m, rest + within
        return np.asarray(deal / (deal + rest))

    return Estimate(*np.clip(jackknife(summary, share, level, DEALS), 0, 1))


def _final_margins(records: Records) -> Numbers:
    """The margins at the end, times (sides − 1), float [sides, games]."""
    score = records["total"][:, records.last].astype(float)
    return np.asarray(records.sides * score - score.sum(axis=0))
