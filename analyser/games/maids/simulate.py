"""Batches of Maids on the kernel: rules and strategies as C wants them, records back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyser.core.forks import Fork
from analyser.core.kernels import Kernel, fork_fields
from analyser.core.random import Deal
from analyser.core.rules import Rules
from analyser.core.strategies import chosen
from analyser.games.maids import GAME, _clairvoyant, _simulate
from analyser.games.maids.engine import Action, Round
from analyser.games.maids.forks import KINDS, allowed_bids, check_fork
from analyser.games.maids.greedy import ONE, SHIFT, beaters, greedy_tables, spread
from analyser.games.maids.plans import Plans, plans_of
from analyser.games.maids.play import FinishedRound, Game
from analyser.games.maids.rules import MAX_CARDS, TRUMPS, Table
from analyser.games.maids.trace import Trace
from analyser.search.rollout import OBJECTIVES

CODES = {"random": 0, "greedy": 1, "planner": 2, "rollout": 3}
"""The kernel's code of each strategy."""

PLANNING = ("planner", "rollout")
"""The strategies that look up the tables of `planner`."""

APPEAL = 256
"""An appeal in the kernel's count of a bid."""


@lru_cache(maxsize=16)
def kernel_rules(rules: Rules) -> dict[str, Any]:
    """The fields of the kernel's struct of rules, by name."""
    table: Table = rules.table
    limits, scoring, game = table.distribution, table.scoring, table.game
    cards = table.cards
    zeros = frozenset(table.zeros)
    icons = [table.icons[c // 10] for c in range(MAX_CARDS)]
    tables = greedy_tables(rules)
    win = [chance for kind in tables.win for chance in kind]
    worth = [
        w for own in (1, 0) for w in (own * c + ((ONE - c) * tables.partner >> SHIFT) for c in win)
    ]
    reach = [{0}]
    for _ in range(9):
        reach.append({b + i for b in reach[-1] for i in table.icons})
    play_lane = limits.hand_cards + limits.bid_cards + 1
    return {
        "players": rules.players,
        "sides": table.sides(rules.players),
        "cards": len(cards),
        "deck": _padded(cards, MAX_CARDS),
        "hand_cards": limits.hand_cards,
        "bid_cards": limits.bid_cards,
        "limit_counts_memo": limits.limit_counts_memo,
        "block": table.cards_needed(rules.players) // table.sides(rules.players),
        "card_icons": icons,
        "bid_of": [count for i in icons for count in (0, 0, i, i + APPEAL)],
        "slackers": _mask(c for c in cards if c % 10 in table.trick.slacker_ranks),
        "nines": _mask(c + 9 for c in zeros),
        "beaters": [_mask(beaters(cards, c, zeros)) if c in cards else 0 for c in range(MAX_CARDS)],
        "accepted": scoring.accepted,
        "success": _padded(scoring.success, 3),
        "appeal_success": scoring.appeal_success,
        "appeal_failure": scoring.appeal_failure,
        "rounds": game.rounds,
        "trumps": len(game.trumps),
        "trump": _padded([table.trump(r + 1) for r in range(len(game.trumps))], 12),
        "end_score": game.end_score,
        "extra_round": game.end_tie == "extra_round",
        "leader_card_follows_winner": game.leader_card_follows_winner,
        "lanes": play_lane + limits.hand_cards * (2 if rules.players == 2 else 1),
        "play_lane": play_lane,
        "reach": [_mask(sums) for sums in reach],
        "win": win,
        "worth": worth,
        "spread": [spread(w) for w in worth],
        "first_worth": [worth for trump in tables.first_worth for worth in trump],
        "mean_worth": list(tables.mean_worth),
        "mean_icon": tables.mean_icon,
        "partner": tables.partner,
        "appeal_gap": tables.appeal_gap,
        "plan": dict.fromkeys(_simulate.plan_fields(), 0) | {"mean_worth": [0] * len(TRUMPS)},
    }


def kernel_rules_with(rules: Rules, plans: Plans) -> dict[str, Any]:
    """The fields of the kernel's struct with the tables of `planner`.

    The dict also keeps the tables, since the struct holds but their address.
    """
    fields, tables = plans.kernel_fields()
    return kernel_rules(rules) | {"plan": fields, "tables": tables}


@lru_cache(maxsize=16)
def _planned_rules(rules: Rules) -> dict[str, Any]:
    return kernel_rules_with(rules, plans_of(rules))


def _rules_for(rules: Rules, strategies: Sequence[str]) -> dict[str, Any]:
    """The fields of the kernel's struct, with tables if a strategy at the table needs them."""
    plans = any(chosen(GAME, text)[0] in PLANNING for text in strategies)
    return _planned_rules(rules) if plans else kernel_rules(rules)


@lru_cache(maxsize=4096)
def kernel_fork(fork: Fork | None, rules: Rules) -> dict[str, int]:
    """The fields of the kernel's struct of a fork, by name; kind 0 is none."""
    bids = None
    if fork is not None:
        check_fork(fork, rules)
        bids = allowed_bids(fork, rules.table.most_bid)
    return fork_fields(fork, KINDS) | {"bids": bids or 0}


def kernel_strategies(strategies: Sequence[str]) -> list[tuple[int, int, int]]:
    """The kernel's code of each seat's strategy, with the worlds and the objective of a search."""
    found = []
    for text in strategies:
        name, values = chosen(GAME, text)
        objective = OBJECTIVES.index(values.get("objective", OBJECTIVES[0]))
        found.append((CODES[name], int(values.get("worlds", 0)), objective))
    return found


def expected_rounds(rules: Rules) -> int:
    """How many rounds a game takes, as far as room for its records goes; longer ones get more."""
    game = rules.table.game
    return len(game.trumps) if game.end_score else int(game.rounds)


KERNEL = Kernel(GAME, _simulate, _rules_for, kernel_strategies, kernel_fork, expected_rounds, Trace)
simulate, trace, branches, resume = KERNEL.simulate, KERNEL.trace, KERNEL.branches, KERNEL.resume


def play_game(rules: Rules, strategies: Sequence[str], seed: int, index: int) -> Game:
    """Play one game on the kernel and once more what was done on the reference engine.

    Raises ValueError if that finds a decision that is not legal.
    """
    records, traced = trace(rules, strategies, seed, index, 1)
    table: Table = rules.table
    rounds = []
    totals = [0] * records.sides
    for at in range(records.rounds):
        number, starter = at + 1, int(records["starter"][at])
        order = Deal(seed, index, number).shuffle(table.cards)
        state = Round(table, rules.players, table.trump(number), starter, order)
        for action in traced.draw_action[:, at]:
            state.act(list(Action)[action])
        leader = state.leader_card
        for card in traced.play_card[:, at]:
            state.play(int(card))
        points = state.points()
        totals = [t + p for t, p in zip(totals, points, strict=True)]
        rounds.append(FinishedRound(number, state, leader, points, totals))
    return Game(rounds, int(records["winner"][:, -1].argmax()))


def clairvoyant(
    rules: Rules,
    strategies: Sequence[str],
    seed: int,
    games: NDArray[np.integer],
    numbers: NDArray[np.integer],
    starters: NDArray[np.integer],
    sides: NDArray[np.integer],
    totals: NDArray[np.integer],
) -> NDArray[np.bool_]:
    """Whether sides could have met the bids they made, had they known all; bool[n].

    Each of n cases is round ``numbers`` (from 1) of one of the ``games`` of the seed, begun by
    seat ``starters`` after ``totals`` [n, sides], and one of the ``sides`` that somebody plays.
    That side sees all cards and knows what the others will answer, who play their strategies.
    Releases the GIL.
    """
    columns = np.column_stack([games, numbers, starters, sides, totals])
    cases = np.ascontiguousarray(columns, dtype=np.int64)
    found = np.empty(len(cases), dtype=np.uint8)
    codes = kernel_strategies(strategies)
    _clairvoyant.search_all(_rules_for(rules, strategies), codes, seed, cases, found)
    return found.astype(bool)


def _mask(numbers: Iterable[int]) -> int:
    return sum(1 << n for n in set(numbers))


def _padded(numbers: Sequence[int], length: int) -> list[int]:
    return [*numbers, *[0] * (length - len(numbers))]
