"""Perfect play of positions and of batches: answers, and messages that name what is wrong."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

import analyser
from analyser.core.errors import InputError
from analyser.games.bellboys.engine import Fan, Round
from analyser.games.bellboys.fans import solve_fans
from analyser.games.bellboys.notation import card_text, hand_texts
from analyser.games.bellboys.perfect import margins_of
from analyser.games.bellboys.positions import read_position
from analyser.games.bellboys.solution import best_line
from analyser.games.bellboys.solve import solve, solve_batch, to_text
from tests.games.bellboys.builders import HANDS, random_round

pytestmark = pytest.mark.kernel

Object = dict[str, Any]

ENDING: Object = {
    "game": "bellboys",
    "hands": [["F3", "C=", "H/", "Fx", "C^"], ["H3", "C/", "H=", "F=", "C3"]],
    "aside": "H^",
    "lead": 0,
    "collected": [[1, 1, 0], [1, 0, 1]],
}
LED: Object = ENDING | {
    "hands": [["F3", "H/", "Fx", "C^"], ENDING["hands"][1]],
    "trick": [{"card": "C=", "position": 2}],
}
FANS: Object = {
    "game": "bellboys",
    "rules": {"deal.sighted_fan": True},
    "fans": [None, None],
    "hands": [hand.split() for hand in HANDS],
    "aside": "H^",
    "lead": 0,
}


def result(card: str, margin: int) -> Object:
    return {"card": card, "margin": margin, "winner": int(margin < 0)}


def test_the_example() -> None:
    margins = {"F3": -3, "C=": -3, "H/": -3, "Fx": -1, "C^": -3}
    assert solve(ENDING) == {
        "margin": -1,
        "winner": 1,
        "actions": [result(card, margin) for card, margin in margins.items()],
    }


def test_a_trick_in_progress() -> None:
    answer = solve(LED)
    assert [action["card"] for action in answer["actions"]] == ["C/", "C3"]
    assert answer["margin"] == min(action["margin"] for action in answer["actions"]) == -3


def position(state: Round) -> Object:
    """A round within its tricks, written as a position."""
    table = state.table
    trick = []
    if state.led is not None:
        card = card_text(state.led.card, table)
        trick = [{"card": card, "position": state.led.position}]
    return {
        "game": "bellboys",
        "hands": [hand_texts(hand, table) for hand in state.hands],
        "aside": card_text(state.aside, table),
        "lead": state.lead,
        "collected": state.collected,
        "trick": trick,
    }


def test_positions_are_answered_by_their_rounds() -> None:
    random = Random(0)
    for _ in range(100):
        state = random_round(random, random.randrange(14))
        answer = analyser.solve(position(state))
        legal = state.legal_cards()
        assert answer["actions"] == [
            result(card_text(card, state.table), margin)
            for card, margin in zip(
                legal, margins_of([state.after(card) for card in legal]), strict=True
            )
        ]
        assert result("", answer["margin"])["winner"] == answer["winner"]


def test_a_best_line_has_the_margin() -> None:
    random = Random(1)
    for _ in range(50):
        state = random_round(random, random.randrange(14))
        [margin] = margins_of([state])
        played = 2 * len(state.tricks) + (state.led is not None)
        line = [play.card for trick in best_line(state) for play in trick.plays]
        for card in line[played:]:
            state = state.after(card)
        assert state.finished
        assert margins_of([state]) == [margin]


def test_the_text_of_the_example() -> None:
    assert to_text(ENDING).split("\n\n") == [
        "seat 0 leads; seat 0 is to play",
        "        hand            ranks       collected\n"
        "seat 0  F3 C= H/ Fx C^  3 2 1 8 25  F1 C1 H0\n"
        "seat 1  H3 C/ H= F= C3  3 1 3 4 3   F1 C0 H1\n"
        "aside   H^",
        "With perfect play seat 0 ends with 8 cards and seat 1 with 7: seat 1 wins.",
        "for seat 0  ahead by  best\n"
        "F3          −3\n"
        "C=          −3\n"
        "H/          −3\n"
        "Fx          −1        yes\n"
        "C^          −3",
        "A best line:\n"
        "  seat 0 leads Fx (8) F= (4), taken by seat 0\n"
        "  seat 0 leads H/ (1) H3 (3), taken by seat 1\n"
        "  seat 1 leads H= (2) F3 (3), taken by seat 0\n"
        "  seat 0 leads C^ (4) C/ (0), taken by seat 0\n"
        "  seat 0 leads C= (1) C3 (3), taken by seat 1",
    ]


def test_the_text_of_a_trick_in_progress() -> None:
    parts = to_text(LED).split("\n\n")
    assert parts[0] == "seat 0 leads C= of rank 2; seat 1 is to play"
    assert parts[2] == "With perfect play seat 0 ends with 9 cards and seat 1 with 6: seat 1 wins."
    assert parts[3].splitlines()[:3] == [
        "for seat 1  ahead by  best",
        "C/          −5",
        "C3          +3        yes",
    ]


# Fans


def reversed_hands(fans: tuple[str, str]) -> list[list[str]]:
    return [
        hand[::-1] if fan == Fan.REVERSED else hand
        for hand, fan in zip(FANS["hands"], fans, strict=True)
    ]


def test_B2_margins_by_fans_are_those_of_the_hands_as_they_lie() -> None:
    answer = solve(FANS)
    for first, margins in zip(Fan, answer["margins"], strict=True):
        for second, margin in zip(Fan, margins, strict=True):
            dealt = FANS | {"hands": reversed_hands((first, second))}
            del dealt["fans"]
            assert solve(dealt)["margin"] == margin


def test_B2_a_fan_that_is_chosen_stays() -> None:
    [_, chosen] = solve(FANS)["margins"]
    answer = solve(FANS | {"fans": ["reversed", None]})
    assert answer == {
        "margins": [chosen, chosen],
        "margin": {"value": min(chosen), "reversed": [1.0, float(chosen[1] < chosen[0])]},
        "win": {"value": 0.0, "reversed": [1.0, 0.0]},
    }
    assert "seat 0 reverses" not in to_text(FANS | {"fans": ["reversed", None]})


def test_the_text_of_fans() -> None:
    parts = to_text(FANS).split("\n\n")
    assert parts[2].splitlines()[0] == "seat 0    seat 1    seat 0 ahead by"
    assert len(parts[2].splitlines()) == 5
    assert parts[3].startswith(
        "For the most cards ahead, seat 0 reverses its hand with probability"
    )


def test_B2_no_seat_gains_by_another_mix_of_fans() -> None:
    margins = np.random.default_rng(0).integers(-7, 8, size=(2000, 2, 2))
    found = solve_fans(margins)
    mixes = np.stack([1 - found.reversed, found.reversed], axis=2)
    by_first = np.einsum("nij,nj->ni", margins, mixes[:, 1])
    by_second = np.einsum("nij,ni->nj", margins, mixes[:, 0])
    np.testing.assert_allclose(by_first.max(axis=1), found.value, atol=1e-12)
    np.testing.assert_allclose(by_second.min(axis=1), found.value, atol=1e-12)
    mixed = (found.reversed > 0) & (found.reversed < 1)
    assert 0.1 < mixed.all(axis=1).mean() < 0.9


def test_B2_a_fan_is_reversed_only_where_that_is_better() -> None:
    found = solve_fans(np.zeros((1, 2, 2), np.int8))
    assert (found.value.tolist(), found.reversed.tolist()) == ([0.0], [[0.0, 0.0]])


# Batches


def deals(n: int, size: int = 7) -> tuple[Any, Any, Any]:
    random = np.random.default_rng(size)
    cards = random.permuted(np.tile(np.arange(15), (n, 1)), axis=1)
    hands = cards[:, : 2 * size].reshape(n, 2, size).astype(np.int8)
    return hands, cards[:, 14], random.integers(2, size=n)


@pytest.mark.parametrize("size", [1, 4, 7])
def test_batches_answer_as_single_positions(size: int) -> None:
    hands, aside, lead = deals(40, size)
    margins = analyser.solve_batch("bellboys", hands, aside, lead)
    assert margins.dtype == np.int8
    table = read_position(ENDING).table
    for i, margin in enumerate(margins.tolist()):
        dealt = {
            "game": "bellboys",
            "hands": [hand_texts(hand, table) for hand in hands[i].tolist()],
            "aside": card_text(int(aside[i]), table),
            "lead": int(lead[i]),
        }
        assert solve(dealt)["margin"] == margin


def test_fans_of_batches() -> None:
    hands, aside, lead = deals(30)
    found = solve_batch("standard", hands, aside, lead, fans=True)
    assert (found.shape, found.dtype) == ((30, 2, 2), np.int8)
    for first in range(2):
        for second in range(2):
            turned = hands.copy()
            if first:
                turned[:, 0] = hands[:, 0, ::-1]
            if second:
                turned[:, 1] = hands[:, 1, ::-1]
            margins = solve_batch("standard", turned, aside, lead)
            np.testing.assert_array_equal(found[:, first, second], margins)


def test_threads_do_not_matter() -> None:
    hands, aside, lead = deals(301)
    margins = solve_batch("standard", hands, aside, lead)
    np.testing.assert_array_equal(solve_batch("standard", hands, aside, lead, threads=3), margins)


def test_one_leader_for_all_and_rules() -> None:
    hands, aside, _ = deals(100)
    margins = solve_batch("standard", hands, aside, 1)
    np.testing.assert_array_equal(margins, solve_batch("standard", hands, aside, np.ones(100, int)))
    kept = solve_batch("long_game", hands, aside, 1, rules={"scoring.suits_move": False})
    assert np.any(margins != kept)
    plain = solve_batch(
        "standard", hands, aside, 1, rules={"deck.symbols": ["1", "2", "3", "4", "5"]}
    )
    assert np.any(margins != plain)


def test_empty_batches() -> None:
    none = np.zeros(0, np.int8)
    for options in ({}, {"threads": 4}, {"fans": True}):
        found = solve_batch("standard", np.zeros((0, 2, 7), np.int8), none, none, **options)
        assert len(found) == 0


GOOD = np.arange(14).reshape(1, 2, 7)


@pytest.mark.parametrize(
    ("hands", "aside", "lead", "options", "message"),
    [
        (GOOD[0], 14, 0, {}, "hands has the shape (2, 7): must be [n, 2 seats, 1 to 7 cards]"),
        (GOOD[:, :, :0], 14, 0, {}, "hands has the shape (1, 2, 0)"),
        (GOOD + 2, 0, 0, {}, "hands[0, 1, 6] = 15: must be 0 to 14"),
        (GOOD, 13, 0, {}, "hands[0] and aside hold 13 twice"),
        (GOOD // 2, 14, 0, {}, "hands[0] and aside hold 0 twice"),
        (GOOD, 15, 0, {}, "aside[0] = 15: must be 0 to 14"),
        (GOOD, [14, 14], 0, {}, "aside has the shape (2,): must be [1], one a deal"),
        (GOOD, 14, 2, {}, "lead[0] = 2: must be 0 to 1"),
        (GOOD + 0.5, 14, 0, {}, "hands is of the type float64: must be whole numbers"),
        (GOOD, 14, 0, {"threads": 0}, "threads = 0: must be a whole number from 1 to 1024"),
        (GOOD, 14, 0, {"rules": {"deal.cards": 3}}, "deal.cards"),
    ],
)
def test_bad_arguments_are_named(
    hands: Any, aside: Any, lead: Any, options: Object, message: str
) -> None:
    with pytest.raises(InputError) as error:
        solve_batch("standard", hands, aside, lead, **options)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("item", "message"),
    [
        (ENDING | {"aside": "F3"}, "field aside"),
        (ENDING | {"lead": 2}, "field lead = 2: must be a seat, 0 or 1"),
        (LED | {"trick": ["C="]}, "its rank depends on the place it left"),
        (FANS | {"fans": ["dealt", "dealt"]}, "both seats have chosen"),
    ],
)
def test_bad_fields_are_named(item: Object, message: str) -> None:
    for call in (solve, to_text):
        with pytest.raises(InputError) as error:
            call(item)
        assert message in str(error.value)
        assert "\n" not in str(error.value)
