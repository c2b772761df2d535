"""What there is to choose in each trick, and what it is worth, by who leads and who follows."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from analyser.core.rules import Rules
from analyser.core.studies import DIFFERENCE, IMPOSED, SHARE, Cells, Chart, Study
from analyser.games.bellboys import GAME
from analyser.games.bellboys.questions import decisions
from analyser.games.bellboys.rules import HAND
from analyser.games.bellboys.studied.counting import by_code
from analyser.games.bellboys.tricks import Numbers, leads

TRICKS = tuple(map(str, range(1, HAND + 1)))
ROLES = ("leads", "follows")
WHOLE = math.lcm(*range(1, HAND + 1))
"""What makes means over any number of cards whole."""


def choice(rules: Rules) -> Study:
    """Legal cards by trick, how often they matter, and what a random one costs."""
    charts = (
        Chart(
            "legal",
            "Legal cards",
            "lines",
            "cards",
            "the number of legal cards",
            "turns each",
            TRICKS,
            ROLES,
            x="Trick",
            y="Cards to choose from",
        ),
        Chart(
            "matters",
            "Turns in which the choice decides who wins the round",
            "lines",
            SHARE,
            "the share of turns in which the choice decides",
            "turns each",
            TRICKS,
            ROLES,
            x="Trick",
            y="Share of turns, %",
        ),
        Chart(
            "regret",
            "What a random legal card costs, in the chance to win the round",
            "lines",
            DIFFERENCE,
            "the cost of a random card",
            "turns each",
            TRICKS,
            ROLES,
            x="Trick",
            y="Chance to win the round, pp",
            parts=WHOLE,
        ),
    )
    return Study(
        "choice",
        "What there is to choose",
        "Every legal card of every turn was played once, and the round finished from there. The "
        "choice decides where some of them win the round and others lose it; a random card costs "
        "the difference between what was played and the mean of all legal cards.",
        charts,
        {"forks": _count},
        note=IMPOSED,
    )


def _count(
    rules: Rules, strategies: Sequence[str], seed: int, start: int, count: int
) -> Mapping[str, Cells]:
    base, trace = GAME.trace(rules, strategies, seed, start, count)
    turns = decisions(rules)
    forks = [fork for turn in turns for fork in turn.forks]
    branches = GAME.branches(rules, strategies, seed, start, count, forks)
    first, code = 0, []
    found: dict[str, list[Numbers]] = {"legal": [], "matters": [], "regret": []}
    for turn in turns:
        last = first + len(turn.forks)
        legal = branches.imposed[first:last] > 0
        number = legal.sum(axis=0)
        won = np.stack([branches.branch(i)["points"][turn.side] for i in range(first, last)])
        part = WHOLE // number
        lost = number * base["points"][turn.side] - won.sum(axis=0, where=legal)
        decides = won.max(axis=0, where=legal, initial=0) > won.min(axis=0, where=legal, initial=1)
        for name, values in zip(found, (number, decides, part * lost), strict=True):
            found[name].append(values)
        follows = leads(trace)[turn.at - 1] != turn.side
        code.append((turn.at - 1) * len(ROLES) + follows)
        first = last
    cells = len(TRICKS) * len(ROLES)
    return {
        name: by_code(base, cells, np.stack(code), np.stack(values))
        for name, values in found.items()
    }
