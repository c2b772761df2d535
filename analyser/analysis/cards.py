"""What each card is worth, what it wins, and what becomes of it when it is drawn.

All is said of draws by players: a card that is dealt to a side that nobody plays counts as
nobody's. The game's ``cards`` module reads its trace; the formulas are in docs/methods.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd

from analyser.analysis import estimates
from analyser.analysis.estimates import LEVEL, Estimate, Floats
from analyser.analysis.result import Result, analyse
from analyser.analysis.sums import (
    BLOCKS,
    Moments,
    Numbers,
    Summary,
    Tally,
    by_block,
    by_cell,
    margins,
)
from analyser.analysis.traced import SummariseTrace
from analyser.batch.plan import Plan
from analyser.core.errors import InputError
from analyser.core.records import Records
from analyser.core.rules import Rules
from analyser.core.spec import GameSpec

RELATIONS = (True, False, None)
"""How a card can stand to what its worth depends on, in the order of rows."""


@dataclass(frozen=True)
class SummariseCards:
    """Sums what the worth of the cards needs; picklable.

    Raises InputError if the game does not say what became of its cards.
    """

    spec: GameSpec
    rules: Rules

    def __post_init__(self) -> None:
        if not self.spec.has("cards"):
            raise InputError(f"cards: {self.spec.name} has no cards analysis")

    def __call__(self, records: Records, trace: Any) -> Summary:
        """Sum a chunk of whole games."""
        game = self.spec.module("cards")
        names, contexts = game.names(self.rules), game.CONTEXTS
        drawn, context = game.draws(trace, self.rules), game.context(records)
        relation = np.array(
            [
                [RELATIONS.index(game.relation(card, each, self.rules)) for card in names]
                for each in contexts
            ]
        )
        outcomes = {"tricks": drawn.won} | self._success(records, drawn)
        outcomes |= {name: drawn.action == i for i, name in enumerate(game.ACTIONS.values())}
        return Summary(
            records.games,
            records.rounds,
            {
                "card_outcomes": by_cell(
                    [drawn.card, relation[context, drawn.card]],
                    records.game,
                    [*outcomes.values()],
                ),
                "card_products": self._products(records, drawn, context, len(names)),
                "card_games": by_block(records.start, [np.ones(records.games)]),
            },
            {
                "card": tuple(names),
                "card_outcomes": tuple(outcomes),
                "card_relations": tuple(relation.ravel().tolist()),
            },
        )

    def _success(self, records: Records, drawn: Any) -> dict[str, Numbers]:
        """Whether whoever drew each card met the bid, where there are bids."""
        if not hasattr(self.spec.analyses, "success"):
            return {}
        success = self.spec.analyses.success(records)
        return {"success": np.take_along_axis(success, drawn.side, axis=0)}

    def _products(self, records: Records, drawn: Any, context: Numbers, cards: int) -> Tally:
        """By context and block Σzzᵀ, the upper half, of z = (1, drew each card, margin).

        One z for each round and each side with players; the margin is that of ``margins``.
        """
        played = np.array(self.spec.played(self.rules))
        cell = context.astype(np.intp) * BLOCKS + records.game % BLOCKS
        order = np.argsort(cell, kind="stable")
        place = np.empty_like(order)
        place[order] = np.arange(records.rounds)
        z = np.zeros((cards + 2, records.sides, records.rounds))
        z[0] = 1
        z[drawn.card + 1, drawn.side, place] = 1
        z[-1] = margins(records)[:, order]
        z = z[:, played]
        cells, first = np.unique(cell[order], return_index=True)
        upper = np.triu_indices(cards + 2)
        products = []
        for a, b in pairwise([*first, records.rounds]):
            part = z[..., a:b].reshape(cards + 2, -1)
            products.append((part @ part.T)[upper])
        keys = np.stack(np.divmod(cells, BLOCKS), axis=1)
        return Tally(keys, np.array(products).astype(np.int64))


def cards_table(summary: Summary, sides: int, level: float = LEVEL) -> pd.DataFrame:
    """Return one row a card and relation to trump, of a game with ``sides`` sides.

    ``value`` is in margin points a round, the others are shares of the ``n`` draws. ``trump``:
    whether the card's suit is trump, None without trump. ``level`` is that of the intervals.
    """
    cells = summary.tallies["card_outcomes"]
    names = summary.labels["card"]
    keys = cells.keys
    moments = Moments.unpack(cells.values)
    columns: dict[str, object] = {
        "card": [names[card] for card in keys[:, 0]],
        "trump": pd.Series([RELATIONS[code] for code in keys[:, 1]], dtype=object),
    }
    columns |= (_values(summary, keys, level) / (sides - 1)).columns()
    for i, name in enumerate(map(str, summary.labels["card_outcomes"]), start=1):
        columns |= estimates.rate(moments.ratio(i), level).columns(name)
    columns["n"] = moments.totals[:, 0]
    return pd.DataFrame(columns)


def _values(summary: Summary, keys: Numbers, level: float) -> Estimate:
    """The worth of the cards and relations of ``keys`` [rows, 2], in units of ``margins``."""
    products = summary.tallies["card_products"]
    cards = len(summary.labels["card"])
    contexts, at = np.unique(products.keys[:, 0], return_inverse=True)
    sums = np.zeros((BLOCKS, len(contexts), products.values.shape[1]), dtype=np.int64)
    sums[products.keys[:, 1], at] = products.values
    relation = np.array(summary.labels["card_relations"]).reshape(-1, cards)[contexts]

    def values(flat: Numbers) -> Floats:
        worth = coefficients(flat.reshape(*flat.shape[:-1], *sums.shape[1:]), cards)
        rows = [worth[..., relation[:, c] == code, c].mean(axis=-1) for c, code in keys]
        return np.stack(rows, axis=-1)

    games = summary.tallies["card_games"].values[:, 0]
    return estimates.jackknife(values, sums.reshape(BLOCKS, -1), games, level)


def coefficients(sums: Numbers, cards: int) -> Floats:
    """Regress on the indicators of the cards and a constant, the coefficients adding to zero.

    ``sums`` [..., sums] are the upper halves of Σzzᵀ. Returns the coefficients of the cards,
    [..., cards]; NaN where the data do not determine them.
    """
    products = np.zeros((*sums.shape[:-1], cards + 2, cards + 2))
    products[(..., *np.triu_indices(cards + 2))] = sums / np.maximum(sums[..., :1], 1)
    products += np.triu(products, 1).swapaxes(-1, -2)
    # The last row and column turn from the margin into the constraint, with its multiplier.
    right = products[..., -1].copy()
    right[..., -1] = 0
    system = products
    system[..., -1, :] = system[..., :, -1] = np.array([0, *[1] * cards, 0])
    known = np.linalg.matrix_rank(system, hermitian=True) == cards + 2
    system = np.where(known[..., None, None], system, np.eye(cards + 2))
    found = np.linalg.solve(system, right[..., None])[..., 1:-1, 0]
    return np.where(known[..., None], found, np.nan)


def analyse_cards(
    plan: Plan, *, chunks: Iterable[Records] | None = None, **run_options: Any
) -> Result:
    """Play a plan, or read the ``chunks`` of it that were played, and analyse its cards.

    ``run_options`` are those of :func:`analyser.batch.runner.run`. Raises InputError for a game
    that does not say what became of its cards.
    """
    summarise = SummariseTrace(plan, (SummariseCards(plan.spec, plan.rules),))
    table = partial(cards_table, sides=len(plan.spec.sides(plan.rules)))
    return analyse("cards", plan, summarise, table, chunks, **run_options)
