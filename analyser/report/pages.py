"""The printed pages: parts of the report set on A4, in millimetres from the top left corner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from matplotlib.figure import Figure

from analyser.report import style
from analyser.report.content import Report
from analyser.report.front import front, several
from analyser.report.printed import tables
from analyser.report.sections import Exhibit, Section
from analyser.report.sheet import Sheet, head
from analyser.report.style import BOTTOM, COLUMN, GUTTER, MARGIN, PAGE, WIDTH, Face


def image(exhibit: Exhibit, source: str) -> Figure:
    """An exhibit by itself, with its title and where its numbers come from."""
    width, height = (110.0, 80.0) if exhibit.half else (WIDTH, 90.0)
    sheet = Sheet((width, height))
    inner = width - 8
    y = sheet.text(4, 3, exhibit.title, style.HEADING, inner)
    lines = style.wrap(source, style.FOOTER, inner)
    foot = height - 2.5 - len(lines) * style.FOOTER.line
    sheet.plot(exhibit, 4, y + 1.5, inner, foot - 2 - y - 1.5)
    sheet.text(4, foot, source, style.FOOTER, inner)
    return sheet.figure


def pages(report: Report) -> Iterator[Figure]:
    """Set the whole report, page by page, footers included."""
    sheets: list[tuple[Sheet, str]] = []
    numbers = count(1)
    if beside := report.beside:
        made = [several(report.title, beside)]
        made += [_section(section, "", numbers) for section in beside.sections]
        made += tables((beside.measures,), "Players · ")
        sheets += [(sheet, beside.footer) for sheet in made]
    for chapter in report.chapters:
        part = f"{chapter.players} players · " if report.beside else ""
        made = front(report.title, chapter)
        tried = [chapter.tried] if chapter.tried and len(made) == 1 else []  # else it is overleaf
        made += [_section(section, part, numbers) for section in chapter.sections]
        made += tables([*chapter.tables, *tried], part)
        sheets += [(sheet, chapter.footer) for sheet in made]
    sheets.append((_method(report), sheets[0][1]))
    for page, (sheet, footer) in enumerate(sheets, start=1):
        sheet.rule(PAGE[1] - 14)
        sheet.text(MARGIN, PAGE[1] - 12.6, footer, style.FOOTER)
        sheet.text(
            PAGE[0] - MARGIN, PAGE[1] - 12.6, f"{page} / {len(sheets)}", style.FOOTER, align="right"
        )
        yield sheet.figure


def _rows(exhibits: Sequence[Exhibit]) -> list[list[Exhibit]]:
    """Exhibits in rows: two halves side by side, all others alone."""
    rows: list[list[Exhibit]] = []
    for exhibit in exhibits:
        if exhibit.half and rows and len(rows[-1]) == 1 and rows[-1][0].half:
            rows[-1].append(exhibit)
        else:
            rows.append([exhibit])
    return rows


def _section(section: Section, part: str, numbers: Iterator[int]) -> Sheet:
    """A page of exhibits; figures share the height that the words leave."""
    sheet = Sheet()
    y = head(sheet, part + section.kicker, section.headline, section.lead)
    if section.note:
        heading, _, text = section.note.partition(". ")
        y = sheet.boxed(y + 3, f"{heading}.", [text], style.VERMILION)
    y += 5
    rows = _rows(section.exhibits)
    numbered = [[(f"{next(numbers)}  {e.title}", e) for e in row] for row in rows]
    titled = [_lines([title for title, _ in row], style.HEADING, _width(row)) for row in numbered]
    spoken = [_lines([e.sentence for _, e in row], style.BODY, _width(row)) for row in numbered]
    around = sum(titled) + sum(spoken) + len(rows) * (2 + 1.5 + 2)
    unit = (BOTTOM - y - around - (len(rows) - 1) * 5) / sum(row[0].height for row in rows)
    for row, above, below in zip(numbered, titled, spoken, strict=True):
        height = row[0][1].height * unit
        x, top = MARGIN, y + 2 + above + 1.5
        for title, exhibit in row:
            width = _width(row)
            sheet.rule(y, x, width)
            sheet.text(x, y + 2, title, style.HEADING, width)
            sheet.plot(exhibit, x, top, width, height)
            sheet.text(x, top + height + 2, exhibit.sentence, style.BODY, width)
            x += width + GUTTER
        y = top + height + 2 + below + 5
    return sheet


def _lines(texts: Sequence[str], face: Face, width: float) -> float:
    """The height in millimetres of the tallest of some texts that stand side by side."""
    return max(len(style.wrap(text, face, width)) for text in texts) * face.line


def _width(row: Sequence[tuple[str, Exhibit]]) -> float:
    return COLUMN if row[0][1].half else WIDTH


def _method(report: Report) -> Sheet:
    """How the numbers were made, and the command that makes them again."""
    sheet = Sheet()
    y = head(sheet, "Method", "How these numbers were made")
    y += 3
    for heading, paragraph in report.method:
        y = sheet.text(MARGIN, y + 1.5, heading, style.HEADING)
        y = sheet.text(MARGIN, y + 0.3, paragraph, style.BODY)
    top = sheet.text(MARGIN, y + 2.5, "The same report again", style.HEADING) + 1.2
    y = sheet.text(MARGIN + 4, top + 1.6, report.command, style.CODE, WIDTH - 8)
    sheet.panel(top, y + 1.4 - top, style.BLUE)
    y = sheet.text(MARGIN, y + 4.9, "The rules played", style.HEADING) + 1
    half = (len(report.rules) + 1) // 2
    for i, x in enumerate((MARGIN, MARGIN + COLUMN + GUTTER)):
        line = y
        for key, value in report.rules[i * half : (i + 1) * half]:
            sheet.rule(line, x, COLUMN)
            sheet.text(x, line + 0.6, key, style.CODE_SMALL)
            sheet.text(x + COLUMN, line + 0.6, value, style.CODE_SMALL, align="right")
            line += style.CODE_SMALL.line + 1
        sheet.rule(line, x, COLUMN)
    return sheet
