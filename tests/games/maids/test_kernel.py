"""The kernel against the reference engine: the same games, record by record."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from analyser.core.errors import InputError
from analyser.core.forks import Fork
from analyser.core.registry import get_game
from analyser.core.rules import load_rules
from analyser.games.maids import _simulate, play, simulate
from analyser.games.maids.forks import KINDS
from analyser.games.maids.rules import TRUMPS

pytestmark = pytest.mark.kernel

MAIDS = get_game("maids")
NAMES = [s.name for s in MAIDS.strategies]
GAMES = [
    (variant, players) for variant in MAIDS.variants() for players in MAIDS.variant_players(variant)
]


def assert_same(rules, strategies, seed=0, start=0, count=20, fork=None):
    kernel = simulate.simulate(rules, strategies, seed, start, count, fork)
    reference = play.simulate(rules, strategies, seed, start, count, fork)
    np.testing.assert_array_equal(kernel.block, reference.block)
    return kernel


def tables(players):
    """Every strategy alone at a table, and one mixed table."""
    mixed = [NAMES[s % len(NAMES)] for s in range(players)]
    return [[name] * players for name in NAMES] + [mixed]


def test_every_strategy_has_a_code_in_the_kernel():
    assert sorted(simulate.CODES) == sorted(NAMES)


def test_the_struct_of_rules_has_the_fields_that_python_fills():
    assert _simulate.rule_fields() == sorted(simulate.kernel_rules(load_rules(MAIDS)))


@pytest.mark.parametrize(("variant", "players"), GAMES)
def test_a_thousand_games_of_each_table_are_the_same(variant, players):
    rules = load_rules(MAIDS, variant, players)
    count = 1000 // (10 if rules.table.game.end_score else 3)
    for strategies in tables(players):
        records = assert_same(rules, strategies, seed=2**64 - 1, start=10**12, count=count)
        # What the comparison is worth: all of it has been played.
        assert (records["accepted"] > records["completed"]).any()
        assert set(np.unique(records["trump"])) == {0, 1, 3}
        assert (records["bid"] == records["completed"]).any()


@st.composite
def drawn_rules(draw):
    players = draw(st.sampled_from(MAIDS.players))
    sides, hands = (2, 4) if players == 4 else (3, 3)
    hand = draw(st.integers(1, 7 if players == 4 else 8))
    bids = draw(st.integers(1, min(9, (30 - hands * hand) // sides))) if hand < 7 else 1
    needed = hands * hand + sides * bids
    ranks = draw(st.permutations(range(10)))[: draw(st.integers(-(-needed // 3), 10))]
    points = st.integers(0, 40)
    overrides = {
        "deck.ranks": sorted(ranks),
        "distribution.hand_cards": hand,
        "distribution.bid_cards": bids,
        "distribution.limit_counts_memo": draw(st.booleans()),
        "bidding.icons.purple": draw(st.integers(0, 6)),
        "bidding.icons.orange": draw(st.integers(0, 6)),
        "bidding.icons.blue": draw(st.integers(0, 6)),
        "trick.slacker_ranks": draw(st.lists(st.sampled_from(sorted(ranks)), unique=True)),
        "trick.zero_beats_nine": draw(st.booleans()),
        "scoring.accepted": draw(st.integers(1, 5)),
        "scoring.success": draw(st.lists(points, min_size=sides, max_size=sides)),
        "scoring.appeal_success": draw(points),
        "scoring.appeal_failure": draw(points),
        "game.rounds": draw(st.integers(1, 4)),
        "game.trumps": draw(st.lists(st.sampled_from(TRUMPS), min_size=1, max_size=4)),
        "game.end_score": draw(st.sampled_from([0, 0, 30])),
        "game.end_tie": draw(st.sampled_from(["extra_round", "privilege"])),
        "game.leader_card_follows_winner": draw(st.booleans()),
    }
    return load_rules(MAIDS, "standard", players, overrides)


def drawn_fork(draw, rules):
    limits, table = rules.table.distribution, rules.table
    card = st.sampled_from(table.cards)
    seat = st.integers(0, rules.players - 1)
    value, seat, at = {
        "action": (st.integers(0, 3), seat, st.integers(0, limits.hand_cards)),
        "card": (card, st.integers(0, max(3, rules.players) - 1), st.just(0)),
        "leader": (seat, st.just(0), st.just(0)),
        "target": (st.integers(0, table.most_bid), st.integers(0, 1), st.just(0)),
        "slacker": (card, st.just(0), st.integers(0, 1)),
        "exchange": (card, st.just(0), card),
    }[kind := draw(st.sampled_from(KINDS))]
    return Fork(kind, draw(value), draw(st.integers(0, 2)), draw(seat), draw(at))


@given(st.data())
@settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
def test_drawn_rules_strategies_and_forks_give_the_same_games(data):
    rules = data.draw(drawn_rules())
    strategies = [data.draw(st.sampled_from(NAMES)) for _ in range(rules.players)]
    fork = data.draw(st.booleans()) and drawn_fork(data.draw, rules)
    assert_same(rules, strategies, data.draw(st.integers(0, 2**64 - 1)), 7, 3, fork or None)


FORKS = [
    Fork("action", 2, 1, 0, 0),
    Fork("action", 3, 0, 1, 4),
    Fork("card", 9, 0, 1, 0),
    Fork("leader", 1, 2),
    Fork("target", 6, 0, 0),
    Fork("target", 0, 0, 1),
    Fork("slacker", 9, 0, at=1),
    Fork("slacker", 6, 0, at=0),
    Fork("exchange", 6, 0, at=27),
]


@pytest.mark.parametrize(("fork", "players"), list(product(FORKS, MAIDS.players)))
def test_forks_are_the_same_and_change_something(fork, players):
    rules = load_rules(MAIDS, players=players)
    for strategies in tables(players):
        forked = assert_same(rules, strategies, count=30, fork=fork)
        plain = simulate.simulate(rules, strategies, 0, 0, 30)
        assert not np.array_equal(forked.block, plain.block)
        if fork.round > 1:
            before = forked["round"] < fork.round
            np.testing.assert_array_equal(forked.block[:-3, before], plain.block[:-3, before])


def test_a_fork_that_imposes_what_is_done_anyway_changes_nothing():
    rules = load_rules(MAIDS)
    strategies = ["greedy"] * 3
    state = play.play_game(rules, strategies, 0, 0).rounds[0]
    turn = state.round.log[0]
    plain = simulate.simulate(rules, strategies, 0, 0, 1)
    actions = ["keep", "pass", "bid-down", "bid-up"]
    forks = [
        Fork("action", actions.index(turn.action), 1, turn.seat, 0),
        Fork("leader", state.leader, 1),
        Fork("slacker", 6, 0, at=1),
        Fork("exchange", 7, 0, at=7),
    ]
    for fork in forks:
        forked = simulate.simulate(rules, strategies, 0, 0, 1, fork)
        np.testing.assert_array_equal(forked.block, plain.block)


@pytest.mark.parametrize(
    ("fork", "message"),
    [
        (Fork("bid", 1), "kind 'bid' is unknown"),
        (Fork("leader", 3), "value = 3"),
        (Fork("slacker", 1, at=1), "value = 1"),
        (Fork("card", 5, 1, seat=4), "seat = 4"),
        (Fork("action", 2, 1, 0, at=40), "at = 40"),
        (Fork("leader", 1, round=-1), "round = -1"),
    ],
)
def test_a_fork_that_cannot_be_is_refused(fork, message):
    with pytest.raises(InputError, match=message):
        simulate.simulate(load_rules(MAIDS), ["random"] * 3, 0, 0, 1, fork)


def test_chunks_join_to_the_whole():
    rules = load_rules(MAIDS, "first_to_100")
    whole = simulate.simulate(rules, ["random"] * 3, 5, 10, 40)
    parts = [simulate.simulate(rules, ["random"] * 3, 5, 10 + 8 * i, 8) for i in range(5)]
    np.testing.assert_array_equal(whole.block, np.concatenate([p.block for p in parts], axis=1))


def test_a_game_longer_than_the_room_is_played_again_with_more(monkeypatch):
    rules = load_rules(MAIDS, "first_to_100")
    whole = simulate.simulate(rules, ["greedy"] * 3, 5, 0, 40)
    longest = int(whole["round"].max())
    monkeypatch.setattr(simulate, "MAX_ROUNDS", longest)
    monkeypatch.setattr(simulate, "expected_rounds", lambda rules: 0)
    again = simulate.simulate(rules, ["greedy"] * 3, 5, 0, 40)
    np.testing.assert_array_equal(again.block, whole.block)
