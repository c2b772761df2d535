"""What it is worth to choose the direction of one's fan, in play and with all cards seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from analyser.core.forks import Fork
from analyser.core.rules import Rules, override
from analyser.core.studies import DIFFERENCE, IMPOSED, Cells, Chart, Study
from analyser.games.bellboys import GAME, tricks
from analyser.games.bellboys.fans import solve_fans
from analyser.games.bellboys.studied.aside import PLAYERS
from analyser.games.bellboys.studied.counting import by_code, each, only, stacked
from analyser.games.bellboys.studied.lead import FAST, STRONG, solved
from analyser.games.bellboys.tricks import SEATS, Numbers

ROLES = ("who leads chooses", "who follows chooses")
BOTH = "both choose: gain of who leads"


def fan(rules: Rules) -> Study:
    """P(win) of a seat that chooses its fan in sight of its hand, over a blind one."""
    nothing = (0.0, "no difference")
    return Study(
        "fan",
        "Choosing the fan",
        "By the rules the fan is opened before a card is seen, so its direction is chance. With "
        "the option that both choose in sight of their hands, each round was played again with "
        "one seat's fan as dealt; and each deal was solved in all four directions, with all cards "
        "seen.",
        (
            Chart(
                "play",
                "Rounds won by a seat that chooses, less with its fan as dealt (both may choose)",
                "rows",
                DIFFERENCE,
                "rounds won",
                "rounds each",
                tuple(f"{role}, {player}" for player in PLAYERS for role in ROLES),
                x="Chance to win the round, pp",
                reference=nothing,
            ),
            Chart(
                "perfect",
                "With all cards seen: what the choice is worth to who has it",
                "rows",
                DIFFERENCE,
                "rounds won",
                "deals each",
                (*ROLES, BOTH),
                x="Chance to win the round, pp over a blind fan",
                reference=nothing,
                parts=4,
            ),
            Chart(
                "cards",
                "The same in cards",
                "rows",
                "cards",
                "the cards at the end",
                "deals each",
                ROLES,
                x="Cards fewer than the other, over a blind fan",
                reference=nothing,
                parts=4,
                height=0.8,
            ),
        ),
        {"forks": _table, "searched": _strong, "bounds": _perfect},
        note=IMPOSED,
    )


def _table(
    rules: Rules, strategies: Sequence[str], seed: int, start: int, count: int
) -> Mapping[str, Cells]:
    found = _chosen(rules, strategies, seed, start, count)
    return {"play": only(found, 0, len(ROLES) * len(PLAYERS))}


def _strong(
    rules: Rules, strategies: Sequence[str], seed: int, start: int, count: int
) -> Mapping[str, Cells]:
    tables = [GAME.parse_strategies(player, rules) for player in STRONG]
    found = [_chosen(rules, table, seed, start, count) for table in tables]
    return {"play": only(stacked(found), len(ROLES), len(ROLES) * len(PLAYERS))}


def _chosen(rules: Rules, table: Sequence[str], seed: int, start: int, count: int) -> Cells:
    """What either seat gains in rounds by its choice, from whether it leads or follows."""
    sighted = override(GAME, rules, {"deal.sighted_fan": True})
    forks = [Fork("fan", 0, seat=seat) for seat in range(SEATS)]
    branches = GAME.branches(sighted, table, seed, start, count, forks)
    base = branches.base["points"].astype(np.int64)
    gained = np.stack([base[s] - branches.branch(s)["points"][s] for s in range(SEATS)])
    follows = branches.base["starter"] != np.arange(SEATS)[:, None]
    return by_code(branches.base, len(ROLES), follows.astype(np.int64), gained)


def _perfect(
    rules: Rules, strategies: Sequence[str], seed: int, start: int, count: int
) -> Mapping[str, Cells]:
    """The four directions of each deal, solved with the seat leading that did as played."""
    records, trace = GAME.trace(rules, GAME.parse_strategies(FAST[0], rules), seed, start, count)
    leader, rounds = records["starter"].astype(np.intp), np.arange(records.rounds)
    hands = tricks.dealt(trace)[[leader, 1 - leader], :, rounds[None]].transpose(0, 2, 1)
    margins = solved(rules, hands, trace.aside[0], 0, fans=True)
    won = (margins > 0).astype(np.int64)
    value = solve_fans(2 * won - 1).value.astype(np.int64)  # of two outcomes: −1, 0 or 1
    both = 2 * (1 + value) - won.sum(axis=(1, 2))
    return {
        "perfect": each(records, np.stack([*_choosing(won), both])),
        "cards": each(records, np.stack(_choosing(margins))),
    }


def _choosing(outcomes: Numbers) -> tuple[Numbers, Numbers]:
    """What either gains by choosing while the other is blind, in quarters, [rounds] each.

    ``outcomes`` [rounds, 2, 2], by the fan of who leads and that of who follows, are those of who
    leads; with blind fans each is as likely.
    """
    total = outcomes.sum(axis=(1, 2))
    leads, follows = outcomes.sum(axis=2).max(axis=1), outcomes.sum(axis=1).min(axis=1)
    return 2 * leads - total, total - 2 * follows
