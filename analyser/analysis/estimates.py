"""Estimates with intervals, of 95 % unless told otherwise, from sums over clusters.

A *cluster* is what was drawn independently: one game. What happens within a game hangs together,
so variances are taken over games, never over rounds. All functions are vectorised over cells and
take sums as exact integers; every cell with fewer than :data:`MIN_CLUSTERS` clusters gets its
estimate but no interval (NaN). Formulas and their sources: docs/methods.md.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

Floats = NDArray[np.float64]
Exact = NDArray[np.object_]
"""An array of Python integers: sums of any size, multiplied without rounding."""

LEVEL = 0.95
MIN_CLUSTERS = 30

FAR_CLUSTERS = 400
"""Clusters for intervals above the usual level: far out, normal approximations need more."""
FAR_EVENTS = 5
"""Likewise for shares: trials of each outcome, unless there is but one."""


class Estimate(NamedTuple):
    """Values with the bounds of their intervals, float arrays of one shape."""

    value: Floats
    low: Floats
    high: Floats

    def __add__(self, shift: float) -> Estimate:  # type: ignore[override]
        return Estimate(self.value + shift, self.low + shift, self.high + shift)

    def __truediv__(self, divisor: float) -> Estimate:
        return Estimate(self.value / divisor, self.low / divisor, self.high / divisor)

    def columns(self, name: str = "value") -> dict[str, Floats]:
        """The columns of a table that hold it: the name, and the bounds as ``name_low``, …."""
        prefix = "" if name == "value" else f"{name}_"
        return {name: self.value, f"{prefix}low": self.low, f"{prefix}high": self.high}


@dataclass(frozen=True)
class RatioSums:
    """What the ratio R = Σy/Σm over clusters g needs, one entry a cell.

    ``clusters`` counts the clusters that have the cell at all; ``m``, ``y`` are Σm and Σy, and
    ``mm``, ``my``, ``yy`` are Σm², Σmy and Σy².
    """

    clusters: Exact
    m: Exact
    y: Exact
    mm: Exact
    my: Exact
    yy: Exact

    def __truediv__(self, divisor: int) -> RatioSums:
        """The sums of the ratio as it would be with y in units of ``divisor``."""
        part = Fraction(1, divisor)
        return replace(self, y=self.y * part, my=self.my * part, yy=self.yy * part**2)

    @property
    def value(self) -> Floats:
        """The ratio; NaN where nothing was seen."""
        return _divide(self.y, self.m)

    @property
    def residual(self) -> Floats:
        """Σ(y − R·m)², computed in integers and rounded once."""
        return _divide(
            self.m * self.m * self.yy - 2 * self.m * self.y * self.my + self.y * self.y * self.mm,
            self.m * self.m,
        )


def rate(sums: RatioSums, level: float = LEVEL) -> Estimate:
    """Estimate a share of clustered trials by Wilson's interval on the effective sample size.

    n_eff = p(1 − p)/V (Korn and Graubard 1998), V = Σ(y − p·m)²/M² being the linearised variance.
    Where no trial or every trial succeeded V says nothing: there the design effect is pooled
    over the other cells, at least 1; without any, trials of one game count as one.
    """
    p, residual, m = sums.value, sums.residual, _floats(sums.m)
    binomial = m * p * (1 - p)
    mixed = binomial > 0
    if mixed.any():
        pooled = max(1.0, residual[mixed].sum() / binomial[mixed].sum())
        silent = np.full_like(p, pooled)
    else:
        silent = _divide(sums.mm, sums.m)
    with np.errstate(divide="ignore", invalid="ignore"):
        design_effect = np.where(mixed, residual / binomial, silent)
        low, high = wilson(p, m / design_effect, level)
        rarer = m / design_effect * np.minimum(p, 1 - p)
    trusted = ~mixed | (rarer >= FAR_EVENTS) | (level <= LEVEL)
    low, high = np.where(trusted, low, np.nan), np.where(trusted, high, np.nan)
    return _masked(sums.clusters, p, low, high, level=level)


def wilson(p: ArrayLike, n: ArrayLike, level: float = LEVEL) -> tuple[Floats, Floats]:
    """Return the bounds of Wilson's interval for a share p of n trials, n any number > 0.

    Written out because n may be infinite, and because statsmodels, which the tests hold it
    against, takes a second or two to import.
    """
    p, n = np.asarray(p, dtype=float), np.asarray(n, dtype=float)
    z2n = special.ndtri((1 + level) / 2) ** 2 / n
    centre = (p + z2n / 2) / (1 + z2n)
    half = np.sqrt(z2n * (p * (1 - p) + z2n / 4)) / (1 + z2n)
    return np.clip(centre - half, 0, p), np.clip(centre + half, p, 1)


def mean(sums: RatioSums, level: float = LEVEL) -> Estimate:
    """Estimate a ratio of sums by its linearised variance and Student's t.

    With m = 1 in every cluster this is the ordinary interval of a mean.
    """
    clusters = _floats(sums.clusters)
    with np.errstate(invalid="ignore"):
        half = special.stdtrit(clusters - 1, (1 + level) / 2) * standard_error(sums)
    return _masked(sums.clusters, sums.value, sums.value - half, sums.value + half, level=level)


def standard_error(sums: RatioSums) -> Floats:
    """The standard error of a ratio of sums, from its linearised variance."""
    clusters = _floats(sums.clusters)
    with np.errstate(divide="ignore", invalid="ignore"):
        return _floats(np.sqrt(sums.residual * clusters / (clusters - 1)) / _floats(sums.m))


def p_values(sums: RatioSums) -> Floats:
    """The two-sided p-values of Student's t tests that ratios of sums are 0.

    1 where there is no variance and the ratio is 0; NaN with too few clusters.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.where(sums.value == 0, 0, abs(sums.value) / standard_error(sums))
    clusters = _floats(sums.clusters)
    p = _floats(2 * special.stdtr(clusters - 1, -t))
    return np.where(clusters >= MIN_CLUSTERS, p, np.nan)


def number_above(sums: RatioSums, threshold: float, level: float = LEVEL) -> Estimate:
    """Estimate how many of several ratios of sums are above a threshold.

    The lower bound counts those that are shown to be above it, the upper bound those that are not
    shown to be below it, each by one-sided t tests that hold together (Holm).
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        t = (sums.value - threshold) / standard_error(sums)
    degrees, tail = _floats(sums.clusters) - 1, (1 - level) / 2
    shown, refuted = (holm(special.stdtr(degrees, sign * t)) <= tail for sign in (-1, 1))
    value, low, high = map(
        _floats, ((sums.value >= threshold).sum(), shown.sum(), (~refuted).sum())
    )
    return _masked(_floats(sums.clusters).min(), value, low, high, level=level)


def holm(p_values: ArrayLike) -> Floats:
    """Adjust the p-values [claims] of claims that are made together (Holm 1979)."""
    p = _floats(p_values)
    order = np.argsort(p)
    adjusted = np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1))
    result = np.empty_like(p)
    result[order] = np.minimum(adjusted, 1)
    return result


def jackknife(
    statistic: Callable[[Any], Any],
    blocks: NDArray[np.int64],
    clusters: NDArray[np.int64],
    level: float = LEVEL,
) -> Estimate:
    """Estimate a smooth function of sums by leaving out one block of clusters at a time.

    ``blocks`` is int64[blocks, quantities], the sums of each block, and ``clusters`` int64[blocks]
    says how many clusters each holds (empty blocks do not count). ``statistic`` maps sums
    [..., quantities] to values [..., values]. Student's t has blocks − 1 degrees of freedom.
    """
    value, left_out = _leave_out(statistic, blocks[clusters > 0])
    count = len(left_out)
    spread = ((left_out - left_out.mean(axis=0)) ** 2).sum(axis=0)
    half = special.stdtrit(count - 1, (1 + level) / 2) * np.sqrt(spread * (count - 1) / count)
    return _masked(
        np.full(value.shape, clusters.sum()), value, value - half, value + half, level=level
    )


def fieller(
    statistic: Callable[[Any], Any],
    blocks: NDArray[np.int64],
    clusters: NDArray[np.int64],
    level: float = LEVEL,
) -> Estimate:
    """Estimate the ratio of two functions of sums whose denominator may be near 0 (Fieller 1954).

    As :func:`jackknife`, but ``statistic`` maps sums to [..., 2], numerator and denominator. The
    bounds are infinite where the interval of the denominator holds 0: so is the set of ratios.
    """
    (y, x), left_out = _leave_out(statistic, blocks[clusters > 0])
    count = len(left_out)
    (yy, xy), (_, xx) = np.cov(left_out.T, bias=True) * (count - 1)
    t2 = special.stdtrit(count - 1, (1 + level) / 2) ** 2
    a, b, c = x * x - t2 * xx, x * y - t2 * xy, y * y - t2 * yy
    low, high = -np.inf, np.inf
    if a > 0:  # then there are two roots, as the estimate itself lies between them
        root = np.sqrt(b * b - a * c)
        low, high = (b - root) / a, (b + root) / a
    return _masked(clusters.sum(), _divide(y, x), _floats(low), _floats(high), level=level)


def _leave_out(statistic: Callable[[Any], Any], blocks: NDArray[np.int64]) -> tuple[Floats, Floats]:
    """A function of the sums of all blocks, [...], and of all but one in turn, [blocks, ...]."""
    total = blocks.sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        return _floats(statistic(total)), _floats(statistic(total - blocks))


def fairness(wins: ArrayLike, level: float = LEVEL) -> Estimate:
    """Estimate the largest distance of a side's share of the wins from an equal share.

    ``wins`` counts the wins of each of k sides. Each share d has Wilson's interval at level
    1 − (1 − level)/k (Bonferroni), whose longer arm is h; the interval of the largest |d| is
    [max(0, max(d − h)), max(d + h)], d being distances.
    """
    counts = np.asarray(wins, dtype=float)
    sides, games = len(counts), counts.sum()
    with np.errstate(divide="ignore", invalid="ignore"):
        share = counts / games
        low, high = wilson(share, games, 1 - (1 - level) / sides)
    h = np.maximum(share - low, high - share)
    d = abs(share - 1 / sides)
    bounds = d.max(), max(0.0, (d - h).max()), (d + h).max()
    return _masked(np.asarray(games), *(np.asarray(b) for b in bounds), level=level)


def quantile(
    values: NDArray[np.int64], counts: NDArray[np.int64], q: float, level: float = LEVEL
) -> Estimate:
    """Estimate a quantile of independent integers from their histogram.

    ``values`` ascend and ``counts`` says how often each was seen. The bounds are order
    statistics whose ranks come from the binomial distribution of how many lie below.
    """
    n = int(counts.sum())
    tail = (1 - level) / 2
    lower = max(1.0, _binomial_quantile(tail, n, q))
    upper = min(float(n), _binomial_quantile(1 - tail, n, q) + 1)
    ranks = np.array([max(1.0, np.ceil(q * n)), lower, upper])
    at = values[np.searchsorted(counts.cumsum(), ranks)].astype(float)
    return _masked(np.asarray(n), at[0], at[1], at[2], level=level)


def _binomial_quantile(probability: float, n: int, q: float) -> float:
    """The smallest number with P(Binomial(n, q) ≤ number) ≥ probability."""
    return float(np.ceil(special.bdtrik(probability, n, q)))


def _floats(values: ArrayLike) -> Floats:
    return np.asarray(values, dtype=np.float64)


def _divide(numerator: ArrayLike, denominator: ArrayLike) -> Floats:
    """Divide Python integers exactly, rounding once; NaN where the denominator is 0."""
    a, b = np.asarray(numerator, dtype=object), np.asarray(denominator, dtype=object)
    return _floats(np.divide(a, np.where(b == 0, float("nan"), b)))


def _masked(
    clusters: ArrayLike, value: Floats, low: Floats, high: Floats, *, level: float
) -> Estimate:
    """Take the interval away where there are too few clusters to trust it."""
    enough = _floats(clusters) >= (MIN_CLUSTERS if level <= LEVEL else FAR_CLUSTERS)
    return Estimate(value, np.where(enough, low, np.nan), np.where(enough, high, np.nan))
