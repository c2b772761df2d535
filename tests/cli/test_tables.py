"""How values are written for people."""

from __future__ import annotations

import math
from typing import Any

import pytest

from analyser.cli.tables import cell, estimate
from analyser.report.words import PERCENT, POINTS, Unit


@pytest.mark.parametrize(
    ("value", "low", "high", "unit", "text"),
    [
        (0.4123, 0.4111, 0.4135, PERCENT, "41.2 % ± 0.1"),
        (0.41234, 0.41222, 0.41246, PERCENT, "41.23 % ± 0.01"),
        (0.01, 0.002, 0.05, PERCENT, "1 % (0 to 5)"),
        (-4.23, -4.43, -4.03, POINTS, "−4.2 points ± 0.2"),
        (1234.5, 1204.5, 1264.5, Unit("a game"), "1,234 a game ± 30"),
        (3.0, 3.0, 3.0, Unit("a game"), "3 a game ± 0"),
        (2.5, 2.5, 2.5, Unit("a game"), "2.5 a game ± 0.0"),
        (0.5, math.nan, math.nan, PERCENT, "too few games"),
        (math.nan, math.nan, math.nan, PERCENT, "–"),
    ],
)
def test_estimate(value: float, low: float, high: float, unit: Unit, text: str) -> None:
    assert estimate(value, low, high, unit) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1_234_567, "1,234,567"),
        (1234.5, "1,234"),
        (0.25, "0.25"),
        (math.nan, "–"),
        (None, "–"),
        (True, "true"),
        (["greedy", "random"], "greedy,random"),
        ("clara", "clara"),
    ],
)
def test_cell(value: Any, text: str) -> None:
    assert cell(value) == text
