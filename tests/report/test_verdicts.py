"""Verdicts: intervals against sizes that do not matter, widened for the number of claims."""

from __future__ import annotations

from statistics import NormalDist
from typing import Literal

import numpy as np
import pandas as pd
import pytest

from analyser.report.findings import Claims
from analyser.report.findings.choices import both_ways
from analyser.report.findings.verdicts import Limit
from analyser.report.words import MINUTES, NBSP, PERCENT, POINTS, PP

Kind = Literal["near", "far", "over", "under"]


def row(low: float, high: float) -> dict[str, float]:
    return {"value": (low + high) / 2, "low": low, "high": high}


@pytest.mark.parametrize(
    ("kind", "low", "high", "verdict"),
    [
        ("near", -0.01, 0.01, "fine"),
        ("near", 0.03, 0.04, "concern"),
        ("near", -0.04, -0.03, "concern"),
        ("near", 0.01, 0.03, "unclear"),
        ("near", -0.03, 0.03, "unclear"),
        ("far", 0.03, 0.04, "fine"),
        ("far", -0.04, -0.03, "fine"),
        ("far", -0.01, 0.01, "concern"),
        ("far", 0.01, 0.03, "unclear"),
        ("over", 0.02, 0.03, "fine"),
        ("over", -0.01, 0.01, "concern"),
        ("over", 0.01, 0.03, "unclear"),
        ("under", 0.01, 0.02, "fine"),
        ("under", 0.03, 0.04, "concern"),
        ("under", 0.01, 0.03, "unclear"),
    ],
)
def test_verdict(kind: Kind, low: float, high: float, verdict: str) -> None:
    limit = Limit(kind, 0.02)
    assert limit.verdict(row(low, high)) == verdict
    assert (limit.excess(row(low, high)) > 0) == (verdict == "concern")


@pytest.mark.parametrize("kind", ["near", "far", "over", "under"])
def test_without_an_interval_nothing_is_clear(kind: Kind) -> None:
    assert Limit(kind, 0.02).verdict(row(np.nan, np.nan)) == "unclear"


def test_excess_counts_in_limits() -> None:
    assert Limit("under", 0.2).excess(row(0.3, 0.5)) == pytest.approx(0.5)
    assert Limit("near", 0.2).excess(row(-0.8, -0.6)) == pytest.approx(2.0)


@pytest.mark.parametrize(
    ("limit", "unit", "said"),
    [
        (Limit("near", 0.02), PP, "beyond ±2 pp"),
        (Limit("far", 0.5), POINTS, "within ±0.5 points"),
        (Limit("over", 0.01), PERCENT, "under 1 %"),
        (Limit("under", 45), MINUTES, "over 45 minutes"),
    ],
)
def test_a_limit_says_what_would_be_a_concern(limit: Limit, unit: object, said: str) -> None:
    assert limit.concern(unit).replace(NBSP, " ") == said  # type: ignore[arg-type]


def test_one_claim_is_not_widened() -> None:
    assert Claims(1).factor() == pytest.approx(1)


def test_claims_are_widened_by_the_ratio_of_normal_quantiles() -> None:
    normal = NormalDist()
    expected = normal.inv_cdf(1 - 0.025 / 12) / normal.inv_cdf(0.975)
    assert Claims(12).factor() == pytest.approx(expected)
    assert Claims(4).factor(cells=3) == pytest.approx(expected)
    wide = Claims(12).widened(row(1.0, 2.0))
    assert wide["value"] == 1.5
    assert wide["high"] - 1.5 == pytest.approx(expected / 2)
    assert 1.5 - wide["low"] == pytest.approx(expected / 2)


def test_shares_stay_shares() -> None:
    wide = Claims(50).widened({"value": 0.01, "low": 0.001, "high": 0.02}, PERCENT)
    assert wide["low"] == 0
    assert wide["high"] > 0.02
    lost = Claims(50).widened({"value": 0.5, "low": np.nan, "high": np.nan}, PERCENT)
    assert np.isnan(lost["low"])
    assert np.isnan(lost["high"])


def test_of_many_true_nothings_few_reports_claim_any() -> None:
    # 12 questions whose true value is 0, each with an estimate of standard error 1 and a limit so
    # small that any interval clear of 0 is a concern.
    rng = np.random.default_rng(20_240_117)
    reports, questions = 4000, 12
    claims, limit = Claims(questions), Limit("near", 1e-9)
    wrong = sum(
        any(
            limit.verdict(claims.widened(row(value - 1.959964, value + 1.959964))) == "concern"
            for value in values
        )
        for values in rng.standard_normal((reports, questions))
    )
    assert 0.035 < wrong / reports < 0.06  # 5 %, by Bonferroni for independent claims 4.9 %


@pytest.mark.parametrize(
    ("values", "verdict"),
    [
        ([(1, 2), (-2, -1)], "fine"),
        ([(1, 2), (2, 3)], "concern"),  # pays always
        ([(-2, -1), (-3, -2)], "concern"),  # costs always
        ([(-0.2, 0.2), (-0.1, 0.3)], "concern"),  # does nothing
        ([(1, 2), (-1, 0.2)], "unclear"),
    ],
)
def test_a_choice_must_pay_here_and_cost_there(
    values: list[tuple[float, float]], verdict: str
) -> None:
    rows = pd.DataFrame(values, columns=["low", "high"])
    assert both_ways(rows, 0.5) == verdict
