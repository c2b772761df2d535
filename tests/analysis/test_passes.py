"""Passes on Maids: the worth of each card against forks of the reference engine, one by one."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest

from analyser.analysis.passes import SummarisePasses, passes_table
from analyser.analysis.sums import margins
from analyser.analysis.traced import SummariseTrace
from analyser.batch.plan import Plan
from analyser.batch.runner import run
from analyser.core.forks import Fork
from analyser.core.registry import get_game
from analyser.core.rules import load_rules
from analyser.games.maids import play
from analyser.games.maids.notation import card_text
from analyser.games.maids.rules import NO_TRUMP

MAIDS = get_game("maids")
KEEP, PASS = 0, 1


def plan(players: int, games: int, strategy: str = "greedy") -> Plan:
    return Plan(MAIDS, load_rules(MAIDS, players=players), (strategy,), 0, games)


@pytest.mark.parametrize("players", MAIDS.players)
def test_every_card_is_worth_what_the_reference_engine_says(players: int) -> None:
    batch = plan(players, 2)
    summary = run(batch, SummariseTrace(batch, (SummarisePasses(batch),)), jobs=1)
    table = passes_table(summary, batch)
    setting = batch.rules, batch.strategies, 0, 0, 2
    records, trace = play.trace(*setting)
    worths = defaultdict(list)
    used = defaultdict(list)
    for seat in range(players):
        for at in range(10 if players == 4 else 9):
            forks = [Fork("action", action, seat=seat, at=at) for action in (KEEP, PASS)]
            branches = play.branches(*setting, forks)
            side = seat % 2 if players == 4 else seat
            for i in np.flatnonzero((branches.imposed > 0).all(axis=0)):
                card = trace.draw_card[trace.draw_seat[:, i] == seat, i][at]
                trump = records["trump"][i]
                relation = None if trump == NO_TRUMP else bool(card // 10 == trump)
                kept, passed = (margins(branches.branch(b))[side, i] for b in (0, 1))
                worths[card_text(card), relation].append((passed - kept) / (records.sides - 1))
                used[card_text(card), relation].append(branches.imposed[1, i] == 1)
    rows = {(row["card"], row["trump"]): row for row in table.to_dict("records")}
    assert rows.keys() == worths.keys()
    for key, row in rows.items():
        assert row["n"] == len(worths[key])
        assert row["value"] == pytest.approx(np.mean(worths[key]))
        assert row["used"] == pytest.approx(np.mean(used[key]))


def test_intervals_are_there_with_enough_games() -> None:
    batch = plan(3, 400)
    summary = run(batch, SummariseTrace(batch, (SummarisePasses(batch),)), jobs=1)
    table = passes_table(summary, batch)
    assert len(table) == 27 * 3 - 9  # blue is never trump
    assert (table["low"] < table["value"]).all()
    assert (table["value"] < table["high"]).all()
