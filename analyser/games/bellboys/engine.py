"""The reference engine of Bellboys: one round as a state with legal actions, and its count.

Readable beside the rulebook; the kernel is checked against it game by game. Cards are integers
5 * suit + symbol; a hand is a list from its owner's left to right. Sections and rulings are those
that README.md tells.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from enum import StrEnum

from analyser.games.bellboys.rules import SUIT_CARDS, SUITS, Table


class Fan(StrEnum):
    """How a hand is opened (ruling B2), in the order of the kernel's codes."""

    DEALT = "dealt"
    REVERSED = "reversed"


@dataclass(frozen=True)
class Play:
    """A card played: by whom, from which place (from 1; None to who may not know), its rank."""

    seat: int
    card: int
    position: int | None
    rank: int


@dataclass(frozen=True)
class TrickTaken:
    """A finished trick: who led, the plays in order, who won."""

    lead: int
    plays: tuple[Play, Play]
    winner: int


def rank(symbol: str, position: int) -> int:
    """The rank of a card played from a place, counted from 1 (section 2.3, ruling B5)."""
    match symbol:
        case "=":
            return position
        case "/":
            return position // 2
        case "x":
            return 2 * position
        case "^":
            return position * position
        case _:
            return int(symbol)


def may_be_played(table: Table, hands: Sequence[Sequence[int]]) -> bool:
    """Whether a deal stands: each hand has suits enough (section 2.1, ruling B3)."""
    return all(
        len({card // SUIT_CARDS for card in hand}) >= table.deal.suits_needed for hand in hands
    )


def legal_cards(hand: Sequence[int], led: Play | None) -> tuple[int, ...]:
    """The cards of a hand that may be played, from left to right (section 3.4, ruling B7)."""
    if led is None:
        return tuple(hand)
    suit = led.card // SUIT_CARDS
    return tuple(card for card in hand if card // SUIT_CARDS == suit) or tuple(hand)


def trick_winner(led: Play, followed: Play) -> int:
    """The seat of the higher rank, that of the leader on equal ranks (section 3.5, ruling B7)."""
    return followed.seat if followed.rank > led.rank else led.seat


def complete_suits(collected: Sequence[int]) -> tuple[int, ...]:
    """The suits of which a seat has collected every card, given its counts by suit."""
    return tuple(suit for suit, cards in enumerate(collected) if cards == SUIT_CARDS)


def cards_after(collected: Sequence[Sequence[int]], moving: Sequence[bool]) -> tuple[int, int]:
    """The cards before each seat once complete suits have moved (section 3.8, ruling B9).

    ``collected`` by seat and suit, ``moving``: by suit, whether it moves when complete. Both
    seats give at once; a seat with all suits complete keeps them.
    """
    given = []
    for counts in collected:
        complete = complete_suits(counts)
        moved = sum(moving[suit] for suit in complete)
        given.append(0 if len(complete) == len(SUITS) else SUIT_CARDS * moved)
    first, second = map(sum, collected)
    return first - given[0] + given[1], second - given[1] + given[0]


class Round:
    """The state of a round: the fans while seats choose them in sight of their hands, then tricks.

    ``hands`` by seat from left to right, the card set ``aside``, and ``lead``, the seat that leads
    this trick; ``moving``: by suit, whether it goes to the other side once complete. ``fans`` are
    None until a seat has chosen; ``led`` is the card that lies on the table, ``collected`` are the
    cards that each seat has taken, by suit.
    """

    def __init__(self, table: Table, hands: Sequence[Sequence[int]], aside: int, lead: int) -> None:
        self.table = table
        self.hands = [list(hand) for hand in hands]
        self.aside = aside
        self.lead = self.seat = lead
        self.moving = table.moving
        blind = None if table.deal.sighted_fan else Fan.DEALT
        self.fans: list[Fan | None] = [blind, blind]
        self.led: Play | None = None
        self.tricks: list[TrickTaken] = []
        self.collected = [[0] * len(SUITS) for _ in range(2)]

    @property
    def fanning(self) -> bool:
        """Whether a seat has still to choose its fan."""
        return None in self.fans

    @property
    def finished(self) -> bool:
        """Whether every card is played."""
        return not any(self.hands) and self.led is None

    @property
    def cards(self) -> tuple[int, int]:
        """The cards of each seat at the end of the round, complete suits moved."""
        return cards_after(self.collected, self.moving)

    @property
    def winner(self) -> int:
        """The seat with fewer cards at the end of the round (section 3.8)."""
        first, second = self.cards
        return int(second < first)

    def legal_fans(self) -> tuple[Fan, ...]:
        """How a seat may open its hand."""
        return tuple(Fan)

    def fan(self, seat: int, direction: Fan) -> None:
        """Open a hand that way; raise ValueError once a card has been played."""
        if self.led is not None or self.tricks:
            raise ValueError(f"seat {seat} may not turn its hand over during the tricks")
        if direction is not (self.fans[seat] or Fan.DEALT):
            self.hands[seat].reverse()
        self.fans[seat] = direction

    def legal_cards(self) -> tuple[int, ...]:
        """The cards that the seat to act may play, from left to right (section 3.4)."""
        return legal_cards(self.hands[self.seat], self.led)

    def play(self, card: int) -> Play:
        """Play a card of the seat to act; raise ValueError if it is not legal."""
        if self.fanning or card not in self.legal_cards():
            raise ValueError(f"seat {self.seat} may not play {card}")
        hand = self.hands[self.seat]
        position = hand.index(card) + 1
        played = Play(self.seat, card, position, rank(self.table.symbol(card), position))
        hand.remove(card)
        if self.led is None:
            self.led = played
            self.seat = 1 - self.seat
        else:
            self._finish_trick(self.led, played)
        return played

    def after(self, card: int) -> Round:
        """The round after that card, as :meth:`play` would leave it; this one stays as it is."""
        other = copy(self)
        other.hands = [list(hand) for hand in self.hands]
        other.tricks = list(self.tricks)
        other.collected = [list(counts) for counts in self.collected]
        other.play(card)
        return other

    def exchange(self, first: int, second: int) -> None:
        """Let two cards change places, in hands or aside."""
        other = {first: second, second: first}
        self.hands = [[other.get(card, card) for card in hand] for hand in self.hands]
        self.aside = other.get(self.aside, self.aside)

    def _finish_trick(self, led: Play, followed: Play) -> None:
        """The winner takes both cards and leads the next trick (sections 3.6 and 3.7)."""
        winner = trick_winner(led, followed)
        self.tricks.append(TrickTaken(led.seat, (led, followed), winner))
        self.led = None
        self.lead = self.seat = winner
        for card in (led.card, followed.card):
            self.collected[winner][card // SUIT_CARDS] += 1
        if self.finished:  # Ruling B8.
            self.collected[winner][self.aside // SUIT_CARDS] += 1
