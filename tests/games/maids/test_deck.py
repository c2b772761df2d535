"""The cards: what there is, and what chance does with it (section 1, rulings M1 and M2)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from tests.games.maids.builders import new_round, rules_of


@pytest.mark.parametrize(
    ("players", "ranks"), [(2, "023456789"), (3, "023456789"), (4, "0123456789")]
)
def test_2_1_M1_deck(players: int, ranks: str) -> None:
    expected = [10 * suit + int(rank) for suit in range(3) for rank in ranks]
    assert list(rules_of(players).table.cards) == expected


@pytest.mark.parametrize("players", [2, 3, 4])
def test_M1_every_card_is_dealt(players: int) -> None:
    table = rules_of(players).table
    assert table.cards_needed(players) == len(table.cards)
    assert sorted(c for pile in new_round(players).piles for c in pile) == list(table.cards)


@pytest.mark.parametrize(
    ("players", "ways"),
    [
        (3, [84, 324, 648, 813, 648, 324, 84]),
        (4, [120, 450, 900, 1120, 900, 450, 120]),
    ],
)
def test_M2_bid_totals_of_three_random_cards(players: int, ways: list[int]) -> None:
    table = rules_of(players).table
    totals = Counter(
        sum(table.icons[c // 10] for c in bid)
        for bid in combinations(table.cards, table.distribution.bid_cards)
    )
    assert totals == dict(enumerate(ways))


@pytest.mark.parametrize(
    ("players", "chance"), [(3, Fraction(238, 3795)), (4, Fraction(2584, 39585))]
)
def test_M1_chance_of_a_hand_without_a_suit(players: int, chance: Fraction) -> None:
    table = rules_of(players).table
    size, deck = table.distribution.hand_cards, len(table.cards)
    for suit in range(3):
        others = sum(c // 10 != suit for c in table.cards)
        assert Fraction(comb(others, size), comb(deck, size)) == chance
