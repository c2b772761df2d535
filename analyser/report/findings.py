"""Findings: sentences computed from the tables, each with its interval.

Every function looks at the rows and words what they say; where the rows do not settle a question
(intervals overlap, too few games), the sentence says so. A finding that has no rows is None.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

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


def beyond(limit: float) -> str:
    """Where a difference becomes a concern, in words."""
    return f"concern beyond {limit * 100:.0f}{NBSP}pp"


def cell(row: Row, by: list[str]) -> str:
    """What a row is about, in words: "bid 0, trump purple"; a column `name` speaks for itself."""
    return ", ".join(
        str(row[column]) if column == "name" else f"{readable(column)} {row[column]}"
        for column in by
    )


class Extremes(NamedTuple):
    """The highest and the lowest estimate in words, and whether their intervals are apart."""

    highest: str
    lowest: str
    apart: bool


def extremes(rows: pd.DataFrame, by: list[str], name: str, unit: Unit) -> Extremes | None:
    """Find the highest and the lowest estimate and say them as "bid 0: 52.1 % (52.0–52.2)".

    Rows without an interval (too few games) are left out; None if fewer than two remain. Where
    the runner-up's interval reaches that of the first, both are named: they are not told apart.
    """
    value, low, high = columns(name)
    known = rows.dropna(subset=[low, high]).sort_values(value, ascending=False, kind="stable")
    if len(known) < 2:
        return None
    ordered = known.to_dict("records")
    sign = bool((known[low] < 0).any())
    top, bottom = ordered[:1], ordered[-1:]
    if len(ordered) > 3 and ordered[1][high] >= top[0][low]:
        top.append(ordered[1])
    if len(ordered) > 3 and ordered[-2][low] <= bottom[0][high]:
        bottom.append(ordered[-2])

    def said(some: list[dict[Hashable, Any]]) -> str:
        return listed(
            f"{cell(row, by)}: {estimate(row, unit, name=name, sign=sign)}" for row in some
        )

    return Extremes(said(top), said(bottom), top[0][low] > bottom[0][high])


def highest_and_lowest(rows: pd.DataFrame, by: list[str], name: str, unit: Unit, what: str) -> str:
    """One sentence on where an estimate is highest and where lowest."""
    found = extremes(rows, by, name, unit)
    if found is None:
        return f"Too few games to compare {what}."
    if not found.apart:
        return (
            f"No difference is seen in {what}; the highest is {found.highest}, the lowest "
            f"{found.lowest}."
        )
    return f"{what[0].upper()}{what[1:]} is highest for {found.highest}; lowest for {found.lowest}."


def starting(evidence: Evidence) -> Finding | None:
    """Does starting win?"""
    row, advantage = evidence.balance("starter_win_share"), evidence.balance("starter_advantage")
    if row is None or advantage is None:
        return None
    limit = evidence.negligible["starter_advantage"]
    verdict = within(advantage["low"], advantage["high"], limit)
    if math.isnan(advantage["low"]):
        answer = "Too few games to say"
    elif advantage["low"] <= 0 <= advantage["high"]:
        answer = "No effect on winning is seen"
    elif verdict == "fine":
        answer = "Hardly" if advantage["low"] > 0 else "No"
    else:
        answer = "Yes" if advantage["low"] > 0 else "No, it costs"
    base = " of the games that a player wins" if evidence.nobodys else ""
    answer += (
        f": whoever starts the first round wins {estimate(row, PERCENT)} of games, "
        f"{estimate(advantage, PP, sign=True)} from an even share{base}."
    )
    margin = evidence.balance("starter_margin")
    if margin is not None and not evidence.nobodys:
        answer += f" In points: {estimate(margin, POINTS, sign=True)} over the others."
    return Finding("Does starting win?", answer, verdict, beyond(limit))


def alike(evidence: Evidence) -> Finding | None:
    """Is every seat (or team) treated alike?"""
    row = evidence.balance("fairness")
    if row is None:
        return None
    limit = evidence.negligible["fairness"]
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
        None if evidence.mixed else within(row["low"], row["high"], limit),
        "" if evidence.mixed else beyond(limit),
    )


def nobodys_side(evidence: Evidence) -> Finding | None:
    """How strong is a side that nobody plays for (Clara)?"""
    if not evidence.nobodys:
        return None
    label = evidence.nobodys[0]
    said = {
        metric: next(
            row for row in evidence.subjects(metric).to_dict("records") if row["subject"] == label
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
    return Finding("Do bids succeed?", f"{estimate(row, PERCENT)} of all bids are met exactly.")


def best_success(evidence: Evidence) -> Finding | None:
    """Which bid succeeds most often?"""
    found = _best(evidence, "success", PERCENT)
    if found is None:
        return None
    return Finding(
        "Which bid succeeds most?",
        f"As played, most often {found.highest}; least often {found.lowest}.",
    )


def best_margin(evidence: Evidence) -> Finding | None:
    """Which bid earns most against the others?"""
    found = _best(evidence, "margin", POINTS)
    if found is None:
        return None
    return Finding(
        "Which bid earns most?",
        f"As played, over the mean of the others in its round: most {found.highest}; least "
        f"{found.lowest}.",
    )


def _best(evidence: Evidence, name: str, unit: Unit) -> Extremes | None:
    if "bids" not in evidence.tables:
        return None
    return extremes(evidence.players("bids"), ["bid"], name, unit)


def bid_use(evidence: Evidence) -> Finding | None:
    """Is every bid used?"""
    if "bids" not in evidence.tables:
        return None
    rows = evidence.players("bids")
    ordered = rows.sort_values("share", kind="stable").to_dict("records")
    rarest, commonest = ordered[0], ordered[-1]
    limit = evidence.negligible["bid_share"]
    verdict = above(rarest["share_low"], rarest["share_high"], limit)
    seen = f"{len(rows)} different bids occur" if len(rows) > 1 else "Only one bid occurs"
    answer = (
        f"{seen}. The commonest is {cell(commonest, ['bid'])}, "
        f"{estimate(commonest, PERCENT, name='share')} of bids; the rarest "
        f"{cell(rarest, ['bid'])}, {estimate(rarest, PERCENT, name='share')}."
    )
    return Finding(
        "Is every bid used?",
        answer,
        verdict,
        f"concern under {limit * 100:.0f}{NBSP}%",
    )


def points_from(evidence: Evidence) -> Finding | None:
    """Where do the points come from?"""
    rows = evidence.subjects("component_share")
    if rows.empty:
        return None
    return Finding("Where do points come from?", components(evidence) or "")


def components(evidence: Evidence) -> str:
    """The share of all points that each source gives, largest first."""
    rows = evidence.subjects("component_share").sort_values("value", ascending=False)
    said = [
        f"{evidence.component(r['subject'])} {estimate(r, PERCENT)}"
        for r in rows.to_dict("records")
    ]
    return f"Of all points: {listed(said)}."


def closeness(evidence: Evidence) -> Finding | None:
    """How close are games?"""
    row = evidence.balance("margin")
    if row is None:
        return None
    answer = f"The winner is ahead of the second by {estimate(row, POINTS)} on average."
    half = evidence.balance("margin_median")
    if half is not None:
        answer += f" Half of the games are won by at most {estimate(half, POINTS)}."
    near = evidence.balance("margin_within_10")
    if near is not None:
        answer += f" In {estimate(near, PERCENT)} of games it is 10 or less."
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


QUESTIONS = (
    starting,
    alike,
    nobodys_side,
    any_bid,
    best_success,
    best_margin,
    bid_use,
    points_from,
    closeness,
    comebacks,
)
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
