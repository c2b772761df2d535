"""What the analysis of cards reads from a trace: who was dealt which card, and whether it won."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyser.core.records import Records
from analyser.core.rules import Rules
from analyser.games.bellboys import tricks
from analyser.games.bellboys.notation import card_text
from analyser.games.bellboys.rules import HAND
from analyser.games.bellboys.trace import Trace
from analyser.games.bellboys.tricks import SEATS, Numbers

ACTIONS: Mapping[str, str] = {}
"""What can be done with a card that is dealt: it stays where it is."""

CONTEXTS = ("all",)
"""What a card's worth depends on: nothing of the round."""


def names(rules: Rules) -> list[str]:
    """The cards of the deck as they are written, in the order of their codes."""
    return [card_text(card, rules.table) for card in rules.table.cards]


def context(records: Records) -> Numbers:
    """The place of each round in :data:`CONTEXTS`, [rounds]."""
    return np.zeros(records.rounds, dtype=np.intp)


def relation(card: str, context: str, rules: Rules) -> None:
    """There is no trump for a card to be of."""


@dataclass(frozen=True)
class Draws:
    """The cards that were dealt, arrays [cards, rounds]; the one set aside is nobody's.

    ``card`` is its place in :func:`names`, ``side`` the seat that has it, and ``won`` whether it
    won its trick.
    """

    card: Numbers
    side: Numbers
    won: NDArray[np.bool_]


def draws(trace: Trace, rules: Rules) -> Draws:
    """The cards of both hands of each round."""
    card = trace.hand.astype(np.intp)
    side = np.broadcast_to(np.repeat(np.arange(SEATS), HAND)[:, None], card.shape)
    return Draws(card, side, np.take_along_axis(tricks.won(trace), card, axis=0))
