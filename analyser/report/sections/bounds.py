"""The page on bounds: what perfect play of the tricks could have done with the bids made."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import chain

import pandas as pd

from analyser.report import figures
from analyser.report.evidence import Evidence, Row
from analyser.report.findings.sentences import capital, known, resting, widest_gap
from analyser.report.sections.exhibit import BID, Exhibit, Section
from analyser.report.words import NBSP, PERCENT, PP, columns, count, estimate

BOUNDS = {
    "possible": "possible with everybody helping",
    "clairvoyant": "by a clairvoyant at this table",
    "forceable": "forceable against everybody",
}
"""What could have been met, as readers know it; beside it stands what was."""

TURNED = {"gained": "only with it", "lost": "only without it"}
"""What a rule did to a bid."""


def bounds(evidence: Evidence) -> Iterator[Section]:
    """How far play stayed below a clairvoyant, and which bids hung on a special rule."""
    if "bounds" not in evidence.tables:
        return
    table = evidence.tables["bounds"]
    whole, by_bid = whole_and_each(table)
    shares = {**BOUNDS, "success": "met as played"}
    exhibits = [
        Exhibit(
            "bounds_all",
            "All bids: what was met, and what could have been",
            partial(
                figures.intervals,
                pd.DataFrame([_named(whole, name, word) for name, word in shares.items()]),
                category="name",
                unit=PERCENT,
                x="Bids met, %",
            ),
            f"{perfect(evidence)} As played, {estimate(whole, PERCENT, name='success')} are met.",
            height=0.7,
        ),
        Exhibit(
            "bounds_by_bid",
            "By bid: what was met, and what could have been",
            partial(
                figures.heat_map,
                pd.DataFrame(
                    [
                        {"bid": row["bid"], **_named(row, name, word)}
                        for name, word in shares.items()
                        for row in by_bid.to_dict("records")
                    ]
                ),
                down="name",
                across="bid",
                name="value",
                unit=PERCENT,
                x=BID,
                y="Bids met, %",
            ),
            resting(
                widest_gap(
                    by_bid,
                    ["bid"],
                    {"success": "as played", "clairvoyant": "by a clairvoyant"},
                    PERCENT,
                    "what was and what could have been met",
                ),
                by_bid,
                "times that it was bid",
            ),
            height=0.9,
        ),
    ]
    if "bounds_features" in evidence.tables:
        rules = evidence.tables["bounds_features"].groupby("feature", sort=False)
        exhibits += chain(*(_turned(evidence, str(rule), rows) for rule, rows in rules))
    yield Section(
        "Bids",
        "What perfect play could have done",
        "Hands and bids are those made at the table; the tricks are then searched with all cards "
        "seen. A clairvoyant knows besides what the others at this table will answer: no play "
        "does better there. What is forceable nobody can prevent; where others prevent less, play "
        "may do better than that.",
        tuple(exhibits),
    )


def whole_and_each(table: pd.DataFrame) -> tuple[Row, pd.DataFrame]:
    """The row that is about all bids, and the rows of each."""
    all_bids = table["bid"].isna()
    [whole] = table[all_bids].to_dict("records")
    return whole, table[~all_bids].reset_index(drop=True)


def perfect(evidence: Evidence) -> str:
    """One sentence on what perfect play could have done with all bids, and on how many games."""
    whole, _ = whole_and_each(evidence.tables["bounds"])
    games = count(evidence.first_games("bounds"))
    found = {name: estimate(whole, PERCENT, name=name) for name in BOUNDS}
    return (
        f"Of the bids made in the first {games} games, a clairvoyant meets "
        f"{found['clairvoyant']} against this table; "
        f"{found['possible']} can be met with everybody helping, {found['forceable']} against "
        f"everybody else together; n{NBSP}={NBSP}{count(whole['n'])} bids."
    )


def _named(row: Row, name: str, word: str) -> Row:
    """An estimate of a row as a value, called by a name."""
    bounds = zip(columns(), columns(name), strict=True)
    return {"name": word} | {new: row[old] for new, old in bounds}


def _turned(evidence: Evidence, rule: str, rows: pd.DataFrame) -> Iterator[Exhibit]:
    """How often a bid can be met only with a special rule, or only without it."""
    if known(rows, "gained").empty:
        return
    word = evidence.feature(rule)
    said = {row["question"]: row for row in rows[rows["bid"].isna()].to_dict("records")}
    forced, helped = said["forceable"], said["possible"]
    sentence = (
        f"{capital(word)}: of the bids made, {estimate(forced, PERCENT, name='gained')} are "
        f"forceable only with the rule and {estimate(forced, PERCENT, name='lost')} only without "
        f"it, {estimate(forced, PP, name='net', sign=True)} in all; what is possible at all moves "
        f"by {estimate(helped, PP, name='net', sign=True)}."
    )
    rows = known(rows, "gained")
    named = rows.assign(bid=["all" if bid is None else str(bid) for bid in rows["bid"]])
    yield Exhibit(
        f"bounds_{rule}",
        f"Bids that hang on a rule: {word}",
        partial(
            figures.blocks,
            named,
            block="question",
            category="bid",
            series=TURNED,
            unit=PERCENT,
            x=BID,
            y="Share of bids, %",
        ),
        resting(sentence, rows, "bids"),
    )
