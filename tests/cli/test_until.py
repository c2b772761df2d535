"""`--until`: what it prints and warns of, what it refuses, and that it goes on after Ctrl-C."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import analyser

from .conftest import Outcome


def test_a_result_tells_how_it_went(run: Callable[..., Outcome]) -> None:
    outcome = run("bids", "maids", "--until", "success[bid=2]=0.02", "--json")
    told = outcome.json["meta"]["until"]
    assert told["reached"] is True
    assert (told["metric"], told["cell"], told["halfwidth"]) == ("success", {"bid": 2}, 0.02)
    [row] = [row for row in outcome.json["rows"] if row["bid"] == 2]
    assert told["found"] == (row["success_high"] - row["success_low"]) / 2 <= 0.02
    assert told["expected"] / 2 < outcome.json["meta"]["games"] < 2 * told["expected"]
    assert outcome.json["meta"]["rounds"] == 3 * outcome.json["meta"]["games"]
    assert outcome.err == ""
    usual = run("bids", "maids", "--games", outcome.json["meta"]["games"], "--json").json
    assert "until" not in usual["meta"]
    for wide, narrow in zip(outcome.json["rows"], usual["rows"], strict=True):
        assert wide["success"] == narrow["success"]
        if wide["success_low"] is not None:
            assert wide["success_low"] < narrow["success_low"]


def test_a_table_names_the_cell(run: Callable[..., Outcome]) -> None:
    outcome = run(
        "balance", "maids", "--forks", 30, "--until", "win_share[0]=0.05", "--games", 2000
    )
    assert outcome.code == 0
    assert "win_share[subject=0] is known to ± 0.0" in outcome.out
    assert "± 0.05 was asked for; intervals are valid at every look" in outcome.out


def test_a_target_out_of_reach_is_a_warning(run: Callable[..., Outcome]) -> None:
    outcome = run("bids", "maids", "--until", "success[bid=2]=1e-5", "--games", 1000, "--json")
    assert outcome.json["meta"]["games"] == 1000
    assert outcome.json["meta"]["until"]["reached"] is False
    assert outcome.err.startswith("Warning: success[bid=2] is known to ± 0.0")
    assert outcome.err.endswith("± 1e-05 was asked for; give more --games.\n")
    assert outcome.err.count("\n") == 1


def test_too_few_games_for_an_interval_are_a_warning(run: Callable[..., Outcome]) -> None:
    outcome = run("balance", "maids", "--until", "fairness=1", "--games", 20, "--json")
    assert outcome.json["meta"]["until"]["found"] is None
    assert outcome.err.startswith("Warning: fairness is not known yet after 1 looks")


def test_results_do_not_depend_on_the_workers(run: Callable[..., Outcome]) -> None:
    line = ("bids", "maids", "--until", "margin[bid=3]=1", "--json")
    assert run(*line, "--jobs", 1).out == run(*line, "--jobs", 3).out


def test_the_python_call(run: Callable[..., Outcome]) -> None:
    line = ("bids", "maids", "--by", "led", "--until", "points[led=true]=0.5", "--json")
    found = analyser.bids("maids", by="led", until="points[led=true]=0.5")
    assert found.to_json() + "\n" == run(*line).out


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("bids maids --until success", ("until = 'success'", "METRIC=HALFWIDTH")),
        ("bids maids --until win_share=0.1", ("win_share", "success, points, margin")),
        ("bids maids --until success[bid=2]=0", ("half-width", "above 0")),
        ("bids maids --until success=0.1", ("7 rows", "[bid=0]")),
        ("bids maids --until success[trump=none]=0.1", ("trump", "bid")),
        ("bids maids --until success[bid=9]=0.1", ("2,000 games", "bid: 0, 1, 2, 3, 4, 5")),
        ("balance maids --games 2k --forks 9 --until win_share=0.1", ("3 rows", "[subject=0]")),
        ("balance maids --games 2k --forks 9 --until win_share[3]=0.1", ("2,000 games", "0, 1, 2")),
        ("bids maids --from run --until success[bid=2]=0.1", ("until", "run")),
    ],
)
def test_refused(run: Callable[..., Outcome], line: str, named: tuple[str, ...]) -> None:
    outcome = run(*shlex.split(line))
    assert outcome.code == 2, outcome.err
    assert outcome.out == ""
    assert outcome.err.startswith("Error: ")
    assert outcome.err.count("\n") == 1
    for word in named:
        assert word in outcome.err


@contextmanager
def _ctrl_c_after_some_looks(*, quiet: bool) -> Iterator[Callable[[int, int], None]]:
    def tick(done: int, games: int) -> None:
        if done > 1000:
            raise KeyboardInterrupt

    yield tick


def test_an_interrupted_analysis_goes_on(
    run: Callable[..., Outcome], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = ("bids", "maids", "--until", "success[bid=2]=0.02", "--jobs", "1", "--json")
    undisturbed = run(*line)
    with monkeypatch.context() as patch:
        patch.setattr("analyser.cli.bids.progress", _ctrl_c_after_some_looks)
        outcome = run(*line)
    assert (outcome.code, outcome.out) == (130, "")
    assert outcome.err.strip().endswith("resume with: analyser " + shlex.join(line))
    [saved] = (tmp_path / "cache").iterdir()
    assert run(*line[:3], "success[bid=2]=0.03", *line[4:]).out != undisturbed.out
    assert run(*line).out == undisturbed.out
    assert not saved.exists()
