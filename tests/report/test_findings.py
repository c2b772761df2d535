"""The sentences are computed: other rows, other words."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from analyser.report import findings
from analyser.report.evidence import Evidence
from analyser.report.words import NBSP, PERCENT
from tests.report.synthetic import evidence

NUMBER = r"[+−]?\d[\d.,]*"
INTERVAL = re.compile(rf"\({NUMBER}(–|{NBSP}to{NBSP}){NUMBER}\)")


def with_balance(base: Evidence, metric: str, value: float, half: float) -> Evidence:
    rows = base.tables["balance"].copy()
    chosen = (rows["metric"] == metric) & rows["subject"].isna()
    assert chosen.sum() == 1
    rows.loc[chosen, ["value", "low", "high"]] = [value, value - half, value + half]
    return replace(base, tables={**base.tables, "balance": rows})


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_finding_carries_an_interval(players: int) -> None:
    found = findings.findings(evidence(players))
    assert len(found) == (10 if players == 2 else 9)
    for finding in found:
        assert INTERVAL.search(finding.answer), finding
        assert finding.answer.endswith(".")
        assert bool(finding.verdict) == bool(finding.limit)


@pytest.mark.parametrize(
    ("advantage", "half", "start", "verdict"),
    [
        (0.006, 0.001, "Hardly:", "fine"),
        (-0.006, 0.001, "No:", "fine"),
        (0.000, 0.001, "No effect on winning is seen:", "fine"),
        (0.050, 0.001, "Yes:", "concern"),
        (-0.05, 0.001, "No, it costs:", "concern"),
        (0.020, 0.005, "Yes:", "unclear"),
        (0.000, np.nan, "Too few games to say:", "unclear"),
        (0.000, 0.050, "No effect on winning is seen:", "unclear"),
    ],
)
def test_starting(advantage: float, half: float, start: str, verdict: str) -> None:
    finding = findings.starting(with_balance(evidence(), "starter_advantage", advantage, half))
    assert finding is not None
    assert finding.answer.startswith(start)
    assert finding.verdict == verdict


def test_starting_is_not_compared_in_points_with_a_side_that_nobody_plays() -> None:
    three, two = (findings.starting(evidence(players)) for players in (3, 2))
    assert three is not None
    assert two is not None
    assert "In points" in three.answer
    assert "In points" not in two.answer
    assert "of the games that a player wins" in two.answer


def test_sides_are_called_what_they_are() -> None:
    questions = {n: [f.question for f in findings.findings(evidence(n))] for n in (2, 3, 4)}
    assert "Are the teams equal?" in questions[4]
    assert "Are the seats equal?" in questions[3]
    assert "How strong is Clara?" in questions[2]
    assert not any("Clara" in question for n in (3, 4) for question in questions[n])


def test_no_verdict_on_seats_that_are_played_differently() -> None:
    base = evidence()
    mixed = replace(base, meta={**base.meta, "strategies": ["greedy", "random", "random"]})
    finding = findings.alike(mixed)
    assert finding is not None
    assert finding.verdict is None


def success_by_bid(*cells: tuple[float, float]) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "bid": range(len(cells)),
            "success": [value for value, _ in cells],
            "success_low": [value - half for value, half in cells],
            "success_high": [value + half for value, half in cells],
        }
    )


def sentence(rows: pd.DataFrame) -> str:
    said = findings.highest_and_lowest(rows, ["bid"], "success", PERCENT, "success")
    return said.replace(NBSP, " ")


def test_the_highest_and_the_lowest_are_named_with_their_intervals() -> None:
    rows = success_by_bid((0.5, 0.01), (0.3, 0.01), (0.2, 0.01), (0.1, 0.01))
    assert sentence(rows) == (
        "Success is highest for bid 0: 50 % (49–51); lowest for bid 3: 10 % (9–11)."
    )
    turned = rows.assign(bid=rows["bid"].to_numpy()[::-1])
    assert "highest for bid 3" in sentence(turned)


def test_what_is_not_told_apart_is_named_together() -> None:
    rows = success_by_bid((0.50, 0.02), (0.49, 0.02), (0.2, 0.01), (0.1, 0.01))
    assert "bid 0: 50 % (48–52) and bid 1: 49 % (47–51)" in sentence(rows)


def test_overlapping_intervals_are_no_difference() -> None:
    rows = success_by_bid((0.5, 0.2), (0.45, 0.2), (0.42, 0.2), (0.4, 0.2))
    assert sentence(rows).startswith("No difference is seen in success")


def test_rows_without_interval_win_nothing() -> None:
    rows = success_by_bid((0.5, 0.01), (0.3, 0.01), (1.0, np.nan))
    assert "highest for bid 0" in sentence(rows)
    assert sentence(rows.iloc[1:]) == "Too few games to compare success."


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (-0.01, 0.01, "fine"),
        (0.03, 0.04, "concern"),
        (-0.04, -0.03, "concern"),
        (0.01, 0.03, "unclear"),
        (-0.03, 0.03, "unclear"),
    ],
)
def test_verdict_on_a_difference(low: float, high: float, verdict: str) -> None:
    assert findings.within(low, high, 0.02) == verdict


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (0.02, 0.03, "fine"),
        (0.001, 0.002, "concern"),
        (0.005, 0.02, "unclear"),
        (np.nan, np.nan, "unclear"),
    ],
)
def test_verdict_on_a_share(low: float, high: float, verdict: str) -> None:
    assert findings.above(low, high, 0.01) == verdict
