"""A side that nobody plays: against plain pandas, and sums that must agree."""

from __future__ import annotations

import pandas as pd
import pytest

from analyser.analysis.bystander import SummariseBystander, bystander, bystander_table
from analyser.core.records import Records
from tests.analysis.toy import TOY, random_records, records, rules

CLARA = rules("0", "1", "clara")


def table(whole: Records) -> pd.DataFrame:
    return bystander_table(SummariseBystander(TOY, CLARA)(whole)).set_index("subject")


def test_which_side_it_is() -> None:
    assert bystander(TOY, CLARA) == 2
    assert bystander(TOY, rules("0", "1", "2")) is None


def test_agrees_with_pandas() -> None:
    whole = random_records(400)
    rows, frame = table(whole), whole.frame()
    own = frame[frame["side"] == 2]
    last = own.groupby("game").last()
    totals = frame.groupby(["game", "side"])["total"].last().unstack()
    lead = totals[2] - totals[[0, 1]].max(axis=1)
    won = last["winner"] == 1
    assert rows.loc["wins", "value"] == won.mean()
    assert rows.loc["won level", "value"] == pytest.approx((lead[won] == 0).mean())
    assert rows.loc["lead", "value"] == pytest.approx(lead[won].mean())
    assert rows.loc["lead", "n"] == won.sum()
    assert rows.loc["success", "value"] == pytest.approx(own["met"].mean())
    for bid, rounds in own.groupby("bid"):
        assert rows.loc[f"success with bid {bid}", "value"] == pytest.approx(rounds["met"].mean())
        assert rows.loc[f"success with bid {bid}", "n"] == len(rounds)
    assert rows.loc["points", "value"] == pytest.approx(own["points"].mean())
    sources = rows[rows.index.str.startswith("points from ")]
    assert sources["value"].sum() == pytest.approx(rows.loc["points", "value"])
    assert ((rows["low"] <= rows["value"]) & (rows["value"] <= rows["high"])).all()


def test_a_win_by_the_tie_break_is_told_from_others() -> None:
    points = [[0, 0, 0, 0], [0, 0, 0, 0], [1, 2, 0, 0]]
    whole = records(points, lengths=[1, 1, 1, 1])  # level games go to side 0
    whole["winner"][:, 2:] = [[0, 0], [0, 0], [1, 1]]
    rows = table(whole)
    assert rows.loc["wins", "value"] == 1
    assert rows.loc["won level", "value"] == 1 / 2
    assert rows.loc["lead", "value"] == 3 / 4
