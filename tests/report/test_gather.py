"""The batch behind a report, and the tables drawn from it."""

from __future__ import annotations

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
from analyser.report.definition import Definition, load_definition
from analyser.report.evidence import Evidence
from analyser.report.gather import gather

pytestmark = pytest.mark.kernel


def defined(players: int = 3, **rules: Any) -> Definition:
    given = {
        "players": [players],
        "strategies": ["random"],
        "seed": 7,
        "games": 400,
        "rules": {key.replace("__", "."): value for key, value in rules.items()},
    }
    return load_definition("maids", given)


@pytest.fixture(scope="module", params=[2, 3, 4])
def gathered(request: pytest.FixtureRequest) -> tuple[Plan, Evidence]:
    definition = defined(request.param)
    [batch] = definition.plans()
    return batch, gather(definition, "analyser report maids", jobs=1, chunk=128)


def test_tables_are_those_of_the_analyses(gathered: tuple[Plan, Evidence]) -> None:
    batch, evidence = gathered
    apart = analyse_bids(batch, ["trump", "bid"], jobs=1)
    pd.testing.assert_frame_equal(evidence.tables["bids_by_trump"], apart.rows)
    balance = analyse_balance(batch, jobs=1)
    pd.testing.assert_frame_equal(evidence.tables["balance"], balance.rows)
    definition = evidence.meta["definition"]
    assert evidence.meta == {**balance.meta, "command": "report", "definition": definition}


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
    one, other = (gather(defined(), "", jobs=1, chunk=chunk) for chunk in (400, 7))
    for name, rows in one.tables.items():
        pd.testing.assert_frame_equal(rows, other.tables[name], check_exact=True)
