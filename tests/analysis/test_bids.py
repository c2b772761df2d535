"""The bids table: a case with a known answer, plain pandas, Clara, and names that are wrong."""

from __future__ import annotations

import json
import pickle

import numpy as np
import pytest

from analyser.analysis.bids import SummariseBids, analyse_bids, bids_table
from analyser.core.errors import InputError
from tests.analysis.toy import GAMES, TOY, ToySpec, plan, random_records, records, rules

NO_BIDS = ToySpec("dull", "Dull", (2,), TOY.strategies, TOY.columns, has_bids=False)


def test_selection_coin() -> None:
    """p is uniform and seen, the better side of the coin is bid: 3/4 of either bid succeed."""
    rng = np.random.default_rng(11)
    chance = rng.random((2, 30_000))
    won = rng.random(chance.shape) < chance
    bid = chance > 0.5
    summary = SummariseBids(TOY, rules("0", "1"))(
        records(10 * (won == bid), bid=bid, met=won == bid)
    )
    table = bids_table(summary, 2).set_index("bid")
    assert (table["success_low"] < 0.75).all()
    assert (table["success_high"] > 0.75).all()
    assert (table["success_high"] - table["success_low"] < 0.015).all()
    assert (table["points_low"] < 7.5).all()
    assert (table["points_high"] > 7.5).all()


@pytest.mark.parametrize("by", [("bid",), ("round", "bid"), ("met", "side")])
def test_table_agrees_with_pandas(by: tuple[str, ...]) -> None:
    whole = random_records(200)
    table = bids_table(SummariseBids(TOY, rules("0", "1", "2"), by)(whole), 3)
    rows = whole.frame()
    total = rows.groupby(["game", "round"])["points"].transform("sum")
    rows["margin"] = rows["points"] - (total - rows["points"]) / 2
    cells = rows.groupby(list(by))
    expected = cells[["met", "points", "margin"]].mean()
    names = cells.size().reset_index()[list(by)]
    assert (table[list(by)] == names).all(axis=None)
    assert table["n"].tolist() == cells.size().tolist()
    assert table["n"].sum() == whole.rounds * whole.sides
    assert table[["success", "points", "margin"]].to_numpy() == pytest.approx(expected.to_numpy())
    for name in ("success", "points", "margin"):
        inside = table[f"{name}_low"].le(table[name]) & table[name].le(table[f"{name}_high"])
        assert (inside | table[f"{name}_low"].isna()).all()
        assert inside.any()


def test_clara_is_kept_apart() -> None:
    whole = random_records(200)
    table = bids_table(SummariseBids(TOY, rules("0", "1", "clara"))(whole), 3)
    clara = table[table["side"] == "clara"]
    players = table[table["side"].isna()]
    assert clara["n"].tolist() == np.bincount(whole["bid"][2]).tolist()
    assert players["n"].tolist() == np.bincount(whole["bid"][:2].ravel()).tolist()
    assert len(clara) + len(players) == len(table)
    by_side = bids_table(SummariseBids(TOY, rules("0", "1", "clara"), ("side",))(whole), 3)
    assert by_side["side"].tolist() == [0, 1, "clara"]


def test_without_clara_nothing_is_added() -> None:
    table = bids_table(SummariseBids(TOY, rules("0", "1", "2"))(random_records(50)), 3)
    assert table.columns.tolist() == [
        "bid", "n", "success", "success_low", "success_high",
        "points", "points_low", "points_high", "margin", "margin_low", "margin_high",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("by", "message"),
    [
        (("bidd",), r"by = 'bidd': unknown \(did you mean bid\?\); toy has: bid, met, round, side"),
        (("bid", "bid"), "by = 'bid,bid': name each grouping once"),
        ((), "at least one of bid, met, round, side"),
    ],
)
def test_wrong_groupings_are_named(by: tuple[str, ...], message: str) -> None:
    with pytest.raises(InputError, match=message):
        SummariseBids(TOY, rules("0", "1"), by)


def test_a_game_without_bids_says_so() -> None:
    with pytest.raises(InputError, match="dull has no bids"):
        SummariseBids(NO_BIDS, rules("0", "1"))


def test_summariser_can_be_sent_to_workers() -> None:
    summarise = SummariseBids(TOY, rules("0", "1", "2"), ("bid", "met"))
    again = pickle.loads(pickle.dumps(summarise))
    assert again(random_records(9)).to_bytes() == summarise(random_records(9)).to_bytes()


def test_playing_and_reading_give_the_same_result() -> None:
    batch = plan(GAMES, "0", "1", "2")
    played = analyse_bids(batch, ["round"], jobs=2, chunk=90)
    read = analyse_bids(batch, ["round"], chunks=[batch.play(0, 250), batch.play(250, 150)])
    assert played.to_json() == read.to_json()
    result = json.loads(played.to_json())
    assert result["meta"]["command"] == "bids"
    assert result["meta"]["games"] == GAMES
    assert result["meta"]["rounds"] == batch.play(0, GAMES).rounds
    assert result["meta"]["assumed"] == ["T1"]
    assert sum(row["n"] for row in result["rows"]) == 3 * result["meta"]["rounds"]
    assert [row["round"] for row in result["rows"]] == [1, 2, 3, 4, 5]
