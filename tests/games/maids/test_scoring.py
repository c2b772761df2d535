"""Scoring of a round (section 3.3, rulings M9, M12, M13, M14 and M16)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import pytest

from analyser.games.maids.engine import round_components
from analyser.games.maids.play import play_game
from tests.games.maids.builders import rules_of


def components(
    bids: Sequence[int],
    appeals: Sequence[int],
    accepted: Sequence[int],
    completed: Sequence[int] | None = None,
    players: int = 3,
    overrides: Mapping[str, Any] | None = None,
) -> dict[str, list[int]]:
    table = rules_of(players, overrides).table
    return round_components(table, bids, appeals, accepted, completed or accepted)


def points(*args: Any, **options: Any) -> list[int]:
    return [sum(side) for side in zip(*components(*args, **options).values(), strict=True)]


def test_3_3_1_one_point_a_trick() -> None:
    assert points([6, 6, 6], [0, 0, 0], [3, 2, 1]) == [3, 2, 1]


def test_3_3_1_M9_tricks_won_with_slackers_count_as_accepted_only() -> None:
    found = components([1, 0, 3], [0, 0, 0], [2, 1, 3], [1, 0, 3])
    assert found["accepted"] == [2, 1, 3]
    assert found["bid"] == [10, 10, 10]


@pytest.mark.parametrize(
    ("bids", "bonus"),
    [([3, 2, 1], [10, 10, 10]), ([3, 2, 0], [20, 20, 0]), ([0, 2, 0], [0, 30, 0])],
)
def test_3_3_2_M14_the_fewer_succeed_the_more_each_gets(bids: list[int], bonus: list[int]) -> None:
    assert components(bids, [0, 0, 0], [3, 2, 1])["bid"] == bonus


@pytest.mark.parametrize(("bids", "bonus"), [([4, 2], [15, 15]), ([4, 3], [30, 0])])
def test_M13_M14_teams(bids: list[int], bonus: list[int]) -> None:
    assert components(bids, [0, 0], [4, 2], players=4)["bid"] == bonus


@pytest.mark.parametrize("off", [-1, 1])
def test_3_3_2_a_bid_missed_by_one_fails(off: int) -> None:
    assert components([3 + off, 0, 0], [0, 0, 0], [3, 2, 1])["bid"] == [0, 0, 0]


def test_3_3_2_M14_appeals_pay_on_success_and_the_others_on_failure() -> None:
    found = components([3, 6, 6], [3, 2, 1], [3, 2, 1])
    assert found["appeal_success"] == [30, 0, 0]
    assert found["appeal_failure"] == [15, 5, 10]


def test_M13_failed_appeals_pay_the_other_team_once_a_card() -> None:
    assert components([6, 6], [2, 3], [4, 2], players=4)["appeal_failure"] == [15, 10]


def test_M12_clara_counts_in_the_tiers_and_receives_for_failures() -> None:
    found = components([3, 0, 1], [0, 2, 0], [3, 2, 1], players=2)
    assert found["bid"] == [20, 0, 20]
    assert found["appeal_failure"] == [10, 0, 10]


def test_M16_example() -> None:
    example = ([4, 3, 0], [2, 0, 1], [3, 2, 1], [3, 2, 0])
    assert points(*example) == [3, 12, 51]
    assert components(*example) == {
        "accepted": [3, 2, 1],
        "bid": [0, 0, 30],
        "appeal_success": [0, 0, 10],
        "appeal_failure": [0, 10, 10],
    }


def test_M16_only_one_vector_of_appeals_gives_the_example() -> None:
    fitting = [
        appeals
        for appeals in product(range(4), repeat=3)
        if points([4, 3, 0], appeals, [3, 2, 1], [3, 2, 0]) == [3, 12, 51]
    ]
    assert fitting == [(2, 0, 1)]


def test_M14_points_are_rules() -> None:
    overrides = {
        "scoring.accepted": 2,
        "scoring.success": [7, 5, 3],
        "scoring.appeal_success": 11,
        "scoring.appeal_failure": 4,
    }
    found = components([3, 2, 6], [1, 0, 2], [3, 2, 1], overrides=overrides)
    assert found == {
        "accepted": [6, 4, 2],
        "bid": [5, 5, 0],
        "appeal_success": [11, 0, 0],
        "appeal_failure": [8, 8, 0],
    }


@pytest.mark.parametrize(
    ("players", "maxima"), [(2, [81, 81, 66]), (3, [96, 96, 96]), (4, [81, 81])]
)
def test_bounds_of_the_points_of_a_round(players: int, maxima: list[int]) -> None:
    # Only whether a side made its bid matters, not which bid it was.
    table = rules_of(players).table
    sides, tricks = table.sides(players), table.distribution.hand_cards
    appeals = [range(table.distribution.bid_cards + 1)] * sides
    if players == 2:
        appeals[2] = range(1)
    found = [
        points(
            [a + f for a, f in zip(accepted, failed, strict=True)], up, accepted, players=players
        )
        for accepted in product(range(tricks + 1), repeat=sides)
        if sum(accepted) == tricks
        for failed in product(range(2), repeat=sides)
        for up in product(*appeals)
    ]
    assert [max(by_side) for by_side in zip(*found, strict=True)] == maxima
    assert min(min(by_side) for by_side in found) == 0
    assert max(maxima) <= table.round_points(players)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_facts_of_played_games(players: int) -> None:
    rules = rules_of(players)
    shortfalls = set()
    for index in range(60):
        game = play_game(rules, ["random"] * players, 1, index)
        assert sum(len(r.round.tricks) for r in game.rounds) == 18
        for finished in game.rounds:
            state = finished.round
            assert sum(state.accepted) == 6
            slack = sum(state.accepted) - sum(state.completed)
            assert slack == sum(trick.slack for trick in state.tricks) <= 3
            shortfalls.add(slack)
            assert min(finished.points) >= 0
    assert shortfalls >= {0, 1, 2}
