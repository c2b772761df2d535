"""The printed tables of numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from analyser.analysis.metrics import METRICS
from analyser.report.evidence import Evidence
from analyser.report.findings import Finding
from analyser.report.measures import MEASURES
from analyser.report.words import (
    PERCENT,
    PLAIN,
    POINTS,
    PP,
    bare,
    count,
    listed,
    places,
    plain,
    readable,
)

KINDS = {metric.name: metric.subject for metric in METRICS if metric.command == "balance"}
"""What the subjects of each metric are."""


@dataclass(frozen=True)
class Table:
    """A printed table; the first `words` columns hold words, the others numbers."""

    title: str
    lead: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: int


def tables_of(evidence: Evidence) -> tuple[Table, ...]:
    """The numbers in print: of the balance, and of each bid where there are bids."""
    tables = [_balance(evidence)]
    if "bids" in evidence.tables:
        tables.append(_bids(evidence))
    if "bounds" in evidence.tables:
        tables.append(_bounds(evidence))
    return tuple(tables)


def _balance(evidence: Evidence) -> Table:
    printed = []
    rows = evidence.tables["balance"].to_dict("records")
    metrics = list(dict.fromkeys(row["metric"] for row in rows))
    for row in sorted(rows, key=lambda row: metrics.index(row["metric"])):
        title, unit = MEASURES.get(row["metric"], (readable(row["metric"]), PLAIN))
        about = _about(evidence, row["metric"], row["subject"])
        low, high = row["low"] * unit.scale, row["high"] * unit.scale
        decimals = places(low, high)
        value = plain(row["value"] * unit.scale, decimals)
        ends = [plain(end, decimals) for end in (low, high)]
        printed.append((title, about, unit.symbol, value, *ends, count(row["n"])))
    return Table(
        "Balance",
        "Each number with the two ends of its 95 % interval, and n, the games or bids behind it.",
        ("Measure", "of", "Unit", "Value", "Low", "High", "n"),
        tuple(printed),
        words=3,
    )


def _about(evidence: Evidence, metric: str, subject: int | str | None) -> str:
    """What a row of the balance is about, in words."""
    kind = KINDS[metric]
    if subject is None:
        return f"{evidence.side_word}s" if kind == "Clara" else "game"
    if kind == "source":
        return evidence.component(str(subject))
    if kind in ("side", "Clara"):
        return evidence.side(subject)
    return f"{kind} {subject}" if kind in ("bid", "round") else str(subject)


def _bids(evidence: Evidence) -> Table:
    estimates = {"share": PERCENT, "success": PERCENT, "points": POINTS, "margin": POINTS}
    printed = []
    for row in evidence.players("bids").to_dict("records"):
        cells = [bare(row, unit, name=name) for name, unit in estimates.items()]
        printed.append((str(row["bid"]), *cells, count(row["n"])))
    return Table(
        "Bids, as played",
        "Value and 95 % interval. Share: how often the bid is made. Points and margin: a round.",
        ("Bid", "Share, %", "Success, %", "Points", "Margin, points", "n"),
        tuple(printed),
        words=1,
    )


def _bounds(evidence: Evidence) -> Table:
    names = ("success", "forceable", "clairvoyant", "possible")
    printed = []
    for row in evidence.tables["bounds"].to_dict("records"):
        cells = [bare(row, PERCENT, name=name) for name in names]
        bid = "all" if row["bid"] is None else str(row["bid"])
        printed.append((bid, *cells, count(row["n"])))
    return Table(
        "Bids, and what perfect play of the tricks could have met",
        "Value and 95 % interval. Success: as played. Clairvoyant: against this table's answers.",
        ("Bid", "Success, %", "Forceable, %", "Clairvoyant, %", "Possible, %", "n"),
        tuple(printed),
        words=1,
    )


def tried(evidence: Evidence, found: Sequence[Finding]) -> Table | None:
    """What each change of the rules that was tried does to the answers of page one."""
    return _moved(
        evidence,
        found,
        "changes",
        "change",
        "What changes of the rules would do",
        "how far each change moves them on the same deals",
    )


def rivals(evidence: Evidence, found: Sequence[Finding]) -> Table | None:
    """What the answers of page one would be if another competent strategy played."""
    return _moved(
        evidence,
        found,
        "competent",
        "strategy",
        "What other competent strategies would find",
        "how far they are from them where another strategy plays all seats, on the same deals",
    )


def _moved(
    evidence: Evidence, found: Sequence[Finding], table: str, column: str, title: str, what: str
) -> Table | None:
    """The answers of page one, and the differences that each of a column's labels makes."""
    if table not in evidence.tables:
        return None
    rows = evidence.tables[table]
    games = rows.groupby(column, sort=False)["n"].max()
    by = {(row["question"], row[column]): row for row in rows.to_dict("records")}
    printed = []
    for finding in found:
        moves = {name: by.get((finding.size, name)) for name in games.index}
        if finding.row is None or not any(moves.values()):
            continue
        moved = PP if finding.unit is PERCENT else finding.unit
        now = bare(finding.row, finding.unit)
        printed.append((finding.question, "as it is", now, finding.unit.symbol))
        printed += [
            (finding.question, name, bare(row, moved, name="difference", sign=True), moved.symbol)
            for name, row in moves.items()
            if row
        ]
    return Table(
        title,
        f"Answers as they are, and {what}, {listed(dict.fromkeys(map(count, games)))} games each; "
        "with 95 % intervals.",
        ("Question", column.capitalize(), "Answer, or difference from it", "Unit"),
        tuple(printed),
        words=2,
    )


def compared(evidences: Sequence[Evidence]) -> Table:
    """The measures of the whole game, and those of a side that nobody plays, by players."""
    return Table(
        "Measures",
        "Value and 95 % interval; – is what a number of players does not have.",
        ("Measure", "Unit", *(f"{evidence.meta['players']} players" for evidence in evidences)),
        tuple(_compared(evidences)),
        words=2,
    )


def _compared(evidences: Sequence[Evidence]) -> Iterator[tuple[str, ...]]:
    rows = [
        {
            (row["metric"], row["subject"]): row
            for row in evidence.tables["balance"].to_dict("records")
        }
        for evidence in evidences
    ]
    nobodys = {label for evidence in evidences for label in evidence.nobodys}
    for metric, (title, unit) in MEASURES.items():
        for subject in (None, *sorted(nobodys)):
            found = [of.get((metric, subject)) for of in rows]
            if any(found):
                whose = f", {subject.capitalize()}" if subject else ""
                cells = [bare(row, unit) if row else "–" for row in found]
                yield title + whose, unit.symbol, *cells
