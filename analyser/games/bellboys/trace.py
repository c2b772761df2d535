"""Traces of Bellboys: the hands as fanned, and all plays."""

from __future__ import annotations

from dataclasses import dataclass

from analyser.core import traces
from analyser.core.rules import Rules
from analyser.core.traces import Bytes
from analyser.games.bellboys.rules import HAND

PLAYS = 2 * HAND


@dataclass(frozen=True)
class Trace(traces.Trace):
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
    def widths(cls, rules: Rules) -> tuple[int, ...]:
        return (PLAYS, 1, 2, *[PLAYS] * 5, HAND)
