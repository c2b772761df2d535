"""The printed pages: parts of the report set on A4, in millimetres from the top left corner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from analyser.report import style
from analyser.report.content import Report, Table
from analyser.report.findings import Finding, Headline
from analyser.report.sections import Exhibit, Section
from analyser.report.style import BOTTOM, COLUMN, GUTTER, MARGIN, MM, PAGE, TOP, WIDTH, Face

VERDICTS = {
    "fine": ("●", style.BLUE),
    "concern": ("▲", style.VERMILION),
    "unclear": ("◆", style.OCHRE),
}
"""Sign and colour of each verdict."""


class Sheet:
    """A sheet on which text, rules and axes are placed in millimetres from its top left corner."""

    def __init__(self, size: tuple[float, float] = PAGE) -> None:
        self.size = size
        self.figure = Figure(figsize=(size[0] * MM, size[1] * MM))
        FigureCanvasAgg(self.figure)

    def at(self, x: float, y: float) -> tuple[float, float]:
        """A place as fractions of the figure, which matplotlib counts from the bottom left."""
        return x / self.size[0], 1 - y / self.size[1]

    def text(
        self, x: float, y: float, text: str, face: Face, width: float = WIDTH, align: str = "left"
    ) -> float:
        """Set wrapped text with its top at y; return the y beneath it."""
        for line in style.wrap(text, face, width):
            self.figure.text(
                *self.at(x, y + face.line * 0.76), line, ha=align, va="baseline", **face.keywords
            )
            y += face.line
        return y

    def rule(
        self,
        y: float,
        x: float = MARGIN,
        width: float = WIDTH,
        colour: str = style.RULE,
        weight: float = 0.6,
    ) -> None:
        """Draw a horizontal rule."""
        (left, height), (right, _) = self.at(x, y), self.at(x + width, y)
        self.figure.add_artist(
            Line2D((left, right), (height, height), color=colour, linewidth=weight)
        )

    def panel(self, y: float, height: float, colour: str) -> None:
        """Tint a box as wide as the text, with a bar of the given colour at its left."""
        for width, fill in ((WIDTH, style.TINT), (1.2, colour)):
            self.figure.add_artist(
                Rectangle(
                    self.at(MARGIN, y + height),
                    width / self.size[0],
                    height / self.size[1],
                    facecolor=fill,
                    linewidth=0,
                    zorder=-1,
                )
            )

    def boxed(self, y: float, heading: str, paragraphs: Sequence[str], colour: str) -> float:
        """Set a heading and paragraphs in a tinted panel; return the y beneath it."""
        top = y
        y = self.text(MARGIN + 5, y + 2.6, heading, style.STRONG, WIDTH - 9)
        for paragraph in paragraphs:
            y = self.text(MARGIN + 5, y + 0.6, paragraph, style.BODY, WIDTH - 9)
        self.panel(top, y + 2.2 - top, colour)
        return y + 2.2

    def plot(self, exhibit: Exhibit, x: float, y: float, width: float, height: float) -> Axes:
        """Draw an exhibit so that everything it writes stays inside the box."""
        ax = self.figure.add_axes((0, 0, 1, 1))
        left, bottom = self.at(x, y + height)
        fit(ax, exhibit, (left, bottom, width / self.size[0], height / self.size[1]))
        return ax


def fit(ax: Axes, exhibit: Exhibit, box: tuple[float, float, float, float]) -> None:
    """Draw and then shrink the axes until its labels, too, lie inside the box (figure units)."""
    left, bottom, width, height = box
    ax.set_position(box)
    exhibit.draw(ax)
    figure = ax.figure
    canvas = figure.canvas
    assert isinstance(canvas, FigureCanvasAgg)
    for _ in range(2):  # ticks may change with the size of the axes; the second round settles
        inner = ax.get_position()
        extent = ax.get_tightbbox(canvas.get_renderer())  # type: ignore[no-untyped-call]
        assert extent is not None
        outer = extent.transformed(figure.transFigure.inverted())
        x0 = left + (inner.x0 - outer.x0)
        y0 = bottom + (inner.y0 - outer.y0)
        x1 = left + width - (outer.x1 - inner.x1)
        y1 = bottom + height - (outer.y1 - inner.y1)
        ax.set_position((x0, y0, x1 - x0, y1 - y0))


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
    sheets = [_front(report)]
    number = 1
    for section in report.sections:
        sheets.append(_section(section, number))
        number += len(section.exhibits)
    sheets.extend(_tables(report.tables))
    sheets.append(_method(report))
    for page, sheet in enumerate(sheets, start=1):
        sheet.rule(PAGE[1] - 14)
        sheet.text(MARGIN, PAGE[1] - 12.6, report.footer, style.FOOTER)
        sheet.text(
            PAGE[0] - MARGIN, PAGE[1] - 12.6, f"{page} / {len(sheets)}", style.FOOTER, align="right"
        )
        yield sheet.figure


def _front(report: Report) -> Sheet:
    """Page one, in the largest type that fits, with the space that is left between its rows."""
    for size in (8.8, 8.4, 8.0, 7.6, 7.2):
        _, end = _front_in(report, size, 0.0)
        if end <= BOTTOM:
            break
    air = min(max(BOTTOM - end, 0.0) / (len(report.findings) + 4), 2.5)
    return _front_in(report, size, air)[0]


def _front_in(report: Report, size: float, air: float) -> tuple[Sheet, float]:
    """Page one: what was played, what was found, what cannot be said; and where it ends.

    Findings are set in `size` points, with `air` more millimetres between the parts.
    """
    sheet = Sheet()
    sheet.rule(TOP, weight=3, colour=style.BLUE)
    y = sheet.text(MARGIN, TOP + 4, "GAME ANALYSIS", style.KICKER)
    y = sheet.text(MARGIN, y + 0.5, report.title, style.TITLE)
    y += 3
    widths = [
        max(style.text_width(name, style.SMALL), style.text_width(value, style.STRONG))
        for name, value in report.facts
    ]
    space = (WIDTH - sum(widths)) / (len(widths) - 1)
    x = MARGIN
    for (name, value), wide in zip(report.facts, widths, strict=True):
        sheet.text(x, y, name, style.SMALL)
        sheet.text(x, y + 3.9, value, style.STRONG)
        x += wide + space
    y += 12 + air
    y = _headlines(sheet, report.headlines, y) + air
    if report.provisional:
        y = sheet.boxed(y, "Provisional", [report.provisional], style.VERMILION)
    y += 4 + air
    y = _findings(sheet, report.findings, y, size, air)
    y = sheet.boxed(
        y + 3.5 + air,
        "What this report cannot say",
        [f"–  {limit}" for limit in report.limits],
        style.MUTED,
    )
    return sheet, y


def _headlines(sheet: Sheet, headlines: Sequence[Headline], y: float) -> float:
    """The big numbers of page one, side by side; return the y beneath them."""
    if not headlines:
        return y
    step = WIDTH / len(headlines)
    end = y
    for i, headline in enumerate(headlines):
        x = MARGIN + i * step
        below = sheet.text(x, y, headline.value, style.BIG)
        below = sheet.text(x, below, headline.label, style.STRONG, step - 4)
        end = max(end, sheet.text(x, below, headline.interval, style.SMALL, step - 4))
    return end + 4


def _findings(
    sheet: Sheet, findings: Sequence[Finding], y: float, size: float, air: float
) -> float:
    """The table of page one: question, answer with interval, verdict; return the y beneath it."""
    question, answer, verdict = 36.0, 104.0, 26.0
    middle, right = MARGIN + question + 4, PAGE[0] - MARGIN - verdict
    body, strong = Face(size), Face(size, "bold")
    for x, name in (
        (MARGIN, "Question"),
        (middle, "Found, with 95 % interval"),
        (right, "Verdict"),
    ):
        sheet.text(x, y, name, style.CELL_HEAD)
    y += style.CELL_HEAD.line + 0.6
    for finding in findings:
        sheet.rule(y)
        y += 1.4 + air / 2
        ends = [
            sheet.text(MARGIN, y, finding.question, strong, question),
            sheet.text(middle, y, finding.answer, body, answer),
        ]
        if finding.verdict:
            sign, colour = VERDICTS[finding.verdict]
            end = sheet.text(right, y, f"{sign} {finding.verdict}", Face(size, "bold", colour))
            ends.append(sheet.text(right, end, finding.limit, style.SMALL, verdict))
        y = max(ends) + 1.2 + air / 2
    sheet.rule(y)
    return y


def _head(sheet: Sheet, kicker: str, headline: str, lead: str = "") -> float:
    """The top of a page; return the y beneath it."""
    sheet.rule(TOP, weight=1.5, colour=style.BLUE)
    y = sheet.text(MARGIN, TOP + 3, kicker.upper(), style.KICKER)
    y = sheet.text(MARGIN, y + 0.3, headline, style.HEADLINE)
    return sheet.text(MARGIN, y + 1.5, lead, style.LEAD) if lead else y


def _rows(exhibits: Sequence[Exhibit]) -> list[list[Exhibit]]:
    """Exhibits in rows: two halves side by side, all others alone."""
    rows: list[list[Exhibit]] = []
    for exhibit in exhibits:
        if exhibit.half and rows and len(rows[-1]) == 1 and rows[-1][0].half:
            rows[-1].append(exhibit)
        else:
            rows.append([exhibit])
    return rows


def _section(section: Section, number: int) -> Sheet:
    """A page of exhibits; figures share the height that the words leave."""
    sheet = Sheet()
    y = _head(sheet, section.kicker, section.headline, section.lead)
    if section.note:
        heading, _, text = section.note.partition(". ")
        y = sheet.boxed(y + 3, f"{heading}.", [text], style.VERMILION)
    y += 5
    rows = _rows(section.exhibits)
    titled = 2 + style.HEADING.line + 1.5
    spoken = [
        max(len(style.wrap(e.sentence, style.BODY, _width(row))) for e in row) * style.BODY.line
        for row in rows
    ]
    free = BOTTOM - y - sum(spoken) - len(rows) * (titled + 2) - (len(rows) - 1) * 5
    unit = free / sum(row[0].height for row in rows)
    for row, words in zip(rows, spoken, strict=True):
        height = row[0].height * unit
        x = MARGIN
        for exhibit in row:
            width = _width(row)
            sheet.rule(y, x, width)
            sheet.text(x, y + 2, f"{number}  {exhibit.title}", style.HEADING, width)
            sheet.plot(exhibit, x, y + titled, width, height)
            sheet.text(x, y + titled + height + 2, exhibit.sentence, style.BODY, width)
            x += width + GUTTER
            number += 1
        y += titled + height + 2 + words + 5
    return sheet


def _width(row: Sequence[Exhibit]) -> float:
    return COLUMN if row[0].half else WIDTH


def _tables(tables: Sequence[Table]) -> Iterator[Sheet]:
    """The tables, one below the other, over as many pages as they take."""
    sheet = Sheet()
    y = _head(sheet, "Numbers", "The numbers")
    for table in tables:
        places = _places(table)
        left = list(table.rows)
        while left:
            if y + 45 > BOTTOM:  # no room for the head and a few rows
                yield sheet
                sheet = Sheet()
                y = _head(sheet, "Numbers", "The numbers, continued")
            y = sheet.text(MARGIN, y + 5, table.title, style.HEADING)
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
            y += 4
    yield sheet


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


def _method(report: Report) -> Sheet:
    """How the numbers were made, and the command that makes them again."""
    sheet = Sheet()
    y = _head(sheet, "Method", "How these numbers were made")
    y += 3
    for heading, paragraph in report.method:
        y = sheet.text(MARGIN, y + 1.5, heading, style.HEADING)
        y = sheet.text(MARGIN, y + 0.3, paragraph, style.BODY)
    for heading, command in (
        ("The same report again", report.command),
        ("One of its games, move by move", report.example),
    ):
        y = sheet.text(MARGIN, y + 2.5, heading, style.HEADING)
        top = y + 1.2
        y = sheet.text(MARGIN + 4, top + 1.6, command, style.CODE, WIDTH - 8)
        sheet.panel(top, y + 1.4 - top, style.BLUE)
        y += 1.4
    y = sheet.text(MARGIN, y + 3.5, "The rules played", style.HEADING) + 1
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
