"""The last tricks as equilibria know them: what the lead is worth, and what strategies lose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product

import numpy as np

from analyser.core.rules import Rules
from analyser.core.studies import DIFFERENCE, Cells, Chart, Study
from analyser.games.bellboys.endgames import sample
from analyser.games.bellboys.equilibrium import policy, solve
from analyser.games.bellboys.studied.lead import FAST, STRONG
from analyser.games.bellboys.tricks import SEATS

TRICKS = (2, 3)
"""Tricks to come in the endgames."""
PLAYERS = (*FAST, *STRONG)
PARTS = 10**6
"""Probabilities are counted in its inverse."""


def endings(rules: Rules) -> Study:
    """The leader's advantage in equilibrium, and how far strategies are from it."""
    nothing = (0.0, "nothing")
    strongest = (f"{{{_called(PLAYERS[-1], tricks)}}} with {tricks}" for tricks in TRICKS)
    lost = Chart(
        "exploited",
        "What a strategy loses to the best answer",
        "rows",
        DIFFERENCE,
        "the loss",
        "endgames",
        tuple(_called(player, tricks) for tricks in TRICKS for player in PLAYERS),
        x="Chance to win the round, pp below equilibrium",
        reference=nothing,
        parts=SEATS * PARTS,
        height=1.5,
        sentence=f"{PLAYERS[-1]} loses {' and '.join(strongest)} tricks to come.".capitalize(),
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
                tuple(f"{tricks} tricks to come" for tricks in TRICKS),
                x="Rounds won by who leads, pp from what it wins on average of both leads",
                reference=nothing,
                parts=SEATS * PARTS,
            ),
            lost,
            replace(
                lost,
                name="against",
                title="What it loses to the equilibrium",
            ),
        ),
        {"searched": _count},
    )


def _called(player: str, tricks: int) -> str:
    return f"{player}, {tricks} tricks to come"


def _count(
    rules: Rules, strategies: Sequence[str], seed: int, start: int, count: int
) -> Mapping[str, Cells]:
    leads = np.zeros((len(TRICKS), count))
    lost = np.zeros((2, len(TRICKS), len(PLAYERS), count))
    asked = [policy(rules, player) for player in PLAYERS]
    for row, tricks in enumerate(TRICKS):
        for game, endgame in enumerate(sample(rules, strategies, seed, start, count, tricks)):
            solution, other = solve(endgame), solve(replace(endgame, lead=1 - endgame.lead))
            leads[row, game] = solution.value + other.value - 1
            for at, player in product(range(len(PLAYERS)), range(SEATS)):
                plan = solution.plan(player, asked[at])
                lost[0, row, at, game] += solution.worst(player, plan)
                lost[1, row, at, game] += solution.against(player, plan)
    exploited, against = lost.reshape(2, -1, count)
    return {
        name: Cells(np.rint(PARTS * values).astype(np.int64), np.ones(values.shape, np.int64))
        for name, values in (("leads", leads), ("exploited", exploited), ("against", against))
    }
