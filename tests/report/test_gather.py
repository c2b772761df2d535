"""The batch behind a report, and the tables drawn from it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose

from analyser.analysis import estimates
from analyser.analysis.balance import analyse_balance
from analyser.analysis.bids import analyse_bids
from analyser.analysis.bounds import analyse_bounds
from analyser.analysis.estimates import RatioSums
from analyser.batch.plan import Plan
from analyser.report.definition import Definition, load_definition
from analyser.report.evidence import Evidence
from analyser.report.gather import gather

pytestmark = pytest.mark.kernel

SMALL = {"moves": 400, "forks": 60, "bounds": 40, "changes": 0}


def defined(players: int | list[int] = 3, **given: Any) -> Definition:
    """A definition with random players, all in all few games."""
    numbers = [players] if isinstance(players, int) else players
    small = {"strategies": ["random"], "seed": 7, "games": 400, "sizes": SMALL}
    return load_definition("maids", {"players": numbers, **small, **given})


@pytest.fixture(scope="module", params=[2, 3, 4])
def gathered(request: pytest.FixtureRequest) -> tuple[Plan, Evidence]:
    definition = defined(request.param)
    [batch], [evidence] = definition.plans(), gather(definition, jobs=1, chunk=128)
    return batch, evidence


def test_tables_are_those_of_the_analyses(gathered: tuple[Plan, Evidence]) -> None:
    batch, evidence = gathered
    apart = analyse_bids(batch, ["trump", "bid"], jobs=1)
    pd.testing.assert_frame_equal(evidence.tables["bids_by_trump"], apart.rows)
    balance = analyse_balance(batch, forks=SMALL["forks"], jobs=1)
    pd.testing.assert_frame_equal(evidence.tables["balance"], balance.rows)
    some = replace(batch, games=SMALL["bounds"])
    bounds = analyse_bounds(some, jobs=1)
    pd.testing.assert_frame_equal(evidence.tables["bounds"], bounds.rows)
    turned = analyse_bounds(some, ["slackers", "zero_nine"], jobs=1)
    pd.testing.assert_frame_equal(evidence.tables["bounds_features"], turned.rows)
    assert evidence.meta["rules_digest"] == balance.meta["rules_digest"]
    assert evidence.meta["definition"] == defined(batch.rules.players).describe()


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
    [one], [other] = (gather(defined(), jobs=1, chunk=chunk) for chunk in (400, 7))
    for name, rows in one.tables.items():
        pd.testing.assert_frame_equal(rows, other.tables[name], check_exact=True)


def test_progress_counts_the_games_of_all_batches() -> None:
    told: list[tuple[int, int]] = []
    gather(defined([3, 4]), jobs=1, chunk=100, progress=lambda *games: told.append(games))
    assert [done for done, _ in told] == [0, 100, 200, 300, 400, 400, 500, 600, 700, 800]
    assert {games for _, games in told} == {800}


def test_sizes_of_zero_leave_tables_out() -> None:
    definition = defined(sizes={"moves": 0, "forks": 0, "bounds": 0, "changes": 0})
    [evidence] = gather(definition, jobs=1)
    assert {"bids", "balance", "leads", "tiers"} <= set(evidence.tables)
    left_out = {"cards", "menu", "features", "changes", "bids_beginner", "bounds"}
    assert not left_out & set(evidence.tables)


def test_rules_without_special_rules_have_no_table_of_what_these_did() -> None:
    rules = {"trick.slacker_ranks": [], "trick.zero_beats_nine": False}
    [evidence] = gather(defined(rules=rules, sizes=SMALL | {"forks": 0}), jobs=1)
    assert "bounds" in evidence.tables
    assert "bounds_features" not in evidence.tables


def test_changes_are_measured_on_the_same_deals() -> None:
    change = {"label": "appeals that pay 20", "rules": {"scoring": {"appeal_success": 20}}}
    none = {"label": "what is the rule", "rules": {"scoring": {"appeal_success": 10}}}
    sizes = {"moves": 0, "forks": 0, "bounds": 0, "changes": 300}
    definition = defined(strategies=["greedy"], sizes=sizes, changes=[change, none])
    [evidence] = gather(definition, jobs=2)
    rows = evidence.tables["changes"]
    assert set(rows["change"]) == {"appeals that pay 20"}, "a change of nothing is left out"
    assert set(rows["n"]) == {300}
    assert {"starter_advantage", "dead_share", "bid_share"} <= set(rows["question"])
    assert (rows["difference_low"] <= rows["difference"]).all()
    assert (rows["difference"] <= rows["difference_high"]).all()
