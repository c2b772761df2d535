"""Batches on a kernel: what the modules ``simulate`` of all games have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from analyser.core.branches import Branches
from analyser.core.forks import Fork
from analyser.core.records import Records
from analyser.core.reference import MAX_ROUNDS
from analyser.core.rules import Rules
from analyser.core.spec import GameSpec
from analyser.core.traces import Trace

T = TypeVar("T", bound=Trace)


def fork_fields(fork: Fork | None, kinds: Sequence[str]) -> dict[str, int]:
    """The fields of a kernel's struct of a fork, by name; kind 0 is none."""
    if fork is None:
        return {"kind": 0, "round": 0, "seat": 0, "at": 0, "value": 0}
    return vars(fork) | {"kind": 1 + kinds.index(fork.kind)}


@dataclass(frozen=True)
class Kernel(Generic[T]):
    """A game on its kernel.

    ``module`` is compiled and has ``play_chunk``, ``play_branches`` and ``play_on_all``; they
    take what ``rules``, ``strategies`` and ``fork`` make of those: structs by field name, codes.
    ``fork`` raises InputError for one that the rules do not allow. ``expected_rounds`` says for
    how many rounds of a game there is room at first; longer ones get more.
    """

    spec: GameSpec
    module: ModuleType
    rules: Callable[[Rules, Sequence[str]], Mapping[str, Any]]
    strategies: Callable[[Sequence[str]], Sequence[tuple[int, ...]]]
    fork: Callable[[Fork | None, Rules], Mapping[str, int]]
    expected_rounds: Callable[[Rules], int]
    trace_type: type[T]

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
        """Play games ``start`` to ``start + count`` of a seed on the kernel.

        Returns the records in game order; raises InputError for a fork that the rules do not
        allow. Releases the GIL; takes memory for the records only.
        """
        return self._play(rules, strategies, seed, start, count, fork, replicate, 0)[0]

    def trace(
        self, rules: Rules, strategies: Sequence[str], seed: int, start: int, count: int
    ) -> tuple[Records, T]:
        """Play the same games and also return all that was done, as the game's own trace."""
        fields = sum(self.trace_type.widths(rules))
        records, block = self._play(rules, strategies, seed, start, count, None, 0, fields)
        return records, self.trace_type.of(block, rules)

    def branches(
        self,
        rules: Rules,
        strategies: Sequence[str],
        seed: int,
        start: int,
        count: int,
        forks: Sequence[Fork],
    ) -> Branches:
        """Play the same games, and each of their rounds again under each fork.

        Raises InputError for a fork that the rules do not allow.
        """
        base = self.simulate(rules, strategies, seed, start, count)
        blocks = np.empty((len(forks) + 1, *base.block.shape), dtype=np.int16)
        imposed = np.empty((len(forks), base.rounds), dtype=np.uint8)
        self.module.play_branches(
            self.rules(rules, strategies),
            self.strategies(strategies),
            [self.fork(fork, rules) for fork in forks],
            seed,
            start,
            count,
            blocks,
            imposed,
        )
        return Branches(base, tuple(forks), blocks[:-1], imposed)

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
        """Play games on from given standings to their end and return the winning sides, int8[n].

        ``numbers`` [n] of rounds played, at least 1, ``totals`` [n, sides], ``leaders`` [n] the
        seats that begin the next round.
        """
        if numbers.size and numbers.min() < 1:
            raise ValueError("a game can be resumed after its first round only")
        winners = np.empty(len(numbers), dtype=np.int8)
        self.module.play_on_all(
            self.rules(rules, strategies),
            self.strategies(strategies),
            seed,
            start,
            *(np.ascontiguousarray(a, dtype=np.int32) for a in (numbers, totals, leaders)),
            winners,
        )
        if (winners < 0).any():
            raise RuntimeError(f"a game of seed {seed} has not ended in {MAX_ROUNDS} rounds")
        return winners

    def _play(
        self,
        rules: Rules,
        strategies: Sequence[str],
        seed: int,
        start: int,
        count: int,
        fork: Fork | None,
        replicate: int,
        trace_fields: int,
    ) -> tuple[Records, NDArray[np.uint8]]:
        """Play games into blocks with room for as many rounds as they turn out to have."""
        columns, sides = self.spec.columns, len(self.spec.sides(rules))
        arguments = (
            self.rules(rules, strategies),
            self.strategies(strategies),
            self.fork(fork, rules),
        )
        blocks: list[NDArray[np.int16]] = []
        traces: list[NDArray[np.uint8]] = []
        done, least = 0, 1
        while done < count or not blocks:
            room = max(least, (count - done) * self.expected_rounds(rules))
            block = np.empty((Records.fields(columns, sides), room), dtype=np.int16)
            traced = np.empty((trace_fields, room), dtype=np.uint8)
            games, used = self.module.play_chunk(
                *arguments, seed, start + done, count - done, replicate, block, traced
            )
            if not games:
                if room >= MAX_ROUNDS:
                    raise RuntimeError(
                        f"game {start + done} of seed {seed} has not ended in {MAX_ROUNDS} rounds"
                    )
                least = MAX_ROUNDS
            blocks.append(block[:, :used])
            traces.append(traced[:, :used])
            done += games
        return Records(columns, sides, start, count, _whole(blocks)), _whole(traces)


def _whole(blocks: list[NDArray[Any]]) -> NDArray[Any]:
    return np.concatenate(blocks, axis=1) if len(blocks) > 1 else np.ascontiguousarray(blocks[0])
