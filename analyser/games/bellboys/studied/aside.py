"""What it is worth to know the card set aside, and what the look of who trails does to games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from analyser.core.forks import Fork
from analyser.core.rules import Rules, override
from analyser.core.studies import DIFFERENCE, IMPOSED, SHARE, Cells, Chart, Study
from analyser.games.bellboys import GAME
from analyser.games.bellboys.studied.counting import by_code, only, stacked
from analyser.games.bellboys.studied.lead import STRONG
from analyser.games.bellboys.tricks import SEATS, winner

PLAYERS = ("as this report is played", *STRONG)
"""Who plays both seats."""
ROLES = ("who leads looks", "who follows looks")
LOOK = "information.trailing_sees_aside"
ARMS = ("nobody looks", "who trails looks")


def aside(rules: Rules) -> Study:
    """P(win) of a seat that sees the set-aside card over not seeing it; of who trails, by games."""
    nothing = (0.0, "no difference")
    return Study(
        "aside",
        "Knowing the card set aside",
        "One card is set aside unseen. Who sees it knows which cards the other holds, though not "
        "in which order. Each round was played with one seat looking and with nobody; and whole "
        "games with the option that who has won fewer rounds looks.",
        (
            Chart(
                "look",
                "Rounds won by a seat that sees the card, less without",
                "rows",
                DIFFERENCE,
                "rounds won",
                "rounds each",
                _rows(ROLES),
                x="Chance to win the round, pp",
                reference=nothing,
            ),
            Chart(
                "trailing",
                "Games won by who has lost the first round",
                "rows",
                SHARE,
                "the share of games won",
                "games each",
                _rows(ARMS),
                x="Games won, %",
            ),
            Chart(
                "gained",
                "What the look of who trails changes",
                "rows",
                DIFFERENCE,
                "games won by who has lost the first round",
                "games each",
                PLAYERS,
                x="Games won by who has lost the first round, pp: who trails looks, less nobody",
                reference=nothing,
                height=0.6,
            ),
        ),
        {"forks": _table, "searched": _strong},
        note=IMPOSED,
    )


def _rows(cases: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"{case}, {player}" for player in PLAYERS for case in cases)


def _table(
    rules: Rules, strategies: Sequence[str], seed: int, start: int, count: int
) -> Mapping[str, Cells]:
    return _counted(0, rules, [strategies], seed, start, count)


def _strong(
    rules: Rules, strategies: Sequence[str], seed: int, start: int, count: int
) -> Mapping[str, Cells]:
    tables = [GAME.parse_strategies(player, rules) for player in STRONG]
    return _counted(1, rules, tables, seed, start, count)


def _counted(
    at: int, rules: Rules, tables: Sequence[Sequence[str]], *games: int
) -> Mapping[str, Cells]:
    """The cells of some tables, which stand among the players from ``at`` on."""
    looks = [_looks(rules, table, *games) for table in tables]
    arms = [_arms(rules, table, *games) for table in tables]
    gained = [Cells(won.y[1:] - won.y[:1], won.m[:1]) for won in arms]
    return {
        "look": only(stacked(looks), at * len(ROLES), len(PLAYERS) * len(ROLES)),
        "trailing": only(stacked(arms), at * len(ARMS), len(PLAYERS) * len(ARMS)),
        "gained": only(stacked(gained), at, len(PLAYERS)),
    }


def _arms(rules: Rules, table: Sequence[str], seed: int, start: int, count: int) -> Cells:
    """Games won by who has lost the first round, if nobody looks and if who trails does."""
    won = []
    for seen in (False, True):
        records = GAME.simulate(override(GAME, rules, {LOOK: seen}), table, seed, start, count)
        first = np.flatnonzero(records["round"] == 1)
        won.append(records["winner"][1 - winner(records)[first], first].astype(np.int64))
    return Cells(np.stack(won), np.ones((len(ARMS), count), dtype=np.int64))


def _looks(rules: Rules, table: Sequence[str], seed: int, start: int, count: int) -> Cells:
    """What either seat gains in rounds by looking, from whether it leads or follows."""
    unseen = override(GAME, rules, {LOOK: False})
    forks = [Fork("look", 1, seat=seat) for seat in range(SEATS)]
    branches = GAME.branches(unseen, table, seed, start, count, forks)
    base = branches.base["points"].astype(np.int64)
    gained = np.stack([branches.branch(s)["points"][s] - base[s] for s in range(SEATS)])
    follows = branches.base["starter"] != np.arange(SEATS)[:, None]
    return by_code(branches.base, len(ROLES), follows.astype(np.int64), gained)
