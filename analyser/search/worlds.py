"""Cards that are unseen, and every way in which some hands can hold them, by its number.

A seat that knows that a hand lacks some cards must not imagine them there. All ways to fill the
hands are numbered, so that a number drawn uniformly picks one of them uniformly; nothing is tried
and rejected. The twin of ``ext/common/worlds.pxd``, number for number.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache


class Assignments:
    """The ways to fill hands of some ``sizes`` from a row of cards; the others are left over.

    ``may[i]`` holds the hands that may hold the i-th card. ``count`` is the number of ways.
    """

    def __init__(self, may: Sequence[Collection[int]], sizes: Sequence[int]) -> None:
        self._may = may
        self._sizes = tuple(sizes)
        self._ways = cache(self._count)
        self.count = self._ways(0, self._sizes)

    def _count(self, card: int, left: tuple[int, ...]) -> int:
        """The ways to fill what is left of the hands from that card on."""
        if card == len(self._may):
            return int(not any(left))
        filled = (self._ways(card + 1, after) for _, after in self._takers(card, left))
        return self._ways(card + 1, left) + sum(filled)

    def _takers(self, card: int, left: tuple[int, ...]) -> list[tuple[int, tuple[int, ...]]]:
        """The hands that can take the card, with what is then left of the hands."""
        return [
            (hand, (*left[:hand], left[hand] - 1, *left[hand + 1 :]))
            for hand in range(len(left))
            if left[hand] and hand in self._may[card]
        ]

    def places(self, number: int) -> list[int | None]:
        """The hand that takes each card in the way of that number, below ``count``; else None."""
        places: list[int | None] = []
        left = self._sizes
        for card in range(len(self._may)):
            places.append(None)
            for hand, after in self._takers(card, left):
                ways = self._ways(card + 1, after)
                if number < ways:
                    places[card], left = hand, after
                    break
                number -= ways
        return places
