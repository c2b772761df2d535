"""Skill depth and games to tell, on a ladder whose steps are known."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from analyser.analysis import estimates
from analyser.analysis.skill import STEP, SummariseSkill, rungs, skill_depth, skill_table
from analyser.batch.runner import run
from tests.analysis.coins import CARDS, DECISIONS, LADDER, CoinSpec, Play, Table, plan
from tests.analysis.toy import COLUMNS

CLARA = ("0", "1", "clara")


@dataclass(frozen=True)
class Edge(CoinSpec):
    """One round: one point to a side by chance, but at times to the only one that plays best.

    ``steps`` says by how many in a hundred each strategy beats the others in that way.
    """

    steps: tuple[float, ...] = (0, 0, 0)

    def points(self, play: Play, game: np.ndarray, number: np.ndarray) -> np.ndarray:
        strength = [self.steps[rungs(self).index(name)] for name in play.strategies]
        lucky = (play.chances(game, number, CARDS) * play.sides).astype(int)
        best = int(np.argmax(strength))
        if strength.count(strength[best]) == 1:
            takes = play.chances(game, number, DECISIONS) * 100 < strength[best]
            lucky = np.where(takes, best, lucky)
        return (lucky == np.arange(play.sides)[:, None]).astype(int)


def measure(
    games: int, *steps: float, sides: tuple[str, ...] = ("0", "1", "2")
) -> tuple[pd.DataFrame, estimates.Estimate]:
    spec = Edge("edge", "Edge", (2, 3), LADDER, COLUMNS, steps=steps)
    batch = plan(games, Table(sides, rounds=1), spec)
    summary = run(batch, SummariseSkill(batch), jobs=1)
    return skill_table(summary, batch), skill_depth(summary, batch)


def holds(rows: pd.DataFrame, name: str, truth: object) -> bool:
    return bool(((rows[f"{name}_low"] <= truth) & (truth <= rows[f"{name}_high"])).all())


def test_shares_differences_and_games_to_tell() -> None:
    rows, depth = measure(4000, 0, 30, 60)
    assert list(zip(rows["a"], rows["b"], strict=True)) == [("mid", "low"), ("high", "mid")]
    assert (rows["n"] == 4000).all()
    assert (rows["fair"] == 1 / 3).all()
    edge = np.array([0.3, 0.6])
    share = 1 / 3 + edge * 2 / 3
    assert holds(rows, "win_share", share)
    difference = share - (1 - share) / 2  # one point to the winner
    assert holds(rows, "score_difference", difference)
    square = share + (1 - share) / 4
    n90 = stats.norm.ppf(0.9) ** 2 * (square - difference**2) / difference**2
    assert holds(rows, "n90", n90)
    assert (rows["n90_high"] - rows["n90_low"] < 0.25 * n90).all()
    assert [part.item() for part in depth] == [2, 2, 2]


def test_equal_rungs_do_not_stand_apart() -> None:
    rows, depth = measure(4000, 0, 0, 50)
    assert [part.item() for part in depth] == [1, 1, 1]
    assert list(rows["n90_high"].isna()) == [True, False]


def test_a_step_at_the_limit_is_open() -> None:
    _, depth = measure(4000, 0, 100 * STEP * 3 / 2, 100)  # of three games it won one anyway
    assert (depth.low, depth.high) == (1, 2)


def test_what_is_fair_is_measured_where_a_side_is_nobodys() -> None:
    rows, depth = measure(4000, 0, 0, 0, sides=CLARA)
    assert rows["fair"].to_numpy() == pytest.approx(np.array([1 / 3, 1 / 3]), abs=0.01)
    assert holds(rows, "win_share", 1 / 3)
    assert holds(rows, "score_difference", 0)
    assert depth.value == 0


def test_deals_are_duplicates() -> None:
    """Where skill makes no difference every seating has the same winner: no error at all."""
    rows, _ = measure(100, 0, 0, 0)
    assert holds(rows, "win_share", 1 / 3)
    assert rows["win_share_low"].to_numpy() == pytest.approx(1 / 3)
    assert rows["score_difference_high"].to_numpy() == pytest.approx(0, abs=1e-12)


def test_few_deals_have_no_intervals() -> None:
    rows, depth = measure(29, 0, 30, 60)
    assert rows.filter(regex="_low|_high").isna().all(axis=None)
    assert np.isnan([depth.low, depth.high]).all()
