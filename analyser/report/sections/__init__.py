"""The pages of exhibits: which figures a report shows, and the sentence beneath each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from analyser.report.evidence import Evidence
from analyser.report.sections import balance, bids, bounds, choices, features, strength
from analyser.report.sections.exhibit import Exhibit, Section
from analyser.report.sections.strength import player_counts

__all__ = ["PAGES", "Exhibit", "Section", "player_counts", "sections"]

PAGES: Mapping[str, Callable[[Evidence], Iterator[Section]]] = {
    "menu": bids.menu,
    "bids": bids.bids,
    "bounds": bounds.bounds,
    "circumstances": bids.circumstances,
    "demand": bids.demand,
    "appeals": choices.appeals,
    "decisions": choices.decisions,
    "draws": choices.draws,
    "passes": features.passes,
    "restricted": choices.restricted,
    "features": features.features,
    "cards": features.cards,
    "winners": balance.winners,
    "points": balance.points,
    "course": balance.course,
    "skill": strength.skill,
    "bystander": strength.bystander,
}
"""The pages that a report can have, by the names that definitions use; each may be several."""


def sections(evidence: Evidence, names: Iterable[str]) -> tuple[Section, ...]:
    """The named pages of exhibits, those that the evidence supports, in the order given."""
    return tuple(section for name in names for section in PAGES[name](evidence))
