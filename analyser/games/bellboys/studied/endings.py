"""The last tricks as equilibria know them: what the lead is worth, and what strategies lose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from analyser.core.rules import Rules
from analyser.core.studies import DIFFERENCE, Cells, Chart, Study
from analyser.games.bellboys.endgames import sample
from analyser.games.bellboys.equilibrium import policy, solve
from analyser.games.bellboys.studied.lead import FAST
from analyser.games.bellboys.tricks import SEATS

SOLVED = (2, 3)
"""Tricks to come in the endgames whose lead is valued;"""
PLAYED = 2
"""and in those that strategies are held against."""
PARTS = 10**6
"""Probabilities are counted in its inverse."""


def endings(rules: Rules) -> Study:
    """The leader's advantage in equilibrium, and how far strategies are from it."""
    nothing = (0.0, "nothing")
    lost = Chart(
        "exploited",
        f"With {PLAYED} tricks to come: what a strategy loses to the best answer",
        "rows",
        DIFFERENCE,
        "the loss",
        "endgames",
        FAST,
        x="Chance to win the round, pp below equilibrium",
        reference=nothing,
        parts=SEATS * PARTS,
    )
    return Study(
        "endings",
        "How far from perfect play",
        "Endgames that came up in these games, with all that both seats know of hidden cards, were "
        "solved exactly (two-player equilibria, both bounds proven). There the lead has a true "
        "worth, and a strategy a true loss: to an opponent that knows it and answers best, and to "
        "one that plays the equilibrium.",
        (
            Chart(
                "leads",
                "What leading the next trick is worth in equilibrium",
                "rows",
                DIFFERENCE,
                "the rounds won by who leads",
                "endgames",
                tuple(f"{tricks} tricks to come" for tricks in SOLVED),
                x="Rounds won by who leads, pp from what it wins on average of both leads",
                reference=nothing,
                parts=SEATS * PARTS,
            ),
            lost,
            replace(
                lost,
                name="against",
                title=f"With {PLAYED} tricks to come: what it loses to the equilibrium",
            ),
        ),
        {"searched": _count},
    )


def _count(
    rules: Rules, strategies: Sequence[str], seed: int, start: int, count: int
) -> Mapping[str, Cells]:
    valued = np.zeros((len(SOLVED), count))
    lost = np.zeros((2, len(FAST), count))
    for row, tricks in enumerate(SOLVED):
        for game, endgame in enumerate(sample(rules, strategies, seed, start, count, tricks)):
            other = replace(endgame, lead=1 - endgame.lead)
            solution = solve(endgame)
            valued[row, game] = solution.value + solve(other).value - 1
            if tricks == PLAYED:
                for at, strategy in enumerate(FAST):
                    asked = policy(rules, strategy)
                    for player in range(SEATS):
                        plan = solution.plan(player, asked)
                        lost[0, at, game] += solution.worst(player, plan)
                        lost[1, at, game] += solution.against(player, plan)
    return {
        name: Cells(np.rint(PARTS * values).astype(np.int64), np.ones(values.shape, np.int64))
        for name, values in (("leads", valued), ("exploited", lost[0]), ("against", lost[1]))
    }
