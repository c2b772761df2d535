"""What a seat of Bellboys may know when it has to decide, and what a strategy must be able to do.

Cards are integers, 5 * suit + symbol: suits family 0, celebrity 1, hitman 2, symbols in the order
of ``deck.symbols``. Positions count from 1 at the owner's left.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from analyser.core.random import Decision
from analyser.games.bellboys.engine import Fan, Play, Round, rank
from analyser.games.bellboys.rules import Table


@dataclass(frozen=True)
class View:
    """What a seat may know when it has to decide, and nothing else.

    The game: ``table`` of the rules; the ``number`` of the round, from 1; ``totals``, rounds won
    by seat before it. The round: the own ``seat``; the seat to ``lead`` this trick (before the
    fans: the first); the own ``hand`` from left to right; the card ``led`` to this trick, else
    None; all ``plays`` so far in order, this trick's too, with the position None where the seat
    may not know it; the cards ``collected`` by seat and suit; the card set ``aside``, None to who
    has not seen it; ``moving``: by suit, whether it goes to the other side once complete.
    """

    table: Table
    number: int
    totals: tuple[int, ...]
    seat: int
    lead: int
    hand: tuple[int, ...]
    led: Play | None
    plays: tuple[Play, ...]
    collected: tuple[tuple[int, ...], ...]
    aside: int | None
    moving: tuple[bool, ...]

    def rank(self, card: int) -> int:
        """The rank that a card of the own hand has where it is now."""
        return rank(self.table.symbol(card), self.hand.index(card) + 1)


def view_of(state: Round, seat: int, number: int, totals: Sequence[int], sees_aside: bool) -> View:
    """What a seat may know of a round: nothing else of the state goes into the view.

    ``number`` of the round in its game, ``totals`` by seat before it; see :class:`View`.
    """
    public = state.table.information.position_public

    def seen(play: Play) -> Play:
        return play if public or play.seat == seat else replace(play, position=None)

    plays = [seen(play) for trick in state.tricks for play in trick.plays]
    led = None if state.led is None else seen(state.led)
    return View(
        table=state.table,
        number=number,
        totals=tuple(totals),
        seat=seat,
        lead=state.lead,
        hand=tuple(state.hands[seat]),
        led=led,
        plays=(*plays, *([] if led is None else [led])),
        collected=tuple(map(tuple, state.collected)),
        aside=state.aside if sees_aside else None,
        moving=state.moving,
    )


class Strategy(Protocol):
    """How a seat decides; ``draw(n)`` is a uniform random number below n from its stream."""

    def fan(self, view: View, legal: Sequence[Fan], draw: Decision) -> Fan:
        """Choose how to open the own hand, under ``deal.sighted_fan`` only."""

    def play(self, view: View, legal: Sequence[int], draw: Decision) -> int:
        """Choose the card to play; ``legal`` goes from left to right."""
