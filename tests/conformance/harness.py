"""What the conformance suite has to know about a game: one module a game in ``harnesses``.

A harness is a module ``tests.conformance.harnesses.<game>`` with the functions of
:class:`Harness`. It steps through a transcript with the game's reference engine; the suite looks
at every step.
"""

from __future__ import annotations

import importlib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, cast

Object = dict[str, Any]


@dataclass(frozen=True)
class Step:
    """A decision of a transcript, as the reference engine stands before it.

    ``legal`` are the actions that the engine allows and ``chosen`` the one that the transcript
    takes; ``cards`` are all cards of the table, wherever they lie; ``position`` is the state as
    JSON and ``answer`` what ``moves`` must say to it.
    """

    legal: Collection[Any]
    chosen: Any
    cards: tuple[int, ...]
    position: Object
    answer: Object


class Harness(Protocol):
    """What each harness module provides."""

    def steps(self, transcript: Object) -> Iterator[Step]:
        """Step through every decision; fail if the engine ends elsewhere than the transcript."""

    def deck(self, transcript: Object) -> tuple[int, ...]:
        """The cards that must always be somewhere on the table, ascending."""

    def score_bounds(self, transcript: Object) -> tuple[int, int]:
        """The lowest and the highest final score that the rules allow a side."""

    def finished(self, transcript: Object) -> Iterator[tuple[Object, Object]]:
        """Each finished round as JSON, with what the answer of ``score`` must hold."""

    def rows(self, transcript: Object) -> Iterator[Mapping[str, object]]:
        """The rows of the records that the game must have, one a round and side."""


def harness_of(game: str) -> Harness:
    """The harness of a game; a game without one fails here."""
    return cast(Harness, importlib.import_module(f"tests.conformance.harnesses.{game}"))
