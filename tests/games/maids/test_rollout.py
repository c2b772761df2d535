"""`rollout`: kernel and reference engine search alike, and what the search finds."""

from __future__ import annotations

from dataclasses import fields
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from analyser.core.forks import Fork
from analyser.core.random import Decisions
from analyser.core.rules import Rules
from analyser.games.maids import GAME, play, simulate
from analyser.games.maids.engine import Action, Drawn
from analyser.games.maids.rollout import MaidsRollout
from analyser.games.maids.view import view_of
from tests.games.maids.builders import at_tricks, cards, drawn_rules, play_all, rules_of
from tests.games.maids.test_kernel import drawn_fork
from tests.games.maids.test_strategies import share_of_wins

OBJECTIVES = ("rollout:2", "rollout:2:points", "rollout:2:win")


def assert_same(rules: Rules, strategies: list[str], seed: int, start: int, **how: Any) -> None:
    """One game is the same on the kernel and on the reference engine."""
    kernel = simulate.simulate(rules, strategies, seed, start, 1, **how)
    reference = play.simulate(rules, strategies, seed, start, 1, **how)
    np.testing.assert_array_equal(kernel.block, reference.block)


@pytest.mark.kernel
@pytest.mark.parametrize(("players", "strategy"), list(product(GAME.players, OBJECTIVES)))
def test_kernel_and_engine_do_the_same(players: int, strategy: str) -> None:
    shorter = {"game.rounds": 2, "distribution.hand_cards": 3}
    rules = rules_of(players, shorter if "win" in strategy else {"game.rounds": 1})
    strategies = [strategy] * players
    _, kernel = simulate.trace(rules, strategies, 2**64 - 1, 10**12, 1)
    _, reference = play.trace(rules, strategies, 2**64 - 1, 10**12, 1)
    for field in fields(kernel):
        found = getattr(kernel, field.name)
        np.testing.assert_array_equal(found, getattr(reference, field.name))


@pytest.mark.usefixtures("learns_little")
@pytest.mark.kernel
@settings(
    max_examples=20,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(st.data())
def test_drawn_rules_strategies_and_forks_are_searched_alike(data: st.DataObject) -> None:
    rules = data.draw(drawn_rules(most=4))
    names = st.sampled_from([*OBJECTIVES, "greedy", "random"])
    strategies = [data.draw(names) for _ in range(rules.players)]
    fork = drawn_fork(data.draw, rules) if data.draw(st.booleans()) else None
    seed = data.draw(st.integers(0, 2**64 - 1))
    assert_same(rules, strategies, seed, 7, fork=fork, replicate=data.draw(st.sampled_from([0, 5])))


@pytest.mark.kernel
@pytest.mark.parametrize("players", GAME.players)
def test_branches_and_games_played_on_are_searched_alike(players: int) -> None:
    rules = rules_of(players, {"game.rounds": 2, "distribution.hand_cards": 2})
    strategies = ["rollout:1:win"] * players
    forks = [Fork("target", 3, 0, 1), Fork("card", 1, 0, 1, 0), Fork("zero", 10)]
    kernel = simulate.branches(rules, strategies, 4, 1, 1, forks)
    reference = play.branches(rules, strategies, 4, 1, 1, forks)
    np.testing.assert_array_equal(kernel.blocks, reference.blocks)
    np.testing.assert_array_equal(kernel.imposed, reference.imposed)
    first = kernel.base.block[:, kernel.base["round"] == 1]
    totals = kernel.base["total"].T[:1]
    leaders = kernel.base["starter"][1:]
    assert first.size
    won = [
        engine.resume(rules, strategies, 4, 1, np.array([1]), totals, leaders).tolist()
        for engine in (simulate, play)
    ]
    assert won[0] == won[1]
    assert kernel.base["winner"][won[0][0], -1] == 1


@pytest.mark.kernel
def test_clairvoyants_among_those_who_search_are_the_same() -> None:
    rules = rules_of(3, {"distribution.hand_cards": 3, "game.rounds": 2})
    strategies = ["rollout:2:win", "greedy", "rollout:2"]
    base = simulate.simulate(rules, strategies, 8, 0, 1)
    for side in range(3):
        before = (base["total"] - base["points"]).T
        asked = base.game, base["round"], base["starter"], np.full(base.rounds, side), before
        found = simulate.clairvoyant(rules, strategies, 8, *asked)
        np.testing.assert_array_equal(found, play.clairvoyant(rules, strategies, 8, *asked))


@pytest.mark.kernel
def test_a_replay_tells_what_the_engine_would_have_done() -> None:
    rules = rules_of(3, {"distribution.hand_cards": 4, "game.rounds": 2})
    strategies = ["rollout:2", "random", "rollout:1:points"]
    told = simulate.play_game(rules, strategies, 6, 3)
    played = play.play_game(rules, strategies, 6, 3)
    assert told.winner == played.winner
    for mine, other in zip(told.rounds, played.rounds, strict=True):
        assert mine.round.log == other.round.log
        assert mine.round.tricks == other.round.tricks
        assert (mine.leader, mine.points, mine.totals) == (other.leader, other.points, other.totals)


def choice(hands: list[str], plays: str, bid: int, objective: str) -> int:
    """What seat 2 plays in the last round, with so many tasks in its bid, the others with none."""
    state = play_all(at_tricks(hands), plays)
    state.bids[2] = [Drawn(2, 10 + card, Action.BID_DOWN) for card in range(bid)]
    state.log = [*state.bids[2]]
    strategy = MaidsRollout(rules_of(3), 12, objective)
    view = view_of(state, state.seat, 3, [0, 0, 0])
    return strategy.play(view, state.legal_cards(), Decisions(1, 2, 0, 1).draws(20))


@pytest.mark.parametrize("objective", ["margin", "points", "win"])
def test_the_last_to_play_wins_or_ducks_as_the_bid_wants(objective: str) -> None:
    hands = ["P5 B9", "P7 B8", "P9 P2"]
    assert choice(hands, "P5 P7", 0, objective) == cards("P2")[0]
    assert choice(hands, "P5 P7", 2, objective) == cards("P9")[0]


def test_who_counts_own_points_only_appeals_more() -> None:
    rules = rules_of(3)
    shares = []
    for objective in ("points", "margin"):
        strategies = [f"rollout:16:{objective}", "greedy", "greedy"]
        records = GAME.simulate(rules, strategies, 0, 0, 60)
        shares.append(records["appeals"][0].mean() / rules.table.distribution.bid_cards)
    # A failed appeal costs no points of one's own, but others see the bid and may play against it.
    assert 0.85 <= shares[0] < 1
    assert shares[0] - shares[1] > 0.05


@pytest.mark.parametrize(
    ("players", "seats", "fair"), [(2, [0], 1 / 2), (3, [1], 1 / 3), (4, [1, 3], 1 / 2)]
)
def test_rollout_beats_the_fast_strategy_clearly(
    players: int, seats: list[int], fair: float
) -> None:
    assert share_of_wins(players, seats, 300, ("rollout:32", "planner")) > fair
