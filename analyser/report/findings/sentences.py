"""Sentences about rows: each names what is highest and lowest, or that no difference is seen."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from analyser.report.words import (
    NBSP,
    PERCENT,
    Unit,
    columns,
    count,
    estimate,
    listed,
    named,
    readable,
)

Row = Mapping[Any, Any]


def cell(row: Row, by: list[str]) -> str:
    """What a row is about, in words: "bid 0, trump purple".

    A column `name`, and a label that says its column, as "2nd card", speak for themselves.
    """
    labels = {column: named(row[column]) for column in by}
    return ", ".join(
        label if column == "name" or readable(column) in label else f"{readable(column)} {label}"
        for column, label in labels.items()
    )


class Extremes(NamedTuple):
    """The highest and the lowest estimate in words, and whether any two intervals are apart."""

    highest: str
    lowest: str
    apart: bool


def known(rows: pd.DataFrame, name: str = "value") -> pd.DataFrame:
    """The rows that have an interval, an infinite one not counted as one."""
    ends = rows[list(columns(name))].to_numpy(dtype=float)
    inside: pd.DataFrame = rows.loc[np.isfinite(ends).all(axis=1)]
    return inside


def greatest(rows: pd.DataFrame, size: pd.Series[Any]) -> dict[Hashable, Any]:
    """The row where a size is greatest."""
    return rows.to_dict("records")[int(np.argmax(size.to_numpy(dtype=float)))]


def extremes(
    rows: pd.DataFrame, by: list[str], name: str, unit: Unit, *, sign: bool = False
) -> Extremes | None:
    """Find the highest and the lowest estimate and say them as "bid 0: 52.1 % (52.0–52.2)".

    Rows without an interval (too few games) are left out; None if fewer than two remain. Where
    the runner-up's interval reaches that of the first, both are named: they are not told apart.
    """
    value, low, high = columns(name)
    ranked = known(rows, name).sort_values(value, ascending=False, kind="stable")
    if len(ranked) < 2:
        return None
    ordered = ranked.to_dict("records")
    sign = sign or (unit is not PERCENT and bool((ranked[low] < 0).any()))
    top, bottom = ordered[:1], ordered[-1:]
    if len(ordered) > 3 and ordered[1][high] >= top[0][low]:
        top.append(ordered[1])
    if len(ordered) > 3 and ordered[-2][low] <= bottom[0][high]:
        bottom.append(ordered[-2])

    def said(some: list[dict[Hashable, Any]]) -> str:
        return listed(
            f"{cell(row, by)}: {estimate(row, unit, name=name, sign=sign)}" for row in some
        )

    apart = bool(ranked[low].max() > ranked[high].min())
    return Extremes(said(top), said(bottom), apart)


def highest_and_lowest(
    rows: pd.DataFrame, by: list[str], name: str, unit: Unit, what: str, *, sign: bool = False
) -> str:
    """One sentence on where an estimate is highest and where lowest."""
    found = extremes(rows, by, name, unit, sign=sign)
    if found is None:
        single = known(rows, name).to_dict("records")
        if single:
            return f"{capital(cell(single[0], by))}: {estimate(single[0], unit, name=name)}."
        return f"Too few games to compare {what}."
    if not found.apart:
        return (
            f"No difference is seen in {what}; the highest is {found.highest}, the lowest "
            f"{found.lowest}."
        )
    return f"{capital(what)} is highest for {found.highest}; lowest for {found.lowest}."


def highest(rows: pd.DataFrame, by: list[str], name: str, unit: Unit, what: str) -> str:
    """One sentence on where an estimate is highest, for where the lowest go without saying."""
    ranked = known(rows, name)
    if ranked.empty:
        return f"Too few games to compare {what}."
    row = greatest(ranked, ranked[name])
    return f"{capital(what)} is highest for {cell(row, by)}: {estimate(row, unit, name=name)}."


def against_zero(
    rows: pd.DataFrame, by: list[str], unit: Unit, what: str, name: str = "value"
) -> str:
    """One sentence on which of several differences is largest, and whether it is one at all.

    The largest is looked for among those that are told from nothing, if there are any.
    """
    value, low, high = columns(name)
    ranked = known(rows, name)
    if ranked.empty:
        return f"Too few games to say anything of {what}."
    seen = ranked[(ranked[low] > 0) | (ranked[high] < 0)]
    shown = ranked if seen.empty else seen
    largest = greatest(shown, shown[value].abs())
    number = estimate(largest, unit, name=name, sign=True)
    if seen.empty:
        return f"No effect is seen on {what}; the largest is {cell(largest, by)}: {number}."
    rest = len(ranked) - len(seen)
    others = f"; {count(rest)} of {count(len(ranked))} are not told from nothing" if rest else ""
    return f"The largest effect on {what} is {cell(largest, by)}: {number}{others}."


def widest_gap(
    rows: pd.DataFrame, by: list[str], names: Mapping[str, str], unit: Unit, what: str
) -> str:
    """One sentence on where two estimates of the same rows lie furthest apart.

    `names` maps the two columns to what they are called. Rows in which the two are told apart
    come first.
    """
    (one, other), (first, second) = names, names.values()
    both = known(known(rows, one), other)
    if both.empty:
        return f"Too few games to compare {what}."
    lows, highs = (both[[columns(name)[end] for name in (one, other)]] for end in (1, 2))
    apart = both[lows.max(axis=1) > highs.min(axis=1)]
    shown = both if apart.empty else apart
    row = greatest(shown, (shown[one] - shown[other]).abs())
    numbers = f"{first} {estimate(row, unit, name=one)}, {second} {estimate(row, unit, name=other)}"
    if apart.empty:
        return f"No difference is seen in {what}; the widest is at {cell(row, by)}: {numbers}."
    return f"{capital(what)} lies furthest apart at {cell(row, by)}: {numbers}."


def resting(sentence: str, rows: pd.DataFrame, on: str) -> str:
    """A sentence with how many games, deals or bids its numbers rest on."""
    if rows.empty:
        return sentence
    fewest, most = int(rows["n"].min()), int(rows["n"].max())
    span = count(most) if fewest == most else f"{count(fewest)} to {count(most)}"
    return f"{sentence.removesuffix('.')}; n{NBSP}={NBSP}{span} {on}."


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return text[0].upper() + text[1:]
