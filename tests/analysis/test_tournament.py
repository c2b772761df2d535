"""Tournaments between strategies whose strengths are planted."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from analyser.analysis.duplicate import Outcome, Pairs, play_seatings, seat
from analyser.analysis.result import Result
from analyser.analysis.tournament import Tournament, analyse_tournament, tournament_table
from analyser.batch.plan import Plan
from analyser.core.records import Records
from analyser.core.spec import StrategySpec
from analyser.core.strategies import Parameter
from tests.analysis.coins import CARDS, DECISIONS, CoinSpec, Table, chances
from tests.analysis.coins import plan as coin_plan
from tests.analysis.toy import COLUMNS

CLARA = ("0", "1", "clara")


@dataclass(frozen=True)
class Race(CoinSpec):
    """One round; each side needs a time from an exponential distribution whose rate is its worth.

    Then who is first, second and so on follows Plackett and Luce, in every seating anew. In a
    share ``cards`` of the deals the cards alone say who is first, whoever plays; in a share
    ``shared`` all sides win.
    """

    worth: tuple[float, ...] = (1.0, 1.0, 1.0)
    cards: float = 0.0
    shared: float = 0.0
    better: int = 1

    @property
    def analyses(self) -> Any:
        analyses: Any = super().analyses
        analyses.HIGHER_WINS = self.better > 0
        return analyses

    def simulate(  # type: ignore[no-untyped-def]
        self, rules, strategies, seed, start, count, fork=None, replicate=0
    ) -> Records:
        game, one = start + np.arange(count), np.ones(count, dtype=int)
        sides = len(self.sides(rules))
        names = [s.name for s in self.strategies]
        numbers = [names.index(text.partition(":")[0]) for text in strategies]
        seating = sum(number * 7**seat for seat, number in enumerate(numbers))

        def draw(stream: int) -> np.ndarray:
            return chances(seed, game, one, stream)

        def time(side: int) -> np.ndarray:
            played = side < len(strategies)  # who is nobody's is worth 1
            worth = self.worth[numbers[side]] if played else 1.0
            return -np.log(1 - draw(DECISIONS + 10 * seating + side)) / worth

        times = np.stack([time(side) for side in range(sides)])
        favourite = (draw(CARDS) * sides).astype(int)
        dealt = draw(CARDS + 1) < self.cards
        dealt_times = (np.arange(sides)[:, None] - favourite) % sides
        place = np.where(dealt, dealt_times, times).argsort(axis=0).argsort(axis=0)
        level = draw(CARDS + 2) < self.shared
        score = np.where(level, 0, (sides - 1 - place) * self.better)
        won = np.where(level, True, place == 0)
        zero = np.zeros((2 * sides, count))
        block = np.vstack([one, 0 * one, zero, score, score, won])
        return Records(self.columns, sides, start, count, block.astype(np.int16))


def race(names: str = "abc", **options: Any) -> Race:
    ladder = tuple(StrategySpec(name, rung, name) for rung, name in enumerate(names))
    return Race("race", "Race", (2, 3), ladder, COLUMNS, **options)


def plan(games: int, spec: Race, sides: Sequence[str] = ("0", "1", "2"), seed: int = 0) -> Plan:
    return coin_plan(games, Table(tuple(sides), rounds=1), spec, seed, strategy="a")


def hold(batch: Plan, names: Sequence[str] = "abc", **options: Any) -> Result:
    return analyse_tournament(Tournament(batch, (*names,)), **{"jobs": 1, **options})


def row(result: Result, a: str, b: str) -> pd.Series:
    rows = result.rows
    [found] = rows[(rows["a"] == a) & (rows["b"] == b)].to_dict("records")
    return pd.Series(found)


def inside(row: pd.Series, name: str, truth: float) -> bool:
    return bool(row[f"{name}_low"] <= truth <= row[f"{name}_high"])


def near(row: pd.Series, name: str, truth: float) -> bool:
    """Within four standard errors, as many estimates are looked at."""
    return bool(abs(row[name] - truth) <= row[f"{name}_high"] - row[f"{name}_low"])


def pairs(names: str) -> list[tuple[str, str]]:
    return [(a, b) for a in names for b in names if a != b]


def test_planted_strengths_are_found() -> None:
    worth = {"a": 1.0, "b": 1.5, "c": 3.0}
    result = hold(plan(8000, race(worth=tuple(worth.values()))))
    assert list(zip(result.rows["a"], result.rows["b"], strict=True)) == pairs("abc")
    for a, b in pairs("abc"):
        found = row(result, a, b)
        share = worth[a] / (worth[a] + 2 * worth[b])
        ahead = worth[a] / (worth[a] + worth[b])  # chance to finish ahead of one of the others
        # In score a has a point for each that it leaves behind, and the others share the rest.
        difference = 2 * ahead - (3 - 2 * ahead) / 2
        assert found["n"] == 8000
        assert near(found, "win_share", share)
        assert near(found, "edge", share - 1 / 3)
        assert near(found, "score_difference", difference)
        assert found["win_share_high"] - found["win_share_low"] < 0.02
        assert tuple(found[["win_share_fair", "win_share_fair_low", "win_share_fair_high"]]) == (
            pytest.approx([1 / 3] * 3)
        )
        assert found["p_adjusted"] < 0.01
    [strengths] = [{r["strategy"]: r for r in result.meta["ratings"]}]
    assert [r["strategy"] for r in result.meta["ratings"]] == ["c", "b", "a"]
    middle = np.mean(np.log([*worth.values()]))
    for name, each in worth.items():
        assert near(pd.Series(strengths[name]), "rating", math.log(each) - middle)
        assert strengths[name]["rating_high"] - strengths[name]["rating_low"] < 0.06
        assert strengths[name]["n"] == 8000


def test_itself_against_itself_is_exactly_nothing() -> None:
    for sides in (("0", "1"), ("0", "1", "2"), CLARA):
        result = hold(plan(200, race(worth=(1.0, 2.0, 3.0)), sides), "aa")
        [found] = result.rows.to_dict("records")
        assert (found["a"], found["b"]) == ("a", "a")
        assert found["win_share"] == found["win_share_fair"]
        for name in ("edge", "score_difference"):
            assert [found[name], found[f"{name}_low"], found[f"{name}_high"]] == [0, 0, 0]
        assert found["p_adjusted"] == 1
        assert result.meta["seatings"] == 1


def test_one_strategy_named_twice_adds_a_row_about_itself() -> None:
    rows = hold(plan(50, race()), "aba").rows
    assert list(zip(rows["a"], rows["b"], strict=True)) == [("a", "b"), ("a", "a"), ("b", "a")]


def test_names_of_one_strategy_play_the_same_games() -> None:
    spec = race("ab")
    searching = StrategySpec("c", 2, "c", fast=False, parameters=(Parameter("n", 8, range(99)),))
    spec = replace(spec, strategies=(*spec.strategies, searching))
    result = hold(plan(100, spec), ["c", "c:8", "a"])
    assert result.meta["strategies"] == ["c", "c:8", "a"]
    assert result.meta["seatings"] == 1 + 2 * 3
    one, other = row(result, "c", "a"), row(result, "c:8", "a")
    assert list(one[2:]) == list(other[2:])
    assert row(result, "c", "c:8")["edge"] == 0
    assert {r["strategy"] for r in result.meta["ratings"]} == {"a", "c"}


def test_who_nobody_plays_has_a_share_of_the_wins() -> None:
    result = hold(plan(8000, race(worth=(0.5, 3.0, 1.0)), CLARA), "ab")
    found = row(result, "a", "b")
    assert near(found, "win_share", 0.5 / 4.5)
    assert near(found, "win_share_fair", 3 / 7)  # b and b, and Clara, who is worth 1
    assert found["win_share_fair_high"] > found["win_share_fair_low"]
    assert near(found, "edge", 0.5 / 4.5 - 3 / 7)
    assert near(row(result, "b", "a"), "win_share_fair", 0.5 / 2)
    assert result.meta["seatings"] == 4
    assert result.meta["pair_seatings"] == 2


def test_a_shared_win_is_split() -> None:
    result = hold(plan(4000, race(worth=(1.0, 4.0, 1.0), shared=0.5)), "ab")
    found = row(result, "b", "a")
    assert near(found, "win_share", (1 / 3 + 4 / 6) / 2)
    assert found["win_share_fair"] == pytest.approx(1 / 3)
    share = hold(plan(40, race(shared=1.0)), "ab").rows
    assert share["win_share"].to_numpy() == pytest.approx(1 / 3)
    assert share["win_share_low"].to_numpy() == pytest.approx(1 / 3)


def test_the_sign_of_scores_is_turned_where_less_is_better() -> None:
    more, less = (hold(plan(500, race(worth=(1, 3, 1), better=b)), "ab").rows for b in (1, -1))
    pd.testing.assert_frame_equal(more, less)
    assert more["score_difference"].iloc[1] > 0


def test_two_sides_tell_the_same_from_both_ends() -> None:
    result = hold(plan(400, race(worth=(1.0, 2.0, 1.0)), ("0", "1")), "ab")
    assert result.meta["seatings"] == 2
    one, other = row(result, "a", "b"), row(result, "b", "a")
    assert one["win_share"] == pytest.approx(1 - other["win_share"])
    assert one["score_difference"] == -other["score_difference"]
    assert one["p_adjusted"] == other["p_adjusted"]


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    """And equal strategies are told apart in no more than one family in twenty."""
    families, deals, rows = 2000, 100, pairs("abc")
    batch = plan(families * deals, race(cards=0.3))
    each = Pairs(batch, tuple(rows))
    outcomes = play_seatings(seat(batch, each.seatings()), 0, batch.games)
    truths = {"win_share": 1 / 3, "edge": 0.0, "score_difference": 0.0}
    held, claims = dict.fromkeys(truths, 0), 0
    for start in range(0, batch.games, deals):
        part = {
            seating: Outcome(*(values[:, start : start + deals] for values in outcome[:2]), 0)
            for seating, outcome in outcomes.items()
        }
        table = tournament_table(each.summarise(part, start), batch, rows)
        for name, truth in truths.items():
            held[name] += inside(table.iloc[0], name, truth)
        claims += (table["p_adjusted"] < 0.05).any()
    for name, hits in held.items():
        assert 0.93 <= hits / families <= 0.97, (name, hits)
    assert stats.binomtest(claims, families, 0.05, alternative="greater").pvalue > 0.01, claims


def test_p_values_are_those_of_t_tests_held_together() -> None:
    batch = plan(300, race(worth=(1.0, 1.1, 1.2)))
    result = hold(batch)
    p = []
    for a, b in pairs("abc"):
        wins = 0
        for side in range(3):
            seats = tuple(a if at == side else b for at in range(3))
            wins += replace(batch, strategies=seats).play(0, 300)["winner"][side].astype(int)
        p.append(stats.ttest_1samp(wins, 1).pvalue)
    order = np.argsort(p)
    adjusted = np.minimum(np.maximum.accumulate(np.array(p)[order] * np.arange(6, 0, -1)), 1)
    assert result.rows["p_adjusted"].to_numpy()[order] == pytest.approx(adjusted)


@pytest.mark.parametrize("cards", [0.0, 0.5, 0.8])
def test_what_duplicate_play_gains_is_known(cards: float) -> None:
    """Where the cards decide, the sides take turns to be first: the sum of a deal has no error."""
    found = row(hold(plan(20_000, race(cards=cards)), "ab"), "a", "b")
    for name in ("win_share_gain", "score_difference_gain"):
        assert near(found, name, 1 / (1 - cards))
        assert found[f"{name}_high"] - found[f"{name}_low"] < 0.1 / (1 - cards) ** 2


def test_chunks_do_not_matter() -> None:
    batch = plan(300, race(worth=(1.0, 2.0, 3.0), shared=0.2))
    one, other = hold(batch), hold(batch, jobs=2, chunk=7)
    assert one.to_json() == other.to_json()


def test_no_seating_is_played_twice() -> None:
    meta = hold(plan(10, race())).meta
    assert meta["seatings"] == 3 * 2 * 3 + 6
    assert meta["rounds"] == 10 * meta["seatings"]
    assert hold(plan(10, race(), ("0", "1"))).meta["seatings"] == 3 * 2


def test_few_deals_have_no_intervals() -> None:
    result = hold(plan(29, race(worth=(1.0, 2.0, 3.0))))
    assert result.rows.filter(regex="_low|_high|p_adjusted").isna().all(axis=None)
    assert result.rows["edge"].notna().all()
    assert all(math.isnan(r["rating_low"]) for r in result.meta["ratings"])


def test_the_table_reads_sums_alone() -> None:
    batch = plan(100, race())
    tournament = Tournament(batch, ("a", "b"))
    whole = tournament((0, 60)) + tournament((60, 40))
    table = tournament_table(whole, batch, tournament.rows)
    pd.testing.assert_frame_equal(table, hold(batch, "ab").rows)
