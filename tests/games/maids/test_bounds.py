"""What could have been done with a bid: the clairvoyant and its twin, and the order of bounds."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from analyser.core.forks import Fork
from analyser.core.registry import get_game
from analyser.core.rules import load_rules
from analyser.games.maids import play, simulate
from analyser.games.maids.analyses import success

from .builders import drawn_rules
from .minimax import Ending

pytestmark = pytest.mark.kernel

MAIDS = get_game("maids")
NAMES = [s.name for s in MAIDS.strategies if s.fast]
TABLES = [
    (players, strategies)
    for players in MAIDS.players
    for strategies in (
        *([name] * players for name in NAMES),
        [NAMES[seat % len(NAMES)] for seat in range(players)],
    )
]


def cases(rules, base):
    """Every round of the records with every side that somebody plays, and the sides, rounds."""
    sides = np.flatnonzero(MAIDS.played(rules))
    side, at = (a.ravel() for a in np.meshgrid(sides, np.arange(base.rounds), indexing="ij"))
    before = (base["total"] - base["points"])[:, at].T
    return (base.game[at], base["round"][at], base["starter"][at], side, before), (side, at)


def assert_same(rules, strategies, seed, start, count):
    base = simulate.simulate(rules, strategies, seed, start, count)
    asked, _ = cases(rules, base)
    kernel = simulate.clairvoyant(rules, strategies, seed, *asked)
    np.testing.assert_array_equal(kernel, play.clairvoyant(rules, strategies, seed, *asked))
    return kernel


@pytest.mark.parametrize(("players", "strategies"), TABLES)
def test_the_clairvoyant_is_that_of_the_reference_engine(players, strategies):
    rules = load_rules(MAIDS, players=players, overrides={"distribution.hand_cards": 4})
    found = assert_same(rules, strategies, 2**64 - 1, 10**12, 15)
    assert found.any()
    assert not found.all()


def test_the_clairvoyant_is_the_same_with_whole_hands():
    for strategies in (["greedy"] * 3, ["random", "greedy", "random"]):
        assert_same(load_rules(MAIDS, players=3), strategies, 4, 0, 2)


@given(st.data())
@settings(
    max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
def test_drawn_rules_and_strategies_have_the_same_clairvoyant(data):
    rules = data.draw(drawn_rules(most=4))
    strategies = [data.draw(st.sampled_from(NAMES)) for _ in range(rules.players)]
    assert_same(rules, strategies, data.draw(st.integers(0, 2**64 - 1)), 7, 1)


@pytest.mark.parametrize("players", MAIDS.players)
def test_with_a_single_card_there_is_nothing_to_foresee(players):
    rules = load_rules(MAIDS, players=players, overrides={"distribution.hand_cards": 1})
    base = simulate.simulate(rules, ["greedy"] * players, 0, 0, 50)
    asked, where = cases(rules, base)
    found = simulate.clairvoyant(rules, ["greedy"] * players, 0, *asked)
    np.testing.assert_array_equal(found, success(base)[where])


@pytest.mark.parametrize("name", NAMES)
def test_with_two_cards_the_clairvoyant_is_the_better_of_two_plays(name):
    rules = load_rules(MAIDS, players=3, overrides={"distribution.hand_cards": 2})
    forks = [Fork("card", value, 0, seat, 0) for seat, value in product(range(3), range(2))]
    branches = simulate.branches(rules, [name] * 3, 0, 0, 200, forks)
    met = success(branches.base)
    for index, fork in enumerate(forks):
        met[fork.seat] |= success(branches.branch(index))[fork.seat]
    asked, where = cases(rules, branches.base)
    found = simulate.clairvoyant(rules, [name] * 3, 0, *asked)
    np.testing.assert_array_equal(found, met[where])
    assert (met > success(branches.base)).any()


@pytest.mark.parametrize(("players", "strategies"), TABLES)
def test_another_card_is_no_better_than_the_clairvoyant(players, strategies):
    rules = load_rules(MAIDS, players=players)
    found = MAIDS.bounds(rules, strategies, 5, 0, 30)
    limits = rules.table.distribution.hand_cards
    forks = [
        Fork("card", value, 0, seat, trick)
        for seat, trick in product(range(players), range(limits))
        for value in range(limits - trick)
    ]
    branches = simulate.branches(rules, strategies, 5, 0, 30, forks)
    gained = 0
    for index, fork in enumerate(forks):
        side = fork.seat % 2 if players == 4 else fork.seat
        met = success(branches.branch(index))[side]
        assert (met <= found.clairvoyant[side]).all()
        gained += np.count_nonzero(met & ~success(found.base)[side])
    assert gained


def assert_searched_everywhere(rules, strategies, seed, found):
    """The clairvoyant is the same where solver and play leave nothing open."""
    asked, where = cases(rules, found.base)
    searched = simulate.clairvoyant(rules, strategies, seed, *asked)
    np.testing.assert_array_equal(searched, found.clairvoyant[where])


@pytest.mark.parametrize(("players", "strategies"), TABLES)
def test_bounds_are_in_order(players, strategies):
    rules = load_rules(MAIDS, players=players)
    found = MAIDS.bounds(rules, strategies, 8, 10**12, 120)
    base, forceable, clairvoyant, possible = (
        getattr(found, name) for name in ("base", "forceable", "clairvoyant", "possible")
    )
    plain = simulate.simulate(rules, strategies, 8, 10**12, 120)
    np.testing.assert_array_equal(base.block, plain.block)
    met = success(base)
    met[~np.array(MAIDS.played(rules))] = False
    for low, high in ((forceable, clairvoyant), (met, clairvoyant), (clairvoyant, possible)):
        assert low.shape == (base.sides, base.rounds)
        assert (low <= high).all()
        assert (low < high).any()
    assert (met & ~forceable).any()
    assert (forceable & ~met).any()
    if players == 2:
        assert not possible[2].any()
    assert_searched_everywhere(rules, strategies, 8, found)
    assert set(found.without) == {"slackers", "zero_nine"}
    for less, most in found.without.values():
        assert (less <= most).all()
        assert (less != forceable).any()
        assert (most != possible).any()


@given(st.data())
@settings(
    max_examples=40, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
def test_drawn_rules_have_the_bounds_of_minimax(data):
    rules = data.draw(drawn_rules(most=3))
    strategies = [data.draw(st.sampled_from(NAMES)) for _ in range(rules.players)]
    found = MAIDS.bounds(rules, strategies, 3, 5, 1)
    assert_searched_everywhere(rules, strategies, 3, found)
    expected = {"slackers", "zero_nine"}
    if not rules.table.trick.slacker_ranks:
        expected.remove("slackers")
    if not rules.table.zeros:
        expected.remove("zero_nine")
    assert set(found.without) == expected
    for at, finished in enumerate(play.play_game(rules, strategies, 3, 5).rounds):
        slackers, zeros = frozenset(finished.round.slackers), frozenset(finished.round.zeros)
        compare(finished, at, slackers, zeros, found.forceable, found.possible)
        if "slackers" in expected:
            compare(finished, at, frozenset(), zeros, *found.without["slackers"])
        if "zero_nine" in expected:
            compare(finished, at, slackers, frozenset(), *found.without["zero_nine"])


def compare(finished, at, slackers, zeros, forceable, possible):
    """The bounds of a finished round against minimax, for all sides that somebody plays."""
    state = finished.round
    hands = [[] for _ in state.hands]
    for trick in state.tricks:
        for played in trick.plays:
            hands[played.seat].append(played.card)
    ending = Ending(
        state.players,
        state.trump,
        tuple(map(tuple, hands)),
        (),
        finished.leader,
        finished.leader,
        slackers,
        zeros,
        state.table.game.leader_card_follows_winner,
    )
    for side in range(min(state.players, state.sides)):
        for question, mine in (("exact", forceable), ("possible", possible)):
            can = ending.counts(question, side) >> state.bid(side) & 1
            assert mine[side, at] == can, (ending, question, side)
