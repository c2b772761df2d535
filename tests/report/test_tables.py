"""The tables in print: what rows are about, and several numbers of players beside each other."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import pytest

from analyser.report.tables import compared, tables_of
from tests.report.synthetic import evidence


@pytest.mark.parametrize(
    ("metric", "subject", "about"),
    [
        ("win_share", 0, "seat 0"),
        ("win_share", "clara", "Clara"),
        ("component_share", "bid", "successful bids"),
        ("bid_best", 3, "bid 3"),
        ("decisiveness", 2, "round 2"),
        ("restricted_play", "never appeals", "never appeals"),
        ("games_to_tell", "greedy", "greedy"),
        ("success", None, "seats"),
        ("fairness", None, "game"),
    ],
)
def test_rows_say_what_they_are_about(metric: str, subject: object, about: str) -> None:
    columns = ["metric", "subject", "value", "low", "high", "n"]
    rows = pd.DataFrame([(metric, subject, 0.3, 0.2, 0.4, 900)], columns=columns, dtype=object)
    base = evidence(2)
    balance, *_ = tables_of(replace(base, tables={**base.tables, "balance": rows}))
    [row] = balance.rows
    assert row[1] == about
    assert row[-1] == "900"


def test_numbers_of_players_stand_in_columns() -> None:
    table = compared([evidence(2), evidence(3)])
    assert table.headings == ("Measure", "Unit", "2 players", "3 players")
    rows = {row[0]: row[1:] for row in table.rows}
    assert rows["bids that succeed"][0] == "%"
    assert all("(" in cell for cell in rows["bids that succeed"][1:])
    assert rows["games won, Clara"][2] == "–"
