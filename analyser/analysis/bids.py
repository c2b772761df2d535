"""What became of the bids: success, points and margin by any grouping that the game has.

Rows show hands that *chose* so ("as played"), not what a choice is worth: see docs/methods.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from analyser.analysis import estimates
from analyser.analysis.result import Result, analyse
from analyser.analysis.sums import Label, Moments, Numbers, Summary, by_cell, margins
from analyser.batch.plan import Plan
from analyser.core.errors import InputError, suggest
from analyser.core.records import Records
from analyser.core.rules import Rules
from analyser.core.spec import GameSpec

SUCCESS, POINTS, MARGIN = 1, 2, 3
"""Places in the vector whose moments are kept; place 0 counts the bids."""


@dataclass(frozen=True)
class SummariseBids:
    """Sums success, points and margin of bids by cell; picklable.

    ``by`` names groupings of the game; InputError says which there are. Where a side is nobody's
    (Clara), its bids stand apart under the grouping ``side``, which is added in front.
    """

    spec: GameSpec
    rules: Rules
    by: tuple[str, ...] = ("bid",)

    def __post_init__(self) -> None:
        if not hasattr(self.spec.analyses, "success"):
            raise InputError(f"bids: {self.spec.name} has no bids")
        allowed = tuple(self.spec.analyses.GROUPINGS)
        for name in self.by:
            if name not in allowed:
                raise InputError(
                    f"by = {name!r}: unknown{suggest(name, allowed)}; "
                    f"{self.spec.name} has: {', '.join(allowed)}"
                )
        if not self.by or len(set(self.by)) < len(self.by):
            raise InputError(
                f"by = {','.join(self.by)!r}: name each grouping once, at least one of "
                f"{', '.join(allowed)}"
            )

    def __call__(self, records: Records) -> Summary:
        """Sum a chunk of whole games."""
        parts = self._apart(records) | {
            name: self.spec.analyses.GROUPINGS[name](records, self.rules) for name in self.by
        }
        outcomes = [self.spec.analyses.success(records), records["points"], margins(records)]
        cells = by_cell([codes for codes, _ in parts.values()], records.game, outcomes)
        labels = {name: tuple(labels) for name, (_, labels) in parts.items()}
        return Summary(records.games, records.rounds, {"bids": cells}, labels)

    def _apart(self, records: Records) -> dict[str, tuple[Numbers, tuple[Label, ...]]]:
        """Code 0 for the sides with players, and one code for each side without."""
        sides = self.spec.sides(self.rules)
        nobodys = [label for label in sides if not label.isdigit()]
        if not nobodys or "side" in self.by:
            return {}
        codes = [nobodys.index(label) + 1 if label in nobodys else 0 for label in sides]
        shape = (records.sides, records.rounds)
        return {"side": (np.broadcast_to(np.array(codes)[:, None], shape), (None, *nobodys))}


def bids_table(summary: Summary, sides: int, level: float = estimates.LEVEL) -> pd.DataFrame:
    """Return one row a cell: the groupings, ``n`` bids, and each estimate with its interval.

    ``success`` is a share, ``points`` and ``margin`` are points a round of a game with ``sides``
    sides. ``level`` is that of the intervals.
    """
    cells = summary.tallies["bids"]
    moments = Moments.unpack(cells.values)
    columns: dict[str, object] = {
        name: [labels[code] for code in codes]
        for (name, labels), codes in zip(summary.labels.items(), cells.keys.T, strict=True)
    }
    columns["n"] = moments.totals[:, 0]
    for name, estimate in (
        ("success", estimates.rate(moments.ratio(SUCCESS), level)),
        ("points", estimates.mean(moments.ratio(POINTS), level)),
        ("margin", estimates.mean(moments.ratio(MARGIN), level) / (sides - 1)),
    ):
        columns[name] = estimate.value
        columns[f"{name}_low"], columns[f"{name}_high"] = estimate.low, estimate.high
    return pd.DataFrame(columns)


def analyse_bids(
    plan: Plan,
    by: Sequence[str] = ("bid",),
    *,
    chunks: Iterable[Records] | None = None,
    **run_options: Any,
) -> Result:
    """Play a plan, or read the ``chunks`` of it that were played, and analyse its bids.

    ``run_options`` are those of :func:`analyser.batch.runner.run`. Raises InputError for a
    grouping that the game does not have.
    """
    summarise = SummariseBids(plan.spec, plan.rules, tuple(by))
    table = partial(bids_table, sides=len(plan.spec.sides(plan.rules)))
    return analyse("bids", plan, summarise, table, chunks, **run_options)
