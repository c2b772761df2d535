"""Sampling until the interval of one cell is narrow enough, valid however often one looks.

After each *look*, a number of games that is fixed beforehand, the ordinary intervals are drawn
with more standard errors than usual: as many as the boundary of a confidence sequence, which the
whole path of an estimate keeps within at 95 %. Formulas and their sources: docs/methods.md.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd
from scipy import special

from analyser.analysis.estimates import FAR_CLUSTERS, LEVEL
from analyser.analysis.metrics import METRICS
from analyser.analysis.sums import Summary
from analyser.batch.plan import Plan
from analyser.batch.runner import add_up, run
from analyser.core.errors import InputError, suggest

STEP = 1.1
"""Each look comes after this many times the games of the one before."""

PILOT = 2000
"""Games that predict how many it takes."""
PILOT_START = 2**60
"""Index of the first of them: plans have fewer games, so none of theirs is looked at twice."""

ALPHA = 1 - LEVEL
SPREAD = float(-special.lambertw(-(ALPHA**2) / math.e, -1).real) - 1
"""The ρ²n for which the boundary after n games is lowest."""

FARTHEST = 8.0
"""Standard errors; beyond, a level differs from 1 by less than floats can tell."""

Table = Callable[..., pd.DataFrame]
"""Maps a summary, and as ``level`` that of the intervals, to rows."""


def looks(games: int) -> Iterator[int]:
    """Yield the numbers of games after which one looks; the last is ``games``."""
    look = float(FAR_CLUSTERS)
    while round(look) < games:
        yield round(look)
        look *= STEP
    yield games


@dataclass(frozen=True)
class Boundary:
    """How far an estimate may stray from the truth, however often one looks.

    The interval is shortest for its number of games after ``best`` of them.
    """

    best: int

    def critical(self, games: int) -> float:
        """The boundary after so many games, in standard errors."""
        x = SPREAD * games / self.best
        return min(FARTHEST, math.sqrt((1 + 1 / x) * math.log((1 + x) / ALPHA**2)))

    def level(self, games: int) -> float:
        """The level at which ordinary intervals reach to the boundary."""
        return 1 - 2 * float(special.ndtr(-self.critical(games)))


KINDS = ("metric", "question")
"""Columns that say which metric the ``value`` of a row is; without values they only name it."""


@dataclass(frozen=True)
class Target:
    """How well what is to be known: a ``metric``, in the row with these values in these columns.

    ``halfwidth`` is half of the length that the interval may have, in the unit of the metric.
    """

    text: str
    metric: str
    cell: Mapping[str, str]
    halfwidth: float

    @classmethod
    def parse(cls, text: str, command: str) -> Target:
        """Read ``METRIC[COLUMN=VALUE,…]=HALFWIDTH``, a metric of the analysis ``command``.

        A value without a column is a subject. Without a cell, the row is the only one, or the one
        without a subject. Raises InputError that says what is allowed.
        """
        match = re.fullmatch(r"\s*(\w+)\s*(?:\[([^][]+)\]\s*)?=([^][=]*)", text)
        if match is None:
            raise _error(text, "must be METRIC=HALFWIDTH or METRIC[COLUMN=VALUE,…]=HALFWIDTH")
        metric, cell, size = match.groups()
        known = [each.name for each in METRICS if each.command == command]
        if known and metric not in known:
            hint = suggest(metric, known)
            allowed = ", ".join(known)
            raise _error(text, f"unknown metric {metric}{hint}; {command} has: {allowed}")
        try:
            halfwidth = float(size)
        except ValueError:
            halfwidth = math.nan
        if not 0 < halfwidth < math.inf:
            raise _error(text, "the half-width must be a number above 0, like 0.01")
        pairs = [part.rpartition("=") for part in (cell or "").split(",") if cell]
        asked = {column.strip() or "subject": value.strip() for column, _, value in pairs}
        return cls(text, metric, asked, halfwidth)

    def row(self, rows: pd.DataFrame) -> Mapping[Any, Any] | None:
        """Find the row, None if there is none; InputError if that names several, or nothing."""
        keys = _keys(rows)
        for column in self.cell:
            if column not in keys:
                hint = suggest(column, keys)
                raise self.error(f"unknown column {column}{hint}; allowed: {', '.join(keys)}")
        if kind := _kind(rows):
            rows = rows[rows[kind] == self.metric]
        found = [
            row
            for row in rows.to_dict("records")
            if all(_written(row[column]) == value for column, value in self.cell.items())
        ]
        if len(found) > 1:
            names = [{key: _written(row[key]) for key in keys} for row in found]
            differ = [key for key in keys if len({name[key] for name in names}) > 1]
            whole = [all(name[key] == "null" for key in differ) for name in names]
            if sum(whole) != 1:
                example = ",".join(f"{key}={value}" for key, value in names[0].items())
                raise self.error(f"names {len(found)} rows; name one, like [{example}]")
            found = [found[whole.index(True)]]
        return found[0] if found else None

    def found(self, rows: pd.DataFrame) -> float:
        """Half of the length that the interval has; NaN while there is none."""
        row = self.row(rows)
        if row is None:
            return math.nan
        prefix = "" if _kind(rows) or self.metric == "value" else f"{self.metric}_"
        return float(row[f"{prefix}high"] - row[f"{prefix}low"]) / 2

    def error(self, problem: str) -> InputError:
        """What to raise if this target will not do."""
        return _error(self.text, problem)


def sample(
    plan: Plan,
    summarise: Callable[[Any], Summary],
    table: Table,
    target: Target,
    *,
    checkpoint: Any = None,
    progress: Callable[..., object] | None = None,
    **workers: Any,
) -> tuple[Summary, float, dict[str, Any]]:
    """Play games of a plan until a target is met, all of them at most.

    Return their sum, the level for the intervals of its table, and what ``meta`` says of it.
    Options are those of :func:`analyser.batch.runner.run`; ``progress`` is told besides how many
    games are expected.
    """
    pilot = table(add_up(plan, summarise, (PILOT_START, PILOT), **workers))
    cell = _cell_of(target, pilot)
    expected = min(max(_predicted(target, pilot), FAR_CLUSTERS), plan.games)
    boundary = Boundary(expected)

    def found(summary: Summary) -> float:
        return target.found(table(summary, level=boundary.level(summary.games)))

    def tell(done: int) -> None:
        if progress:
            progress(done, expected if done < expected else plan.games)

    summary = run(
        plan,
        summarise,
        looks=looks(plan.games),
        enough=lambda summary: found(summary) <= target.halfwidth,
        checkpoint=checkpoint,
        progress=tell,
        **workers,
    )
    games = summary.games
    told = {
        "metric": target.metric,
        "cell": cell,
        "halfwidth": target.halfwidth,
        "found": found(summary),
        "reached": found(summary) <= target.halfwidth,
        "expected": expected,
        "looks": 1 + [*looks(plan.games)].index(games),
        "most": plan.games,
        "level": LEVEL,
        "critical": boundary.critical(games),
    }
    return summary, boundary.level(games), {"until": told}


def _cell_of(target: Target, pilot: pd.DataFrame) -> dict[str, Any]:
    """The values that name the target's row, as they stand there."""
    kind = _kind(pilot)
    metrics = list(dict.fromkeys(pilot[kind])) if kind else _estimates(pilot)
    if target.metric not in metrics:
        hint = suggest(target.metric, metrics)
        raise target.error(f"no rows of {target.metric}{hint}; there are: {', '.join(metrics)}")
    row = target.row(pilot)
    if row is None:
        seen = "; ".join(
            f"{column}: {', '.join(dict.fromkeys(map(_written, pilot[column])))}"
            for column in target.cell
        )
        raise target.error(f"nothing like it came up in {PILOT:,} games, but {seen}")
    return {column: row[column] for column in target.cell}


def _predicted(target: Target, pilot: pd.DataFrame) -> int:
    """How many games it takes, as far as the pilot can tell.

    If it cannot, the guess is low: a boundary that is best too early costs less than one that is
    best too late.
    """
    found = target.found(pilot)
    if math.isnan(found):
        return PILOT
    usual = float(special.ndtri((1 + LEVEL) / 2))
    return round(PILOT * (found / target.halfwidth * math.sqrt(1 + SPREAD) / usual) ** 2)


def _kind(rows: pd.DataFrame) -> str | None:
    """The column that says which metric a row is about; None if each has its own column."""
    return next((column for column in KINDS if {column, "value"} <= set(rows)), None)


def _estimates(rows: pd.DataFrame) -> list[str]:
    """The metrics that have a column of their own; ``value`` has its bounds beside it."""
    return [name for name in map(str, rows) if f"{name}_low" in rows or name == "value"]


def _keys(rows: pd.DataFrame) -> list[str]:
    """The columns that name a row: no estimates, bounds, counts and units."""
    measured = {_kind(rows), "value", "low", "high", "unit", "n"}
    for name in _estimates(rows):
        measured |= {name, f"{name}_low", f"{name}_high"}
    return [name for name in map(str, rows) if name not in measured]


def _written(value: Any) -> str:
    """How a value of a row is written in a target: as in TOML without quotes, or null."""
    if value is None or value != value:
        return "null"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _error(text: str, problem: str) -> InputError:
    return InputError(f"until = {text!r}: {problem}")
