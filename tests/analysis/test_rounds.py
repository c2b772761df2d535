"""Demand and bids made: by hand, against pandas, and shares that add to one."""

from __future__ import annotations

from functools import reduce
from operator import add
from types import ModuleType, SimpleNamespace
from typing import cast

import numpy as np
import pytest

from analyser.analysis.rounds import SummariseRounds, demand_table, tiers_table
from analyser.analysis.sums import Summary
from analyser.core.records import Records
from tests.analysis.toy import TOY, ToySpec, chunk, random_records, records, rules

TRICKS = 9


class BidSpec(ToySpec):
    @property
    def analyses(self) -> ModuleType:
        module = SimpleNamespace(
            success=lambda records: records["met"] == 1,
            demand=lambda records: records["bid"].sum(axis=0) - TRICKS,
        )
        return cast(ModuleType, module)


SPEC = BidSpec("bids", "Bids", (2, 3), TOY.strategies, TOY.columns)


def summary(whole: Records, *sides: str) -> Summary:
    return SummariseRounds(SPEC, rules(*sides))(whole)


def test_by_hand() -> None:
    """Two games of two rounds and one of one; the third side is nobody's."""
    bid = np.array([[6, 3, 1, 3, 0], [3, 3, 1, 3, 0], [1, 3, 0, 3, 0]])
    met = np.array([[1, 0, 1, 1, 0], [0, 0, 1, 1, 1], [1, 0, 0, 1, 1]])
    found = summary(records(bid * 0, lengths=[2, 2, 1], bid=bid, met=met), "0", "1", "clara")
    demand = demand_table(found)
    assert demand["demand"].tolist() == [-9, -7, 0, 1]
    assert demand["n"].tolist() == [1, 1, 2, 1]
    assert demand["share"].tolist() == [1 / 5, 1 / 5, 2 / 5, 1 / 5]
    assert demand["success"].tolist() == [1 / 2, 1, 1 / 2, 1 / 2]  # of the two players' bids
    tiers = tiers_table(found)
    assert tiers["made"].tolist() == [0, 2, 3]
    assert tiers["n"].tolist() == [1, 3, 1]


def test_agrees_with_pandas_and_adds_to_one() -> None:
    whole = random_records(300)
    found = summary(whole, "0", "1", "2")
    frame = whole.frame()
    by_round = frame.groupby(["game", "round"])
    demand = by_round["bid"].sum() - TRICKS
    table = demand_table(found).set_index("demand")
    assert table["n"].to_dict() == demand.value_counts().to_dict()
    success = frame.assign(demand=by_round["bid"].transform("sum") - TRICKS)
    expected = success.groupby("demand")["met"].mean()
    assert table["success"].to_numpy() == pytest.approx(expected.to_numpy())
    tiers = tiers_table(found).set_index("made")
    assert tiers["n"].to_dict() == by_round["met"].sum().value_counts().to_dict()
    made = (tiers.index * tiers["n"]).sum()
    assert made == frame["met"].sum() == (table["success"] * table["n"] * 3).sum().round()
    for shares in (table, tiers):
        assert shares["share"].sum() == pytest.approx(1)
        assert (shares["share_low"] < shares["share"]).all()
        assert (shares["share"] < shares["share_high"]).all()


def test_chunks_of_other_demand_add_up() -> None:
    whole = random_records(200)
    expected = summary(whole, "0", "1", "2").to_bytes()
    pieces = [chunk(whole, a, 1) for a in range(200)]
    found = [summary(piece, "0", "1", "2") for piece in pieces]
    assert reduce(add, found[::-1]).to_bytes() == expected


def test_coverage_of_shares() -> None:
    """Rounds of a game share their demand: its number of rounds is no number of chances."""
    rng = np.random.default_rng(2)
    hits = []
    for _ in range(500):
        lengths = rng.integers(1, 5, 200)
        high = np.repeat(rng.random(200) < 0.3, lengths)
        bid = np.tile(np.where(high, 5, 2), (3, 1))
        found = demand_table(summary(records(bid, lengths=lengths, bid=bid), "0", "1", "2"))
        top = found.iloc[-1]
        hits.append(top["share_low"] <= 0.3 <= top["share_high"])
    assert 0.93 <= np.mean(hits) <= 0.97
