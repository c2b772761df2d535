"""Traces of Maids: all draws and plays."""

from __future__ import annotations

from dataclasses import dataclass

from analyser.core import traces
from analyser.core.rules import Rules
from analyser.core.traces import Bytes


@dataclass(frozen=True)
class Trace(traces.Trace):
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
    def widths(cls, rules: Rules) -> tuple[int, ...]:
        table, limits = rules.table, rules.table.distribution
        clara = limits.hand_cards + limits.bid_cards if rules.players == 2 else 0
        draws = table.cards_needed(rules.players) - clara  # hers are dealt, not drawn
        plays = limits.hand_cards * max(3, rules.players)
        return (*[draws] * 4, *[plays] * 3, limits.hand_cards)
