"""Traces: everything that was done in the rounds of a batch, as columns of small numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyser.core.rules import Rules

Bytes = NDArray[np.uint8]


class Shape(NamedTuple):
    """How many draws, plays and tricks a round has."""

    draws: int
    plays: int
    tricks: int

    @property
    def fields(self) -> int:
        """The number of fields of a trace."""
        return 4 * self.draws + 3 * self.plays + self.tricks


def shape_of(rules: Rules) -> Shape:
    """The shape of the rounds under these rules; Clara's cards are dealt, not drawn."""
    table, limits = rules.table, rules.table.distribution
    needed = table.cards_needed(rules.players)
    dealt = limits.hand_cards + limits.bid_cards if rules.players == 2 else 0
    return Shape(needed - dealt, limits.hand_cards * max(3, rules.players), limits.hand_cards)


@dataclass(frozen=True)
class Trace:
    """What was done in each round; uint8 arrays whose last axis are the rounds of the records.

    Draws are in table order: who drew (``draw_seat``), which card (10 * suit + rank), the action
    (its place in :class:`~analyser.games.maids.engine.Action`) and the number of legal actions.
    Plays are in the order of play: whose card it is (2 is Clara with two players), the card, and
    how many were legal. ``trick_winner`` is the seat that won each trick.
    """

    draw_seat: Bytes
    draw_card: Bytes
    draw_action: Bytes
    draw_options: Bytes
    play_seat: Bytes
    play_card: Bytes
    play_options: Bytes
    trick_winner: Bytes

    @classmethod
    def of(cls, block: Bytes, shape: Shape) -> Trace:
        """Read a block uint8[fields, rounds], the fields in the order of the attributes."""
        draws, plays, tricks = shape
        ends = np.cumsum([draws] * 4 + [plays] * 3 + [tricks])
        return cls(*np.split(block, ends[:-1]))
