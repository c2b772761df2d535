"""What to change first: the concerns, the gravest first, and what tried changes did to them."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from analyser.report.evidence import Evidence
from analyser.report.findings.questions import answers
from analyser.report.findings.verdicts import Claims, Finding
from analyser.report.words import PERCENT, PP, count, estimate, listed


def measured(evidence: Evidence) -> pd.DataFrame:
    """What each question with a limit rests on.

    Rows of the tables ``changes`` and ``competent``: `question` by the name of its limit, `value`,
    `low`, `high` and `n`, games. Intervals are not widened. The tables also have the `change` or
    `strategy`, and `difference` with its bounds, from the same deals as planned.
    """
    n = evidence.meta["games"]
    rows = [
        {"question": finding.size, **finding.row, "n": n}
        for finding in answers(evidence, Claims())
        if finding.row is not None
    ]
    return pd.DataFrame(rows, columns=["question", "value", "low", "high", "n"])


def first_changes(evidence: Evidence, found: Sequence[Finding]) -> tuple[str, ...]:
    """One sentence a concern, the one furthest beyond its limit first, and what moved it."""
    concerns = [finding for finding in found if finding.verdict == "concern"]
    if not concerns:
        unclear = sum(finding.verdict == "unclear" for finding in found)
        rest = f"; {count(unclear)} are unclear" if unclear else ""
        return (f"No answer above is a concern{rest}: nothing is shown to call for a change.",)
    concerns.sort(key=lambda finding: finding.excess, reverse=True)
    return tuple(_said(evidence, finding) for finding in concerns)


def _said(evidence: Evidence, finding: Finding) -> str:
    """A concern, and the number behind it under each change that was tried."""
    tried = evidence.tables.get("changes", pd.DataFrame(columns=["question"]))
    rows = tried[tried["question"] == finding.size].to_dict("records")
    said = finding.question.rstrip("?")
    if finding.row is not None:
        said += f" ({estimate(finding.row, finding.unit)}, a concern {finding.limit})"
    if not rows:
        return f"{said}: no change to this was measured."
    moved = PP if finding.unit is PERCENT else finding.unit
    under = [
        f"{estimate(row, finding.unit)} with {row['change']}, "
        f"{estimate(row, moved, name='difference', sign=True)} on the same deals"
        for row in rows
    ]
    return f"{said}: measured again in {count(rows[0]['n'])} games, {listed(under)}."
