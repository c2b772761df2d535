"""A game of plain numbers, so that what an analysis must find is known beforehand."""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType, SimpleNamespace
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike

from analyser.batch.plan import Plan
from analyser.core.records import Records
from analyser.core.rules import Rules
from analyser.core.spec import Column, GameSpec, StrategySpec

COLUMNS = (
    Column("starter", "round", "seat that begins"),
    *(Column(name, "side", name) for name in ("bid", "met", "points", "total", "winner")),
)

GAMES = 400
"""How many games the toy can be played."""


def _broadcast(codes: np.ndarray, records: Records) -> np.ndarray:
    return np.broadcast_to(codes, (records.sides, records.rounds))


def _components(records: Records, rules: Rules) -> dict[str, np.ndarray]:
    return {"bonus": records["met"] * 2, "rest": records["points"] - records["met"] * 2}


GROUPINGS = {
    "bid": lambda records, rules: (records["bid"], tuple(range(7))),
    "met": lambda records, rules: (records["met"], (False, True)),
    "round": lambda records, rules: (
        _broadcast(records["round"] - 1, records),
        tuple(range(1, int(records["round"].max()) + 1)),
    ),
    "side": lambda records, rules: (
        _broadcast(np.arange(records.sides)[:, None], records),
        tuple(int(s) if s.isdigit() else s for s in rules.table.sides),
    ),
}


@dataclass(frozen=True)
class Table:
    sides: tuple[str, ...]


@dataclass(frozen=True)
class ToySpec(GameSpec):
    higher_wins: bool = True
    has_bids: bool = True

    def __reduce__(self) -> Any:
        return "TOY"

    @property
    def analyses(self) -> ModuleType:
        module = SimpleNamespace(
            HIGHER_WINS=self.higher_wins, GROUPINGS=GROUPINGS, components=_components
        )
        if self.has_bids:
            module.success = lambda records: records["met"] == 1
        return cast(ModuleType, module)

    def has(self, module: str) -> bool:
        return False

    def sides(self, rules: Rules) -> tuple[str, ...]:
        return cast(Table, rules.table).sides

    def assumed(self, rules: Rules) -> tuple[str, ...]:
        return ("T1",)

    def rulings(self, rules: Rules) -> tuple[str, ...]:
        return ("T1", "T2")

    def simulate(  # type: ignore[no-untyped-def]
        self, rules, strategies, seed, start, count, fork=None, replicate=0
    ) -> Records:
        return chunk(random_records(GAMES, len(self.sides(rules)), seed), start, count)


TOY = ToySpec("toy", "Toy", (2, 3), (StrategySpec("random", 0, "random"),), COLUMNS)


def rules(*sides: str) -> Rules:
    return Rules("toy", "standard", len([s for s in sides if s.isdigit()]), Table(sides))


def records(
    points: ArrayLike,
    *,
    lengths: ArrayLike | None = None,
    bid: ArrayLike = 0,
    met: ArrayLike = 0,
    starter: ArrayLike = 0,
    start: int = 0,
    better: int = 1,
) -> Records:
    """Records of points [sides, rounds]: ``lengths`` rounds a game, three each by default.

    The first of the sides with the best total wins; ``better`` is −1 if the lowest is best.
    """
    points = np.asarray(points)
    sides, rounds = points.shape
    lengths = np.full(rounds // 3, 3) if lengths is None else np.asarray(lengths)
    game = np.repeat(np.arange(len(lengths)), lengths)
    first = np.cumsum(lengths) - lengths
    running = points.cumsum(axis=1)
    total = running - (running - points)[:, first][:, game]
    winner = (better * total[:, first + lengths - 1]).argmax(axis=0)[game]

    def each(values: ArrayLike) -> np.ndarray:
        return np.broadcast_to(np.asarray(values), points.shape)

    block = np.vstack(
        [
            np.arange(rounds) - first[game] + 1,
            np.broadcast_to(np.asarray(starter), rounds),
            each(bid),
            each(met),
            points,
            total,
            np.arange(sides)[:, None] == winner,
        ]
    )
    return Records(COLUMNS, sides, start, len(lengths), block.astype(np.int16))


def chunk(whole: Records, start: int, count: int) -> Records:
    """Games ``start`` to ``start + count`` of records that begin with game 0."""
    keep = (whole.game >= start) & (whole.game < start + count)
    return Records(whole.columns, whole.sides, start, count, whole.block[:, keep])


def random_records(games: int, sides: int = 3, seed: int = 0) -> Records:
    """Games of one to five rounds, whose outcomes hang together within a game."""
    rng = np.random.default_rng(seed)
    lengths = rng.integers(1, 6, games)
    rounds = int(lengths.sum())
    luck = np.repeat(rng.random((sides, games)), lengths, axis=1)
    bid = rng.integers(0, 7, (sides, rounds))
    met = rng.random((sides, rounds)) < (luck + (bid < 3)) / 2
    points = 2 * met + rng.integers(0, 30, (sides, rounds))
    starter = rng.integers(0, sides, rounds)
    return records(points, lengths=lengths, bid=bid, met=met, starter=starter)


def plan(games: int, *sides: str, spec: GameSpec = TOY) -> Plan:
    return Plan(spec, rules(*sides), ("random",), 0, games, version="1")
