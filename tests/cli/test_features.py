"""`analyser features` and `slackers`: rows, which rules, the games of a run played again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import analyser

from .conftest import Outcome

Run = Callable[..., Outcome]

COLUMNS = ["feature", "question", "subject", "value", "low", "high", "unit", "n"]
BATCH = ("--games", 60, "--seed", 3)


def test_rows(run: Run) -> None:
    result = run("features", "maids", *BATCH, "--json").json
    assert result["meta"]["command"] == "features"
    assert (result["meta"]["games"], result["meta"]["rounds"]) == (60, 180)
    rows = result["rows"]
    assert all(list(row) == COLUMNS for row in rows)
    assert {row["feature"] for row in rows} == {"slackers"}
    assert list(dict.fromkeys(row["question"] for row in rows)) == [
        "rule",
        "flag",
        "exchange",
        "use",
    ]
    keys = [(row["question"], row["subject"]) for row in rows]
    assert len(set(keys)) == len(keys)
    assert keys[:4] == [
        ("rule", "success"),
        ("rule", "points"),
        ("rule", "margin"),
        ("flag", "all"),
    ]
    for row in rows:
        assert row["n"] > 0
        assert row["low"] is None or row["low"] <= row["value"] <= row["high"]


def test_slackers_are_the_feature_of_that_name(run: Run) -> None:
    alone = run("slackers", "maids", *BATCH, "--json").json
    assert alone["meta"]["command"] == "slackers"
    assert alone["rows"] == run("features", "maids", *BATCH, "--json").json["rows"]
    both = run("features", "maids", *BATCH, "--feature", "zero_nine, slackers", "--json").json
    assert list(dict.fromkeys(row["feature"] for row in both["rows"])) == ["zero_nine", "slackers"]
    assert [row for row in both["rows"] if row["feature"] == "slackers"] == alone["rows"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("features maids --feature zero", "feature 'zero': not among these rules of maids "
         "(did you mean zero_nine?); they have: slackers, zero_nine"),
        ("slackers maids --set trick.slacker_ranks=[]", "feature 'slackers': not among these "
         "rules of maids; they have: zero_nine"),
        ("features maids --feature ,", "feature ''"),
    ],
)  # fmt: skip
def test_features_that_are_not_there(run: Run, line: str, message: str) -> None:
    outcome = run(*line.split())
    assert outcome.code == 2
    assert message in outcome.err
    assert outcome.out == ""


def test_the_games_of_a_run_are_played_again(run: Run) -> None:
    batch = (*BATCH, "--strategy", "greedy,random,random")
    assert run("simulate", "maids", *batch, "--out", "run").code == 0
    played = run("slackers", "maids", *batch, "--json")
    assert run("slackers", "maids", "--from", "run", "--json").out == played.out
    other = run("slackers", "maids", "--from", "run", "--seed", 6)
    assert other.code == 2
    assert "seed = 6: the run in run has 3" in other.err


def test_jobs_do_not_matter(run: Run) -> None:
    one, two = (
        run("features", "maids", "--games", 700, "--jobs", jobs, "--json") for jobs in (1, 2)
    )
    assert one.out == two.out


def test_until_a_flag_is_known(run: Run) -> None:
    result = run("slackers", "maids", "--until", "flag[all]=4", "--games", 20_000, "--json").json
    [row] = [r for r in result["rows"] if (r["question"], r["subject"]) == ("flag", "all")]
    assert (row["high"] - row["low"]) / 2 <= 4
    assert result["meta"]["command"] == "slackers"
    assert result["meta"]["until"]["reached"]
    assert result["meta"]["games"] < 20_000


def test_the_table_for_people(run: Run) -> None:
    lines = run("features", "maids", "--games", 400).out.splitlines()
    assert lines[3].split() == ["feature", "question", "subject", "value", "n"]
    assert " pp ± " in lines[5]
    assert " points ± " in lines[6]
    assert any(" a round ± " in line for line in lines)
    assert any(" % ± " in line for line in lines)


def test_every_question_has_a_definition(run: Run) -> None:
    rows: Any = run("metrics", "--json").json["rows"]
    defined = {row["metric"] for row in rows if row["command"] == "features" and row["definition"]}
    found = {row["question"] for row in run("features", "maids", *BATCH, "--json").json["rows"]}
    assert found == defined


def test_the_python_calls() -> None:
    result = analyser.features("maids", games=40, players=2, feature=["zero_nine"])
    assert result.rows.columns.tolist() == COLUMNS
    assert set(result.rows["feature"]) == {"zero_nine"}
    assert set(analyser.slackers("maids", games=40).rows["feature"]) == {"slackers"}
    with pytest.raises(analyser.InputError, match="feature = 3: must be names like"):
        analyser.features("maids", feature=3)
