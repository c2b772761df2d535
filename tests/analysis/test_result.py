"""Results as JSON and CSV: types as in TOML, full precision, null for what is unknown."""

from __future__ import annotations

import json

import pandas as pd

from analyser.analysis.result import Result

ROWS = pd.DataFrame(
    {
        "side": pd.Series([None, "clara"], dtype=object),
        "led": [True, False],
        "bid": [0, 3],
        "success": [0.1, 1 / 3],
        "success_low": [float("nan"), 0.25],
    }
)


def test_json_keeps_types_and_precision() -> None:
    text = Result(ROWS, {"command": "bids", "seed": 2**63}).to_json()
    assert json.loads(text) == {
        "meta": {"command": "bids", "seed": 2**63},
        "rows": [
            {"side": None, "led": True, "bid": 0, "success": 0.1, "success_low": None},
            {"side": "clara", "led": False, "bid": 3, "success": 1 / 3, "success_low": 0.25},
        ],
    }
    assert '"bid":0,' in text
    assert "\n" not in text


def test_csv_writes_truth_as_toml_does() -> None:
    assert Result(ROWS, {}).to_csv() == (
        "side,led,bid,success,success_low\n,true,0,0.1,\nclara,false,3,0.3333333333333333,0.25\n"
    )


def test_csv_keeps_whole_numbers_beside_unknown_ones() -> None:
    rows = pd.DataFrame({"bid": pd.Series([None, 0, 1], dtype=object), "n": [2, 1, 1]})
    assert Result(rows, {}).to_csv() == "bid,n\n,2\n0,1\n1,1\n"
