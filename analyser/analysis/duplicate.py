"""Duplicate play: the same deals in every seating, so that the luck of the cards cancels.

A *seating* says which strategy plays each side that has players; a *pair* ``(a, b)`` is about one
side that plays ``a`` among others that play ``b``, each side in turn. A seating that several pairs
need is played once. The deal is the cluster.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
"""Of these also their squares, summed game by game (``"wins games"``) and deal by deal."""


def played_sides(plan: Plan) -> list[int]:
    """The sides with players."""
    return [i for i, played in enumerate(plan.spec.played(plan.rules)) if played]


def seated(plan: Plan, seating: Mapping[int, str]) -> Plan:
    """The plan with these strategies in all seats of these sides; a seat's side is its remainder."""
    count = len(plan.spec.sides(plan.rules))
    return replace(
        plan,
        strategies=tuple(
            seating.get(seat % count, name) for seat, name in enumerate(plan.strategies)
        ),
    )


def among(pair: Pair, sides: int) -> list[Seating]:
    """One side's seats for the first of a pair, the others for the second, each side in turn."""
    a, b = pair
    return [tuple(a if side == at else b for side in range(sides)) for at in range(sides)]


class Outcome(NamedTuple):
    """Who won a seating and by how much: [sides with players, games] each.

    ``wins`` are in units of :func:`win_unit`, a shared win being split; ``score`` is turned so
    that more is better.
    """

    wins: Numbers
    score: Numbers
    rounds: int


def win_unit(plan: Plan) -> int:
    """What a win counts, so that its parts are whole numbers when sides share it."""
    return math.lcm(*range(1, 1 + len(plan.spec.sides(plan.rules))))


def play_seatings(
    plan: Plan, seatings: Iterable[Seating], start: int, games: int
) -> dict[Seating, Outcome]:
    """Play the deals of these games in each different seating."""
    better = 1 if plan.spec.analyses.HIGHER_WINS else -1
    sides, unit = played_sides(plan), win_unit(plan)
    outcomes = {}
    for seating in dict.fromkeys(seatings):
        records = seated(plan, dict(zip(sides, seating, strict=True))).play(start, games)
        won = records["winner"][:, records.last].astype(float)
        score = better * records["total"][sides][:, records.last].astype(float)
        outcomes[seating] = Outcome((unit * won / won.sum(axis=0))[sides], score, records.rounds)
    return outcomes


@dataclass(frozen=True)
class Pairs:
    """Sums what becomes of pairs of strategies, in deals that they play in all seatings.

    ``seatings`` are those to play, ``sums(outcomes, start)`` what to keep of them. Fair is what
    ``b`` wins in the same seats when it plays them all: an equal share, but for a side that nobody
    plays, which may win too; only then it has to be played.
    """

    plan: Plan
    pairs: tuple[Pair, ...]

    @property
    def sides(self) -> int:
        """The number of sides with players."""
        return len(played_sides(self.plan))

    def seatings(self) -> Iterator[Seating]:
        """The seatings that the pairs need; some perhaps several times."""
        for pair in self.pairs:
            yield from among(pair, self.sides)
            if not all(self.plan.spec.played(self.plan.rules)):
                yield self._even(pair)

    def sums(self, outcomes: Mapping[Seating, Outcome], start: int) -> dict[str, Tally]:
        """The tallies of deals from ``start`` on, whose seatings had these outcomes."""
        counts = [self._counts(pair, outcomes) for pair in self.pairs]
        x = np.stack([[count[name] for name in COUNTS] for count in counts])
        games = x.shape[-1]
        moments = Moments.of(x, np.full(len(counts), games))
        blocks = [np.ones(games), *(values for count in counts for values in count.values())]
        return {
            PAIRS: Tally(np.arange(len(counts))[:, None], moments.pack()),
            BLOCKS: by_block(start, blocks),
        }

    def labels(self) -> dict[str, tuple[str, ...]]:
        """The names of the sums by block: those of the n-th pair end in n."""
        names = [*COUNTS, *(f"{name}{kind}" for name in SQUARED for kind in (" games", " deals"))]
        pairs = range(len(self.pairs))
        return {BLOCKS: ("games", *(f"{name} {pair}" for pair in pairs for name in names))}

    def _even(self, pair: Pair) -> Seating:
        """The seating in which all play the second of a pair."""
        return (pair[1],) * self.sides

    def _counts(self, pair: Pair, outcomes: Mapping[Seating, Outcome]) -> dict[str, Numbers]:
        """What :data:`COUNTS` names, and the squares, [games] each; wins in units."""
        own = [outcomes[seating] for seating in among(pair, self.sides)]
        wins = np.stack([outcome.wins[i] for i, outcome in enumerate(own)])
        score = [self.sides * o.score[i] - o.score.sum(axis=0) for i, o in enumerate(own)]
        difference = np.stack(score)  # times the number of the others, to be whole
        fair = np.full(wins.shape[1], float(win_unit(self.plan)))
        if (even := outcomes.get(self._even(pair))) is not None:
            fair = even.wins.sum(axis=0)
        total = wins.sum(axis=0)
        counts = dict(
            zip(
                COUNTS,
                (np.full(len(fair), self.sides), total, fair, total - fair, difference.sum(axis=0)),
                strict=True,
            )
        )
        for name, games in zip(SQUARED, (wins, difference), strict=True):
            counts[f"{name} games"] = (games**2).sum(axis=0)
            counts[f"{name} deals"] = counts[name] ** 2
        return counts


@dataclass(frozen=True)
class PairSums:
    """Reads the sums of :class:`Pairs`."""

    summary: Summary
    plan: Plan

    def ratio(self, name: str) -> RatioSums:
        """The mean a seating of what :data:`COUNTS` names, one entry a pair.

        Wins are shares, differences points of a side over the mean of the others with players.
        """
        moments = Moments.unpack(self.summary.tallies[PAIRS].values)
        ratio = moments.ratio(COUNTS.index(name), COUNTS.index("seatings"))
        others = len(played_sides(self.plan)) - 1
        return ratio / (others if name == "difference" else win_unit(self.plan))


def spread(sums: Sums, name: str, pair: int) -> Numbers:
    """The variance, over games of all seatings, of one of :data:`SQUARED`, as it is summed."""
    games = sums[f"seatings {pair}"]
    mean = sums[f"{name} {pair}"] / games
    return np.asarray(sums[f"{name} games {pair}"] / games - mean**2)


def gain(name: str, pair: int) -> Callable[[Sums], Numbers]:
    """How many games of deals of their own tell as much about a mean as one game in duplicate.

    The variance of a mean over independent games, each in a seating drawn at random, over that of
    the mean over as many games in duplicate, as a function of the sums.
    """

    def of(sums: Sums) -> Numbers:
        deals, games = sums["games"], sums[f"seatings {pair}"]
        mean = sums[f"{name} {pair}"] / deals
        between = sums[f"{name} deals {pair}"] / deals - mean**2
        return np.asarray(spread(sums, name, pair) * games / deals / between)

    return of
