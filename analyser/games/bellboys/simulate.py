"""Batches of Bellboys on the kernel: rules and strategies as C wants them, records back."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyser.core.branches import Branches
from analyser.core.forks import Fork
from analyser.core.records import Records
from analyser.core.rules import Rules
from analyser.core.strategies import chosen
from analyser.games.bellboys import GAME, _simulate
from analyser.games.bellboys.engine import Fan, Round, rank
from analyser.games.bellboys.forks import KINDS, check_fork
from analyser.games.bellboys.learning import tables_of
from analyser.games.bellboys.play import FinishedRound, Game, deal_round
from analyser.games.bellboys.rules import HAND, Table
from analyser.games.bellboys.trace import WIDTHS, Trace

CODES = {"random": 0, "greedy": 1, "planner": 2, "search": 3}
"""The kernel's code of each strategy."""

PLANNING = ("planner", "search")
"""The strategies that look up the tables of `planner`."""

SIDES = 2


def simulate(
    rules: Rules,
    strategies: Sequence[str],
    seed: int,
    start: int,
    count: int,
    fork: Fork | None = None,
    replicate: int = 0,
) -> Records:
    """Play games ``start`` to ``start + count`` of a seed on the kernel.

    Returns the records in game order; raises InputError for a fork that the rules do not allow.
    Releases the GIL; takes memory for the records only.
    """
    return _play(rules, strategies, seed, start, count, fork, replicate, 0)[0]


def trace(
    rules: Rules, strategies: Sequence[str], seed: int, start: int, count: int
) -> tuple[Records, Trace]:
    """Play the same games and also return all that was done; see :class:`Trace` for its shapes."""
    records, block = _play(rules, strategies, seed, start, count, None, 0, sum(WIDTHS))
    return records, Trace.of(block)


def play_game(rules: Rules, strategies: Sequence[str], seed: int, index: int) -> Game:
    """Play one game on the kernel and once more what was done on the reference engine.

    Raises ValueError if that finds a decision that is not legal.
    """
    records, traced = trace(rules, strategies, seed, index, 1)
    rounds = []
    for at in range(records.rounds):
        dealt = deal_round(rules.table, seed, index, at + 1)
        leader = int(records["starter"][at])
        state = Round(rules.table, dealt.hands, dealt.aside, leader)
        for seat, turned in enumerate(traced.fan[:, at]):
            state.fan(seat, list(Fan)[turned])
        hands = tuple(map(tuple, state.hands))
        for card in traced.play_card[:, at]:
            state.play(int(card))
        totals = tuple(records["total"][:, at].tolist())
        rounds.append(FinishedRound(at + 1, dealt.redeals, hands, leader, state, totals))
    return Game(rounds, rounds[-1].round.winner)


def branches(
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
    base = simulate(rules, strategies, seed, start, count)
    kernel_forks = [kernel_fork(fork, rules) for fork in forks]
    blocks = np.empty((len(forks) + 1, *base.block.shape), dtype=np.int16)
    imposed = np.empty((len(forks), base.rounds), dtype=np.uint8)
    codes = kernel_strategies(strategies)
    _simulate.play_branches(
        rules_for(rules, strategies), codes, kernel_forks, seed, start, count, blocks, imposed
    )
    return Branches(base, tuple(forks), blocks[:-1], imposed)


def resume(
    rules: Rules,
    strategies: Sequence[str],
    seed: int,
    start: int,
    numbers: NDArray[np.integer],
    totals: NDArray[np.integer],
    leaders: NDArray[np.integer],
) -> NDArray[np.int8]:
    """Play games on from given standings to their end and return the winning sides, int8[n].

    ``numbers`` [n] of rounds played, ``totals`` [n, 2] of rounds won, ``leaders`` [n] the seats
    that lead the next round.
    """
    winners = np.empty(len(numbers), dtype=np.int8)
    _simulate.play_on_all(
        rules_for(rules, strategies),
        kernel_strategies(strategies),
        seed,
        start,
        np.ascontiguousarray(numbers, dtype=np.int32),
        np.ascontiguousarray(totals, dtype=np.int32),
        np.ascontiguousarray(leaders, dtype=np.int32),
        winners,
    )
    return winners


def _play(
    rules: Rules,
    strategies: Sequence[str],
    seed: int,
    start: int,
    count: int,
    fork: Fork | None,
    replicate: int,
    trace_fields: int,
) -> tuple[Records, NDArray[np.uint8]]:
    """Play games into blocks with room for the most rounds that they can have."""
    table: Table = rules.table
    room = count * (SIDES * (table.game.points - 1) + 1)
    block = np.empty((Records.fields(GAME.columns, SIDES), room), dtype=np.int16)
    traced = np.empty((trace_fields, room), dtype=np.uint8)
    _, used = _simulate.play_chunk(
        rules_for(rules, strategies),
        kernel_strategies(strategies),
        kernel_fork(fork, rules),
        seed,
        start,
        count,
        replicate,
        block,
        traced,
    )
    records = Records(GAME.columns, SIDES, start, count, np.ascontiguousarray(block[:, :used]))
    return records, np.ascontiguousarray(traced[:, :used])


@lru_cache(maxsize=16)
def kernel_rules(rules: Rules) -> dict[str, Any]:
    """The fields of the kernel's struct of rules, by name."""
    table: Table = rules.table
    return {
        "rank": [
            rank(symbol, position) if position else 0
            for symbol in table.deck.symbols
            for position in range(HAND + 1)
        ],
        "suits_needed": table.deal.suits_needed,
        "sighted_fan": table.deal.sighted_fan,
        "trailing_sees_aside": table.information.trailing_sees_aside,
        "moving": sum(1 << suit for suit, moves in enumerate(table.moving) if moves),
        "points": table.game.points,
        "plan": 0,
    }


def kernel_rules_with(rules: Rules, tables: NDArray[np.int16]) -> dict[str, Any]:
    """The fields of the kernel's struct with the tables of `planner`.

    The dict also keeps the tables, since the struct holds but their address.
    """
    return kernel_rules(rules) | {"plan": tables.ctypes.data, "tables": tables}


def rules_for(rules: Rules, strategies: Sequence[str]) -> dict[str, Any]:
    """The fields of the kernel's struct, with tables if a strategy at the table needs them."""
    plans = any(chosen(GAME, text)[0] in PLANNING for text in strategies)
    return kernel_rules_with(rules, tables_of(rules)) if plans else kernel_rules(rules)


@lru_cache(maxsize=4096)
def kernel_fork(fork: Fork | None, rules: Rules) -> dict[str, int]:
    """The fields of the kernel's struct of a fork, by name; kind 0 is none."""
    if fork is None:
        return {"kind": 0, "round": 0, "seat": 0, "at": 0, "value": 0}
    check_fork(fork, rules)
    return {
        "kind": 1 + KINDS.index(fork.kind),
        "round": fork.round,
        "seat": fork.seat,
        "at": fork.at,
        "value": fork.value,
    }


def kernel_strategies(strategies: Sequence[str]) -> list[tuple[int, int]]:
    """The kernel's code of each seat's strategy, with the worlds of a search."""
    found = (chosen(GAME, text) for text in strategies)
    return [(CODES[name], int(values.get("worlds", 0))) for name, values in found]
