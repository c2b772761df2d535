"""Transcripts: the JSON that checkers read, and the telling of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from analyser.games.bellboys import GAME
from analyser.games.bellboys.transcript import to_text
from tests.conformance.harnesses import bellboys as harness
from tests.games.bellboys.builders import SIGHTED, TRAILING, games, rules_of

ROUND = ["redeals", "hands", "aside", "lead", "tricks", "collected", "cards", "winner"]


def transcript(index: int = 0, **overrides: Any) -> dict[str, Any]:
    return GAME.replay(rules_of(overrides), ["random", "random"], 4, index)


@pytest.mark.parametrize("sighted", [False, True])
def test_keys_in_order(sighted: bool) -> None:
    told = transcript(**SIGHTED if sighted else {})
    expected = [*ROUND[:4], *["fans"] * sighted, *ROUND[4:]]
    for round_ in told["rounds"]:
        assert list(round_) == expected
        assert len(round_["tricks"]) == 7
        for trick in round_["tricks"]:
            assert list(trick) == ["lead", "plays", "winner"]
            for play in trick["plays"]:
                assert list(play) == ["seat", "card", "position", "rank"]


@pytest.mark.parametrize("overrides", [{}, SIGHTED, {"information.position_public": False}])
def test_it_tells_the_game(overrides: dict[str, bool]) -> None:
    for index, game in enumerate(games(6, overrides=overrides)):
        told = transcript(index, **overrides)
        assert json.loads(json.dumps(told)) == told
        assert told["scores"] == list(game.rounds[-1].totals)
        assert told["winner"] == game.winner
        for round_, finished in zip(told["rounds"], game.rounds, strict=True):
            plays = [play for trick in round_["tricks"] for play in trick["plays"]]
            played = [p for trick in finished.round.tricks for p in trick.plays]
            assert [(p["position"], p["rank"]) for p in plays] == [
                (p.position, p.rank) for p in played
            ]
            by_seat = [[p["card"] for p in plays if p["seat"] == seat] for seat in range(2)]
            assert [sorted(hand) for hand in round_["hands"]] == [sorted(h) for h in by_seat]
            assert sum(map(sum, round_["collected"])) == sum(round_["cards"]) == 15
            assert round_["cards"][round_["winner"]] == min(round_["cards"])


def test_B2_games_of_sighted_fans_replay_through_the_engine() -> None:
    steps = list(harness.steps(transcript(**SIGHTED)))
    fans = [step for step in steps if "fans" in step.position]
    assert len(fans) == len(steps) / 8
    for step in steps:
        assert step.chosen in step.legal
        assert step.cards == tuple(range(15))
        assert GAME.moves(step.position) == step.answer


def test_text_tells_every_card_and_count() -> None:
    told = transcript()
    text = to_text(told)
    assert "Lazy Bellboys (standard), 2 players" in text
    assert "Fewer cards win a round; 2 rounds win the game" in text
    for round_ in told["rounds"]:
        for hand in round_["hands"]:
            assert " ".join(hand) in text
        for play in (play for trick in round_["tricks"] for play in trick["plays"]):
            expected = (
                f"seat {play['seat']} {play['card']} at {play['position']} ranks {play['rank']}"
            )
            assert expected in text
        assert all(f"ends with {cards};" in text for cards in round_["cards"])
    first, second = told["scores"]
    assert text.endswith(
        f"Result: {first} to {second} rounds. The winner is seat {told['winner']}.\n"
    )


def retold(collected: list[list[int]], **overrides: Any) -> str:
    """A told game whose first round ended with other cards collected."""
    told = transcript(**overrides)
    told["rounds"][0]["collected"] = collected
    return to_text(told)


@pytest.mark.parametrize(
    ("collected", "line"),
    [
        ([[5, 2, 1], [0, 3, 4]], "F5 C2 H1, 8 in all, gives away family;"),
        ([[5, 2, 5], [0, 3, 0]], "F5 C2 H5, 12 in all, gives away family and hitman;"),
        ([[5, 5, 5], [0, 0, 0]], "F5 C5 H5, 15 in all, every suit complete: keeps all;"),
        ([[4, 2, 1], [1, 3, 4]], "F4 C2 H1, 7 in all; ends with"),
    ],
)
def test_B9_text_says_what_becomes_of_complete_suits(collected: list[list[int]], line: str) -> None:
    assert line in retold(collected)


def test_B9_text_of_suits_that_stay() -> None:
    stay = {"scoring.suits_move": False}
    assert "gives away" not in to_text(transcript(**stay))
    assert "F5 C2 H1, 8 in all; ends with" in retold([[5, 2, 1], [0, 3, 4]], **stay)


def test_text_says_who_turned_the_hand_over_and_who_looked() -> None:
    told = [transcript(index, **SIGHTED, **TRAILING) for index in range(6)]
    text = "".join(map(to_text, told))
    fans = [fan for game in told for round_ in game["rounds"] for fan in round_["fans"]]
    assert text.count(", turned over") == fans.count("reversed") > 0
    looks = 0
    for game in told:
        totals = [0, 0]
        for round_ in game["rounds"]:
            looks += totals[0] != totals[1]
            totals[round_["winner"]] += 1
    assert text.count("who is behind") == looks > 0


def test_B3_text_tells_redeals() -> None:
    told = [transcript(index) for index in range(20)]
    redealt = [round_ for game in told for round_ in game["rounds"] if round_["redeals"]]
    assert "".join(map(to_text, told)).count("(dealt again: ") == len(redealt) > 0
