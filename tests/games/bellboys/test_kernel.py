"""The kernel plays the games of the reference engine, card for card."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from analyser.core.forks import Fork
from analyser.core.rules import Rules, load_rules
from analyser.games.bellboys import GAME, _simulate, play, simulate
from analyser.games.bellboys.forks import KINDS

pytestmark = [pytest.mark.kernel, pytest.mark.usefixtures("learns_little")]

FAST = [strategy.name for strategy in GAME.strategies if strategy.fast]
TABLES = [(one, other) for one in FAST for other in FAST]
RULES: list[dict[str, Any]] = [
    {},
    {"deal.sighted_fan": True},
    {"information.trailing_sees_aside": True, "game.points": 3},
    {"scoring.suits_move": False, "deal.suits_needed": 1, "information.position_public": False},
    {"deck.symbols": ["5", "=", "/", "x", "1"]},
]
FORKS = [
    Fork("leader", 1),
    Fork("fan", 1, seat=0),
    Fork("look", 1, seat=1),
    Fork("look", 0, seat=1),
    Fork("exchange", 3, at=8),
    Fork("suit", 1),
    Fork("card", 2, seat=0, at=1),
    Fork("card", 1, round=2, seat=1, at=4),
]

each_rules = pytest.mark.parametrize("overrides", RULES, ids=str)
each_table = pytest.mark.parametrize("strategies", TABLES, ids=",".join)


def _rules(overrides: dict[str, Any]) -> Rules:
    return load_rules(GAME, "standard", 2, overrides)


@each_rules
@each_table
def test_games_are_those_of_the_engine(
    overrides: dict[str, Any], strategies: tuple[str, str]
) -> None:
    rules = _rules(overrides)
    for replicate in (0, 3):
        found = simulate.simulate(rules, strategies, 5, 7, 30, None, replicate)
        expected = play.simulate(rules, strategies, 5, 7, 30, None, replicate)
        assert np.array_equal(found.block, expected.block)
    assert found["redeals"].any() == (rules.table.deal.suits_needed == 3)
    assert found["suits"].any()


@each_rules
@each_table
def test_traces_are_those_of_the_engine(
    overrides: dict[str, Any], strategies: tuple[str, str]
) -> None:
    rules = _rules(overrides)
    found, traced = simulate.trace(rules, strategies, 11, 0, 8)
    expected, told = play.trace(rules, strategies, 11, 0, 8)
    assert np.array_equal(found.block, expected.block)
    for name, values in vars(told).items():
        assert np.array_equal(getattr(traced, name), values), name


@each_rules
@each_table
def test_branches_are_those_of_the_engine(
    overrides: dict[str, Any], strategies: tuple[str, str]
) -> None:
    rules = _rules(overrides)
    found = simulate.branches(rules, strategies, 3, 2, 8, FORKS)
    expected = play.branches(rules, strategies, 3, 2, 8, FORKS)
    assert np.array_equal(found.base.block, expected.base.block)
    assert np.array_equal(found.imposed, expected.imposed)
    assert np.array_equal(found.blocks, expected.blocks)
    assert {fork.kind for fork in FORKS} == {*KINDS}
    assert (found.imposed == 2).any(axis=1)[:2].all()


@each_table
def test_games_go_on_as_on_the_engine(strategies: tuple[str, str]) -> None:
    rules = _rules({"game.points": 3})
    numbers, leaders = np.array([1, 2, 3, 4]), np.array([0, 1, 1, 0])
    totals = np.array([[1, 0], [1, 1], [1, 2], [2, 2]])
    arguments = rules, strategies, 5, 0, numbers, totals, leaders
    assert np.array_equal(simulate.resume(*arguments), play.resume(*arguments))


def test_every_field_of_the_struct_of_rules_is_filled() -> None:
    assert sorted(simulate.kernel_rules(_rules({}))) == _simulate.rule_fields()


def test_codes_are_those_of_the_ladder() -> None:
    assert list(simulate.CODES) == [strategy.name for strategy in GAME.strategies]


def test_chunks_add_up_to_the_batch() -> None:
    arguments = _rules({}), ("random", "greedy"), 1
    whole = simulate.simulate(*arguments, 0, 50).block
    parts = [simulate.simulate(*arguments, at, 10).block for at in range(0, 50, 10)]
    assert np.array_equal(np.concatenate(parts, axis=1), whole)


def test_arrays_of_another_size_are_refused() -> None:
    rules = simulate.kernel_rules(_rules({}))
    none = simulate.kernel_fork(None, _rules({}))
    out, traces = np.empty((16, 3), np.int16), np.empty((0, 3), np.uint8)
    with pytest.raises(ValueError, match="out has 16 fields, needs 17"):
        _simulate.play_chunk(rules, [(0, 0), (0, 0)], none, 0, 0, 1, 0, out, traces)
