"""What commands print: JSON and CSV as the contract fixes them, tables for people."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import analyser

from .conftest import Outcome

Run = Callable[..., Outcome]
META = {
    "command",
    "game",
    "variant",
    "rules",
    "rules_digest",
    "players",
    "strategies",
    "seed",
    "games",
    "rounds",
    "version",
    "assumed",
}
ROUND = {
    "game": "maids",
    "players": 3,
    "bids": [4, 3, 0],
    "appeals": [2, 0, 1],
    "accepted": [3, 2, 1],
    "completed": [3, 2, 0],
}


def test_games(run: Run) -> None:
    [maids] = [game for game in run("games", "--json").json["games"] if game["game"] == "maids"]
    assert maids.keys() == {"game", "title", "players", "variants", "strategies"}
    assert maids["players"] == [2, 3, 4]
    assert {"name": "standard", "players": [2, 3, 4]} in maids["variants"]
    ladder = {strategy["name"]: strategy["ladder"] for strategy in maids["strategies"]}
    assert ladder["random"] < ladder["greedy"]
    table = run("games").out
    assert "Clumsy Room Maids" in table
    assert "first_to_100" in table


def test_games_shows_certificates(run: Run) -> None:
    [maids] = [game for game in run("games", "--json").json["games"] if game["game"] == "maids"]
    [greedy] = [s for s in maids["strategies"] if s["name"] == "greedy"]
    certified = {(c["variant"], c["players"]): c for c in greedy["certificates"]}
    assert {("standard", players) for players in (2, 3, 4)} <= set(certified)
    above = certified["standard", 3]["above"]
    assert (above["a"], above["b"]) == ("greedy", "random")
    assert 0 < above["edge_low"] <= above["edge"] <= above["edge_high"]
    digest = run("rules", "show", "maids", "--players", 3, "--json").json["rules_digest"]
    assert certified["standard", 3]["rules_digest"] == digest
    points = round(above["score_difference"])
    line = next(
        line
        for line in run("games").out.splitlines()
        if re.match(r"greedy among random +standard +3 ", line)
    )
    assert f" {points} points ± " in line
    assert f" {above['n']:,} " in line


@pytest.mark.parametrize("command", ["bids", "balance"])
def test_every_estimate_has_a_definition(run: Run, command: str) -> None:
    defined = {
        row["metric"]
        for row in run("metrics", "--json").json["rows"]
        if row["command"] == command and row["unit"] and row["definition"] and row["interval"]
    }
    # Clara has metrics of her own, and so have games of unequal length.
    line = (command, "maids:first_to_100", "--players", 2, "--games", 100, "--json")
    rows = run(*line).json["rows"]
    names = {row["metric"] for row in rows} if command == "balance" else set(rows[0])
    found = {name for name in names if f"{name}_low" in names or command == "balance"}
    assert found == defined


def test_bids_json(run: Run) -> None:
    result = run("bids", "maids", "--games", 200, "--seed", 7, "--by", "trump,bid", "--json").json
    assert result.keys() == {"meta", "rows"}
    meta = result["meta"]
    assert meta.keys() >= META
    assert (meta["command"], meta["games"], meta["rounds"], meta["seed"]) == ("bids", 200, 600, 7)
    assert meta["rules"]["trick.slacker_ranks"] == [6]
    assert meta["strategies"] == ["planner"] * 3
    for row in result["rows"]:
        estimates = ("success", "points", "margin")
        bounds = {f"{name}_{bound}" for name in estimates for bound in ("low", "high")}
        assert row.keys() == {"trump", "bid", "n", *estimates, *bounds}
        assert isinstance(row["bid"], int)
        assert row["trump"] in {"purple", "orange", "none"}
    assert sum(row["n"] for row in result["rows"]) == 200 * 3 * 3


def test_balance_json(run: Run) -> None:
    result = run("balance", "maids", "--players", 2, "--games", 200, "--json").json
    assert result["meta"].keys() >= META
    assert all(
        row.keys() == {"metric", "subject", "value", "low", "high", "n"} for row in result["rows"]
    )
    shares = {r["subject"]: r["value"] for r in result["rows"] if r["metric"] == "win_share"}
    assert list(shares) == [0, 1, "clara"]
    assert sum(shares.values()) == pytest.approx(1)


def test_csv_has_the_rows_of_json(run: Run) -> None:
    command = ("bids", "maids", "--games", 100)
    rows = run(*command, "--json").json["rows"]
    table = list(csv.DictReader(io.StringIO(run(*command, "--csv").out)))
    assert [{k: float(v) if v else None for k, v in row.items()} for row in table] == rows


def test_table_says_what_it_rests_on(run: Run) -> None:
    text = run("bids", "maids", "--games", 500, "--seed", 3).out
    digest = run("rules", "show", "maids", "--json").json["rules_digest"]
    for part in ("maids:standard, 3 players, planner", "500 games, 1,500 rounds, seed 3", digest):
        assert part in text
    assert re.search(r"\d %\s± \d", text)
    assert re.search(r"\d points\s± \d", text)


def test_estimates_from_too_few_games_are_not_printed(run: Run) -> None:
    lines = run("bids", "maids", "--games", 5).out.splitlines()
    assert lines[-1].count("too few games") == 3
    assert "%" not in lines[-1]


def test_from_a_run_directory_gives_the_same(run: Run) -> None:
    batch = ("--games", 300, "--seed", 5, "--strategy", "greedy,random,random")
    assert run("simulate", "maids", *batch, "--out", "run").code == 0
    played = run("bids", "maids", *batch, "--json")
    assert run("bids", "maids", "--from", "run", "--json").out == played.out
    assert run("bids", "maids", "--from", "run", *batch, "--json").out == played.out


def test_balance_from_a_run_directory_gives_the_same_but_for_what_needs_play(run: Run) -> None:
    batch = ("--games", 300, "--seed", 5, "--strategy", "greedy,random,random")
    assert run("simulate", "maids", *batch, "--out", "run").code == 0
    played = run("balance", "maids", *batch, "--forks", 50, "--json").json
    read = run("balance", "maids", "--from", "run", "--json").json
    assert {**read["meta"], "forks": 50} == played["meta"]
    metrics = {row["metric"] for row in read["rows"]}
    assert {"dead_share", "duration"} <= metrics
    assert "bid_menu" not in metrics
    assert [row for row in played["rows"] if row["metric"] in metrics] == read["rows"]


def test_the_length_of_a_game_is_proportional_to_the_seconds_of_a_decision(run: Run) -> None:
    line = ("balance", "maids", "--games", 100, "--forks", 1, "--json")
    ten, five = (run(*line, *more).json for more in ((), ("--seconds", 5)))
    minutes = [
        [row["value"] for row in result["rows"] if row["metric"] == "duration"]
        for result in (ten, five)
    ]
    assert minutes[0] == pytest.approx([2 * minutes[1][0]])
    assert (ten["meta"]["seconds"], five["meta"]["seconds"]) == (10, 5)


def test_jobs_do_not_matter(run: Run) -> None:
    line = ("balance", "maids", "--games", 500, "--forks", 200, "--json")
    one, two = (run(*line, "--jobs", jobs) for jobs in (1, 2))
    assert one.out == two.out


def test_rules_show_is_a_rules_file(run: Run, tmp_path: Path) -> None:
    shown = run("rules", "show", "maids", "--players", 4, "--set", "trick.slacker_ranks=[5, 6]")
    (tmp_path / "mine.toml").write_text(shown.out)
    assert "valid rules of maids for 4 players" in run("rules", "check", "mine.toml").out
    assert run("rules", "diff", "maids", "mine.toml", "--players", 4, "--json").json == [
        {"key": "trick.slacker_ranks", "a": [6], "b": [5, 6]}
    ]
    assert run("rules", "diff", "maids:mine.toml", "mine.toml").out == "no difference\n"


def test_rules_check_needs_no_game(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bare.toml").write_text("[trick]\nslacker_ranks = [5]\n")
    found = run("rules", "check", "bare.toml", "--json").json
    assert (found["game"], found["players"]) == ("maids", [2, 3, 4])


def test_rules_diff_for_people(run: Run) -> None:
    table = run("rules", "diff", "maids", "maids:first_to_100").out
    assert re.search(r"game.end_score +0 +100", table)


def test_score_answers_each_object_in_order(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = {
        "points": [3, 12, 51],
        "successful": [False, False, True],
        "components": {
            "accepted": [3, 2, 1],
            "bid": [0, 0, 30],
            "appeal_success": [0, 0, 10],
            "appeal_failure": [0, 10, 10],
        },
    }
    other = ROUND | {"appeals": [0, 0, 0]}
    (tmp_path / "one.json").write_text(json.dumps(ROUND, indent=2))
    assert run("score", "one.json", "--json").json == answer
    (tmp_path / "two.jsonl").write_text(f"{json.dumps(other)}\n\n{json.dumps(ROUND)}\n")
    first, second = run("score", "two.jsonl", "--json").out.splitlines()
    assert json.loads(first)["points"] == [3, 2, 31]
    assert json.loads(second) == answer
    piped = io.TextIOWrapper(io.BytesIO(json.dumps(ROUND).encode()))
    monkeypatch.setattr("sys.stdin", piped)
    assert run("score", "-", "--json").json == answer
    assert "points: 3  12  51" in run("score", "one.json").out


def test_replay_shows_the_games_of_the_batch(run: Run) -> None:
    records = analyser.simulate("maids", games=40, seed=9)
    assert isinstance(records, pd.DataFrame)
    lines = run("replay", "maids", "--seed", 9, "--game", 30, "--count", 3, "--json").out
    transcripts = [json.loads(line) for line in lines.splitlines()]
    assert [transcript["index"] for transcript in transcripts] == [30, 31, 32]
    for transcript in transcripts:
        rows = records[records["game"] == transcript["index"]]
        told = [total for round_ in transcript["rounds"] for total in round_["totals"]]
        assert told == rows["total"].tolist()


def test_replay_where_finds_the_first_games(run: Run) -> None:
    records = analyser.simulate("maids", games=500, seed=2)
    assert isinstance(records, pd.DataFrame)
    rows = records[(records["bid"] == 0) & (records["accepted"] >= 2)]
    expected = rows["game"].unique()[:3].tolist()
    assert expected
    command = ("replay", "maids", "--seed", 2, "--games", 500, "--count", 3)
    lines = run(*command, "--where", "bid==0 and accepted>=2", "--json").out.splitlines()
    assert [json.loads(line)["index"] for line in lines] == expected


def test_replay_for_people(run: Run) -> None:
    text = run("replay", "maids", "--count", 2).out
    assert "game 0" in text
    assert "game 1" in text
    assert "Round 3" in text


def test_simulate_writes_records(run: Run, tmp_path: Path) -> None:
    batch = ("simulate", "maids", "--games", 50, "--seed", 1)
    done = run(*batch, "--out", "run", "--records", "a.csv", "--json").json
    assert done["rows"] == [{"out": "run", "records": "a.csv", "games": 50, "played": 50}]
    assert "already finished, 50 in all" in run(*batch, "--out", "run").out
    assert run(*batch, "--records", "b.parquet").code == 0
    assert run("runs", "export", "run").out == "run/records.csv\n"
    expected = analyser.simulate("maids", games=50, seed=1)
    assert isinstance(expected, pd.DataFrame)
    expected = expected.astype({"trump": str})
    frames = [pd.read_csv(tmp_path / "a.csv", keep_default_na=False)]
    frames += [pd.read_csv(tmp_path / "run/records.csv", keep_default_na=False)]
    frames += [pd.read_parquet(tmp_path / "b.parquet")]
    for frame in frames:
        pd.testing.assert_frame_equal(frame, expected, check_dtype=False)
    columns = ["game", "round", "side", "trump", "starter", "led", "bid", "appeals"]
    assert expected.columns[:12].tolist() == [*columns, "accepted", "completed", "points", "total"]


def test_runs_list(run: Run) -> None:
    assert run("runs", "list").out == "no run directories in .\n"
    run("simulate", "maids", "--games", 50, "--out", "run")
    [row] = run("runs", "list", "--json").json["rows"]
    assert (row["run"], row["state"], row["done"], row["games"]) == ("run", "finished", 50, 50)
    assert "already finished" in run("runs", "resume", "run").out
    assert "finished" in run("runs", "list").out


def test_bench_checksums_are_fixed(run: Run) -> None:
    tables: list[Any] = [run("bench", "--seconds", 0.01, "--json").json["rows"] for _ in range(2)]
    first, second = ({row["name"]: row["checksum"] for row in table} for table in tables)
    assert first == second
    assert len(set(first.values())) == len(first) >= 6
    assert all(row["rate"] > 0 and row["unit"] == "rounds/s" for row in tables[0])
