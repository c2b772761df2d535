"""What a game tells the analyses of forks: which forks answer which question.

A game that can be forked has a module ``questions`` with these functions of its rules, all about
sides that somebody plays; what it has no answer to, such as bids, it leaves out:

================  ==============================================================================
``menu``          a :class:`Choice` a side: its target bids, ``bids`` being their numbers
``faces``         a :class:`Choice` a bid card that a seat may place: face down, face up
``stakes``        what an appeal brings if the bid is made, and what every other side gets if not
``passes``        a :class:`Choice` a turn in which a card may be passed on: keep it, pass it
``passed``        the card of each of them, its place in the names of cards, [choices, rounds]
``leaders``       who could lead the first trick
``decisions``     a :class:`Choice` a turn: every legal action
``late``          those of them that come late in the round that ends the game
``restrictions``  by name, what a seat could never do
``features``      :class:`Feature`: rules that can be turned off
================  ==============================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyser.core.forks import Fork
from analyser.core.records import Records
from analyser.core.rules import Rules


class Imposed(NamedTuple):
    """A fork and the side that it is about."""

    side: int
    fork: Fork


@dataclass(frozen=True)
class Choice:
    """A decision of a side: one fork for each alternative.

    ``at`` is the number of the decision in its ``phase``, from 1.
    """

    side: int
    forks: tuple[Fork, ...]
    phase: str = ""
    at: int = 1


@dataclass(frozen=True)
class Cases:
    """Whose margin a probe is about, and which subjects it belongs to.

    ``side`` int[forks, rounds] is negative where nobody's counts. Each grouping gives codes
    int[forks, rounds], negative for none, and the subject that each code stands for.
    """

    side: NDArray[np.integer]
    groupings: tuple[tuple[NDArray[np.integer], tuple[str, ...]], ...]


@dataclass(frozen=True)
class Probe:
    """Forks that each take something away from one side, so base minus branch is its worth.

    ``cases(rules, records, trace)`` says whose it is in each of these rounds.
    """

    question: str
    forks: tuple[Fork, ...]
    cases: Callable[[Rules, Records, Any], Cases]


@dataclass(frozen=True)
class Subject:
    """What the probe ``flag`` of a feature is about, in words: each of what, whose, how counted."""

    one: str = "card"
    holder: str = "the side that has the card in hand"
    counted: str = "cards in hands"


@dataclass(frozen=True)
class Feature:
    """A rule that can be turned off by overriding keys, and the probes of its parts."""

    name: str
    title: str
    off: Mapping[str, Any]
    probes: tuple[Probe, ...]
