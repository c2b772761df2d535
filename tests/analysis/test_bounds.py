"""Bounds: planted answers are counted exactly, intervals are those of the same rows elsewhere."""

from __future__ import annotations

import json
import pickle
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from analyser.analysis.bids import analyse_bids
from analyser.analysis.bounds import (
    SHARES,
    SummariseBounds,
    analyse_bounds,
    bounds_table,
    turned_table,
)
from analyser.batch.plan import Plan
from analyser.core.bounds import Bounds
from analyser.core.errors import InputError
from analyser.core.records import Records
from analyser.core.registry import get_game
from analyser.core.rules import load_rules
from tests.analysis.toy import COLUMNS, TOY, ToySpec
from tests.analysis.toy import plan as toy_plan

SIDES = ("0", "1", "clara")
GAMES = 300
RULES = ("helpful", "idle")


@dataclass(frozen=True)
class BoundedSpec(ToySpec):
    """The toy, with bounds made of its points: they are as good as random, and repeatable."""

    def __reduce__(self) -> Any:
        return "BOUNDED"

    def has(self, module: str) -> bool:
        return module == "bounds"

    def bounds(self, rules, strategies, seed, start, count) -> Bounds:  # type: ignore[no-untyped-def]
        records = self.simulate(rules, strategies, seed, start, count)
        return planted(records, np.array(self.played(rules)))


def planted(records: Records, played: np.ndarray) -> Bounds:
    """``helpful`` makes a third of the forceable bids so, and spoils others; ``idle`` is idle."""
    luck, met = records["points"], records["met"] == 1
    forceable = (luck % 4 == 0) & played[:, None]
    clairvoyant = (forceable | met | (luck % 4 == 1)) & played[:, None]
    possible = (clairvoyant | (luck % 4 == 2)) & played[:, None]
    without = forceable & (luck % 12 > 0) | (luck % 12 == 5) & played[:, None]
    return Bounds(
        records,
        forceable,
        clairvoyant,
        possible,
        {"helpful": (without, possible), "idle": (forceable, possible)},
    )


BOUNDED = BoundedSpec("bounded", "Bounded", (2, 3), TOY.strategies, COLUMNS)


def plan(games: int = GAMES, *sides: str) -> Plan:
    return toy_plan(games, *(sides or SIDES), spec=BOUNDED)


@pytest.fixture(scope="module")
def rows() -> pd.DataFrame:
    """Every bid of a player, one a row, with what could have become of it."""
    batch = plan()
    records = batch.play(0, GAMES)
    found = planted(records, np.array([True, True, False]))
    forceable, _ = found.without["helpful"]
    columns = {
        "game": np.broadcast_to(records.game, (3, records.rounds)),
        "bid": records["bid"],
        "success": records["met"] == 1,
        "forceable": found.forceable,
        "clairvoyant": found.clairvoyant,
        "possible": found.possible,
        "gained": found.forceable & ~forceable,
        "lost": forceable & ~found.forceable,
        "net": found.forceable.astype(int) - forceable,
    }
    return pd.DataFrame({name: values[:2].ravel() for name, values in columns.items()})


def by_bid(rows: pd.DataFrame, names: list[str]) -> pd.DataFrame:
    """The counts and means of all bids, then of each."""
    each = rows.groupby("bid")[names].mean()
    counts = rows.groupby("bid").size()
    whole = rows[names].mean().to_frame().T
    means = pd.concat([whole, each], ignore_index=True)
    return means.assign(n=[len(rows), *counts])


def test_shares_are_counted_over_all_bids_and_by_bid(rows: pd.DataFrame) -> None:
    table = analyse_bounds(plan(), jobs=1).rows
    assert table["bid"].tolist() == [None, *range(7)]
    expected = by_bid(rows, [*SHARES])
    for name in ("n", *SHARES):
        np.testing.assert_allclose(table[name], expected[name])


def test_what_a_rule_did(rows: pd.DataFrame) -> None:
    summary = SummariseBounds(plan())(plan().play(0, GAMES))
    table = turned_table(summary)
    assert table[["feature", "question"]].drop_duplicates().to_numpy().tolist() == [
        [rule, question] for rule in RULES for question in ("forceable", "possible")
    ]
    expected = by_bid(rows, ["gained", "lost", "net"])
    assert expected.loc[0, "gained"] == pytest.approx(1 / 12, abs=0.03)  # as planted
    helpful = table[(table["feature"] == "helpful") & (table["question"] == "forceable")]
    for name in ("n", "gained", "lost", "net"):
        np.testing.assert_allclose(helpful[name], expected[name])
    np.testing.assert_allclose(table["net"], table["gained"] - table["lost"], atol=1e-12)
    idle = table[(table["feature"] == "idle") | (table["question"] == "possible")]
    assert (idle[["gained", "lost", "net", "net_low", "net_high"]] == 0).all(axis=None)
    assert (idle["gained_high"] > 0).all(), "what was not seen may still happen"
    only = turned_table(summary, ["idle"])
    pd.testing.assert_frame_equal(only, table[table["feature"] == "idle"].reset_index(drop=True))


def test_intervals_are_those_of_games(rows: pd.DataFrame) -> None:
    summary = SummariseBounds(plan())(plan().play(0, GAMES))
    table = bounds_table(summary).iloc[1:].reset_index(drop=True)
    bids = analyse_bids(plan(), jobs=1).rows
    bids = bids[bids["side"].isna()].reset_index(drop=True)
    for name in ("success", "success_low", "success_high"):
        np.testing.assert_allclose(table[name], bids[name])
    games = rows.groupby("game")["net"].agg(["size", "sum"])
    mean = games["sum"].sum() / games["size"].sum()
    spread = ((games["sum"] - mean * games["size"]) ** 2).sum() / games["size"].sum() ** 2
    half = stats.t.ppf(0.975, GAMES - 1) * np.sqrt(spread * GAMES / (GAMES - 1))
    net = turned_table(summary).iloc[0]
    assert tuple(net[["net", "net_low", "net_high"]]) == pytest.approx(
        (mean, mean - half, mean + half)
    )


def test_chunks_and_runs_do_not_matter() -> None:
    one = analyse_bounds(plan(), jobs=1)
    other = analyse_bounds(plan(), jobs=2, chunk=7)
    pd.testing.assert_frame_equal(one.rows, other.rows)
    read = analyse_bounds(plan(), chunks=[plan().play(0, 100), plan().play(100, GAMES - 100)])
    assert read.to_json() == one.to_json()
    meta = json.loads(one.to_json())["meta"]
    assert (meta["command"], meta["games"]) == ("bounds", GAMES)
    summarise = SummariseBounds(plan())
    assert pickle.loads(pickle.dumps(summarise)) == summarise


def test_other_games_than_were_recorded_are_refused() -> None:
    records = plan().play(0, 10)
    other = Records(records.columns, 3, 0, 10, records.block + 1)
    with pytest.raises(InputError, match="games 0 to 9 of the run"):
        SummariseBounds(plan())(other)


def test_few_games_have_no_interval() -> None:
    table = analyse_bounds(plan(20), jobs=1).rows
    assert table["success"].notna().all()
    assert table[[f"{name}_low" for name in SHARES]].isna().all(axis=None)


def test_a_game_without_bounds() -> None:
    batch = toy_plan(10, *SIDES)
    with pytest.raises(InputError, match="toy has no bounds"):
        analyse_bounds(batch)
    with pytest.raises(InputError, match="toy has no bounds"):
        TOY.bounds(batch.rules, batch.strategies, 0, 0, 10)


@pytest.mark.kernel
@pytest.mark.parametrize("players", [2, 3, 4])
def test_maids_has_its_shares_in_order(players: int) -> None:
    maids = get_game("maids")
    batch = Plan(maids, load_rules(maids, players=players), ("greedy",), 0, 60)
    table = analyse_bounds(batch, jobs=1).rows
    assert table.loc[0, "n"] == 180 * sum(maids.played(batch.rules))
    assert table["n"].iloc[1:].sum() == table.loc[0, "n"]
    for less, more in (
        ("forceable", "clairvoyant"),
        ("success", "clairvoyant"),
        ("clairvoyant", "possible"),
    ):
        assert (table[less] <= table[more]).all()
    assert 0 < table.loc[0, "forceable"] < table.loc[0, "possible"] < 1
    turned = analyse_bounds(batch, ["zero_nine"], jobs=1).rows
    assert set(turned["feature"]) == {"zero_nine"}
    assert turned.loc[0, "gained"] > 0
