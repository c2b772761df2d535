"""The questions of page one: what is answered follows from the rows."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from analyser.report import findings
from analyser.report.evidence import Evidence
from analyser.report.findings import Claims, Finding, balance, choices
from analyser.report.words import NBSP
from tests.report.synthetic import evidence
from tests.report.synthetic_tables import lengths

NUMBER = r"[+−]?\d[\d.,]*"
INTERVAL = re.compile(rf"\({NUMBER}(–|{NBSP}to{NBSP}){NUMBER}\)")
ONE = Claims()


def with_balance(base: Evidence, metric: str, value: float, half: float) -> Evidence:
    rows = base.tables["balance"].copy()
    chosen = (rows["metric"] == metric) & rows["subject"].isna()
    assert chosen.sum() == 1
    rows.loc[chosen, ["value", "low", "high"]] = [value, value - half, value + half]
    return replace(base, tables={**base.tables, "balance": rows})


def with_table(base: Evidence, name: str, rows: pd.DataFrame) -> Evidence:
    return replace(base, tables={**base.tables, name: rows})


def asked(base: Evidence, question: str) -> Finding:
    (found,) = (f for f in findings.findings(base) if f.question == question)
    return found


@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_finding_carries_an_interval(players: int, full: bool) -> None:
    found = findings.findings(evidence(players, full=full))
    assert len({finding.question for finding in found}) == len(found)
    for finding in found:
        assert INTERVAL.search(finding.answer), finding
        assert finding.answer.endswith(".")
        assert bool(finding.verdict) == bool(finding.limit)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_full_report_asks_every_question_that_has_a_limit(players: int) -> None:
    base = evidence(players, full=True)
    sizes = {finding.size for finding in findings.findings(base)}
    assert sizes == set(base.negligible) - (set() if players == 2 else {"bystander"})
    assert findings.claims_of(base).number == len(sizes)


def test_in_a_race_comebacks_are_those_from_any_time() -> None:
    """Nobody is behind before the last round and wins then; so it is asked of earlier ones."""
    base = evidence()
    again = with_balance(base, "comeback_share", 0, 0)
    question = "Can one come from behind?"
    assert "behind before the last round" in asked(base, question).answer
    race = asked(again, question)
    assert "behind at some time" in race.answer
    assert race.row is not None
    assert race.row["value"] == balance_of(base, "trailed_share")
    labels = {headline.label for headline in findings.headlines(again)}
    assert "of winners were behind at some time" in labels
    assert "of games are won from behind" not in labels


def balance_of(base: Evidence, metric: str) -> float:
    row = base.balance(metric)
    assert row is not None
    return float(row["value"])


def test_what_says_nothing_is_not_said() -> None:
    """Every game close, none level, one source of points: no news."""
    base = with_balance(evidence(), "tie_break_share", 0, 0)
    base = with_balance(base, "margin_within_10", 1, 0)
    rows = base.tables["balance"]
    other = (rows["metric"] == "component_share") & (rows["subject"] != "bid")
    base = replace(base, negligible={}, tables={**base.tables, "balance": rows[~other]})
    answers = {finding.question: finding.answer for finding in findings.findings(base)}
    assert not {"Do tie-breaks decide?", "Where do points come from?"} & set(answers)
    assert "10 or less" not in answers["How close are games?"]


def test_questions_without_a_limit_only_fill_the_page() -> None:
    few = [finding.question for finding in findings.findings(evidence())]
    assert "How close are games?" in few
    assert "How close are games?" not in [
        f.question for f in findings.findings(evidence(full=True))
    ]


def test_a_size_that_is_not_set_gives_no_verdict() -> None:
    base = evidence(full=True)
    sizes = {name: size for name, size in base.negligible.items() if name != "dead_share"}
    assert asked(base, "Are hands dead early?").verdict == "concern"
    unlimited = replace(base, negligible=sizes)
    assert choices.dead(unlimited, ONE) == Finding(
        "Are hands dead early?",
        choices.dead(base, ONE).answer,  # type: ignore[union-attr]
    )
    assert findings.claims_of(unlimited).number == findings.claims_of(base).number - 1


def test_intervals_of_page_one_are_widened_for_their_number() -> None:
    base = evidence(full=True)
    alone, together = (balance.ties(base, c) for c in (ONE, findings.claims_of(base)))
    assert alone is not None
    assert together is not None
    assert alone.row is not None
    assert together.row is not None
    ratio = (together.row["high"] - 0.021) / (alone.row["high"] - 0.021)
    assert ratio == pytest.approx(findings.claims_of(base).factor())
    assert asked(base, "Do tie-breaks decide?") == together


@pytest.mark.parametrize(
    ("advantage", "half", "start", "verdict"),
    [
        (0.006, 0.001, "Hardly:", "fine"),
        (-0.006, 0.001, "No:", "fine"),
        (0.000, 0.001, "No effect is seen:", "fine"),
        (0.050, 0.001, "Yes:", "concern"),
        (-0.05, 0.001, "No, it costs:", "concern"),
        (0.020, 0.005, "Yes:", "unclear"),
        (0.000, np.nan, "Too few games to say:", "unclear"),
        (0.000, 0.050, "No effect is seen:", "unclear"),
    ],
)
def test_starting(advantage: float, half: float, start: str, verdict: str) -> None:
    finding = balance.starting(with_balance(evidence(), "starter_advantage", advantage, half), ONE)
    assert finding is not None
    assert finding.answer.startswith(start)
    assert finding.verdict == verdict


def test_starting_is_not_compared_in_points_with_a_side_that_nobody_plays() -> None:
    three, two = (balance.starting(evidence(players), ONE) for players in (3, 2))
    assert three is not None
    assert two is not None
    assert "points" in three.answer
    assert "points" not in two.answer
    assert "of the games that a player wins" in two.answer


def test_sides_are_called_what_they_are() -> None:
    questions = {n: [f.question for f in findings.findings(evidence(n))] for n in (2, 3, 4)}
    assert "Are the teams alike?" in questions[4]
    assert "Are the seats alike?" in questions[3]
    assert "Is Clara a match?" in questions[2]
    assert not any("Clara" in question for n in (3, 4) for question in questions[n])


def test_no_verdict_on_seats_that_are_played_differently() -> None:
    base = evidence()
    mixed = replace(base, meta={**base.meta, "strategies": ["greedy", "random", "random"]})
    finding = balance.alike(mixed, ONE)
    assert finding is not None
    assert finding.verdict is None


def test_a_side_that_nobody_plays_is_held_against_an_even_share() -> None:
    base = evidence(2)
    found = balance.bystander(base, ONE)
    assert found is not None
    assert found.verdict == "concern"  # 20 % is more than 10 points from a third
    assert found.row is not None
    assert found.row["value"] == pytest.approx(0.2 - 1 / 3)
    assert balance.bystander(evidence(3), ONE) is None


@pytest.mark.parametrize(
    ("least", "verdict"), [(0.21, "fine"), (0.05, "concern"), (0.15, "unclear")]
)
def test_the_least_decisive_round_must_count(least: float, verdict: str) -> None:
    base = evidence(full=True)
    rows = pd.DataFrame({"round": [1, 2, 3], "value": [0.4, least, 0.6 - least], "n": 4000})
    rows = rows.assign(low=rows["value"] - 0.01, high=rows["value"] + 0.01)
    found = balance.rounds(with_table(base, "course", rows), ONE)
    assert found is not None
    assert found.answer.startswith("Round 2 decides least")
    assert found.verdict == verdict


def test_no_round_is_blamed_where_games_differ_in_length() -> None:
    base = evidence(full=True)
    found = balance.rounds(with_table(base, "lengths", lengths(1000)), ONE)
    assert found is not None
    assert found.verdict is None


def test_the_appeal_is_no_choice_where_it_always_pays() -> None:
    base = evidence(full=True)
    rows = base.tables["appeals"]
    found = choices.appeal(base, ONE)
    assert found is not None
    assert found.verdict == "fine"
    always = rows.assign(value=3.0, low=2.5, high=3.5)
    found = choices.appeal(with_table(base, "appeals", always), ONE)
    assert found is not None
    assert found.verdict == "concern"
    assert "1st card" in found.answer


def test_the_appeal_is_asked_of_single_cases_only() -> None:
    base = evidence(full=True)
    rows = base.tables["appeals"].copy()
    sums = rows["moment"].isna() | rows["bid"].isna()
    rows.loc[sums, ["value", "low", "high"]] = [99.0, 98.0, 100.0]
    found = choices.appeal(with_table(base, "appeals", rows), ONE)
    assert found is not None
    assert "99" not in found.answer


def test_a_rule_that_moves_nothing_is_a_concern() -> None:
    base = evidence(full=True)
    rows = base.tables["features"].copy()
    assert choices.features(base) == ("slackers", "zero_nine")
    found = choices.feature(base, ONE, name="slackers")
    assert found is not None
    assert found.verdict == "fine"
    chosen = (rows["question"] == "flag") & (rows["subject"] == "all")
    rows.loc[chosen, ["value", "low", "high"]] = [0.01, 0.0, 0.02]
    found = choices.feature(with_table(base, "features", rows), ONE, name="slackers")
    assert found is not None
    assert found.verdict == "concern"


def test_skill_is_what_the_best_wins_above_its_fair_share() -> None:
    found = choices.skill(evidence(full=True), ONE)
    assert found is not None
    assert found.row is not None
    assert found.row["value"] == pytest.approx(0.4)
    assert "Greedy among random" in found.answer


def test_what_to_change_first_is_the_gravest_concern() -> None:
    base = with_balance(evidence(full=True), "tie_break_share", 0.5, 0.01)  # ten times its limit
    said = findings.first_changes(base, findings.findings(base))
    assert said[0].startswith("Do tie-breaks decide")
    assert said[0].endswith("no change to this was measured.")
    assert said[1].startswith("Are hands dead early")
    assert "measured again in 100,000 games" in said[1]
    assert INTERVAL.search(said[1])


def test_without_concerns_nothing_calls_for_a_change() -> None:
    base = with_balance(evidence(full=True), "dead_share", 0.1, 0.01)
    (said,) = findings.first_changes(base, findings.findings(base))
    assert said.startswith("No answer above is a concern")


def test_what_was_measured_under_a_change_is_what_page_one_judges() -> None:
    rows = findings.measured(evidence(full=True)).set_index("question")
    assert rows.loc["dead_share", "value"] == pytest.approx(0.24)
    assert rows.loc["starter_advantage", "value"] == pytest.approx(0.006)
    assert "appeals" not in rows.index  # several cases, no one number
    assert (rows["n"] == 400_000).all()
