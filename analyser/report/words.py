"""Numbers and names as a report prints them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

NBSP = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True)
class Unit:
    """What a value is printed in: `scale` turns the value of a row into that unit."""

    symbol: str
    scale: float = 1.0


PERCENT = Unit("%", 100.0)
PP = Unit("pp", 100.0)
POINTS = Unit("points")
PER_GAME = Unit("per game")
MINUTES = Unit("minutes")
BIDS = Unit("bids")
GAMES = Unit("games")
ROUNDS = Unit("rounds")
RUNGS = Unit("rungs")
ACTIONS = Unit("actions")
PLAIN = Unit("")


def places(low: float, high: float) -> int:
    """Decimals that show the half-width of an interval with one digit, from 0 to 3.

    0 where as many would show the same whole number twice, as 100.000 to 100.000 does.
    """
    half = (high - low) / 2
    if math.isnan(half):
        return 1
    shown = round(float(low), 3)
    alike = shown == round(float(high), 3)
    if shown.is_integer() and (alike or (shown == low and float(high).is_integer())):
        return 0
    return min(max(math.ceil(-math.log10(half) - 1e-9), 0), 3) if half else 1


def plain(value: float, decimals: int, *, sign: bool = False) -> str:
    """A number with a true minus sign and thousands separators; never "−0.0"."""
    text = f"{value:+,.{decimals}f}" if sign else f"{value:,.{decimals}f}"
    if float(text.replace(",", "")) == 0:
        text = text.lstrip("+-")
    return text.replace("-", "\N{MINUS SIGN}")


def count(number: float) -> str:
    """A whole number with thousands separators."""
    return f"{int(number):,}"


def short(value: float, low: float, high: float, unit: Unit, *, sign: bool = False) -> str:
    """The value alone, for labels inside figures.

    It has one decimal at most, as its interval allows; more only if it would seem to be nothing.
    """
    allowed = places(low * unit.scale, high * unit.scale)
    decimals = min(allowed, 1)
    while decimals < allowed and round(value * unit.scale, decimals) == 0:
        decimals += 1
    text = plain(value * unit.scale, decimals, sign=sign)
    return f"{text}{NBSP}%" if unit.symbol == "%" else text


def interval(low: float, high: float, unit: Unit, *, sign: bool = False) -> str:
    """The two ends of an interval in one unit, without its symbol."""
    if math.isnan(low) or math.isnan(high):
        return "too few games"
    decimals = places(low * unit.scale, high * unit.scale)
    ends = [plain(end * unit.scale, decimals, sign=sign) for end in (low, high)]
    dash = f"{NBSP}to{NBSP}" if sign or low < 0 else "\N{EN DASH}"
    return dash.join(ends)


def bare(row: Mapping[Any, Any], unit: Unit, *, name: str = "value", sign: bool = False) -> str:
    """An estimate with its interval and no symbol: "41.2 (41.1–41.3)"."""
    return _said(row, unit, name, sign, "")


def estimate(row: Mapping[Any, Any], unit: Unit, *, name: str = "value", sign: bool = False) -> str:
    """An estimate with its unit and interval: "41.2 % (41.1–41.3)".

    `name` selects the estimate `name`, `name_low`, `name_high` of a row; by default its `value`,
    `low` and `high`.
    """
    symbol = "" if unit in (PER_GAME, PLAIN) else f"{NBSP}{unit.symbol}"
    return _said(row, unit, name, sign, symbol)


def _said(row: Mapping[Any, Any], unit: Unit, name: str, sign: bool, symbol: str) -> str:
    value, low, high = (float(row[column]) for column in columns(name))
    decimals = places(low * unit.scale, high * unit.scale)
    number = plain(value * unit.scale, decimals, sign=sign)
    return f"{number}{symbol} ({interval(low, high, unit, sign=sign)})"


def columns(name: str = "value") -> tuple[str, str, str]:
    """The three columns of an estimate: itself, low, high."""
    prefix = "" if name == "value" else f"{name}_"
    return name, f"{prefix}low", f"{prefix}high"


def listed(items: Iterable[str]) -> str:
    """Words in a row: "a", "a and b", "a, b and c"."""
    *front, last = list(items)
    return f"{', '.join(front)} and {last}" if front else last


def named(label: object) -> str:
    """The name of a category; a negative number with a true minus sign."""
    text = str(label)
    return f"\N{MINUS SIGN}{text[1:]}" if text[:1] == "-" and text[1:].isdigit() else text


def ordinal(number: int) -> str:
    """A place in a row: "1st", "2nd", "3rd", "4th", "11th"."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10)
    return f"{number}{ending or 'th'}"


def readable(name: str) -> str:
    """A column or metric name as words."""
    return name.replace("_", " ")
