"""What sides could have done with their bids: the solver and the clairvoyant, asked of a batch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from analyser.core.bounds import Bounds, Met
from analyser.core.records import Records
from analyser.core.rules import Rules, override
from analyser.games.maids import GAME
from analyser.games.maids.analyses import success
from analyser.games.maids.endings import SEATS, Endings
from analyser.games.maids.questions import features
from analyser.games.maids.trace import Trace


def bounds(rules: Rules, strategies: Sequence[str], seed: int, start: int, count: int) -> Bounds:
    """Play games ``start`` to ``start + count`` of a seed and say who could have met the bid.

    The clairvoyant searches only what the solver and the play leave open.
    """
    base, trace = GAME.trace(rules, strategies, seed, start, count)
    endings = _endings(rules, base, trace)
    forceable, possible = _forced(endings, base)
    clairvoyant = forceable | success(base) & np.array(GAME.played(rules))[:, None]
    side, at = np.nonzero(possible & ~clairvoyant)
    clairvoyant[side, at] = GAME.player(strategies).clairvoyant(
        rules,
        strategies,
        seed,
        base.game[at],
        base["round"][at],
        base["starter"][at],
        side,
        (base["total"] - base["points"])[:, at].T,
    )
    without = {
        feature.name: _forced(replace(endings, rules=override(GAME, rules, feature.off)), base)
        for feature in features(rules)
    }
    return Bounds(base, forceable, clairvoyant, possible, without)


def _endings(rules: Rules, base: Records, trace: Trace) -> Endings:
    """The rounds after the distribution: each hand is what its seat then played."""
    cards = np.uint32(1) << trace.play_card
    hands = [
        cards.sum(axis=0, where=trace.play_seat == seat, dtype=np.uint32) for seat in range(SEATS)
    ]
    no_trick = np.full((base.rounds, SEATS), -1, np.int8)
    lead = trace.play_seat[0].astype(np.int8)
    trump = base["trump"].astype(np.int8)
    return Endings(rules, np.stack(hands, axis=1), no_trick, trump, lead, lead)


def _forced(endings: Endings, base: Records) -> tuple[Met, Met]:
    """Which bids are forceable and which are possible."""
    forceable, possible = (np.zeros((base.sides, base.rounds), bool) for _ in range(2))
    tricks = endings.rules.table.distribution.hand_cards
    for side, played in enumerate(GAME.played(endings.rules)):
        if played:
            bid = base["bid"][side]
            possible[side] = _among("possible", endings, side, bid, bid <= tricks)
            forceable[side] = _among("exact", endings, side, bid, possible[side])
    return forceable, possible


def _among(
    question: str, endings: Endings, side: int, bid: NDArray[np.int16], among: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Whether the bid [n] is one of the counts that answer the question; asks ``among`` only."""
    found = np.zeros(len(bid), bool)
    at = np.flatnonzero(among)
    asked = np.uint16(1) << bid[at].astype(np.uint16)
    found[at] = endings.take(at).counts(question, side, asked) & asked != 0
    return found
