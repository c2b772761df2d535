"""`analyser bounds`: its rows, special rules, the games of a run played again, bad input."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from typing import Any

import pytest

import analyser

from .conftest import Outcome

Run = Callable[..., Outcome]

SHARES = ("success", "forceable", "clairvoyant", "possible")
CHANGES = ("gained", "lost", "net")
BATCH = ("--games", 40, "--seed", 3)


def columns(*names: str) -> list[str]:
    return [name + bound for name in names for bound in ("", "_low", "_high")]


def test_rows(run: Run) -> None:
    result = run("bounds", "maids", *BATCH, "--json").json
    meta = result["meta"]
    assert (meta["command"], meta["games"], meta["rounds"]) == ("bounds", 40, 120)
    assert all(list(row) == ["bid", "n", *columns(*SHARES)] for row in result["rows"])
    whole, *rows = result["rows"]
    assert whole["bid"] is None
    assert whole["n"] == sum(row["n"] for row in rows) == 360
    for row in result["rows"]:
        assert row["forceable"] <= row["clairvoyant"] <= row["possible"]
        assert row["success"] <= row["clairvoyant"]
    for name in SHARES:
        assert whole[f"{name}_low"] < whole[name] < whole[f"{name}_high"]
        assert sum(row[name] * row["n"] for row in rows) == pytest.approx(360 * whole[name])


def test_success_is_that_of_the_bids(run: Run) -> None:
    [_, *rows] = run("bounds", "maids", *BATCH, "--json").json["rows"]
    bids = run("bids", "maids", *BATCH, "--json").json["rows"]
    assert [(row["bid"], row["n"], row["success"]) for row in rows] == [
        (row["bid"], row["n"], row["success"]) for row in bids
    ]


def test_what_special_rules_did(run: Run) -> None:
    batch = ("bounds", "maids", *BATCH, "--feature")
    rows = run(*batch, "zero_nine, slackers", "--json").json["rows"]
    assert all(list(row) == ["feature", "question", "bid", "n", *columns(*CHANGES)] for row in rows)
    assert list(dict.fromkeys(row["feature"] for row in rows)) == ["zero_nine", "slackers"]
    assert {row["question"] for row in rows} == {"forceable", "possible"}
    for row in rows:
        assert row["net"] == pytest.approx(row["gained"] - row["lost"])
    own = [row for row in rows if row["feature"] == "slackers"]
    assert run(*batch, "slackers", "--json").json["rows"] == own


@pytest.mark.parametrize("players", [2, 4])
def test_other_player_counts(run: Run, players: int) -> None:
    rows = run("bounds", "maids", "--players", players, "--games", 10, "--json").json["rows"]
    assert rows[0]["n"] == 60  # two players, Clara being nobody, or two teams


def test_csv_has_the_rows_of_json(run: Run) -> None:
    rows = run("bounds", "maids", *BATCH, "--json").json["rows"]
    table = list(csv.DictReader(io.StringIO(run("bounds", "maids", *BATCH, "--csv").out)))
    assert [row["bid"] for row in table][:2] == ["", str(rows[1]["bid"])]
    assert [float(row["clairvoyant"]) for row in table] == [row["clairvoyant"] for row in rows]


def test_the_table_for_people(run: Run) -> None:
    lines = run("bounds", "maids", *BATCH).out.splitlines()
    assert lines[3].split() == ["bid", "n", *SHARES]
    assert lines[5].count(" %") == 4
    lines = run("bounds", "maids", *BATCH, "--feature", "slackers").out.splitlines()
    assert lines[3].split() == ["feature", "question", "bid", "n", *CHANGES]
    assert " pp ± " in lines[5]


def test_the_games_of_a_run_are_played_again(run: Run) -> None:
    batch = ("--games", 10, "--seed", 5, "--strategy", "greedy,random,random")
    assert run("simulate", "maids", *batch, "--out", "run").code == 0
    played = run("bounds", "maids", *batch, "--json")
    assert run("bounds", "maids", "--from", "run", "--json").out == played.out
    other = run("bounds", "maids", "--from", "run", "--seed", 6)
    assert other.code == 2
    assert "seed = 6: the run in run has 5" in other.err


def test_jobs_do_not_matter(run: Run) -> None:
    one, two = (run("bounds", "maids", "--games", 300, "--jobs", jobs, "--json") for jobs in (1, 2))
    assert one.out == two.out


def test_until_a_bound_is_known(run: Run) -> None:
    target = ("--until", "forceable[bid=2]=0.05", "--games", 3000, "--players", 2)
    result = run("bounds", "maids", *target, "--json").json
    [row] = [row for row in result["rows"] if row["bid"] == 2]
    assert (row["forceable_high"] - row["forceable_low"]) / 2 <= 0.05
    assert result["meta"]["until"]["reached"]


def test_until_what_a_rule_did_is_known(run: Run) -> None:
    target = ("--feature", "slackers", "--until", "gained[question=forceable]=0.05")
    until = run("bounds", "maids", *target, "--games", 3000, "--json").json["meta"]["until"]
    assert until["cell"] == {"question": "forceable"}
    assert until["reached"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("bounds whist", "'whist'"),
        ("bounds maids --games 0", "--games"),
        ("bounds maids --feature zero", "feature 'zero': not among these rules of maids "
         "(did you mean zero_nine?); they have: slackers, zero_nine"),
        ("bounds maids --feature slackers --set trick.slacker_ranks=[]", "feature 'slackers': "
         "not among these rules of maids; they have: zero_nine"),
        ("bounds maids --feature slackers,slackers", "feature 'slackers': named twice"),
        ("bounds maids --until forcable=0.1", "unknown metric forcable (did you mean forceable?)"),
        ("bounds maids --strategy greedi", "strategy 'greedi' is unknown"),
        ("bounds maids --json --csv", "--json and --csv exclude each other"),
    ],
)  # fmt: skip
def test_bad_input(run: Run, line: str, message: str) -> None:
    outcome = run(*line.split())
    assert outcome.code == 2
    assert message in outcome.err
    assert outcome.err.count("\n") == 1
    assert outcome.out == ""


def test_every_estimate_has_a_definition(run: Run) -> None:
    rows: Any = run("metrics", "--json").json["rows"]
    assert [row["metric"] for row in rows if row["command"] == "bounds"] == [*SHARES, *CHANGES]


def test_the_python_call() -> None:
    result = analyser.bounds("maids", games=10, players=2)
    assert result.rows.columns.tolist() == ["bid", "n", *columns(*SHARES)]
    turned = analyser.bounds("maids", games=10, players=2, feature=["slackers"])
    assert set(turned.rows["feature"]) == {"slackers"}
    for wrong in (3, ["slackers", 3]):
        with pytest.raises(analyser.InputError, match="feature = 3: must be names like"):
            analyser.bounds("maids", feature=wrong)  # type: ignore[arg-type]
