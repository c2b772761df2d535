"""`analyser report`: where it goes, what it is made of, and that nothing is lost on the way."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from .conftest import Outcome

Run = Callable[..., Outcome]

DEFINITION = """
game = "maids"
players = [3, 2]
seed = 5
games = 640
strategies = ["greedy"]
pages = ["winners"]
changes = []
sizes.moves = 40
sizes.forks = 0
sizes.bounds = 40
sizes.searched = 0
negligible.fairness = 0.3
"""


@pytest.mark.parametrize(
    ("line", "folder", "players", "games"),
    [
        ("maids --games 200 --out out", "out", [3], 200),
        ("maids", "reports/out/maids", [3], 1_000_000),
        ("maids:first_to_100 --seed 3", "reports/out/maids-first_to_100", [3], 1_000_000),
        ("maids --players 2,3,4", "reports/out/maids", [2, 3, 4], 1_000_000),
        ("mine.toml", "reports/out/mine", [3, 2], 640),
        ("mine.toml --games 1k --players 4", "reports/out/mine", [4], 1000),
    ],
)
def test_it_says_where_the_report_is(
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    line: str,
    folder: str,
    players: list[int],
    games: int,
) -> None:
    (tmp_path / "mine.toml").write_text(DEFINITION)
    asked: list[Any] = []

    def write_report(definition: Any, command: str, out: Path, **options: Any) -> Path:
        asked.append((definition.players, definition.games, str(out)))
        return out

    monkeypatch.setattr("analyser.report.render.write_report", write_report)
    assert run("report", *line.split()).out == f"{folder}/report.pdf\n"
    assert asked == [(players, games, folder)]


def content(folder: Path) -> dict[str, bytes]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def test_a_definition_says_what_a_report_is_made_of(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(DEFINITION)
    assert run("report", "mine.toml", "--jobs", 2).code == 0
    made = content(tmp_path / "reports/out/mine")
    assert {"report.pdf", "report.md", "report.json", "tables/cards.csv"} <= set(made)
    assert {"figures/win_share-2p.png", "figures/win_share-3p.png"} <= set(made)
    assert not {"figures/bid_share-3p.png", "tables/menu.csv", "tables/changes.csv"} & set(made)
    wins = pd.read_csv(tmp_path / "reports/out/mine/tables/balance.csv")
    assert set(wins["players"]) == {2, 3}
    meta = json.loads(made["report.json"])
    assert meta["definition"]["negligible"]["fairness"] == 0.3
    assert (meta["players"], [other["players"] for other in meta["others"]]) == (3, [2])
    text = made["report.md"].decode()
    assert "analyser report mine.toml\n" in text
    assert "## 3 and 2 players side by side" in text
    # the same bytes again, whoever plays
    assert run("report", "mine.toml", "--jobs", 1, "--out", "again").code == 0
    assert content(tmp_path / "again") == made


@contextmanager
def _ctrl_c_in_the_second_batch(*, quiet: bool) -> Iterator[Callable[[int, int], None]]:
    def tick(done: int, games: int) -> None:
        assert games == 2 * 640
        if done > 640:
            raise KeyboardInterrupt

    yield tick


def test_an_interrupted_report_goes_on(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.toml").write_text(DEFINITION.replace("[3, 2]", "[3, 4]"))
    monkeypatch.setattr("analyser.report.pages.pages", lambda report: ())
    line = ("report", "mine.toml", "--jobs", "1", "--out", "out")
    with monkeypatch.context() as patch:
        patch.setattr("analyser.cli.report.progress", _ctrl_c_in_the_second_batch)
        outcome = run(*line)
    assert (outcome.code, outcome.out) == (130, "")
    assert outcome.err.strip().endswith("resume with: analyser " + shlex.join(line))
    assert not (tmp_path / "out").exists()
    assert len([*(tmp_path / "cache").iterdir()]) == 2, "the sums of both batches"
    told: list[int] = []

    @contextmanager
    def note(*, quiet: bool) -> Iterator[Callable[[int, int], None]]:
        yield lambda done, games: told.append(done)

    monkeypatch.setattr("analyser.cli.report.progress", note)
    assert run(*line).code == 0
    assert told[0] == 640, "the first batch is not played again"
    assert 640 < min(done for done in told if done > 640) < told[-1] == 2 * 640
    assert [*(tmp_path / "cache").iterdir()] == []
    assert run("report", "mine.toml", "--out", "undisturbed").code == 0
    assert content(tmp_path / "out") == content(tmp_path / "undisturbed")
