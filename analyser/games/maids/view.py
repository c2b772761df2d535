"""What a seat of Maids may know when it has to decide, and what a strategy must be able to do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from analyser.games.maids.engine import Action, Played
from analyser.games.maids.rules import Table


@dataclass(frozen=True)
class View:
    """What a seat may know when it has to decide.

    ``out`` are the cards that it knows no other hand holds: its own, its bid cards, bid cards
    lying face up, cards played. ``received`` is 1 once a passed card has come. ``target`` is the
    bid that a fork imposes, else None. ``clara`` is her open hand during the tricks.
    """

    table: Table
    players: int
    trump: int
    seat: int
    side: int
    hand: tuple[int, ...]
    out: frozenset[int]
    kept: int
    received: int
    memo: bool
    turn: int
    bid: int
    placed: int
    target: int | None
    completed: int
    trick_number: int
    lead: int
    trick: tuple[Played, ...]
    clara: tuple[int, ...]
    slackers: frozenset[int]
    zeros: frozenset[int]


class Strategy(Protocol):
    """How a seat decides; ``draw(n)`` is a uniform random number below n from its stream."""

    def act(
        self, view: View, card: int, legal: Sequence[Action], draw: Callable[[int], int]
    ) -> Action:
        """Choose what to do with the drawn card."""

    def play(self, view: View, legal: Sequence[int], draw: Callable[[int], int]) -> int:
        """Choose the card to play, one's own."""

    def play_clara(self, view: View, legal: Sequence[int], draw: Callable[[int], int]) -> int:
        """Choose the card that Clara plays."""
