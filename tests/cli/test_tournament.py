"""`analyser tournament`, end to end."""

from __future__ import annotations

import csv
import io
import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import analyser
from analyser.report.words import columns

from .conftest import Outcome

Run = Callable[..., Outcome]

LINE = ("tournament", "maids", "--strategies", "greedy,random", "--games", 60)
ESTIMATES = ("win_share", "win_share_fair", "edge", "score_difference")
GAINS = ("win_share_gain", "score_difference_gain")


def test_a_row_for_each_ordered_pair(run: Run) -> None:
    result = run(*LINE, "--json").json
    assert [[row["a"], row["b"]] for row in result["rows"]] == [
        ["greedy", "random"],
        ["random", "greedy"],
    ]
    names = [name for estimate in ESTIMATES for name in columns(estimate)]
    gains = [name for gain in GAINS for name in columns(gain)]
    for row in result["rows"]:
        assert list(row) == ["a", "b", "n", *names, "p_adjusted", *gains]
        assert row["n"] == 60
        assert row["win_share_fair"] == pytest.approx(1 / 3)
        assert row["edge"] == pytest.approx(row["win_share"] - row["win_share_fair"])
    better, worse = result["rows"]
    assert better["edge_low"] > 0 > worse["edge_high"]
    assert better["score_difference_low"] > 0 > worse["score_difference_high"]
    assert max(better["p_adjusted"], worse["p_adjusted"]) < 0.05
    meta = result["meta"]
    assert meta["strategies"] == ["greedy", "random"]
    assert (meta["games"], meta["seatings"], meta["rounds"]) == (60, 6, 60 * 6 * 3)
    assert [row["strategy"] for row in meta["ratings"]] == ["greedy", "random"]
    assert meta["ratings"][0]["rating_low"] > 0


@pytest.mark.parametrize(("players", "seatings"), [(2, 4), (4, 2)])
def test_other_player_counts(run: Run, players: int, seatings: int) -> None:
    result = run(*LINE, "--players", players, "--json").json
    assert result["meta"]["seatings"] == seatings  # with Clara also greedy and random by themselves
    better, worse = result["rows"]
    assert better["score_difference"] == -worse["score_difference"]
    fair = better["win_share_fair"], better["win_share_fair_low"]
    assert (fair[0] < 0.5 and fair[1] < fair[0]) if players == 2 else fair == (0.5, 0.5)


def test_it_against_itself(run: Run) -> None:
    line = ("tournament", "maids", "--strategies", "greedy,greedy", "--games", 40)
    [row] = run(*line, "--json").json["rows"]
    assert (row["edge"], row["edge_low"], row["score_difference_high"]) == (0, 0, 0)
    assert row["win_share"] == row["win_share_fair"]
    assert run(*line).code == 0


FIRST_CARD = """
class First:
    def __init__(self, rules):
        self.act = self.play = self.play_clara = lambda view, *rest: rest[-2][0]
"""


def test_bots_take_part(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bots.py").write_text(FIRST_CARD)
    line = ("tournament", "maids", "--strategies", "random, bots.py:First", "--games", 3, "--json")
    result = run(*line).json
    assert [row["b"] for row in result["rows"]] == ["bots.py:First", "random"]
    assert list(result["meta"]["bots"]) == [f"{tmp_path / 'bots.py'}:First"]
    assert {row["strategy"] for row in result["meta"]["ratings"]} == {"random", "bots.py:First"}
    assert run(*line, "--jobs", 1).json == result


def test_csv_has_the_rows_of_json(run: Run) -> None:
    rows = run(*LINE, "--json").json["rows"]
    table = list(csv.DictReader(io.StringIO(run(*LINE, "--csv").out)))
    assert [{name: row[name] for name in ("a", "b")} for row in table] == [
        {name: row[name] for name in ("a", "b")} for row in rows
    ]
    assert [float(row["edge"]) for row in table] == [row["edge"] for row in rows]


def test_the_table_for_people(run: Run) -> None:
    lines = run(*LINE).out.splitlines()
    assert lines[0] == (
        "maids:standard, 3 players, greedy, random: 60 deals in 6 seatings, 1,080 rounds, seed 0"
    )
    assert lines[1].endswith("95 % intervals by deal")
    assert lines[3].split() == ["a", "b", "n", *ESTIMATES, "p_adjusted", *GAINS]
    assert lines[5].count(" pp ± ") == 1
    assert "< 0.001" in lines[5]
    assert lines[8].startswith("Ratings (Plackett and Luce)")
    assert lines[12].split()[0] == "greedy"
    assert lines[15].startswith("Duplicate play: 180 games of a pair on 60 deals tell as much as ")


def test_jobs_and_seeds(run: Run) -> None:
    one = run(*LINE, "--jobs", 1, "--json")
    assert run(*LINE, "--jobs", 2, "--json").out == one.out
    assert run(*LINE, "--seed", 1, "--json").json["rows"] != one.json["rows"]


@pytest.mark.parametrize("suffix", ["png", "pdf", "svg"])
def test_a_picture(run: Run, tmp_path: Path, suffix: str) -> None:
    picture = tmp_path / f"who.{suffix}"
    contents = []
    for _ in range(2):
        assert run(*LINE, "--picture", picture).code == 0
        contents.append(picture.read_bytes())
    assert contents[0] == contents[1]
    start = {"png": b"\x89PNG", "pdf": b"%PDF", "svg": b"<?xml"}[suffix]
    assert contents[0].startswith(start)
    if suffix == "svg":
        assert b"greedy" in contents[0]


@contextmanager
def _ctrl_c_after_the_first_chunk(*, quiet: bool) -> Iterator[Callable[[int, int], None]]:
    def tick(done: int, games: int) -> None:
        if done:
            raise KeyboardInterrupt

    yield tick


def test_an_interrupted_tournament_goes_on(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = [*map(str, LINE), "--jobs", "1", "--json"]
    undisturbed = run(*line)
    with monkeypatch.context() as patch:
        patch.setattr("analyser.cli.tournament.progress", _ctrl_c_after_the_first_chunk)
        outcome = run(*line)
    assert (outcome.code, outcome.out) == (130, "")
    assert outcome.err.strip().endswith("resume with: analyser " + shlex.join(line))
    [saved] = (tmp_path / "cache").iterdir()
    other = run(*line[:3], "random,greedy", *line[4:])
    assert saved.exists(), "another tournament has a checkpoint of its own"
    assert other.code == 0
    assert run(*line).out == undisturbed.out
    assert not saved.exists()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("maids", "Missing option '--strategies'"),
        ("maids --strategies greedy", "strategies = 'greedy': must be at least two strategies"),
        ("maids --strategies greedy,gredy", "strategy 'gredy' is unknown (did you mean greedy?)"),
        ("maids --strategies greedy,", "strategy '' has no name: a comma too many?"),
        ("whist --strategies greedy,random", "'whist'"),
        ("maids --strategies greedy,random --players 5", "players = 5"),
        ("maids --strategies greedy,random --games 0", "--games"),
        ("maids --strategies greedy,random --jobs 0", "--jobs"),
        ("maids --strategies greedy,random --json --csv", "exclude each other"),
        ("maids --strategies greedy,random --set game.rounds=0", "game.rounds"),
        ("maids --strategies greedy,random --picture a.jpg", "a.jpg: must end in .pdf, .png"),
        ("maids --strategies greedy,random --picture no/a.png", "no/a.png: the folder "),
        ("maids --strategy greedy", "--strategy"),
    ],
)  # fmt: skip
def test_bad_input(run: Run, line: str, message: str) -> None:
    outcome = run("tournament", *line.split())
    assert outcome.code == 2
    assert message in outcome.err
    assert outcome.err.count("\n") == 1
    assert outcome.out == ""


def test_every_estimate_has_a_definition(run: Run) -> None:
    rows: Any = run("metrics", "--json").json["rows"]
    defined = [row["metric"] for row in rows if row["command"] == "tournament"]
    assert defined == [*ESTIMATES, *GAINS, "rating"]


def test_the_python_call() -> None:
    result = analyser.tournament("maids", strategies=["greedy", "random"], games=10, players=2)
    assert result.rows["n"].tolist() == [10, 10]
    assert result.rows["edge_low"].isna().all()
    for wrong, said in ((3, "3"), (["greedy", 3], "3"), (["greedy"], "['greedy']")):
        with pytest.raises(analyser.InputError) as caught:
            analyser.tournament("maids", strategies=wrong)  # type: ignore[arg-type]
        assert str(caught.value) == (
            f"strategies = {said}: must be at least two strategies, like greedy,random"
        )
