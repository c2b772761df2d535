"""What became of the rules that turn a trick: of slackers, and of the 0 that beats its 9."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyser.core.records import Records
from analyser.core.rules import Rules
from analyser.games.maids.trace import Trace
from analyser.games.maids.tricks import by_trick, side_of, slack, winning_cards

Numbers = NDArray[Any]
Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class Use:
    """The tricks that players won by a rule, bool[tricks, rounds] each.

    ``saved``: a player's bid was made that would have been missed without the rule in this trick,
    the play being what it was; ``broke``: one was missed that would have been made. A trick can do
    both, to two sides.
    """

    used: Flags
    saved: Flags
    broke: Flags


def uses(records: Records, trace: Trace, rules: Rules) -> dict[str, Use]:
    """The use of each such rule that is in force."""
    found = {}
    if rules.table.trick.slacker_ranks:
        found["slackers"] = _slackers(records, trace, rules)
    if rules.table.zeros:
        found["zero_nine"] = _zero_nine(records, trace, rules)
    return found


def _slackers(records: Records, trace: Trace, rules: Rules) -> Use:
    """Tricks won with a slacker: without the rule the winner would have completed one more."""
    more = _at(trace.trick_winner, records, rules)
    return _use(records, trace, rules, slack(trace, rules), more)


def _zero_nine(records: Records, trace: Trace, rules: Rules) -> Use:
    """Tricks won by a 0 over its 9: without the rule the 9 would have won, as nothing beats it."""
    best, slackers = winning_cards(trace), rules.table.trick.slacker_ranks
    nine = by_trick(trace.play_card, trace) == best[:, None] + 9
    won = np.isin(best, rules.table.zeros) & nine.any(axis=1)
    beaten = by_trick(trace.play_seat, trace).max(axis=1, where=nine, initial=0)
    gained = _at(beaten, records, rules) * (9 not in slackers)
    lost = _at(trace.trick_winner, records, rules) * (0 not in slackers)
    return _use(records, trace, rules, won, gained - lost)


def _at(seats: Numbers, records: Records, rules: Rules) -> Numbers:
    """1 at the side of each seat, else 0, int8[tricks, sides, rounds]."""
    sides = np.arange(records.sides)[:, None]
    return np.equal(side_of(seats, rules)[:, None], sides).astype(np.int8)


def _use(records: Records, trace: Trace, rules: Rules, won: Flags, change: Numbers) -> Use:
    """The use of a rule, given by how many tasks more each side would complete without it."""
    players = np.array([label.isdigit() for label in rules.table.side_labels(rules.players)])
    used = won & players[side_of(trace.trick_winner, rules)]
    missing = records["bid"] - records["completed"]
    turned = used[:, None] & (change != 0) & players[:, None]
    return Use(
        used=used,
        saved=(turned & (missing == 0)).any(axis=1),
        broke=(turned & (missing == change)).any(axis=1),
    )
