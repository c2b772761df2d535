"""The printed pages: everything on the paper, nothing over anything else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest
from matplotlib.figure import Figure
from matplotlib.text import Text

from analyser.report import content, pages, style
from analyser.report.content import Report
from tests.report.synthetic import evidence


@pytest.fixture(scope="module", params=[(2, 400_000), (3, 1_000_000), (4, 400)], ids=str)
def printed(request: pytest.FixtureRequest) -> Iterator[tuple[Report, list[Figure]]]:
    with style.applied():
        report = content.write(evidence(*request.param))
        yield report, list(pages.pages(report))


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


def test_all_text_is_on_the_paper_and_apart(printed: tuple[Report, list[Figure]]) -> None:
    for figure in printed[1]:
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


def test_every_page_says_where_its_numbers_come_from(
    printed: tuple[Report, list[Figure]],
) -> None:
    report, figures = printed
    for number, figure in enumerate(figures, start=1):
        assert report.footer in words(figure)
        assert f"{number} / {len(figures)}" in words(figure)
    for part in ("maids:standard", "players", "games", "seed 0", "greedy", "analyser 0.1.0"):
        assert part in report.footer


def test_every_figure_names_its_axes_and_has_a_sentence(
    printed: tuple[Report, list[Figure]],
) -> None:
    report, figures = printed
    axes = [ax for figure in figures for ax in figure.axes]
    exhibits = [exhibit for section in report.sections for exhibit in section.exhibits]
    assert len(axes) == len(exhibits) == 13
    for ax in axes:
        assert ax.get_xlabel()
        assert any(unit in ax.get_xlabel() + ax.get_ylabel() for unit in ("%", "oints"))
    for exhibit in exhibits:
        assert any(character.isdigit() for character in exhibit.sentence), exhibit.name
    assert len({exhibit.name for exhibit in exhibits}) == len(exhibits)


def test_page_one_says_what_it_rests_on(printed: tuple[Report, list[Figure]]) -> None:
    report, figures = printed
    front = words(figures[0])
    assert "Provisional" in front
    assert "What this report cannot say" in front
    for finding in report.findings:
        assert finding.question.split()[0] in front


def test_the_method_tells_how_to_get_the_report_again(
    printed: tuple[Report, list[Figure]],
) -> None:
    report, figures = printed
    method = words(figures[-1])
    assert report.command in method
    assert report.example in method
    for key, _ in report.rules:
        assert key in method


def test_bids_are_labelled_as_played(printed: tuple[Report, list[Figure]]) -> None:
    notes = [section.note for section in printed[0].sections if section.kicker == "Bids"]
    assert len(notes) == 2
    assert all(note.startswith("Seen is not caused.") for note in notes)


def test_a_game_without_bids_has_a_report_too() -> None:
    base = evidence()
    rows = base.tables["balance"]
    tables = {
        "balance": rows[~rows["metric"].isin(["success"])],
        "leads": base.tables["leads"],
    }
    with style.applied():
        report = content.write(replace(base, tables=tables))
        assert [section.kicker for section in report.sections] == ["Balance", "Balance"]
        assert len(list(pages.pages(report))) == 5
