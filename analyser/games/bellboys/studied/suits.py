"""Complete suits: how many cards they move, and how often they turn the result of a round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from analyser.core.rules import Rules
from analyser.core.studies import SHARE, Cells, Chart, Study
from analyser.games.bellboys import GAME
from analyser.games.bellboys.rules import CARDS, SUIT_CARDS
from analyser.games.bellboys.studied.counting import each
from analyser.games.bellboys.tricks import completed, winner

MOVES = (-2, -1, 0, 1, 2)
"""Suits that can come to a side at the end, net of those that it gives."""

BEFORE = range(CARDS + 1)
HALF = CARDS / 2

EVENTS = (
    "a suit is complete",
    "two suits of one seat",
    "a suit of each seat",
    "the result is turned",
    "turned, where a suit is complete",
)


def suits(rules: Rules) -> Study:
    """Cards before and after complete suits move, turned results marked, and how often."""
    moves = tuple(_called(number) for number in MOVES)
    turned = frozenset(
        (_called(number), str(cards))
        for number in MOVES
        for cards in BEFORE
        if (cards < HALF) != (cards + SUIT_CARDS * number < HALF)
    )
    return Study(
        "suits",
        "What complete suits do",
        "Who collects all five cards of one or two suits hands them to the other, and the fewer "
        "cards win. So a suit that is nearly complete is worth finishing, and can turn the round.",
        (
            Chart(
                "moved",
                "Cards collected in the tricks, and cards that complete suits then bring or take",
                "grid",
                SHARE,
                "the share of hands",
                "sides of rounds",
                moves,
                tuple(map(str, BEFORE)),
                x="Cards collected in the tricks; share of all sides of rounds, %",
                y="Cards that then come (+) or go (−); framed where that turns the round",
                marked=turned,
            ),
            Chart(
                "turned",
                "How often suits are completed, and turn the result",
                "rows",
                SHARE,
                "the share",
                "rounds each",
                EVENTS,
                x="Share of rounds, %",
                sentence=f"A suit is complete in {{{EVENTS[0]}}} of rounds; it turns the result in "
                f"{{{EVENTS[3]}}} of all rounds and {{{EVENTS[4]}}} of those.",
            ),
        ),
        {"moves": _count},
    )


def _called(number: int) -> str:
    return f"{SUIT_CARDS * number:+d}".replace("-", "\N{MINUS SIGN}") if number else "none"


def _count(
    rules: Rules, strategies: Sequence[str], seed: int, start: int, count: int
) -> Mapping[str, Cells]:
    records, trace = GAME.trace(rules, strategies, seed, start, count)
    before, after = records["collected"], records["cards"]
    change = (after - before) // SUIT_CARDS
    number = np.arange(len(MOVES) * len(BEFORE))[:, None]
    place = (change + len(MOVES) // 2) * len(BEFORE) + before
    here = sum((place[side] == number).astype(np.int64) for side in range(len(before)))
    complete = completed(trace).sum(axis=1)
    turned = before.argmin(axis=0) != winner(records)
    some = complete.any(axis=0)
    events = np.stack(
        [some, (complete == 2).any(axis=0), (complete > 0).all(axis=0), turned, turned]
    )
    among = np.ones_like(events, dtype=np.int64)
    among[-1] = some
    return {"moved": each(records, here, len(before)), "turned": each(records, events, among)}
