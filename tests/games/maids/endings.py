"""Endings of the tricks for tests: drawn, altered, and as the kernels take them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import numpy as np
from numpy.typing import NDArray

from .minimax import Ending

LOST = 15
"""What kernels call the need of a side whose bid cannot be met, or that there is not."""


def random_ending(random: Random, players: int, size: int) -> Ending:
    """An ending of few ranks or of many, with or without special rules, perhaps in a trick."""
    seats = max(3, players)
    ranks = list(range(10))
    if random.random() < 0.5 and seats * size <= 5 * 3:
        ranks = [*random.sample(range(1, 9), 3), 0, 9]
    cards = random.sample([10 * suit + rank for suit in range(3) for rank in ranks], seats * size)
    hands = [sorted(cards[size * seat : size * (seat + 1)]) for seat in range(seats)]
    lead = random.randrange(seats)
    ending = Ending(
        players,
        random.randrange(4),
        tuple(map(tuple, hands)),
        (),
        lead,
        random.randrange(players) if players == 2 else lead,
        frozenset(random.sample(range(30), random.choice([0, 0, 3, 9]))),
        frozenset([0, 10, 20] if random.random() < 0.6 else []),
        random.random() < 0.8,
    )
    trick: list[int] = []
    seat_order = ending.order(lead, ending.holder)[0]
    for seat in seat_order[: random.choice([0, 0, 1, 2, seats])]:
        legal = [c for c in hands[seat] if trick and c // 10 == trick[0] // 10] or hands[seat]
        trick.append(random.choice(legal))
        hands[seat].remove(trick[-1])
    return replace(ending, hands=tuple(map(tuple, hands)), trick=tuple(trick))


def exchanged(ending: Ending, suits: list[int], turn: int) -> Ending:
    """The same ending with suits renamed and seats rotated."""
    n = len(ending.hands)

    def renamed(cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(10 * suits[c // 10] + c % 10 for c in cards))

    hands = [ending.hands[(seat - turn) % n] for seat in range(n)]
    return replace(
        ending,
        hands=tuple(map(renamed, hands)),
        trick=tuple(10 * suits[c // 10] + c % 10 for c in ending.trick),
        trump=[*suits, 3][ending.trump],
        lead=(ending.lead + turn) % n,
        holder=(ending.holder + turn) % n,
        slackers=frozenset(renamed(tuple(ending.slackers))),
    )


def arrays(
    ending: Ending,
) -> tuple[
    NDArray[np.uint32], NDArray[np.int8], NDArray[np.int8], NDArray[np.int8], NDArray[np.int8]
]:
    """The ending as a batch of one: hands [1, 4], tricks [1, 4], trump, lead and holder [1]."""
    hands, tricks = np.zeros((1, 4), np.uint32), np.full((1, 4), -1, np.int8)
    for seat, hand in enumerate(ending.hands):
        hands[0, seat] = sum(1 << card for card in hand)
    tricks[0, : len(ending.trick)] = ending.trick
    trump, lead, holder = (
        np.array([x], np.int8) for x in (ending.trump, ending.lead, ending.holder)
    )
    return hands, tricks, trump, lead, holder


def packed_needs(ending: Ending, bids: Sequence[int]) -> int:
    """The completed tricks that bids call for, 4 bits a side."""
    needs = [LOST if bid > ending.size else bid for bid in bids]
    needs += [LOST] * (3 - len(bids))
    return sum(need << 4 * side for side, need in enumerate(needs))
