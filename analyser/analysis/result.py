"""What an analysis returns: tidy rows and where they come from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import Any

import msgspec
import numpy as np
import pandas as pd

from analyser.analysis.estimates import LEVEL
from analyser.analysis.sums import Summary
from analyser.analysis.until import Table, Target, sample
from analyser.batch.plan import Plan
from analyser.batch.runner import run
from analyser.core.records import Records


@dataclass(frozen=True)
class Result:
    """Tidy ``rows`` with full precision, and ``meta``, which says how to get them again."""

    rows: pd.DataFrame
    meta: Mapping[str, Any]

    def to_json(self) -> str:
        """Return ``{"meta": …, "rows": […]}`` on one line; what is unknown is null."""
        rows = self.rows.to_dict("records")
        return msgspec.json.encode({"meta": self.meta, "rows": rows}).decode()

    def to_csv(self) -> str:
        """Return the rows as CSV with a heading; truth values as in TOML, unknown ones empty."""
        return self.rows.map(_written).to_csv(index=False, lineterminator="\n")


def _written(cell: Any) -> Any:
    """A cell of CSV; None is text there, or whole numbers beside it would become floats."""
    if cell is None:
        return ""
    return str(cell).lower() if isinstance(cell, bool | np.bool_) else cell


def analyse(
    command: str,
    plan: Plan,
    summarise: Callable[[Records], Summary],
    table: Table,
    chunks: Iterable[Records] | None = None,
    until: str | None = None,
    *,
    glance: Table | None = None,
    **run_options: Any,
) -> Result:
    """Sum the chunks of a plan's records, playing it unless they are given, and tabulate.

    ``table`` maps the sum, and the ``level`` of its intervals, to rows. ``until`` is a
    :class:`~analyser.analysis.until.Target`; the plan then says how many games it may take.
    ``glance`` gives the rows that may be the target's, where it takes long to draw all.
    """
    level, told = LEVEL, dict[str, Any]()
    if until is not None:
        target = Target.parse(until, command)
        summary, level, told = sample(plan, summarise, glance or table, target, **run_options)
    elif chunks is None:
        summary = run(plan, summarise, **run_options)
    else:
        summary = reduce(add, map(summarise, chunks))
    played = {"games": summary.games, "rounds": summary.rounds}
    meta = {"command": command, **plan.describe(), **played, **told}
    return Result(table(summary, level=level), meta)
