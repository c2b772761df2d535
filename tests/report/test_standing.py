"""What a report says of the strength of those who play, and of the range over competent play."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import pytest

from analyser.core.certificates import Blunders, Certificate, Held
from analyser.report import content, markdown, pages, style
from analyser.report.evidence import Evidence
from analyser.report.findings.verdicts import Finding, reach
from analyser.report.standing import certified, ranged, standing
from analyser.report.tables import rivals
from analyser.report.words import NBSP, PERCENT, PP
from tests.core.certified import held
from tests.report.synthetic import evidence

TOP = "rollout:64"
STEP = held("greedy", "random", 40)
BEGINNER = held("random", TOP, -50)


def of(*rows: Held, **given: object) -> Evidence:
    """Evidence of greedy at the table, with a certificate of these rows."""
    ladder = ("random", "greedy", TOP)
    certificate = Certificate("standard", 3, "0123", "0.1.0", ladder, rows, **given)  # type: ignore[arg-type]
    return replace(evidence(full=True), certificate=certificate)


def said(base: Evidence) -> str:
    return standing(base).text.replace(NBSP, " ")


def test_who_is_competent_is_certified() -> None:
    base = of(STEP, BEGINNER, held("greedy", TOP, -2))
    assert base.competent
    assert standing(base).heading == "Certified"
    text = said(base)
    assert "Alone among random, greedy wins 43 % (41–45) of games, even being 33.3 %" in text
    assert "+40 points (+39 to +41) ahead of the others (400 duplicate deals)" in text
    assert "Greedy is competent: alone among rollout:64 it is −2 points (−3 to −1)" in text
    assert "luck of the deal only" not in text


@pytest.mark.parametrize(
    ("rows", "text"),
    [
        ([STEP, BEGINNER, held("greedy", TOP, -20)], "Greedy is not competent"),
        ([STEP, BEGINNER, held("greedy", TOP, -5)], "Whether greedy is competent is not clear"),
        ([STEP], "Whether greedy is competent was not measured."),
    ],
)
def test_who_is_not_shown_to_be_competent_is_provisional(rows: list[Held], text: str) -> None:
    base = of(*rows)
    assert standing(base).provisional
    assert text in said(base)
    assert "luck of the deal only" in said(base)


def test_other_rules_have_no_certificate() -> None:
    base = evidence()
    assert standing(base).provisional
    assert "The certificate of greedy was made under other rules and has lapsed here." in said(base)
    assert certified(base) == ""


def test_a_strategy_without_a_certificate_is_said_to_have_none() -> None:
    base = evidence()
    bot = replace(base, meta={**base.meta, "strategies": ["/tmp/mine.py:Mine"] * 3})
    assert "Nobody has shown how strong /tmp/mine.py:Mine is." in said(bot)


def test_all_at_a_mixed_table_must_be_competent() -> None:
    base = of(STEP, BEGINNER, held("greedy", TOP, -2))
    mixed = replace(base, meta={**base.meta, "strategies": ["greedy", "random", "random"]})
    assert standing(mixed).provisional
    assert said(mixed).startswith("The seats are played by greedy and random.")
    assert "Random is the lowest rung" in said(mixed)


def test_the_method_tells_how_a_strategy_was_tested() -> None:
    rows = held(TOP, "greedy", 12), held("rollout:128", TOP, 0.4)
    base = of(*rows, blunders={"greedy": Blunders(5, 6)})
    text = certified(base).replace(NBSP, " ")
    assert "Among copies of greedy, rollout:64 gains +12 points (+11 to +13) a game" in text
    assert "In 5 of 6 positions with a clear blunder greedy avoids it." in text
    top = certified(replace(base, meta={**base.meta, "strategies": [TOP] * 3})).replace(NBSP, " ")
    assert "With twice the budget rollout:64 gains 0 points (−1 to +1)" in top
    method = dict(content.write([base], "x").method)
    assert text in method["Who played"].replace(NBSP, " ")


def with_rivals(base: Evidence, *rows: tuple[str, float, float]) -> Evidence:
    """Evidence with the ends of the differences that other strategies make to the skill."""
    table = pd.DataFrame(
        [
            {"strategy": name, "question": "skill", "n": 300, "difference": (low + high) / 2}
            | {"difference_low": low, "difference_high": high}
            for name, low, high in rows
        ]
    )
    return replace(base, tables={**base.tables, "competent": table})


ROW = {"value": 0.1, "low": 0.08, "high": 0.12}


def test_the_range_holds_the_differences_of_all_who_are_competent() -> None:
    two = ("one", -0.03, -0.02), ("other", 0.05, 0.1)
    own = of(STEP, BEGINNER, held("greedy", TOP, -2))
    assert reach(with_rivals(own, *two), "skill", ROW) == pytest.approx((0.07, 0.2))
    assert reach(with_rivals(own, two[1]), "skill", ROW) == pytest.approx((0.08, 0.2))
    not_own = evidence()
    assert reach(with_rivals(not_own, two[1]), "skill", ROW) == pytest.approx((0.15, 0.2))
    assert reach(with_rivals(own, *two), "fairness", ROW) is None
    assert reach(own, "appeals", ROW) is None
    assert reach(with_rivals(own, ("one", -0.3, 1)), "skill", ROW) == pytest.approx((0, 1))


def test_the_range_is_said_in_its_unit() -> None:
    finding = Finding("?", "!", unit=PP, reach=(-0.02, 0.034))
    assert finding.span.replace(NBSP, " ") == "−2 to +3 pp"
    assert Finding("?", "!", unit=PERCENT, reach=(0.1, 0.2)).span.replace(NBSP, " ") == "10–20 %"
    assert Finding("?", "!").span == ""


def test_page_one_has_a_column_for_the_range_where_there_is_one() -> None:
    base = replace(evidence(full=True), pages=())
    with style.applied():
        report = content.write([base], "x")
        front = next(iter(pages.pages(report)))
    written = {text.get_text() for text in front.texts}
    assert "Range" in written
    assert any("Range over competent play" in text for text in written)
    assert "rollout:64 (300 games)" in ranged(base)
    lines = markdown.text(report).splitlines()
    line = next(line for line in lines if line.startswith("| Does starting win?"))
    assert line.split(" | ")[2] == "0 to +4 pp"
    plain = content.write([replace(evidence(), pages=())], "x")
    with style.applied():
        front = next(iter(pages.pages(plain)))
    assert "Range" not in {text.get_text() for text in front.texts}
    assert not plain.chapters[0].ranged
    assert "Range" not in markdown.text(plain)


def test_the_numbers_hold_what_each_strategy_would_find() -> None:
    base = evidence(full=True)
    [chapter] = content.write([base], "x").chapters
    table = rivals(base, chapter.findings)
    assert table is not None
    assert table in chapter.tables
    assert table.headings[1] == "Strategy"
    cells = {row[:2]: row[2].replace(NBSP, " ") for row in table.rows}
    assert cells["Does starting win?", "rollout:64"] == "+1 (−1 to +3)"
    assert rivals(evidence(), chapter.findings) is None
