"""The balance table of Maids: every metric, from one pass over a few games."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from analyser.analysis.balance import analyse_balance
from analyser.analysis.metrics import METRICS
from analyser.analysis.sampled import SAMPLED
from analyser.batch.plan import Plan
from analyser.core.errors import InputError
from analyser.core.rules import load_rules
from analyser.games.maids import GAME, questions

ONLY_WITH_THREE_SIDES = {"kingmaking"}
ONLY_WHERE_GAMES_DIFFER_IN_LENGTH = {"rounds_q25", "rounds_median", "rounds_q75"}


def plan(players: int, games: int, variant: str = "standard", strategy: str = "greedy") -> Plan:
    rules = load_rules(GAME, variant, players)
    return Plan(GAME, rules, (strategy,), 7, games)


def row(rows: pd.DataFrame, metric: str, subject: object = None) -> pd.Series:
    matching = rows["subject"].isna() if subject is None else rows["subject"] == subject
    [found] = rows[(rows["metric"] == metric) & matching].to_dict("records")
    return pd.Series(found)


@pytest.fixture(scope="module")
def tables() -> dict[int, pd.DataFrame]:
    return {players: analyse_balance(plan(players, 60), jobs=1).rows for players in (2, 3, 4)}


def test_every_metric_in_the_order_of_the_list(tables: dict[int, pd.DataFrame]) -> None:
    defined = [metric.name for metric in METRICS if metric.command == "balance"]
    for players, rows in tables.items():
        missing = set(ONLY_WHERE_GAMES_DIFFER_IN_LENGTH)
        missing |= ONLY_WITH_THREE_SIDES if players == 4 else set()
        found = list(dict.fromkeys(rows["metric"]))
        assert found == [name for name in defined if name not in missing]
        assert not rows.duplicated(["metric", "subject"]).any()


def test_subjects_are_where_the_list_says_so(tables: dict[int, pd.DataFrame]) -> None:
    about = {metric.name: metric.subject for metric in METRICS if metric.command == "balance"}
    for rows in tables.values():
        for metric, subject in zip(rows["metric"], rows["subject"], strict=True):
            optional = "Clara" in str(about[metric]) or "all" in str(about[metric])
            assert optional or (subject is None) == (about[metric] is None), metric


def test_values_lie_in_their_intervals(tables: dict[int, pd.DataFrame]) -> None:
    for rows in tables.values():
        known = rows.dropna(subset=["low", "high"])
        assert len(known) > 0.9 * len(rows)
        assert ((known["low"] <= known["value"]) & (known["value"] <= known["high"])).all()


def test_rounds_decide_all_that_is_to_be_decided() -> None:
    rows = analyse_balance(plan(3, 400), forks=400, jobs=1).rows
    decided = rows[rows["metric"] == "decisiveness"]
    assert list(decided["subject"]) == [1, 2, 3]
    assert decided["value"].sum() == pytest.approx(1, abs=0.1)
    assert row(rows, "deal_share")["value"] == 1  # greedy draws no random decisions
    assert row(rows, "skill_depth")["low"] == 2  # greedy above random, planner above greedy
    assert 0.5 < row(rows, "chance_share")["value"] < 0.9


def test_games_of_unequal_length_have_quartiles() -> None:
    batch = plan(3, 60, "first_to_100")
    rows = analyse_balance(batch, jobs=1).rows
    records = batch.play(0, 60)
    lengths = records["round"][records.last]
    for name, q in {"q25": 0.25, "median": 0.5, "q75": 0.75}.items():
        expected = np.quantile(lengths, q, method="inverted_cdf")
        assert row(rows, f"rounds_{name}")["value"] == expected
    decided = rows[rows["metric"] == "decisiveness"]
    assert list(decided["subject"]) == [*range(1, lengths.max() + 1)]


def test_what_the_rules_leave_undefined_is_left_out() -> None:
    rules = {"game.rounds": 1, "scoring.appeal_success": 0, "scoring.appeal_failure": 0}
    batch = Plan(GAME, load_rules(GAME, "standard", 3, rules), ("greedy",), 7, 60)
    rows = analyse_balance(batch, jobs=1).rows
    assert not {"drama", "appeal_break_even"} & set(rows["metric"])
    assert rows["value"].notna().all()
    assert row(rows, "decisiveness", 1)["value"] == pytest.approx(1, abs=0.1)


def test_beginners_among_themselves_have_no_chance_share() -> None:
    rows = analyse_balance(plan(3, 60, strategy="random"), jobs=1).rows
    assert "chance_share" not in set(rows["metric"])
    assert row(rows, "deal_share")["value"] < 0.5


def test_what_is_measured_on_a_fixed_number_of_games_cannot_be_played_for() -> None:
    batch = plan(3, 60)
    whole = set(analyse_balance(batch, chunks=[batch.play(0, 60)]).rows["metric"])
    for metric in SAMPLED:
        with pytest.raises(InputError, match=f"{metric} is not measured on all games"):
            analyse_balance(batch, until=f"{metric}=0.1", jobs=1)
    played = set(analyse_balance(batch, jobs=1).rows["metric"])
    choice = {"dead_share", "forced_turns", "legal_actions", "decisions", "duration"}
    assert played - whole == SAMPLED - choice
    assert whole & SAMPLED == choice


def test_ties_are_decided_by_the_tie_break() -> None:
    """Games level at the top, and those only, have a winner that its score does not tell."""
    for players in (2, 3, 4):
        batch = plan(players, 2000)
        records = batch.play(0, 2000)
        total = records["total"][:, records.last]
        level = (total == total.max(axis=0)).sum(axis=0) > 1
        won = records["winner"][:, records.last] == 1
        assert (won.sum(axis=0) == 1).all()
        assert (total[won.T.nonzero()[1], range(2000)] == total.max(axis=0)).all()
        assert level.any()
        rows = analyse_balance(batch, chunks=[records]).rows
        assert row(rows, "tie_break_share")["value"] == level.mean()
        if players == 2:
            clara = level & (total[2] == total.max(axis=0))
            assert won[2, clara].all()  # her privilege


@pytest.mark.parametrize(("variant", "last"), [("standard", 3), ("first_to_100", 0)])
def test_late_decisions_are_the_last_tricks_with_a_choice(variant: str, last: int) -> None:
    late = questions.late(load_rules(GAME, variant, 3))
    assert {(choice.side, choice.at) for choice in late} == {
        (side, trick) for side in range(3) for trick in (4, 5)
    }
    for choice in late:
        cards = 7 - choice.at
        assert [fork.value for fork in choice.forks] == [*range(cards)]
        assert {(fork.kind, fork.round) for fork in choice.forks} == {("card", last)}
