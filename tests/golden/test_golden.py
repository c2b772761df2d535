"""Games told as text, word by word; `scripts/golden` writes them anew."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from analyser.core.registry import games
from tests.golden.goldens import FILES, PROMPT, text_of


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_golden(file: Path) -> None:
    assert text_of(file).splitlines() == file.read_text(encoding="utf-8").splitlines()


def test_every_game_and_player_count_has_one() -> None:
    told = set()
    for file in FILES:
        words = shlex.split(file.read_text(encoding="utf-8").splitlines()[0].removeprefix(PROMPT))
        told.add((words[1].partition(":")[0], int(words[words.index("--players") + 1])))
    assert told >= {(spec.name, n) for spec in games().values() for n in spec.players}
