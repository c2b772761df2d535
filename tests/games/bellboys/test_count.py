"""What becomes of the cards collected (section 3.8, rulings B8 and B9)."""

from __future__ import annotations

from itertools import product

import pytest

from analyser.games.bellboys.engine import cards_after, complete_suits
from tests.games.bellboys.builders import new_round, rules_of

MOVING = (True, True, True)
SPLITS = [[list(counts), [5 - n for n in counts]] for counts in product(range(6), repeat=3)]
"""All ways to share out the cards of the suits."""


@pytest.mark.parametrize(
    ("collected", "cards"),
    [
        ([[5, 3, 0], [0, 2, 5]], (8, 7)),  # both give at once
        ([[5, 2, 1], [0, 3, 4]], (3, 12)),  # 8 and 7
        ([[0, 2, 0], [5, 3, 5]], (12, 3)),  # 2 and 13
        ([[5, 5, 0], [0, 0, 5]], (5, 10)),  # nothing is looked at again
        ([[5, 5, 5], [0, 0, 0]], (15, 0)),
        ([[0, 0, 0], [5, 5, 5]], (0, 15)),
        ([[4, 2, 1], [1, 3, 4]], (7, 8)),
    ],
)
def test_B9_complete_suits_move(collected: list[list[int]], cards: tuple[int, int]) -> None:
    assert cards_after(collected, MOVING) == cards


@pytest.mark.parametrize("moving", list(product([True, False], repeat=3)))
def test_B9_nobody_is_ever_level(moving: tuple[bool, ...]) -> None:
    for collected in SPLITS:
        first, second = cards_after(collected, moving)
        assert first + second == 15
        assert first != second


def test_B9_each_suit_moves_from_who_has_all_of_it() -> None:
    for collected in SPLITS:
        left = [[0 if cards == 5 else cards for cards in counts] for counts in collected]
        got = [5 * len(complete_suits(counts)) for counts in collected]
        if 15 not in map(sum, collected):
            assert cards_after(collected, MOVING) == (sum(left[0]) + got[1], sum(left[1]) + got[0])


def test_B9_suits_stay_under_the_option() -> None:
    stay = rules_of({"scoring.suits_move": False}).table.moving
    for collected in SPLITS:
        assert cards_after(collected, stay) == tuple(map(sum, collected))


@pytest.mark.parametrize(
    ("collected", "winner"), [([[5, 2, 1], [0, 3, 4]], 0), ([[4, 2, 1], [1, 3, 4]], 0)]
)
def test_3_8_fewer_cards_win(collected: list[list[int]], winner: int) -> None:
    state = new_round()
    state.collected = collected
    assert state.winner == winner
    state.collected = collected[::-1]
    assert state.winner == 1 - winner


def test_B9_who_takes_all_loses() -> None:
    state = new_round()
    state.collected = [[5, 5, 5], [0, 0, 0]]
    assert (state.cards, state.winner) == ((15, 0), 1)
