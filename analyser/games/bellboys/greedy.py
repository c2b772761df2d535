"""`greedy`, a fast rule of thumb: stay below, and get rid of high cards where that costs nothing.

The twin of the kernel's strategy. It draws nothing, and the leftmost card goes first among equals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from analyser.games.bellboys.engine import Fan, rank
from analyser.games.bellboys.rules import Table
from analyser.games.bellboys.view import View


class Greedy:
    """Leads low; follows with the highest card that loses, or with the highest if none does."""

    def fan(self, view: View, legal: Sequence[Fan], draw: Callable[[int], int]) -> Fan:
        """Turn the hand over if its ranks then add up to less."""
        dealt, reversed_ = (hand_ranks(view.table, hand) for hand in (view.hand, view.hand[::-1]))
        return Fan.REVERSED if reversed_ < dealt else Fan.DEALT

    def play(self, view: View, legal: Sequence[int], draw: Callable[[int], int]) -> int:
        """Choose by the ranks that the cards have where they are now."""
        if view.led is None:
            return min(legal, key=view.rank)
        losing = [card for card in legal if view.rank(card) <= view.led.rank]
        return max(losing or legal, key=view.rank)


def hand_ranks(table: Table, hand: Sequence[int]) -> int:
    """The sum of the ranks of a hand, each card where it is now."""
    return sum(rank(table.symbol(card), at) for at, card in enumerate(hand, start=1))
