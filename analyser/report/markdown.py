"""The report as Markdown: the same findings, figures and tables, for reading on a screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from analyser.report.beside import Beside
from analyser.report.content import Chapter, Report
from analyser.report.findings import Finding
from analyser.report.sections import Section
from analyser.report.standing import Standing
from analyser.report.words import NBSP, estimate


def text(report: Report) -> str:
    """The whole report; its images are in ``figures/`` beside it."""
    return "\n\n".join(_blocks(report)).replace(NBSP, " ") + "\n"


def _blocks(report: Report) -> Iterator[str]:
    yield f"# {report.title}: game analysis"
    numbers = count(1)
    if report.beside:
        yield from _beside(report.beside)
        yield from _sections(report.beside.sections, "", numbers)
    for chapter in report.chapters:
        if report.beside:
            yield f"# {chapter.players} players"
        yield from _chapter(chapter, numbers)
    yield "## How these numbers were made"
    for heading, paragraph in report.method:
        yield f"**{heading}.** {paragraph}"
    yield f"The same report again:\n\n```\n{report.command}\n```"
    yield "### The rules played"
    yield _table(["Rule", "Value"], [[f"`{key}`", f"`{value}`"] for key, value in report.rules])


def _beside(beside: Beside) -> Iterator[str]:
    """Several numbers of players together."""
    yield _facts(beside.facts)
    yield _standing(beside.standing)
    yield f"## {beside.headline}"
    yield _table(
        ["Question", *(f"{players}, {rules}" for players, rules in beside.players)],
        [
            [question, *(_judged(finding) for finding in findings)]
            for question, findings in beside.verdicts
        ],
    )
    yield f"### {beside.measures.title}"
    yield beside.measures.lead
    yield _table(beside.measures.headings, beside.measures.rows, beside.measures.words)


def _standing(standing: Standing) -> str:
    """What is known of who plays, set apart."""
    return f"> **{standing.heading}.** {standing.text}"


def _judged(finding: Finding | None) -> str:
    """A verdict and the estimate that it rests on."""
    if finding is None or finding.verdict is None:
        return "–"
    found = "" if finding.row is None else f" {estimate(finding.row, finding.unit)}"
    return f"**{finding.verdict}**{found}"


def _chapter(chapter: Chapter, numbers: Iterator[int]) -> Iterator[str]:
    """One number of players; figures are numbered through the whole report."""
    yield _facts(chapter.facts)
    yield _standing(chapter.standing)
    yield "## What was found"
    span = ["Range"] if chapter.ranged else []
    yield _table(
        ["Question", "Found, with its interval", *span, "Concern if", "Verdict"],
        [
            [
                *(f.question, f.answer, *([f.span] if span else [])),
                *(f.limit, f"**{f.verdict}**" if f.verdict else ""),
            ]
            for f in chapter.findings
        ],
    )
    if chapter.ranged:
        yield chapter.ranged
    for heading, items in (
        ("What to change first", chapter.changes),
        ("What this report cannot say", chapter.limits),
    ):
        yield f"### {heading}"
        yield "\n".join(f"- {item}" for item in items)
    yield f"One of its games, move by move:\n\n```\n{chapter.example}\n```"
    yield from _sections(chapter.sections, chapter.images, numbers)
    yield "## The numbers"
    for table in (*chapter.tables, *([chapter.tried] if chapter.tried else [])):
        yield f"### {table.title}"
        yield table.lead
        yield _table(table.headings, table.rows, table.words)


def _sections(sections: Sequence[Section], images: str, numbers: Iterator[int]) -> Iterator[str]:
    """Figures with their sentences; `images` is what the names of their files end in."""
    for section in sections:
        yield f"## {section.headline}"
        yield section.lead
        if section.note:
            yield f"> {section.note}"
        for exhibit in section.exhibits:
            yield f"### {next(numbers)} {exhibit.title}"
            yield f"![{exhibit.title}](figures/{exhibit.name}{images}.png)"
            yield exhibit.sentence


def _facts(facts: Sequence[tuple[str, str]]) -> str:
    """What was played, as a table of one row."""
    return _table([name for name, _ in facts], [[value for _, value in facts]])


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]], words: int = 99) -> str:
    """A table whose first `words` columns hold words, set left; numbers are set right."""
    marks = [":--" if i < words else "--:" for i in range(len(headings))]
    lines = [headings, marks, *([cell.replace("|", "\\|") for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
