"""What there is to decide: turns and dead cards laid out by hand, and totals that must agree."""

from __future__ import annotations

import pickle
from functools import reduce
from operator import add
from types import ModuleType, SimpleNamespace
from typing import Any, cast

import numpy as np
import pandas as pd
import pytest

from analyser.analysis.choice import (
    SummariseChoice,
    choice_rows,
    dead_table,
    decisions_table,
)
from analyser.analysis.sums import Summary
from analyser.core.records import Records
from tests.analysis.toy import TOY, ToySpec, chunk, random_records, records, rules

THREE = ("0", "1", "2")


def _turns(trace: Any, rules: Any) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    draws, plays = trace.draws, trace.plays
    return {
        "draw": (np.broadcast_to(np.arange(len(draws))[:, None] // 3, draws.shape), draws),
        "trick": (np.broadcast_to(np.arange(len(plays))[:, None] // 3, plays.shape), plays),
    }


CHOICES = SimpleNamespace(turns=_turns, hopeless=lambda records, trace, rules: trace.hopeless)


class ChoiceSpec(ToySpec):
    def module(self, name: str) -> ModuleType:
        return cast(ModuleType, {"choices": CHOICES}[name])

    def __reduce__(self) -> Any:
        return _spec, ()


SPEC = ChoiceSpec("choices", "Choices", (2, 3, 4), TOY.strategies, TOY.columns)


def _spec() -> ChoiceSpec:
    return SPEC


def trace(draws: np.ndarray, plays: np.ndarray, hopeless: np.ndarray) -> SimpleNamespace:
    """Legal actions of draws and plays [turns, rounds], lost bids bool[tricks, sides, rounds]."""
    return SimpleNamespace(draws=draws, plays=plays, hopeless=hopeless)


def random_trace(whole: Records, seed: int = 0) -> SimpleNamespace:
    rng = np.random.default_rng(seed)
    n = whole.rounds
    hopeless = rng.random((2, whole.sides, n)) < 0.3
    return trace(rng.integers(1, 5, (6, n)), rng.integers(1, 4, (6, n)), hopeless)


def summary(whole: Records, done: SimpleNamespace, *sides: str) -> Summary:
    return SummariseChoice(SPEC, rules(*sides))(whole, done)


def test_a_game_without_bids_has_no_dead_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = random_records(50)
    monkeypatch.delattr(CHOICES, "hopeless")
    found = balance(summary(whole, random_trace(whole), *THREE))
    assert "dead_share" not in found.index.get_level_values("metric")
    assert {"forced_turns", "decisions"} <= set(found.index.get_level_values("metric"))


def balance(found: Summary, seconds: float = 10) -> pd.DataFrame:
    rows = [
        (metric, str(subject), *(bound.item() for bound in estimate), n)
        for metric, subject, estimate, n in choice_rows(found, seconds)
    ]
    frame = pd.DataFrame(rows, columns=["metric", "subject", "value", "low", "high", "n"])
    return frame.set_index(["metric", "subject"])


def by_hand() -> tuple[Records, SimpleNamespace]:
    """One game of two rounds; three sides, two draws and one trick each."""
    whole = records(np.ones((3, 2)), lengths=[2])
    draws = np.array([[4, 4], [4, 4], [4, 4], [1, 2], [2, 1], [1, 1]])
    plays = np.array([[2, 3], [1, 1], [1, 1]])
    return whole, trace(draws, plays, np.array([[[True, False], [False, False], [True, False]]]))


def test_turns_by_hand() -> None:
    rows = decisions_table(summary(*by_hand(), *THREE))
    assert rows["phase"].tolist() == ["draw", "draw", "trick"]
    assert rows["at"].tolist() == [1, 2, 1]
    assert rows["turns"].tolist() == [6, 6, 6]
    assert rows["forced"].tolist() == [0, 4 / 6, 4 / 6]
    assert rows["options"].tolist() == [4, 8 / 6, 9 / 6]


def test_balance_by_hand() -> None:
    rows = balance(summary(*by_hand(), *THREE), seconds=30)
    expected = {
        ("dead_share", "None"): (2 / 6, 6),
        ("forced_turns", "draw"): (4 / 12, 12),
        ("forced_turns", "trick"): (4 / 6, 6),
        ("forced_turns", "None"): (8 / 18, 18),
        ("legal_actions", "draw"): (32 / 12, 12),
        ("legal_actions", "trick"): (9 / 6, 6),
        ("decisions", "None"): (10, 1),
        ("duration", "None"): (5, 1),
    }
    assert list(rows.index) == list(expected)
    for key, (value, n) in expected.items():
        assert rows.loc[key, "value"] == pytest.approx(value)
        assert rows.loc[key, "n"] == n
    assert rows[["low", "high"]].isna().all(axis=None)


def test_cards_of_a_side_that_nobody_plays_are_not_counted() -> None:
    whole, done = by_hand()
    [row] = dead_table(summary(whole, done, "0", "1", "clara")).to_dict("records")
    assert (row["trick"], row["value"], row["n"]) == (1, 1 / 4, 4)


def test_a_team_plays_two_cards_to_a_trick() -> None:
    whole, done = records(np.ones((2, 1)), lengths=[1]), by_hand()[1]
    done.draws, done.plays, done.hopeless = (x[..., :1] for x in vars(done).values())
    done.hopeless = done.hopeless[:, :2]
    spec = ChoiceSpec("choices", "Choices", (4,), TOY.strategies, TOY.columns)
    table = rules("0", "1")
    teams = type(table)(table.game, table.variant, 4, table.table)
    [row] = dead_table(SummariseChoice(spec, teams)(whole, done)).to_dict("records")
    assert (row["value"], row["n"]) == (1 / 2, 4)


def test_the_tables_agree_with_each_other_and_with_pandas() -> None:
    whole = random_records(300)
    done = random_trace(whole)
    found = summary(whole, done, *THREE)
    rows, turns, dead = balance(found), decisions_table(found), dead_table(found)
    assert rows.loc[("dead_share", "None"), "value"] == pytest.approx(done.hopeless.mean())
    assert (dead["value"] * dead["n"]).sum() == pytest.approx(done.hopeless.sum())
    for phase, options in (("draw", done.draws), ("trick", done.plays)):
        mine = turns[turns["phase"] == phase]
        assert mine["turns"].sum() == options.size == rows.loc[("forced_turns", phase), "n"]
        forced = (mine["forced"] * mine["turns"]).sum()
        assert forced == pytest.approx((options == 1).sum())
        assert rows.loc[("forced_turns", phase), "value"] == pytest.approx((options == 1).mean())
        assert rows.loc[("legal_actions", phase), "value"] == pytest.approx(options.mean())
    decided = ((done.draws > 1).sum(axis=0) + (done.plays > 1).sum(axis=0)).sum()
    assert rows.loc[("decisions", "None"), "value"] == pytest.approx(decided / 300)
    assert rows.loc[("duration", "None"), "value"] == pytest.approx(decided / 300 / 6)
    for frame in (rows, dead):
        assert (frame["low"] < frame["value"]).all()
        assert (frame["value"] < frame["high"]).all()
    for name in ("forced", "options"):
        assert (turns[f"{name}_low"] < turns[name]).all()
        assert (turns[name] < turns[f"{name}_high"]).all()


def test_coverage_of_dead_cards() -> None:
    """Bids are lost for good at some time in a game: what is lost stays lost in it."""
    rng = np.random.default_rng(3)
    hits = []
    for _ in range(300):
        lost = np.repeat(rng.random((1, 3, 200)) < 0.2, 3, axis=2)
        whole = records(np.ones((3, 600)))
        done = trace(np.full((3, 600), 2), np.full((3, 600), 2), lost)
        found = summary(whole, done, *THREE)
        share = balance(found).loc[("dead_share", "None")]
        [first] = dead_table(found).to_dict("records")
        hits.append([row["low"] <= 0.2 <= row["high"] for row in (share, first)])
    assert (np.mean(hits, axis=0) >= 0.93).all()
    assert (np.mean(hits, axis=0) <= 0.97).all()


def test_any_chunks_give_the_same_bytes() -> None:
    whole = random_records(120)
    done = random_trace(whole)
    summarise = pickle.loads(pickle.dumps(SummariseChoice(SPEC, rules(*THREE))))
    expected = summarise(whole, done).to_bytes()
    pieces = []
    for a, b in ((70, 50), (0, 30), (30, 40)):
        keep = (whole.game >= a) & (whole.game < a + b)
        piece = trace(done.draws[:, keep], done.plays[:, keep], done.hopeless[..., keep])
        pieces.append(summarise(chunk(whole, a, b), piece))
    assert reduce(add, pieces).to_bytes() == expected
