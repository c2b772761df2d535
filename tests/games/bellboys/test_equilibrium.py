"""Equilibria of endgames: against linear programming, brute force, and by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyser.core.random import Decisions
from analyser.core.strategies import make_player
from analyser.games.bellboys import GAME
from analyser.games.bellboys.endgames import Endgame, sample
from analyser.games.bellboys.engine import Play, legal_cards
from analyser.games.bellboys.equilibrium import by_views, policy, solve
from analyser.games.bellboys.greedy import Greedy
from analyser.games.bellboys.rules import SYMBOLS
from analyser.games.bellboys.strategies import STRATEGIES
from analyser.games.bellboys.view import View

from .builders import cards, rules_of
from .endgame_trees import Tree, deals_of, packed, rounds_of, seen

pytestmark = pytest.mark.kernel

STANDARD = rules_of()
PLAIN = rules_of({"scoring.suits_move": False, "deal.suits_needed": 1})


def endgames(count: int, tricks: int, strategy: str = "random", **overrides: Any) -> list[Endgame]:
    rules = rules_of({name.replace("__", "."): value for name, value in overrides.items()})
    return sample(rules, (strategy, strategy), 3, 0, count, tricks, number=2)


def fewest(endgames: Sequence[Endgame], least: int) -> Endgame:
    """That with the fewest deals, but so many at least."""
    return min(
        (each for each in endgames if len(each.deals()) >= least), key=lambda e: len(e.deals())
    )


def mixes(view: View, legal: tuple[int, ...]) -> list[float]:
    """Any way of play that mixes, and depends on all that a seat knows."""
    weights = [1 + (7 * card + len(view.plays) + sum(view.hand)) % 5 for card in legal]
    return [weight / sum(weights) for weight in weights]


def plays_high(view: View, legal: tuple[int, ...]) -> list[float]:
    """The leftmost card of the highest rank."""
    best = max(legal, key=view.rank)
    return [float(card == best) for card in legal]


def plain_endgame(tricks: Sequence[tuple[str, int]], lead: int) -> Endgame:
    """An endgame in which cards only count, after tricks won by these seats: ``"0 F3 F="``.

    A trick begins with the seat that led it. Ranks are those that make the winner win.
    """
    plays = []
    for text, winner in tricks:
        seat = int(text[0])
        led, followed = cards(text[2:])
        plays += [Play(seat, led, 1, 2), Play(1 - seat, followed, 1, 1 + 2 * (seat != winner))]
    return Endgame(PLAIN.table, 1, (0, 0), lead, tuple(plays))


def test_B5_B7_one_trick_to_come_by_hand() -> None:
    # Six cards each, so who wins the last trick loses the round. F= and C^ have rank 1 now, H3
    # rank 3, and on equal ranks the leader wins: it loses the trick only if the other has H3.
    even = [("0 F3 F/", 0), ("0 Fx F^", 1), ("1 C3 C=", 0), ("0 C/ Cx", 1), ("1 H= H/", 0)]
    found = solve(plain_endgame([*even, ("0 Hx H^", 1)], lead=1))
    assert found.form.sizes(0) == found.form.sizes(1) == (0, 1)
    assert found.value == pytest.approx(2 / 6)
    assert found.gap == pytest.approx(0)


def test_B5_B7_two_tricks_to_come_by_hand() -> None:
    # Seat 0 has six cards, seat 1 four: the leader wins the round only if seat 1 wins both tricks.
    # Seat 1 has shown that it holds H3 and Hx, in one order or the other: rank 2 at least. Seat 0
    # has two of F=, F^ and C/, whose ranks are at most 1 on the left: led from there, all is won.
    endgame = plain_endgame(
        [("1 C^ C3", 1), ("1 Fx F/", 1), ("1 H= C=", 0), ("0 Cx H/", 0), ("0 F3 H^", 0)], lead=0
    )
    found = solve(endgame)
    assert len(endgame.deals()) == 12
    assert found.value == pytest.approx(1, abs=0.001)
    lowest = found.plan(0, policy(PLAIN, "greedy"))
    assert found.worst(0, lowest) == pytest.approx(0, abs=0.001)
    # The highest card led loses all with ^ on the right (rank 4); half with = there (rank 2, which
    # seat 1 stays below with x on its left); nothing with / there.
    highest = found.plan(0, by_views(plays_high))
    assert found.worst(0, highest) == pytest.approx(1 / 2, abs=0.001)


@pytest.mark.parametrize("winner", [0, 1])
def test_a_round_that_is_decided_has_its_value_and_no_choices(winner: int) -> None:
    tricks = [("0 F3 F=", winner), ("0 F/ Fx", winner), ("0 C3 C=", winner), ("0 C/ Cx", winner)]
    found = solve(plain_endgame([*tricks, ("0 H3 H=", winner)], lead=0))
    assert found.form.sizes(0) == found.form.sizes(1) == (0, 1)
    assert (found.low, found.high) == (winner, winner)


@pytest.mark.parametrize(
    "overrides",
    [
        {},
        {"information__position_public": False},
        {"information__trailing_sees_aside": True},
        {"scoring__suits_move": False, "deal__suits_needed": 1},
    ],
    ids=str,
)
def test_the_value_is_that_of_linear_programming(overrides: dict[str, Any]) -> None:
    inside = 0
    for endgame in endgames(8, 2, **overrides):
        found = solve(endgame, 1e-6)
        assert found.gap <= 1e-6
        assert Tree(endgame, deals_of(endgame)).equilibrium() == pytest.approx(
            found.value, abs=1e-6
        )
        inside += 0.05 < found.value < 0.95
    assert inside >= 4


@pytest.mark.parametrize(("tricks", "deals"), [(3, 100), (4, 12)])
def test_longer_endgames_of_few_deals(
    tricks: int, deals: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    [endgame], random = endgames(1, tricks), Random(2)
    orders = (random.sample(endgame.unseen, len(endgame.unseen)) for _ in range(10 * deals))
    states = list(islice(rounds_of(endgame, orders), deals))
    assert len(states) == deals
    monkeypatch.setattr(Endgame, "deals", lambda _: packed(endgame, states))
    found, tree = solve(endgame, 1e-5), Tree(endgame, states)
    assert tree.equilibrium() == pytest.approx(found.value, abs=1e-5)
    assert 0.05 < found.value < 0.95
    for player in range(2):
        expected = tree.best_response(1 - player, tree.plan(player, mixes))
        plan = found.plan(player, by_views(mixes))
        assert found.form.best_response(1 - player, plan) == pytest.approx(expected, abs=1e-12)


@settings(max_examples=8, deadline=None)
@given(
    st.lists(st.sampled_from(SYMBOLS), min_size=5, max_size=5, unique=True),
    st.booleans(),
    st.integers(0, 1000),
)
def test_the_value_is_that_of_linear_programming_with_any_symbols(
    symbols: list[str], public: bool, game: int
) -> None:
    rules = rules_of({"deck.symbols": symbols, "information.position_public": public})
    for endgame in sample(rules, ("random", "random"), 1, game, 1, 2):
        assert Tree(endgame, deals_of(endgame)).equilibrium() == pytest.approx(
            solve(endgame, 1e-6).value, abs=1e-6
        )


@pytest.mark.parametrize("public", [True, False])
def test_plans_are_worth_what_they_are_deal_by_deal(public: bool) -> None:
    for endgame in endgames(5, 2, information__position_public=public):
        found, tree = solve(endgame), Tree(endgame, deals_of(endgame))
        plans = [found.plan(player, by_views(mixes)) for player in range(2)]
        expected = [tree.plan(player, mixes) for player in range(2)]
        assert found.form.value(*plans) == pytest.approx(tree.value(*expected), abs=1e-12)
        for player in range(2):
            assert found.form.best_response(1 - player, plans[player]) == pytest.approx(
                tree.best_response(1 - player, expected[player]), abs=1e-12
            )


def test_the_value_of_a_strategy_against_itself_is_how_often_the_leader_wins() -> None:
    endgame = fewest(endgames(40, 3), 200)
    found, greedy = solve(endgame), Greedy()
    won, deals = 0, 0
    for state in deals_of(endgame):
        while not state.finished:
            view = seen(endgame, state, state.seat)
            state.play(greedy.play(view, state.legal_cards(), lambda n: 0))
        won += state.winner == endgame.lead
        deals += 1
    plans = [found.plan(player, policy(STANDARD, "greedy")) for player in range(2)]
    assert 0 < won < deals
    assert found.form.value(*plans) == pytest.approx(won / deals)


@pytest.mark.usefixtures("learns_little")
@pytest.mark.parametrize("strategy", ["greedy", "planner", "search:64", "search:2"])
@pytest.mark.parametrize(
    "overrides",
    [
        {},
        {"information__position_public": False, "scoring__suits_move": False},
        {"information__trailing_sees_aside": True, "deal__suits_needed": 1},
    ],
    ids=str,
)
def test_the_kernel_plays_as_the_strategies_in_python(
    strategy: str, overrides: dict[str, Any]
) -> None:
    rules = rules_of({name.replace("__", "."): value for name, value in overrides.items()})
    [text] = GAME.parse_strategies(strategy, rules)[:1]
    asked, random, met = make_player(GAME, STRATEGIES, text, rules, "a test"), Random(5), 0
    for endgame in [*endgames(2, 2, **overrides), *endgames(2, 3, **overrides)]:
        form = endgame.sequence_form()
        for player in range(2):
            sets, _ = form.sizes(player)
            keys = np.empty(sets, dtype=np.uint64)
            firsts = np.empty(sets + 1, dtype=np.int32)
            form.information(player, keys, np.empty(sets, dtype=np.int32), firsts)
            some = np.array(random.sample(range(sets), min(sets, 20)), dtype=np.intp)
            legal = np.diff(firsts)[some].astype(np.intp)
            found = np.split(
                policy(rules, text)(endgame, player, keys[some], legal), np.cumsum(legal)[:-1]
            )
            for key, shares in zip(keys[some].tolist(), found, strict=True):
                view = endgame.view(player, key)
                draw = Decisions(0, view.seat, 0, view.number).draws(1 + len(view.plays) // 2)
                cards = legal_cards(view.hand, view.led)
                assert cards[int(shares.argmax())] == asked.play(view, cards, draw)
                assert shares.sum() == 1
                met += 1
    assert met > 50


def test_random_mixes_evenly() -> None:
    endgame = endgames(1, 2)[0]
    found, tree = solve(endgame), Tree(endgame, deals_of(endgame))

    def even(view: View, legal: tuple[int, ...]) -> list[float]:
        return [1 / len(legal)] * len(legal)

    for player in range(2):
        plan = found.plan(player, policy(STANDARD, "random"))
        sign = 1 if player == 0 else -1
        answered = tree.best_response(1 - player, tree.plan(player, even))
        assert found.worst(player, plan) == pytest.approx(sign * (found.value - answered))
        assert found.worst(player, plan) > 0.01


def test_nobody_gains_against_the_plans_of_a_solution() -> None:
    for endgame in [*endgames(6, 2), *endgames(1, 3)]:
        found = solve(endgame, 0.002)
        assert 0 <= found.gap <= 0.002
        for player in range(2):
            assert found.worst(player, found.plans[player]) <= found.gap / 2 + 1e-12
            for strategy in ("random", "greedy"):
                plan = found.plan(player, policy(STANDARD, strategy))
                assert found.worst(player, plan) >= found.against(player, plan) - 1e-12
                assert found.against(player, plan) >= -found.gap / 2 - 1e-12


def test_seats_may_be_exchanged() -> None:
    for endgame in endgames(4, 3, information__trailing_sees_aside=True):
        plays = tuple(replace(each, seat=1 - each.seat) for each in endgame.plays)
        other = replace(endgame, plays=plays, lead=1 - endgame.lead, totals=endgame.totals[::-1])
        one, two = solve(endgame), solve(other)
        assert one.endgame.seats != two.endgame.seats
        assert [one.form.sizes(p) for p in (0, 1)] == [two.form.sizes(p) for p in (0, 1)]
        assert one.value == pytest.approx(two.value, abs=1e-9)


def test_B10_who_sees_the_card_set_aside_does_not_fare_worse() -> None:
    gains = []
    for endgame in endgames(12, 2, information__trailing_sees_aside=True):
        blind = replace(endgame, totals=(0, 0))
        gain = solve(endgame, 1e-5).value - solve(blind, 1e-5).value
        gains.append(gain if endgame.sees_aside(endgame.lead) else -gain)
    assert min(gains) >= -1e-5
    assert max(gains) > 0.001


def test_a_gap_that_rounding_may_keep_is_refused() -> None:
    with pytest.raises(ValueError, match="gap 0: must be 1e-6 at least"):
        solve(endgames(1, 2)[0], 0)


def test_few_steps_bring_the_bounds_together() -> None:
    gaps = []
    for endgame in [*endgames(20, 2), *endgames(2, 3)]:
        form = endgame.sequence_form()
        plans = np.empty(form.sizes(0)[1]), np.empty(form.sizes(1)[1])
        form.improve(40)
        form.plans(*plans)
        gaps.append(form.best_response(0, plans[1]) - form.best_response(1, plans[0]))
    assert max(gaps) < 0.001


@pytest.mark.parametrize("tricks", [2, 3])
def test_probabilities_of_plans_add_up(tricks: int) -> None:
    found = solve(endgames(1, tricks)[0])
    for player, plan in enumerate(found.plans):
        sets, sequences = found.form.sizes(player)
        parents, firsts = np.empty(sets, dtype=np.int32), np.empty(sets + 1, dtype=np.int32)
        found.form.information(player, np.empty(sets, dtype=np.uint64), parents, firsts)
        assert plan.shape == (sequences,)
        assert plan[0] == pytest.approx(1)
        sums = np.add.reduceat(plan, firsts[:-1])
        assert sums == pytest.approx(plan[parents])
        assert (parents < firsts[:-1]).all()
