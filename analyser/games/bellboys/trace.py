"""Traces: everything that was done in the rounds of a batch, as columns of small numbers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyser.games.bellboys.rules import HAND

Bytes = NDArray[np.uint8]

PLAYS = 2 * HAND
WIDTHS = (PLAYS, 1, 2, *[PLAYS] * 5, HAND)
"""The number of fields of each attribute of a trace, in their order."""


@dataclass(frozen=True)
class Trace:
    """What was done in each round; uint8 arrays whose last axis are the rounds of the records.

    ``hand``: the cards as fanned, those of seat 0 from left to right, then those of seat 1;
    ``aside``: the card set aside; ``fan`` by seat: 1 if reversed. Plays are in the order of play:
    whose card, which card (5 * suit + symbol), from which position (from 1), at which rank, and
    how many cards were legal. ``trick_winner`` is the seat that won each trick.
    """

    hand: Bytes
    aside: Bytes
    fan: Bytes
    play_seat: Bytes
    play_card: Bytes
    play_position: Bytes
    play_rank: Bytes
    play_options: Bytes
    trick_winner: Bytes

    @classmethod
    def of(cls, block: Bytes) -> Trace:
        """Read a block uint8[fields, rounds], the fields in the order of the attributes."""
        return cls(*np.split(block, np.cumsum(WIDTHS)[:-1]))
