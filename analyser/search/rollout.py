"""Rollouts: each choice is played to the end in the same imagined worlds, the best one is done.

A game derives its strategy from :class:`Rollout` and says how to imagine a world, how to play it
on, and who then has which points.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from analyser.core.random import Decision, Words

Knowledge = TypeVar("Knowledge")
"""What a seat may know when it decides."""

World = TypeVar("World")
"""A state of the game."""

Choice = TypeVar("Choice")
"""An action, a card: what the seat chooses."""

OBJECTIVES = ("margin", "points", "win")
"""What a choice is to bring: points more than the others have on average, points, the game."""

WON = 1 << 24
"""A game won, beside the margin that decides among choices that win as often."""


class Rollout(ABC, Generic[Knowledge, World]):
    """Chooses by playing each choice on in ``worlds`` worlds, for an ``objective``."""

    def __init__(self, worlds: int, objective: str) -> None:
        self.worlds = worlds
        self.objective = objective

    @abstractmethod
    def imagine(self, known: Knowledge, words: Words) -> World:
        """Draw a world that agrees with what the seat knows, each as likely as any other."""

    @abstractmethod
    def play_on(self, known: Knowledge, world: World, choice: Any, luck: Decision) -> World:
        """The world after that choice, played to the end of the round; the given one stays."""

    @abstractmethod
    def points(self, world: World) -> Sequence[int]:
        """The points of the finished round by side, more being better."""

    @abstractmethod
    def side(self, known: Knowledge) -> int:
        """The side of the seat that decides."""

    @abstractmethod
    def wins(self, known: Knowledge, world: World, luck: Decision, index: int) -> bool:
        """Whether the seat's side wins the game after the round, played on if it must be.

        The deals to come are those of ``luck.world(index, later)``, ``later`` rounds from now.
        """

    def choose(
        self, known: Knowledge, choices: Sequence[Choice], usual: Choice, luck: Decision
    ) -> Choice:
        """The choice that is best on average; ``usual`` where none is better."""
        if len(choices) == 1:
            return choices[0]
        sums = dict.fromkeys(choices, 0)
        for index in range(self.worlds):
            world = self.imagine(known, luck.world(index))
            for choice in choices:
                ended = self.play_on(known, world, choice, luck)
                sums[choice] += self._worth(known, ended, luck, index)
        best = max(choices, key=sums.__getitem__)
        return best if sums[best] > sums[usual] else usual

    def _worth(self, known: Knowledge, world: World, luck: Decision, index: int) -> int:
        """What a finished round is worth; margins times the number of others, to be whole."""
        points, side = self.points(world), self.side(known)
        if self.objective == "points":
            return points[side]
        margin = len(points) * points[side] - sum(points)
        if self.objective == "win" and self.wins(known, world, luck, index):
            margin += WON
        return margin
