"""The examples of docs/formats.md are what the program reads and answers."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from analyser.core.registry import games, get_game

TEXT = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
BLOCKS: list[dict[str, Any]] = [json.loads(b) for b in re.findall(r"```json\n(.*?)```", TEXT, re.S)]
ANSWERS: list[dict[str, Any]] = [
    json.loads(answer) for answer in re.findall(r'`(\{"(?:cards|actions|fans)":.*?\})`', TEXT)
]
POSITIONS = [b for b in BLOCKS if "game" in b and ("lead" in b or "drawn" in b)]
FINISHED = [(b, answer) for b, answer in pairwise(BLOCKS) if "game" in b and b not in POSITIONS]


@pytest.mark.parametrize(("position", "answer"), list(zip(POSITIONS, ANSWERS, strict=True)))
def test_positions(position: dict[str, Any], answer: dict[str, Any]) -> None:
    assert get_game(position["game"]).moves(position) == answer


@pytest.mark.parametrize(("finished", "answer"), FINISHED)
def test_finished_rounds(finished: dict[str, Any], answer: dict[str, Any]) -> None:
    assert get_game(finished["game"]).score(finished) == answer


def test_every_game_is_described() -> None:
    assert {b["game"].partition(":")[0] for b in POSITIONS} == set(games())
    assert {b["game"].partition(":")[0] for b, _ in FINISHED} == set(games())
