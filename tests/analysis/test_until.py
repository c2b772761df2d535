"""Sampling until an interval is narrow enough: the boundary, targets, looks, and coverage."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from scipy import optimize, special

from analyser.analysis import estimates, until
from analyser.analysis.estimates import RatioSums
from analyser.analysis.until import Boundary, Target, looks, sample
from analyser.batch.checkpoint import Checkpoint
from analyser.batch.plan import MAX_GAMES, Plan
from analyser.core.errors import InputError

from . import toy

REPETITIONS = 2000
HORIZON = 10**6

Procedure = Callable[[RatioSums, float], estimates.Estimate]


# The boundary


def test_the_boundary_is_that_of_the_paper() -> None:
    games, best = 5000, 2000
    rho = math.sqrt(until.SPREAD / best)
    n = games * rho**2
    expected = math.sqrt(2 * (n + 1) / n * math.log(math.sqrt(n + 1) / 0.05))
    assert Boundary(best).critical(games) == pytest.approx(expected)


@pytest.mark.parametrize("games", [400, 10**6])
def test_the_boundary_is_lowest_where_it_shall_be(games: int) -> None:
    found = optimize.minimize_scalar(
        lambda best: Boundary(best).critical(games), bounds=(games / 50, 50 * games)
    )
    assert found.x == pytest.approx(games, rel=1e-3)
    assert Boundary(games).critical(games) == pytest.approx(math.sqrt(1 + until.SPREAD))
    assert Boundary(games).critical(games) == pytest.approx(3.035, abs=1e-3)


@pytest.mark.parametrize("games", [400, 2000, 10**6])
def test_ordinary_intervals_at_its_level_reach_to_the_boundary(games: int) -> None:
    boundary = Boundary(2000)
    reached = special.ndtri((1 + boundary.level(games)) / 2)
    assert reached == pytest.approx(boundary.critical(games))


def test_far_from_its_best_the_boundary_stays_finite() -> None:
    assert Boundary(1e9).critical(400) == until.FARTHEST
    assert Boundary(1e9).level(400) < 1
    heads = sums_of(np.array([[400] * 2, [400] * 2, [200] * 2, [400] * 2, [200] * 2, [200] * 2]))
    for procedure in (estimates.rate, estimates.mean):
        found = procedure(heads, Boundary(1e9).level(400))
        assert 0.25 < found.low[0] < 0.35


# Looks


def test_looks_are_at_the_same_games_for_all() -> None:
    short, long = [*looks(10_000)], [*looks(10**6)]
    assert short[:4] == [400, 440, 484, 532]
    assert short[:-1] == long[: len(short) - 1]
    assert (short[-1], long[-1]) == (10_000, 10**6)
    assert all(a < b <= 1.11 * a for a, b in pairwise(long))


@pytest.mark.parametrize("games", [1, 399, 400])
def test_the_last_game_is_always_looked_at(games: int) -> None:
    assert [*looks(games)] == [games]


# Coverage of the whole path


def sums_of(totals: np.ndarray) -> RatioSums:
    """From clusters, Σm, Σy, Σm², Σmy, Σy², int[6, cells]."""
    return RatioSums(*totals.astype(object))


def clustered(p: float) -> tuple[np.ndarray, np.ndarray]:
    """One to four trials a game, which succeed together: (m, y) of a game, and probabilities."""
    kinds = [
        (m, y, special.binom(m, y) * np.mean([q**y * (1 - q) ** (m - y) for q in (p / 5, p * 1.8)]))
        for m in range(1, 5)
        for y in range(m + 1)
    ]
    m, y, chance = np.array(kinds).T
    return np.stack([m, y]).astype(int), chance / 4


def single(p: float) -> tuple[np.ndarray, np.ndarray]:
    """One trial a game."""
    return np.array([[1, 1], [0, 1]]), np.array([1 - p, p])


def seldom(p: float) -> tuple[np.ndarray, np.ndarray]:
    """One trial in every thirtieth game."""
    return np.array([[0, 1, 1], [0, 0, 1]]), np.array([29, 1 - p, p]) / [30, 30, 30]


def misses(
    games: tuple[np.ndarray, np.ndarray],
    level: Callable[[int], float],
    procedure: Procedure = estimates.rate,
) -> float:
    """The share of paths that at some look up to the horizon have an interval without the truth."""
    (m, y), chance = games
    truth = chance @ y / (chance @ m)
    each = np.stack([m > 0, m, y, m * m, m * y, y * y])
    rng = np.random.default_rng(11)
    totals = np.zeros((6, REPETITIONS), dtype=np.int64)
    missed = np.zeros(REPETITIONS, dtype=bool)
    for before, look in pairwise([0, *looks(HORIZON)]):
        totals += each @ rng.multinomial(look - before, chance, REPETITIONS).T
        with np.errstate(invalid="ignore"):
            found = procedure(sums_of(totals), level(look))
        missed |= (truth < found.low) | (found.high < truth)
    return float(missed.mean())


@pytest.mark.parametrize("best", [400, 10_000])
@pytest.mark.parametrize("games", [single, clustered, seldom])
@pytest.mark.parametrize("p", [0.003, 0.03, 0.3])
def test_shares_stay_within_the_boundary(
    p: float, games: Callable[[float], tuple[np.ndarray, np.ndarray]], best: int
) -> None:
    assert misses(games(p), Boundary(best).level) <= 0.05


@pytest.mark.parametrize("best", [400, 10_000])
def test_means_stay_within_the_boundary(best: int) -> None:
    points = np.array([0, 1, 5, 12, 33])
    games = np.stack([np.ones_like(points), points]), np.array([0.5, 0.2, 0.15, 0.1, 0.05])
    assert misses(games, Boundary(best).level, estimates.mean) <= 0.05


def test_ordinary_intervals_do_not_bear_repeated_looks() -> None:
    assert misses(single(0.3), lambda _: 0.95) > 0.25


def test_fair_games_do_not_look_unfair_in_the_end() -> None:
    rng = np.random.default_rng(12)
    boundary, looked = Boundary(2000), [*looks(100_000)]
    parts = np.diff([0, *looked])
    wins = rng.multinomial(parts, [1 / 3] * 3, (200, len(looked))).cumsum(axis=1)
    unfair = [
        any(
            estimates.fairness(counts, boundary.level(look)).low > 0
            for look, counts in zip(looked, path, strict=True)
        )
        for path in wins
    ]
    assert np.mean(unfair) <= 0.05


# Targets


@pytest.mark.parametrize(
    ("text", "metric", "cell", "halfwidth"),
    [
        ("success=0.01", "success", {}, 0.01),
        ("success[bid=0]=1e-3", "success", {"bid": "0"}, 0.001),
        (" margin [ bid = 3 , trump=purple ] = 2 ", "margin", {"bid": "3", "trump": "purple"}, 2),
        ("points[0]=.5", "points", {"subject": "0"}, 0.5),
    ],
)
def test_targets_as_people_write_them(
    text: str, metric: str, cell: dict[str, str], halfwidth: float
) -> None:
    target = Target.parse(text, "bids")
    assert (target.metric, target.cell, target.halfwidth) == (metric, cell, halfwidth)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "must be METRIC=HALFWIDTH"),
        ("success", "must be METRIC=HALFWIDTH"),
        ("success[bid=0]", "must be METRIC=HALFWIDTH"),
        ("success[]=0.1", "must be METRIC=HALFWIDTH"),
        ("success[bid=0=0.1", "must be METRIC=HALFWIDTH"),
        ("success[bid=0]]=0.1", "must be METRIC=HALFWIDTH"),
        ("succes=0.1", r"unknown metric succes \(did you mean success\?\); bids has: success, p"),
        ("win_share[0]=0.1", "unknown metric win_share; bids has: success, points, margin"),
        ("success=", "a number above 0"),
        ("success=1%", "a number above 0"),
        ("success=0", "a number above 0"),
        ("success=-0.1", "a number above 0"),
        ("success=nan", "a number above 0"),
        ("success=inf", "a number above 0"),
    ],
)
def test_targets_refused(text: str, named: str) -> None:
    with pytest.raises(InputError, match=named) as refused:
        Target.parse(text, "bids")
    assert str(refused.value).startswith(f"until = {text!r}: ")


BIDS = pd.DataFrame(
    {
        "side": pd.Series([None, None, "clara"], dtype=object),
        "bid": [0, 1, 0],
        "led": [True, False, True],
        "success": [0.5, 0.6, 0.7],
        "success_low": [0.4, 0.58, math.nan],
        "success_high": [0.62, 0.62, math.nan],
        "n": [100, 200, 3],
    }
)
BALANCE = pd.DataFrame(
    {
        "metric": ["win_share", "win_share", "success", "success", "fairness"],
        "subject": pd.Series([0, 1, None, "clara", None], dtype=object),
        "value": [0.5, 0.5, 0.1, 0.1, 0.0],
        "low": [0.4, 0.3, 0.05, 0.0, 0.0],
        "high": [0.6, 0.7, 0.15, 0.3, 0.1],
        "n": 50,
    }
)


@pytest.mark.parametrize(
    ("text", "halfwidth"),
    [
        ("success[bid=0]=1", 0.11),
        ("success[bid=0,side=null]=1", 0.11),
        ("success[bid=1]=1", 0.02),
        ("success[led=false]=1", 0.02),
        ("success[side=clara]=1", math.nan),
        ("success[bid=6]=1", math.nan),
    ],
)
def test_half_of_the_length_of_an_interval_in_a_table_of_groups(
    text: str, halfwidth: float
) -> None:
    assert Target.parse(text, "bids").found(BIDS) == pytest.approx(halfwidth, nan_ok=True)


@pytest.mark.parametrize(
    ("text", "halfwidth"),
    [
        ("win_share[0]=1", 0.1),
        ("win_share[subject=1]=1", 0.2),
        ("success=1", 0.05),
        ("success[clara]=1", 0.15),
        ("fairness=1", 0.05),
    ],
)
def test_half_of_the_length_of_an_interval_in_a_table_of_metrics(
    text: str, halfwidth: float
) -> None:
    assert Target.parse(text, "balance").found(BALANCE) == pytest.approx(halfwidth)


FEATURES = pd.DataFrame(
    {
        "feature": "echo",
        "question": ["rule", "rule", "use"],
        "subject": ["points", "margin", "all"],
        "value": 0.0,
        "low": [-1.0, -2.0, 0.0],
        "high": [1.0, 2.0, 0.5],
        "unit": ["points", "points", "a round"],
        "n": 50,
    }
)


@pytest.mark.parametrize(
    ("text", "halfwidth"), [("rule[margin]=1", 2), ("rule[subject=points]=1", 1), ("use=1", 0.25)]
)
def test_half_of_the_length_of_an_interval_in_a_table_of_questions(
    text: str, halfwidth: float
) -> None:
    assert Target.parse(text, "features").found(FEATURES) == halfwidth


TURNED = pd.DataFrame(
    {
        "feature": "echo",
        "question": ["forceable", "possible"],
        "n": 50,
        "gained": 0.5,
        "gained_low": [0.4, 0.2],
        "gained_high": [0.6, 0.8],
    }
)


def test_questions_without_a_value_name_rows_as_other_columns_do() -> None:
    assert Target.parse("gained[question=possible]=1", "bounds").found(TURNED) == pytest.approx(0.3)


@pytest.mark.parametrize(
    ("command", "text", "named"),
    [
        ("bids", "success=1", r"names 3 rows; name one, like \[side=null,bid=0,led=true\]"),
        ("bids", "success[bids=1]=1", r"column bids \(did you mean bid\?\); allowed: side, bid, l"),
        ("bids", "success[0]=1", "unknown column subject; allowed: side, bid, led"),
        ("bids", "success[n=100]=1", "unknown column n; allowed"),
        ("balance", "win_share=1", r"names 2 rows; name one, like \[subject=0\]"),
        ("features", "rule=1", r"names 2 rows; name one, like \[feature=echo,subject=points\]"),
        ("bounds", "gained=1", r"names 2 rows; name one, like \[feature=echo,question=forceable\]"),
    ],
)
def test_targets_that_no_row_answers(command: str, text: str, named: str) -> None:
    tables = {"bids": BIDS, "balance": BALANCE, "features": FEATURES, "bounds": TURNED}
    with pytest.raises(InputError, match=named):
        Target.parse(text, command).row(tables[command])


# Sampling

COINS = toy.plan(200_000, "0", "1")


@dataclass(frozen=True)
class Heads:
    """How often coins fell on heads; one coin in eight is tossed again by itself."""

    games: int
    heads: int
    again: int
    heads_again: int
    rounds: int = 1

    def __add__(self, other: Heads) -> Heads:
        mine, others = ((s.games, s.heads, s.again, s.heads_again) for s in (self, other))
        return Heads(*(a + b for a, b in zip(mine, others, strict=True)))


def toss(start: int, count: int) -> np.ndarray:
    """Random bits of the games from ``start``, uint64[count] (splitmix64)."""
    z = np.arange(start, start + count, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.asarray(z ^ (z >> np.uint64(31)))


def count_heads(bits: np.ndarray) -> Heads:
    heads, again = bits & np.uint64(1) == 1, bits >> np.uint64(61) == 0
    return Heads(len(bits), int(heads.sum()), int(again.sum()), int((heads & again).sum()))


def coins_table(summary: Heads, level: float = estimates.LEVEL) -> pd.DataFrame:
    n, y = np.array([summary.games, summary.again]), np.array([summary.heads, summary.heads_again])
    return pd.DataFrame(
        {
            "bid": [0, 1],
            **estimates.rate(sums_of(np.stack([n, n, y, n, y, y])), level).columns("success"),
        }
    )


def sample_coins(text: str, plan: Plan = COINS, **options: object):  # type: ignore[no-untyped-def]
    target = Target.parse(text, "bids")
    return sample(plan, count_heads, coins_table, target, source=toss, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("chunk", [None, 97, 10**5])
def test_it_stops_at_the_first_look_that_is_narrow_enough(jobs: int, chunk: int | None) -> None:
    summary, level, meta = sample_coins("success[bid=0]=0.02", jobs=jobs, chunk=chunk)
    told = meta["until"]
    at = [*looks(COINS.games)]
    assert summary == count_heads(toss(0, summary.games))
    assert at[told["looks"] - 1] == summary.games
    # A fair coin is known to ± 0.02 where 3.035 · 0.5/√n is that, after 5,757 games.
    expected = next(look for look in at if look >= 5757)
    assert at.index(expected) - 1 <= told["looks"] - 1 <= at.index(expected) + 1
    before = count_heads(toss(0, at[told["looks"] - 2]))
    boundary = Boundary(told["expected"])
    widths = [
        (rows["success_high"] - rows["success_low"])[0] / 2
        for rows in (coins_table(sums, boundary.level(sums.games)) for sums in (summary, before))
    ]
    assert widths[0] <= 0.02 < widths[1]
    assert level == pytest.approx(boundary.level(summary.games))
    assert told == {
        "metric": "success",
        "cell": {"bid": 0},
        "halfwidth": 0.02,
        "found": widths[0],
        "reached": True,
        "expected": pytest.approx(5757, rel=0.01),
        "looks": told["looks"],
        "most": 200_000,
        "level": 0.95,
        "critical": boundary.critical(summary.games),
    }


def test_a_target_out_of_reach_ends_with_the_last_game() -> None:
    summary, level, meta = sample_coins("success[bid=0]=0.0001", jobs=1)
    told = meta["until"]
    assert (summary.games, told["reached"], told["most"]) == (200_000, False, 200_000)
    assert told["found"] == pytest.approx(told["critical"] * 0.5 / math.sqrt(200_000), rel=0.01)
    assert told["looks"] == len([*looks(200_000)])
    assert 0.997 < level < 1


def test_a_target_within_reach_at_once_ends_at_the_first_look() -> None:
    summary, _, meta = sample_coins("success[bid=0]=0.4", jobs=1)
    assert (summary.games, meta["until"]["looks"]) == (400, 1)


def test_too_few_games_for_an_interval_are_no_success() -> None:
    summary, _, meta = sample_coins("success[bid=1]=0.4", jobs=1)
    assert summary.again >= 400
    short = toy.plan(399, "0", "1")
    summary, _, meta = sample_coins("success[bid=0]=0.9", short, jobs=1)
    assert (summary.games, meta["until"]["reached"]) == (399, False)
    assert math.isnan(meta["until"]["found"])


def test_what_does_not_come_up_in_the_pilot_is_refused_before_play() -> None:
    played = []
    with pytest.raises(InputError, match=r"nothing like it came up in 2,000 games, but bid: 0, 1$"):
        sample_coins("success[bid=2]=0.01", jobs=1, progress=lambda *told: played.append(told))
    assert played == []


def test_a_metric_without_rows_is_refused_before_play() -> None:
    with pytest.raises(InputError, match=r"no rows of margin; there are: success$"):
        sample_coins("margin[bid=0]=1", jobs=1)


def test_the_pilot_is_not_among_the_games_of_any_plan() -> None:
    assert until.PILOT_START > MAX_GAMES


@pytest.mark.parametrize("chunks", [1, 5, 23])
@pytest.mark.parametrize("chunk", [97, 440])
def test_an_interrupted_analysis_ends_like_an_undisturbed_one(
    chunks: int, chunk: int, tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANALYSER_CACHE", str(tmp_path))
    undisturbed = sample_coins("success[bid=0]=0.02", jobs=1)
    told: list[int] = []

    def stop(done: int, _: int) -> None:
        told.append(done)
        if len(told) > chunks:
            raise KeyboardInterrupt

    options = {"jobs": 1, "checkpoint": Checkpoint(COINS, "coins")}
    with pytest.raises(KeyboardInterrupt):
        sample_coins("success[bid=0]=0.02", progress=stop, chunk=chunk, **options)
    again: list[int] = []
    resumed = sample_coins(
        "success[bid=0]=0.02", progress=lambda done, _: again.append(done), **options
    )
    assert again[0] == told[-1]
    assert resumed == undisturbed


def test_progress_tells_what_is_expected() -> None:
    told: list[tuple[int, int]] = []
    summary, _, _ = sample_coins(
        "success[bid=0]=0.02", jobs=1, progress=lambda *games: told.append(games)
    )
    assert told[0] == (0, pytest.approx(5757, rel=0.01))
    assert told[-1][0] == summary.games
    assert all(done <= games for done, games in told)
