"""A toy that can be forked: a coin with a chance that is seen, a bid on it, and known worths.

Each round every side draws one of six cards, which sets the chance p = (2 · card + 1) / 12 that
its coin falls on "win", and bids win or lose. Its bid card may lie face up: then GAIN for it if
the bid is made, else GIFT for each of the others. It pays LEAD to lead, and OPTION for each legal
alternative below the one chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from types import ModuleType, SimpleNamespace
from typing import Any, cast

import numpy as np

from analyser.batch.plan import Plan
from analyser.core.branches import Branches
from analyser.core.forks import Fork
from analyser.core.questions import Choice, Imposed
from analyser.core.records import Records
from analyser.core.rules import Rules
from analyser.core.spec import StrategySpec
from tests.analysis.toy import COLUMNS, ToySpec, records, rules

CARDS = 6
GAIN, GIFT = 10, 5
LEAD = 6
OPTION = 4
COSTS = {"never looks": 4, "never sneezes": 0}
"""Points a round that each restriction costs."""

BONUS = {"seen": (20, 20), "uneven": (20, 40), "win": (20, 20), "shown": (20, 20)}
"""Points for a bid on lose or win that is made, by strategy.

``seen`` and ``uneven`` bid on the side of the coin that is likelier. ``win`` always bids on win;
its records say which card it holds in place of the bid. All appeal where they are right more
often than once in three times; but ``shown`` loses 1 point by each bid card that lies up.
"""


@dataclass(frozen=True)
class Deal:
    """The luck of some games, arrays [sides, rounds]; ``leader`` is [rounds]."""

    card: np.ndarray
    win: np.ndarray
    options: np.ndarray
    leader: np.ndarray


@cache
def deals(sides: int, seed: int, start: int, count: int) -> Deal:
    """The luck of games ``start`` to ``start + count`` of a seed."""
    games = [_game(sides, seed, game) for game in range(start, start + count)]
    return Deal(*(np.concatenate(parts, axis=-1) for parts in zip(*games, strict=True)))


def _game(sides: int, seed: int, game: int) -> tuple[np.ndarray, ...]:
    rng = np.random.default_rng([seed, game])
    shape = (sides, 3)
    card = rng.integers(0, CARDS, shape)
    win = rng.integers(0, 2 * CARDS, shape) < 2 * card + 1
    return card, win, rng.integers(1, 4, shape), rng.integers(0, sides, 3)


def play(dealt: Deal, strategy: str, fork: Fork | None = None) -> tuple[Records, np.ndarray]:
    """Play all rounds, three a game, under a fork; also say what became of the fork."""
    sides, rounds = dealt.card.shape
    chance = (2 * dealt.card + 1) / (2 * CARDS)
    bid = np.ones_like(dealt.card) if strategy == "win" else (chance > 1 / 2).astype(int)
    imposed = np.zeros(rounds, dtype=np.uint8)
    kind, seat = (fork.kind, fork.seat) if fork else ("", 0)
    if fork and kind == "target":
        bid[seat] = fork.value
        imposed[:] = 2
    made = dealt.win == bid
    up = (np.where(bid, chance, 1 - chance) > 1 / 3).astype(int)
    if fork and kind == "face":
        imposed = np.where(up[seat] == fork.value, 1, 2).astype(np.uint8)
        up[seat] = fork.value
    leader = dealt.leader.copy()
    if fork and kind == "leader":
        at = (np.arange(rounds) % 3 + 1 == fork.round) | (fork.round == 0)
        imposed = np.where(at, 1 + (leader != fork.value), 0).astype(np.uint8)
        leader[at] = fork.value
    chosen = dealt.options - 1
    if fork and kind == "option" and fork.at == 0:
        legal = fork.value < dealt.options[seat]
        imposed = np.where(legal, 1 + (chosen[seat] != fork.value), 0).astype(np.uint8)
        chosen[seat] = np.where(legal, fork.value, chosen[seat])
    if fork and kind == "option" and fork.at == 1:
        imposed[:] = 1
    lost = up * (made == 0)
    points = np.array(BONUS[strategy])[bid] * made + GAIN * up * made
    points += GIFT * (lost.sum(axis=0) - lost) - (strategy == "shown") * up
    points += LEAD * (np.arange(sides)[:, None] == leader) + OPTION * chosen
    if fork and kind == "restrict":
        points[seat] -= [*COSTS.values()][fork.value]
    shown = dealt.card if strategy == "win" else bid
    return records(points, bid=shown, met=made, starter=leader), imposed


QUESTIONS = SimpleNamespace(
    bids=lambda rules: (0, 1),
    menu=lambda rules: tuple(
        Choice(side, tuple(Fork("target", bid, seat=side) for bid in (0, 1)))
        for side in _players(rules)
    ),
    faces=lambda rules: tuple(
        Choice(side, tuple(Fork("face", up, seat=side) for up in (0, 1)))
        for side in _players(rules)
    ),
    stakes=lambda rules: (GAIN, GIFT),
    leaders=lambda rules: tuple(Imposed(side, Fork("leader", side)) for side in _players(rules)),
    decisions=lambda rules: tuple(
        Choice(
            side,
            tuple(Fork("option", value, seat=side, at=at) for value in range(3 - 2 * at)),
            ("first", "second")[at],
        )
        for side in _players(rules)
        for at in (0, 1)
    ),
    restrictions=lambda rules: {
        name: tuple(Imposed(side, Fork("restrict", i, seat=side)) for side in _players(rules))
        for i, name in enumerate(COSTS)
    },
)

CARDS_MODULE = SimpleNamespace(
    CONTEXTS=("plain", "odd"),
    names=lambda rules: [f"c{i}" for i in range(CARDS)],
    context=lambda records: records["round"] % 2,
    draws=lambda trace, rules: trace,
)


def _players(rules: Rules) -> range:
    return range(rules.players)


@dataclass(frozen=True)
class ForkedSpec(ToySpec):
    """The toy's engine; a seed deals anew, and each game has three rounds."""

    def has(self, module: str) -> bool:
        return module in ("questions", "cards")

    def module(self, name: str) -> ModuleType:
        return cast(ModuleType, {"questions": QUESTIONS, "cards": CARDS_MODULE}[name])

    def __reduce__(self) -> Any:
        return _forked, ()

    def simulate(self, rules, strategies, seed, start, count, fork=None) -> Records:  # type: ignore[no-untyped-def]
        return self._part(rules, strategies, seed, start, count, fork)[0]

    def trace(self, rules, strategies, seed, start, count) -> tuple[Records, Any]:  # type: ignore[no-untyped-def]
        dealt = deals(len(self.sides(rules)), seed, start, count)
        side = np.broadcast_to(np.arange(len(dealt.card))[:, None], dealt.card.shape)
        trace = SimpleNamespace(card=dealt.card, side=side)
        return self.simulate(rules, strategies, seed, start, count), trace

    def branches(self, rules, strategies, seed, start, count, forks: Sequence[Fork]) -> Branches:  # type: ignore[no-untyped-def]
        base = self.simulate(rules, strategies, seed, start, count)
        parts = [self._part(rules, strategies, seed, start, count, fork) for fork in forks]
        blocks = np.stack([part.block for part, _ in parts])
        return Branches(base, tuple(forks), blocks, np.stack([imposed for _, imposed in parts]))

    def _part(self, rules, strategies, seed, start, count, fork):  # type: ignore[no-untyped-def]
        dealt = deals(len(self.sides(rules)), seed, start, count)
        found, imposed = play(dealt, strategies[0], fork)
        return Records(found.columns, found.sides, start, count, found.block), imposed


FORKED = ForkedSpec(
    "forked",
    "Forked",
    (2, 3),
    tuple(StrategySpec(name, 0, name) for name in BONUS),
    COLUMNS,
)


def _forked() -> ForkedSpec:
    return FORKED


def plan(games: int, strategy: str = "seen", *sides: str) -> Plan:
    return Plan(FORKED, rules(*(sides or ("0", "1", "2"))), (strategy,), 1, games, version="1")
