"""Findings: sentences computed from the tables, each with its interval.

Every function looks at the rows and words what they say; where the rows do not settle a question
(intervals overlap, too few games), the sentence says so. A finding that has no rows is None.
"""

from analyser.report.findings.changes import first_changes, measured
from analyser.report.findings.headlines import Headline, headlines
from analyser.report.findings.questions import claims_of, findings
from analyser.report.findings.verdicts import Claims, Finding, Verdict

__all__ = [
    "Claims",
    "Finding",
    "Headline",
    "Verdict",
    "claims_of",
    "findings",
    "first_changes",
    "headlines",
    "measured",
]
