"""Plans: what they refuse, what their digest covers, and that they survive their description."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace

import numpy as np
import pytest

from analyser.batch.plan import Plan
from analyser.core.errors import InputError


def test_strategies_are_kept_one_a_seat(make_plan):
    assert make_plan(players=2).strategies == ("random", "random")


@pytest.mark.parametrize("seed", [0, 2**64 - 1, np.uint64(7)])
def test_seeds_are_words(make_plan, seed):
    assert make_plan(seed=seed).seed == seed


@pytest.mark.parametrize("seed", [-1, 2**64, 1.0, "1", True, None])
def test_other_seeds_are_refused(make_plan, seed):
    with pytest.raises(InputError, match=r"^seed = .*: must be a whole number from 0 to"):
        make_plan(seed=seed)


@pytest.mark.parametrize("games", [0, -5, 10**12 + 1, 2.5])
def test_absurd_numbers_of_games_are_refused(make_plan, games):
    with pytest.raises(InputError, match=rf"^games = {games}: must be a whole number from 1 to"):
        make_plan(games=games)


def test_unknown_strategy_is_refused(make_plan):
    with pytest.raises(InputError, match="'rash' is unknown"):
        replace(make_plan(), strategies="rash")


def test_digest_covers_everything_that_determines_results(make_plan):
    plan = make_plan()
    others = [
        make_plan(seed=1),
        make_plan(games=1001),
        make_plan(players=2),
        make_plan(scoring__heads=[2, 6]),
        replace(plan, strategies=("random", "random", "calm")),
        replace(plan, version="0"),
    ]
    assert len({plan.digest, *(other.digest for other in others)}) == 1 + len(others)


def test_digest_does_not_cover_the_name_of_the_rules(make_plan):
    plan = make_plan()
    assert replace(plan, rules=replace(plan.rules, variant="mine")).digest == plan.digest


def test_description_holds_the_origin_of_results(make_plan):
    keys = "game variant rules rules_digest players strategies seed games version assumed rulings"
    assert " ".join(make_plan().describe()) == keys
    assert make_plan().describe()["assumed"] == ["C1"]
    assert make_plan().describe()["rulings"] == ["C1", "C2"]


def test_plan_is_rebuilt_from_its_description(make_plan):
    plan = make_plan(players=2, seed=5, scoring__heads=[1, 9])
    plan = replace(plan, rules=replace(plan.rules, variant="mine"), version="0")
    rebuilt = Plan.from_description(json.loads(json.dumps(plan.describe())))
    assert rebuilt == plan
    assert rebuilt.digest == plan.digest


def test_plan_is_pickled_with_its_game_by_name(make_plan):
    plan = make_plan()
    copy = pickle.loads(pickle.dumps(plan))
    assert copy == plan
    assert copy.spec is plan.spec
