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
from analyser.core.certificates import Certificate
from analyser.core.registry import get_game
from analyser.core.rules import load_rules
from analyser.report import gather as module
from analyser.report.definition import Definition, load_definition
from analyser.report.evidence import Evidence
from analyser.report.gather import gather
from tests.core.certified import held

SMALL = {"moves": 400, "forks": 60, "bounds": 40, "changes": 0, "competent": 0, "searched": 0}


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
    definition = defined(sizes=dict.fromkeys(SMALL, 0))
    [evidence] = gather(definition, jobs=1)
    assert {"bids", "balance", "leads", "tiers"} <= set(evidence.tables)
    left_out = {"cards", "menu", "features", "changes", "bids_beginner", "bounds"}
    assert not left_out & set(evidence.tables)


def test_rules_without_special_rules_have_no_table_of_what_these_did() -> None:
    rules = {"trick.slacker_ranks": [], "trick.zero_beats_nine": False}
    [evidence] = gather(defined(rules=rules, sizes=SMALL | {"forks": 0}), jobs=1)
    assert "bounds" in evidence.tables
    assert "bounds_features" not in evidence.tables


def certify(monkeypatch: pytest.MonkeyPatch, **losses: float) -> None:
    """Say that strategies lose so much at a table of the last of the ladder."""
    spec, rules = get_game("maids"), load_rules(get_game("maids"), players=3)
    ladder = ("random", *losses)
    rows = tuple(held(a, ladder[-1], -lost) for a, lost in {"random": 50, **losses}.items())
    found = {rules.digest: Certificate("standard", 3, rules.digest, "0.1.0", ladder, rows)}
    monkeypatch.setattr(module, "certificates", {spec: found}.__getitem__)


def test_other_competent_strategies_play_the_same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    certify(monkeypatch, greedy=0)
    sizes = dict.fromkeys(SMALL, 0) | {"competent": 300}
    names = ("random", "greedy")
    by_random, by_greedy = (
        gather(defined(strategies=[name], sizes=sizes), jobs=1)[0] for name in names
    )
    assert "competent" not in by_greedy.tables, "nobody else is"
    rows = by_random.tables["competent"]
    assert set(rows["strategy"]) == {"greedy"}
    assert set(rows["n"]) == {300}
    assert {"dead_share", "tie_break_share"} <= set(rows["question"])
    bids = by_random.tables["bids_competent"]
    first = gather(defined(strategies=["greedy"], games=300, sizes=sizes | {"competent": 0}))
    expected = first[0].tables["bids"][list(bids.columns[1:])]
    pd.testing.assert_frame_equal(bids.drop(columns="strategy"), expected)
    mixed = defined(strategies=["random", "greedy", "greedy"], sizes=sizes)
    assert "competent" not in gather(mixed, jobs=1)[0].tables
    changed = defined(sizes=sizes, rules={"scoring.accepted": 2})
    assert "competent" not in gather(changed, jobs=1)[0].tables, "the certificate has lapsed"


def test_those_that_search_are_asked_what_needs_no_forks(monkeypatch: pytest.MonkeyPatch) -> None:
    certify(monkeypatch, **{"rollout:1": 0})
    sizes = dict.fromkeys(SMALL, 0) | {"searched": 300}
    [evidence] = gather(defined(sizes=sizes), jobs=1)
    rows = evidence.tables["competent"]
    assert set(rows["strategy"]) == {"rollout:1"}
    assert "starter_advantage" in set(rows["question"])
    assert "dead_share" not in set(rows["question"])


def test_changes_are_measured_on_the_same_deals() -> None:
    change = {"label": "appeals that pay 20", "rules": {"scoring": {"appeal_success": 20}}}
    none = {"label": "what is the rule", "rules": {"scoring": {"appeal_success": 10}}}
    sizes = dict.fromkeys(SMALL, 0) | {"changes": 300}
    definition = defined(strategies=["greedy"], sizes=sizes, changes=[change, none])
    [evidence] = gather(definition, jobs=2)
    rows = evidence.tables["changes"]
    assert set(rows["change"]) == {"appeals that pay 20"}, "a change of nothing is left out"
    assert set(rows["n"]) == {300}
    assert {"starter_advantage", "dead_share", "bid_share"} <= set(rows["question"])
    assert (rows["difference_low"] <= rows["difference"]).all()
    assert (rows["difference"] <= rows["difference_high"]).all()
