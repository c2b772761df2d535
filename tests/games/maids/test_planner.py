"""`planner`: what it computes from the rules, and what that is worth."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from io import BytesIO
from itertools import product
from typing import Any

import numpy as np
import pytest

from analyser.core.cache import cache_folder
from analyser.games.maids import GAME, learning
from analyser.games.maids.greedy import ONE
from analyser.games.maids.learning import Beliefs, first_beliefs, learned
from analyser.games.maids.plans import Plans, Stakes, _worths, make_plans, plans_of
from analyser.games.maids.rules import NO_TRUMP, Table
from tests.games.maids.builders import rules_of
from tests.games.maids.test_strategies import share_of_wins


@pytest.fixture
def little_play(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    """Learns from few rounds, into a cache of its own."""
    monkeypatch.setenv("ANALYSER_CACHE", str(tmp_path))
    monkeypatch.setattr(learning, "ROUNDS", (200, 400))


def same(a: Beliefs, b: Beliefs) -> bool:
    return all(np.array_equal(getattr(a, f.name), getattr(b, f.name)) for f in fields(Beliefs))


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("players", "seats", "fair"), [(2, [0], 1 / 2), (3, [1], 1 / 3), (4, [1, 3], 1 / 2)]
)
def test_planner_beats_greedy_clearly(players: int, seats: list[int], fair: float) -> None:
    assert share_of_wins(players, seats, pair=("planner", "greedy")) > fair + 0.03


@pytest.mark.kernel
@pytest.mark.parametrize(
    "rules",
    [
        {"trick.slacker_ranks": [9, 8]},
        {"scoring.success": [10, 20, 30]},
        {"distribution.hand_cards": 5, "distribution.bid_cards": 2},
    ],
    ids=["slackers", "scoring", "hands"],
)
def test_planner_adapts_to_other_rules(rules: dict[str, Any]) -> None:
    assert share_of_wins(3, [1], 2000, ("planner", "greedy"), **rules) > 1 / 3 + 0.02


@pytest.mark.kernel
def test_planner_makes_no_appeals_that_cannot_pay() -> None:
    for bonus, appealing in ((0, False), (10, True)):
        rules = rules_of(3, {"scoring.appeal_success": bonus})
        records = GAME.simulate(rules, ["planner"] * 3, 0, 0, 500)
        assert bool(records["appeals"].any()) == appealing


def test_stakes_are_those_of_the_scoring() -> None:
    # Alone 30; with both others 10, and each of them loses 10 by it: 10 in their mean.
    assert Stakes.of(rules_of(3), met=0).met == 30
    assert Stakes.of(rules_of(3), met=ONE).met == 20
    # Teams: alone 30; with the other team 15, which loses 15.
    assert Stakes.of(rules_of(4), met=ONE).met == 30
    stakes = Stakes.of(rules_of(3), met=0)
    assert (stakes.appeal, stakes.gift, stakes.accepted) == (15, 5, 3 * ONE // 2)


def best_by_hand(
    plans: Plans, table: Table, trump: int, at: tuple[int, int, int], bid: int, worth: float
) -> float:
    """The value of an unfinished hand by plain recursion over all cards that may be drawn."""
    keeps, memo, places = at
    row = plans.value[trump, 0, 0, 0, min(bid, table.most_bid)]
    if at == (0, 0, 0):
        return float(np.interp(worth + 1, np.arange(len(row)) / 8, row))
    total = 0.0
    cards = _worths(table, trump, plans.beliefs)
    for (own, icons), count in cards.items():
        options = []
        if keeps:
            to = keeps - 1, memo, places
            options.append(best_by_hand(plans, table, trump, to, bid, worth + own / ONE))
        if memo:
            options.append(best_by_hand(plans, table, trump, (keeps, 0, places), bid, worth))
        if places:
            to = keeps, memo, places - 1
            options.append(best_by_hand(plans, table, trump, to, bid + icons, worth))
        total += count * max(options)
    return total / cards.total()


@pytest.mark.kernel
def test_unfinished_hands_are_valued_as_plain_recursion_does() -> None:
    rules = rules_of(3, {"scoring.appeal_success": 0})
    table: Table = rules.table
    plans = make_plans(rules, first_beliefs(rules))
    places = [(1, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0), (0, 0, 2)]
    for trump, at, bid, step in product((0, NO_TRUMP), places, (0, 2), (10, 20)):
        found = plans.value[(trump, *at, bid, step)] / ONE
        expected = best_by_hand(plans, table, trump, at, bid, step / 8 - 1) / ONE
        assert found == pytest.approx(expected, abs=0.15)  # tables are looked up between steps


@pytest.mark.kernel
@pytest.mark.parametrize("players", GAME.players)
def test_tables_hold_chances(players: int) -> None:
    plans = plans_of(rules_of(players))
    beliefs = plans.beliefs
    for table in (beliefs.finish, beliefs.other, beliefs.hold, beliefs.share, plans.success):
        assert table.min() >= 0
        assert table.max() <= ONE
    for finish in (beliefs.finish, beliefs.other):
        assert (finish[:, 0, 0] == ONE).all()
        assert (finish[:, 0, 1:] == 0).all()
    # With few worthy cards a low bid is met more often than a high one, and the other way round.
    full = beliefs.finish[0, -1, :, 0]
    low, high = 8 + 4, 8 + 24
    assert full[1, low] > full[4, low]
    assert full[4, high] > full[0, high]


@pytest.mark.kernel
def test_what_is_learned_is_kept_and_learned_again_if_damaged(little_play: None) -> None:
    rules = rules_of(3)
    first = learned(rules, make_plans)
    (kept,) = cache_folder().iterdir()
    made = kept.stat().st_mtime_ns
    assert same(learned(rules, make_plans), first)
    assert kept.stat().st_mtime_ns == made
    whole = kept.read_bytes()
    few = {f.name: getattr(first, f.name) for f in fields(Beliefs)} | {"hold": first.hold[:2]}
    np.save(one_array := BytesIO(), first.hold)
    for save in (
        lambda: kept.write_bytes(b"damaged"),
        lambda: kept.write_bytes(whole[: len(whole) // 2]),
        lambda: kept.write_bytes(one_array.getvalue()),
        lambda: np.savez(kept, hold=first.hold),
        lambda: np.savez(kept, **few),
    ):
        save()
        assert same(learned(rules, make_plans), first)
        assert kept.read_bytes() == whole
    learned(rules_of(3, {"scoring.accepted": 2}), make_plans)
    assert len(list(cache_folder().iterdir())) == 2


@pytest.mark.kernel
def test_a_cache_that_cannot_be_written_is_no_error(
    little_play: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("ANALYSER_CACHE", str(tmp_path / "file"))
    rules = rules_of(3)
    assert same(learned(rules, make_plans), learned(rules, make_plans))


@pytest.mark.kernel
def test_threads_wait_for_one_of_them_to_learn(
    little_play: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    passes = []
    play = learning._play
    monkeypatch.setattr(learning, "_play", lambda *how: passes.append(how) or play(*how))
    rules = rules_of(3, {"scoring.accepted": 3})
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(plans_of, [rules] * 4))
    assert len(passes) == len(learning.ROUNDS)
    assert all(plans is found[0] for plans in found)


def test_equations_are_solved() -> None:
    random = np.random.default_rng(5)
    a = random.normal(size=(40, 30))
    matrix, right = a.T @ a + np.eye(30), random.normal(size=30)
    found = learning._solved(matrix, right)
    np.testing.assert_allclose(found, np.linalg.solve(matrix, right), rtol=1e-9)
