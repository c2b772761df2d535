"""Games of coins whose rounds can be played on, branched and replayed; their answers are known.

Every random number is a hash of (seed, game, round, stream), so any game can be played alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType, SimpleNamespace
from typing import Any, cast

import numpy as np

from analyser.batch.plan import Plan
from analyser.core.records import Records
from analyser.core.rules import Rules
from analyser.core.spec import GameSpec, StrategySpec
from tests.analysis.toy import COLUMNS, GROUPINGS

MASK = (1 << 64) - 1


def chances(seed: int, game: np.ndarray, round_: np.ndarray | int, stream: int) -> np.ndarray:
    """Uniform numbers in [0, 1), one a game and round: SplitMix64 of all of it together."""
    x = np.asarray(game).astype(np.uint64)
    for word in (seed, stream, round_):
        with np.errstate(over="ignore"):
            x = x + np.asarray(word).astype(np.uint64) * np.uint64(0xD1342543DE82EF95)
            x = x + np.uint64(0x9E3779B97F4A7C15)
            x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
            x = x ^ (x >> np.uint64(31))
    return x / 2.0**64


@dataclass(frozen=True)
class Table:
    """``rounds`` a game, or as many as it takes to a score of ``end_score``."""

    sides: tuple[str, ...]
    rounds: int = 3
    end_score: int = 0


@dataclass(frozen=True)
class CoinSpec(GameSpec):
    """Each round gives points to the sides by chance; the first with the best total wins."""

    def __reduce__(self) -> Any:
        return "COINS"

    @property
    def analyses(self) -> ModuleType:
        components = lambda records, rules: {"points": records["points"]}  # noqa: E731
        parts = SimpleNamespace(HIGHER_WINS=True, GROUPINGS=GROUPINGS, components=components)
        return cast(ModuleType, parts)

    def sides(self, rules: Rules) -> tuple[str, ...]:
        return cast(Table, rules.table).sides

    def assumed(self, rules: Rules) -> tuple[str, ...]:
        return ()

    rulings = assumed

    def points(self, rules: Rules, seed: int, game: np.ndarray, number: np.ndarray) -> np.ndarray:
        """Points [sides, games] of a round: one to one of the sides."""
        sides = len(self.sides(rules))
        lucky = (chances(seed, game, number, 0) * sides).astype(int)
        return (lucky == np.arange(sides)[:, None]).astype(int)

    def ended(self, rules: Rules, number: np.ndarray, totals: np.ndarray) -> np.ndarray:
        table = cast(Table, rules.table)
        if table.end_score:
            return totals.max(axis=0) >= table.end_score
        return number >= table.rounds

    def simulate(self, rules, strategies, seed, start, count, fork=None, replicate=0) -> Records:  # type: ignore[no-untyped-def]
        game = start + np.arange(count)
        totals = np.zeros((len(self.sides(rules)), count), dtype=int)
        alive, number, rows = np.ones(count, dtype=bool), np.zeros(count, dtype=int), []
        while alive.any():
            number = number + 1
            points = self.points(rules, seed, game, number)
            totals = totals + points * alive
            rows.append((np.where(alive, number, 0), points, totals))
            alive = alive & ~self.ended(rules, number, totals)
        played = np.stack([row[0] for row in rows])  # [rounds, games]
        keep = played.T.ravel() > 0

        def flat(part: int) -> np.ndarray:
            each = np.stack([row[part] for row in rows], axis=-1)  # [sides, games, rounds]
            return each.reshape(len(each), -1)[:, keep]

        winner = np.arange(len(totals))[:, None] == totals.argmax(axis=0)
        wins = winner.repeat(played.shape[0], axis=1).reshape(len(totals), count, -1)
        rounds = played.T.ravel()[keep]
        zeros = np.zeros((2 * len(totals), len(rounds)))
        block = np.vstack(
            [rounds, 0 * rounds, zeros, flat(1), flat(2), wins.reshape(len(totals), -1)[:, keep]]
        )
        return Records(self.columns, len(totals), start, count, block.astype(np.int16))

    def resume(self, rules, strategies, seed, start, numbers, totals, leaders) -> np.ndarray:  # type: ignore[no-untyped-def]
        game = start + np.arange(len(numbers))
        totals, number = totals.T.copy(), numbers.copy()
        alive = np.ones(len(game), dtype=bool)
        while alive.any():
            number = number + 1
            totals += self.points(rules, seed, game, number) * alive
            alive = alive & ~self.ended(rules, number, totals)
        return totals.argmax(axis=0).astype(np.int8)


LADDER = (StrategySpec("low", 0, "low"), StrategySpec("high", 1, "high"))
COINS = CoinSpec("coins", "Coins", (2, 3), LADDER, COLUMNS)


def plan(games: int, table: Table, spec: GameSpec = COINS, seed: int = 0) -> Plan:
    players = len([side for side in table.sides if side.isdigit()])
    rules = Rules(spec.name, "standard", players, table)
    return Plan(spec, rules, ("high",), seed, games, version="1")
