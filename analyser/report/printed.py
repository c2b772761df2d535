"""Tables of numbers on paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from analyser.report import style
from analyser.report.sheet import Sheet, head
from analyser.report.style import BOTTOM, MARGIN, WIDTH, Face
from analyser.report.tables import Table


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
    places = _places(table)
    y = sheet.text(MARGIN, y, table.title, style.HEADING)
    y = sheet.text(MARGIN, y, table.lead, style.SMALL) + 2.5
    _cells(sheet, y, table.headings, places, style.CELL_HEAD)
    y += style.CELL_HEAD.line + 0.6
    sheet.rule(y, colour=style.MUTED)
    y += 0.8
    previous = None
    while left and y + style.CELL.line + 2 < BOTTOM:
        row = left.pop(0)
        if previous and row[0] != previous:
            sheet.rule(y + 0.5)
            y += 1.1
        first = "" if row[0] == previous else row[0]
        _cells(sheet, y, (first, *row[1:]), places, style.CELL)
        y += style.CELL.line
        previous = row[0]
    sheet.rule(y + 0.6, colour=style.MUTED)
    return y


def _places(table: Table) -> list[tuple[float, str]]:
    """Where each column stands: words at its left edge, numbers at its right."""
    wide = [
        max(
            style.text_width(table.headings[i], style.CELL_HEAD),
            *(style.text_width(row[i], style.CELL) for row in table.rows),
        )
        for i in range(len(table.headings))
    ]
    gap = (WIDTH - sum(wide)) / (len(wide) - 1)
    places = []
    x = MARGIN
    for i, width in enumerate(wide):
        places.append((x, "left") if i < table.words else (x + width, "right"))
        x += width + gap
    return places


def _cells(
    sheet: Sheet, y: float, cells: Sequence[str], places: Sequence[tuple[float, str]], face: Face
) -> None:
    """Set one line of a table."""
    for cell, (x, align) in zip(cells, places, strict=True):
        sheet.text(x, y, cell, face, align=align)
