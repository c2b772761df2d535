"""`planner`: its tables are what they say, and it is worth its rung."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import numpy as np
import pytest

from analyser.core.rules import load_rules
from analyser.games.bellboys import GAME, learning, simulate
from analyser.games.bellboys.learning import (
    BUCKETS,
    CLASSES,
    MIXES,
    ONE,
    SPOILED,
    UNTAKEN,
    first_tables,
    layout_of,
    suit_class,
    tables_of,
)

pytestmark = pytest.mark.kernel

RULES = load_rules(GAME)


def test_classes_tell_what_a_suit_may_come_to() -> None:
    classes = {key: suit_class(*key) for key in product(range(6), range(6), (False, True))}
    assert set(classes.values()) == set(range(CLASSES))
    assert classes[0, 0, True] == classes[0, 0, False] == UNTAKEN
    assert classes[1, 3, True] == classes[3, 1, False] == SPOILED
    assert classes[4, 0, True] != classes[4, 0, False]
    assert classes[4, 0, True] != classes[0, 4, True]
    assert classes[1, 0, True] == classes[2, 0, False]


def test_a_mix_does_not_depend_on_the_order_of_suits() -> None:
    mix = layout_of(first_tables())["mix"]
    assert len(MIXES) == mix.max() + 1
    for order in ((1, 0, 2), (2, 1, 0), (1, 2, 0)):
        assert np.array_equal(mix, mix.transpose(order))


def test_tables_hold_chances_and_buckets() -> None:
    views = layout_of(tables_of(RULES))
    for name in ("danger", "lead", "value"):
        assert views[name].min() >= 0
        assert views[name].max() <= ONE
    assert set(views["bucket"][1:].ravel().tolist()) == set(range(BUCKETS))
    assert (np.diff(views["bucket"], axis=1) >= 0).all()


def test_tables_say_what_is_plain() -> None:
    views = layout_of(tables_of(RULES))
    danger, lead, value = (views[name] / ONE for name in ("danger", "lead", "value"))
    square, half = 4, 2
    assert danger[7, square, 7] > 0.7 > 0.2 > danger[7, half, 1]
    assert lead[7, 3, 36] > 0.9 > 0.2 > lead[7, 3, 0]
    spoiled = MIXES[SPOILED, SPOILED, SPOILED]
    last = value[21:28, 0, spoiled]  # One trick to go, 0 to 6 won.
    assert last[2].min() > 0.9  # Three tricks and the card set aside are still fewer.
    assert last[4].max() < 0.1


def test_tables_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANALYSER_CACHE", str(tmp_path))
    monkeypatch.setattr(learning, "ROUNDS", (500, 500, 500))
    learning._tables_of.cache_clear()
    made = tables_of(RULES)
    assert len(list(tmp_path.iterdir())) == 1
    learning._tables_of.cache_clear()
    monkeypatch.setattr(learning, "learn", None)
    assert np.array_equal(tables_of(RULES), made)
    learning._tables_of.cache_clear()


@pytest.mark.parametrize("other", ["random", "greedy"])
def test_it_beats_the_rungs_below(other: str) -> None:
    won = [
        simulate.simulate(RULES, table, 5, 0, 1000)["points"][side].mean()
        for side, table in enumerate((("planner", other), (other, "planner")))
    ]
    assert min(won) > 0.7
