"""The bid menu: what each bid is worth to a hand that must aim at it, and which is the best.

Which bid is the best for a hand is learned on games of a seed of their own, by regressing the
margin under each imposed bid on the cards that the side draws; here the rule is only applied. So
the shares and margins of best bids are not flattered by having been chosen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from analyser.analysis import estimates
from analyser.analysis.estimates import LEVEL, RatioSums
from analyser.analysis.forks import (
    Row,
    branch,
    metric_rows,
    moments,
    others,
    played,
    questions_of,
)
from analyser.analysis.sums import Moments, Numbers, Summary, by_block, by_cell, margins
from analyser.analysis.traced import SummariseTrace
from analyser.batch.plan import Plan
from analyser.batch.runner import run
from analyser.core.records import Records

LEARNED = 10_000
"""Games at most from which the rule for the best bid is learned."""
OWN_SEED = 1 << 63
"""The bit of the seed that sets those games apart."""
UNIT = 2**20
"""Worths are rounded to its inverse, so that ties and rounding are the same everywhere."""

KINDS = ("margin", "points", "success", "reached", "best")
"""What is summed for each bid."""


@dataclass(frozen=True)
class Learning:
    """Sums what the rule for the best bid needs: products of drawn cards and margins; picklable."""

    plan: Plan

    def __call__(self, records: Records, trace: Any) -> Summary:
        """Sum a chunk of whole games; each side of each round is a row by itself."""
        margin, *_ = _outcomes(self.plan, records)
        drawn, context = _hands(self.plan, records, trace)
        bids, sides, rounds = margin.shape
        rows = np.arange(sides * rounds)
        cells = by_cell(
            [context.ravel()],
            rows,
            [*drawn.reshape(len(drawn), -1), *margin.reshape(bids, -1)],
        )
        return Summary(records.games, records.rounds, {"products": cells})


@dataclass(frozen=True)
class BestBids:
    """The rule: the best bid by the cards a side draws.

    ``worth`` int64[contexts, bids, cards] says what a card adds to the margin of a bid, in units
    of 1 / UNIT of those of :func:`~sums.margins`. ``most`` and ``least`` are the places of the
    bids that are the best and the worst on average.
    """

    worth: NDArray[np.int64]
    most: int
    least: int

    def best(self, drawn: Numbers, context: Numbers) -> Numbers:
        """The place of the best bid, [...], for hands drawn [cards, ...] and contexts [...]."""
        best = np.zeros(context.shape, dtype=np.intp)
        for code, worth in enumerate(self.worth.astype(float)):
            here = context == code
            best[here] = (worth @ drawn[:, here]).argmax(axis=0)
        return best


def learn_best_bids(plan: Plan, **run_options: Any) -> BestBids:
    """Learn the rule on as many games as the plan has (at most LEARNED), of another seed.

    ``run_options`` are those of :func:`analyser.batch.runner.run`.
    """
    other = replace(plan, seed=plan.seed ^ OWN_SEED, games=min(plan.games, LEARNED))
    cells = run(other, SummariseTrace(other, (Learning(other),)), **run_options).tallies["products"]
    bids = len(questions_of(plan.spec).bids(plan.rules))
    sums = Moments.unpack(cells.values)
    cards = sums.totals.shape[1] - 1 - bids
    worth = np.zeros((cells.keys[:, 0].max() + 1, bids, cards), dtype=np.int64)
    for context, products in zip(cells.keys[:, 0], sums.products.astype(float), strict=True):
        # A side draws so many cards in every round: their indicators add up to a constant.
        drawn, margin = products[1:-bids, 1:-bids], products[1:-bids, -bids:]
        found = np.linalg.lstsq(drawn, margin, rcond=None)[0]
        worth[context] = np.rint(UNIT * found.T)
    mean = sums.totals[:, -bids:].sum(axis=0)
    return BestBids(worth, int(mean.argmax()), int(mean.argmin()))


@dataclass(frozen=True)
class SummariseMenu:
    """Sums what becomes of each bid when it is imposed, and how often it is the best; picklable."""

    plan: Plan
    rule: BestBids

    def __call__(self, records: Records, trace: Any) -> Summary:
        """Sum a chunk of whole games."""
        outcomes = _outcomes(self.plan, records)
        drawn, context = _hands(self.plan, records, trace)
        best = self.rule.best(drawn, context)
        chosen = best == np.arange(len(outcomes[0]))[:, None, None]
        valued = (outcomes[0] * chosen).sum(axis=0)
        cells = by_cell(
            [np.zeros_like(best)],
            records.game,
            [bid for kind in (*outcomes, chosen) for bid in kind] + [valued],
        )
        game = records.game - records.start
        counts = [np.bincount(game, bid.sum(axis=0), records.games) for bid in chosen]
        bids = questions_of(self.plan.spec).bids(self.plan.rules)
        return Summary(
            records.games,
            records.rounds,
            {
                "menu": cells,
                "menu_blocks": by_block(records.start, [np.ones(records.games), *counts]),
            },
            {"menu": bids, "menu_extremes": (bids[self.rule.most], bids[self.rule.least])},
        )


def _outcomes(plan: Plan, records: Records) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """Margin, points, success and whether the bid was reached, when each bid is imposed.

    Shape [bids, sides that have players, rounds]; the margins in units of :func:`~sums.margins`.
    """
    questions = questions_of(plan.spec)
    choices = questions.menu(plan.rules)
    branches = branch(plan, records, [fork for choice in choices for fork in choice.forks])
    bids = questions.bids(plan.rules)
    found = np.empty((4, len(bids), len(choices), records.rounds))
    for i, choice in enumerate(choices):
        for j, bid in enumerate(bids):
            under = branches.branch(i * len(bids) + j)
            found[:, j, i] = (
                margins(under)[choice.side],
                under["points"][choice.side],
                plan.spec.analyses.success(under)[choice.side],
                under["bid"][choice.side] == bid,
            )
    margin, points, success, reached = found
    return margin, points, success, reached


def _hands(plan: Plan, records: Records, trace: Any) -> tuple[NDArray[np.bool_], Numbers]:
    """Whether each side drew each card, bool[cards, sides, rounds], and contexts [sides, rounds].

    Sides are those that have players. In another context (Maids: trump) a card has another worth.
    """
    game = plan.spec.module("cards")
    sides = played(plan)
    drawn = np.zeros((len(game.names(plan.rules)), len(sides), records.rounds), dtype=bool)
    draws = game.draws(trace, plan.rules)
    drawn[draws.card, draws.side, np.arange(records.rounds)] = True
    context = np.broadcast_to(game.context(records), (sides.sum(), records.rounds))
    return drawn[:, sides], context


def menu_table(summary: Summary, plan: Plan, level: float = LEVEL) -> pd.DataFrame:
    """Return one row a ``bid``, imposed in ``n`` deals on one side.

    ``margin`` and ``points`` are points a round; ``success``, ``reached`` (the share that ends with
    the bid) and ``best`` (the share in which the rule calls it the best) are shares of the deals.
    """
    sums, bids = moments(summary, "menu"), summary.labels["menu"]
    estimators = (
        partial(estimates.mean, level=level),
        partial(estimates.mean, level=level),
        *[partial(estimates.rate, level=level)] * 3,
    )
    rows = []
    for i, bid in enumerate(bids):
        row: dict[str, Any] = {"bid": bid, "n": sums.totals[0, 0]}
        for j, (kind, estimator) in enumerate(zip(KINDS, estimators, strict=True)):
            estimate = estimator(sums.ratio(1 + j * len(bids) + i))
            estimate = estimate / others(plan) if kind == "margin" else estimate
            row |= estimate.columns(kind)
        rows.append({name: np.squeeze(value).item() for name, value in row.items()})
    return pd.DataFrame(rows)


def menu_rows(summary: Summary, plan: Plan, level: float = LEVEL) -> Iterator[Row]:
    """The balance metrics of the bid menu."""
    table = menu_table(summary, plan, level)
    yield from metric_rows(table, {"bid_menu": "margin", "bid_best": "best"}, "bid")
    sums, bids = moments(summary, "menu"), summary.labels["menu"]
    n = int(sums.totals[0, 0])
    most, least = (1 + bids.index(bid) for bid in summary.labels["menu_extremes"])
    spread = estimates.mean(_difference(sums, most, least), level) / others(plan)
    yield "bid_menu_spread", None, spread, n
    best = estimates.mean(sums.ratio(1 + len(KINDS) * len(bids)), level) / others(plan)
    yield "bid_best_margin", None, best, n
    blocks = summary.tallies["menu_blocks"].values
    yield "bid_menu_size", None, estimates.jackknife(_size, blocks, blocks[:, 0], level), n


def _difference(sums: Moments, one: int, other: int) -> RatioSums:
    """The sums of the mean of entry ``one`` minus entry ``other``."""
    totals, products = sums.totals.astype(object), sums.products.astype(object)
    cross = products[:, one, other]
    return RatioSums(
        clusters=sums.clusters.astype(object),
        m=totals[:, 0],
        y=totals[:, one] - totals[:, other],
        mm=products[:, 0, 0],
        my=products[:, 0, one] - products[:, 0, other],
        yy=products[:, one, one] - 2 * cross + products[:, other, other],
    )


def _size(sums: Numbers) -> Numbers:
    """How many bids are in use: exp(−Σ s ln s) with s their shares of the best, after the games."""
    share = sums[..., 1:] / sums[..., 1:].sum(axis=-1, keepdims=True)
    logs = np.log(share, where=share > 0, out=np.zeros_like(share))
    return np.asarray(np.exp(-(share * logs).sum(axis=-1)))
