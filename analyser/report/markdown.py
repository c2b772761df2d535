"""The report as Markdown: the same findings, figures and tables, for reading on a screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from analyser.report.content import Report
from analyser.report.words import NBSP


def text(report: Report) -> str:
    """The whole report; its images are in ``figures/`` beside it."""
    return "\n\n".join(_blocks(report)).replace(NBSP, " ") + "\n"


def _blocks(report: Report) -> Iterator[str]:
    yield f"# {report.title}: game analysis"
    yield _table([name for name, _ in report.facts], [[value for _, value in report.facts]])
    if report.provisional:
        yield f"> **Provisional.** {report.provisional}"
    yield "## What was found"
    yield _table(
        ["Question", "Found, with 95 % interval", "Verdict"],
        [
            [f.question, f.answer, f"**{f.verdict}** ({f.limit})" if f.verdict else ""]
            for f in report.findings
        ],
    )
    yield "### What this report cannot say"
    yield "\n".join(f"- {limit}" for limit in report.limits)
    numbers = count(1)
    for section in report.sections:
        yield f"## {section.headline}"
        yield section.lead
        if section.note:
            yield f"> {section.note}"
        for exhibit in section.exhibits:
            yield f"### {next(numbers)} {exhibit.title}"
            yield f"![{exhibit.title}](figures/{exhibit.name}.png)"
            yield exhibit.sentence
    yield "## The numbers"
    for table in report.tables:
        yield f"### {table.title}"
        yield table.lead
        yield _table(table.headings, table.rows, table.words)
    yield "## How these numbers were made"
    for heading, paragraph in report.method:
        yield f"**{heading}.** {paragraph}"
    yield f"The same report again:\n\n```\n{report.command}\n```"
    yield f"One of its games, move by move:\n\n```\n{report.example}\n```"
    yield "### The rules played"
    yield _table(["Rule", "Value"], [[f"`{key}`", f"`{value}`"] for key, value in report.rules])


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]], words: int = 99) -> str:
    """A table whose first `words` columns hold words, set left; numbers are set right."""
    marks = [":--" if i < words else "--:" for i in range(len(headings))]
    lines = [headings, marks, *([cell.replace("|", "\\|") for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
