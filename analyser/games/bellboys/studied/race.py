"""The race to so many round wins: what a lead is worth, and how close rounds are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import comb

import numpy as np

from analyser.core.rules import Rules
from analyser.core.studies import SHARE, Cells, Chart, Study
from analyser.games.bellboys import GAME
from analyser.games.bellboys.rules import CARDS
from analyser.games.bellboys.studied.counting import by_code
from analyser.games.bellboys.tricks import winner

BEFORE = ("behind", "level", "ahead")
"""How the seat that leads the first trick can stand, by points less the other's, −1 to 1."""

DIFFERENCES = tuple(range(1, CARDS + 1, 2))
"""By how many cards a round can be won: the sum is odd."""


def race(rules: Rules) -> Study:
    """P(win) from each standing beside an even race; who wins the next round; how narrowly."""
    standings = _standings(rules)
    charts = [
        Chart(
            "next",
            "Rounds won by the seat that leads the first trick, by how it stands",
            "columns",
            SHARE,
            "the share of rounds won by who leads",
            "rounds each",
            BEFORE,
            x="Who leads is, in rounds won,",
            y="Rounds won, %",
            reference=(0.5, "even"),
            half=True,
        ),
        Chart(
            "narrow",
            "By how many cards rounds are won",
            "columns",
            SHARE,
            "the share of rounds",
            "rounds",
            tuple(map(str, DIFFERENCES)),
            x="Cards fewer than the other",
            y="Share of rounds, %",
        ),
    ]
    if standings:
        first = _called(1, 0)
        even = 100 * _even_race(1, 0, rules)
        charts.insert(
            0,
            Chart(
                "standing",
                "Games won by whoever is ahead, beside an even race from there",
                "columns",
                SHARE,
                "the share of games won",
                "such standings each",
                tuple(_called(*standing) for standing in standings),
                x="Rounds won by who is ahead, and by the other",
                y="Games won, %",
                against=tuple(_even_race(*standing, rules) for standing in standings),
                half=True,
                sentence=f"Who has won the first round wins {{{first}}} of games, and the other "
                f"the rest; were every later round even, it would be {even:.1f} %.",
            ),
        )
    return Study(
        "race",
        "What a lead is worth",
        "The winner of a round leads the next one. Does that help whoever is ahead, or whoever is "
        "behind, and how narrowly are rounds won?",
        tuple(charts),
        {"moves": _count},
    )


def _standings(rules: Rules) -> list[tuple[int, int]]:
    """Rounds won by who is ahead and by the other, before the game is over."""
    return [(a, b) for a in range(1, rules.table.game.points) for b in range(a)]


def _called(ahead: int, behind: int) -> str:
    return f"{ahead} to {behind}"


def _even_race(ahead: int, behind: int, rules: Rules) -> float:
    """P(win) of who is ahead if each further round is a fair coin."""
    more, other = (rules.table.game.points - won for won in (ahead, behind))
    flips = more + other - 1
    return float(sum(comb(flips, heads) for heads in range(more, flips + 1)) / 2**flips)


def _count(
    rules: Rules, strategies: Sequence[str], seed: int, start: int, count: int
) -> Mapping[str, Cells]:
    records = GAME.simulate(rules, strategies, seed, start, count)
    before = records["total"] - records["points"]
    leader, rounds = records["starter"], np.arange(records.rounds)
    stands = np.sign(before[leader, rounds] - before[1 - leader, rounds])
    led = winner(records) == leader
    margin = abs(np.diff(records["cards"], axis=0))[0]
    found = {
        "next": by_code(records, len(BEFORE), stands + 1, led),
        "narrow": by_code(
            records,
            len(DIFFERENCES),
            np.broadcast_to(np.arange(len(DIFFERENCES))[:, None], (len(DIFFERENCES), len(rounds))),
            margin == np.array(DIFFERENCES)[:, None],
        ),
    }
    if standings := _standings(rules):
        more, fewer = before.max(axis=0), before.min(axis=0)
        code = np.full(records.rounds, -1)
        for number, (a, b) in enumerate(standings):
            code[(more == a) & (fewer == b)] = number
        ahead = before.argmax(axis=0)
        found["standing"] = by_code(records, len(standings), code, records["winner"][ahead, rounds])
    return found
