from __future__ import annotations

import math

import pytest

from analyser.report import words
from analyser.report.words import PER_GAME, PERCENT, POINTS, PP


@pytest.mark.parametrize(
    ("half", "expected"),
    [(12.0, 0), (1.0, 0), (0.4, 1), (0.1, 1), (0.04, 2), (0.001, 3), (0.0, 0), (math.nan, 1)],
)
def test_decimals_follow_the_interval(half: float, expected: int) -> None:
    assert words.places(50 - half, 50 + half) == expected


def test_whole_numbers_stay_whole() -> None:
    assert words.places(37, 37) == words.places(37, 38) == 0
    assert words.places(99.9999, 100) == words.places(0, 0.0001) == 0
    assert words.places(99.999, 100) == words.places(49.9999, 50.0009) == 3


@pytest.mark.parametrize(
    ("value", "half", "said"),
    [
        (0.41234, 0.0001, "41.2 %"),
        (0.41, 0.03, "41 %"),
        (0.00006, 0.00001, "0.01 %"),
        (0.0, 0.0001, "0.00 %"),
    ],
)
def test_labels_are_short_but_never_nothing(value: float, half: float, said: str) -> None:
    assert words.short(value, value - half, value + half, PERCENT).replace(words.NBSP, " ") == said


def test_an_estimate_is_said_with_unit_and_interval() -> None:
    row = {"value": 0.4123, "low": 0.411, "high": 0.4136}
    assert words.estimate(row, PERCENT).replace(words.NBSP, " ") == "41.2 % (41.1–41.4)"
    row = {"value": 0.62, "low": 0.617, "high": 0.623}
    assert words.estimate(row, PER_GAME) == "0.620 (0.617–0.623)"


def test_differences_carry_true_signs() -> None:
    row = {"value": -0.004, "low": -0.009, "high": 0.001}
    said = words.estimate(row, PP, sign=True).replace(words.NBSP, " ")
    assert said == "\N{MINUS SIGN}0.4 pp (\N{MINUS SIGN}0.9 to +0.1)"


def test_another_estimate_of_the_row_is_chosen_by_name() -> None:
    row = {"points": 20.0, "points_low": 18.0, "points_high": 22.0, "value": 1.0}
    assert words.estimate(row, POINTS, name="points") == f"20{words.NBSP}points (18–22)"


def test_no_interval_is_said_and_not_made_up() -> None:
    row = {"value": 0.5, "low": math.nan, "high": math.nan}
    assert words.estimate(row, PERCENT).endswith("(too few games)")


@pytest.mark.parametrize(("value", "said"), [(-0.04, "0.0"), (0.04, "0.0"), (-1.26, "−1.3")])
def test_zero_has_no_sign(value: float, said: str) -> None:
    assert words.plain(value, 1) == said
    assert words.plain(value, 1, sign=True) == said


def test_lists_read_like_english() -> None:
    assert words.listed(["a"]) == "a"
    assert words.listed(["a", "b", "c"]) == "a, b and c"
