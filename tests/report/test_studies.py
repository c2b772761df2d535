"""The pages of a game's own: which there are, their charts, and the sentences beneath."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

from analyser.core.studies import Chart, Study
from analyser.report import style
from analyser.report.evidence import Evidence
from analyser.report.sections import page_names, sections
from analyser.report.words import NBSP
from tests.report.synthetic import evidence
from tests.report.synthetic_tables import columns, share

SUITS, PLACES = ("red", "blue", "green"), ("1", "2", "3", "4")
WON = Chart(
    "won",
    "Won",
    "columns",
    "share",
    "the chance to win",
    "games",
    SUITS,
    x="Suit",
    y="Games won, %",
    against=(0.5, 0.5, 0.75),
    sentence="Red wins {red}, blue {blue}.",
    half=True,
)
CHARTS = (
    WON,
    replace(WON, name="plain", sentence="", reference=(0.5, "even"), against=()),
    Chart(
        "map",
        "Map",
        "grid",
        "difference",
        "the chance to win",
        "games",
        SUITS,
        PLACES,
        marked=frozenset({("red", "4")}),
    ),
    Chart("lines", "Lines", "lines", "share", "the share", "games", SUITS, ("then", "now")),
    Chart(
        "rows",
        "Rows",
        "rows",
        "cards",
        "the number of cards",
        "games",
        SUITS,
        reference=(0, "none"),
    ),
)
FIRST = Study("first", "First things", "Of suits.", CHARTS, {}, note="Imposed: all of it.")
SECOND = Study("second", "Second things", "Of more.", (WON,), {})


def values(chart: Chart, n: int) -> pd.DataFrame:
    """Estimates that fall from cell to cell; differences and cards are of both signs."""
    rows = []
    for i, (row, column) in enumerate(chart.cells):
        at = 0.8 - 0.1 * i
        found = share("value", at, n) if chart.unit == "share" else columns("value", at, 0.02, n)
        rows.append({"chart": chart.name, "row": row, "column": column, "n": n} | found)
    return pd.DataFrame(rows).assign(unit=chart.unit).astype({"column": object})


@cache
def studied(n: int = 1000) -> Evidence:
    parts = [values(chart, n).assign(study=s.name) for s in (FIRST, SECOND) for chart in s.charts]
    table = pd.concat(parts, ignore_index=True)
    table["column"] = table["column"].where(table["column"].notna(), None)
    base = evidence()
    return replace(base, studies=(FIRST, SECOND), tables={**base.tables, "studies": table})


def said(base: Evidence, name: str) -> str:
    found = (e for section in sections(base, ["first"]) for e in section.exhibits)
    return next(e for e in found if e.name == f"first_{name}").sentence.replace(NBSP, " ")


def test_pages_by_name_and_the_rest_together() -> None:
    def headlines(*names: str) -> list[str]:
        return [section.headline for section in sections(studied(), names)]

    assert headlines("studies") == ["First things", "Second things"]
    assert headlines("second", "studies") == ["Second things", "First things"]
    assert headlines("second") == ["Second things"]
    assert {"studies", "first", "menu"} <= set(page_names((FIRST,)))


def test_a_study_says_what_it_is_about() -> None:
    [page] = sections(studied(), ["first"])
    assert (page.lead, page.note) == ("Of suits.", "Imposed: all of it.")
    assert [exhibit.name for exhibit in page.exhibits] == [f"first_{c.name}" for c in CHARTS]


def test_a_sentence_of_its_own_has_the_estimates_in_it() -> None:
    assert said(studied(), "won") == "Red wins 80 % (77–83), blue 70 % (67–73); n = 1,000 games."


def test_else_the_sentence_tells_what_stands_out() -> None:
    assert said(studied(), "plain").startswith("The chance to win is highest for red: 80")
    assert "red, 1: +80" in said(studied(), "map")
    assert said(studied(), "rows").startswith("The number of cards is highest for red")


def test_charts_without_numbers_are_left_out() -> None:
    base = studied()
    table = base.tables["studies"]
    none = replace(base, tables={**base.tables, "studies": table[table["chart"] == "map"]})
    [page] = sections(none, ["studies"])
    assert [exhibit.name for exhibit in page.exhibits] == ["first_map"]
    tables = {name: rows for name, rows in base.tables.items() if name != "studies"}
    assert sections(replace(base, tables=tables), ["studies"]) == ()


def test_a_sentence_about_what_is_not_known_is_not_said() -> None:
    base = studied()
    table = base.tables["studies"]
    some = table[(table["chart"] != "won") | (table["row"] != "blue")]
    text = said(replace(base, tables={**base.tables, "studies": some}), "won")
    assert text.startswith("The chance to win is highest for red")


@pytest.mark.parametrize("n", [10, 1000])
def test_every_kind_can_be_drawn(n: int) -> None:
    [page] = sections(studied(n), ["first"])
    with style.applied():
        for exhibit in page.exhibits:
            ax = Figure().add_subplot()
            exhibit.draw(ax)
            written = {text.get_text() for text in ax.texts}
            assert any(any(map(str.isdigit, text)) for text in written), exhibit.name
            assert np.isfinite([*ax.get_xlim(), *ax.get_ylim()]).all()
