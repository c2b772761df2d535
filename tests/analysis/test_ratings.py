"""Ratings: counts of orders, the fit of Plackett and Luce, and where there is none."""

from __future__ import annotations

from itertools import permutations

import choix
import numpy as np
import pytest

from analyser.analysis.duplicate import Outcome
from analyser.analysis.ratings import log_worths, rate, tally_orders
from analyser.analysis.sums import BLOCKS, Tally


def orders(*rows: tuple[int, ...]) -> np.ndarray:
    return np.array(rows, dtype=np.int64)


def test_two_are_rated_by_the_odds() -> None:
    fit = log_worths(orders((0, 1), (1, 0)), np.array([30, 10]), 2)
    assert fit == pytest.approx(np.array([1, -1]) * np.log(3) / 2)


def test_chances_of_the_model_give_its_worths() -> None:
    theta = np.array([-1.0, 0.25, 0.75])
    every = orders(*permutations(range(3)), (0, 1, 1), (1, 0, 1), (1, 1, 0))
    worth = np.exp(theta)[every]
    left = worth[:, ::-1].cumsum(axis=1)[:, ::-1]
    chance = (worth / left).prod(axis=1)
    chance[6:] *= 2  # the two who play 1 may come in either order
    assert chance[:6].sum() == pytest.approx(1)
    assert chance[6:].sum() == pytest.approx(1)
    weights = np.round(chance * 1e9).astype(np.int64)
    assert log_worths(every, weights, 3) == pytest.approx(theta, abs=1e-6)


def test_the_fit_is_that_of_choix() -> None:
    rng = np.random.default_rng(0)
    every = orders(*permutations(range(4), 3))
    weights = rng.integers(0, 5, len(every))
    expected = choix.opt_rankings(4, every.repeat(weights, axis=0).tolist(), tol=1e-12)
    assert log_worths(every, weights, 4) == pytest.approx(expected - expected.mean(), abs=1e-6)


@pytest.mark.parametrize("weights", [[10, 0], [0, 0]])
def test_without_upsets_there_is_no_rating(weights: list[int]) -> None:
    assert np.isnan(log_worths(orders((0, 1), (1, 0)), np.array(weights), 2)).all()


def test_an_upset_may_come_by_way_of_others() -> None:
    ring = orders((0, 1), (1, 2), (2, 0))
    assert log_worths(ring, np.array([5, 5, 5]), 3) == pytest.approx(np.zeros(3), abs=1e-9)
    assert np.isnan(log_worths(ring, np.array([5, 5, 0]), 3)).all()


def test_the_winner_comes_first_then_the_score_decides() -> None:
    outcome = Outcome(wins=np.array([[0], [6], [0]]), score=np.array([[9], [9], [3]]), rounds=1)
    tally = tally_orders({("a", "b", "c"): outcome}, ["a", "b", "c"], 7)
    assert tally.keys.tolist() == [[1, 0, 2]]
    assert tally.values[0, 7] == tally.values.sum() == 2


def test_sides_that_are_level_count_half_either_way() -> None:
    outcome = Outcome(wins=np.array([[3], [3]]), score=np.array([[9], [9]]), rounds=1)
    tally = tally_orders({("a", "b"): outcome, ("b", "b"): outcome}, ["a", "b"], 0)
    found = dict(zip(map(tuple, tally.keys.tolist()), tally.values.sum(axis=1), strict=True))
    assert found == {(0, 1): 1, (1, 0): 1, (1, 1): 2}


def test_intervals_are_those_of_deals() -> None:
    """With two strategies the rating is half the log odds, whose error is known."""
    rng = np.random.default_rng(1)
    first = rng.binomial(50, 0.7, BLOCKS)
    tally = Tally(orders((0, 1), (1, 0)), 2 * np.stack([first, 50 - first]))
    table = rate(tally, np.full(BLOCKS, 50), ["a", "b"])
    best = table.iloc[0]
    assert (best["strategy"], best["n"]) == ("a", 50 * BLOCKS)
    p = first.sum() / 50 / BLOCKS
    assert best["rating"] == pytest.approx(np.log(p / (1 - p)) / 2)
    half = 1.96 / np.sqrt(50 * BLOCKS * p * (1 - p)) / 2
    assert best["rating_high"] - best["rating"] == pytest.approx(half, rel=0.1)


def test_one_block_without_upsets_takes_the_interval_away() -> None:
    once = np.zeros(BLOCKS, dtype=np.int64)
    once[3] = 1
    tally = Tally(orders((0, 1), (1, 0)), np.stack([np.full(BLOCKS, 9), once]))
    table = rate(tally, np.full(BLOCKS, 9), ["a", "b"])
    assert table["rating"].notna().all()
    assert table[["rating_low", "rating_high"]].isna().all(axis=None)
