"""The rule keys of Lazy Bellboys and what each of them may be.

A card is the integer 5 * suit + symbol, the symbol being its place in ``deck.symbols``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from analyser.core.rules import RuleError

SUITS = ("family", "celebrity", "hitman")
SUIT_CARDS = 5
CARDS = len(SUITS) * SUIT_CARDS
HAND = 7
"""Cards dealt to each of the two seats, and tricks of a round; one card is set aside."""

SYMBOLS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "=", "/", "x", "^")
"""What can be printed on a card: a rank of its own, or plain, half, double, square."""


@dataclass(frozen=True)
class Deck:
    """The symbols that each suit has, one card each (ruling B1)."""

    symbols: list[str]


@dataclass(frozen=True)
class Deal:
    """How hands come about (section 2.1, rulings B2 and B3).

    A deal in which a hand has fewer than ``suits_needed`` suits is dealt again; with
    ``sighted_fan`` each seat looks at its hand before it chooses the direction of its fan.
    """

    suits_needed: Annotated[int, Meta(ge=1, le=3)]
    sighted_fan: bool


@dataclass(frozen=True)
class Information:
    """What seats get to know (rulings B6 and B10).

    ``position_public``: the place from which a card was played; ``trailing_sees_aside``: who has
    won fewer rounds looks at the card set aside.
    """

    position_public: bool
    trailing_sees_aside: bool


@dataclass(frozen=True)
class Scoring:
    """Whether complete suits go to the other side (section 3.8, ruling B9)."""

    suits_move: bool


@dataclass(frozen=True)
class Game:
    """The round wins that win the game (section 3.9, ruling B10)."""

    points: Annotated[int, Meta(ge=1, le=9)]


@dataclass(frozen=True)
class Table:
    """All rule keys of Bellboys."""

    deck: Deck
    deal: Deal
    information: Information
    scoring: Scoring
    game: Game

    @property
    def cards(self) -> tuple[int, ...]:
        """The deck, ascending."""
        return tuple(range(CARDS))

    @property
    def moving(self) -> tuple[bool, ...]:
        """By suit, whether it goes to the other side once complete."""
        return (self.scoring.suits_move,) * len(SUITS)

    def symbol(self, card: int) -> str:
        """What is printed on a card."""
        return self.deck.symbols[card % SUIT_CARDS]

    @staticmethod
    def side_labels(players: int) -> tuple[str, ...]:
        """The sides as rows write them: each seat is one."""
        return ("0", "1")

    def check(self, players: int) -> None:
        """Raise RuleError where the rules contradict each other."""
        symbols = self.deck.symbols
        if len(set(symbols)) != SUIT_CARDS or len(symbols) != SUIT_CARDS:
            raise RuleError("deck.symbols", symbols, f"must be {SUIT_CARDS} different symbols")
        if not set(symbols) <= set(SYMBOLS):
            raise RuleError("deck.symbols", symbols, f"must be among {', '.join(SYMBOLS)}")


def assumed(table: Table) -> tuple[str, ...]:
    """The numbers of the assumed rulings that these rules rest on: Bellboys has none."""
    return ()


def rulings(table: Table, players: int) -> tuple[str, ...]:
    """The numbers of the rulings that decide these rules, as README.md tells them."""
    return ("B1", "B2", "B3", "B4", "B5", "B6", "B7", "B8", "B9", "B10")
