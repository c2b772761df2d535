"""Batches of Bellboys on the kernel: rules and strategies as C wants them, records back."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyser.core.forks import Fork
from analyser.core.kernels import Kernel, fork_fields
from analyser.core.rules import Rules
from analyser.core.strategies import chosen
from analyser.games.bellboys import GAME, _simulate
from analyser.games.bellboys.engine import Fan, Round, rank
from analyser.games.bellboys.forks import KINDS, check_fork
from analyser.games.bellboys.learning import tables_of
from analyser.games.bellboys.play import FinishedRound, Game, deal_round
from analyser.games.bellboys.rules import HAND, Table
from analyser.games.bellboys.trace import Trace

CODES = {"random": 0, "greedy": 1, "planner": 2, "search": 3}
"""The kernel's code of each strategy."""

PLANNING = ("planner", "search")
"""The strategies that look up the tables of `planner`."""


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
    if fork is not None:
        check_fork(fork, rules)
    return fork_fields(fork, KINDS)


def kernel_strategies(strategies: Sequence[str]) -> list[tuple[int, int]]:
    """The kernel's code of each seat's strategy, with the worlds of a search."""
    found = (chosen(GAME, text) for text in strategies)
    return [(CODES[name], int(values.get("worlds", 0))) for name, values in found]


def most_rounds(rules: Rules) -> int:
    """The most rounds that a game can take."""
    return 2 * int(rules.table.game.points) - 1


KERNEL = Kernel(GAME, _simulate, rules_for, kernel_strategies, kernel_fork, most_rounds, Trace)
simulate, trace, branches, resume = KERNEL.simulate, KERNEL.trace, KERNEL.branches, KERNEL.resume


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
