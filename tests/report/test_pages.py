"""The printed pages: everything on the paper, nothing over anything else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.text import Text

from analyser.report import content, pages, style
from analyser.report.content import Report
from tests.report.synthetic import evidence

COMMAND = "analyser report maids --games 1000"
BATCHES = {
    "2": (2, 400_000, True),
    "3": (3, 1_000_000, True),
    "4": (4, 400, True),
    "3 plain": (3, 400_000, False),
}
"""Players, games, and whether there is every table."""
LEAST = 12.0
"""Millimetres that any figure must have, both ways, for what it draws."""

Printed = tuple[Report, list[Figure]]


@pytest.fixture(scope="module", params=BATCHES)
def printed(request: pytest.FixtureRequest) -> Iterator[Printed]:
    players, games, full = BATCHES[request.param]
    with style.applied():
        report = content.write([evidence(players, games, full=full)], COMMAND)
        yield report, list(pages.pages(report))


@cache
def texts(figure: Figure) -> list[Text]:
    """What is written on a page; matplotlib also keeps labels of ticks that it does not draw."""
    figure.draw_without_rendering()
    ticks, drawn = set(), set()
    for axis in (axis for ax in figure.axes for axis in (ax.xaxis, ax.yaxis)):
        low, high = sorted(axis.get_view_interval())
        for tick in axis.get_major_ticks(len(axis.get_majorticklocs())):
            if low <= tick.get_loc() <= high:
                drawn.add(tick.label1)
        ticks.update(text for tick in axis.majorTicks for text in (tick.label1, tick.label2))
    shown = (text for text in figure.findobj(Text) if text.get_text() and text.get_visible())
    return [text for text in shown if text in drawn or text not in ticks]


def words(figure: Figure) -> str:
    return " ".join(text.get_text() for text in texts(figure))


def axes(figures: list[Figure]) -> list[Axes]:
    return [ax for figure in figures for ax in figure.axes]


def check_text(figure: Figure) -> None:
    """All text is on the paper and apart."""
    renderer = figure.canvas.get_renderer()  # type: ignore[attr-defined]
    paper = figure.bbox.padded(-8 * style.MM * figure.dpi)
    boxes = [(text, text.get_window_extent(renderer).padded(-1)) for text in texts(figure)]
    for text, box in boxes:
        assert paper.containsx(box.x0), text
        assert paper.containsx(box.x1), text
        assert paper.containsy(box.y0), text
        assert paper.containsy(box.y1), text
    for (one, a), (other, b) in combinations(boxes, 2):
        assert not a.overlaps(b), (one, other)


def test_all_text_is_on_the_paper_and_apart(printed: Printed) -> None:
    for figure in printed[1]:
        check_text(figure)


def test_every_figure_has_room(printed: Printed) -> None:
    for ax in axes(printed[1]):
        width, height = (
            size / ax.figure.dpi / style.MM for size in (ax.bbox.width, ax.bbox.height)
        )
        assert min(width, height) >= LEAST, ax.get_xlabel()


def test_no_page_is_left_half_empty(printed: Printed) -> None:
    report, figures = printed
    for figure in figures[1 : 1 + len(report.chapters[0].sections)]:
        lowest = min(text.get_position()[1] for text in figure.texts if len(text.get_text()) > 20)
        assert lowest * style.PAGE[1] < 30  # the footer, or the sentence under the last figure


def test_every_page_says_where_its_numbers_come_from(printed: Printed) -> None:
    (report, figures), footer = printed, printed[0].chapters[0].footer
    for number, figure in enumerate(figures, start=1):
        assert footer in words(figure)
        assert f"{number} / {len(figures)}" in words(figure)
    for part in ("maids:standard", "players", "games", "seed 0", "greedy", "analyser 0.1.0"):
        assert part in footer
    assert report.title in words(figures[0])


def test_every_figure_names_its_axes_and_has_a_sentence(printed: Printed) -> None:
    report, figures = printed
    exhibits = [e for section in report.chapters[0].sections for e in section.exhibits]
    assert len(axes(figures)) == len(exhibits)
    for ax in axes(figures):
        assert ax.get_xlabel() or ax.get_ylabel()
        units = ("%", "pp", "oints", "Games", "games", "minutes")
        assert any(unit in ax.get_xlabel() + ax.get_ylabel() for unit in units), ax.get_ylabel()
    for exhibit in exhibits:
        assert exhibit.sentence.endswith("."), exhibit.name
    assert len({exhibit.name for exhibit in exhibits}) == len(exhibits)


def test_page_one_says_what_it_rests_on(printed: Printed) -> None:
    report, figures = printed
    front, chapter = words(figures[0]), report.chapters[0]
    for heading in ("Provisional", "What to change first", "What this report cannot say"):
        assert heading in front
    for finding in chapter.findings:
        assert finding.question.split()[0] in front
    claims = sum(bool(finding.limit) for finding in chapter.findings)
    assert f"for its {claims} questions" in front
    assert "Concern if" in front
    assert "analyser replay" in front


def test_the_method_tells_how_to_get_the_report_again(printed: Printed) -> None:
    report, figures = printed
    method = words(figures[-1])
    assert report.command in method
    for key, _ in report.rules:
        assert key in method


def test_many_concerns_go_to_a_page_of_their_own() -> None:
    base = evidence(3, 1_000_000, full=True)
    tiny = {name: size if name == "bid_share" else 1e-4 for name, size in base.negligible.items()}
    with style.applied():
        report = content.write([replace(base, negligible=tiny, pages=())], COMMAND)
        figures = list(pages.pages(report))
    [chapter] = report.chapters
    assert len(chapter.changes) >= 5
    for figure, shown in zip(figures[:2], (0, len(chapter.changes)), strict=True):
        found = words(figure)
        assert sum(change[:30] in found for change in chapter.changes) == shown
        check_text(figure)


def test_several_numbers_of_players_begin_with_a_page_that_holds_them_together() -> None:
    with style.applied():
        bases = [replace(evidence(players, full=True), pages=()) for players in (2, 3, 4)]
        first, players, measures, *_ = pages.pages(content.write(bases, COMMAND))
    for figure in (first, players, measures):
        check_text(figure)
    found = words(first)
    assert "2, 3 AND 4 PLAYERS SIDE BY SIDE" in found
    assert "Provisional" in found
    assert found.count("fine") + found.count("concern") + found.count("unclear") >= 3 * 10
    assert words(measures).count("players") >= 3


def test_a_game_without_bids_has_a_report_too() -> None:
    base = evidence()
    rows = base.tables["balance"]
    tables = {
        "balance": rows[~rows["metric"].isin(["success"])],
        "leads": base.tables["leads"],
    }
    with style.applied():
        report = content.write([replace(base, tables=tables)], COMMAND)
        kickers = [section.kicker for section in report.chapters[0].sections]
        assert kickers == ["Balance", "Balance"]
        assert len(list(pages.pages(report))) == 5
