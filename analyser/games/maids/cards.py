"""What the analysis of cards reads from a trace: who drew which card, and what became of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyser.core.records import Records
from analyser.core.rules import Rules
from analyser.games.maids.choices import turn_numbers
from analyser.games.maids.engine import Action
from analyser.games.maids.notation import card_text
from analyser.games.maids.rules import MAX_CARDS, NO_TRUMP, TRUMPS
from analyser.games.maids.trace import Trace
from analyser.games.maids.tricks import side_of, winning_cards

Numbers = NDArray[Any]

ACTIONS: Mapping[str, str] = {"keep": "held", "pass": "passed", "bid": "bid"}
"""What can be done with a drawn card, and what the card is then."""

CONTEXTS = TRUMPS
"""What a card's worth depends on: the trump of the round."""


def names(rules: Rules) -> list[str]:
    """The cards of the deck as they are written, in the order of their codes."""
    return [card_text(card) for card in rules.table.cards]


def context(records: Records) -> Numbers:
    """The place of each round's trump in :data:`CONTEXTS`, [rounds]."""
    return records["trump"]


def relation(card: str, trump: str, rules: Rules) -> bool | None:
    """Whether the card is of the trump suit; None in a round without trump."""
    code = rules.table.cards[names(rules).index(card)]
    return None if trump == TRUMPS[NO_TRUMP] else TRUMPS[code // 10] == trump


@dataclass(frozen=True)
class Draws:
    """The cards that players drew, arrays [draws, rounds] in the order of the table.

    ``card`` is its place in :func:`names`, ``side`` who scores for the seat that drew it, ``turn``
    the number of the draw among those of the seat (from 0), ``action`` the place in
    :data:`ACTIONS`, ``forced`` whether only one action was legal, and ``won`` whether the card won
    a trick, in whichever hand.
    """

    card: Numbers
    side: Numbers
    turn: Numbers
    action: Numbers
    forced: NDArray[np.bool_]
    won: NDArray[np.bool_]


def draws(trace: Trace, rules: Rules) -> Draws:
    """The draws of each round; Clara's cards are dealt, hence none of them."""
    place = np.zeros(MAX_CARDS, dtype=np.intp)
    place[list(rules.table.cards)] = np.arange(len(rules.table.cards))
    won = np.zeros((MAX_CARDS, trace.draw_card.shape[1]), dtype=bool)
    np.put_along_axis(won, winning_cards(trace).astype(np.intp), True, axis=0)
    return Draws(
        card=place[trace.draw_card],
        side=side_of(trace.draw_seat, rules),
        turn=turn_numbers(trace),
        action=np.minimum(trace.draw_action, list(Action).index(Action.BID_DOWN)),
        forced=trace.draw_options == 1,
        won=np.take_along_axis(won, trace.draw_card.astype(np.intp), axis=0),
    )
