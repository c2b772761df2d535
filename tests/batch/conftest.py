"""The game of coins, known to the registry while a test of batches runs."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import analyser.games
from analyser.batch.plan import Plan
from analyser.core import registry
from analyser.core.rules import load_rules

GAMES = Path(__file__).parent / "games"

PRELUDE = """
import sys
from pathlib import Path
import analyser.games
analyser.games.__path__.append(sys.argv[1])
from analyser.batch.checkpoint import Checkpoint
from analyser.batch.plan import Plan
from analyser.batch.rundir import open_run
from analyser.batch.runner import run
from analyser.core.registry import get_game
from analyser.core.rules import load_rules
spec = get_game("coins")
plan = Plan(spec, load_rules(spec), "random", 0, int(sys.argv[2]))
folder = Path(sys.argv[3])
def tell(done):
    print(done, flush=True)
"""


@pytest.fixture(autouse=True)
def coins(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setattr(analyser.games, "__path__", [*analyser.games.__path__, str(GAMES)])
    monkeypatch.setenv("ANALYSER_CACHE", str(tmp_path / "cache"))
    registry.games.cache_clear()
    yield
    registry.games.cache_clear()


@pytest.fixture
def make_plan() -> Callable[..., Plan]:
    def make(games: int = 1000, seed: int = 0, players: int = 3, **rules: object) -> Plan:
        spec = registry.get_game("coins")
        overrides = {key.replace("__", "."): value for key, value in rules.items()}
        return Plan(
            spec, load_rules(spec, players=players, overrides=overrides), "random", seed, games
        )

    return make


@pytest.fixture
def start() -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Start a script about the plan of so many games and a folder in a process of its own."""
    started = []

    def start_script(script: str, games: int, folder: Path, **env: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-c", PRELUDE + script, str(GAMES), str(games), str(folder)],
            env={**os.environ, **env},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        started.append(process)
        return process

    yield start_script
    for process in started:
        process.kill()
        process.communicate()
