"""The first pages: the verdicts on one number of players, and on several side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from analyser.report import style
from analyser.report.beside import Beside
from analyser.report.content import Chapter
from analyser.report.findings import Claims, Finding, Headline
from analyser.report.printed import table_part
from analyser.report.sheet import Sheet, head
from analyser.report.standing import Standing
from analyser.report.style import BOTTOM, MARGIN, TOP, WIDTH, Face
from analyser.report.words import estimate

VERDICTS = {
    "fine": ("●", style.BLUE),
    "concern": ("▲", style.VERMILION),
    "unclear": ("◆", style.OCHRE),
}
"""Sign and colour of each verdict."""


SIZES = (8.8, 8.4, 8.0, 7.6, 7.3, 7.0)
"""Sizes of type on page one, in points: the largest that fits is taken."""

UNSAID = "What this report cannot say"
OVERLEAF = "The next page takes up each concern."


def front(title: str, chapter: Chapter) -> list[Sheet]:
    """Page one, in the largest type that fits, with the space that is left between its rows.

    If there is too much to change for page one, that stands on a page of its own, with the table
    of what was tried; and so does what cannot be said, if there is still no room for it.
    """
    whole = _fitted(title, chapter)
    if whole:
        return [whole]
    short = replace(chapter, changes=(OVERLEAF,))
    shortest = replace(short, limits=())
    first = _fitted(title, short)
    limits = () if first else chapter.limits
    first = first or _fitted(title, shortest)
    assert first, "page one has a bounded number of questions"
    second = Sheet()
    y = head(second, f"Game analysis · {chapter.players} players", "What to change first")
    for change in chapter.changes:
        y = second.text(MARGIN, y + 3, change, style.BODY)
    if limits:
        y = _boxed(second, y + 5, UNSAID, limits, style.BODY)
    if chapter.tried:
        table_part(second, y + 8, chapter.tried, list(chapter.tried.rows))
    return [first, second]


def _fitted(title: str, chapter: Chapter) -> Sheet | None:
    """Page one, if it fits on a page."""
    for size in SIZES:
        _, end = _front_in(title, chapter, size, 0.0)
        if end <= BOTTOM:
            air = min((BOTTOM - end) / (len(chapter.findings) + 4), 2.5)
            return _front_in(title, chapter, size, air)[0]
    return None


def _front_in(title: str, chapter: Chapter, size: float, air: float) -> tuple[Sheet, float]:
    """Page one: what was played, what was found, what cannot be said; and where it ends.

    Findings are set in `size` points, with `air` more millimetres between the parts.
    """
    sheet, face = Sheet(), Face(size)
    y = _title(sheet, title, f"Game analysis · {chapter.players} players", chapter.facts) + air
    y = _headlines(sheet, chapter.headlines, y) + air
    y = _standing(sheet, y, chapter.standing, face)
    y = _findings(sheet, chapter.findings, chapter.ranged, y + 3 + air, size, air)
    y = _boxed(sheet, y + 2.5 + air, "What to change first", chapter.changes, face)
    if chapter.limits:
        y = _boxed(sheet, y + 2.5 + air, UNSAID, chapter.limits, face)
    y = sheet.text(
        MARGIN, y + 2, f"One of these games, move by move: {chapter.example}", style.SMALL
    )
    return sheet, y


def _boxed(sheet: Sheet, y: float, heading: str, items: Sequence[str], face: Face) -> float:
    """A list in a box; return the y beneath it."""
    return sheet.boxed(y, heading, [f"–  {item}" for item in items], style.MUTED, face)


def _standing(sheet: Sheet, y: float, standing: Standing, face: Face) -> float:
    """What is known of who plays, in a box; return the y beneath it."""
    colour = style.VERMILION if standing.provisional else style.BLUE
    return sheet.boxed(y, standing.heading, [standing.text], colour, face)


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
    sheet: Sheet, findings: Sequence[Finding], said: str, y: float, size: float, air: float
) -> float:
    """The table of page one: question, answer, range, limit, verdict; return the y beneath it.

    There is a column for the range over competent play where any was looked for.
    """
    ranged = any(finding.reach for finding in findings)
    names = ["Question", "Found, with interval", "Range", "Concern if", "Verdict"]
    body, strong = Face(size, leading=1.34), Face(size, "bold", leading=1.34)
    span = max([20.0, *(style.text_width(finding.span, body) + 2 for finding in findings)])
    wide = [32.0, 104 - span, span, 21.0, 17.0] if ranged else [37.0, 88.0, 0.0, 30.0, 19.0]
    places = [MARGIN + sum(wide[:i]) for i in range(len(wide))]
    for x, name, width in zip(places, names, wide, strict=True):
        if width:
            sheet.text(x, y, name, style.CELL_HEAD)
    y += style.CELL_HEAD.line + 0.6
    for finding in findings:
        sheet.rule(y)
        y += 0.9 + air / 2
        texts = [(finding.question, strong), (finding.answer, body), (finding.span, body)]
        if finding.verdict:
            sign, colour = VERDICTS[finding.verdict]
            texts += [
                (finding.limit, replace(body, colour=style.MUTED)),
                (f"{sign} {finding.verdict}", replace(strong, colour=colour)),
            ]
        ends = [
            sheet.text(x, y, text, face, width - 2)
            for x, width, (text, face) in zip(places, wide, texts, strict=False)
            if text
        ]
        y = max(ends) + 0.7 + air / 2
    sheet.rule(y)
    claims = Claims(sum(bool(finding.limit) for finding in findings))
    notes = [said] if said else []
    if claims.number:
        notes.insert(
            0,
            f"Intervals in this table are widened {claims.factor():.2f} times for its "
            f"{claims.number} questions with a limit, more for those about several cases, so that "
            "all hold together with 95 %.",
        )
    return sheet.text(MARGIN, y + 0.8, " ".join(notes), style.SMALL) if notes else y


def several(title: str, beside: Beside) -> Sheet:
    """The first page of a report on several numbers of players."""
    sheet = Sheet()
    y = _title(sheet, title, beside.headline, beside.facts)
    y = _standing(sheet, y, beside.standing, style.BODY)
    y += 6
    first, step = 46.0, (WIDTH - 46.0) / len(beside.players)
    sheet.text(MARGIN, y, "Question", style.CELL_HEAD)
    for i, (players, rules) in enumerate(beside.players):
        x = MARGIN + first + i * step
        sheet.text(x, y, players, style.STRONG)
        sheet.text(x, y + style.STRONG.line, rules, style.SMALL)
    y += style.STRONG.line + style.SMALL.line + 0.6
    for question, findings in beside.verdicts:
        sheet.rule(y)
        ends = [sheet.text(MARGIN, y + 1.2, question, style.STRONG, first - 3)]
        for i, finding in enumerate(findings):
            x = MARGIN + first + i * step
            ends.append(_judged(sheet, x, y + 1.2, step - 3, finding))
        y = max(ends) + 1
    sheet.rule(y)
    return sheet


def _judged(sheet: Sheet, x: float, y: float, width: float, finding: Finding | None) -> float:
    """Set a verdict and the estimate that it rests on; return the y beneath them."""
    if finding is None or finding.verdict is None:
        return sheet.text(x, y, "–", style.BODY)
    sign, colour = VERDICTS[finding.verdict]
    y = sheet.text(x, y, f"{sign} {finding.verdict}", replace(style.STRONG, colour=colour))
    if finding.row is not None:
        y = sheet.text(x, y, estimate(finding.row, finding.unit), style.SMALL, width)
    return y


def _title(sheet: Sheet, title: str, headline: str, facts: Sequence[tuple[str, str]]) -> float:
    """The top of a first page: the game, what this is, and the facts; return the y beneath it."""
    sheet.rule(TOP, weight=3, colour=style.BLUE)
    y = sheet.text(MARGIN, TOP + 4, headline.upper(), style.KICKER)
    y = sheet.text(MARGIN, y + 0.5, title, style.TITLE)
    y += 3
    widths = [
        max(style.text_width(name, style.SMALL), style.text_width(value, style.STRONG))
        for name, value in facts
    ]
    space = (WIDTH - sum(widths)) / (len(widths) - 1)
    x = MARGIN
    for (name, value), wide in zip(facts, widths, strict=True):
        sheet.text(x, y, name, style.SMALL)
        sheet.text(x, y + 3.9, value, style.STRONG)
        x += wide + space
    return y + 12
