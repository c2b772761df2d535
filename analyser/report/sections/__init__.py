"""The pages of exhibits: which figures a report shows, and the sentence beneath each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain

from analyser.core.studies import Study
from analyser.report.evidence import Evidence
from analyser.report.sections import balance, bids, bounds, choices, features, strength
from analyser.report.sections.exhibit import Exhibit, Section
from analyser.report.sections.strength import player_counts
from analyser.report.sections.studies import study_page

__all__ = ["PAGES", "STUDIES", "Exhibit", "Section", "page_names", "player_counts", "sections"]

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

STUDIES = "studies"
"""The page of all studies of a game that are not pages by their own names."""


def page_names(studies: Iterable[Study]) -> tuple[str, ...]:
    """The pages that the report of a game with these studies can have."""
    return (*PAGES, STUDIES, *(study.name for study in studies))


def sections(evidence: Evidence, names: Iterable[str]) -> tuple[Section, ...]:
    """The named pages of exhibits, those that the evidence supports, in the order given."""
    names = tuple(names)
    return tuple(chain(*(_pages(evidence, name, names) for name in names)))


def _pages(evidence: Evidence, name: str, names: tuple[str, ...]) -> Iterator[Section]:
    """The pages of one of the names."""
    if name in PAGES:
        yield from PAGES[name](evidence)
    for study in evidence.studies:
        if study.name == name or (name == STUDIES and study.name not in names):
            yield from study_page(evidence, study)
