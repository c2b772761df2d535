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

TABLE = "as this report is played"
ROLES = ("who leads looks", "who follows looks")
LOOK = "information.trailing_sees_aside"
ARMS = ("nobody looks", "who trails looks")


def aside(rules: Rules) -> Study:
    """P(win) of a seat that sees the set-aside card over not seeing it; of who trails, by games."""
    nothing = (0.0, "no difference")
    return Study(
        "aside",
        "Knowing the card set aside",
        "One card is set aside unseen. Seeing it tells which card the other cannot have, and "
        "which suit can be completed by the last trick. Each round was played with one seat "
        "looking and with nobody; and whole games with the option that who trails looks.",
        (
            Chart(
                "look",
                "Rounds won by a seat that sees the card, less without",
                "rows",
                DIFFERENCE,
                "rounds won",
                "rounds each",
                tuple(f"{role}, {player}" for player in (TABLE, *STRONG) for role in ROLES),
                x="Chance to win the round, pp",
                reference=nothing,
            ),
            Chart(
                "trailing",
                "Games won by who has lost the first round",
                "rows",
                SHARE,
                "the share of games won",
                "games",
                ARMS,
                x="Games won, %",
                height=0.7,
                sentence=f"Who has lost the first round wins {{{ARMS[0]}}} of games if nobody "
                f"looks, {{{ARMS[1]}}} if who trails does",
            ),
            Chart(
                "gained",
                "What the look of who trails changes",
                "rows",
                DIFFERENCE,
                "games won by who has lost the first round",
                "games",
                ("who trails looks, less nobody",),
                x="Games won by who has lost the first round, pp",
                reference=nothing,
                height=0.5,
            ),
        ),
        {"forks": _table, "searched": _strong},
        note=IMPOSED,
    )


def _table(
    rules: Rules, strategies: Sequence[str], seed: int, start: int, count: int
) -> Mapping[str, Cells]:
    setting = seed, start, count
    looks = _looks(rules, strategies, *setting)
    arms = [
        GAME.simulate(override(GAME, rules, {LOOK: seen}), strategies, *setting)
        for seen in (False, True)
    ]
    won = []
    for records in arms:
        first = np.flatnonzero(records["round"] == 1)
        loser = 1 - winner(records)[first]
        won.append(records["winner"][loser, first].astype(np.int64))
    one = np.ones((1, count), dtype=np.int64)
    games = np.stack(won)
    return {
        "look": only(looks, 0, len(ROLES) * (1 + len(STRONG))),
        "trailing": Cells(games, np.ones_like(games)),
        "gained": Cells(games[1:] - games[:1], one),
    }


def _strong(
    rules: Rules, strategies: Sequence[str], seed: int, start: int, count: int
) -> Mapping[str, Cells]:
    tables = [GAME.parse_strategies(player, rules) for player in STRONG]
    looks = [_looks(rules, table, seed, start, count) for table in tables]
    among = len(ROLES) * (1 + len(STRONG))
    return {"look": only(stacked(looks), len(ROLES), among)}


def _looks(rules: Rules, table: Sequence[str], seed: int, start: int, count: int) -> Cells:
    """What either seat gains in rounds by looking, from whether it leads or follows."""
    unseen = override(GAME, rules, {LOOK: False})
    forks = [Fork("look", 1, seat=seat) for seat in range(SEATS)]
    branches = GAME.branches(unseen, table, seed, start, count, forks)
    base = branches.base["points"].astype(np.int64)
    gained = np.stack([branches.branch(s)["points"][s] - base[s] for s in range(SEATS)])
    follows = branches.base["starter"] != np.arange(SEATS)[:, None]
    return by_code(branches.base, len(ROLES), follows.astype(np.int64), gained)
