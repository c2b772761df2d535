"""What it is worth to lead the first trick: under play of each strength, and all cards seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from analyser.core.records import Records
from analyser.core.rules import Rules
from analyser.core.strategies import canonical
from analyser.core.studies import DIFFERENCE, IMPOSED, Cells, Chart, Study
from analyser.games.bellboys import GAME, tricks
from analyser.games.bellboys.questions import leaders
from analyser.games.bellboys.solve import solve_batch
from analyser.games.bellboys.studied.counting import each, only, stacked
from analyser.games.bellboys.tricks import SEATS, Numbers

FAST = tuple(s.name for s in GAME.strategies if s.fast)
STRONG = tuple(canonical(GAME, s.name) for s in GAME.strategies if not s.fast)
PERFECT = "perfect play, all cards seen"
PLAYERS = (*FAST, *STRONG, PERFECT)
"""Who plays both seats, one a row."""


def lead(rules: Rules) -> Study:
    """P(win the round) and cards of who leads, less an even share, by who plays."""
    nothing = (0.0, "even")
    charts = (
        Chart(
            "won",
            "Rounds won by who leads the first trick, from an even share",
            "rows",
            DIFFERENCE,
            "the rounds won by who leads",
            "rounds each",
            PLAYERS,
            x="Rounds won by who leads, pp from an even share",
            reference=nothing,
            parts=2,
            sentence=f"Who leads wins {{{FAST[-1]}}} of rounds more than an even share under "
            f"{FAST[-1]}, and {{{PERFECT}}} where both see all cards and play perfectly.",
        ),
        Chart(
            "cards",
            "Cards fewer that who leads the first trick has at the end",
            "rows",
            "cards",
            "the cards of who leads",
            "rounds each",
            PLAYERS,
            x="Cards fewer than the other",
            reference=nothing,
            parts=2,
        ),
    )
    return Study(
        "lead",
        "Is it good to lead?",
        "Every deal was played with either seat leading the first trick, by two players of each "
        "strength, and solved with all cards seen. How perfect players would fare who do not see "
        "each other's cards is known of the last tricks only; endgames have a page of their own.",
        charts,
        {"forks": _fast, "searched": _strong, "bounds": _perfect},
        note=IMPOSED,
    )


def _fast(
    rules: Rules, strategies: Sequence[str], seed: int, start: int, count: int
) -> Mapping[str, Cells]:
    return _played(FAST, 0, rules, seed, start, count)


def _strong(
    rules: Rules, strategies: Sequence[str], seed: int, start: int, count: int
) -> Mapping[str, Cells]:
    return _played(STRONG, len(FAST), rules, seed, start, count)


def _played(
    players: Sequence[str], at: int, rules: Rules, seed: int, start: int, count: int
) -> Mapping[str, Cells]:
    """Both leads, played by each of some strategies that stand in the rows from ``at`` on."""
    forks = [imposed.fork for imposed in leaders(rules)]
    won, fewer = [], []
    for player in players:
        table = GAME.parse_strategies(player, rules)
        branches = GAME.branches(rules, table, seed, start, count, forks)
        cards = [branches.branch(seat)["cards"].astype(np.int64) for seat in range(SEATS)]
        found = _cells(branches.base, [cards[0][1] - cards[0][0], cards[1][0] - cards[1][1]])
        won.append(found["won"])
        fewer.append(found["cards"])
    parts = {"won": won, "cards": fewer}
    return {name: only(stacked(each), at, len(PLAYERS)) for name, each in parts.items()}


def _perfect(
    rules: Rules, strategies: Sequence[str], seed: int, start: int, count: int
) -> Mapping[str, Cells]:
    """Both leads of the same deals, solved with all cards seen."""
    table = GAME.parse_strategies(FAST[0], rules)
    records, trace = GAME.trace(rules, table, seed, start, count)
    hands, aside = tricks.dealt(trace), trace.aside[0]
    margins = [solved(rules, hands, aside, 0), -solved(rules, hands, aside, 1)]
    return {
        name: only(cells, len(PLAYERS) - 1, len(PLAYERS))
        for name, cells in _cells(records, margins).items()
    }


def solved(rules: Rules, hands: Numbers, aside: Numbers, leader: int, **options: Any) -> Numbers:
    """The cards of seat 1 less those of seat 0 under perfect play, all cards seen, [rounds].

    ``hands`` [seats, positions, rounds] from left to right, ``aside`` [rounds]; ``leader`` leads.
    ``options`` are those of the solver.
    """
    dealt = np.ascontiguousarray(np.moveaxis(hands, -1, 0), dtype=np.int8)
    margins = solve_batch("standard", dealt, aside, leader, rules=rules.flat, **options)
    return margins.astype(np.int64)


def _cells(records: Records, margins: Sequence[Numbers]) -> dict[str, Cells]:
    """By who leads, by how many cards fewer it ends, [rounds] each: rounds won, and cards."""
    both = np.stack(margins)
    won, fewer = (both > 0).sum(axis=0) - 1, both.sum(axis=0)
    return {"won": each(records, won[None]), "cards": each(records, fewer[None])}
