"""Interval procedures: against SciPy and statsmodels, on cases with a known answer, by coverage."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

from analyser.analysis import estimates
from analyser.analysis.estimates import RatioSums

REPETITIONS = 2000


def sums(y: np.ndarray, m: np.ndarray | int = 1, dtype: type = object) -> RatioSums:
    """The sums of clusters [cells, clusters]; of many, int is faster than Python's integers."""
    y = np.atleast_2d(y).astype(int).astype(dtype)
    m = np.broadcast_to(m, y.shape).astype(dtype)
    found = [(m > 0).sum(1), m.sum(1), y.sum(1), (m * m).sum(1), (m * y).sum(1), (y * y).sum(1)]
    return RatioSums(*(part.astype(object) for part in found))


def coverage(estimate: estimates.Estimate, truth: float) -> float:
    return float(np.mean((estimate.low <= truth) & (truth <= estimate.high)))


@pytest.mark.parametrize(("count", "n"), [(0, 30), (1, 50), (30, 100), (100, 100)])
def test_wilson_is_that_of_statsmodels(count: int, n: int) -> None:
    expected = proportion_confint(count, n, method="wilson")
    assert estimates.wilson(count / n, n) == pytest.approx(expected)


@pytest.mark.parametrize("count", [0, 1, 40, 200])
def test_rate_of_single_trials_is_wilsons(count: int) -> None:
    found = estimates.rate(sums(np.arange(200) < count))
    expected = proportion_confint(count, 200, method="wilson")
    assert (found.low.item(), found.high.item()) == pytest.approx(expected)
    assert found.value.item() == count / 200


@pytest.mark.parametrize("copies", [2, 9])
@pytest.mark.parametrize("count", [0, 60, 200])
def test_copies_of_one_coin_have_their_number_as_design_effect(copies: int, count: int) -> None:
    heads = np.arange(200) < count
    one, many = estimates.rate(sums(heads)), estimates.rate(sums(copies * heads, copies))
    assert np.array(many) == pytest.approx(np.array(one))


def test_an_antithetic_pair_has_no_sampling_error() -> None:
    found = estimates.rate(sums(np.ones(100), 2))
    assert [part.item() for part in found] == [0.5, 0.5, 0.5]


def test_a_cell_without_events_takes_the_pooled_design_effect() -> None:
    heads = np.arange(100) < 40
    found = estimates.rate(sums(np.stack([3 * heads, 0 * heads]), 3))
    expected = proportion_confint(0, 100, method="wilson")
    assert (found.low[1], found.high[1]) == pytest.approx(expected)


def test_the_pooled_design_effect_is_at_least_one() -> None:
    found = estimates.rate(sums(np.stack([np.ones(100), np.zeros(100)]), 2))
    assert found.high[1] == pytest.approx(proportion_confint(0, 200, method="wilson")[1])


def test_mean_of_single_values_is_students() -> None:
    y = np.random.default_rng(1).integers(0, 90, 40)
    expected = stats.t.interval(0.95, 39, y.mean(), stats.sem(y))
    found = estimates.mean(sums(y))
    assert (found.low.item(), found.high.item()) == pytest.approx(expected)


def test_ratio_of_sums_is_linearised() -> None:
    rng = np.random.default_rng(2)
    m = rng.integers(1, 6, 50)
    y = 10 * m + rng.integers(-5, 5, 50)
    ratio = y.sum() / m.sum()
    error = np.std(y - ratio * m, ddof=1) / np.sqrt(50) / m.mean()
    found = estimates.mean(sums(y, m))
    expected = ratio + np.array([0, -1, 1]) * stats.t.ppf(0.975, 49) * error
    assert np.ravel(found) == pytest.approx(expected)


def test_sums_are_exact_where_floats_would_cancel() -> None:
    y = np.array([10**9, 10**9 + 1] * 50)
    assert sums(y).residual.item() == 25.0


def test_few_clusters_are_counted_but_not_trusted() -> None:
    for estimate in (estimates.rate, estimates.mean):
        few, enough = estimate(sums(np.arange(29) % 2)), estimate(sums(np.arange(30) % 2))
        assert few.value.item() == pytest.approx(14 / 29)
        assert np.isnan([few.low.item(), few.high.item()]).all()
        assert np.isfinite([enough.low.item(), enough.high.item()]).all()
    assert np.isnan(estimates.fairness([10, 19]).low)
    assert np.isnan(estimates.quantile(np.array([4]), np.array([29]), 0.5).high)
    assert np.isnan(estimates.rate(sums(np.zeros((1, 3)), 0)).value.item())


LEVELS = [0.95, 0.999]
"""The usual one, and one of those that intervals valid at every look have."""


@pytest.mark.parametrize("level", LEVELS)
def test_every_interval_has_the_level_that_is_asked_for(level: float) -> None:
    y = np.random.default_rng(10).integers(0, 90, 400)
    heads, blocks = y < 30, np.column_stack([np.ones(400), y])
    share, mean, middle, jackknifed, unfair = (
        estimates.rate(sums(heads), level),
        estimates.mean(sums(y), level),
        estimates.quantile(*np.unique(y, return_counts=True), 0.5, level),
        estimates.jackknife(lambda s: s[..., 1] / s[..., 0], blocks, np.ones(400, int), level),
        estimates.fairness([300, 100], level),
    )
    students = stats.t.interval(level, 399, y.mean(), stats.sem(y))
    h = proportion_confint(300, 400, (1 - level) / 2, method="wilson")[0] - 0.5
    ranks = stats.binom.ppf([(1 - level) / 2, (1 + level) / 2], 400, 0.5).astype(int)
    for found, expected in (
        (share, proportion_confint(heads.sum(), 400, 1 - level, method="wilson")),
        (mean, students),
        (jackknifed, students),
        (middle, np.sort(y)[ranks - [1, 0]]),
        (unfair, (h, 0.5 - h)),
    ):
        assert (np.ravel(found.low)[0], np.ravel(found.high)[0]) == pytest.approx(tuple(expected))


def test_above_the_usual_level_more_clusters_are_needed() -> None:
    for n, known in ((399, False), (400, True)):
        y = np.arange(n) % 2
        values, counts = np.unique(y, return_counts=True)
        blocks = np.column_stack([np.ones(n), y])
        for found in (
            estimates.rate(sums(y), 0.99),
            estimates.mean(sums(y), 0.99),
            estimates.quantile(values, counts, 0.5, 0.99),
            estimates.jackknife(lambda s: s[..., 1] / s[..., 0], blocks, np.ones(n, int), 0.99),
            estimates.fairness(counts, 0.99),
        ):
            assert (np.isfinite(found.low) & np.isfinite(found.high)).all() == known


@pytest.mark.parametrize("copies", [1, 3])
def test_above_the_usual_level_shares_need_several_trials_of_each_outcome(copies: int) -> None:
    few = np.array([0, 1, 4, 5, 495, 496, 499, 500])[:, None]
    heads = copies * (np.arange(500) < few)
    usual, far = (estimates.rate(sums(heads, copies), level) for level in LEVELS)
    assert np.isfinite(usual.low).all()
    expected = [True, False, False, True, True, False, False, True]
    assert np.isfinite(far.low).tolist() == np.isfinite(far.high).tolist() == expected


def test_jackknife_of_a_mean_is_students_over_blocks() -> None:
    y = np.random.default_rng(3).normal(5, 2, 200)
    blocks = np.column_stack([np.ones(200), y])
    found = estimates.jackknife(lambda s: s[..., 1] / s[..., 0], blocks, np.ones(200, dtype=int))
    expected = stats.t.interval(0.95, 199, y.mean(), stats.sem(y))
    assert (found.low, found.high) == pytest.approx(expected)


def test_jackknife_ignores_empty_blocks() -> None:
    y = np.random.default_rng(3).normal(5, 2, 50)
    blocks = np.zeros((200, 2))
    blocks[:50] = np.column_stack([np.ones(50), y])
    found = estimates.jackknife(lambda s: s[..., 1] / s[..., 0], blocks, blocks[:, 0].astype(int))
    assert (found.low, found.high) == pytest.approx(
        stats.t.interval(0.95, 49, y.mean(), stats.sem(y))
    )


@pytest.mark.parametrize("q", [0.25, 0.5, 0.75])
def test_quantile_bounds_are_order_statistics(q: float) -> None:
    y = np.random.default_rng(4).integers(0, 60, 101)
    found = estimates.quantile(*np.unique(y, return_counts=True), q)
    assert found.value == np.quantile(y, q, method="inverted_cdf")
    ranks = stats.binom.ppf([0.025, 0.975], 101, q).astype(int)
    assert (found.low, found.high) == tuple(np.sort(y)[ranks - [1, 0]])


def test_fairness_by_hand() -> None:
    found = estimates.fairness([400, 300, 300])
    low, high = proportion_confint(400, 1000, alpha=0.05 / 3, method="wilson")
    h = max(0.4 - low, high - 0.4)
    assert np.array(found) == pytest.approx([0.4 - 1 / 3, 0.4 - 1 / 3 - h, 0.4 - 1 / 3 + h])


@pytest.mark.parametrize("sides", [2, 3, 4])
def test_fair_games_seldom_look_unfair(sides: int) -> None:
    wins = np.random.default_rng(5).multinomial(5000, [1 / sides] * sides, REPETITIONS)
    assert np.mean([estimates.fairness(w).low == 0 for w in wins]) >= 0.95


@pytest.mark.parametrize("p", [0.003, 0.03, 0.3])
@pytest.mark.parametrize("correlated", [False, True], ids=["independent", "clustered"])
def test_coverage_of_rates(p: float, correlated: bool) -> None:
    rng = np.random.default_rng(6)
    m = rng.integers(1, 5, 4000)
    shape = (REPETITIONS, len(m))
    chance = np.where(rng.random(shape) < 0.5, 0.2, 1.8) * p if correlated else np.full(shape, p)
    y = rng.binomial(m, chance)
    found = estimates.rate(sums(y, m, int))
    assert 0.93 <= coverage(found, p) <= 0.97


def test_coverage_of_means() -> None:
    rng = np.random.default_rng(7)
    m = rng.integers(1, 5, (REPETITIONS, 300))
    y = rng.poisson(12.5 * m * rng.choice([0.6, 1.4], m.shape))
    assert 0.93 <= coverage(estimates.mean(sums(y, m, int)), 12.5) <= 0.97


def test_coverage_of_the_jackknife() -> None:
    rng = np.random.default_rng(8)
    hits = 0
    for _ in range(REPETITIONS):
        y = rng.binomial(100, 0.4, (200, 5))
        blocks = np.stack([np.full(200, 5), y.sum(1), (y * y).sum(1)], axis=1)
        found = estimates.jackknife(
            lambda s: s[..., 2] / s[..., 0] - (s[..., 1] / s[..., 0]) ** 2,
            blocks,
            np.full(200, 5),
        )
        hits += bool(found.low <= 24 <= found.high)
    assert 0.93 <= hits / REPETITIONS <= 0.97


def test_coverage_of_quantiles() -> None:
    rng = np.random.default_rng(9)
    hits = 0
    for _ in range(REPETITIONS):
        y = rng.integers(0, 10**6, 1000)
        found = estimates.quantile(*np.unique(y, return_counts=True), 0.25)
        hits += bool(found.low <= 250_000 <= found.high)
    assert 0.93 <= hits / REPETITIONS <= 0.97


def test_holm_is_that_of_statsmodels() -> None:
    p = np.random.default_rng(0).random(7) ** 3
    assert estimates.holm(p) == pytest.approx(multipletests(p, method="holm")[1])


@pytest.mark.parametrize("claims", [1, 5])
def test_a_family_without_anything_to_find_yields_a_claim_in_at_most_5_percent(claims: int) -> None:
    """Shares of one half, claimed to be above or below it: both families of claims together."""
    rng = np.random.default_rng(claims)
    games = 200
    wrong = 0
    for _ in range(REPETITIONS):
        found = estimates.number_above(sums(rng.random((claims, games)) < 1 / 2, dtype=int), 1 / 2)
        wrong += found.low > 0 or found.high < claims
    # 0.05, and 2.6 standard errors beside it for the finite number of repetitions
    assert wrong / REPETITIONS < 0.05 + 2.6 * np.sqrt(0.05 * 0.95 / REPETITIONS)
    assert wrong > 0


def test_the_number_above_a_threshold() -> None:
    shares = np.array([0.2, 0.5, 0.8, 0.9])
    heads = np.arange(1000) < 1000 * shares[:, None]
    assert np.array(estimates.number_above(sums(heads), 0.5)) == pytest.approx([3, 2, 3])


@pytest.mark.parametrize("seed", range(3))
def test_fieller_is_the_set_of_ratios_that_a_t_test_accepts(seed: int) -> None:
    rng = np.random.default_rng(seed)
    blocks = np.column_stack([np.ones(200), rng.integers(0, 9, 200), rng.integers(0, 3, 200)])
    found = estimates.fieller(
        lambda s: s[..., 1:] / s[..., :1], blocks.astype(int), np.ones(200, dtype=int)
    )
    assert found.value == pytest.approx(blocks[:, 1].sum() / blocks[:, 2].sum())
    for bound in (found.low, found.high):
        rest = blocks[:, 1] - bound * blocks[:, 2]
        assert stats.ttest_1samp(rest, 0).pvalue == pytest.approx(0.05, rel=1e-2)


def test_fieller_is_unbounded_where_the_denominator_may_be_nothing() -> None:
    blocks = np.column_stack([np.ones(200), np.full(200, 3), np.arange(200) % 3 - 1])
    found = estimates.fieller(lambda s: s[..., 1:], blocks.astype(int), np.ones(200, dtype=int))
    assert (found.low, found.high) == (-np.inf, np.inf)
