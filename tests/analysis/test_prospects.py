"""Decisiveness and drama on games whose chances are known."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest

from analyser.analysis import prospects
from analyser.analysis.estimates import Estimate
from analyser.analysis.prospects import LAST, SummariseProspects, course_table, drama
from analyser.batch.plan import MAX_GAMES
from analyser.batch.runner import run
from tests.analysis.coins import LADDER, CoinSpec, Table, plan
from tests.analysis.toy import COLUMNS


def course(games: int, table: Table, seed: int = 0) -> tuple[pd.DataFrame, Estimate]:
    batch = plan(games, table, seed=seed)
    summary = run(batch, SummariseProspects(batch), jobs=1)
    return course_table(summary), drama(summary)


def contains(low: np.ndarray, truth: np.ndarray, high: np.ndarray) -> bool:
    """Whether intervals of 95 %, widened by half so that all may hold at once, hold the truth."""
    slack = (high - low) / 4
    return bool(((low - slack <= truth) & (truth <= high + slack)).all())


def test_three_fair_coins() -> None:
    rows, found = course(1500, Table(("0", "1")))
    assert list(rows["round"]) == [1, 2, 3]
    assert (rows["n"] == 1500).all()
    assert contains(rows["low"], np.array([1 / 4, 1 / 4, 1 / 2]), rows["high"])
    assert (rows["high"] - rows["low"] < 0.06).all()
    # The favourite of round 1, at 3/4, loses in a quarter of the games; then 1-1 is even.
    assert contains(found.low, np.array((1 / 4 * 1 / 2 + 0) / 2), found.high)
    assert found.high - found.low < 0.015


def test_few_continuations_blur_the_chances_but_not_what_they_are_used_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With one continuation a half, a square of differences would be far too large."""
    monkeypatch.setattr(prospects, "HALF", 1)
    rows, _ = course(3000, Table(("0", "1")))
    assert contains(rows["low"], np.array([1 / 4, 1 / 4, 1 / 2]), rows["high"])
    assert (rows["high"] - rows["low"] < 0.2).all()


@dataclass(frozen=True)
class Watched(CoinSpec):
    """Notes the spans of games whose cards it uses."""

    spans: list[tuple[int, int]] = field(default_factory=list, compare=False)

    def simulate(self, rules, strategies, seed, start, count, **options):  # type: ignore[no-untyped-def]
        self.spans.append((start, start + count))
        return super().simulate(rules, strategies, seed, start, count, **options)

    def resume(self, rules, strategies, seed, start, numbers, totals, leaders):  # type: ignore[no-untyped-def]
        self.spans.append((start, start + len(numbers)))
        return super().resume(rules, strategies, seed, start, numbers, totals, leaders)


def test_no_cards_serve_twice() -> None:
    spec = Watched("watched", "Watched", (2, 3), LADDER, COLUMNS)
    batch = plan(50, Table(("0", "1"), end_score=5), spec)
    run(batch, SummariseProspects(batch), jobs=1, chunk=7)
    spans = sorted(spec.spans)
    assert len(spans) > 8 * (1 + 1 + 5)
    assert all(end <= start for (_, end), (start, _) in pairwise(spans))
    fresh = [start for start, _ in spans if start >= 50]
    assert min(fresh) > MAX_GAMES


def race(score: int) -> np.ndarray:
    """Decisiveness by round of a race of two equal sides to a score, by recursion."""
    decided = np.zeros(2 * score - 1)

    @cache
    def chance(a: int, b: int) -> float:
        if max(a, b) == score:
            return float(a == score)
        return (chance(a + 1, b) + chance(a, b + 1)) / 2

    def walk(a: int, b: int, weight: float) -> None:
        if max(a, b) < score:
            for after in ((a + 1, b), (a, b + 1)):
                moved = chance(*after) - chance(a, b)
                decided[a + b] += weight / 2 * 2 * moved**2 / (1 / 2)
                walk(*after, weight / 2)

    walk(0, 0, 1.0)
    return decided


def test_games_of_unequal_length_and_the_class_of_late_rounds() -> None:
    rows, _ = course(600, Table(("0", "1"), end_score=7))
    exact = race(7)
    assert len(exact) == 13 > LAST
    truth = np.append(exact[: LAST - 1], exact[LAST - 1 :].sum())
    assert truth.sum() == pytest.approx(1)
    assert list(rows["round"]) == [*range(1, LAST + 1)]
    assert contains(rows["low"], truth, rows["high"])
    assert rows["value"].sum() == pytest.approx(1, abs=0.1)


def test_one_round_decides_all_and_has_no_drama() -> None:
    rows, found = course(300, Table(("0", "1", "2"), rounds=1))
    assert list(rows["round"]) == [1]
    assert contains(rows["low"], np.array([1.0]), rows["high"])
    assert np.isnan(found.value)


def test_a_side_nobody_plays_counts_among_the_chances() -> None:
    rows, _ = course(600, Table(("0", "1", "clara")))
    assert rows["value"].sum() == pytest.approx(1, abs=0.08)


def test_chunks_do_not_matter() -> None:
    batch = plan(90, Table(("0", "1", "2"), end_score=3))
    summaries = [run(batch, SummariseProspects(batch), jobs=1, chunk=c) for c in (90, 7)]
    assert summaries[0].to_bytes() == summaries[1].to_bytes()
