"""Studies on a toy: shares, differences and means of known counts, in samples of two sizes."""

from __future__ import annotations

import pickle
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce
from operator import add
from types import ModuleType, SimpleNamespace
from typing import Any, cast

import numpy as np
import pandas as pd
import pytest

from analyser.analysis import estimates
from analyser.analysis.studies import SummariseStudy, studies_of, studies_table
from analyser.analysis.sums import Summary
from analyser.core.rules import Rules
from analyser.core.studies import Cells, Chart, Study
from tests.analysis.toy import TOY, ToySpec, plan, rules

GAMES = 200
GAME = np.arange(GAMES)


def _games(start: int, count: int) -> np.ndarray:
    return np.arange(start, start + count)


def small(
    rules: Rules, strategies: Sequence[str], seed: int, start: int, count: int
) -> Mapping[str, Cells]:
    """Game i has i mod 3 rounds, one of them a success in every fifth game; it costs i mod 2."""
    game = _games(start, count)
    m = np.stack([game % 3, np.zeros_like(game)])
    y = np.stack([(game % 3 > 0) & (game % 5 == 0), np.zeros_like(game)]).astype(int)
    cost = np.stack([game % 2, 3 * (game % 2)])
    return {"rate": Cells(y, m), "cost": Cells(cost, np.ones_like(cost))}


def large(
    rules: Rules, strategies: Sequence[str], seed: int, start: int, count: int
) -> Mapping[str, Cells]:
    """The other cell of the chart of shares: every fourth game."""
    game = _games(start, count)
    zero, one = np.zeros_like(game), np.ones_like(game)
    return {"rate": Cells(np.stack([zero, game % 4 == 0]), np.stack([zero, one]))}


RATE = Chart("rate", "Rates", "rows", "share", "the rate", "rounds", ("one", "other"))
COST = Chart("cost", "Costs", "grid", "coins", "the cost", "games", ("x",), ("p", "q"), parts=3)
STUDY = Study("coins", "Coins", "", (RATE, COST), {"forks": small, "moves": large})


class StudySpec(ToySpec):
    def has(self, module: str) -> bool:
        return module == "studies"

    def module(self, name: str) -> ModuleType:
        return cast(ModuleType, SimpleNamespace(studies=lambda rules: (STUDY,)))

    def __reduce__(self) -> Any:
        return _spec, ()


SPEC = StudySpec("studied", "Studied", (2, 3), TOY.strategies, TOY.columns)


def _spec() -> StudySpec:
    return SPEC


def summary(size: str, games: int = GAMES) -> Summary:
    batch = plan(games, "0", "1", spec=SPEC)
    return SummariseStudy(batch, "coins", size)(batch.play(0, games))


def table(*sizes: str, **options: Any) -> pd.DataFrame:
    rows = studies_table([STUDY], {"coins": [summary(size, **options) for size in sizes]})
    return rows.set_index(["chart", "row", "column"])


def test_a_game_without_the_module_has_none() -> None:
    assert studies_of(TOY, rules("0", "1")) == ()
    assert studies_table([], {}).empty


def test_estimates_are_ratios_of_sums_over_games() -> None:
    rows = table("forks", "moves")
    m, y = GAME % 3, (GAME % 3 > 0) & (GAME % 5 == 0)
    one, other = rows.loc[("rate", "one", None)], rows.loc[("rate", "other", None)]
    assert (one["value"], one["n"]) == (y.sum() / m.sum(), m.sum())
    assert (other["value"], other["n"]) == (1 / 4, GAMES)
    low, high = estimates.wilson(1 / 4, GAMES)
    assert (other["low"], other["high"]) == pytest.approx((low, high))
    for column, cost in (("p", GAME % 2), ("q", 3 * (GAME % 2))):
        found = rows.loc[("cost", "x", column)]
        half = 1.972 * cost.std(ddof=1) / np.sqrt(GAMES)
        assert found["value"] == pytest.approx(cost.mean() / 3)
        assert found["high"] - found["value"] == pytest.approx(half / 3, rel=1e-3)
    assert rows["unit"].tolist() == ["share", "share", "coins", "coins"]
    assert (rows["study"] == "coins").all()


def test_a_size_that_was_not_played_leaves_its_cells_out() -> None:
    assert table("moves").reset_index()["row"].tolist() == ["other"]
    assert table("forks").reset_index()["row"].tolist() == ["one", "x", "x"]


def test_few_games_have_no_interval() -> None:
    rows = table("moves", games=29)
    assert rows["value"].notna().all()
    assert rows[["low", "high"]].isna().all(axis=None)


def test_chunks_add_up_and_travel() -> None:
    batch = plan(GAMES, "0", "1", spec=SPEC)
    part = pickle.loads(pickle.dumps(SummariseStudy(batch, "coins", "forks")))
    pieces = [part(batch.play(a, 50)) for a in range(0, GAMES, 50)]
    assert reduce(add, pieces[::-1]).to_bytes() == summary("forks").to_bytes()


def test_cells_that_a_chart_does_not_have_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = replace(STUDY, charts=(replace(RATE, rows=("one",)), COST))
    monkeypatch.setattr(SPEC, "module", lambda name: SimpleNamespace(studies=lambda r: (wrong,)))
    with pytest.raises(ValueError, match="chart rate: 2 cells, not 1"):
        summary("forks")
