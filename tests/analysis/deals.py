"""A toy with cards: six of them, two a side, whose worth in a round is known beforehand."""

from __future__ import annotations

from dataclasses import dataclass, fields
from types import ModuleType, SimpleNamespace
from typing import Any, cast

import numpy as np

from analyser.core.records import Records
from analyser.core.rules import Rules
from tests.analysis.toy import TOY, ToySpec, chunk, records

CARDS = ("x0", "x1", "y0", "y1", "z0", "z1")
CONTEXTS = ("x", "y", "z", "none")
"""Round 1 is of x, round 2 of y, round 3 of none; no round is of z."""

GAMES = 400


def _relation(card: str, context: str, rules: Rules) -> bool | None:
    return None if context == "none" else card[0] == context


CARDS_MODULE = SimpleNamespace(
    ACTIONS={"keep": "held", "bid": "laid"},
    CONTEXTS=CONTEXTS,
    names=lambda rules: list(CARDS),
    context=lambda records: np.array([0, 1, 3])[records["round"] - 1],
    relation=_relation,
    draws=lambda trace, rules: trace,
)


@dataclass(frozen=True)
class Draws:
    """What the toy's draws were, arrays [draws, rounds]."""

    card: np.ndarray
    side: np.ndarray
    turn: np.ndarray
    action: np.ndarray
    forced: np.ndarray
    won: np.ndarray


@dataclass(frozen=True)
class DealSpec(ToySpec):
    """The toy with a trace; its games are those of :func:`deal`."""

    def has(self, module: str) -> bool:
        return module == "cards"

    def module(self, name: str) -> ModuleType:
        return cast(ModuleType, {"cards": CARDS_MODULE}[name])

    def __reduce__(self) -> Any:
        return _deals, ()

    def simulate(self, rules, strategies, seed, start, count, fork=None) -> Records:  # type: ignore[no-untyped-def]
        return self.trace(rules, strategies, seed, start, count)[0]

    def trace(self, rules, strategies, seed, start, count) -> tuple[Records, Any]:  # type: ignore[no-untyped-def]
        return part(*deal(GAMES, seed, noise=5, sides=len(self.sides(rules))), start, count)


DEALS = DealSpec("deals", "Deals", (2, 3), TOY.strategies, TOY.columns)


def _deals() -> DealSpec:
    return DEALS


def part(whole: Records, draws: Draws, start: int, count: int) -> tuple[Records, Draws]:
    """Games ``start`` to ``start + count`` of what begins with game 0."""
    keep = (whole.game >= start) & (whole.game < start + count)
    return chunk(whole, start, count), Draws(
        *(getattr(draws, field.name)[:, keep] for field in fields(draws))
    )


def deal(
    games: int,
    seed: int = 0,
    *,
    worth: np.ndarray | None = None,
    noise: int = 0,
    nobodys: int = 0,
    sides: int = 3,
) -> tuple[Records, Draws]:
    """Games of three rounds; ``worth`` [3, cards] are the points of who draws a card in a round.

    ``noise`` bounds the luck of a side in a game. The cards of the last ``nobodys`` sides are no
    draws. A card is kept, and then wins its trick, if its number is even.
    """
    rng = np.random.default_rng(seed)
    rounds = 3 * games
    order = rng.permuted(np.tile(np.arange(len(CARDS)), (rounds, 1)), axis=1).T  # [cards, rounds]
    side = np.broadcast_to(np.repeat(np.arange(3), 2)[:, None], order.shape)
    each = np.zeros((3, len(CARDS)), dtype=int) if worth is None else worth
    points = 20 + each[np.arange(rounds) % 3, order].reshape(3, 2, rounds).sum(axis=1)
    points += np.repeat(rng.integers(-noise, noise + 1, (3, games)), 3, axis=1)
    met = rng.random(points.shape) < 0.5
    drawn = order[: 2 * (3 - nobodys)]
    kept = drawn % 2 == 0
    turn = np.broadcast_to(np.arange(len(drawn))[:, None] % 2, drawn.shape)
    return records(points, met=met), Draws(
        drawn, side[: len(drawn)], turn, (~kept).astype(int), turn == 1, kept
    )
