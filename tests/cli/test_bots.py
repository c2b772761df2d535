"""Bots on the command line: wrong ones are one line on stderr, and runs know which one played."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from analyser.api.plans import make_plan
from analyser.core.errors import InputError

from .conftest import Outcome

BOT = """
class Bot:
    def __init__(self, rules):
        pass

    def act(self, view, card, legal, draw):
        return legal[0]

    def play(self, view, legal, draw):
        return legal[-1]
"""
TABLE = "--strategy", "bot.py:Bot,greedy,random", "--games", 8, "--jobs", 1

Run = Callable[..., Outcome]


@pytest.fixture
def bot(run: Run, tmp_path: Path) -> Path:
    """The file of a bot in the folder in which commands run."""
    path = tmp_path / "bot.py"
    path.write_text(BOT)
    return path


def test_a_bot_is_told_with_its_path_and_digest(run: Run, bot: Path) -> None:
    meta = run("bids", "maids", *TABLE, "--json").json["meta"]
    assert meta["strategies"] == [f"{bot}:Bot", "greedy", "random"]
    assert list(meta["bots"]) == [f"{bot}:Bot"]
    assert "bots" not in run("bids", "maids", "--games", 8, "--json").json["meta"]


def test_prints_of_a_bot_stay_out_of_the_results(run: Run, bot: Path) -> None:
    bot.write_text(BOT.replace("        pass", "        print('here I am')"))
    outcome = run("bids", "maids", *TABLE, "--json", "--quiet")
    assert json.loads(outcome.out)
    assert "here I am" in outcome.err


@pytest.mark.parametrize(
    ("strategy", "message"),
    [
        ("bot.py", "strategy 'bot.py': must name a class of the file, like bot.py:ClassName"),
        ("bot.py:", "must name a class of the file"),
        ("bot.py:Bot:64", "must name a class of the file"),
        ("bot.py:bot", "the file has no class bot (did you mean Bot?); it has: Bot"),
        ("bots.py:Bot", "bots.py: No such file or directory"),
        ("greedy,bot.py:Bot", "2 strategies given"),
        ("greedy:3", "strategy 'greedy:3': greedy has no parameters"),
    ],
)
def test_wrong_texts(run: Run, bot: Path, strategy: str, message: str) -> None:
    for command in (["bids"], ["simulate", "--out", "run"], ["replay"]):
        outcome = run(command[0], "maids", *command[1:], "--strategy", strategy)
        assert (outcome.code, outcome.out) == (2, "")
        assert message in outcome.err
        assert "Traceback" not in outcome.err


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("legal[-1]", "legal[6]", 10, "IndexError: tuple index out of range (seat 0, round 1 of"),
        ("legal[-1]", "99", 9, "Bot.play answered 99, must be one of"),
        ("def play", "def plays", 2, "class Bot has no method play (seat 0, round 1 of game"),
    ],
)
def test_wrong_bots(
    run: Run, bot: Path, jobs: int, old: str, new: str, line: int, message: str
) -> None:
    bot.write_text(BOT.replace(old, new))
    outcome = run("bids", "maids", *TABLE, "--jobs", jobs, "--quiet")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"Error: {bot}:{line}: {message}")
    assert len(outcome.err.splitlines()) == 1


def test_a_run_belongs_to_the_version_of_the_bot(run: Run, bot: Path) -> None:
    assert run("simulate", "maids", *TABLE, "--out", "run").code == 0
    first = run("bids", "maids", "--from", "run", "--json").out
    bot.write_text(BOT.replace("legal[-1]", "legal[0]"))
    again = run("simulate", "maids", *TABLE, "--out", "run")
    assert again.code == 2
    assert "holds another run: bots is" in again.err
    bot.unlink()
    assert run("bids", "maids", "--from", "run", "--json").out == first
    assert run("runs", "export", "run").code == 0


def test_an_unfinished_run_does_not_go_on_with_another_bot(
    run: Run, bot: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("analyser.batch.runner.FIRST_CHUNK", 1)
        patch.setattr("analyser.batch.rundir.pack", _pack_once())
        assert run("simulate", "maids", *TABLE, "--out", "run").code == 1
    assert run("runs", "list", "--json").json["rows"][0]["state"] == "unfinished"
    bot.write_text(BOT + "# changed\n")
    outcome = run("runs", "resume", "run")
    assert outcome.code == 2
    assert "bot.py:Bot': the file has changed since the run began" in outcome.err
    bot.write_text(BOT)
    assert run("runs", "resume", "run").code == 0


def _pack_once() -> Callable[..., bytes]:
    """Packs the first chunk only."""
    from analyser.batch import rundir

    pack, packed = rundir.pack, []

    def once(records: object) -> bytes:
        if packed:
            raise RuntimeError("that was all")
        packed.append(records)
        return pack(records)  # type: ignore[arg-type]

    return once


def test_a_plan_finds_the_same_bot_where_it_arrives(bot: Path) -> None:
    plan = make_plan("maids", strategy=f"{bot}:Bot")
    sent = pickle.dumps(plan)
    assert pickle.loads(sent) == plan
    bot.write_text(BOT + "# changed\n")
    with pytest.raises(InputError, match="the file has changed"):
        pickle.loads(sent)
    assert make_plan("maids", strategy=f"{bot}:Bot").digest != plan.digest


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="no process groups on this system")
def test_ctrl_c_in_a_terminal_reaches_processes_and_is_still_quiet(
    run: Run, bot: Path, tmp_path: Path
) -> None:
    command = ["simulate", "maids", "--strategy", "bot.py:Bot,greedy,random", "--games", "100k"]
    with subprocess.Popen(
        [sys.executable, "-m", "analyser", *command, "--jobs", "2", "--out", "run", "--quiet"],
        cwd=tmp_path,
        start_new_session=True,
        stderr=-1,
        text=True,
    ) as process:
        deadline = time.monotonic() + 60
        while not (tmp_path / "run/run.json").exists():
            assert time.monotonic() < deadline
            time.sleep(0.02)
        time.sleep(0.3)
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.startswith("Interrupted; finished work is saved; resume with: ")
    assert len(err.splitlines()) == 1
    assert run("runs", "list", "--json").json["rows"][0]["state"] == "unfinished"
