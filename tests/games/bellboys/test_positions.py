"""Positions and finished rounds as JSON: answers, and messages that name what is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from analyser.core.errors import InputError
from analyser.games.bellboys.engine import Play
from analyser.games.bellboys.positions import moves, read_position, score
from tests.games.bellboys.builders import HANDS, HIDDEN, cards

Object = dict[str, Any]

DEALT: Object = {
    "game": "bellboys",
    "hands": [hand.split() for hand in HANDS],
    "aside": "H^",
    "lead": 0,
}
TRICKS: Object = {
    "game": "bellboys",
    "hands": [["F3", "C=", "H/", "Fx", "C^"], ["H3", "C/", "H=", "F=", "C3"]],
    "aside": "H^",
    "lead": 0,
    "collected": [[1, 1, 0], [1, 0, 1]],
    "trick": [],
}
LED = TRICKS | {
    "hands": [["F3", "H/", "Fx", "C^"], TRICKS["hands"][1]],
    "trick": [{"card": "C=", "position": 2}],
}
FANNING: Object = DEALT | {"rules": {"deal.sighted_fan": True}, "fans": [None, None]}
FINISHED: Object = {"game": "bellboys", "collected": [[5, 3, 0], [0, 2, 5]]}


def without(item: Object, *fields: str) -> Object:
    return {name: value for name, value in item.items() if name not in fields}


@pytest.mark.parametrize("lead", [0, 1])
def test_moves_of_the_leader_are_the_whole_hand_from_left_to_right(lead: int) -> None:
    assert moves(TRICKS | {"lead": lead}) == {"cards": TRICKS["hands"][lead]}
    assert moves(DEALT | {"lead": lead}) == {"cards": DEALT["hands"][lead]}


@pytest.mark.parametrize("trick", [[{"card": "C=", "position": 2}], ["C="]])
def test_B7_moves_within_a_trick(trick: list[Any]) -> None:
    assert moves(LED | {"trick": trick}) == {"cards": ["C/", "C3"]}


def test_B7_moves_of_who_cannot_follow() -> None:
    hands = [["C="], ["H3", "F/"]]
    assert moves(
        {"game": "bellboys", "hands": hands, "aside": "H^", "lead": 0, "trick": ["C3"]}
    ) == {"cards": ["H3", "F/"]}


@pytest.mark.parametrize("fans", [[None, None], ["dealt", None], [None, "reversed"]])
def test_B2_moves_before_the_fans(fans: list[str | None]) -> None:
    assert moves(FANNING | {"fans": fans}) == {"fans": ["dealt", "reversed"]}


def test_rules_and_variants_of_a_position() -> None:
    other = {"game": "bellboys:long_game", "rules": {"deck.symbols": ["9", "=", "/", "x", "^"]}}
    hands = [["F9", "C="], ["H9", "C/"]]
    position = without(DEALT, "hands") | other | {"hands": hands, "lead": 0}
    assert moves(position) == {"cards": ["F9", "C="]}
    table = read_position(position).table
    assert (table.game.points, table.deck.symbols[0]) == (3, "9")
    assert not read_position(DEALT | {"rules": HIDDEN}).table.information.position_public


def test_a_position_is_read_as_it_stands() -> None:
    position = read_position(LED)
    assert [list(hand) for hand in position.hands] == [
        cards("F3 H/ Fx C^"),
        cards("H3 C/ H= F= C3"),
    ]
    assert [position.aside] == cards("H^")
    assert position.collected == ((1, 1, 0), (1, 0, 1))
    assert position.led == Play(0, *cards("C="), 2, 2)


def test_a_round_plays_on_from_a_position() -> None:
    state = read_position(LED).round()
    assert state.seat == 1
    state.play(*cards("C/"))
    assert (state.tricks[0].winner, state.collected) == (0, [[1, 3, 0], [1, 0, 1]])
    while not state.finished:
        state.play(state.legal_cards()[0])
    assert sum(map(sum, state.collected)) == 15


def test_B5_a_fixed_rank_needs_no_position() -> None:
    hands = [["C=", "H/", "Fx", "C^"], TRICKS["hands"][1]]
    position = read_position(TRICKS | {"hands": hands, "trick": ["F3"]})
    assert position.led == Play(0, *cards("F3"), None, 3)


def test_endings_count_what_is_left_alone() -> None:
    ending = {"game": "bellboys", "hands": [["F3"], ["H="]], "aside": "H^", "lead": 1}
    state = read_position(ending).round()
    state.play(*cards("H="))
    state.play(*cards("F3"))
    assert state.collected == [[1, 0, 2], [0, 0, 0]]


def test_B9_score_of_the_examples() -> None:
    assert score(FINISHED) == {"cards": [8, 7], "winner": 1}
    assert score(FINISHED | {"collected": [[0, 2, 0], [5, 3, 5]]}) == {
        "cards": [12, 3],
        "winner": 1,
    }
    stay = {"rules": {"scoring.suits_move": False}}
    assert score(FINISHED | stay | {"collected": [[0, 2, 0], [5, 3, 5]]}) == {
        "cards": [2, 13],
        "winner": 0,
    }
    assert score(FINISHED | {"collected": [[5, 5, 5], [0, 0, 0]]})["winner"] == 1


ERRORS: list[tuple[Object, Object, str]] = [
    (TRICKS, {"lead": 2}, "field lead = 2: must be a seat, 0 or 1"),
    (TRICKS, {"lead": True}, "field lead = true: must be a whole number"),
    (TRICKS, {"players": 3}, "players = 3: bellboys:standard is played by 2 players"),
    (TRICKS, {"game": "bellboys:short"}, "variant 'short' of bellboys is unknown"),
    (TRICKS, {"rules": {"deck.symbol": []}}, "rule 'deck.symbol' is unknown"),
    (TRICKS, {"tricks": []}, "field tricks is unknown (did you mean trick?)"),
    (TRICKS, {"aside": None}, "field aside = null: must be text"),
    (TRICKS, {"aside": "H4"}, "aside: 'H4' is no card; write a suit letter (F, C, H) and a symbol"),
    (TRICKS, {"aside": "C="}, 'field aside = "C=": stands in hands[0][1] too'),
    (TRICKS, {"hands": [["F3"]]}, "must hold 2 entries"),
    (TRICKS, {"hands": "F3"}, 'field hands = "F3": must be a list'),
    (TRICKS, {"hands": [["F3", "P2"], ["H3", "C/"]]}, "hands[0][1]: 'P2' is no card"),
    (TRICKS, {"hands": [["F3", "F3"], ["H3", "C/"]]}, '[0][1] = "F3": stands in hands[0][0]'),
    (TRICKS, {"hands": [["F3", "C="], ["H3"]]}, "the card led counted; seats hold 2, 1"),
    (TRICKS, {"hands": [[], []]}, "must hold 1 to 7 cards each"),
    (LED, {"lead": 1}, "must be equal, the card led counted; seats hold 4, 6"),
    (LED, {"trick": ["C=", "C3"]}, "must hold one card at most, the card led"),
    (LED, {"trick": [5]}, "field trick[0] = 5: must be text or an object"),
    (LED, {"trick": ["F3"]}, 'field trick[0] = "F3": stands in hands[0][0] too'),
    (LED, {"trick": [{"card": "C="}]}, "field trick[0].position is missing"),
    (LED, {"trick": [{"card": "C=", "position": 6}]}, "trick[0].position = 6: must be a place of"),
    (LED, {"trick": [{"card": "C=", "position": 0}]}, "of the hand, 1 to 5"),
    (LED, {"trick": [{"card": "C=", "position": 2, "by": 0}]}, "field trick[0].by is unknown"),
    (TRICKS, {"collected": [[1, 1, 0]]}, "field collected = [[1, 1, 0]]: must hold 2 entries"),
    (TRICKS, {"collected": [[1, 1], [1, 0, 1]]}, "field collected[0] = [1, 1]: must hold 3"),
    (TRICKS, {"collected": [[6, 1, 0], [1, 0, 1]]}, "field collected[0][0] = 6: must be a number"),
    (TRICKS, {"collected": [[2, 1, 0], [1, 0, 1]]}, "3 cards of family, but 2 are played"),
    (TRICKS, {"collected": [[1, 0, 0], [1, 1, 1]]}, "must be an even number of cards, two a trick"),
    (DEALT, {"collected": [[2, 0, 0], [0, 0, 0]]}, "2 cards of family, but 0 are played"),
    (FANNING, {"rules": {}}, "are chosen only if rule deal.sighted_fan is true"),
    (FANNING, {"fans": [None]}, "field fans = [null]: must hold 2 entries"),
    (FANNING, {"fans": [None, "left"]}, 'fans[1] = "left": must be one of dealt, reversed, or'),
    (FANNING, {"fans": ["dealt", "dealt"]}, "both seats have chosen; leave it out"),
    (FANNING, {"hands": TRICKS["hands"]}, "must hold 7 cards"),
    (FANNING, {"trick": []}, "field trick is unknown"),
    (FINISHED, {"collected": [[5, 3, 0], [0, 2, 4]]}, "hitman adds to 4, not 5"),
    (FINISHED, {"collected": [[5, 5, 4], [0, 0, 1]]}, "who takes the last trick has its two cards"),
    (FINISHED, {"collected": [[5, 3, -1], [0, 2, 6]]}, "field collected[0][2] = -1: must be a"),
    (FINISHED, {"hands": []}, "field hands is unknown"),
]  # fmt: skip


@pytest.mark.parametrize(("item", "change", "message"), ERRORS)
def test_bad_fields_are_named(item: Object, change: Object, message: str) -> None:
    with pytest.raises(InputError) as error:
        (score if item is FINISHED else moves)(item | change)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_B5_a_rank_that_is_not_known_is_asked_for() -> None:
    with pytest.raises(InputError) as error:
        read_position(LED | {"trick": ["C="]})
    assert str(error.value) == (
        'field trick[0] = "C=": its rank depends on the place it left; '
        'write {"card": "C=", "position": …}'
    )


@pytest.mark.parametrize("field", ["game", "hands", "aside", "lead"])
def test_missing_fields_of_a_position_are_named(field: str) -> None:
    with pytest.raises(InputError, match=f"field {field} is missing"):
        moves(without(TRICKS, field))
