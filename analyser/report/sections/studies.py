"""The pages of a game's own: its studies, drawn as their charts say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

import pandas as pd
from matplotlib.axes import Axes

from analyser.core.studies import DIFFERENCE, SHARE, Chart, Study
from analyser.report import figures
from analyser.report.evidence import Evidence
from analyser.report.findings.sentences import (
    against_zero,
    highest,
    highest_and_lowest,
    resting,
)
from analyser.report.sections.exhibit import Exhibit, Section
from analyser.report.words import PERCENT, PP, Unit, columns, estimate

CELL = re.compile(r"\{([^}]*)\}")
"""The name of a cell in a sentence."""


def study_page(evidence: Evidence, study: Study) -> Iterator[Section]:
    """The page of a study, with those of its charts of which something is known."""
    if "studies" not in evidence.tables:
        return
    table = evidence.tables["studies"]
    table = table[table["study"] == study.name]
    charts = [(chart, table[table["chart"] == chart.name]) for chart in study.charts]
    exhibits = [_exhibit(study, chart, rows) for chart, rows in charts if not rows.empty]
    if exhibits:
        yield Section("Studies", study.headline, study.lead, tuple(exhibits), study.note)


def _exhibit(study: Study, chart: Chart, rows: pd.DataFrame) -> Exhibit:
    unit = {SHARE: PERCENT, DIFFERENCE: PP}.get(chart.unit) or Unit(chart.unit)
    return Exhibit(
        f"{study.name}_{chart.name}",
        chart.title,
        partial(_draw, chart, rows.reset_index(drop=True), unit),
        resting(_sentence(chart, rows, unit), rows, chart.counted),
        half=chart.half,
        height=chart.height,
    )


def _draw(chart: Chart, rows: pd.DataFrame, unit: Unit, ax: Axes) -> None:
    """Draw a chart: rows as far as they are known, in their order."""
    reference = figures.Reference(*chart.reference) if chart.reference else None
    if chart.against:
        own = dict(zip(chart.rows, chart.against, strict=True))
        rows = rows.assign(against=rows["row"].map(own))
    if chart.kind == "grid":
        rows = rows[~_never(rows, unit)].reset_index(drop=True)
        pairs = zip(rows["row"], rows["column"], strict=True)
        figures.heat_map(
            rows.assign(marked=[pair in chart.marked for pair in pairs]),
            ax,
            down="row",
            across="column",
            name="value",
            unit=unit,
            x=chart.x,
            y=chart.y,
            signed=_signed(rows, unit),
            orders=(chart.rows, chart.columns),
        )
    elif chart.kind == "columns":
        figures.stems(
            rows,
            ax,
            category="row",
            name="value",
            unit=unit,
            x=chart.x,
            y=chart.y,
            reference=reference,
        )
    elif chart.kind == "rows":
        figures.intervals(
            rows,
            ax,
            category="row",
            unit=unit,
            x=chart.x,
            reference=reference,
            sign=_signed(rows, unit),
        )
    else:
        figures.lines(
            _side_by_side(chart, rows),
            ax,
            category="row",
            series={column: column for column in chart.columns},
            unit=unit,
            x=chart.x,
            y=chart.y,
        )


def _never(rows: pd.DataFrame, unit: Unit) -> pd.Series[bool]:
    """Which rows are shares of nothing: what never came up."""
    return (rows["value"] == 0) & (unit is PERCENT)


def _signed(rows: pd.DataFrame, unit: Unit) -> bool:
    """Whether estimates are differences, for which it matters on which side of nothing they lie."""
    return unit is PP or bool((rows["value"] < 0).any())


def _side_by_side(chart: Chart, rows: pd.DataFrame) -> pd.DataFrame:
    """One row a row of the chart, with the estimates of each column under its name."""
    wide = pd.DataFrame({"row": chart.rows})
    for column in chart.columns:
        named = dict(zip(columns(), columns(column), strict=True))
        own = rows.loc[rows["column"] == column, ["row", *named]].rename(columns=named)
        wide = wide.merge(own, on="row", how="left")
    return wide


def _sentence(chart: Chart, rows: pd.DataFrame, unit: Unit) -> str:
    """The chart's own sentence where all that it names is known, else what stands out."""
    sign = _signed(rows, unit)
    said = {
        row["row"] if row["column"] is None else f"{row['row']}, {row['column']}": estimate(
            row, unit, sign=sign
        )
        for row in rows.to_dict("records")
    }
    if chart.sentence and all(cell in said for cell in CELL.findall(chart.sentence)):
        return CELL.sub(lambda cell: said[cell[1]], chart.sentence)
    named = rows.assign(name=[*said])
    if sign:
        return against_zero(named, ["name"], unit, chart.what)
    if chart.kind == "grid" and _never(rows, unit).any():
        return highest(named, ["name"], "value", unit, chart.what)
    return highest_and_lowest(named, ["name"], "value", unit, chart.what)
