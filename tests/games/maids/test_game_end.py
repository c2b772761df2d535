"""From round to round and the end of the game (section 3.4, rulings M4, M6, M11, M12, M15)."""

from __future__ import annotations

from collections import Counter

import pytest

from analyser.games.maids.engine import game_ended, winner
from analyser.games.maids.play import Game, play_game
from tests.games.maids.builders import rules_of

FIRST_TO_100 = {"game.end_score": 100}


def trumps(players: int, rounds: int) -> list[int]:
    table = rules_of(players).table
    return [table.trump(number) for number in range(1, rounds + 1)]


def test_2_2_trumps_of_three_rounds() -> None:
    assert trumps(3, 3) == [0, 1, 3]


def test_M15_trumps_repeat() -> None:
    assert trumps(3, 7) == [0, 1, 3, 0, 1, 3, 0]


def test_3_4_three_rounds() -> None:
    table = rules_of(3).table
    assert [game_ended(table, number, [200, 0, 0]) for number in (1, 2, 3)] == [False, False, True]


@pytest.mark.parametrize(("rounds", "end"), [(1, True), (5, False)])
def test_rounds_are_a_rule(rounds: int, end: bool) -> None:
    assert game_ended(rules_of(3, {"game.rounds": rounds}).table, 1, [9, 0, 0]) == end


@pytest.mark.parametrize(
    ("totals", "holder", "won"),
    [
        ([9, 50, 20], 0, 1),
        ([50, 50, 20], 0, 0),
        ([50, 50, 20], 1, 1),
        ([50, 50, 20], 2, 0),
        ([20, 50, 50], 0, 1),
        ([50, 20, 50], 1, 2),
        ([50, 50, 50], 2, 2),
    ],
)
def test_3_4_M11_ties(totals: list[int], holder: int, won: int) -> None:
    assert winner(rules_of(3).table, 3, totals, holder) == won


@pytest.mark.parametrize(
    ("totals", "holder", "won"),
    [([50, 50, 50], 0, 2), ([20, 50, 50], 1, 2), ([50, 50, 20], 1, 1), ([50, 50, 20], 0, 0)],
)
def test_M12_clara_wins_ties(totals: list[int], holder: int, won: int) -> None:
    assert winner(rules_of(2).table, 2, totals, holder) == won


@pytest.mark.parametrize(
    ("totals", "holder", "won"), [([50, 50], 3, 1), ([50, 50], 2, 0), ([50, 60], 2, 1)]
)
def test_M11_M13_ties_of_teams(totals: list[int], holder: int, won: int) -> None:
    assert winner(rules_of(4).table, 4, totals, holder) == won


@pytest.mark.parametrize("number", [1, 3, 8])
def test_M15_game_ends_after_the_round_that_reaches_the_score(number: int) -> None:
    table = rules_of(3, FIRST_TO_100).table
    assert not game_ended(table, number, [99, 98, 99])
    assert game_ended(table, number, [100, 98, 99])


@pytest.mark.parametrize(
    ("players", "totals"), [(3, [120, 7, 120]), (2, [100, 7, 100]), (4, [105, 105])]
)
def test_M15_shared_lead_calls_for_another_round_clara_included(
    players: int, totals: list[int]
) -> None:
    assert not game_ended(rules_of(players, FIRST_TO_100).table, 4, totals)
    option = FIRST_TO_100 | {"game.end_tie": "privilege"}
    assert game_ended(rules_of(players, option).table, 4, totals)


def test_M15_tie_below_the_top_does_not_matter() -> None:
    assert game_ended(rules_of(3, FIRST_TO_100).table, 4, [100, 99, 99])


def test_M15_extra_rounds_are_played_until_the_top_is_unique() -> None:
    # With few points to make, ties are frequent and some games need several extra rounds.
    rules = rules_of(3, {"game.end_score": 3, "scoring.success": [1, 1, 1]})
    extra = Counter()
    for index in range(150):
        rounds = play_game(rules, ["random"] * 3, 5, index).rounds
        reached = [r for r in rounds if max(r.totals) >= 3]
        assert all(r.totals.count(max(r.totals)) > 1 for r in reached[:-1])
        assert reached[-1].totals.count(max(reached[-1].totals)) == 1
        extra[len(reached) - 1] += 1
    assert extra[0]
    assert extra[1]


def _games(players: int, overrides: dict[str, object] | None = None) -> list[Game]:
    rules = rules_of(players, overrides)
    return [play_game(rules, ["random"] * players, 3, index) for index in range(20)]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_M6_winner_of_the_last_trick_starts_the_next_round(players: int) -> None:
    for game in _games(players):
        for before, after in zip(game.rounds, game.rounds[1:], strict=False):
            holders = [t.winner for t in before.round.tricks if t.winner < players]
            assert after.round.starter == [before.leader, *holders][-1]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_M6_option_off_first_bidder_keeps_the_leader_card(players: int) -> None:
    for game in _games(players, {"game.leader_card_follows_winner": False}):
        for before, after in zip(game.rounds, game.rounds[1:], strict=False):
            bidder = next(turn.seat for turn in before.round.log if turn.action.is_bid)
            assert before.leader == bidder == after.round.starter


@pytest.mark.parametrize("players", [2, 3, 4])
def test_M4_first_starter_is_drawn_at_random(players: int) -> None:
    rules = rules_of(players, {"game.rounds": 1})
    starters = Counter(
        play_game(rules, ["random"] * players, 8, index).rounds[0].round.starter
        for index in range(90)
    )
    assert set(starters) == set(range(players))
    assert min(starters.values()) > 10


def test_3_4_totals_add_up() -> None:
    for game in _games(3):
        for side in range(3):
            assert game.rounds[-1].totals[side] == sum(r.points[side] for r in game.rounds)
