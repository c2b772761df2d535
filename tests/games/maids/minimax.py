"""Plain minimax and max^n, card by card: slow, and plain enough to be believed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from analyser.games.maids.engine import trick_winner
from analyser.games.maids.rules import CLARA

T = TypeVar("T")
Won = tuple[tuple[int, int], ...]
"""By side, tricks won and completed."""


@dataclass(frozen=True)
class Ending:
    """Hands, the cards of a trick in progress, and the rules of play."""

    players: int
    trump: int
    hands: tuple[tuple[int, ...], ...]
    trick: tuple[int, ...]
    lead: int
    holder: int
    slackers: frozenset[int]
    zeros: frozenset[int]
    follows: bool = True

    @property
    def sides(self) -> int:
        return 2 if self.players == 4 else 3

    @property
    def size(self) -> int:
        """Tricks that are left, with the one in progress."""
        return (sum(map(len, self.hands)) + len(self.trick)) // len(self.hands)

    def side(self, seat: int) -> int:
        return seat % 2 if self.players == 4 else seat

    def choosers(self, side: int) -> list[int]:
        return [seat for seat in range(self.players) if self.side(seat) == side]

    def takers(self, side: int) -> list[int]:
        return [seat for seat in range(len(self.hands)) if self.side(seat) == side]

    def counts(self, question: str, side: int) -> int:
        """The mask of counts that the solver's kernel answers with."""
        mine = self.choosers(side)

        def at_end(won: Won) -> int:
            done = won[side][1]
            return (2 << done) - 1 if question == "max_completed" else 1 << done

        def best(chooser: int, cards: Sequence[int], masks: Sequence[int]) -> int:
            found = masks[0]
            for mask in masks:
                helps = question == "possible" or chooser in mine
                found = found | mask if helps else found & mask
            return found

        return self._search(at_end, best)

    def value(self, side: int, at_end: Callable[[Won], int]) -> int:
        """What the side gets when it maximises and all others minimise."""
        mine = self.choosers(side)
        return self._search(
            at_end, lambda chooser, cards, found: max(found) if chooser in mine else min(found)
        )

    def max_n(self, at_end: Callable[[Won], tuple[int, ...]], tie_break: str) -> tuple[int, ...]:
        """What the sides get when whoever chooses maximises what its side gets."""

        def best(
            chooser: int, cards: Sequence[int], found: Sequence[tuple[int, ...]]
        ) -> tuple[int, ...]:
            def rank(i: int) -> tuple[int, ...]:
                own = found[i][self.side(chooser)]
                others = sum(found[i]) - own
                place = (cards[i] // 10 == self.trump, cards[i])
                return {
                    "first": (own, -place[0], -place[1]),
                    "last": (own, *place),
                    "altruistic": (own, others, -place[0], -place[1]),
                    "spiteful": (own, -others, -place[0], -place[1]),
                }[tie_break]

            return found[max(range(len(cards)), key=rank)]

        return self._search(at_end, best)

    def order(self, lead: int, holder: int) -> tuple[list[int], list[int]]:
        """The seats in order of play, and who chooses their cards."""
        if self.players == 2 and lead == CLARA:
            return [CLARA, 1 - holder, holder], [holder, 1 - holder, holder]
        if self.players == 2:
            return [lead, 1 - lead, CLARA], [lead, 1 - lead, lead]
        order = [(lead + i) % self.players for i in range(self.players)]
        return order, order

    def _search(
        self,
        at_end: Callable[[Won], T],
        best: Callable[[int, Sequence[int], Sequence[T]], T],
    ) -> T:
        """What ``best`` makes, of who chooses, the legal cards, and what each of them brings."""

        @cache
        def search(hands: Any, trick: tuple[int, ...], lead: int, holder: int, won: Won) -> T:
            seats, choosers = self.order(lead, holder)
            if len(trick) == len(hands):
                card = trick[trick_winner(trick, self.trump, self.zeros)]
                winner = seats[trick.index(card)]
                counts = [list(count) for count in won]
                counts[self.side(winner)][0] += 1
                counts[self.side(winner)][1] += card not in self.slackers
                if self.follows and winner < self.players:
                    holder = winner
                return search(hands, (), winner, holder, tuple((a, c) for a, c in counts))
            if not any(hands):
                return at_end(won)
            seat = seats[len(trick)]
            cards = hands[seat]
            if trick:
                cards = [c for c in cards if c // 10 == trick[0] // 10] or cards
            found = []
            for card in cards:
                left = list(hands)
                left[seat] = tuple(c for c in left[seat] if c != card)
                found.append(search(tuple(left), (*trick, card), lead, holder, won))
            return best(choosers[len(trick)], cards, found)

        return search(self.hands, self.trick, self.lead, self.holder, ((0, 0),) * self.sides)
