"""The kernel against the reference engine: the same games, record by record."""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import product

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from analyser.core import kernels
from analyser.core.errors import InputError
from analyser.core.forks import Fork
from analyser.core.registry import get_game
from analyser.core.rules import load_rules
from analyser.games.maids import _simulate, play, simulate
from analyser.games.maids.forks import KINDS, Restriction

from .builders import drawn_rules

pytestmark = pytest.mark.usefixtures("learns_little")

MAIDS = get_game("maids")
NAMES = [s.name for s in MAIDS.strategies if s.fast]
GAMES = [
    (variant, players) for variant in MAIDS.variants() for players in MAIDS.variant_players(variant)
]


def assert_same(rules, strategies, seed=0, start=0, count=20, fork=None, replicate=0):
    kernel = simulate.simulate(rules, strategies, seed, start, count, fork, replicate)
    reference = play.simulate(rules, strategies, seed, start, count, fork, replicate)
    np.testing.assert_array_equal(kernel.block, reference.block)
    return kernel


def assert_same_traces(rules, strategies, seed, start, count):
    records, kernel = simulate.trace(rules, strategies, seed, start, count)
    plain, reference = play.trace(rules, strategies, seed, start, count)
    np.testing.assert_array_equal(records.block, plain.block)
    for name in fields(kernel):
        np.testing.assert_array_equal(getattr(kernel, name.name), getattr(reference, name.name))


def assert_same_branches(rules, strategies, seed, start, count, forks):
    kernel = simulate.branches(rules, strategies, seed, start, count, forks)
    reference = play.branches(rules, strategies, seed, start, count, forks)
    np.testing.assert_array_equal(kernel.base.block, reference.base.block)
    np.testing.assert_array_equal(kernel.blocks, reference.blocks)
    np.testing.assert_array_equal(kernel.imposed, reference.imposed)
    return kernel


def tables(players):
    """Every strategy alone at a table, and one mixed table."""
    mixed = [NAMES[s % len(NAMES)] for s in range(players)]
    return [[name] * players for name in NAMES] + [mixed]


def test_every_strategy_has_a_code_in_the_kernel():
    assert sorted(simulate.CODES) == sorted(s.name for s in MAIDS.strategies)


def test_the_struct_of_rules_has_the_fields_that_python_fills():
    assert _simulate.rule_fields() == sorted(simulate.kernel_rules(load_rules(MAIDS)))


@pytest.mark.parametrize(("variant", "players"), GAMES)
def test_hundreds_of_rounds_of_each_table_are_the_same(variant, players):
    rules = load_rules(MAIDS, variant, players)
    count = 300 // (10 if rules.table.game.end_score else 3)
    for strategies in tables(players):
        records = assert_same(rules, strategies, seed=2**64 - 1, start=10**12, count=count)
        # What the comparison is worth: all of it has been played.
        assert (records["accepted"] > records["completed"]).any()
        assert set(np.unique(records["trump"])) == {0, 1, 3}
        assert (records["bid"] == records["completed"]).any()


def drawn_fork(draw, rules):
    limits, table = rules.table.distribution, rules.table
    card = st.sampled_from(table.cards)
    seat = st.integers(0, rules.players - 1)
    trick = st.integers(0, limits.hand_cards - 1)
    none = st.just(0)
    kinds = [kind for kind in KINDS if kind != "zero" or table.zeros]
    value, seat, at = {
        "action": (st.integers(0, 3), seat, st.integers(0, limits.hand_cards)),
        "face": (st.integers(0, 1), seat, st.integers(0, limits.bid_cards - 1)),
        "target": (st.integers(0, table.most_bid), st.integers(0, 1), none),
        "restrict": (st.integers(0, len(Restriction) - 1), seat, none),
        "leader": (seat, none, none),
        "card": (trick, st.integers(0, max(3, rules.players) - 1), trick),
        "slacker": (card, none, st.integers(0, 1)),
        "zero": (st.sampled_from(table.zeros or (0,)), none, none),
        "exchange": (card, none, none),
    }[kind := draw(st.sampled_from(kinds))]
    fork = Fork(kind, draw(value), draw(st.integers(0, 2)), draw(seat), draw(at))
    if kind == "exchange":
        suit = [c for c in table.cards if c // 10 == fork.value // 10]
        fork = replace(fork, at=draw(st.sampled_from(suit)))
    return fork


@pytest.mark.kernel
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
    seed = data.draw(st.integers(0, 2**64 - 1))
    forks = [drawn_fork(data.draw, rules) for _ in range(data.draw(st.integers(0, 3)))]
    replicate = data.draw(st.sampled_from([0, 5]))
    assert_same(rules, strategies, seed, 7, 2, forks[0] if forks else None, replicate)
    assert_same_traces(rules, strategies, seed, 7, 2)
    assert_same_branches(rules, strategies, seed, 7, 2, forks)


FORKS = [
    Fork("action", 2, 1, 0, 0),
    Fork("action", 3, 0, 1, 4),
    Fork("face", 0, 0, 1, 0),
    Fork("face", 1, 0, 1, 2),
    Fork("card", 1, 0, 1, 0),
    Fork("leader", 1, 2),
    Fork("target", 6, 0, 0),
    Fork("target", 0, 0, 1),
    *(Fork("restrict", value, 0, 0) for value in Restriction),
    Fork("slacker", 9, 0, at=1),
    Fork("slacker", 6, 0, at=0),
    Fork("zero", 10),
    Fork("exchange", 6, 0, at=9),
]


@pytest.mark.parametrize(("fork", "players"), list(product(FORKS, MAIDS.players)))
def test_forks_are_the_same_and_change_something(fork, players):
    rules = load_rules(MAIDS, players=players)
    changed = False
    for strategies in tables(players):
        forked = assert_same(rules, strategies, count=12, fork=fork)
        plain = simulate.simulate(rules, strategies, 0, 0, 12)
        changed |= not np.array_equal(forked.block, plain.block)
        if fork.round > 1:
            before = forked["round"] < fork.round
            np.testing.assert_array_equal(forked.block[:-3, before], plain.block[:-3, before])
    assert changed


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


@pytest.mark.kernel
@pytest.mark.parametrize("players", MAIDS.players)
def test_branches_of_every_decision_are_the_same(players):
    rules = load_rules(MAIDS, players=players)
    seats, most = range(rules.players), max(3, rules.players)
    forks = [
        *FORKS,
        *(Fork("action", value, 0, seat, 4) for value in range(4) for seat in seats),
        *(Fork("face", value, 0, seat, 1) for value in range(2) for seat in seats),
        *(Fork("card", value, 0, seat, 3) for value in range(3) for seat in range(most)),
        *(Fork("leader", seat) for seat in seats),
    ]
    for strategies in tables(players):
        branches = assert_same_branches(rules, strategies, 3, 10, 2, forks)
        assert set(np.unique(branches.imposed)) == {0, 1, 2}
        for index, imposed in enumerate(branches.imposed):
            alike = (branches.blocks[index] == branches.base.block).all(axis=0)
            goes_on = branches.base["round"] < rules.table.game.rounds
            won = branches.branch(index)["winner"].sum(axis=0)
            assert (alike[~goes_on] | (imposed[~goes_on] == 2)).all()
            np.testing.assert_array_equal(won, 1 - goes_on)


@pytest.mark.parametrize(("variant", "players"), GAMES)
def test_a_branch_of_the_last_round_ends_the_game_as_a_whole_fork_does(variant, players):
    rules, strategies = load_rules(MAIDS, variant, players), ["greedy"] * players
    for fork in (Fork("target", 2, 3, 1), Fork("card", 0, 3, 0, 5), Fork("leader", 1, 3)):
        branches = simulate.branches(rules, strategies, 1, 0, 50, [fork])
        whole = simulate.simulate(rules, strategies, 1, 0, 50, fork)
        ends = branches.branch(0)["winner"].any(axis=0)
        third = branches.base["round"] == 3
        here = branches.blocks[0][:, ends & third]
        there = whole.block[:, whole["round"] == 3]
        games = whole.game[whole["round"] == 3]
        np.testing.assert_array_equal(
            here, there[:, np.isin(games, branches.base.game[ends & third])]
        )


@pytest.mark.kernel
@pytest.mark.parametrize(("variant", "players"), GAMES)
def test_games_resumed_with_their_own_cards_end_as_they_did(variant, players):
    rules = load_rules(MAIDS, variant, players)
    for strategies in tables(players):
        records = simulate.simulate(rules, strategies, 9, 0, 25)
        second = np.flatnonzero(records["round"] == 2)
        if not len(second):
            continue
        games, before = records.game[second], second - 1
        for game, row, last in zip(games, before, second, strict=True):
            args = (
                records["round"][[row]],
                records["total"][:, [row]].T,
                records["starter"][[last]],
            )
            won = simulate.resume(rules, strategies, 9, int(game), *args)
            assert won == play.resume(rules, strategies, 9, int(game), *args)
            assert records["winner"][won[0], row] == 1


@pytest.mark.parametrize(("variant", "players"), GAMES)
def test_a_game_that_is_over_is_not_played_on(variant, players):
    rules, strategies = load_rules(MAIDS, variant, players), ["random"] * players
    records = simulate.simulate(rules, strategies, 9, 0, 10)
    last = np.flatnonzero(records.last)
    assert len(last) == 10
    for engine in (simulate, play):
        for row in last:
            game = play.play_game(rules, strategies, 9, int(records.game[row]))
            holder = np.array([game.rounds[-1].standing.leader])
            ended = records["round"][[row]], records["total"][:, [row]].T, holder
            assert engine.resume(rules, strategies, 0, 0, *ended) == [game.winner]


def test_a_game_is_resumed_after_a_round():
    rules, none = load_rules(MAIDS), np.zeros(1, int)
    with pytest.raises(ValueError, match="after its first round"):
        simulate.resume(rules, ["random"] * 3, 0, 0, none, np.zeros((1, 3), int), none)


def test_a_replicate_has_the_cards_and_other_decisions():
    rules = load_rules(MAIDS)
    plain = simulate.simulate(rules, ["random"] * 3, 0, 0, 50)
    other = assert_same(rules, ["random"] * 3, count=50, replicate=1)
    first = plain["round"] == 1
    np.testing.assert_array_equal(plain["starter"][first], other["starter"][first])
    assert not np.array_equal(plain.block, other.block)
    greedy = [simulate.simulate(rules, ["greedy"] * 3, 0, 0, 50, None, i).block for i in (0, 1)]
    np.testing.assert_array_equal(*greedy)


@pytest.mark.parametrize(
    ("fork", "message"),
    [
        (Fork("bid", 1), "kind 'bid' is unknown"),
        (Fork("leader", 3), "value = 3"),
        (Fork("slacker", 1, at=1), "value = 1"),
        (Fork("card", 5, 1, seat=4), "seat = 4"),
        (Fork("exchange", 5, 1, at=15), "at = 15"),
        (Fork("action", 2, 1, 0, at=40), "at = 40"),
        (Fork("leader", 1, round=-1), "round = -1"),
    ],
)
def test_a_fork_that_cannot_be_is_refused(fork, message):
    with pytest.raises(InputError, match=message):
        simulate.simulate(load_rules(MAIDS), ["random"] * 3, 0, 0, 1, fork)


@pytest.mark.kernel
def test_chunks_join_to_the_whole():
    rules = load_rules(MAIDS, "first_to_100")
    whole = simulate.simulate(rules, ["random"] * 3, 5, 10, 40)
    parts = [simulate.simulate(rules, ["random"] * 3, 5, 10 + 8 * i, 8) for i in range(5)]
    np.testing.assert_array_equal(whole.block, np.concatenate([p.block for p in parts], axis=1))


@pytest.mark.kernel
def test_a_game_longer_than_the_room_is_played_again_with_more(monkeypatch):
    rules = load_rules(MAIDS, "first_to_100")
    whole = simulate.simulate(rules, ["greedy"] * 3, 5, 0, 40)
    longest = int(whole["round"].max())
    monkeypatch.setattr(kernels, "MAX_ROUNDS", longest)
    kernel = replace(simulate.KERNEL, expected_rounds=lambda rules: 0)
    again = kernel.simulate(rules, ["greedy"] * 3, 5, 0, 40)
    np.testing.assert_array_equal(again.block, whole.block)
