"""Tournaments: every strategy against every other on duplicate deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np
import pandas as pd

from analyser.analysis import blocks, estimates
from analyser.analysis.duplicate import (
    BLOCKS,
    SQUARED,
    Pair,
    Pairs,
    Seating,
    gain,
    play_seatings,
    played_sides,
    ratio,
)
from analyser.analysis.estimates import LEVEL, Estimate
from analyser.analysis.ratings import rate, tally_orders
from analyser.analysis.result import Result
from analyser.analysis.sums import Summary
from analyser.batch.plan import Plan
from analyser.batch.runner import run
from analyser.batch.spans import Span

ORDERS = "orders"
"""The name of the tally of orders."""
MIXED = 3
"""Up to so many sides, strategies that are all different are also seated in every order."""


@dataclass(frozen=True)
class SummariseTournament:
    """Plays deals in every seating of a tournament and sums how they went; picklable.

    ``pairs`` are those of its rows, named as a plan names them.
    """

    plan: Plan
    pairs: tuple[Pair, ...]

    @property
    def strategies(self) -> tuple[str, ...]:
        """The different strategies, in the order of the pairs."""
        return tuple(dict.fromkeys(name for pair in self.pairs for name in pair))

    def seatings(self) -> tuple[Seating, ...]:
        """The different seatings of a deal."""
        sides = len(played_sides(self.plan))
        mixed = permutations(self.strategies, sides) if sides <= MIXED else ()
        return tuple(dict.fromkeys((*Pairs(self.plan, self.pairs).seatings(), *mixed)))

    def __call__(self, span: Span) -> Summary:
        """Play and sum the deals of a span."""
        start, games = span
        outcomes = play_seatings(self.plan, self.seatings(), start, games)
        summary = Pairs(self.plan, self.pairs).summarise(outcomes, start)
        orders = tally_orders(outcomes, self.strategies, start)
        tallies = {**summary.tallies, ORDERS: orders}
        return Summary(games, summary.rounds, tallies, summary.labels)


def tournament_table(
    summary: Summary, plan: Plan, pairs: Sequence[Pair], level: float = LEVEL
) -> pd.DataFrame:
    """Return a row for each pair: one side that plays ``a`` among others that play ``b``.

    ``win_share`` beside ``win_share_fair``, what it would be were a as strong as b; ``edge`` is
    the one less the other and ``p_adjusted`` the chance of so large an edge if there were none
    (Holm, all rows). ``score_difference``: points a game over the mean of the others, positive if
    better. The gains say how many independent games tell as much as one game here; ``n`` deals.
    """
    edge = ratio(summary, plan, "edge")
    difference = estimates.mean(ratio(summary, plan, "difference"), level)
    columns: dict[str, object] = {
        "a": [a for a, _ in pairs],
        "b": [b for _, b in pairs],
        "n": summary.games,
    }
    columns |= estimates.rate(ratio(summary, plan, "wins"), level).columns("win_share")
    columns |= estimates.rate(ratio(summary, plan, "fair"), level).columns("win_share_fair")
    columns |= estimates.mean(edge, level).columns("edge")
    columns |= difference.columns("score_difference")
    columns |= {"p_adjusted": estimates.holm(estimates.p_values(edge))}
    for name, counted in zip(("win_share", "score_difference"), SQUARED, strict=True):
        gains = [
            blocks.jackknife(summary, gain(counted, pair), level, BLOCKS)
            for pair in range(len(pairs))
        ]
        columns |= Estimate(*np.transpose(gains)).columns(f"{name}_gain")
    return pd.DataFrame(columns)


def ratings_table(
    summary: Summary, strategies: Sequence[str], level: float = LEVEL
) -> pd.DataFrame:
    """Return the rating of each strategy, best first (:mod:`analyser.analysis.ratings`)."""
    deals = summary.tallies[BLOCKS].values[:, summary.labels[BLOCKS].index("games")]
    return rate(summary.tallies[ORDERS], deals, strategies, level)


def analyse_tournament(
    plan: Plan, texts: Sequence[str], names: Sequence[str], **run_options: Any
) -> Result:
    """Play a plan's deals in every seating of strategies, whoever the plan would seat.

    ``texts`` is how rows call the strategies and ``names`` how a plan does; one that is there
    twice also plays among itself. ``meta["ratings"]`` holds the rows of :func:`ratings_table`,
    ``meta["seatings"]`` counts those of a deal, and ``meta["pair_seatings"]`` those that a row
    rests on. ``run_options`` are those of :func:`~analyser.batch.runner.run`.
    """
    named = dict(zip(texts, names, strict=True))
    pairs = tuple(dict.fromkeys(permutations(texts, 2)))
    summarise = SummariseTournament(plan, tuple((named[a], named[b]) for a, b in pairs))
    summary = run(plan, summarise, source=_span, **run_options)
    called = {name: text for text, name in reversed(named.items())}
    ratings = ratings_table(summary, summarise.strategies).replace({"strategy": called})
    meta = {
        "command": "tournament",
        **plan.describe(),
        "strategies": list(texts),
        "seatings": len(summarise.seatings()),
        "pair_seatings": len(played_sides(plan)),
        "rounds": summary.rounds,
        "ratings": ratings.to_dict("records"),
    }
    return Result(tournament_table(summary, plan, pairs), meta)


def _span(start: int, count: int) -> Span:
    """What is played for a chunk: nothing yet, as that depends on the seating."""
    return start, count
