"""What perfect play could have done with the bids that were made, beside what was done.

Hands and bids are those of the strategies; in the tricks all cards are seen. Bids of a side that
nobody plays do not count. The game finds it out (:mod:`analyser.core.bounds`); what each share
means and how its interval comes about is in docs/methods.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from analyser.analysis import estimates
from analyser.analysis.estimates import LEVEL
from analyser.analysis.features import find_features
from analyser.analysis.forks import moments, played, sum_cells
from analyser.analysis.result import Result, analyse
from analyser.analysis.sums import Numbers, Summary
from analyser.analysis.traced import check_same_games
from analyser.batch.plan import Plan
from analyser.core.bounds import Bounds
from analyser.core.records import Records

SHARES = ("success", "forceable", "clairvoyant", "possible")
"""The shares of the bids; their counts follow that of the bids in the vector that is kept."""

TURNED = ("forceable", "possible")
"""What is also asked without each special rule. The vector goes on, by rule, with counts of:"""
CHANGES = ("gained", "lost", "net")
"""only with the rule, only without it, and the one less the other."""


@dataclass(frozen=True)
class SummariseBounds:
    """Sums, over all bids and by bid, what could have become of them; picklable."""

    plan: Plan

    def __call__(self, records: Records) -> Summary:
        """Sum a chunk of whole games.

        Raises InputError if the game cannot tell, or if they are no longer played as recorded.
        """
        plan, start, games = self.plan, records.start, records.games
        found = plan.spec.bounds(plan.rules, plan.strategies, plan.seed, start, games)
        check_same_games(plan, records, found.base)
        codes, labels = plan.spec.analyses.GROUPINGS["bid"](records, plan.rules)
        whose = played(plan)
        bid = codes[whose]
        counts = [plan.spec.analyses.success(records), *_counts(found)]
        cells = sum_cells(  # each bid counts twice: among all, code 0, and as itself
            [np.concatenate([np.zeros_like(bid), bid + 1])],
            records.game,
            [np.concatenate([count[whose]] * 2) for count in counts],
        )
        names = {"bid": (None, *labels), "without": tuple(found.without)}
        return Summary(games, records.rounds, {"bounds": cells}, names)


def _counts(found: Bounds) -> Iterator[Numbers]:
    """What follows success in the vector, [sides, rounds] each."""
    yield from (found.forceable, found.clairvoyant, found.possible)
    for without in found.without.values():
        for on, off in zip((found.forceable, found.possible), without, strict=True):
            yield from (on & ~off, off & ~on, on.astype(int) - off)


def bounds_table(summary: Summary, level: float = LEVEL) -> pd.DataFrame:
    """Return a row for all bids (``bid`` None) and one a bid: ``n`` of them, and shares of these.

    ``success``: met as played. ``forceable``: can be met against everybody else together.
    ``clairvoyant``: can be met when one knows what the others at this table will answer.
    ``possible``: can be met with everybody helping.
    """
    sums, columns = moments(summary, "bounds"), _bids(summary)
    for i, name in enumerate(SHARES, start=1):
        columns |= estimates.rate(sums.ratio(i), level).columns(name)
    return pd.DataFrame(columns)


def turned_table(summary: Summary, names: Sequence[str] = (), level: float = LEVEL) -> pd.DataFrame:
    """Return what each special rule (``feature``) did to the answers, in rows as above.

    ``gained``: share of the ``n`` bids for which the answer is yes only with the rule, ``lost``:
    only without it, with the same hands and bids; ``net`` is the one less the other. Each
    ``question`` is one of :data:`TURNED`; ``names`` are those of the rules, all by default.
    """
    sums, rules = moments(summary, "bounds"), summary.labels["without"]
    frames = []
    for feature in names or rules:
        for question in TURNED:
            place = rules.index(feature) * len(TURNED) + TURNED.index(question)
            first = 1 + len(SHARES) + place * len(CHANGES)
            columns = {"feature": feature, "question": question, **_bids(summary)}
            for i, change in enumerate(CHANGES, start=first):
                estimate = estimates.mean if change == "net" else estimates.rate
                columns |= estimate(sums.ratio(i), level).columns(change)
            frames.append(pd.DataFrame(columns))
    return pd.concat(frames, ignore_index=True)


def _bids(summary: Summary) -> dict[str, Any]:
    """The columns that say which bids a row is about and how many there were."""
    labels, keys = summary.labels["bid"], summary.tallies["bounds"].keys[:, 0]
    bid = pd.Series([labels[key] for key in keys], dtype=object)
    return {"bid": bid, "n": moments(summary, "bounds").totals[:, 0]}


def analyse_bounds(
    plan: Plan,
    features: Sequence[str] = (),
    *,
    chunks: Iterable[Records] | None = None,
    **options: Any,
) -> Result:
    """Play a plan, or the ``chunks`` of it once more, and say what could have become of the bids.

    With the names of ``features``, special rules, the rows say what these did to that. ``options``
    are those of :func:`~analyser.analysis.result.analyse`. Raises InputError for a game that cannot
    tell, and for a feature that the rules do not have.
    """
    summarise, table = SummariseBounds(plan), bounds_table
    if features:
        find_features(plan.spec, plan.rules, features)
        table = partial(turned_table, names=features)
    return analyse("bounds", plan, summarise, table, chunks, **options)
