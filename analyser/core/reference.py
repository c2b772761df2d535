"""Whole games on a reference engine: what the modules ``play`` of all games have in common.

A game's own are a :class:`Driver`, which plays one round, and the fields of a
:class:`Reference`, which plays games, chunks and branches with it as the kernel does.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from analyser.core.branches import Branches
from analyser.core.forks import Fork
from analyser.core.random import Deal, Decisions
from analyser.core.records import Records
from analyser.core.rules import Rules
from analyser.core.spec import GameSpec
from analyser.core.strategies import make_player
from analyser.core.traces import Trace

MAX_ROUNDS = 10_000
"""A game this long is taken for one that never ends."""


@dataclass(frozen=True)
class Standing:
    """Where a game stands: rounds played, totals by side, and the seat that begins the next."""

    number: int
    totals: tuple[int, ...]
    leader: int


class Finished(Protocol):
    """A round played to its end."""

    @property
    def standing(self) -> Standing:
        """Where the game stands after it."""
        ...


S = TypeVar("S")
F = TypeVar("F", bound=Finished)
T = TypeVar("T", bound=Trace)
Choice = TypeVar("Choice")


@dataclass(frozen=True)
class FinishedGame(Generic[F]):
    """A finished game: its rounds and the side that won it."""

    rounds: list[F]
    winner: int


class Driver(ABC, Generic[S, F]):
    """Plays the round after a standing: asks the strategies, applies the fork, takes notes.

    ``imposed`` says what became of the fork, as in :class:`~analyser.core.branches.Branches`;
    ``options`` are the numbers of legal answers, decision by decision.
    """

    spec: ClassVar[GameSpec]
    makers: ClassVar[Mapping[str, Callable[..., Any]]]
    """What makes each strategy, by name."""

    def __init__(
        self,
        rules: Rules,
        strategies: Sequence[str],
        seed: int,
        index: int,
        standing: Standing,
        fork: Fork | None = None,
        replicate: int = 0,
    ) -> None:
        number = standing.number + 1
        self.rules, self.table = rules, rules.table
        self.seed, self.index, self.number = seed, index, number
        self.standing = standing
        self.fork = fork if fork is not None and fork.round in (0, number) else None
        self.players: list[S] = [
            make_player(
                self.spec, self.makers, text, rules, f"seat {seat}, round {number} of game {index}"
            )
            for seat, text in enumerate(strategies)
        ]
        self.decisions = [
            Decisions(seed, seat, index, number, replicate) for seat in range(len(strategies))
        ]
        self.imposed = 0
        self.options: list[int] = []

    @abstractmethod
    def finish(self) -> F:
        """Play the round to its end and count its points."""

    def forked(self, kind: str, seat: int | None = None) -> Fork | None:
        """The fork, if it is of that kind and about that seat."""
        fork = self.fork
        about = fork is not None and fork.kind == kind and seat in (None, fork.seat)
        return fork if about else None

    def impose(self, choice: Choice, imposed: Choice) -> Choice:
        """Return the imposed choice, and note whether it is another one."""
        self.imposed = 1 + (imposed != choice)
        return imposed


@dataclass(frozen=True)
class Reference(Generic[F, T]):
    """A game on its reference engine.

    ``check_fork`` raises InputError for a fork that the rules do not allow; ``winner`` is the
    side that has won at a standing, -1 while the game goes on; ``fields`` are those of the
    records of a round, given who wins the game with it; ``traced`` those of a trace, given
    the driver's ``options``.
    """

    driver: type[Driver[Any, F]]
    check_fork: Callable[[Fork, Rules], object]
    winner: Callable[[Rules, Standing], int]
    fields: Callable[[F, int], list[int]]
    traced: Callable[[F, Sequence[int]], Sequence[int | None]]
    trace_type: type[T]

    def beginning(self, rules: Rules, seed: int, index: int) -> Standing:
        """The standing before the first round: no points, and a random seat begins."""
        none = (0,) * len(self.driver.spec.sides(rules))
        return Standing(0, none, Deal(seed, index, 1).starter(rules.players))

    def rounds(
        self,
        rules: Rules,
        strategies: Sequence[str],
        seed: int,
        index: int,
        fork: Fork | None = None,
        replicate: int = 0,
        standing: Standing | None = None,
    ) -> Iterator[tuple[F, Driver[Any, F]]]:
        """The rounds of a game, each with the driver that played it."""
        if fork is not None:
            self.check_fork(fork, rules)
        standing = standing or self.beginning(rules, seed, index)
        while self.winner(rules, standing) < 0:
            if standing.number == MAX_ROUNDS:
                raise RuntimeError(
                    f"game {index} of seed {seed} has not ended in {MAX_ROUNDS} rounds"
                )
            driver = self.driver(rules, strategies, seed, index, standing, fork, replicate)
            finished = driver.finish()
            yield finished, driver
            standing = finished.standing

    def play_game(
        self,
        rules: Rules,
        strategies: Sequence[str],
        seed: int,
        index: int,
        fork: Fork | None = None,
        replicate: int = 0,
        standing: Standing | None = None,
    ) -> FinishedGame[F]:
        """Play the ``index``-th game of a seeded batch; the same game as the kernel's.

        ``replicate`` draws the seats' decisions from other streams; with a ``standing`` the game
        is played on from there with the cards of its later rounds.
        """
        standing = standing or self.beginning(rules, seed, index)
        rounds = []
        for finished, _ in self.rounds(rules, strategies, seed, index, fork, replicate, standing):
            rounds.append(finished)
            standing = finished.standing
        return FinishedGame(rounds, self.winner(rules, standing))

    def simulate(
        self,
        rules: Rules,
        strategies: Sequence[str],
        seed: int,
        start: int,
        count: int,
        fork: Fork | None = None,
        replicate: int = 0,
    ) -> Records:
        """Play a chunk of games: the twin of the kernel's ``simulate``."""
        rows = []
        for index in range(start, start + count):
            game = self.play_game(rules, strategies, seed, index, fork, replicate)
            rows += [self.fields(finished, game.winner) for finished in game.rounds]
        spec = self.driver.spec
        sides = len(spec.sides(rules))
        block = np.array(rows, dtype=np.int16).reshape(-1, Records.fields(spec.columns, sides)).T
        return Records(spec.columns, sides, start, count, np.ascontiguousarray(block))

    def trace(
        self, rules: Rules, strategies: Sequence[str], seed: int, start: int, count: int
    ) -> tuple[Records, T]:
        """Play a chunk of games and note everything that is done: the twin of the kernel's."""
        records = self.simulate(rules, strategies, seed, start, count)
        rows = [
            self.traced(finished, driver.options)
            for index in range(start, start + count)
            for finished, driver in self.rounds(rules, strategies, seed, index)
        ]
        block = np.array(rows, dtype=np.uint8).reshape(-1, sum(self.trace_type.widths(rules))).T
        return records, self.trace_type.of(np.ascontiguousarray(block), rules)

    def branches(
        self,
        rules: Rules,
        strategies: Sequence[str],
        seed: int,
        start: int,
        count: int,
        forks: Sequence[Fork],
    ) -> Branches:
        """Play a chunk of games and every round of it again under each fork: the kernel's twin."""
        for fork in forks:
            self.check_fork(fork, rules)
        base = self.simulate(rules, strategies, seed, start, count)
        blocks = np.empty((len(forks), *base.block.shape), dtype=np.int16)
        imposed = np.zeros((len(forks), base.rounds), dtype=np.uint8)
        at = 0
        for index in range(start, start + count):
            for _, played in self.rounds(rules, strategies, seed, index):
                for f, fork in enumerate(forks):
                    driver = self.driver(rules, strategies, seed, index, played.standing, fork)
                    branch = driver.finish()
                    blocks[f, :, at] = self.fields(branch, self.winner(rules, branch.standing))
                    imposed[f, at] = driver.imposed
                at += 1
        return Branches(base, tuple(forks), blocks, imposed)

    def resume(
        self,
        rules: Rules,
        strategies: Sequence[str],
        seed: int,
        start: int,
        numbers: NDArray[np.integer],
        totals: NDArray[np.integer],
        leaders: NDArray[np.integer],
    ) -> NDArray[np.int8]:
        """Play games on from given standings and return who wins: the twin of the kernel's."""
        given = zip(numbers.tolist(), totals.tolist(), leaders.tolist(), strict=True)
        standings = [Standing(number, tuple(total), leader) for number, total, leader in given]
        winners = [
            self.play_game(rules, strategies, seed, start + i, standing=standing).winner
            for i, standing in enumerate(standings)
        ]
        return np.array(winners, dtype=np.int8)
