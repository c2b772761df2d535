"""What the analyses need to know about Maids: success, points by source, groupings of bids."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from analyser.core.records import Records
from analyser.core.rules import Rules
from analyser.games.maids.rules import TRUMPS

HIGHER_WINS = True

COMPONENT_NAMES: Mapping[str, str] = {
    "accepted": "tricks taken",
    "bid": "successful bids",
    "appeal_success": "own appeals",
    "appeal_failure": "others' failed appeals",
}
"""The sources of points (:func:`components`) as readers know them."""

FEATURE_NAMES: Mapping[str, str] = {"slackers": "slackers", "zero_nine": "a 0 that beats its 9"}
"""The features of the rules as readers know them."""

Grouping = tuple[NDArray[np.integer], Sequence[int | str | bool]]
"""A code for each side and round, integers [sides, rounds], and what each code stands for."""


def success(records: Records) -> NDArray[np.bool_]:
    """Whether each side completed exactly what it bid, bool[sides, rounds] (section 3.3.2)."""
    return np.equal(records["completed"], records["bid"])


def demand(records: Records) -> NDArray[np.int16]:
    """By how many the bids of all sides exceed the tricks of each round, int16[rounds]."""
    # Every trick is accepted by one side.
    return np.asarray((records["bid"] - records["accepted"]).sum(axis=0, dtype=np.int16))


def components(records: Records, rules: Rules) -> dict[str, NDArray[np.int16]]:
    """Points by source, int16[sides, rounds] each; they add to the points (section 3.3)."""
    scoring = rules.table.scoring
    made = success(records)
    tiers = np.array([0, *scoring.success], dtype=np.int16)[made.sum(axis=0)]
    failed = records["appeals"] * ~made
    return {
        "accepted": records["accepted"] * scoring.accepted,
        "bid": tiers * made,
        "appeal_success": records["appeals"] * made * scoring.appeal_success,
        "appeal_failure": (failed.sum(axis=0, dtype=np.int16) - failed) * scoring.appeal_failure,
    }


def _spread(records: Records, codes: ArrayLike) -> NDArray[np.integer]:
    """Give codes by round, or by side as a column, the shape [sides, rounds]."""
    return np.broadcast_to(codes, (records.sides, records.rounds))


def _bid(records: Records, rules: Rules) -> Grouping:
    return records["bid"], range(rules.table.most_bid + 1)


def _round(records: Records, rules: Rules) -> Grouping:
    rounds = records["round"]
    return _spread(records, rounds - 1), range(1, int(rounds.max()) + 1)


def _trump(records: Records, rules: Rules) -> Grouping:
    return _spread(records, records["trump"]), TRUMPS


def _seat(records: Records, rules: Rules) -> Grouping:
    """The seat, Clara's being 2; with four players the seats of the team."""
    labels = ("0+2", "1+3") if rules.players == 4 else range(records.sides)
    return _spread(records, np.arange(records.sides)[:, None]), labels


def _position(records: Records, rules: Rules) -> Grouping:
    """The place in the order of drawing, the starter's being 0; Clara has none."""
    drawing = min(records.sides, rules.players)
    sides = np.arange(drawing, dtype=np.int16)[:, None]
    codes = np.full((records.sides, records.rounds), drawing, dtype=np.int16)
    codes[:drawing] = (sides - records["starter"]) % drawing
    return codes, (*range(drawing), "clara")[: records.sides]


def _appeals(records: Records, rules: Rules) -> Grouping:
    return records["appeals"], range(rules.table.distribution.bid_cards + 1)


def _led(records: Records, rules: Rules) -> Grouping:
    return records["led"], (False, True)


def _side(records: Records, rules: Rules) -> Grouping:
    labels = rules.table.side_labels(rules.players)
    sides = np.arange(records.sides)[:, None]
    return _spread(records, sides), [int(x) if x.isdigit() else x for x in labels]


GROUPINGS: Mapping[str, Callable[[Records, Rules], Grouping]] = {
    "bid": _bid,
    "round": _round,
    "trump": _trump,
    "seat": _seat,
    "position": _position,
    "appeals": _appeals,
    "led": _led,
    "side": _side,
}
"""How bids can be grouped: each maps records and rules to codes and the labels of the codes."""
