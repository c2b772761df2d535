"""Cards, deals and ranks (sections 1.1, 2.1 to 2.3; rulings B1, B3 and B5), counted exactly."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from scipy.stats import binomtest

from analyser.core.errors import InputError
from analyser.games.bellboys.engine import may_be_played, rank
from analyser.games.bellboys.notation import LETTERS, card_text
from analyser.games.bellboys.play import deal_round
from analyser.games.bellboys.rules import HAND, SUIT_CARDS
from tests.games.bellboys.builders import cards, new_round, play, rules_of

TABLE = rules_of().table
RANKS = {
    "3": [3, 3, 3, 3, 3, 3, 3],
    "=": [1, 2, 3, 4, 5, 6, 7],
    "/": [0, 1, 1, 2, 2, 3, 3],
    "x": [2, 4, 6, 8, 10, 12, 14],
    "^": [1, 4, 9, 16, 25, 36, 49],
}


def test_B1_three_suits_of_five_symbols() -> None:
    names = [card_text(card, TABLE) for card in TABLE.cards]
    assert names == [letter + symbol for letter in "FCH" for symbol in "3=/x^"]
    assert cards(" ".join(names)) == list(TABLE.cards)


@pytest.mark.parametrize("symbol", RANKS)
def test_B5_ranks_by_position(symbol: str) -> None:
    assert [rank(symbol, position) for position in range(1, 8)] == RANKS[symbol]


def test_B5_seventeen_ranks_in_all() -> None:
    assert len({rank(s, p) for s in TABLE.deck.symbols for p in range(1, 8)}) == 17


def test_B5_the_last_trick_is_never_ranked_above_3() -> None:
    assert max(rank(symbol, 1) for symbol in TABLE.deck.symbols) == 3


@pytest.mark.parametrize(("symbol", "position", "called"), [("^", 5, 25), ("=", 4, 4), ("/", 1, 0)])
def test_2_3_published_examples(symbol: str, position: int, called: int) -> None:
    hand = ["F3", "C3", "H3", "F=", "F/", "Fx", "F^"]
    own = f"C{symbol}"
    hand.insert(position - 1, own)
    played = play(new_round([" ".join(hand[:7]), "H= H/ C/ Hx C= Cx H^"], "F3"), own)
    assert (played.position, played.rank) == (position, called)


def test_B5_other_symbols_can_be_tried() -> None:
    symbols = ["9", "1", "=", "x", "^"]
    table = rules_of({"deck.symbols": symbols}).table
    assert [rank(table.symbol(card), 7) for card in range(5, 10)] == [9, 1, 7, 14, 49]
    assert cards("H9 F=", {"deck.symbols": symbols}) == [10, 2]


@pytest.mark.parametrize(
    ("symbols", "allowed"),
    [
        (["3", "=", "/", "x"], "must be 5 different symbols"),
        (["3", "=", "/", "x", "x"], "must be 5 different symbols"),
        (["3", "=", "/", "x", "0"], "must be among 1, 2, 3"),
        (["3", "=", "/", "x", 4], "each entry must be text"),
    ],
)
def test_B1_symbols_that_cannot_be(symbols: list[object], allowed: str) -> None:
    with pytest.raises(InputError, match=r"rule deck\.symbols") as error:
        rules_of({"deck.symbols": symbols})
    assert allowed in str(error.value)


# Deals


def test_B3_chance_of_a_redeal() -> None:
    dealt = stand = first_lacks = 0
    for first in combinations(TABLE.cards, HAND):
        rest = [card for card in TABLE.cards if card not in first]
        whole = len({card // SUIT_CARDS for card in first}) == len(LETTERS)
        for aside in rest:
            second = [card for card in rest if card != aside]
            dealt += 1
            first_lacks += not whole
            stand += may_be_played(TABLE, (first, second))
    assert (dealt, stand) == (51_480, 46_500)
    redeal = 1 - Fraction(stand, dealt)
    assert redeal == Fraction(83, 858)
    assert Fraction(first_lacks, dealt) == Fraction(8, 143)
    assert redeal / (1 - redeal) == Fraction(83, 775)  # the expected number of redeals


@pytest.mark.parametrize(
    ("hands", "suits", "stands"),
    [
        (("F3 C3 H3", "F= C= H="), 3, True),
        (("F3 C3 H3", "F= C= C/"), 3, False),
        (("F3 C3 H3", "F= C= C/"), 2, True),
        (("F3 F/ Fx", "F= C= H="), 2, False),
        (("F3 F/ Fx", "F= C= H="), 1, True),
    ],
)
def test_B3_both_hands_need_their_suits(hands: tuple[str, str], suits: int, stands: bool) -> None:
    table = rules_of({"deal.suits_needed": suits}).table
    assert may_be_played(table, [cards(hand) for hand in hands]) == stands


def test_B3_redeals_come_as_often_as_they_should() -> None:
    dealt = [deal_round(TABLE, 2, game, 1) for game in range(2000)]
    assert all(may_be_played(TABLE, deal.hands) for deal in dealt)
    again = sum(deal.redeals > 0 for deal in dealt)
    assert binomtest(again, len(dealt), 83 / 858).pvalue > 0.001
    for deal in dealt:
        assert sorted([*deal.hands[0], *deal.hands[1], deal.aside]) == list(TABLE.cards)


def test_B3_a_redeal_is_another_deal_of_the_same_round() -> None:
    loose = rules_of({"deal.suits_needed": 1}).table
    for game in range(40):
        deal, first = deal_round(TABLE, 2, game, 1), deal_round(loose, 2, game, 1)
        assert first.redeals == 0
        assert (first.hands == deal.hands) == (deal.redeals == 0)


def test_boundary_states() -> None:
    """Between tricks both hands are equally long; any cards of each may be left, at most."""
    assert sum(comb(HAND, left) ** 2 for left in range(HAND + 1)) == 3432
