"""The printed pages: parts of the report set on A4, in millimetres from the top left corner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from analyser.report import style
from analyser.report.content import NUMBERS, Report
from analyser.report.findings import Finding
from analyser.report.sections import Exhibit, Section
from analyser.report.style import BOTTOM, COLUMN, GUTTER, MARGIN, MM, PAGE, TOP, WIDTH, Face

VERDICTS = {"fine": ("●", style.BLUE), "concern": ("▲", style.VERMILION), "unclear": ("◆", "#8a6d00")}
"""Sign and colour of each verdict."""


class Sheet:
    """An A4 page on which text, rules and axes are placed in millimetres."""

    def __init__(self) -> None:
        self.figure = Figure(figsize=(PAGE[0] * MM, PAGE[1] * MM))
        FigureCanvasAgg(self.figure)

    def text(self, x: float, y: float, text: str, face: Face, width: float = WIDTH,
             align: str = "left") -> float:
        """Set wrapped text with its top at y; return the y beneath it."""
        for line in style.wrap(text, face, width):
            self.figure.text(x / PAGE[0], 1 - (y + face.line * 0.76) / PAGE[1], line,
                             ha=align, va="baseline", **face.keywords)
            y += face.line
        return y

    def rule(self, y: float, x: float = MARGIN, width: float = WIDTH, colour: str = style.RULE,
             weight: float = 0.6) -> None:
        """Draw a horizontal rule."""
        ends = (x / PAGE[0], (x + width) / PAGE[0])
        height = 1 - y / PAGE[1]
        self.figure.add_artist(Line2D(ends, (height, height), color=colour, linewidth=weight))

    def panel(self, y: float, height: float, colour: str, x: float = MARGIN,
              width: float = WIDTH) -> None:
        """Tint a box, with a bar of the given colour at its left."""
        for left, wide, fill in ((x, width, style.TINT), (x, 1.2, colour)):
            self.figure.add_artist(
                Rectangle((left / PAGE[0], 1 - (y + height) / PAGE[1]), wide / PAGE[0],
                          height / PAGE[1], facecolor=fill, linewidth=0, zorder=-1)
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
        fit(ax, exhibit, (x / PAGE[0], 1 - (y + height) / PAGE[1], width / PAGE[0],
                          height / PAGE[1]))
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
        outer = ax.get_tightbbox(canvas.get_renderer()).transformed(
            figure.transFigure.inverted()  # type: ignore[union-attr]
        )
        x0 = left + (inner.x0 - outer.x0)
        y0 = bottom + (inner.y0 - outer.y0)
        x1 = left + width - (outer.x1 - inner.x1)
        y1 = bottom + height - (outer.y1 - inner.y1)
        ax.set_position((x0, y0, x1 - x0, y1 - y0))


def pages(report: Report) -> Iterator[Figure]:
    """Set the whole report, page by page, footers included."""
    sheets = [_front(report)]
    number = 1
    for section in report.sections:
        sheets.append(_section(section, number))
        number += len(section.exhibits)
    sheets.extend(_numbers(report))
    sheets.append(_method(report))
    for page, sheet in enumerate(sheets, start=1):
        sheet.rule(PAGE[1] - 14)
        sheet.text(MARGIN, PAGE[1] - 12.6, report.footer, style.FOOTER)
        sheet.text(PAGE[0] - MARGIN, PAGE[1] - 12.6, f"{page} / {len(sheets)}", style.FOOTER,
                   align="right")
        yield sheet.figure


def _front(report: Report) -> Sheet:
    """Page one: what was played, what was found, what cannot be said."""
    sheet = Sheet()
    sheet.rule(TOP, weight=3, colour=style.BLUE)
    y = sheet.text(MARGIN, TOP + 4, "GAME ANALYSIS", style.KICKER)
    y = sheet.text(MARGIN, y + 0.5, report.title, style.TITLE)
    y += 3
    step = WIDTH / len(report.facts)
    widths = [max(style.text_width(a, style.SMALL), style.text_width(b, style.STRONG))
              for a, b in report.facts]
    space = (WIDTH - sum(widths)) / (len(widths) - 1)
    x = MARGIN
    for (name, value), wide in zip(report.facts, widths, strict=True):
        sheet.text(x, y, name, style.SMALL, step * 2)
        sheet.text(x, y + 3.9, value, style.STRONG, step * 2)
        x += wide + space
    y += 11.5
    if report.provisional:
        y = sheet.boxed(y, "Provisional", [report.provisional], style.VERMILION)
    y += 4
    y = _findings(sheet, report.findings, y)
    y += 3.5
    y = sheet.boxed(y, "What this report cannot say",
                    [f"–  {limit}" for limit in report.limits], style.MUTED)
    return sheet


def _findings(sheet: Sheet, findings: Sequence[Finding], y: float) -> float:
    """The table of page one: question, answer with interval, verdict."""
    question, answer, verdict = 36.0, 102.0, 28.0
    middle = MARGIN + question + 4
    right = PAGE[0] - MARGIN - verdict
    for x, name in ((MARGIN, "Question"), (middle, "Found, with 95 % interval"),
                    (right, "Verdict")):
        sheet.text(x, y, name, style.CELL_HEAD)
    y += style.CELL_HEAD.line + 0.6
    for finding in findings:
        sheet.rule(y)
        y += 1.5
        ends = [
            sheet.text(MARGIN, y, finding.question, style.STRONG, question),
            sheet.text(middle, y, finding.answer, style.BODY, answer),
        ]
        if finding.verdict:
            sign, colour = VERDICTS[finding.verdict]
            face = Face(style.BODY.size, "bold", colour)
            end = sheet.text(right, y, f"{sign} {finding.verdict}", face, verdict)
            ends.append(sheet.text(right, end, finding.limit, style.SMALL, verdict))
        y = max(ends) + 1.3
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


def _numbers(report: Report) -> Iterator[Sheet]:
    """The table of numbers, over as many pages as it takes."""
    at = (0.0, 70.0, 120.0, 134.0, 148.0, 151.0, WIDTH)
    aligned = ("left", "left", "right", "right", "right", "left", "right")
    columns = list(zip(at, aligned, strict=True))
    left = list(report.numbers)
    first = True
    while left:
        sheet = Sheet()
        y = _head(sheet, "Balance", "The numbers" if first else "The numbers, continued",
                  "Each with the two ends of its 95 % interval and n, the number of games or "
                  "bids that it rests on.")
        y += 4
        for (x, align), name in zip(columns, NUMBERS, strict=True):
            sheet.text(MARGIN + x, y, name, style.CELL_HEAD, align=align)
        y += style.CELL_HEAD.line + 0.8
        sheet.rule(y, colour=style.MUTED)
        previous = ""
        while left and y + style.CELL.line + 3 < BOTTOM:
            row = left.pop(0)
            if previous and row[0] != previous:
                sheet.rule(y + 0.9)
            y += 1.8 if row[0] != previous else 0
            shown = (row[0] if row[0] != previous else "", *row[1:])
            for (x, align), cell in zip(columns, shown, strict=True):
                sheet.text(MARGIN + x, y, cell, style.CELL, align=align)
            y += style.CELL.line
            previous = row[0]
        sheet.rule(y + 1)
        first = False
        yield sheet


def _method(report: Report) -> Sheet:
    """How the numbers were made, and the command that makes them again."""
    sheet = Sheet()
    y = _head(sheet, "Method", "How these numbers were made")
    y += 3
    for heading, paragraph in report.method:
        y = sheet.text(MARGIN, y + 1.5, heading, style.HEADING)
        y = sheet.text(MARGIN, y + 0.3, paragraph, style.BODY)
    for heading, command in (("The same report again", report.command),
                             ("One of its games, move by move", report.example)):
        y = sheet.text(MARGIN, y + 2.5, heading, style.HEADING)
        top = y + 1.2
        y = sheet.text(MARGIN + 4, top + 1.6, command, style.CODE, WIDTH - 8)
        sheet.panel(top, y + 1.4 - top, style.BLUE)
        y += 1.4
    y = sheet.text(MARGIN, y + 3.5, "The rules played", style.HEADING) + 1
    half = (len(report.rules) + 1) // 2
    for column, x in ((report.rules[:half], MARGIN), (report.rules[half:], MARGIN + COLUMN + GUTTER)):
        line = y
        for key, value in column:
            sheet.rule(line, x, COLUMN)
            sheet.text(x, line + 0.6, key, style.CODE_SMALL)
            sheet.text(x + COLUMN, line + 0.6, value, style.CODE_SMALL, align="right")
            line += style.CODE_SMALL.line + 1
        sheet.rule(line, x, COLUMN)
    return sheet
