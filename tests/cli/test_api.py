"""The Python calls, where they are more than what the commands print."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import analyser


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ANALYSER_CACHE", str(tmp_path / "cache"))


def test_packages_named_like_commands_are_both() -> None:
    names = [game["game"] for game in analyser.games()]  # type: ignore[operator]
    assert "maids" in names
    assert analyser.games.maids.GAME.name == "maids"
    assert callable(analyser.report)


def test_unknown_attribute() -> None:
    with pytest.raises(AttributeError, match="nothing"):
        _ = analyser.nothing  # type: ignore[attr-defined]


def test_simulate_returns_the_records() -> None:
    frame = analyser.simulate(
        "maids", players=3, strategy=["greedy", "random", "random"], games=np.int64(20),
        rules={"trick.slacker_ranks": [5, 6]},
    )  # fmt: skip
    assert isinstance(frame, pd.DataFrame)
    assert len(frame) == 20 * 3 * 3
    assert frame["game"].iloc[-1] == 19


def test_bids_result() -> None:
    result = analyser.bids("maids", by=["trump", "bid"], games=100)
    assert result.rows.columns[:3].tolist() == ["trump", "bid", "n"]
    assert result.meta["seed"] == 0


def test_progress_counts_to_the_end() -> None:
    seen: list[tuple[int, int]] = []
    analyser.bids("maids", games=1000, progress=lambda done, games: seen.append((done, games)))
    assert seen == sorted(seen)
    assert seen[-1] == (1000, 1000)


def test_replay_is_one_transcript_or_a_list() -> None:
    one = analyser.replay("maids", seed=0, game=17)
    assert isinstance(one, dict)
    assert one["index"] == 17
    assert analyser.replay("maids", game=17, count=1) == [one]
    assert analyser.replay("maids", where="bid == 99", games=10, count=2) == []
    with pytest.raises(analyser.InputError, match="no game from 0 on has such a round"):
        analyser.replay("maids", where="bid == 99", games=10)


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda: analyser.bids(3), "game = 3"),
        (lambda: analyser.bids("maids", players="3"), "players = '3'"),
        (lambda: analyser.bids("maids", players=True), "players = True"),
        (lambda: analyser.bids("maids", rules=["a"]), "rules = "),
        (lambda: analyser.bids("maids", rules={3: 1}), "key of rules = 3"),
        (lambda: analyser.bids("maids", strategy=3), "strategy = 3"),
        (lambda: analyser.bids("maids", strategy=[]), "0 strategies"),
        (lambda: analyser.bids("maids", by=3), "by = 3"),
        (lambda: analyser.bids("maids", games=1.5), "games = 1.5"),
        (lambda: analyser.bids("maids", games=-3), "games = -3"),
        (lambda: analyser.bids("maids", seed="0"), "seed = '0'"),
        (lambda: analyser.bids("maids", games=10, jobs=0), "jobs = 0"),
        (lambda: analyser.replay("maids", game=1.5), "game = 1.5"),
        (lambda: analyser.replay("maids", count=True), "count = True"),
        (lambda: analyser.replay("maids", where=3), "where = 3"),
        (lambda: analyser.moves([]), r"\[\]"),
        (lambda: analyser.score({}), "game = None"),
    ],
)
def test_bad_input_raises_input_error(call: Callable[[], Any], named: str) -> None:
    with pytest.raises(analyser.InputError, match=named) as caught:
        call()
    assert isinstance(caught.value, ValueError)


def test_a_misspelt_option_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="gmaes"):
        analyser.bids("maids", gmaes=3)  # type: ignore[call-arg]
