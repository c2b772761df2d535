"""Games of chance that can be played on, branched and played again; their answers are known.

Every random number is a hash of (seed, game, round, stream), so any game can be played alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import ModuleType, SimpleNamespace
from typing import Any, cast

import numpy as np

from analyser.batch.plan import Plan
from analyser.core.branches import Branches
from analyser.core.forks import Fork
from analyser.core.records import Records
from analyser.core.rules import Rules
from analyser.core.spec import GameSpec, StrategySpec
from tests.analysis.toy import COLUMNS, GROUPINGS

CARDS, DECISIONS = 0, 100
"""Streams; those of decisions are one a replicate."""


def chances(seed: int, game: np.ndarray, number: np.ndarray, stream: int) -> np.ndarray:
    """Uniform numbers in [0, 1), one a game and round: SplitMix64 over all that names it."""
    x = game.astype(np.uint64)
    with np.errstate(over="ignore"):
        for word in (np.uint64(seed), np.uint64(stream), number.astype(np.uint64)):
            x = x + word * np.uint64(0xD1342543DE82EF95) + np.uint64(0x9E3779B97F4A7C15)
            x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
            x = x ^ (x >> np.uint64(31))
    return x / 2.0**64


@dataclass(frozen=True)
class Table:
    """``rounds`` a game, or as many as it takes to a total of ``end_score``."""

    sides: tuple[str, ...]
    rounds: int = 3
    end_score: int = 0


@dataclass(frozen=True)
class Play:
    """How rounds are played."""

    rules: Rules
    strategies: tuple[str, ...]
    seed: int
    fork: Fork | None = None
    replicate: int = 0

    def chances(self, game: np.ndarray, number: np.ndarray, stream: int) -> np.ndarray:
        if stream >= DECISIONS:
            stream += 1000 * self.replicate
        return chances(self.seed, game, number, stream)

    @property
    def sides(self) -> int:
        return len(cast(Table, self.rules.table).sides)


@dataclass(frozen=True)
class CoinSpec(GameSpec):
    """Each round gives a point to one side by chance; the first with the best total wins."""

    def __reduce__(self) -> Any:
        return "COINS"

    @property
    def analyses(self) -> ModuleType:
        def components(records: Records, rules: Rules) -> dict[str, np.ndarray]:
            return {"points": records["points"]}

        parts = SimpleNamespace(HIGHER_WINS=True, GROUPINGS=GROUPINGS, components=components)
        return cast(ModuleType, parts)

    def has(self, module: str) -> bool:
        return module == "play"

    def module(self, name: str) -> ModuleType:
        return cast(ModuleType, self)

    def sides(self, rules: Rules) -> tuple[str, ...]:
        return cast(Table, rules.table).sides

    def assumed(self, rules: Rules) -> tuple[str, ...]:
        return ()

    rulings = assumed

    def points(self, play: Play, game: np.ndarray, number: np.ndarray) -> np.ndarray:
        """The points of rounds, [sides, games]."""
        lucky = (play.chances(game, number, CARDS) * play.sides).astype(int)
        return (lucky == np.arange(play.sides)[:, None]).astype(int)

    def ended(self, rules: Rules, number: np.ndarray, totals: np.ndarray) -> np.ndarray:
        table = cast(Table, rules.table)
        if table.end_score:
            return totals.max(axis=0) >= table.end_score
        return number >= table.rounds

    def simulate(  # type: ignore[no-untyped-def]
        self, rules, strategies, seed, start, count, fork=None, replicate=0
    ) -> Records:
        play = Play(rules, strategies, seed, fork, replicate)
        game, number = start + np.arange(count), np.zeros(count, dtype=int)
        totals = np.zeros((play.sides, count), dtype=int)
        alive = np.ones(count, dtype=bool)
        fields = []
        while alive.any():
            number = number + 1
            points = self.points(play, game, number)
            totals = totals + points * alive
            fields.append(np.vstack([np.where(alive, number, 0), points, totals]))
            alive = alive & ~self.ended(rules, number, totals)
        numbers, *rest = np.stack(fields, axis=-1)  # [fields, games, rounds]
        keep = numbers > 0
        points, totals = np.split(np.stack(rest)[:, keep], 2)
        best = np.stack(rest)[play.sides :, :, -1].argmax(axis=0).repeat(keep.sum(axis=1))
        rounds = np.vstack([numbers[keep], 0 * numbers[keep], *[0 * points] * 2, points, totals])
        block = np.vstack([rounds, np.arange(play.sides)[:, None] == best])
        return Records(self.columns, play.sides, start, count, block.astype(np.int16))

    def resume(  # type: ignore[no-untyped-def]
        self, rules, strategies, seed, start, numbers, totals, leaders
    ) -> np.ndarray:
        play = Play(rules, strategies, seed)
        game, number, totals = start + np.arange(len(numbers)), numbers.copy(), totals.T.copy()
        alive = np.ones(len(game), dtype=bool)
        while alive.any():
            number = number + 1
            totals += self.points(play, game, number) * alive
            alive = alive & ~self.ended(rules, number, totals)
        return totals.argmax(axis=0).astype(np.int8)

    def branches(  # type: ignore[no-untyped-def]
        self, rules, strategies, seed, start, count, forks: Sequence[Fork]
    ) -> Branches:
        base = self.simulate(rules, strategies, seed, start, count)
        blocks = []
        for fork in forks:
            branch = replace(base, block=base.block.copy())
            branch["points"][:] = self.points(
                Play(rules, strategies, seed, fork), base.game, base["round"]
            )
            branch["total"][:] += branch["points"] - base["points"]
            best = np.arange(base.sides)[:, None] == branch["total"].argmax(axis=0)
            branch["winner"][:] = best & self.ended(rules, base["round"], branch["total"])
            blocks.append(branch.block)
        imposed = np.full((len(forks), base.rounds), 2, dtype=np.uint8)
        return Branches(base, tuple(forks), np.stack(blocks), imposed)


LADDER = tuple(StrategySpec(name, rung, name) for rung, name in enumerate(("low", "mid", "high")))
COINS = CoinSpec("coins", "Coins", (2, 3), LADDER, COLUMNS)


def plan(
    games: int, table: Table, spec: GameSpec = COINS, seed: int = 0, strategy: str = "high"
) -> Plan:
    players = len([side for side in table.sides if side.isdigit()])
    rules = Rules(spec.name, "standard", players, table)
    return Plan(spec, rules, (strategy,), seed, games, version="1")
