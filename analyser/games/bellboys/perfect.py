"""What perfect play of both seats makes of endings, all cards seen: the solver's kernel.

An ending is what is left of a round. A margin is the final cards of seat 1 less those of seat 0,
complete suits moved: seat 0 wants it high, seat 1 low; it is odd, as 15 cards are shared out.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from analyser.games.bellboys._solve import Solver
from analyser.games.bellboys.engine import Round, rank
from analyser.games.bellboys.rules import HAND, SUIT_CARDS, SUITS, Table

NONE = -1
"""No card."""


@dataclass(frozen=True)
class Endings:
    """n endings, in each of which some card is in hand.

    ``hands`` int8[n, 2, 7] are cards from left to right, then -1; ``aside`` and ``lead`` int8[n].
    ``led`` int8[n, 2] are suit and rank of a card on the table, which is in no hand, or -1.
    ``taken`` uint8[n, 2] are suits as bits, those of which a seat has collected cards; one of which
    both have, or count as having, cannot become complete. ``ahead`` int8[n] are the cards
    collected by seat 1 less those collected by seat 0.
    """

    hands: NDArray[np.int8]
    aside: NDArray[np.int8]
    lead: NDArray[np.int8]
    led: NDArray[np.int8]
    taken: NDArray[np.uint8]
    ahead: NDArray[np.int8]

    @classmethod
    def of_deals(
        cls, hands: NDArray[np.integer], aside: NDArray[np.integer], lead: NDArray[np.integer]
    ) -> Endings:
        """Deals [n, 2, k], or parts of deals: missing cards are nobody's."""
        n, seats, size = hands.shape
        padded = np.full((n, seats, HAND), NONE, np.int8)
        padded[..., :size] = hands
        cards = np.concatenate([hands.reshape(n, seats * size), aside[:, None]], axis=1)
        held = (cards[..., None] // SUIT_CARDS == np.arange(len(SUITS))).sum(axis=1)
        missing = (held < SUIT_CARDS) @ (1 << np.arange(len(SUITS)))
        return cls(
            padded,
            aside.astype(np.int8),
            lead.astype(np.int8),
            np.full((n, seats), NONE, np.int8),
            np.repeat(missing[:, None], seats, axis=1).astype(np.uint8),
            np.zeros(n, np.int8),
        )

    @classmethod
    def of_rounds(cls, rounds: Sequence[Round]) -> Endings:
        """Rounds within their tricks, none of them finished."""
        hands = [[[*hand, *[NONE] * (HAND - len(hand))] for hand in r.hands] for r in rounds]
        led = [(r.led.card // SUIT_CARDS, r.led.rank) if r.led else (NONE, NONE) for r in rounds]
        ahead = [sum(r.collected[1]) - sum(r.collected[0]) for r in rounds]
        return cls(
            np.array(hands, np.int8).reshape(-1, 2, HAND),
            np.array([r.aside for r in rounds], np.int8),
            np.array([r.lead for r in rounds], np.int8),
            np.array(led, np.int8).reshape(-1, 2),
            np.array([_taken(r) for r in rounds], np.uint8).reshape(-1, 2),
            np.array(ahead, np.int8),
        )

    def __len__(self) -> int:
        return len(self.hands)

    def margins(
        self, table: Table, moving: Sequence[bool] | None = None, threads: int = 1
    ) -> NDArray[np.int8]:
        """The margin of each ending, int8[n], under these rules; the GIL is released.

        ``moving``: by suit, whether it moves when complete, if not as the rules say.
        """
        moving = table.moving if moving is None else moving
        ranks = np.array([[rank(s, p) for p in range(HAND + 1)] for s in table.deck.symbols])
        mask = sum(moves << suit for suit, moves in enumerate(moving))
        out = np.empty(len(self), np.int8)

        def work(part: slice) -> None:
            Solver(ranks.astype(np.uint8), mask).margins(
                self.hands[part],
                self.aside[part],
                self.lead[part],
                self.led[part],
                self.taken[part],
                self.ahead[part],
                out[part],
            )

        edges = np.linspace(0, len(self), threads + 1).astype(int).tolist()
        parts = [slice(*edge) for edge in pairwise(edges)]
        if threads == 1:
            work(parts[0])
        else:
            with ThreadPoolExecutor(threads) as pool:
                list(pool.map(work, parts))
        return out


def margins_of(rounds: Sequence[Round]) -> list[int]:
    """The margin of each round of one table, finished or within its tricks."""
    found = {i: r.cards[1] - r.cards[0] for i, r in enumerate(rounds) if r.finished}
    running = [i for i in range(len(rounds)) if i not in found]
    if running:
        endings = Endings.of_rounds([rounds[i] for i in running])
        first = rounds[running[0]]
        margins = endings.margins(first.table, first.moving).tolist()
        found |= dict(zip(running, margins, strict=True))
    return [found[i] for i in range(len(rounds))]


def _taken(state: Round) -> tuple[int, int]:
    """The suits, as bits, of which each seat has cards.

    A suit of which cards are nobody's can never be complete: it counts as taken by both.
    """
    cards = [card for hand in state.hands for card in hand] + [state.aside]
    if state.led is not None:
        cards.append(state.led.card)
    held = [sum(card // SUIT_CARDS == suit for card in cards) for suit in range(len(SUITS))]
    first = second = 0
    for suit, left in enumerate(held):
        counts = [collected[suit] for collected in state.collected]
        missing = left + sum(counts) < SUIT_CARDS
        first |= (counts[0] > 0 or missing) << suit
        second |= (counts[1] > 0 or missing) << suit
    return first, second
