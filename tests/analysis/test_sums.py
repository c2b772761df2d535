"""Sums: against plain pandas, and the same bytes whatever the chunks and their order."""

from __future__ import annotations

from functools import reduce
from itertools import pairwise
from operator import add

import numpy as np
import pandas as pd
import pytest

from analyser.analysis import sums
from analyser.analysis.balance import SummariseBalance
from analyser.analysis.bids import SummariseBids
from analyser.analysis.sums import Moments, Summary, Tally, by_cell
from tests.analysis.toy import TOY, chunk, random_records, rules

SIDES = ("0", "1", "clara")
SUMMARISERS = [
    SummariseBids(TOY, rules(*SIDES)),
    SummariseBids(TOY, rules(*SIDES), ("round", "side", "bid")),
    SummariseBalance(TOY, rules(*SIDES)),
]


@pytest.mark.parametrize("dense", [0, 1000], ids=["sorted", "dense"])
@pytest.mark.parametrize("table", [300, 10**6])
def test_by_cell_agrees_with_pandas(
    dense: int, table: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sums, "DENSE", dense)
    monkeypatch.setattr(sums, "TABLE", table)
    records = random_records(300)
    tally = by_cell(
        [records["met"], records["bid"]], records.game, [records["points"], records["met"]]
    )
    found = Moments.unpack(tally.values)

    rows = records.frame().assign(rows=1)
    clusters = rows.groupby(["met", "bid", "game"])[["rows", "points", "met"]].sum()
    cells = clusters.groupby(level=["met", "bid"])
    assert [tuple(key) for key in tally.keys] == list(cells.groups)
    assert (found.clusters == cells.size()).all()
    assert (found.totals == cells.sum()).all(axis=None)
    for product, (_, cell) in zip(found.products, cells, strict=True):
        assert (product == cell.to_numpy().T @ cell.to_numpy()).all()


def test_by_cell_leaves_out_what_never_occurs() -> None:
    codes, cluster = np.array([[0, 5, 5]]), np.array([4, 4, 9])
    tally = by_cell([codes], cluster, [np.array([[1, 2, 3]])])
    assert tally.keys.tolist() == [[0], [5]]
    assert Moments.unpack(tally.values).totals.tolist() == [[1, 1], [2, 5]]
    assert Moments.unpack(tally.values).clusters.tolist() == [1, 2]


def test_tallies_of_different_keys_add() -> None:
    a = Tally(np.array([[0, 1], [2, 0]]), np.array([[1, 10], [2, 20]]))
    b = Tally(np.array([[0, 0], [2, 0]]), np.array([[3, 30], [4, 40]]))
    both = a + b
    assert both.keys.tolist() == [[0, 0], [0, 1], [2, 0]]
    assert both.values.tolist() == [[3, 30], [1, 10], [6, 60]]


@pytest.mark.parametrize("summarise", SUMMARISERS, ids=["bids", "bids-by-three", "balance"])
def test_any_chunks_in_any_order_give_the_same_bytes(summarise: SummariseBids) -> None:
    whole = random_records(500)
    expected = summarise(whole).to_bytes()
    rng = np.random.default_rng(0)
    for parts in (2, 7, 60):
        inner = np.sort(rng.choice(np.arange(1, 500), parts - 1, replace=False))
        cuts = [0, *inner.tolist(), 500]
        chunks = [chunk(whole, a, b - a) for a, b in pairwise(cuts)]
        shuffled = [summarise(chunks[i]) for i in rng.permutation(parts)]
        assert reduce(add, shuffled).to_bytes() == expected


@pytest.mark.parametrize("summarise", SUMMARISERS, ids=["bids", "bids-by-three", "balance"])
def test_summaries_survive_bytes(summarise: SummariseBids) -> None:
    one, other = summarise(random_records(40)), summarise(random_records(50, seed=1))
    again = Summary.from_bytes(one.to_bytes())
    assert again.to_bytes() == one.to_bytes()
    assert (again + other).to_bytes() == (one + other).to_bytes()


def test_margins_are_whole_and_cancel() -> None:
    records = random_records(50)
    frame = records.frame()
    others = frame.groupby(["game", "round"])["points"].transform("sum") - frame["points"]
    expected = (frame["points"] - others / 2).to_numpy().reshape(-1, 3).T
    assert (sums.margins(records) / 2 == expected).all()
    assert (sums.margins(records).sum(axis=0) == 0).all()


def test_sums_beyond_exact_floats_are_refused() -> None:
    with pytest.raises(OverflowError, match="smaller chunks"):
        Moments.of(np.full((1, 1, 10), 2.0**26), np.array([10]))


def test_moments_give_the_sums_of_a_ratio() -> None:
    x = np.random.default_rng(0).integers(0, 9, (2, 3, 40)).astype(float)
    moments = Moments.unpack(Moments.of(x, np.array([40, 40])).pack())
    ratio = moments.ratio(2, 1)
    frame = pd.DataFrame(x[1].T)
    assert ratio.m[1] == frame[1].sum()
    assert ratio.y[1] == frame[2].sum()
    assert (ratio.mm[1], ratio.my[1]) == ((frame[1] ** 2).sum(), (frame[1] * frame[2]).sum())
    assert ratio.yy[1] == (frame[2] ** 2).sum()
