"""What a seat of Bellboys does not see, and every way in which the cards may lie, by its number.

All ways are numbered, so that a number drawn uniformly picks one of them uniformly. The cards that
the other has played lie where they were played from (ruling B6), so any order of those that are
left agrees with its places; what a seat can tell is which cards these may be. The twin of
``ext/bellboys/worlds.pxd``, number for number.
"""

from __future__ import annotations

from math import factorial
from typing import NamedTuple

from analyser.games.bellboys.engine import Play
from analyser.games.bellboys.rules import CARDS, HAND, SUIT_CARDS
from analyser.games.bellboys.view import View


class World(NamedTuple):
    """The other's hand from left to right, and the card set aside."""

    hand: tuple[int, ...]
    aside: int


class Worlds:
    """The ways in which the cards that a seat does not see may lie; there are ``count``."""

    def __init__(self, view: View) -> None:
        seen = {*view.hand, *(play.card for play in view.plays)}
        if view.aside is not None:
            seen.add(view.aside)
        self._unseen = [card for card in range(CARDS) if card not in seen]
        self._aside = view.aside
        theirs = [play for play in view.plays if play.seat != view.seat]
        self._orders = factorial(HAND - len(theirs))
        self._asides: list[int] = []
        if view.aside is None:
            shown = {_suit(play) for play in theirs}
            voids = _voids(view)
            for needed in (view.table.deal.suits_needed, 0):  # None after some exchanges of cards.
                if not self._asides:
                    self._asides = [
                        aside
                        for aside in self._unseen
                        if _may_hold(self._unseen, aside, shown, voids, needed)
                    ]
        self.count = max(1, len(self._asides)) * self._orders

    def __getitem__(self, number: int) -> World:
        """The way of that number, from 0."""
        cards = list(self._unseen)
        aside = self._aside
        orders = self._orders
        if aside is None:
            at, number = divmod(number, orders)
            aside = self._asides[at]
            cards.remove(aside)
        hand = []
        while cards:
            orders //= len(cards)
            at, number = divmod(number, orders)
            hand.append(cards.pop(at))
        return World(tuple(hand), aside)


def _suit(play: Play) -> int:
    return play.card // SUIT_CARDS


def _voids(view: View) -> set[int]:
    """The suits that the other seat did not follow."""
    pairs = zip(view.plays[::2], view.plays[1::2], strict=False)
    return {_suit(a) for a, b in pairs if b.seat != view.seat and _suit(a) != _suit(b)}


def _may_hold(unseen: list[int], aside: int, shown: set[int], voids: set[int], needed: int) -> bool:
    """Whether the other may hold all that is unseen but the card set aside (rulings B3, B7)."""
    suits = {card // SUIT_CARDS for card in unseen if card != aside}
    return not suits & voids and len(suits | shown) >= needed
