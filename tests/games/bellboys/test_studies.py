"""The studies of Bellboys: what they count, against plain loops and cases with a known answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
import pytest

from analyser.analysis.studies import SummariseStudy, studies_of, studies_table
from analyser.batch.plan import Plan
from analyser.core.forks import Fork
from analyser.core.rules import load_rules
from analyser.core.studies import Cells
from analyser.games.bellboys import GAME, cards, tricks
from analyser.games.bellboys.engine import cards_after
from analyser.games.bellboys.solve import solve
from analyser.games.bellboys.studied import (
    aside,
    choice,
    fan,
    lead,
    race,
    suits,
    symbols,
)
from analyser.games.bellboys.studied.counting import by_code, only, stacked

GAMES = 40
QUICK = ("moves", "forks")

pytestmark = [pytest.mark.kernel, pytest.mark.usefixtures("learns_little")]


def plan(strategy: str = "greedy", games: int = GAMES, **rules: Any) -> Plan:
    overrides = {key.replace("__", "."): value for key, value in rules.items()}
    return Plan(GAME, load_rules(GAME, overrides=overrides), (strategy,), 4, games)


def counted(study: Any, size: str, batch: Plan) -> Mapping[str, Cells]:
    tallies = study(batch.rules).tallies[size]
    found: Mapping[str, Cells] = tallies(batch.rules, batch.strategies, batch.seed, 0, batch.games)
    return found


def sums(cells: Cells) -> tuple[list[int], list[int]]:
    return cells.y.sum(axis=1).tolist(), cells.m.sum(axis=1).tolist()


RULES: list[dict[str, Any]] = [
    {},
    {"game__points": 1},
    {"game__points": 3, "information__trailing_sees_aside": True},
    {"deck__symbols": ["5", "9", "=", "1", "^"], "deal__suits_needed": 1},
    {"scoring__suits_move": False, "deal__sighted_fan": True},
    {"information__position_public": False},
]


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_every_study_fills_its_charts_under_any_rules(rules: dict[str, Any]) -> None:
    batch = plan(games=12, **rules)
    found = studies_of(GAME, batch.rules)
    assert [s.name for s in found] == [s.name for s in studies_of(GAME, load_rules(GAME))]
    records = batch.play(0, batch.games)
    parts = {
        study.name: [
            SummariseStudy(batch, study.name, size)(records)
            for size in study.tallies
            if size in QUICK
        ]
        for study in found
    }
    rows = studies_table(found, parts)
    assert rows["value"].notna().all()
    known = {(row["study"], row["chart"]) for row in rows.to_dict("records")}
    slow = {("fan", "perfect"), ("fan", "cards")}
    quick = {(s.name, c.name) for s in found for c in s.charts if {*s.tallies} & {*QUICK}}
    assert quick - known <= slow


def test_cells_by_number() -> None:
    records = plan("random", 3).play(0, 3)
    code = np.where(records["round"] == 1, 0, np.where(records["round"] == 2, 1, -1))
    cells = by_code(records, 2, code, records["round"] * 10)
    assert cells.y.tolist() == [[10] * 3, [20] * 3]
    assert cells.m.tolist() == [[1] * 3, [1] * 3]
    placed = only(stacked([cells, cells]), 1, 6)
    assert placed.m[:, 0].tolist() == [0, 1, 1, 1, 1, 0]


@pytest.mark.parametrize(
    ("points", "chances"), [(1, []), (2, [3 / 4]), (3, [11 / 16, 7 / 8, 3 / 4])]
)
def test_B10_an_even_race(points: int, chances: list[float]) -> None:
    study = race.race(plan(game__points=points).rules)
    [*standing] = [chart for chart in study.charts if chart.name == "standing"]
    assert [value for chart in standing for value in chart.against] == chances


def test_B10_standings_and_who_wins_from_there() -> None:
    batch = plan(game__points=3)
    rows = batch.play(0, GAMES).frame()
    won, seen = Counter[str](), Counter[str]()
    leads, led = Counter[int](), Counter[int]()
    for (_, number), both in rows.groupby(["game", "round"]):
        before = (both["total"] - both["points"]).to_numpy()
        starter = both["starter"].iloc[0]
        stands = int(np.sign(before[starter] - before[1 - starter]))
        led[stands] += 1
        leads[stands] += both["points"].iloc[starter]
        if before[0] != before[1]:
            name = f"{before.max()} to {before.min()}"
            seen[name] += 1
            won[name] += both["winner"].iloc[before.argmax()]
        assert number == before.sum() + 1
    found = counted(race.race, "moves", batch)
    names = ["1 to 0", "2 to 0", "2 to 1"]
    assert sums(found["standing"]) == ([won[n] for n in names], [seen[n] for n in names])
    assert sums(found["next"]) == ([leads[s] for s in (-1, 0, 1)], [led[s] for s in (-1, 0, 1)])
    margins = Counter((rows.groupby(["game", "round"])["cards"].agg(np.ptp)).tolist())
    assert sums(found["narrow"])[0] == [margins[d] for d in range(1, 16, 2)]


def test_B9_what_complete_suits_move_and_turn() -> None:
    batch = plan()
    records, trace = batch.trace(0, GAMES)
    taken = np.moveaxis(tricks.collected(trace), -1, 0).tolist()
    moved, turned, some = Counter[tuple[int, int]](), 0, 0
    for collected in taken:
        before = [sum(counts) for counts in collected]
        after = cards_after(collected, (True,) * 3)
        moved.update((b, a - b) for b, a in zip(before, after, strict=True))
        turned += (before[0] < before[1]) != (after[0] < after[1])
        some += any(5 in counts for counts in collected)
    found = counted(suits.suits, "moves", batch)
    y, m = sums(found["moved"])
    assert y == [moved[b, 5 * move] for move in range(-2, 3) for b in range(16)]
    assert set(m) == {2 * records.rounds}
    y, m = sums(found["turned"])
    assert (y[0], y[3], y[4]) == (some, turned, turned)
    assert m == [records.rounds] * 4 + [some]
    assert turned > 0
    still = counted(suits.suits, "moves", plan(scoring__suits_move=False))
    assert sums(still["turned"])[0][3] == 0


def test_marked_cells_are_those_that_turn_the_round() -> None:
    [moved, _] = suits.suits(load_rules(GAME)).charts
    assert ("+5", "7") in moved.marked
    assert ("\N{MINUS SIGN}5", "8") in moved.marked
    assert ("+5", "2") not in moved.marked
    assert not any(row == "none" for row, _ in moved.marked)


def test_B1_every_card_is_worth_what_its_holder_wins() -> None:
    batch = plan()
    records, trace = batch.trace(0, GAMES)
    found = counted(symbols.symbols, "moves", batch)
    hands = tricks.dealt(trace)
    y, m = (np.array(part).reshape(5, 7) for part in sums(found["dealt"]))
    assert m.sum() == 14 * records.rounds
    square = hands[:, 2] % 5 == 4
    assert m[4, 2] == square.sum()
    assert y[4, 2] == (2 * records["points"].astype(int) - 1)[square].sum()
    assert (found["suited"].m.sum(axis=0) == found["dealt"].m.sum(axis=0)).all()
    won, played = (np.array(part).reshape(5, 7) for part in sums(found["played"]))
    assert won.sum() == 7 * records.rounds
    last = trace.play_position[-2:] == 1
    assert last.all(), "B5: the last card is played from the first place"
    assert played[:, 0].sum() >= 2 * records.rounds


def test_choices_are_those_of_the_forks() -> None:
    """One trick by hand: every legal first card of the seat that leads."""
    batch = plan(games=8)
    found = counted(choice.choice, "forks", batch)
    base = batch.play(0, 8)
    lost = decides = 0.0
    for seat in range(2):
        forks = [Fork("card", card, seat=seat, at=0) for card in range(7)]
        branches = GAME.branches(batch.rules, batch.strategies, 4, 0, 8, forks)
        leads = base["starter"] == seat
        won = np.stack([branches.branch(i)["points"][seat] for i in range(7)])[:, leads]
        lost += (base["points"][seat, leads] - won.mean(axis=0)).sum()
        decides += (np.ptp(won, axis=0) > 0).sum()
    y = {name: sums(cells)[0] for name, cells in found.items()}
    assert y["regret"][0] / choice.WHOLE == pytest.approx(lost)
    assert y["matters"][0] == decides
    assert y["legal"][0] == 7 * base.rounds
    for cells in found.values():
        assert set(sums(cells)[1]) == {base.rounds}
    assert y["regret"][-2:] == [0, 0], "the last trick leaves no choice"


def test_leading_is_worth_what_the_forks_say() -> None:
    batch = plan(games=20)
    found = counted(lead.lead, "forks", batch)
    at = lead.PLAYERS.index("greedy")
    forks = [Fork("leader", seat) for seat in range(2)]
    branches = GAME.branches(batch.rules, batch.strategies, 4, 0, 20, forks)
    won = sum(branches.branch(seat)["points"][seat].sum() for seat in range(2))
    assert sums(found["won"])[0][at] == won - branches.base.rounds
    assert sums(found["won"])[1][-1] == 0, "perfect play is solved, not played"


def test_perfect_play_is_that_of_the_solver() -> None:
    batch = plan("random", games=3)
    records, trace = batch.trace(0, 3)
    found = counted(lead.lead, "bounds", batch)
    hands = np.moveaxis(tricks.dealt(trace), -1, 0)
    texts = cards.names(batch.rules)
    fewer = 0
    for deal, card in zip(hands.tolist(), trace.aside[0].tolist(), strict=True):
        for leader in range(2):
            position = {
                "game": "bellboys",
                "hands": [[texts[c] for c in hand] for hand in deal],
                "aside": texts[card],
                "lead": leader,
            }
            fewer += solve(position)["margin"] * (1 - 2 * leader)
    assert sums(found["cards"])[0][-1] == fewer
    assert sums(found["cards"])[1][-1] == records.rounds


def test_B2_what_a_fan_is_worth_in_games_with_known_answers() -> None:
    """By the fan of who leads and that of who follows: 1 where who leads wins."""
    games = np.array([[[1, 0], [0, 1]], [[1, 1], [0, 0]], [[1, 0], [1, 0]], [[1, 1], [1, 0]]])
    leads, follows = fan._choosing(games)
    assert leads.tolist() == [0, 2, 0, 1]
    assert follows.tolist() == [0, 0, 2, 1]


def test_B2_fans_are_solved_in_all_directions() -> None:
    batch = plan("random", games=2)
    found = counted(fan.fan, "bounds", batch)
    records, trace = batch.trace(0, 2)
    hands, at = tricks.dealt(trace), np.arange(records.rounds)
    first = records["starter"].astype(int)
    ordered = np.stack([hands[first, :, at].T, hands[1 - first, :, at].T])
    apart = trace.aside[0]
    directions = [(a, b) for a in (1, -1) for b in (1, -1)]
    turned = [np.stack([ordered[0][::a], ordered[1][::b]]) for a, b in directions]
    margins = np.stack([lead.solved(batch.rules, hands, apart, 0) for hands in turned])
    won = (margins > 0).reshape(2, 2, -1)
    gained = 4 * (won.mean(axis=1).max(axis=0) - won.mean(axis=(0, 1))).sum()
    assert sums(found["perfect"])[0][0] == gained
    assert sums(found["perfect"])[1] == [records.rounds] * 3


def test_B10_who_plays_at_random_gains_nothing_by_looking() -> None:
    found = counted(aside.aside, "forks", plan("random"))
    assert sums(found["look"])[0][:2] == [0, 0]
    assert sums(found["look"])[1][0] == sums(found["look"])[1][1] > 0
    without, seen, *_ = sums(found["trailing"])[0]
    assert without == seen
    records = plan("random").play(0, GAMES)
    first = records["round"] == 1
    loser = records["points"][:, first].argmin(axis=0)
    won = records["winner"][:, records.last]
    assert without == won[loser, np.arange(GAMES)].sum()


def test_tables_do_not_depend_on_chunks() -> None:
    batch = plan(games=30)
    for study in studies_of(GAME, batch.rules):
        for size in {*study.tallies} & {*QUICK}:
            part = SummariseStudy(batch, study.name, size)
            pieces = part(batch.play(0, 11)) + part(batch.play(11, 19))
            whole = part(batch.play(0, 30))
            one, other = (studies_table([study], {study.name: [s]}) for s in (pieces, whole))
            pd.testing.assert_frame_equal(one, other, check_exact=True)
