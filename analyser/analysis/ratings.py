"""Ratings: one number a strategy that says who finishes ahead of whom (Plackett and Luce).

Whoever finishes first is a side with strategy s with a chance in proportion to its worth exp(θ_s),
then so among those that are left, and so on. The θ, the logarithms of the worths, are the ratings.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from analyser.analysis import estimates
from analyser.analysis.duplicate import Outcome, Seating
from analyser.analysis.estimates import LEVEL, Floats
from analyser.analysis.sums import BLOCKS, Integers, Tally


def tally_orders(
    outcomes: Mapping[Seating, Outcome], strategies: Sequence[str], start: int
) -> Tally:
    """Count in which orders strategies finish, by block of the deals from number ``start`` on.

    Keys are the numbers of the strategies from first to last. The winner comes first, then the
    score decides. Every game counts twice: where sides are level, once in either order.
    """
    kinds = len(strategies)
    sides = len(next(iter(outcomes)))
    radices = (kinds,) * sides
    counts = np.zeros((kinds**sides, BLOCKS), dtype=np.int64)
    for seating, outcome in outcomes.items():
        number = np.array([strategies.index(name) for name in seating])
        block = (start + np.arange(outcome.wins.shape[1])) % BLOCKS
        side = np.broadcast_to(np.arange(sides)[:, None], outcome.wins.shape)
        for ties in (side, -side):
            order = number[np.lexsort((ties, -outcome.score, -outcome.wins), axis=0)]
            np.add.at(counts, (np.ravel_multi_index(tuple(order), radices), block), 1)
    seen = np.flatnonzero(counts.any(axis=1))
    return Tally(np.stack(np.unravel_index(seen, radices), axis=1), counts[seen])


def rate(
    orders: Tally, clusters: Integers, strategies: Iterable[str], level: float = LEVEL
) -> pd.DataFrame:
    """Return the ``rating`` of each ``strategy``, best first; the mean of all is 0.

    ``clusters`` int64[blocks] counts the deals. NaN where a rating would be infinite, as some
    never finish behind others, and with a single strategy. Jackknife.
    """
    names = list(strategies)

    def ratings(weights: NDArray[np.int64]) -> Floats:
        fit = [log_worths(orders.keys, each, len(names)) for each in np.atleast_2d(weights)]
        return np.reshape(fit, (*weights.shape[:-1], len(names)))

    estimate = estimates.jackknife(ratings, orders.values.T, clusters, level)
    rows = pd.DataFrame({"strategy": names, **estimate.columns("rating"), "n": int(clusters.sum())})
    return rows.sort_values("rating", ascending=False, kind="stable", ignore_index=True)


def log_worths(orders: Integers, weights: NDArray[np.int64], count: int) -> Floats:
    """Fit the logarithms of ``count`` worths, of mean 0, to weighted orders by likelihood.

    ``orders`` int64[orders, sides] number the strategies from first to last. NaN if there is no
    finite fit: one exists if and only if everybody has finished ahead of everybody, perhaps by
    way of others (Hunter 2004).
    """
    from scipy import optimize, sparse

    first, left = _choices(orders, count)
    weight = np.repeat(weights, orders.shape[1] - 1) / max(weights.sum(), 1)
    ahead = np.zeros((count, count))
    np.add.at(ahead, first, weight[:, None] * (left > 0))
    if count < 2 or sparse.csgraph.connected_components(ahead, connection="strong")[0] > 1:
        return np.full(count, np.nan)
    chosen = np.eye(count)[first]

    def shares(free: Floats) -> Floats:
        worth = left * np.exp(np.append(0.0, free))
        return np.asarray(worth / worth.sum(axis=1, keepdims=True))

    def loss(free: Floats) -> tuple[float, Floats]:
        theta = np.append(0.0, free)
        log = np.log(left @ np.exp(theta)) - theta[first]
        return weight @ log, (weight @ (shares(free) - chosen))[1:]

    def curvature(free: Floats) -> Floats:
        p = shares(free)
        return np.asarray(np.diag(weight @ p) - (weight[:, None] * p).T @ p)[1:, 1:]

    fit = optimize.minimize(
        loss, np.zeros(count - 1), jac=True, hess=curvature, method="trust-exact", tol=1e-10
    )
    theta = np.append(0.0, fit.x)
    return np.asarray(theta - theta.mean())


def _choices(orders: Integers, count: int) -> tuple[Integers, Integers]:
    """Every choice of who comes next, but the last of an order, which is none.

    Returns whose number was chosen [orders × (sides − 1)], and how many of each strategy there
    were to choose from [orders × (sides − 1), count].
    """
    one = np.eye(count, dtype=np.int64)[orders]  # [orders, sides, count]
    left = one[:, ::-1].cumsum(axis=1)[:, ::-1]
    return orders[:, :-1].ravel(), left[:, :-1].reshape(-1, count)
