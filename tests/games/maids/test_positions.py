"""Positions and finished rounds as JSON: answers, and messages that name what is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from analyser.core.errors import InputError
from analyser.games.maids.positions import moves, score

from .builders import CLARA_TRICKS, TRICKS

Object = dict[str, Any]

DRAWING: Object = {"game": "maids", "players": 3, "trump": None, "starter": 0, "drawn": "P9"}
TURNS: list[Object] = [
    {"seat": 0, "card": "P3", "action": "bid", "face": "up"},
    {"seat": 1, "action": "keep"},
    {"seat": 2, "action": "pass"},
]
EXAMPLE: Object = {
    "game": "maids",
    "players": 3,
    "bids": [4, 3, 0],
    "appeals": [2, 0, 1],
    "accepted": [3, 2, 1],
    "completed": [3, 2, 0],
}


def without(item: Object, *fields: str) -> Object:
    return {name: value for name, value in item.items() if name not in fields}


def test_moves_of_the_leader_are_the_whole_hand() -> None:
    assert moves(TRICKS) == {"cards": ["P9", "P6", "O3"]}


def test_moves_without_the_optional_fields() -> None:
    fields = ("completed", "accepted", "trick", "leader_card", "rules")
    assert moves(without(TRICKS, *fields)) == {"cards": ["P9", "P6", "O3"]}


@pytest.mark.parametrize(
    ("hands", "trick", "cards"),
    [
        (["P96", "P20 B7", "O98 B2"], ["O3"], ["P2", "P0", "B7"]),
        (["O3 P6", "P20 B7", "O98 B2"], ["P9"], ["P2", "P0"]),
        (["O3 P6", "P0 B7", "O98 B2"], ["P9", "P2"], ["O9", "O8", "B2"]),
    ],
)
def test_3_2_1_moves_within_a_trick(hands: list[str], trick: list[str], cards: list[str]) -> None:
    assert moves(TRICKS | {"hands": hands, "trick": trick}) == {"cards": cards}


@pytest.mark.parametrize(
    ("change", "cards"),
    [
        ({}, ["P2", "B7"]),
        ({"trick": ["P2"], "hands": ["P96", "O98", "B7"]}, ["O9", "O8"]),
        ({"trick": ["P2"], "hands": ["P96", "O98", "B7"], "leader_card": 1}, ["P9", "P6"]),
        ({"lead": 0, "trick": ["P9", "O8"], "hands": ["P6", "O9", "P2 B7"]}, ["P2"]),
        ({"lead": 1, "trick": ["O9", "P6"], "hands": ["P9", "O8", "P2 B7"]}, ["P2", "B7"]),
    ],
)
def test_M12_whose_turn_it_is_beside_clara(change: Object, cards: list[str]) -> None:
    assert moves(CLARA_TRICKS | change) == {"cards": cards}


def test_moves_with_four_players() -> None:
    position = TRICKS | {
        "players": 4,
        "hands": ["P9", "P1", "O3", "B2"],
        "lead": 3,
        "bids": [2, 0],
        "appeals": [0, 3],
        "completed": [1, 2],
        "accepted": [2, 3],
        "leader_card": 3,
    }
    assert moves(position) == {"cards": ["B2"]}


def test_3_1_moves_of_the_distribution() -> None:
    everything = ["keep", "pass", "bid-down", "bid-up"]
    assert moves(DRAWING) == {"actions": everything}
    assert moves(DRAWING | {"actions": TURNS}) == {"actions": everything}
    seat_2 = [{"seat": s, "action": "keep"} for s in (0, 1)]
    passed = [{"seat": 2, "action": "pass"}, *seat_2]
    assert moves(DRAWING | {"actions": seat_2 + passed}) == {
        "actions": ["keep", "bid-down", "bid-up"]
    }


def test_rules_and_variants_of_a_position() -> None:
    rules = {"distribution.bid_cards": 1, "deck.ranks": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]}
    placed = [{"seat": s, "action": "bid", "face": "down"} for s in range(3)]
    position = DRAWING | {"game": "maids:first_to_100", "rules": rules, "actions": placed}
    assert moves(position) == {"actions": ["keep", "pass"]}


def test_M16_score_of_the_example() -> None:
    assert score(EXAMPLE) == {
        "points": [3, 12, 51],
        "successful": [False, False, True],
        "components": {
            "accepted": [3, 2, 1],
            "bid": [0, 0, 30],
            "appeal_success": [0, 0, 10],
            "appeal_failure": [0, 10, 10],
        },
    }


def test_M13_score_of_teams() -> None:
    teams = {"players": 4, "bids": [4, 3], "appeals": [3, 1], "accepted": [4, 2]}
    assert score(EXAMPLE | teams | {"completed": [4, 2]})["points"] == [4 + 30 + 30 + 5, 2]


def test_M14_score_under_other_rules() -> None:
    assert score(EXAMPLE | {"rules": {"scoring.success": [50, 0, 0]}})["points"][2] == 71


ERRORS: list[tuple[Object, Object, str]] = [
    (TRICKS, {"lead": 3}, "field lead = 3: must be a seat, 0 to 2"),
    (TRICKS, {"lead": "A"}, 'field lead = "A": must be a whole number'),
    (TRICKS, {"lead": True}, "field lead = true: must be a whole number"),
    (TRICKS, {"leader_card": 3}, "field leader_card = 3: must be a seat, 0 to 2"),
    (CLARA_TRICKS, {"leader_card": 2}, "field leader_card = 2: must be a seat, 0 to 1"),
    (TRICKS, {"trump": "red"}, 'field trump = "red": must be one of purple, orange, blue, or null'),
    (TRICKS, {"players": 5}, "players = 5: maids:standard is played by 2, 3, 4 players"),
    (TRICKS, {"game": "maids:short"}, "variant 'short' of maids is unknown"),
    (TRICKS, {"rules": {"trick.slackers": []}}, "rule 'trick.slackers' is unknown"),
    (TRICKS, {"rules": []}, "field rules = []: must be an object"),
    (TRICKS, {"tricks": []}, "field tricks is unknown (did you mean trick?)"),
    (TRICKS, {"bids": [1, 0]}, "field bids = [1, 0]: must hold 3 entries"),
    (TRICKS, {"bids": [1, 0, 7]}, "field bids[2] = 7: must be one of 0, 1, 2, 3, 4, 5, 6"),
    (TRICKS, {"bids": [1, 0.5, 2]}, "field bids[1] = 0.5: must be a whole number"),
    (TRICKS, {"appeals": [0, 4, 0]}, "field appeals[1] = 4: must be one of 0, 1, 2, 3"),
    (CLARA_TRICKS, {"appeals": [0, 0, 1]}, "field appeals[2] = 1: must be 0"),
    (TRICKS, {"completed": [0, 1, 0]}, "field completed[1] = 1: must be at most accepted, 0"),
    (TRICKS, {"accepted": [4, 0, 0]}, "field completed = [0, 0, 0]: only 3 tricks can be won"),
    (TRICKS, {"accepted": [3, 3, 1]}, "field accepted = [3, 3, 1]: a round has only 6 tricks"),
    (TRICKS, {"accepted": [2, 2, 0], "completed": [2, 2, 0]}, "2 tricks are left to play"),
    (TRICKS, {"hands": ["P9", "P2"]}, 'field hands = ["P9", "P2"]: must hold 3 entries'),
    (TRICKS, {"hands": ["P96", "P20 B7", "O98 B2"]}, "seats hold 2, 3, 3"),
    (TRICKS, {"hands": ["P96 O3", "P26 B7", "O98 B2"]}, 'hands[1] = "P6": stands in hands[0] too'),
    (TRICKS, {"hands": ["P16 O3", "P20 B7", "O98 B2"]}, 'hands[0] = "P1": not in the deck'),
    (TRICKS, {"hands": ["P96 X3", "P20 B7", "O98 B2"]}, "hands[0]: 'X3' is no group of cards"),
    (TRICKS, {"hands": ["P99 O3", "P20 B7", "O98 B2"]}, "hands[0]: 'P99 O3' holds a card twice"),
    (TRICKS, {"hands": ["P96 O3", 20, "O98 B2"]}, "field hands[1] = 20: must be text"),
    (TRICKS, {"trick": ["P9"]}, 'field trick[0] = "P9": stands in hands[0] too'),
    (TRICKS, {"trick": ["O5", "O7", "B0"]}, "must hold fewer than 3 cards"),
    (TRICKS, {"trick": ["9P"]}, "trick[0]: '9P' is no card"),
    (
        TRICKS,
        {"trick": ["P9", "B7"], "hands": ["P6 O3", "P20", "O98 B2"]},
        'field trick[1] = "B7": seat 1 must follow suit, with P2, P0',
    ),
    (DRAWING, {"drawn": None}, "field drawn = null: must be text"),
    (DRAWING, {"drawn": "P1"}, 'field drawn = "P1": not in the deck, whose ranks are 023456789'),
    (DRAWING, {"starter": -1}, "field starter = -1: must be a seat, 0 to 2"),
    (DRAWING, {"hands": []}, "field hands is unknown"),
    (DRAWING, {"actions": [TURNS[1]]}, "field actions[0].seat = 1: it is the turn of seat 0"),
    (DRAWING, {"actions": [{"action": "keep"}]}, "field actions[0].seat is missing"),
    (DRAWING, {"actions": [{"seat": 0, "action": "bid"}]}, '[0] = "bid": seat 0 may do'),
    (DRAWING, {"actions": [{"seat": 0, "action": "keep", "by": 0}]}, "actions[0].by is unknown"),
    (DRAWING, {"drawn": "P3", "actions": TURNS}, 'actions[0].card = "P3": stands in drawn too'),
    (EXAMPLE, {"accepted": [3, 2, 0]}, "must add to 6, the tricks of a round"),
    (EXAMPLE, {"completed": [3, 2, 2]}, "field completed[2] = 2: must be at most accepted, 1"),
    (EXAMPLE, {"lead": 0}, "field lead is unknown"),
]  # fmt: skip


@pytest.mark.parametrize(("item", "change", "message"), ERRORS)
def test_bad_fields_are_named(item: Object, change: Object, message: str) -> None:
    with pytest.raises(InputError) as error:
        (score if item is EXAMPLE else moves)(item | change)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("field", ["players", "bids", "appeals", "accepted", "completed"])
def test_missing_fields_of_a_finished_round_are_named(field: str) -> None:
    with pytest.raises(InputError, match=f"field {field} is missing"):
        score(without(EXAMPLE, field))


@pytest.mark.parametrize("field", ["players", "trump", "lead", "hands", "bids", "appeals"])
def test_missing_fields_of_a_position_are_named(field: str) -> None:
    with pytest.raises(InputError, match=f"field {field} is missing"):
        moves(without(TRICKS, field))


def test_distribution_that_has_ended() -> None:
    turns = [{"seat": s, "action": "pass"} for s in range(3)]
    turns += [{"seat": s, "action": "keep"} for _ in range(5) for s in range(3)]
    turns += [{"seat": s, "action": "bid", "face": "up"} for _ in range(3) for s in range(3)]
    assert moves(DRAWING | {"actions": turns[:-1]}) == {"actions": ["bid-down", "bid-up"]}
    with pytest.raises(InputError, match="the distribution has ended"):
        moves(DRAWING | {"actions": turns})
    with pytest.raises(InputError, match=r"actions\[27\]: the distribution ends before it"):
        moves(DRAWING | {"actions": [*turns, turns[0]]})
