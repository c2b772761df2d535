"""What a trace tells of tricks: who collected what, which cards won, who led."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyser.core.records import Records
from analyser.games.bellboys.rules import CARDS, HAND, SUIT_CARDS, SUITS
from analyser.games.bellboys.trace import Trace

Numbers = NDArray[Any]

SEATS = 2


def won(trace: Trace) -> NDArray[np.bool_]:
    """Whether each card won the trick that it was played to, bool[cards, rounds]."""
    winners = np.repeat(trace.trick_winner, 2, axis=0) == trace.play_seat
    found = np.zeros((CARDS, winners.shape[1]), dtype=bool)
    np.put_along_axis(found, trace.play_card.astype(np.intp), winners, axis=0)
    return found


def collected(trace: Trace) -> Numbers:
    """The cards that each seat took of each suit, the one set aside too, [seats, suits, rounds].

    Complete suits have not moved yet (ruling B8).
    """
    cards = np.concatenate([trace.play_card, trace.aside])
    takers = np.concatenate([np.repeat(trace.trick_winner, 2, axis=0), trace.trick_winner[-1:]])
    suit = cards // SUIT_CARDS
    return np.array(
        [
            [((takers == seat) & (suit == each)).sum(axis=0) for each in range(len(SUITS))]
            for seat in range(SEATS)
        ]
    )


def completed(trace: Trace) -> NDArray[np.bool_]:
    """Whether each seat took all cards of each suit, bool[seats, suits, rounds]."""
    return np.asarray(collected(trace) == SUIT_CARDS)


def leads(trace: Trace) -> Numbers:
    """The seat that led each trick, [tricks, rounds]."""
    return trace.play_seat[::2]


def dealt(trace: Trace) -> Numbers:
    """The hands as they were dealt, cards [seats, positions, rounds], reversed fans turned back."""
    hands = trace.hand.reshape(SEATS, HAND, -1)
    return np.where(trace.fan[:, None] == 1, hands[:, ::-1], hands)


def winner(records: Records) -> Numbers:
    """The seat that won each round, [rounds]."""
    return np.asarray(records["points"].argmax(axis=0))
