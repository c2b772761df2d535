"""What the analyses of choice read from a trace: legal actions, and bids that are out of reach."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyser.core.rules import Rules
from analyser.games.maids.trace import Trace
from analyser.games.maids.tricks import hopeless

__all__ = ["hopeless", "turns"]

Numbers = NDArray[Any]


def turn_numbers(trace: Trace) -> Numbers:
    """The number of each draw among those of its seat, from 0, [draws, rounds]."""
    numbers = np.empty(trace.draw_seat.shape, dtype=np.uint8)
    rounds = np.arange(trace.draw_seat.shape[1])
    drawn = np.zeros((1 + int(trace.draw_seat.max()), len(rounds)), dtype=np.uint8)
    for at, seat in enumerate(trace.draw_seat):
        numbers[at] = drawn[seat, rounds]
        drawn[seat, rounds] += 1
    return numbers


def turns(trace: Trace, rules: Rules) -> dict[str, tuple[Numbers, Numbers]]:
    """By phase the number of each turn (from 0) and its legal actions, [turns, rounds] each.

    Turns of the distribution are counted by seat, plays by trick; choosing Clara's card is a turn.
    """
    tricks = len(trace.trick_winner)
    trick = np.repeat(np.arange(tricks), len(trace.play_seat) // tricks)[:, None]
    return {
        "draw": (turn_numbers(trace), trace.draw_options),
        "trick": (np.broadcast_to(trick, trace.play_options.shape), trace.play_options),
    }
