"""`analyser cards`: its rows, and the games of a run played again."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable

import pytest

import analyser

from .conftest import Outcome

Run = Callable[..., Outcome]

SHARES = ("tricks", "success", "held", "passed", "bid")
COLUMNS = [
    "card", "trump", "value", "low", "high",
    *(name + bound for name in SHARES for bound in ("", "_low", "_high")), "n",
]  # fmt: skip


def test_rows(run: Run) -> None:
    result = run("cards", "maids", "--games", 200, "--seed", 3, "--json").json
    assert result["meta"]["command"] == "cards"
    rows = result["rows"]
    assert all(list(row) == COLUMNS for row in rows)
    assert {row["card"] for row in rows} == {
        f"{suit}{rank}" for suit in "POB" for rank in (0, 2, 3, 4, 5, 6, 7, 8, 9)
    }
    relations = [(row["card"][0], row["trump"]) for row in rows]
    # Blue is never trump. Each card has its rounds of no trump, and those of other trumps.
    assert {pair: relations.count(pair) for pair in relations} == {
        (suit, trump): 9
        for suit in "POB"
        for trump in (True, False, None)
        if (suit, trump) != ("B", True)
    }
    for row in rows:
        assert row["n"] == (400 if row["card"][0] == "B" and row["trump"] is False else 200)
        assert row["held"] + row["passed"] + row["bid"] == pytest.approx(1)
        assert row["low"] < row["value"] < row["high"]
    # Every trick is won by one card, and every card is drawn.
    assert sum(row["tricks"] * row["n"] for row in rows) == pytest.approx(6 * 600)
    assert sum(row["success"] * row["n"] for row in rows) > 0
    none = [row["value"] for row in rows if row["trump"] is None]
    assert sum(none) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("players", [2, 4])
def test_other_player_counts(run: Run, players: int) -> None:
    rows = run("cards", "maids", "--players", players, "--games", 60, "--json").json["rows"]
    # Of 27 cards the players draw 18 with two; of 30 all with four.
    assert sum(row["n"] for row in rows) == 180 * (18 if players == 2 else 30)
    assert len({row["card"] for row in rows}) == (27 if players == 2 else 30)


def test_csv_has_the_rows_of_json(run: Run) -> None:
    command = ("cards", "maids", "--games", 100)
    rows = run(*command, "--json").json["rows"]
    table = list(csv.DictReader(io.StringIO(run(*command, "--csv").out)))
    words = {True: "true", False: "false", None: ""}
    assert [row["trump"] for row in table] == [words[row["trump"]] for row in rows]
    assert [float(row["value"]) for row in table] == [row["value"] for row in rows]


def test_the_table_for_people(run: Run) -> None:
    lines = run("cards", "maids", "--games", 500).out.splitlines()
    assert lines[3].split() == ["card", "trump", "value", *SHARES, "n"]
    assert " points ± " in lines[5]
    assert " % ± " in lines[5]


def test_a_single_game_is_enough(run: Run) -> None:
    rows = run("cards", "maids", "--games", 1, "--json").json["rows"]
    assert all(row["value"] is None and row["low"] is None for row in rows)
    assert run("cards", "maids", "--games", 1).code == 0


def test_the_games_of_a_run_are_played_again(run: Run) -> None:
    batch = ("--games", 300, "--seed", 5, "--strategy", "greedy,random,random")
    assert run("simulate", "maids", *batch, "--out", "run").code == 0
    played = run("cards", "maids", *batch, "--json")
    assert run("cards", "maids", "--from", "run", "--json").out == played.out
    assert run("cards", "maids", "--from", "run", *batch, "--json").out == played.out
    other = run("cards", "maids", "--from", "run", "--seed", 6)
    assert other.code == 2
    assert "seed = 6: the run in run has 5" in other.err


def test_until_a_card_is_known(run: Run) -> None:
    target = "value[card=P9,trump=null]=5"
    result = run("cards", "maids", "--until", target, "--games", 20_000, "--json").json
    [row] = [r for r in result["rows"] if (r["card"], r["trump"]) == ("P9", None)]
    assert (row["high"] - row["low"]) / 2 <= 5
    assert result["meta"]["until"]["reached"]
    assert result["meta"]["games"] < 20_000


def test_every_estimate_has_a_definition(run: Run) -> None:
    defined = [
        row["metric"] for row in run("metrics", "--json").json["rows"] if row["command"] == "cards"
    ]
    assert defined == ["value", *SHARES]


def test_the_python_call() -> None:
    result = analyser.cards("maids", games=40, players=2)
    assert result.rows.columns.tolist() == COLUMNS
    assert {type(trump) for trump in result.rows["trump"]} == {bool, type(None)}
