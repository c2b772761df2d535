"""Sentences about rows are computed: other rows, other words."""

from __future__ import annotations

import numpy as np
import pandas as pd

from analyser.report.findings import sentences
from analyser.report.words import NBSP, PERCENT, POINTS


def by_bid(name: str, *cells: tuple[float, float]) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "bid": range(len(cells)),
            name: [value for value, _ in cells],
            f"{name}_low": [value - half for value, half in cells],
            f"{name}_high": [value + half for value, half in cells],
            "n": [10 ** (i + 2) for i in range(len(cells))],
        }
    )


def extremes(rows: pd.DataFrame) -> str:
    said = sentences.highest_and_lowest(rows, ["bid"], "success", PERCENT, "success")
    return said.replace(NBSP, " ")


def test_the_highest_and_the_lowest_are_named_with_their_intervals() -> None:
    rows = by_bid("success", (0.5, 0.01), (0.3, 0.01), (0.2, 0.01), (0.1, 0.01))
    assert extremes(rows) == (
        "Success is highest for bid 0: 50 % (49–51); lowest for bid 3: 10 % (9–11)."
    )
    turned = rows.assign(bid=rows["bid"].to_numpy()[::-1])
    assert "highest for bid 3" in extremes(turned)


def test_what_is_not_told_apart_is_named_together() -> None:
    rows = by_bid("success", (0.50, 0.02), (0.49, 0.02), (0.2, 0.01), (0.1, 0.01))
    assert "bid 0: 50 % (48–52) and bid 1: 49 % (47–51)" in extremes(rows)


def test_overlapping_intervals_are_no_difference() -> None:
    rows = by_bid("success", (0.5, 0.2), (0.45, 0.2), (0.42, 0.2), (0.4, 0.2))
    assert extremes(rows).startswith("No difference is seen in success")


def test_a_difference_is_seen_wherever_two_intervals_are_apart() -> None:
    rows = by_bid("success", (0.6, 0.2), (0.5, 0.01), (0.42, 0.01), (0.4, 0.2))
    assert "highest for bid 0: 60 % (40–80)" in extremes(rows)
    assert "lowest for bid 3: 40 % (20–60)" in extremes(rows)


def test_rows_without_interval_win_nothing() -> None:
    rows = by_bid("success", (0.5, 0.01), (0.3, 0.01), (1.0, np.nan))
    assert "highest for bid 0" in extremes(rows)
    assert extremes(rows.iloc[1:]) == "Bid 1: 30 % (29–31)."
    assert extremes(rows.iloc[2:]) == "Too few games to compare success."


def test_infinite_intervals_are_none() -> None:
    rows = by_bid("success", (0.5, 0.01), (0.3, np.inf))
    assert list(sentences.known(rows, "success")["bid"]) == [0]


def effect(rows: pd.DataFrame) -> str:
    said = sentences.against_zero(rows, ["bid"], POINTS, "the margin", "margin")
    return said.replace(NBSP, " ")


def test_the_largest_effect_and_how_many_are_none() -> None:
    rows = by_bid("margin", (0.5, 0.1), (-3.0, 0.1), (0.05, 0.1))
    assert effect(rows) == (
        "The largest effect on the margin is bid 1: −3.0 points (−3.1 to −2.9); 1 of 3 are not "
        "told from nothing."
    )
    assert "not told" not in effect(rows.iloc[:2])
    assert effect(rows.iloc[2:]) == (
        "No effect is seen on the margin; the largest is bid 2: +0.1 points (−0.1 to +0.2)."
    )
    rare = by_bid("margin", (0.5, 0.1), (-3.0, 4.0))
    assert effect(rare).startswith("The largest effect on the margin is bid 0: +0.5")
    assert effect(rows.assign(margin_low=np.nan)) == "Too few games to say anything of the margin."


def test_where_two_estimates_lie_furthest_apart() -> None:
    rows = by_bid("imposed", (0.5, 0.01), (0.4, 0.01)).merge(
        by_bid("played", (0.55, 0.01), (0.6, 0.01)).drop(columns="n"), on="bid"
    )
    names = {"imposed": "imposed", "played": "as played"}
    said = sentences.widest_gap(rows, ["bid"], names, PERCENT, "success").replace(NBSP, " ")
    assert said == (
        "Success lies furthest apart at bid 1: imposed 40 % (39–41), as played 60 % (59–61)."
    )
    rare = rows.assign(played_high=[0.56, 1.0], played_low=[0.54, 0.0])
    said = sentences.widest_gap(rare, ["bid"], names, PERCENT, "success")
    assert said.startswith("Success lies furthest apart at bid 0")
    wide = rows.assign(played_low=0.0, played_high=1.0)
    assert sentences.widest_gap(wide, ["bid"], names, PERCENT, "success").startswith(
        "No difference is seen in success"
    )


def test_whole_numbers_stay_whole_in_cells() -> None:
    rows = by_bid("margin", (0.5, 0.1), (-3.0, 0.1))
    assert "bid 1" in effect(rows)
    assert sentences.cell({"demand": -3}, ["demand"]) == "demand −3"
    assert sentences.cell({"bid": 4, "card": "2nd card"}, ["bid", "card"]) == "bid 4, 2nd card"


def test_a_sentence_says_what_it_rests_on() -> None:
    rows = by_bid("margin", (0.5, 0.1), (-3.0, 0.1))
    said = [sentences.resting("It is so.", rows.iloc[:n], "deals") for n in (2, 1, 0)]
    assert [text.replace(NBSP, " ") for text in said] == [
        "It is so; n = 100 to 1,000 deals.",
        "It is so; n = 100 deals.",
        "It is so.",
    ]
    assert f"n{NBSP}={NBSP}100" in said[1], "not torn apart at the end of a line"
