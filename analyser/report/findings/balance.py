"""Questions of page one about the whole game: who wins, and how it goes."""

from __future__ import annotations

import math
from dataclasses import replace

from analyser.report.evidence import Evidence
from analyser.report.findings.sentences import capital
from analyser.report.findings.verdicts import Claims, Finding, judged
from analyser.report.words import (
    MINUTES,
    NBSP,
    PER_GAME,
    PERCENT,
    POINTS,
    PP,
    estimate,
    listed,
    plain,
)


def starting(evidence: Evidence, claims: Claims) -> Finding | None:
    """Does starting win?"""
    advantage = evidence.balance("starter_advantage")
    if advantage is None:
        return None
    row = claims.widened(advantage)
    base = " of the games that a player wins" if evidence.nobodys else ""
    answer = (
        f"whoever starts the first round is {estimate(row, PP, sign=True)} from an even share{base}"
    )
    margin = evidence.balance("starter_margin")
    if margin is not None and not evidence.nobodys:
        over = estimate(claims.widened(margin), POINTS, sign=True)
        answer += f", and {over} ahead of the others"
    finding = judged(
        evidence,
        "Does starting win?",
        f"{answer}.",
        row=row,
        unit=PP,
        size="starter_advantage",
        kind="near",
    )
    if math.isnan(row["low"]):
        word = "Too few games to say"
    elif row["low"] <= 0 <= row["high"]:
        word = "No effect is seen"
    elif finding.verdict == "fine":
        word = "Hardly" if row["low"] > 0 else "No"
    else:
        word = "Yes" if row["low"] > 0 else "No, it costs"
    return replace(finding, answer=f"{word}: {finding.answer}")


def alike(evidence: Evidence, claims: Claims) -> Finding | None:
    """Is every seat (or team) treated alike?"""
    fairness = evidence.balance("fairness")
    if fairness is None:
        return None
    row = claims.widened(fairness)
    row["low"] = row["low"] and max(row["low"], 0.0)  # a distance
    base = " of the games that a player wins" if evidence.nobodys else ""
    question = f"Are the {evidence.side_word}s alike?"
    answer = (
        f"The {evidence.side_word} furthest from an even share{base} is {estimate(row, PP)} away."
    )
    if evidence.mixed:
        return Finding(question, answer)
    finding = judged(evidence, question, answer, row=row, unit=PP, size="fairness", kind="near")
    if finding.reach:
        finding = replace(finding, reach=(max(finding.reach[0], 0.0), finding.reach[1]))
    return finding


def bystander(evidence: Evidence, claims: Claims) -> Finding | None:
    """How strong is a side that nobody plays for (Clara)?"""
    if not evidence.nobodys:
        return None
    label, even = evidence.nobodys[0], 1 / len(evidence.sides)
    shares = evidence.subjects("win_share").to_dict("records")
    row = claims.widened(next(row for row in shares if row["subject"] == label), PERCENT)
    name = evidence.side(label)
    return judged(
        evidence,
        f"Is {name} a match?",
        f"{name}, whom nobody plays, wins {estimate(row, PERCENT)} of games; an even share would "
        f"be {plain(100 * even, 1)}{NBSP}%.",
        row={end: number - even for end, number in row.items()},
        unit=PP,
        size="bystander",
        kind="near",
    )


def rounds(evidence: Evidence, claims: Claims) -> Finding | None:
    """Does every round count?"""
    if "course" not in evidence.tables:
        return None
    ordered = evidence.tables["course"].sort_values("value", kind="stable").to_dict("records")
    least, most = (
        claims.widened(row, PERCENT, cells=len(ordered)) for row in (ordered[0], ordered[-1])
    )
    question = "Does every round count?"
    answer = (
        f"Round {ordered[0]['round']} decides least, {estimate(least, PERCENT)} of what is open "
        f"before the game; round {ordered[-1]['round']} most, {estimate(most, PERCENT)}."
    )
    if "lengths" in evidence.tables:  # how many rounds there are is not settled
        return Finding(question, answer)
    return judged(
        evidence, question, answer, row=least, unit=PERCENT, size="decisiveness", kind="over"
    )


def comebacks(evidence: Evidence, claims: Claims) -> Finding | None:
    """Can one come from behind?"""
    share = evidence.balance("trailed_share" if evidence.race else "comeback_share")
    if share is None:
        return None
    row = claims.widened(share, PERCENT)
    when = "at some time" if evidence.race else "before the last round"
    answer = f"In {estimate(row, PERCENT)} of games the winner was behind {when}"
    chance = evidence.balance("comeback_share_permuted")
    if chance is not None and not evidence.race:
        permuted = estimate(claims.widened(chance, PERCENT), PERCENT)
        answer += f"; {permuted} if any round could have been the last"
    return judged(
        evidence,
        "Can one come from behind?",
        f"{answer}.",
        row=row,
        unit=PERCENT,
        size="comeback_share",
        kind="over",
    )


def ties(evidence: Evidence, claims: Claims) -> Finding | None:
    """Do tie-breaks decide games?"""
    share = evidence.balance("tie_break_share")
    if share is None or not (share["value"] or "tie_break_share" in evidence.negligible):
        return None
    row = claims.widened(share, PERCENT)
    return judged(
        evidence,
        "Do tie-breaks decide?",
        f"{estimate(row, PERCENT)} of games are level at the end.",
        row=row,
        unit=PERCENT,
        size="tie_break_share",
        kind="under",
    )


def kingmaking(evidence: Evidence, claims: Claims) -> Finding | None:
    """Can one who cannot win pick the winner?"""
    share = evidence.balance("kingmaking")
    if share is None:
        return None
    row = claims.widened(share, PERCENT)
    return judged(
        evidence,
        "Can losers pick the winner?",
        f"In {estimate(row, PERCENT)} of games somebody whose own chances are settled could still "
        "decide who wins.",
        row=row,
        unit=PERCENT,
        size="kingmaking",
        kind="under",
    )


def length(evidence: Evidence, claims: Claims) -> Finding | None:
    """Is a game too long?"""
    duration = evidence.balance("duration")
    if duration is None:
        return None
    row = claims.widened(duration)
    answer = f"{estimate(row, MINUTES)} a game"
    decisions = evidence.balance("decisions")
    if decisions is not None:
        answer += f", {estimate(claims.widened(decisions), PER_GAME)} decisions by all players"
    return judged(
        evidence,
        "Is a game too long?",
        f"{answer}.",
        row=row,
        unit=MINUTES,
        size="duration",
        kind="under",
    )


def closeness(evidence: Evidence, claims: Claims) -> Finding | None:
    """How close are games?"""
    ahead = evidence.balance("margin")
    if ahead is None:
        return None
    answer = f"The winner is {estimate(claims.widened(ahead), POINTS)} ahead of the second"
    half = evidence.balance("margin_median")
    if half is not None:
        answer += f", in half of the games at most {estimate(claims.widened(half), POINTS)}"
    near = evidence.balance("margin_within_10")
    if near is not None and near["value"] < 1:
        close = estimate(claims.widened(near, PERCENT), PERCENT)
        answer += f"; in {close} of games 10 or less"
    return Finding("How close are games?", f"{answer}.")


def sources(evidence: Evidence, claims: Claims) -> Finding | None:
    """Where do the points come from?"""
    rows = evidence.subjects("component_share").sort_values("value", ascending=False)
    if len(rows) < 2:
        return None
    parts = [
        f"{evidence.component(row['subject'])} {estimate(claims.widened(row, PERCENT), PERCENT)}"
        for row in rows.to_dict("records")
    ]
    return Finding("Where do points come from?", f"{capital(listed(parts))} of all points.")
