"""Tournaments: every strategy against every other on duplicate deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
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
    seat,
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
class Tournament:
    """Plays a plan's deals in every seating of strategies, whoever the plan would seat; picklable.

    ``texts`` is how the strategies are called, two at least; one that is there twice also plays
    among itself. Raises InputError for an unknown one.
    """

    plan: Plan
    texts: tuple[str, ...]

    @cached_property
    def names(self) -> dict[str, str]:
        """How a plan calls each strategy."""
        spec, rules = self.plan.spec, self.plan.rules
        return {text: spec.parse_strategies([text], rules)[0] for text in self.texts}

    @cached_property
    def rows(self) -> tuple[Pair, ...]:
        """The pairs of strategies, as they are called."""
        return tuple(dict.fromkeys(permutations(self.texts, 2)))

    @cached_property
    def pairs(self) -> Pairs:
        """The same pairs, as a plan calls them."""
        return Pairs(self.plan, tuple((self.names[a], self.names[b]) for a, b in self.rows))

    @cached_property
    def strategies(self) -> dict[str, str]:
        """The different strategies, as a plan calls them, and how they are called first."""
        called: dict[str, str] = {}
        for text, name in self.names.items():
            called.setdefault(name, text)
        return called

    @cached_property
    def plans(self) -> dict[Seating, Plan]:
        """The plan of each seating of a deal."""
        sides = len(played_sides(self.plan))
        mixed = permutations(self.strategies, sides) if sides <= MIXED else ()
        return seat(self.plan, (*self.pairs.seatings(), *mixed))

    @property
    def identity(self) -> str:
        """What determines the sums, next to the plan."""
        even = [replace(self.plan, strategies=(self.names[text],)) for text in self.texts]
        return f"tournament {[plan.digest for plan in even]}"

    def __call__(self, span: Span) -> Summary:
        """Play and sum the deals of a span."""
        start, games = span
        outcomes = play_seatings(self.plans, start, games)
        summary = self.pairs.summarise(outcomes, start)
        orders = tally_orders(outcomes, [*self.strategies], start)
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


def analyse_tournament(tournament: Tournament, **run_options: Any) -> Result:
    """Play a tournament and tell how its strategies fared.

    ``meta["ratings"]`` holds the rows of :func:`ratings_table`, ``meta["seatings"]`` counts those
    of a deal, and ``meta["pair_seatings"]`` those that a row rests on. ``run_options`` are those of
    :func:`~analyser.batch.runner.run`.
    """
    plan = tournament.plan
    bots = {
        text: digest for each in tournament.plans.values() for text, digest in each.bots.items()
    }
    summary = run(plan, tournament, source=_span, processes=bool(bots), **run_options)
    meta = {
        "command": "tournament",
        **plan.describe(),
        "strategies": list(tournament.texts),
        **({"bots": bots} if bots else {}),
        "seatings": len(tournament.plans),
        "pair_seatings": len(played_sides(plan)),
        "rounds": summary.rounds,
        "ratings": ratings_table(summary, [*tournament.strategies.values()]).to_dict("records"),
    }
    return Result(tournament_table(summary, plan, tournament.rows), meta)


def _span(start: int, count: int) -> Span:
    """What is played for a chunk: nothing yet, as that depends on the seating."""
    return start, count
