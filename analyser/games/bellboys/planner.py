"""`planner`: does what makes it likeliest to win the round, by chances counted beforehand.

The twin of the kernel's strategy. A standing between two tricks is told by the tricks to go and
won, who leads, what each suit may come to, and how many tricks the cards in hand are likely to
win; :mod:`~analyser.games.bellboys.learning` counts how often such standings are won. It draws
nothing, and the leftmost card goes first among equals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from analyser.core.rules import Rules
from analyser.games.bellboys.engine import Fan
from analyser.games.bellboys.learning import ONE, SPOILED, STEP, layout_of, suit_class, tables_of
from analyser.games.bellboys.rules import HAND, SUIT_CARDS, SUITS
from analyser.games.bellboys.view import View

Taken = list[list[int]]
"""Cards by seat and suit."""


class Planner:
    """Weighs each card by what the trick may come to."""

    def __init__(self, rules: Rules) -> None:
        self._tables = layout_of(tables_of(rules))

    def fan(self, view: View, legal: Sequence[Fan], draw: Callable[[int], int]) -> Fan:
        """Open the hand so that it is likelier to win."""
        taken = [list(counts) for counts in view.collected]
        dealt, reversed_ = (
            self._value(view, taken, hand, 0, view.lead == view.seat)
            for hand in (view.hand, view.hand[::-1])
        )
        return Fan.REVERSED if reversed_ > dealt else Fan.DEALT

    def play(self, view: View, legal: Sequence[int], draw: Callable[[int], int]) -> int:
        """Play the card after which the chance to win the round is best."""
        if len(legal) == 1:
            return legal[0]
        worth = self._lead if view.led is None else self._follow
        return max(legal, key=lambda card: worth(view, card))

    def _lead(self, view: View, card: int) -> int:
        suit = card // SUIT_CARDS
        unseen = SUIT_CARDS - sum(held // SUIT_CARDS == suit for held in view.hand)
        unseen -= sum(counts[suit] for counts in view.collected)
        unseen -= view.aside is not None and view.aside // SUIT_CARDS == suit
        wins = int(self._tables["lead"][len(view.hand), unseen, view.rank(card)])
        value = wins * self._after(view, card, suit, None, True)
        return value + (ONE - wins) * self._after(view, card, suit, None, False)

    def _follow(self, view: View, card: int) -> int:
        assert view.led is not None
        led = view.led.card // SUIT_CARDS
        wins = view.rank(card) > view.led.rank
        return self._after(view, card, led, card // SUIT_CARDS, wins) * ONE

    def _after(self, view: View, card: int, suit: int, second: int | None, wins: bool) -> int:
        """The chance to win the round after a trick of cards of these suits, won or lost.

        Where the second is unknown, it is taken for the same, unless the suit has no more cards.
        """
        taken = [list(counts) for counts in view.collected]
        winner = view.seat if wins else 1 - view.seat
        taken[winner][suit] += 1
        if second is None and taken[0][suit] + taken[1][suit] < SUIT_CARDS:
            second = suit
        if second is not None:
            taken[winner][second] += 1
        hand = [held for held in view.hand if held != card]
        won = sum(view.collected[view.seat]) // 2 + wins
        return self._value(view, taken, hand, won, wins)

    def _value(self, view: View, taken: Taken, hand: Sequence[int], won: int, leads: bool) -> int:
        """The chance to win the round from a standing between two tricks."""
        tables = self._tables
        classes = [
            suit_class(
                taken[view.seat][suit],
                taken[1 - view.seat][suit],
                any(card // SUIT_CARDS == suit for card in hand),
            )
            if view.moving[suit]
            else SPOILED
            for suit in range(len(SUITS))
        ]
        to_go = len(hand)
        likely = sum(
            int(tables["danger"][to_go, card % SUIT_CARDS, at]) for at, card in enumerate(hand, 1)
        )
        standing = (HAND - to_go) * (HAND + 1 - to_go) // 2 + won
        bucket = tables["bucket"][to_go, likely // STEP]
        mix = tables["mix"][tuple(classes)]
        return int(tables["value"][standing, int(leads), mix, bucket])
