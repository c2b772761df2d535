"""The study of endings: leads and strategies against the equilibria that it rests on."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from analyser.batch.plan import Plan
from analyser.core.rules import load_rules
from analyser.games.bellboys import GAME, endgames, equilibrium
from analyser.games.bellboys.studied import endings

pytestmark = [pytest.mark.kernel, pytest.mark.usefixtures("learns_little")]


def test_endings_are_those_of_the_equilibria() -> None:
    batch = Plan(GAME, load_rules(GAME), ("greedy",), 4, 3)
    found = endings.endings(batch.rules).tallies["searched"](
        batch.rules, batch.strategies, batch.seed, 0, batch.games
    )
    lead_worth = [0.0, 0.0]
    for row, number in enumerate(endings.TRICKS):
        for endgame in endgames.sample(batch.rules, batch.strategies, 4, 0, 3, number):
            other = replace(endgame, lead=1 - endgame.lead)
            lead_worth[row] += sum(equilibrium.solve(each).value for each in (endgame, other)) - 1
    y = np.array(found["leads"].y.sum(axis=1)) / endings.PARTS
    assert y == pytest.approx(lead_worth, abs=0.01)
    exploited, against = (np.array(found[name].y.sum(axis=1)) for name in ("exploited", "against"))
    assert (exploited >= against - endings.PARTS // 100).all(), "the best answer takes more"
    assert (against >= -endings.PARTS // 100).all(), "nobody beats an equilibrium"
    assert exploited[0] > 0
