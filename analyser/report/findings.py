"""Findings: sentences computed from the tables, each with its interval.

Every function looks at the rows and words what they say; where the rows do not settle a question
(intervals overlap, too few games), the sentence says so. A finding that has no rows is None.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import pandas as pd

from analyser.report.evidence import Evidence
from analyser.report.words import (
    NBSP,
    PER_GAME,
    PERCENT,
    POINTS,
    PP,
    Unit,
    columns,
    estimate,
    interval,
    listed,
    plain,
    readable,
    short,
)

Verdict = Literal["fine", "concern", "unclear"]
Row = Mapping[Any, Any]

NEGLIGIBLE = {"starter": 0.02, "fairness": 0.02, "bid use": 0.01}
"""Sizes (as shares) below which a difference does not matter to a player at the table."""


@dataclass(frozen=True)
class Finding:
    """An answer to one of the questions of page one, with a verdict where a limit is set."""

    question: str
    answer: str
    verdict: Verdict | None = None
    limit: str = ""


def within(low: float, high: float, limit: float) -> Verdict:
    """Whether an interval lies inside ± limit ("fine"), outside ("concern") or straddles it."""
    if -limit <= low and high <= limit:
        return "fine"
    return "concern" if low > limit or high < -limit else "unclear"


def above(low: float, high: float, limit: float) -> Verdict:
    """Whether an interval lies above the limit ("fine"), below ("concern") or straddles it."""
    if math.isnan(low):
        return "unclear"
    return "fine" if low >= limit else "concern" if high < limit else "unclear"


def cell(row: Row, by: list[str]) -> str:
    """What a row is about, in words: "bid 0, trump purple"; a column `name` speaks for itself."""
    return ", ".join(
        str(row[column]) if column == "name" else f"{readable(column)} {row[column]}"
        for column in by
    )


def extremes(rows: pd.DataFrame, by: list[str], name: str, unit: Unit) -> tuple[str, str]:
    """The rows with the highest and the lowest estimate, as "bid 0, 52.1 % (52.0–52.2)".

    Rows without an interval (too few games) are left out. Where the runner-up's interval reaches
    the winner's, both are named: the rows do not tell them apart.
    """
    value, low, high = columns(name)
    known = rows.dropna(subset=[low, high]).sort_values(value, ascending=False, kind="stable")
    records = known.to_dict("records")
    sign = unit is POINTS and bool((known[value] < 0).any())

    def said(index: list[int]) -> str:
        return listed(
            f"{cell(records[i], by)}: {estimate(records[i], unit, name=name, sign=sign)}"
            for i in index
        )

    top = [0, 1] if len(known) > 2 and records[1][high] >= records[0][low] else [0]
    bottom = [-1, -2] if len(known) > 2 and records[-2][low] <= records[-1][high] else [-1]
    return said(top), said(bottom)


def highest_and_lowest(rows: pd.DataFrame, by: list[str], name: str, unit: Unit, what: str) -> str:
    """One sentence on where an estimate is highest and where lowest."""
    if rows[columns(name)[1]].notna().sum() < 2:
        return f"Too few games to compare {what}."
    top, bottom = extremes(rows, by, name, unit)
    return f"{what[0].upper()}{what[1:]} is highest for {top}; lowest for {bottom}."


def starting(evidence: Evidence) -> Finding | None:
    """Does starting win?"""
    row, advantage = evidence.balance("starter_win_share"), evidence.balance("starter_advantage")
    if row is None or advantage is None:
        return None
    limit = NEGLIGIBLE["starter"]
    verdict = within(advantage["low"], advantage["high"], limit)
    if not (advantage["low"] > 0 or advantage["high"] < 0):
        answer = "No effect is seen"
    elif verdict == "fine":
        answer = "Hardly"
    else:
        answer = "Yes" if advantage["low"] > 0 else "No, it costs"
    base = " of the games that a player wins" if evidence.nobodys else ""
    answer += (
        f": whoever starts the first round wins {estimate(row, PERCENT)} of games, "
        f"{estimate(advantage, PP, sign=True)} from an even share{base}."
    )
    margin = evidence.balance("starter_margin")
    if margin is not None:
        answer += f" In points: {estimate(margin, POINTS, sign=True)} over the others."
    return Finding("Does starting win?", answer, verdict, f"concern beyond {limit * 100:.0f}{NBSP}pp")


def alike(evidence: Evidence) -> Finding | None:
    """Is every seat (or team) treated alike?"""
    row = evidence.balance("fairness")
    if row is None:
        return None
    limit = NEGLIGIBLE["fairness"]
    shares = evidence.by_side("win_share").to_dict("records")
    played = listed(
        f"{share['name']} {estimate(share, PERCENT)}"
        for share in shares
        if share["subject"] not in evidence.nobodys
    )
    base = " of the games that a player wins" if evidence.nobodys else ""
    answer = (
        f"The {evidence.side_word} furthest from an even share{base} is {estimate(row, PP)} away. "
        f"Games won: {played}."
    )
    return Finding(
        f"Are the {evidence.side_word}s equal?",
        answer,
        within(row["low"], row["high"], limit),
        f"concern beyond {limit * 100:.0f}{NBSP}pp",
    )


def nobodys_side(evidence: Evidence) -> Finding | None:
    """How strong is a side that nobody plays for (Clara)?"""
    if not evidence.nobodys:
        return None
    label = evidence.nobodys[0]
    said = {
        metric: next(
            row
            for row in evidence.subjects(metric).to_dict("records")
            if row["subject"] == label
        )
        for metric in ("win_share", "mean_score")
    }
    name = evidence.side(label)
    answer = (
        f"{name}, whom nobody plays, wins {estimate(said['win_share'], PERCENT)} of games; a "
        f"{len(evidence.sides)}-way even share would be {plain(100 / len(evidence.sides), 1)}"
        f"{NBSP}%. {name} scores {estimate(said['mean_score'], POINTS)} a game."
    )
    return Finding(f"How strong is {name}?", answer)


def any_bid(evidence: Evidence) -> Finding | None:
    """How often does a bid succeed?"""
    row = evidence.balance("success")
    if row is None:
        return None
    return Finding("How often does a bid succeed?",
                   f"In {estimate(row, PERCENT)} of all bids, whatever was bid.")


def best_success(evidence: Evidence) -> Finding | None:
    """Which bid succeeds most often?"""
    if "bids" not in evidence.tables:
        return None
    top, bottom = extremes(evidence.players("bids"), ["bid"], "success", PERCENT)
    return Finding("Which bid succeeds most?",
                   f"Most often {top}; least often {bottom}. As played: it compares hands that "
                   f"chose so.")


def best_margin(evidence: Evidence) -> Finding | None:
    """Which bid earns most against the others?"""
    if "bids" not in evidence.tables:
        return None
    top, bottom = extremes(evidence.players("bids"), ["bid"], "margin", POINTS)
    return Finding("Which bid earns most?",
                   f"Against the mean of the others, a round: best {top}; worst {bottom}. "
                   f"As played, too.")


def bid_use(evidence: Evidence) -> Finding | None:
    """Is every bid used?"""
    if "bids" not in evidence.tables:
        return None
    rows = evidence.players("bids")
    ordered = rows.sort_values("share", kind="stable").to_dict("records")
    rarest, commonest = ordered[0], ordered[-1]
    verdict = above(rarest["share_low"], rarest["share_high"], NEGLIGIBLE["bid use"])
    seen = f"{len(rows)} different bids occur" if len(rows) > 1 else "Only one bid occurs"
    answer = (
        f"{seen}. The commonest is {cell(commonest, ['bid'])}, "
        f"{estimate(commonest, PERCENT, name='share')} of bids; the rarest "
        f"{cell(rarest, ['bid'])}, {estimate(rarest, PERCENT, name='share')}."
    )
    return Finding("Is every bid used?", answer, verdict,
                   f"concern under {NEGLIGIBLE['bid use'] * 100:.0f}{NBSP}%")


def points_from(evidence: Evidence) -> Finding | None:
    """Where do the points come from?"""
    rows = evidence.subjects("component_share")
    if rows.empty:
        return None
    return Finding("Where do points come from?", components(evidence) or "")


def components(evidence: Evidence) -> str:
    """The share of all points that each source gives, largest first."""
    rows = evidence.subjects("component_share").sort_values("value", ascending=False)
    said = [f"{evidence.component(r['subject'])} {estimate(r, PERCENT)}"
            for r in rows.to_dict("records")]
    return f"Of all points: {listed(said)}."


def closeness(evidence: Evidence) -> Finding | None:
    """How close are games?"""
    row = evidence.balance("margin")
    if row is None:
        return None
    answer = f"The winner is ahead of the second by {estimate(row, POINTS)} on average."
    near = evidence.balance("margin_within_10")
    if near is not None:
        answer += f" In {estimate(near, PERCENT)} of games by 10 points or less."
    return Finding("How close are games?", answer)


def comebacks(evidence: Evidence) -> Finding | None:
    """Can one come from behind?"""
    row = evidence.balance("comeback_share")
    if row is None:
        return None
    answer = f"In {estimate(row, PERCENT)} of games the winner was behind before the last round"
    chance = evidence.balance("comeback_share_permuted")
    if chance is not None:
        answer += f"; {estimate(chance, PERCENT)} if any round could have been the last"
    answer += "."
    changes = evidence.balance("lead_changes")
    if changes is not None:
        answer += f" The lead changes {estimate(changes, PER_GAME)} times a game."
    return Finding("Can one come from behind?", answer)


QUESTIONS = (starting, alike, nobodys_side, any_bid, best_success, best_margin, bid_use,
             points_from, closeness, comebacks)
"""The questions of page one, listed beforehand, in their order."""


def findings(evidence: Evidence) -> tuple[Finding, ...]:
    """All findings that the evidence supports, in the order of page one."""
    answered = (question(evidence) for question in QUESTIONS)
    return tuple(finding for finding in answered if finding is not None)


@dataclass(frozen=True)
class Headline:
    """One big number of page one: the value, its interval, and what it says."""

    value: str
    interval: str
    label: str


HEADLINES = (
    ("success", "of bids succeed", PERCENT),
    ("starter_win_share", "of games go to the starter", PERCENT),
    ("comeback_share", "of games are won from behind", PERCENT),
    ("margin", "points ahead of the second", POINTS),
)


def headlines(evidence: Evidence) -> tuple[Headline, ...]:
    """The big numbers of page one."""
    found = []
    for metric, label, unit in HEADLINES:
        row = evidence.balance(metric)
        if row is not None:
            low, high = row["low"], row["high"]
            found.append(
                Headline(short(row["value"], low, high, unit), interval(low, high, unit), label)
            )
    return tuple(found)
