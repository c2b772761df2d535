"""The report on Bellboys, as far as its numbers and words: every page, every sentence."""

from __future__ import annotations

import re

import pytest

from analyser.games.bellboys import GAME
from analyser.report.content import Report, write
from analyser.report.definition import Definition, load_definition
from analyser.report.evidence import Evidence
from analyser.report.gather import gather
from analyser.report.sections import sections
from analyser.report.words import NBSP

pytestmark = pytest.mark.kernel

SIZES = {"moves": 300, "forks": 40, "bounds": 20, "changes": 300, "competent": 0, "searched": 0}
INTERVAL = re.compile(r"\([+−]?\d[\d.,]*(–| to )[+−]?\d[\d.,]*\)")


def defined() -> Definition:
    small = {"strategies": ["greedy"], "seed": 7, "games": 300, "sizes": SIZES}
    return load_definition("bellboys", small)


@pytest.fixture(scope="module")
def evidence(learns_little: None) -> Evidence:
    [found] = gather(defined(), jobs=1)
    return found


@pytest.fixture(scope="module")
def report(evidence: Evidence) -> Report:
    return write([evidence], "analyser report bellboys")


def test_every_page_of_the_definition_is_there(evidence: Evidence) -> None:
    searched = {"endings"}
    for page in evidence.pages:
        assert bool(sections(evidence, [page])) == (page not in searched), page


def test_every_figure_has_a_sentence_with_an_interval(report: Report) -> None:
    for _, exhibit, _ in report.exhibits():
        sentence = exhibit.sentence.replace(NBSP, " ")
        assert INTERVAL.search(sentence) or "Too few" in sentence, (exhibit.name, sentence)


def test_nothing_is_said_of_what_the_game_does_not_have(report: Report) -> None:
    [chapter] = report.chapters
    words = [f"{f.question} {f.answer}" for f in chapter.findings]
    words += [headline.label for headline in chapter.headlines]
    words += [f"{s.headline} {s.lead} {s.note}" for s in chapter.sections]
    words += [exhibit.sentence for _, exhibit, _ in report.exhibits()]
    words += [paragraph for _, paragraph in report.method]
    said = " ".join(words).lower()
    assert not re.search(r"\b(bids?|appeals?|trump|clara)\b", said)
    assert "10 or less" not in said
    assert "level at the end" not in said


def test_page_one_answers_what_the_definition_limits(evidence: Evidence, report: Report) -> None:
    [chapter] = report.chapters
    assert {finding.size for finding in chapter.findings if finding.limit} == set(
        evidence.negligible
    )


def test_changes_are_tried_on_the_same_deals(evidence: Evidence) -> None:
    rows = evidence.tables["changes"]
    assert set(rows["change"]) == {change.label for change in defined().changes}
    still = rows[rows["change"] == "complete suits that stay"]
    assert "features.suits" not in set(still["question"]), "there is nothing to lift"


def test_the_definition_plays_the_strongest_fast_strategy() -> None:
    assert load_definition("bellboys").strategies == [GAME.default_strategy]
