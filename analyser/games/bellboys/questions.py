"""What the analyses of forks ask about Bellboys: see :mod:`analyser.core.questions`.

There are no bids, so nothing is asked about them.
"""

from __future__ import annotations

import numpy as np

from analyser.core.forks import Fork
from analyser.core.questions import Cases, Choice, Feature, Imposed, Probe
from analyser.core.records import Records
from analyser.core.rules import Rules
from analyser.games.bellboys.rules import HAND, SUITS
from analyser.games.bellboys.trace import Trace
from analyser.games.bellboys.tricks import SEATS, completed

NOBODY = -1
"""In place of a side: nobody completed the suit."""


def leaders(rules: Rules) -> tuple[Imposed, ...]:
    """Each seat leads the first trick."""
    return tuple(Imposed(seat, Fork("leader", seat)) for seat in range(SEATS))


def decisions(rules: Rules) -> tuple[Choice, ...]:
    """Every card of every trick of each seat."""
    return tuple(
        Choice(
            seat,
            tuple(Fork("card", card, seat=seat, at=at) for card in range(HAND - at)),
            "trick",
            at + 1,
        )
        for seat in range(SEATS)
        for at in range(HAND)
    )


def features(rules: Rules) -> tuple[Feature, ...]:
    """Complete suits go to the other side, where they do (ruling B9)."""
    if not rules.table.scoring.suits_move:
        return ()
    forks = tuple(Fork("suit", suit) for suit in range(len(SUITS)))
    return (
        Feature(
            "suits",
            "Complete suits go to the other side",
            {"scoring.suits_move": False},
            (Probe("flag", forks, _cases),),
        ),
    )


def _cases(rules: Rules, records: Records, trace: Trace) -> Cases:
    """From the side that completed the suit as played, by suit and by how many it completed."""
    complete = completed(trace)
    side = np.where(complete.any(axis=0), complete.argmax(axis=0), NOBODY)
    number = np.take_along_axis(complete.sum(axis=1), np.maximum(side, 0), axis=0) - 1
    suit = np.arange(len(SUITS))[:, None]
    counts = tuple(f"{count} completed" for count in range(1, len(SUITS) + 1))
    return Cases(
        side,
        (
            (np.zeros_like(side), ("all",)),
            (np.broadcast_to(suit, side.shape), SUITS),
            (number, counts),
        ),
    )
