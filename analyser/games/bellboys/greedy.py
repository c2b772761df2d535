"""`greedy`, a fast rule of thumb: lose tricks, and lose them with high cards.

Only where one side alone has many cards of a suit do both want the next one: to complete the suit
and give it away, or to spoil it. The twin of the kernel's strategy. It draws nothing, and the
leftmost card goes first among equals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from analyser.games.bellboys.engine import Fan, rank
from analyser.games.bellboys.rules import SUIT_CARDS, Table
from analyser.games.bellboys.view import View

MANY = 3
"""Cards of a suit that make it likely to be completed."""


class Greedy:
    """Leads low and follows with the highest card that loses; wins a trick of a hot suit."""

    def fan(self, view: View, legal: Sequence[Fan], draw: Callable[[int], int]) -> Fan:
        """Turn the hand over if its ranks then add up to less."""
        dealt, reversed_ = (hand_ranks(view.table, hand) for hand in (view.hand, view.hand[::-1]))
        return Fan.REVERSED if reversed_ < dealt else Fan.DEALT

    def play(self, view: View, legal: Sequence[int], draw: Callable[[int], int]) -> int:
        """Choose by the ranks that the cards have where they are now."""
        if view.led is None:
            wanted = [card for card in legal if is_hot(view, card // SUIT_CARDS)]
            return max(wanted, key=view.rank) if wanted else min(legal, key=view.rank)
        winning = [card for card in legal if view.rank(card) > view.led.rank]
        if winning and is_hot(view, view.led.card // SUIT_CARDS):
            return min(winning, key=view.rank)
        losing = [card for card in legal if card not in winning]
        return max(losing or legal, key=view.rank)


def is_hot(view: View, suit: int) -> bool:
    """Whether one seat alone has taken cards of a suit, and many (ruling B9)."""
    taken = [counts[suit] for counts in view.collected]
    return view.moving[suit] and min(taken) == 0 and max(taken) >= MANY


def hand_ranks(table: Table, hand: Sequence[int]) -> int:
    """The sum of the ranks of a hand, each card where it is now."""
    return sum(rank(table.symbol(card), at) for at, card in enumerate(hand, start=1))
