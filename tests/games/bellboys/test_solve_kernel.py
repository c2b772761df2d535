"""The solver's kernel against plain minimax, and against itself."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from analyser.games.bellboys.engine import Round
from analyser.games.bellboys.perfect import Endings, margins_of
from analyser.games.bellboys.rules import HAND, SYMBOLS
from tests.games.bellboys.builders import new_round, play_all, random_round, rules_of
from tests.games.bellboys.minimax import Ending

pytestmark = pytest.mark.kernel

Object = dict[str, Any]


def random_rules(random: Random) -> Object:
    """The published rules, or other symbols, deals and scoring."""
    if random.random() < 0.5:
        return {}
    return {
        "deck.symbols": random.sample(SYMBOLS, 5),
        "deal.suits_needed": random.choice([1, 3]),
        "scoring.suits_move": random.random() < 0.5,
    }


def minimax(state: Round) -> Ending:
    """What is left of a round, for plain minimax."""
    first, second = (tuple(hand) for hand in state.hands)
    return Ending(
        (first, second),
        state.aside,
        state.lead,
        (state.led.card, state.led.rank) if state.led else None,
        tuple(count for counts in state.collected for count in counts),
        "".join(state.table.deck.symbols),
        state.table.scoring.suits_move,
    )


def check(state: Round) -> int:
    """Every action and the position itself against minimax; returns the margin."""
    expected = minimax(state).margins()
    legal = state.legal_cards()
    now, *after = margins_of([state, *map(state.after, legal)])
    assert list(zip(legal, after, strict=True)) == expected, vars(state)
    assert now == (min(after) if state.seat else max(after))
    return now


@pytest.mark.parametrize(("left", "count"), [(1, 400), (2, 1200), (3, 1000), (4, 300), (5, 30)])
def test_every_action_is_worth_what_minimax_says(left: int, count: int) -> None:
    random = Random(left)
    seen: Counter[str] = Counter()
    for _ in range(count):
        begun = random.randrange(2)
        state = random_round(random, 2 * (HAND - left) + begun, random_rules(random))
        margin = check(state)
        seen["led" if begun else "to lead"] += 1
        seen["suits moved" if abs(margin) > 9 else "few cards"] += 1
        seen["symbols"] += state.table.deck.symbols != rules_of().table.deck.symbols
        seen["kept"] += not state.table.scoring.suits_move
    assert min(seen.values()) > count // 50, seen


def test_whole_deals_are_worth_what_minimax_says() -> None:
    random = Random(0)
    assert len({check(random_round(random, 0)) for _ in range(6)}) > 2


@pytest.mark.long
def test_2000_whole_deals_are_worth_what_minimax_says() -> None:
    random = Random(1)
    for _ in range(2000):
        check(random_round(random, 0, random_rules(random)))


def test_B9_who_takes_every_card_keeps_them_all() -> None:
    """Every trick is seat 0's, whatever is played: seat 1 must follow suit, with lower ranks."""
    state = new_round(["F^ C^ H^", "F/ C/ H/"], "H3", 0)
    state.collected = [[3, 3, 2], [0, 0, 0]]
    assert check(state) == -15
    state.collected = [[2, 3, 2], [1, 0, 0]]  # Now two suits move, of 14 cards.
    assert check(state) == 11 - 4


def test_B9_complete_suits_move() -> None:
    """The examples of the ruling: 8 to 7 becomes 3 to 12, and 2 to 13 becomes 12 to 3."""
    state = new_round(["F3", "C="], "H3", 0)
    state.collected = [[4, 0, 1], [0, 4, 3]]
    assert check(state) == 12 - 3
    state = new_round(["C=", "F3"], "H3", 1)
    state.collected = [[0, 0, 2], [4, 4, 2]]
    assert check(state) == 3 - 12


def test_a_suit_that_does_not_move() -> None:
    state = new_round(["F3", "C="], "H3", 0)
    state.collected = [[4, 0, 1], [0, 4, 3]]
    state.moving = (False, True, True)
    assert margins_of([state]) == [7 - 8]


def test_cards_that_are_nobodys_complete_no_suit() -> None:
    random = Random(3)
    differs = 0
    for _ in range(200):
        state = random_round(random, 8, random_rules(random))
        whole = check(state)
        state.collected = [[0, 0, 0], [0, 0, 0]]
        differs += check(state) != whole
    assert differs > 50


def deals(random: Random, count: int) -> list[Round]:
    return [random_round(random, 0) for _ in range(count)]


def test_seats_exchanged() -> None:
    endings = Endings.of_rounds(deals(Random(4), 300))
    table = rules_of().table
    other = Endings(
        np.ascontiguousarray(endings.hands[:, ::-1]),
        endings.aside,
        1 - endings.lead,
        endings.led,
        endings.taken,
        endings.ahead,
    )
    margins = endings.margins(table)
    np.testing.assert_array_equal(margins, -other.margins(table))
    assert np.all(margins % 2 == 1)
    assert len(set(margins.tolist())) > 6


def test_names_of_suits_do_not_matter() -> None:
    endings = Endings.of_rounds(deals(Random(5), 200))
    table = rules_of().table
    names = np.array([2, 0, 1], np.int8)
    hands, aside = (names[c // 5] * 5 + c % 5 for c in (endings.hands, endings.aside))
    other = Endings.of_deals(hands, aside, endings.lead)
    np.testing.assert_array_equal(endings.margins(table), other.margins(table))


def test_no_deal_depends_on_those_before_it() -> None:
    """One table serves all: entries of many deals, endings of one deal among them."""
    random = Random(6)
    rounds = deals(random, 100)
    rounds += [state.after(card) for state in rounds[:30] for card in state.legal_cards()]
    random.shuffle(rounds)
    assert margins_of(rounds) == [margins_of([state])[0] for state in rounds]


def test_rounds_that_are_finished_are_counted() -> None:
    finished = play_all(new_round(["F3", "C="], "H3", 0), "F3 C=")
    assert finished.finished
    assert margins_of([finished, new_round(["F3", "C="], "H3", 1), finished]) == [-3, -3, -3]
    assert margins_of([]) == []
