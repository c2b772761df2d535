"""The questions of page one, and the answers that the evidence gives."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from analyser.report.evidence import Evidence
from analyser.report.findings import balance, choices
from analyser.report.findings.verdicts import Claims, Finding

FULL = 9
"""Questions without a limit are added to page one only up to so many rows."""

Question = Callable[[Evidence, Claims], Finding | None]


def questions(evidence: Evidence) -> tuple[Question, ...]:
    """The questions of page one, listed beforehand, in their order."""
    return (
        balance.starting,
        balance.alike,
        balance.bystander,
        choices.bid_use,
        choices.menu,
        choices.appeal,
        *(partial(choices.feature, name=name) for name in choices.features(evidence)),
        choices.dead,
        choices.skill,
        balance.rounds,
        balance.comebacks,
        balance.ties,
        balance.kingmaking,
        balance.length,
        balance.closeness,
        balance.sources,
    )


def claims_of(evidence: Evidence) -> Claims:
    """How many questions of page one have a limit: those are the claims that it makes."""
    return Claims(max(1, sum(bool(found.limit) for found in answers(evidence, Claims()))))


def findings(evidence: Evidence) -> tuple[Finding, ...]:
    """The findings of page one: those with a limit, and others while there is room."""
    found = [*answers(evidence, claims_of(evidence))]
    room = FULL - sum(bool(finding.limit) for finding in found)
    kept = []
    for finding in found:
        room -= not finding.limit
        if finding.limit or room >= 0:
            kept.append(finding)
    return tuple(kept)


def answers(evidence: Evidence, claims: Claims) -> Iterator[Finding]:
    """Every finding that the evidence supports."""
    for question in questions(evidence):
        finding = question(evidence, claims)
        if finding is not None:
            yield finding
