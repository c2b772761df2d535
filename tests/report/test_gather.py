"""The one batch behind a report: its tables, and the command that plays it again."""

from __future__ import annotations

import shlex
from typing import Any

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose

from analyser.analysis import estimates
from analyser.analysis.balance import analyse_balance
from analyser.analysis.bids import analyse_bids
from analyser.analysis.estimates import RatioSums
from analyser.batch.plan import Plan
from analyser.core.registry import get_game
from analyser.core.rules import load_rules
from analyser.report.evidence import Evidence
from analyser.report.gather import gather

pytestmark = pytest.mark.kernel


def plan(players: int = 3, variant: str = "standard", **rules: Any) -> Plan:
    spec = get_game("maids")
    overrides = {key.replace("__", "."): value for key, value in rules.items()}
    return Plan(spec, load_rules(spec, variant, players, overrides), "random", 7, 400)


@pytest.fixture(scope="module", params=[2, 3, 4])
def gathered(request: pytest.FixtureRequest) -> tuple[Plan, Evidence]:
    batch = plan(request.param)
    return batch, gather(batch, jobs=1, chunk=128)


def test_tables_are_those_of_the_analyses(gathered: tuple[Plan, Evidence]) -> None:
    batch, evidence = gathered
    apart = analyse_bids(batch, ["trump", "bid"], jobs=1)
    pd.testing.assert_frame_equal(evidence.tables["bids_by_trump"], apart.rows)
    balance = analyse_balance(batch, jobs=1)
    pd.testing.assert_frame_equal(evidence.tables["balance"], balance.rows)
    assert evidence.meta == {**balance.meta, "command": "report"}


def test_shares_and_their_intervals_are_those_of_the_records(
    gathered: tuple[Plan, Evidence],
) -> None:
    batch, evidence = gathered
    frame = batch.play(0, batch.games).frame()
    frame = frame[frame["side"] < batch.spec.seats(batch.rules)]
    made = pd.crosstab(frame["game"], frame["bid"]).astype(object)  # games × bids
    m = made.sum(axis=1)

    def each(total: int) -> estimates.Exact:
        return np.full(made.shape[1], total, dtype=object)

    sums = RatioSums(
        clusters=each(len(made)),
        m=each(m.sum()),
        y=made.sum().to_numpy(),
        mm=each((m**2).sum()),
        my=made.mul(m, axis=0).sum().to_numpy(),
        yy=(made**2).sum().to_numpy(),
    )
    expected = estimates.rate(sums)
    rows = evidence.players("bids")
    assert list(rows["bid"]) == list(made.columns)
    for name, values in zip(("share", "share_low", "share_high"), expected, strict=True):
        assert_allclose(rows[name], values)
    assert rows["share"].sum() == pytest.approx(1)


def test_leads_count_every_game(gathered: tuple[Plan, Evidence]) -> None:
    batch, evidence = gathered
    assert evidence.tables["leads"]["games"].sum() == batch.games


def test_the_result_does_not_depend_on_chunks() -> None:
    one, other = (gather(plan(), jobs=1, chunk=chunk) for chunk in (400, 7))
    for name, rows in one.tables.items():
        pd.testing.assert_frame_equal(rows, other.tables[name], check_exact=True)


@pytest.mark.parametrize(
    ("batch", "title", "settings"),
    [
        (plan(), "maids", []),
        (plan(4), "maids", []),
        (plan(3, "first_to_100"), "maids:first_to_100", []),
        (plan(3, trick__slacker_ranks=[5, 6]), "maids", ["trick.slacker_ranks=[5, 6]"]),
    ],
    ids=["standard", "teams", "variant", "rule"],
)
def test_command_that_rebuilds_the_report(batch: Plan, title: str, settings: list[str]) -> None:
    words = shlex.split(gather(batch, jobs=1).command)
    assert words[:3] == ["analyser", "report", title]
    options = list(zip(words[3::2], words[4::2], strict=True))
    assert [value for name, value in options if name == "--set"] == settings
    assert {name: value for name, value in options if name != "--set"} == {
        "--players": str(batch.rules.players),
        "--strategy": "random",
        "--games": "400",
        "--seed": "7",
    }


def test_rules_of_a_file_are_told_by_their_differences(tmp_path: Any) -> None:
    path = tmp_path / "quick.toml"
    path.write_text("[game]\nrounds = 2\n", encoding="utf-8")
    spec = get_game("maids")
    batch = Plan(spec, load_rules(spec, str(path)), "random", 7, 40)
    words = shlex.split(gather(batch, jobs=1).command)
    assert words[2] == "maids"
    assert "game.rounds=2" in words
