"""The tricks of a trace: who played what, what won, and how the sides stood before each."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyser.core.records import Records
from analyser.core.rules import Rules
from analyser.games.maids.trace import Trace

Numbers = NDArray[Any]


def side_of(seats: Numbers, rules: Rules) -> Numbers:
    """The side that scores for each seat."""
    return seats % 2 if rules.players == 4 else seats


def by_trick(plays: Numbers, trace: Trace) -> Numbers:
    """Plays [plays, rounds] as [tricks, plays of a trick, rounds], in the order of play."""
    tricks, rounds = trace.trick_winner.shape
    return plays.reshape(tricks, -1, rounds)


def winning_cards(trace: Trace) -> Numbers:
    """The card that won each trick, [tricks, rounds]."""
    won = by_trick(trace.play_seat, trace) == trace.trick_winner[:, None]
    return np.asarray(by_trick(trace.play_card, trace).max(axis=1, where=won, initial=0))


def slack(trace: Trace, rules: Rules) -> NDArray[np.bool_]:
    """Whether each trick was won with a slacker, bool[tricks, rounds] (ruling M9)."""
    return np.isin(winning_cards(trace) % 10, rules.table.trick.slacker_ranks)


def completed(records: Records, trace: Trace, rules: Rules) -> NDArray[np.bool_]:
    """Which side completed a task with each trick, bool[tricks, sides, rounds]."""
    winner = side_of(trace.trick_winner, rules)
    sides = np.arange(records.sides)[:, None]
    return np.equal(winner[:, None], sides) & ~slack(trace, rules)[:, None]


def hopeless(records: Records, trace: Trace, rules: Rules) -> NDArray[np.bool_]:
    """Whether the bid of each side is out of reach before each trick, [tricks, sides, rounds].

    It is when the side has completed more than its bid, or misses more than there are tricks left.
    """
    gained = completed(records, trace, rules)
    before = gained.cumsum(axis=0) - gained
    left = (len(gained) - np.arange(len(gained)))[:, None, None]
    missing = records["bid"] - before
    return np.asarray((missing < 0) | (missing > left))
