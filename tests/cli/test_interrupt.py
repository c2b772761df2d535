"""Ctrl-C and other ends: work is saved, the exit code says how it went, no traceback."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from .conftest import Outcome

ANALYSER = [sys.executable, "-m", "analyser"]


def interrupted_simulate(folder: Path, kill: int) -> subprocess.CompletedProcess[str]:
    """A run of 100,000 games that gets a signal as soon as its ledger exists."""
    command = ["simulate", "maids", "--games", "100k", "--jobs", "1", "--out", "my run"]
    with subprocess.Popen(
        [*ANALYSER, *command], cwd=folder, text=True, stdout=-1, stderr=-1
    ) as process:
        deadline = time.monotonic() + 60
        while not (folder / "my run/run.json").exists():
            assert time.monotonic() < deadline
            time.sleep(0.005)
        process.send_signal(kill)
        out, err = process.communicate(timeout=60)
    return subprocess.CompletedProcess(command, process.returncode, out, err)


def test_ctrl_c_saves_and_says_how_to_go_on(run: Callable[..., Outcome], tmp_path: Path) -> None:
    ended = interrupted_simulate(tmp_path, signal.SIGINT)
    assert ended.returncode == 130
    assert ended.stdout == ""
    saved, _, command = ended.stderr.strip().splitlines()[-1].partition(" resume with: analyser ")
    assert saved == "Interrupted; finished work is saved;"
    assert "Traceback" not in ended.stderr
    assert run("runs", "list", "--json").json["rows"][0]["state"] == "unfinished"
    assert run("bids", "maids", "--from", "my run").code == 2
    assert run(*shlex.split(command)).code == 0
    undisturbed = run("bids", "maids", "--games", "100k", "--json").out
    assert run("bids", "maids", "--from", "my run", "--json").out == undisturbed


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL on this system")
def test_a_killed_run_resumes(run: Callable[..., Outcome], tmp_path: Path) -> None:
    assert interrupted_simulate(tmp_path, signal.SIGKILL).returncode == -signal.SIGKILL
    assert run("runs", "resume", "my run").code == 0
    assert run("runs", "list", "--json").json["rows"][0]["state"] == "finished"


@contextmanager
def _ctrl_c_after_the_first_chunk(*, quiet: bool) -> Iterator[Callable[[int, int], None]]:
    def tick(done: int, games: int) -> None:
        if done:
            raise KeyboardInterrupt

    yield tick


@pytest.mark.parametrize("command", ["bids", "balance"])
def test_an_interrupted_analysis_goes_on(
    run: Callable[..., Outcome], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    line = (command, "maids", "--games", "200", "--jobs", "1", "--json")
    undisturbed = run(*line)
    with monkeypatch.context() as patch:
        patch.setattr(f"analyser.cli.{command}.progress", _ctrl_c_after_the_first_chunk)
        outcome = run(*line)
    assert (outcome.code, outcome.out) == (130, "")
    assert outcome.err.strip().endswith("resume with: analyser " + shlex.join(line))
    [saved] = (tmp_path / "cache").iterdir()
    assert run(*line).out == undisturbed.out
    assert not saved.exists()


def test_an_interrupted_analysis_says_if_nothing_is_saved(
    run: Callable[..., Outcome], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cache").write_text("a file where a folder should be")
    monkeypatch.setattr("analyser.cli.bids.progress", _ctrl_c_after_the_first_chunk)
    outcome = run("bids", "maids", "--games", "1000", "--jobs", "1")
    assert outcome.code == 130
    assert "finished work is saved" not in outcome.err
    assert "unfinished work is not saved: " in outcome.err


def test_a_closed_pipe_is_quiet(tmp_path: Path) -> None:
    command = [*ANALYSER, "replay", "maids", "--count", "200", "--json"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=-1, stderr=-1) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full on this system")
def test_a_full_disk_is_one_line(tmp_path: Path) -> None:
    with open("/dev/full", "w") as full:
        ended = subprocess.run(
            [*ANALYSER, "games"], cwd=tmp_path, stdout=full, stderr=-1, text=True, check=False
        )
    assert (ended.returncode, ended.stderr) == (1, "Error: No space left on device\n")
