"""Pages on rules and cards: what a rule is worth on one card, and what each card is worth."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import partial
from typing import Any

import pandas as pd
from matplotlib.axes import Axes

from analyser.core.questions import Subject
from analyser.core.studies import IMPOSED
from analyser.report import figures
from analyser.report.evidence import Evidence
from analyser.report.findings.sentences import against_zero, highest_and_lowest, resting
from analyser.report.sections.exhibit import Exhibit, Section
from analyser.report.words import PERCENT, PLAIN, POINTS, PP, Unit, columns, estimate

ROOM = 32
"""Rows of text that figures of one page have room for; a question about a rule takes this many:"""
TAKEN = {"rule": 6, "use": 6}
"""of those whose figures stand side by side; the others a row a subject, and two more."""


def unit_of(name: str) -> Unit:
    """How the unit that a table names is printed."""
    if name == "points":
        return POINTS
    if name.startswith("difference"):
        return PP
    return PERCENT if name.startswith("share") else PLAIN


def features(evidence: Evidence) -> Iterator[Section]:
    """The rule on and off, one card's part in it, and how it comes into play: pages a rule."""
    if "features" not in evidence.tables:
        return
    table = evidence.tables["features"].assign(name=lambda rows: rows["subject"])
    for feature, about in table.groupby("feature", sort=False):
        asked = list(about.groupby("question", sort=False))
        taken = [TAKEN.get(str(question), len(rows) + 2) for question, rows in asked]
        share = sum(taken) / math.ceil(sum(taken) / ROOM)
        page: list[Exhibit] = []
        held = 0
        for (question, rows), more in zip(asked, taken, strict=True):
            if held >= share:
                yield _page(evidence, str(feature), page)
                page, held = [], 0
            page += ASKED[str(question)](str(feature), rows, evidence.subject(str(feature)))
            held += more
        yield _page(evidence, str(feature), page)


def _page(evidence: Evidence, feature: str, exhibits: list[Exhibit]) -> Section:
    about = evidence.subject(feature)
    return Section(
        "Rules",
        f"Does it matter: {evidence.feature(feature)}",
        f"The rule was lifted from all {about.one}s, and from one {about.one} at a time, on the "
        f"same deals. Above nothing, {about.holder} is better off with the rule.",
        tuple(exhibits),
        IMPOSED,
    )


def _rule(feature: str, rows: pd.DataFrame, about: Subject) -> Iterator[Exhibit]:
    """All games with the rule less all games without it, a figure a unit.

    What the rule cannot move, such as the mean of points that add to a constant, is left out.
    """
    rows = rows[(rows["low"] != 0) | (rows["high"] != 0)]
    for unit, some in rows.groupby("unit", sort=False):
        shown = unit_of(str(unit))
        yield Exhibit(
            f"{feature}_rule_{shown.symbol}",
            "The rule, on less off",
            partial(_differences, some, unit=shown, x=f"On less off, {shown.symbol}"),
            resting(against_zero(some, ["name"], shown, "play"), some, "games"),
            half=True,
            height=6,
        )


def _flag(feature: str, rows: pd.DataFrame, about: Subject) -> Iterator[Exhibit]:
    """One card (or other subject) with the rule less the same card without it."""
    yield Exhibit(
        f"{feature}_flag",
        f"One {about.one} with the rule, less the same {about.one} without it",
        partial(_differences, rows, unit=POINTS, x=f"Margin of {about.holder}, points a round"),
        resting(against_zero(rows, ["name"], POINTS, "the margin"), rows, about.counted),
        height=2 + 0.8 * len(rows),
    )


def _exchange(feature: str, rows: pd.DataFrame, about: Subject) -> Iterator[Exhibit]:
    """Holding such a card less holding its neighbour."""
    yield Exhibit(
        f"{feature}_exchange",
        "Such a card in hand, less its neighbour in rank",
        partial(_differences, rows, unit=POINTS, x=f"Margin of {about.holder}, points a round"),
        resting(against_zero(rows, ["name"], POINTS, "the margin"), rows, about.counted),
        height=2 + 0.8 * len(rows),
    )


def _differences(rows: pd.DataFrame, ax: Axes, *, unit: Unit, x: str) -> None:
    figures.intervals(
        rows,
        ax,
        category="name",
        unit=unit,
        x=x,
        reference=figures.Reference(0, "no difference"),
        sign=True,
    )


def _use(feature: str, rows: pd.DataFrame, about: Subject) -> Iterator[Exhibit]:
    """How often the rule turns a trick, a figure a unit; the rows without a share in words."""
    rates = [
        f" In all it does {estimate(row, PLAIN)} times {row['unit']}."
        for row in rows[~rows["unit"].str.startswith("share")].to_dict("records")
    ]
    for unit, some in rows[rows["unit"].str.startswith("share")].groupby("unit", sort=False):
        sentence = highest_and_lowest(some, ["name"], "value", PERCENT, f"the {unit}")
        yield Exhibit(
            f"{feature}_use_{unit}".replace(" ", "_"),
            f"Tricks it turns: {unit}",
            partial(
                figures.stems,
                some.assign(name=some["name"].str.removeprefix("trick ")),
                category="name",
                name="value",
                unit=PERCENT,
                x="Trick" if some["name"].str.startswith("trick ").all() else "A bid, by it",
                y=f"{unit}, %".capitalize(),
            ),
            resting(sentence, some, "cases") + (rates.pop() if rates else ""),
            half=True,
            height=7,
        )


ASKED: Mapping[str, Callable[[str, pd.DataFrame, Subject], Iterator[Exhibit]]] = {
    "rule": _rule,
    "flag": _flag,
    "exchange": _exchange,
    "use": _use,
}
"""The figures of each question about a rule."""

RELATIONS = {"trump": True, "side suit": False, "no trump": None}
"""How a card can stand to trump, as the table of cards says it."""


def cards(evidence: Evidence) -> Iterator[Section]:
    """What each card is worth, what it wins, and how often its holder meets the bid."""
    if "cards" not in evidence.tables:
        return
    table = evidence.tables["cards"]
    measures = {
        "value": ("What drawing it is worth", "Margin, points a round", POINTS, "the worth"),
        "tricks": ("How often it wins its trick", "Share of such cards, %", PERCENT, "the share"),
        "success": ("How often its holder meets the bid", "Share of bids, %", PERCENT, "success"),
    }
    exhibits = [
        _blocks(table, name, f"card_{name}", title, y, unit, what, "such draws each")
        for name, (title, y, unit, what) in measures.items()
        if name in table
    ]
    trumps = ": of trump, of another suit, and in rounds without trump"
    seen = "that its holder meets the bid" if "success" in table else "whether it wins its trick"
    yield Section(
        "Cards",
        "What each card is worth",
        "Margin explained by who drew which cards (a regression; the values of all cards add to "
        f"nothing), and what became of the card{trumps if table['trump'].notna().any() else ''}.",
        tuple(exhibits),
        "Seen is not caused. Who draws a card is chance, so its worth is caused by it; "
        f"{seen} is seen with all that the strategy does with such a card.",
    )


def passes(evidence: Evidence) -> Iterator[Section]:
    """What passing each card on is worth, and how often it is done."""
    if "passes" not in evidence.tables:
        return
    table, turns = evidence.tables["passes"], "such turns each"
    yield Section(
        "Choices",
        "What passing a card on is worth",
        "At every turn in which a card could be passed on or kept, both were done on the same "
        "deal. Above nothing, passing the card is better than keeping it.",
        (
            _blocks(
                table,
                "value",
                "pass_value",
                "Margin with the card passed on, less with it kept",
                "Margin, points a round",
                POINTS,
                "the worth of passing",
                turns,
            ),
            _blocks(
                table,
                "used",
                "pass_used",
                "How often it is passed on, as played",
                "Share of such turns, %",
                PERCENT,
                "the share passed on",
                turns,
            ),
        ),
        IMPOSED,
    )


def _blocks(
    table: pd.DataFrame, name: str, stem: str, title: str, y: str, unit: Unit, what: str, n: str
) -> Exhibit:
    """An estimate of each card in its relations to trump; `what` it is, and what `n` counts."""
    wide = _by_relation(table, name)
    trumps = table["trump"].notna().any()
    called = [_called(row) if trumps else row["card"] for row in table.to_dict("records")]
    said = table.assign(name=called)
    return Exhibit(
        stem,
        title,
        partial(
            figures.blocks,
            wide,
            block="suit",
            category="rank",
            series={relation: relation for relation in RELATIONS if relation in wide},
            unit=unit,
            x="Rank, by suit",
            y=y,
        ),
        resting(highest_and_lowest(said, ["name"], name, unit, what), table, n),
        height=1.4 if name == "value" else 1.0,
    )


def _by_relation(table: pd.DataFrame, name: str) -> pd.DataFrame:
    """One row a card, with the estimate in each relation to trump in columns of its own."""
    wide = pd.DataFrame({"card": list(dict.fromkeys(table["card"]))})
    wide["suit"], wide["rank"] = "suit " + wide["card"].str[0], wide["card"].str[1:]
    for relation, trump in RELATIONS.items():
        rows = table[[value is trump for value in table["trump"]]]
        if not rows.empty:
            named = dict(zip(columns(name), columns(relation), strict=True))
            own = rows[["card", *named]].rename(columns=named)
            wide = wide.merge(own, on="card", how="left")
    return wide


def _called(row: Mapping[Hashable, Any]) -> str:
    """A card and its relation to trump: "P9 (trump)"."""
    relation = next(name for name, trump in RELATIONS.items() if trump is row["trump"])
    return f"{row['card']} ({relation})"
