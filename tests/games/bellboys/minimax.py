"""Plain minimax of Bellboys, card by card: slow, and plain enough to be believed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

Hand = tuple[int, ...]
Counts = tuple[int, ...]
"""Cards collected by seat 0, suit by suit, then those of seat 1."""


def rank(symbol: str, position: int) -> int:
    """The rank of a card with that symbol, the position counted from 1 (ruling B5)."""
    by_position = {"=": position, "/": position // 2, "x": 2 * position, "^": position**2}
    return by_position[symbol] if symbol in by_position else int(symbol)


@dataclass(frozen=True)
class Ending:
    """What is left of a round: cards 5 * suit + symbol, hands by seat from left to right.

    ``led`` is a card on the table, which is in no hand, and its rank.
    """

    hands: tuple[Hand, Hand]
    aside: int
    lead: int
    led: tuple[int, int] | None = None
    collected: Counts = (0,) * 6
    symbols: str = "3=/x^"
    suits_move: bool = True

    def margins(self) -> list[tuple[int, int]]:
        """Each legal card of the seat to act, and the margin after it.

        The margin is the final cards of seat 1 less those of seat 0 when both play perfectly.
        """
        ranks = [[rank(symbol, position) for position in range(8)] for symbol in self.symbols]

        def counted(collected: Counts) -> int:
            """The margin of a finished round: complete suits move (ruling B9)."""
            cards = [sum(collected[:3]), sum(collected[3:])]
            if self.suits_move and 15 not in cards:
                complete = [5 * collected[:3].count(5), 5 * collected[3:].count(5)]
                cards[0] += complete[1] - complete[0]
                cards[1] += complete[0] - complete[1]
            return cards[1] - cards[0]

        @cache
        def leads(first: Hand, second: Hand, lead: int, collected: Counts) -> int:
            if not first:
                return counted(collected)
            found = led(first, second, lead, collected)
            return min(m for _, m in found) if lead else max(m for _, m in found)

        def led(first: Hand, second: Hand, lead: int, collected: Counts) -> list[tuple[int, int]]:
            hand = second if lead else first
            margins = []
            for i, card in enumerate(hand):
                left = hand[:i] + hand[i + 1 :]
                after = (first, left) if lead else (left, second)
                played = card, ranks[card % 5][i + 1]
                follows = [m for _, m in followed(*after, lead, collected, *played)]
                margins.append((card, max(follows) if lead else min(follows)))
            return margins

        def followed(
            first: Hand, second: Hand, lead: int, collected: Counts, card: int, its_rank: int
        ) -> list[tuple[int, int]]:
            hand = first if lead else second
            margins = []
            must = any(each // 5 == card // 5 for each in hand)
            for i, other in enumerate(hand):
                if must and other // 5 != card // 5:
                    continue
                winner = 1 - lead if ranks[other % 5][i + 1] > its_rank else lead
                counts = list(collected)
                for taken in [card, other] if len(hand) > 1 else [card, other, self.aside]:
                    counts[3 * winner + taken // 5] += 1
                left = hand[:i] + hand[i + 1 :]
                after = (left, second) if lead else (first, left)
                margins.append((other, leads(*after, winner, tuple(counts))))
            return margins

        if self.led is None:
            return led(*self.hands, self.lead, self.collected)
        return followed(*self.hands, self.lead, self.collected, *self.led)
