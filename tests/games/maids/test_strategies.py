"""The strategies: what they do and what they are worth; conformance checks that it is legal."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any

import numpy as np
import pytest
from scipy.stats import binomtest, chisquare

from analyser.games.maids import GAME
from analyser.games.maids.engine import Action
from analyser.games.maids.greedy import beaters
from analyser.games.maids.play import play_game
from analyser.games.maids.strategies import STRATEGIES
from tests.games.maids.builders import rules_of

FAST = [s.name for s in GAME.strategies if s.fast]


def test_every_declared_strategy_exists() -> None:
    assert set(STRATEGIES) == {strategy.name for strategy in GAME.strategies}


def test_random_is_uniform_over_the_legal_actions() -> None:
    rules = rules_of(3, {"game.rounds": 1})
    first: Counter[Action] = Counter()
    leads: Counter[int] = Counter()
    for index in range(1200):
        state = play_game(rules, ["random"] * 3, 9, index).rounds[0].round
        first[state.log[0].action] += 1
        lead = state.tricks[0]
        hand = [p.card for t in state.tricks for p in t.plays if p.seat == lead.lead]
        leads[sorted(hand).index(lead.plays[0].card)] += 1
    assert set(first) == set(Action)
    assert chisquare(list(first.values())).pvalue > 0.001
    assert set(leads) == set(range(6))
    assert chisquare(list(leads.values())).pvalue > 0.001


@pytest.mark.parametrize("strategy", FAST)
@pytest.mark.parametrize("players", [2, 3])
def test_deals_do_not_depend_on_the_strategies(strategy: str, players: int) -> None:
    rules = rules_of(players, {"game.rounds": 1})
    for index in range(10):
        told = [
            play_game(rules, [name] * players, 6, index).rounds[0].round
            for name in ("random", strategy)
        ]
        drawn = [
            [[t.card for t in state.log if t.seat == s] for s in range(players)] for state in told
        ]
        assert drawn[0] == drawn[1]
        assert told[0].clara_bids == told[1].clara_bids


def share_of_wins(
    players: int,
    seats: list[int],
    games: int = 4000,
    pair: tuple[str, str] = ("greedy", "random"),
    **rules: Any,
) -> float:
    """The share of the wins that seats of a strategy take among another; lower bound of 99.9 %."""
    names = [pair[0] if seat in seats else pair[1] for seat in range(players)]
    records = GAME.simulate(rules_of(players, rules), names, 0, 0, games)
    sides = sorted({seat % 2 if players == 4 else seat for seat in seats})
    wins = int(records["winner"][sides][:, records.last].sum())
    return float(binomtest(wins, games).proportion_ci(0.998).low)


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("players", "seats", "fair"), [(2, [0], 1 / 2), (3, [1], 1 / 3), (4, [1, 3], 1 / 2)]
)
def test_greedy_beats_random_clearly(players: int, seats: list[int], fair: float) -> None:
    assert share_of_wins(players, seats) > fair + 0.05


@pytest.mark.kernel
@pytest.mark.parametrize("slackers", [[], [9, 8, 7]])
def test_greedy_adapts_to_other_slackers(slackers: list[int]) -> None:
    assert share_of_wins(3, [1], **{"trick.slacker_ranks": slackers}) > 1 / 3 + 0.05


@pytest.mark.kernel
def test_greedy_makes_no_appeals_that_cannot_pay() -> None:
    for bonus, appealing in ((0, False), (10, True)):
        rules = rules_of(3, {"scoring.appeal_success": bonus})
        records = GAME.simulate(rules, ["greedy"] * 3, 0, 0, 500)
        assert bool(records["appeals"].any()) == appealing


@pytest.mark.parametrize("zero_beats_nine", [True, False])
def test_3_2_2_beaters(zero_beats_nine: bool) -> None:
    table = rules_of(3, {"trick.zero_beats_nine": zero_beats_nine}).table
    of = partial(beaters, table.cards, zeros=frozenset(table.zeros))
    assert of(19) == ({10} if zero_beats_nine else set())
    assert of(17) == {18, 19}
    higher = set(range(12, 20))
    assert of(10) == (higher - {19} if zero_beats_nine else higher)


def test_greedy_bids_what_the_hand_will_make() -> None:
    rules = rules_of(3)
    gaps = {
        name: np.mean(
            [
                abs(r.round.bid(s) - r.round.completed[s])
                for index in range(40)
                for r in play_game(rules, [name] * 3, 2, index).rounds
                for s in range(3)
            ]
        )
        for name in FAST
    }
    assert gaps["greedy"] < 0.7 * gaps["random"]
