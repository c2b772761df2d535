"""What Maids tells the analyses, held against the reference engine round by round."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from analyser.core.records import Records
from analyser.core.rules import Rules, load_rules
from analyser.games.maids import GAME
from analyser.games.maids.analyses import GROUPINGS, components, success
from analyser.games.maids.engine import round_components
from analyser.games.maids.play import simulate

OTHER = {
    "scoring.accepted": 2,
    "scoring.appeal_success": 7,
    "scoring.appeal_failure": 3,
    "trick.slacker_ranks": [5, 6, 7],
}


def batch(players: int, variant: str = "standard", **rules: object) -> tuple[Records, Rules]:
    table = load_rules(GAME, variant, players, rules)
    return simulate(table, ["random"] * players, 2, 0, 40), table


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("changed", [False, True])
def test_3_3_components_are_those_of_the_engine(players: int, changed: bool) -> None:
    records, rules = batch(players, **(OTHER if changed else {}))
    found = components(records, rules)
    lists = [records[name].T.tolist() for name in ("bid", "appeals", "accepted", "completed")]
    for at, counts in enumerate(zip(*lists, strict=True)):
        assert {name: by_side[:, at].tolist() for name, by_side in found.items()} == (
            round_components(rules.table, *counts)
        )
    np.testing.assert_array_equal(sum(found.values()), records["points"])


def test_success_is_the_bid_met_exactly() -> None:
    records, rules = batch(3)
    np.testing.assert_array_equal(success(records), components(records, rules)["bid"] > 0)
    assert 0 < success(records).mean() < 1


def labels_of(name: str, records: Records, rules: Rules) -> np.ndarray:
    codes, labels = GROUPINGS[name](records, rules)
    assert codes.shape == (records.sides, records.rounds)
    return np.array(list(labels), dtype=object)[codes]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("variant", list(GAME.variants()))
def test_groupings_print_what_the_records_hold(players: int, variant: str) -> None:
    records, rules = batch(players, variant)
    for name in ("bid", "appeals", "led"):
        np.testing.assert_array_equal(labels_of(name, records, rules), records[name])
    for side in range(records.sides):
        np.testing.assert_array_equal(labels_of("round", records, rules)[side], records["round"])
    trumps = records.frame()["trump"].astype(str).to_numpy().reshape(-1, records.sides).T
    np.testing.assert_array_equal(labels_of("trump", records, rules), trumps)


@pytest.mark.parametrize(
    ("players", "sides", "seats", "positions"),
    [
        (2, [0, 1, "clara"], [0, 1, 2], {0, 1, "clara"}),
        (3, [0, 1, 2], [0, 1, 2], {0, 1, 2}),
        (4, [0, 1], ["0+2", "1+3"], {0, 1}),
    ],
)
def test_groupings_by_side(
    players: int, sides: list[object], seats: list[object], positions: set[object]
) -> None:
    records, rules = batch(players)
    assert labels_of("side", records, rules)[:, 0].tolist() == sides
    assert labels_of("seat", records, rules)[:, 0].tolist() == seats
    found = labels_of("position", records, rules)
    assert set(found.ravel()) == positions
    for at, starter in enumerate(records["starter"]):
        assert found[starter % 2 if players == 4 else starter, at] == 0
        assert Counter(found[:, at]) == Counter(positions)


def test_position_counts_clockwise_from_the_starter() -> None:
    records, rules = batch(3)
    at = int(np.flatnonzero(records["starter"] == 1)[0])
    assert labels_of("position", records, rules)[:, at].tolist() == [2, 0, 1]
