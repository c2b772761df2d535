"""Duplicate play: the same deals in every seating, so that the luck of the cards cancels.

A *seating* says which strategy plays each side that has players. A *pair* ``(a, b)`` is about one
side that plays ``a`` among others that play ``b``, each side in turn. The deal is the cluster.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from analyser.analysis.blocks import Sums
from analyser.analysis.estimates import RatioSums
from analyser.analysis.sums import Moments, Numbers, Summary, Tally, by_block
from analyser.batch.plan import Plan

Pair = tuple[str, str]
Seating = tuple[str, ...]

PAIRS, BLOCKS = "pairs", "pair_blocks"
"""Names of tallies."""
COUNTS = ("seatings", "wins", "fair", "edge", "difference")
"""What is summed for a pair, over the seatings of a deal; ``edge`` is wins less fair ones."""
SQUARED = ("wins", "difference")
"""Those whose squares are kept too: of each game, and of the sum over a deal."""


def played_sides(plan: Plan) -> list[int]:
    """The sides with players."""
    return [i for i, played in enumerate(plan.spec.played(plan.rules)) if played]


def seated(plan: Plan, seating: Mapping[int, str]) -> Plan:
    """The plan with these strategies in all seats of these sides (side: seat mod sides)."""
    count = len(plan.spec.sides(plan.rules))
    return replace(
        plan,
        strategies=tuple(
            seating.get(seat % count, name) for seat, name in enumerate(plan.strategies)
        ),
    )


def among(pair: Pair, sides: int) -> list[Seating]:
    """One side for the first of a pair, the others for the second, each side in turn."""
    a, b = pair
    return [tuple(a if side == at else b for side in range(sides)) for at in range(sides)]


class Outcome(NamedTuple):
    """How a seating went: ``wins`` and ``score``, [sides with players, games] each.

    Wins are in units of :func:`win_unit`, a shared one split; more of a score is better.
    """

    wins: Numbers
    score: Numbers
    rounds: int


def win_unit(plan: Plan) -> int:
    """What a win counts, so that its parts are whole numbers where sides share it."""
    return math.lcm(*range(1, 1 + len(plan.spec.sides(plan.rules))))


def seat(plan: Plan, seatings: Iterable[Seating]) -> dict[Seating, Plan]:
    """The plan of each different seating."""
    sides = played_sides(plan)
    return {
        seating: seated(plan, dict(zip(sides, seating, strict=True)))
        for seating in dict.fromkeys(seatings)
    }


def play_seatings(plans: Mapping[Seating, Plan], start: int, games: int) -> dict[Seating, Outcome]:
    """Play the deals of these games in each seating."""
    outcomes = {}
    for seating, plan in plans.items():
        better = 1 if plan.spec.analyses.HIGHER_WINS else -1
        sides, unit = played_sides(plan), win_unit(plan)
        records = plan.play(start, games)
        won = records["winner"][:, records.last].astype(float)
        score = better * records["total"][sides][:, records.last].astype(float)
        outcomes[seating] = Outcome((unit * won / won.sum(axis=0))[sides], score, records.rounds)
    return outcomes


@dataclass(frozen=True)
class Pairs:
    """Which seatings pairs of strategies need, and the sums of how these went.

    Fair is what ``b`` wins in the same seats when it plays them all. That is an equal share, and
    need not be played, unless a side that nobody plays may win too.
    """

    plan: Plan
    pairs: tuple[Pair, ...]

    def seatings(self) -> Iterator[Seating]:
        """The seatings to play, some of them several times."""
        for pair in self.pairs:
            yield from among(pair, self._sides)
            if not all(self.plan.spec.played(self.plan.rules)):
                yield self._even(pair)

    def summarise(self, outcomes: Mapping[Seating, Outcome], start: int) -> Summary:
        """Sum deals from number ``start`` on, whose seatings had these outcomes."""
        rounds = sum(outcome.rounds for outcome in outcomes.values())
        counts, squares = zip(*(self._counts(pair, outcomes) for pair in self.pairs), strict=True)
        x = np.array([list(count.values()) for count in counts])
        games = x.shape[-1]
        moments = Moments.of(x, np.full(len(counts), games))
        named = {
            f"{name} {pair}": values
            for pair, each in enumerate(squares)
            for name, values in each.items()
        }
        blocks = by_block(start, [np.ones(games), *named.values()])
        return Summary(
            games,
            rounds,
            {PAIRS: Tally(np.arange(len(counts))[:, None], moments.pack()), BLOCKS: blocks},
            {BLOCKS: ("games", *named)},
        )

    @property
    def _sides(self) -> int:
        return len(played_sides(self.plan))

    def _even(self, pair: Pair) -> Seating:
        """The seating in which all play the second of a pair."""
        return (pair[1],) * self._sides

    def _counts(
        self, pair: Pair, outcomes: Mapping[Seating, Outcome]
    ) -> tuple[dict[str, Numbers], dict[str, Numbers]]:
        """What :data:`COUNTS` names, and what :func:`gain` needs by block, [games] each."""
        sides = self._sides
        own = [outcomes[seating] for seating in among(pair, sides)]
        won = np.stack([outcome.wins[i] for i, outcome in enumerate(own)])
        ahead = np.stack([sides * o.score[i] - o.score.sum(axis=0) for i, o in enumerate(own)])
        even = outcomes.get(self._even(pair))
        seatings = np.full(won.shape[1], float(sides))
        wins, difference = won.sum(axis=0), ahead.sum(axis=0)
        fair = np.full_like(wins, win_unit(self.plan)) if even is None else even.wins.sum(axis=0)
        counts = (seatings, wins, fair, wins - fair, difference)
        squares = {"seatings": seatings}
        for name, games in zip(SQUARED, (won, ahead), strict=True):
            squares[name] = games.sum(axis=0)
            squares[f"{name} of games"] = (games**2).sum(axis=0)
            squares[f"{name} of deals"] = games.sum(axis=0) ** 2
        return dict(zip(COUNTS, counts, strict=True)), squares


def ratio(summary: Summary, plan: Plan, name: str) -> RatioSums:
    """The mean a game of what :data:`COUNTS` names, from the sums of pairs, one entry a pair.

    Wins are shares of the games, a difference is points over the mean of the others with players.
    """
    moments = Moments.unpack(summary.tallies[PAIRS].values)
    sums = moments.ratio(COUNTS.index(name), COUNTS.index("seatings"))
    return sums / (len(played_sides(plan)) - 1 if name == "difference" else win_unit(plan))


def variance(sums: Sums, name: str, pair: int) -> Numbers:
    """The variance of single games, in any seating, of what :data:`SQUARED` names, as summed."""
    mean = sums[f"{name} {pair}"] / sums[f"seatings {pair}"]
    return np.asarray(sums[f"{name} of games {pair}"] / sums[f"seatings {pair}"] - mean**2)


def gain(name: str, pair: int) -> Callable[[Sums], Numbers]:
    """How many independent games tell as much as one in duplicate, as a function of the sums.

    The variance of a mean over games of deals of their own, each in a seating drawn at random,
    divided by that of the mean over as many games in duplicate. NaN if the latter is 0.
    """

    def of(sums: Sums) -> Numbers:
        deals = sums["games"]
        mean = sums[f"{name} {pair}"] / deals
        between = sums[f"{name} of deals {pair}"] / deals - mean**2
        seatings = sums[f"seatings {pair}"] / deals
        return np.asarray(
            seatings * variance(sums, name, pair) / np.where(between > 0, between, np.nan)
        )

    return of
