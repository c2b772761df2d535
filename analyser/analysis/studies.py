"""Studies: what a game looks into for itself (:mod:`analyser.core.studies`), from plain sums."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add

import numpy as np
import pandas as pd

from analyser.analysis import estimates
from analyser.analysis.estimates import LEVEL
from analyser.analysis.sums import Moments, Summary, Tally
from analyser.batch.plan import Plan
from analyser.core.records import Records
from analyser.core.rules import Rules
from analyser.core.spec import GameSpec
from analyser.core.studies import SHARE, Cells, Chart, Study


def studies_of(spec: GameSpec, rules: Rules) -> tuple[Study, ...]:
    """The studies of a game under these rules; none if it has no such module."""
    if not spec.has("studies"):
        return ()
    found: tuple[Study, ...] = spec.module("studies").studies(rules)
    return found


@dataclass(frozen=True)
class SummariseStudy:
    """Sums what a study counts in samples of one size; picklable."""

    plan: Plan
    name: str
    size: str

    def __call__(self, records: Records) -> Summary:
        """Sum a chunk of whole games; ValueError if a chart has other cells than it says."""
        plan = self.plan
        [study] = (s for s in studies_of(plan.spec, plan.rules) if s.name == self.name)
        found = study.tallies[self.size](
            plan.rules, plan.strategies, plan.seed, records.start, records.games
        )
        charts = {chart.name: chart for chart in study.charts}
        tallies = {name: _tally(charts[name], cells) for name, cells in found.items()}
        return Summary(records.games, records.rounds, tallies)


def _tally(chart: Chart, cells: Cells) -> Tally:
    """The moments of the games of each cell."""
    if len(cells.y) != len(chart.cells) or cells.y.shape != cells.m.shape:
        raise ValueError(f"chart {chart.name}: {len(cells.y)} cells, not {len(chart.cells)}")
    x = np.stack([cells.m, cells.y], axis=1).astype(float)
    moments = Moments.of(x, np.count_nonzero(cells.m, axis=1))
    return Tally(np.arange(len(x))[:, None], moments.pack())


def studies_table(
    studies: Sequence[Study], sums: Mapping[str, Sequence[Summary]], level: float = LEVEL
) -> pd.DataFrame:
    """Return one row a cell that came up, by ``study``, ``chart``, ``row`` and ``column``.

    ``sums`` are the summaries of each study, by name, of all sizes that there are. ``n`` is how
    often the cell came up; ``column`` is None in charts that have none.
    """
    parts = [
        _chart_table(chart, tallies, level).assign(study=study.name, chart=chart.name)
        for study in studies
        for chart in study.charts
        if (tallies := [s.tallies[chart.name] for s in sums[study.name] if chart.name in s.tallies])
    ]
    names = ["study", "chart", "row", "column", "value", "low", "high", "unit", "n"]
    if not parts:
        return pd.DataFrame(columns=names)
    return pd.concat(parts, ignore_index=True)[names]


def _chart_table(chart: Chart, tallies: Sequence[Tally], level: float) -> pd.DataFrame:
    """The estimates of a chart; shares have Wilson's interval, all else Student's t."""
    moments = Moments.unpack(reduce(add, tallies).values)
    estimator = estimates.rate if chart.unit == SHARE else estimates.mean
    n = moments.totals[:, 0]
    rows = pd.DataFrame(chart.cells, columns=["row", "column"]).astype(object)
    estimate = estimator(moments.ratio(1) / chart.parts, level)
    return rows.assign(**estimate.columns(), unit=chart.unit, n=n)[n > 0]
