"""Verdicts: how intervals lie to sizes that do not matter, and how several are judged at once.

A report makes all claims of its page one together. So that all of their intervals hold with 95 %
together, each is widened for their number (Bonferroni): its arms are stretched by the ratio of the
normal quantiles, z(1 − 0.05/2c) / z(1 − 0.05/2), c being the number of claims.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any, Literal

from analyser.report.evidence import Evidence
from analyser.report.words import (
    NBSP,
    PER_GAME,
    PERCENT,
    PLAIN,
    POINTS,
    PP,
    Unit,
    columns,
    interval,
    plain,
)

Verdict = Literal["fine", "concern", "unclear"]
Row = Mapping[Any, Any]

MISS = 0.05
"""The chance that any interval of page one misses, at most."""


@dataclass(frozen=True)
class Claims:
    """How many claims are made together, and so how far their intervals are widened."""

    number: int = 1

    def factor(self, cells: int = 1) -> float:
        """What the arms of an interval are multiplied by; a claim may rest on several cells."""
        normal = NormalDist()
        return normal.inv_cdf(1 - MISS / 2 / (self.number * cells)) / normal.inv_cdf(1 - MISS / 2)

    def widened(
        self, row: Row, unit: Unit | None = None, *, name: str = "value", cells: int = 1
    ) -> dict[str, float]:
        """Return `value`, `low` and `high` of a row's estimate with the interval widened.

        Shares (`unit` is a percentage) stay between 0 and 1.
        """
        value, low, high = (float(row[column]) for column in columns(name))
        factor = self.factor(cells)
        low, high = value - factor * (value - low), value + factor * (high - value)
        if unit is PERCENT:
            low, high = max(low, 0.0), min(high, 1.0)
        return {"value": value, "low": low, "high": high}


@dataclass(frozen=True)
class Limit:
    """A size that does not matter, and where an estimate should lie to it.

    ``kind``: "near" nothing, no further than the size; "far", further than it; "over" the size;
    "under" it.
    """

    kind: Literal["near", "far", "over", "under"]
    size: float

    def _room(self, low: float, high: float) -> tuple[float, float]:
        """How far an interval lies inside the region that is named, and how far outside of it."""
        a = -self.size if self.kind in ("near", "far") else self.size
        a = -math.inf if self.kind == "under" else a
        b = math.inf if self.kind == "over" else self.size
        return min(low - a, b - high), max(a - high, low - b)

    def verdict(self, row: Row) -> Verdict:
        """Whether an interval lies where it should ("fine"), where not ("concern") or across."""
        inside, outside = self._room(row["low"], row["high"])
        fine, concern = inside >= 0, outside > 0
        if self.kind == "far":
            fine, concern = concern, fine
        return "fine" if fine else "concern" if concern else "unclear"

    def excess(self, row: Row) -> float:
        """How far an interval lies where it should not, in multiples of the size."""
        inside, outside = self._room(row["low"], row["high"])
        return (inside if self.kind == "far" else outside) / self.size

    def concern(self, unit: Unit) -> str:
        """What would be a concern, in words."""
        scaled = self.size * unit.scale
        number = plain(scaled, 0 if math.isclose(scaled, round(scaled)) else 1)
        said = f"{number}{NBSP}{unit.symbol}"
        signed = "±" if unit in (PP, POINTS) else ""
        words = {"near": "beyond ", "far": "within ", "over": "under ", "under": "over "}
        return words[self.kind] + (signed if self.kind in ("near", "far") else "") + said


@dataclass(frozen=True)
class Finding:
    """An answer to one of the questions of page one, with a verdict where a limit is set.

    `limit` says in words what would be a concern; `size` names it in the definition. `row` and
    `unit` hold the estimate that was held against it (None where there are several), and `excess`
    how far it lies beyond, in multiples of the limit. `reach` holds the ends between which it lies
    over competent play, None where nobody else who is competent was asked.
    """

    question: str
    answer: str
    verdict: Verdict | None = None
    limit: str = ""
    size: str = ""
    row: Row | None = None
    unit: Unit = PERCENT
    excess: float = 0.0
    reach: tuple[float, float] | None = None

    @property
    def span(self) -> str:
        """The range over competent play, in words."""
        if self.reach is None:
            return ""
        symbol = "" if self.unit in (PER_GAME, PLAIN) else f"{NBSP}{self.unit.symbol}"
        signed = self.unit in (PP, POINTS) and self.reach[0] < 0
        return interval(*self.reach, self.unit, sign=signed) + symbol


def judged(
    evidence: Evidence,
    question: str,
    answer: str,
    *,
    row: Row,
    unit: Unit,
    size: str,
    kind: Literal["near", "far", "over", "under"],
) -> Finding:
    """A finding with the verdict on its estimate, if the definition sets the size."""
    if size not in evidence.negligible:
        return Finding(question, answer)
    limit = Limit(kind, evidence.negligible[size])
    return Finding(
        question,
        answer,
        limit.verdict(row),
        limit.concern(unit),
        size,
        row,
        unit,
        limit.excess(row),
        reach(evidence, size, row, unit),
    )


def reach(
    evidence: Evidence, size: str, row: Row, unit: Unit = PERCENT
) -> tuple[float, float] | None:
    """The ends between which an estimate lies over competent play.

    They hold the interval of those at the table, if they are competent, and for each other
    competent strategy the estimate moved by the interval of the difference that it makes.
    """
    if "competent" not in evidence.tables:
        return None
    rows = evidence.tables["competent"]
    moved = rows.loc[rows["question"] == size, ["difference_low", "difference_high"]].dropna()
    ends = (row["value"] + moved).to_numpy().ravel().tolist()
    if not ends:
        return None
    if evidence.competent:
        ends += [row["low"], row["high"]]
    low, high = min(ends), max(ends)
    if unit is PERCENT:
        low, high = max(low, 0.0), min(high, 1.0)
    return low, high
