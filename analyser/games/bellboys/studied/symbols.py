"""What a card is worth to who is dealt it, by symbol, place and suit, and what it wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from analyser.core.rules import Rules
from analyser.core.studies import DIFFERENCE, SHARE, Cells, Chart, Study
from analyser.games.bellboys import GAME, tricks
from analyser.games.bellboys.rules import HAND, SUIT_CARDS, SUITS
from analyser.games.bellboys.studied.counting import by_code

PLACES = tuple(map(str, range(1, HAND + 1)))


def symbols(rules: Rules) -> Study:
    """P(win the round) by symbol and place as dealt, by symbol and suit; tricks won as played."""
    printed = tuple(rules.table.deck.symbols)
    return Study(
        "symbols",
        "What each card is worth",
        "Who is dealt which card, and where in the hand it lies, is chance (but for deals that "
        "lack a suit, which are dealt again): the first two maps show what a card does to its "
        "holder's chance to win the round. The third shows what cards do when they are played.",
        (
            Chart(
                "dealt",
                "The holder's chance to win the round, by symbol and place as dealt",
                "grid",
                DIFFERENCE,
                "the chance to win the round",
                "cards dealt each",
                printed,
                PLACES,
                x="Place in the hand from the left, as dealt",
                y="Symbol; pp from an even chance",
                parts=2,
            ),
            Chart(
                "suited",
                "The same by symbol and suit",
                "grid",
                DIFFERENCE,
                "the chance to win the round",
                "cards dealt each",
                printed,
                SUITS,
                x="Suit",
                y="Symbol; pp from an even chance",
                parts=2,
            ),
            Chart(
                "played",
                "Tricks won by a card, by symbol and the place that it is played from",
                "grid",
                SHARE,
                "the share of tricks won",
                "cards played each",
                printed,
                PLACES,
                x="Place in the hand from the left, when played",
                y="Symbol; tricks won, %",
            ),
        ),
        {"moves": _count},
        note="Seen is not caused, in the last map: strategies choose when a card is played. In "
        "the others chance deals.",
    )


def _count(
    rules: Rules, strategies: Sequence[str], seed: int, start: int, count: int
) -> Mapping[str, Cells]:
    records, trace = GAME.trace(rules, strategies, seed, start, count)
    hands = tricks.dealt(trace).astype(np.int64)
    suit, symbol = np.divmod(hands, SUIT_CARDS)
    place = np.arange(HAND)[:, None]
    outcome = (2 * records["points"].astype(np.int64) - 1)[:, None]
    played = trace.play_card.astype(np.int64) % SUIT_CARDS
    won = np.repeat(trace.trick_winner, 2, axis=0) == trace.play_seat
    return {
        "dealt": by_code(records, SUIT_CARDS * HAND, symbol * HAND + place, outcome),
        "suited": by_code(records, SUIT_CARDS * len(SUITS), symbol * len(SUITS) + suit, outcome),
        "played": by_code(records, SUIT_CARDS * HAND, played * HAND + trace.play_position - 1, won),
    }
