"""`analyser solve`: one line an object as JSON, text to read, exit 2 on what cannot be."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import analyser

from .conftest import Outcome

pytestmark = pytest.mark.kernel

POSITION: dict[str, Any] = {
    "game": "maids",
    "players": 3,
    "trump": "purple",
    "lead": 0,
    "hands": ["P96 O3", "P20 B7", "O98 B2"],
    "bids": [1, 0, 2],
    "appeals": [0, 1, 0],
}
OTHER = POSITION | {"players": 2, "lead": 2}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "positions.jsonl"
    path.write_text("\n".join(map(json.dumps, (POSITION, OTHER))), encoding="utf-8")
    return path


def test_one_line_an_object(run: Callable[..., Outcome], file: Path) -> None:
    outcome = run("solve", file, "--json")
    answers = [json.loads(line) for line in outcome.out.splitlines()]
    assert answers == [analyser.solve(POSITION), analyser.solve(OTHER)]


def test_each_for_itself(run: Callable[..., Outcome], tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    path.write_text(json.dumps(POSITION), encoding="utf-8")
    answer = json.loads(run("solve", path, "--max-n", "--json").out)
    assert answer == analyser.solve(POSITION, max_n=True)
    assert answer["max_n"]["low"] == [22, 30, 1]
    assert "each for itself" in run("solve", path, "--max-n").out


def test_games_need_not_know_how_each_plays_for_itself(
    run: Callable[..., Outcome], file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("analyser.games.maids.solve.solve", lambda position: {"sides": []})
    monkeypatch.setattr("analyser.games.maids.solve.to_text", lambda position: "Nothing.")
    assert run("solve", file, "--json").out == '{"sides": []}\n' * 2
    assert run("solve", file).out == "Nothing.\n\nNothing.\n"


def test_two_players_are_not_each_for_itself(run: Callable[..., Outcome], file: Path) -> None:
    for options in ((), ("--json",)):
        outcome = run("solve", file, "--max-n", *options)
        assert (outcome.code, outcome.out) == (2, "")
        assert "positions.jsonl:2: max_n" in outcome.err
        assert "is for three or four players, not two" in outcome.err


def test_text_for_players(run: Callable[..., Outcome], file: Path) -> None:
    outcome = run("solve", file)
    assert outcome.code == 0
    assert outcome.out.count("A best line for the points of side 0:") == 2
    assert "Clara is to play, chosen by seat 0" in outcome.out


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"hands": ["P96 O3", "P26 B7", "O98 B2"]}, "hands[1]"),
        ({"hands": ["P96", "P20 B7", "O98 B2"]}, "seats hold 2, 3, 3"),
        ({"hands": ["P96 O1", "P20 B7", "O98 B2"]}, 'hands[0] = "O1": not in the deck'),
        ({"trick": ["P9", "B7"], "hands": ["P6 O3", "P20", "O98 B2"]}, "must follow suit"),
        ({"accepted": [7, 0, 0]}, "field accepted[0] = 7"),
        ({"accepted": [6, 0, 0], "completed": [6, 0, 0]}, "0 tricks are left to play"),
        ({"appeals": []}, "field appeals = []"),
    ],
)
def test_bad_positions(
    run: Callable[..., Outcome], tmp_path: Path, change: dict[str, Any], message: str
) -> None:
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(POSITION | change), encoding="utf-8")
    for options in ((), ("--json",)):
        outcome = run("solve", path, *options)
        assert (outcome.code, outcome.out) == (2, "")
        assert message in outcome.err
        assert "bad.json" in outcome.err
