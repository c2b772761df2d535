"""Rollouts: each choice is played to the end in the same imagined worlds, the best one is done.

What a fast strategy would do is left only for a choice that gains more than the standard error of
its gain: few worlds are noisy, and the fast strategy is no fool.

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
        """The choice that gains most over the ``usual`` one, if more than the error of its gain."""
        if len(choices) == 1:
            return choices[0]
        others = [choice for choice in choices if choice != usual]
        gains: dict[Choice, list[int]] = {choice: [] for choice in others}
        for index in range(self.worlds):
            world = self.imagine(known, luck.world(index))
            ended = self.play_on(known, world, usual, luck)
            least = self._worth(known, ended, luck, index)
            for choice in others:
                ended = self.play_on(known, world, choice, luck)
                gains[choice].append(self._worth(known, ended, luck, index) - least)
        clear = [choice for choice in others if is_clear(gains[choice])]
        return max(clear, key=lambda choice: sum(gains[choice]), default=usual)

    def _worth(self, known: Knowledge, world: World, luck: Decision, index: int) -> int:
        """What a finished round is worth; margins times the number of others, to be whole."""
        points, side = self.points(world), self.side(known)
        if self.objective == "points":
            return points[side]
        margin = len(points) * points[side] - sum(points)
        if self.objective == "win" and self.wins(known, world, luck, index):
            margin += WON
        return margin


def is_clear(gains: Sequence[int]) -> bool:
    """Whether gains add up to more than the standard error of their sum.

    In floating-point numbers, as in the kernels: squares of gained games are large.
    """
    gain = float(sum(gains))
    return gain > 0 and gain * gain > float(sum(g * g for g in gains))
