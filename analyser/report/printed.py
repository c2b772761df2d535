"""Tables of numbers on paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from analyser.report import style
from analyser.report.sheet import Sheet, head
from analyser.report.style import BOTTOM, MARGIN, WIDTH, Face
from analyser.report.tables import Table

GAP = 2.5
"""Millimetres between two columns at least."""


def tables(tables: Sequence[Table], part: str) -> Iterator[Sheet]:
    """The tables, one below the other, over as many pages as they take."""
    kicker = f"{part}Numbers"
    sheet = Sheet()
    y = head(sheet, kicker, "The numbers")
    for table in tables:
        left = list(table.rows)
        while left:
            if y + 45 > BOTTOM:  # no room for the head and a few rows
                yield sheet
                sheet = Sheet()
                y = head(sheet, kicker, "The numbers, continued")
            y = table_part(sheet, y + 5, table, left) + 4
    yield sheet


def table_part(sheet: Sheet, y: float, table: Table, left: list[tuple[str, ...]]) -> float:
    """Set as many of the rows that are left as fit, and take them away; return the y beneath."""
    heading, cell, places = _places(table)
    y = sheet.text(MARGIN, y, table.title, style.HEADING)
    y = sheet.text(MARGIN, y, table.lead, style.SMALL) + 2.5
    _cells(sheet, y, table.headings, places, heading)
    y += heading.line + 0.6
    sheet.rule(y, colour=style.MUTED)
    y += 0.8
    previous = None
    while left and y + cell.line + 2 < BOTTOM:
        row = left.pop(0)
        if previous and row[0] != previous:
            sheet.rule(y + 0.5)
            y += 1.1
        first = "" if row[0] == previous else row[0]
        _cells(sheet, y, (first, *row[1:]), places, cell)
        y += cell.line
        previous = row[0]
    sheet.rule(y + 0.6, colour=style.MUTED)
    return y


def _places(table: Table) -> tuple[Face, Face, list[tuple[float, str]]]:
    """The type of headings and cells, as large as fits, and where each column stands.

    Words stand at the left edge of their column, numbers at its right.
    """
    wide = [
        max(
            style.text_width(table.headings[i], style.CELL_HEAD),
            *(style.text_width(row[i], style.CELL) for row in table.rows),
        )
        for i in range(len(table.headings))
    ]
    scale = min(1.0, (WIDTH - GAP * (len(wide) - 1)) / sum(wide))
    gap = (WIDTH - scale * sum(wide)) / (len(wide) - 1)
    places = []
    x = MARGIN
    for i, width in enumerate(wide):
        places.append((x, "left") if i < table.words else (x + scale * width, "right"))
        x += scale * width + gap
    heading, cell = (
        replace(face, size=scale * face.size) for face in (style.CELL_HEAD, style.CELL)
    )
    return heading, cell, places


def _cells(
    sheet: Sheet, y: float, cells: Sequence[str], places: Sequence[tuple[float, str]], face: Face
) -> None:
    """Set one line of a table."""
    for cell, (x, align) in zip(cells, places, strict=True):
        sheet.text(x, y, cell, face, align=align)
