"""Questions of page one about choices and rules: is each used, is each worth something?"""

from __future__ import annotations

import pandas as pd

from analyser.report.evidence import Evidence
from analyser.report.findings.sentences import capital, greatest, known
from analyser.report.findings.verdicts import Claims, Finding, Limit, Verdict, judged
from analyser.report.words import BIDS, PERCENT, POINTS, PP, columns, estimate, ordinal


def bid_use(evidence: Evidence, claims: Claims) -> Finding | None:
    """Is every bid used?"""
    if "bids" not in evidence.tables:
        return None
    ordered = evidence.players("bids").sort_values("share", kind="stable").to_dict("records")
    rarest, commonest = (
        claims.widened(row, PERCENT, name="share", cells=len(ordered))
        for row in (ordered[0], ordered[-1])
    )
    answer = f"Rarest is bid {ordered[0]['bid']}, {estimate(rarest, PERCENT)} of all bids"
    if len(ordered) > 1:
        answer += f"; commonest bid {ordered[-1]['bid']}, {estimate(commonest, PERCENT)}"
    return judged(
        evidence,
        "Is each bid used?",
        f"{answer}.",
        row=rarest,
        unit=PERCENT,
        size="bid_share",
        kind="over",
    )


def menu(evidence: Evidence, claims: Claims) -> Finding | None:
    """Is each bid worth making?"""
    size = evidence.balance("bid_menu_size")
    if size is None:
        return None
    row = claims.widened(size)
    answer = f"The choice is as wide as among {estimate(row, BIDS)} that are best equally often"
    spread = evidence.balance("bid_menu_spread")
    if spread is not None:
        points = estimate(claims.widened(spread), POINTS)
        answer += f"; imposed on every deal, the best bid earns {points} more than the worst"
    return judged(
        evidence,
        "Is each bid worth making?",
        f"{answer}.",
        row=row,
        unit=BIDS,
        size="menu_size",
        kind="over",
    )


def appeal(evidence: Evidence, claims: Claims) -> Finding | None:
    """Is the appeal a choice?"""
    if "appeals" not in evidence.tables:
        return None
    rows = evidence.tables["appeals"]
    rows = known(rows[rows["moment"].notna() & rows["bid"].notna()])
    widened = [claims.widened(row, cells=len(rows)) for row in rows.to_dict("records")]
    names = [
        f"bid {int(row['bid'])}, {ordinal(int(row['moment']))} card"
        for row in rows.to_dict("records")
    ]
    rows = pd.DataFrame(widened, columns=columns()).assign(name=names)
    if rows.empty:
        return None
    most, least = (greatest(rows, sign * rows["value"]) for sign in (1, -1))
    question = "Is the appeal a choice?"
    answer = (
        f"Imposed, it is worth most for {most['name']}, {estimate(most, POINTS, sign=True)} of "
        f"margin; least for {least['name']}, {estimate(least, POINTS, sign=True)}."
    )
    if "appeals" not in evidence.negligible:
        return Finding(question, answer)
    size = evidence.negligible["appeals"]
    limit = Limit("near", size).concern(POINTS).replace("beyond", "never both beyond")
    return Finding(question, answer, both_ways(rows, size), limit, "appeals")


def both_ways(rows: pd.DataFrame, size: float) -> Verdict:
    """Whether a choice pays in some cases and costs in others, each by more than `size`.

    "Fine" if both are seen; "concern" if one of the two is nowhere.
    """
    low, high = rows["low"], rows["high"]
    if low.max() > size and high.min() < -size:
        return "fine"
    return "concern" if high.max() <= size or low.min() >= -size else "unclear"


def features(evidence: Evidence) -> tuple[str, ...]:
    """The names of the rules that were lifted from one card at a time."""
    if "features" not in evidence.tables:
        return ()
    rows = evidence.tables["features"]
    return tuple(dict.fromkeys(rows.loc[rows["question"] == "flag", "feature"]))


def feature(evidence: Evidence, claims: Claims, *, name: str) -> Finding | None:
    """Does a rule about some cards matter?"""
    rows = evidence.tables["features"]
    chosen = (rows["feature"] == name) & (rows["question"] == "flag") & (rows["subject"] == "all")
    row = claims.widened(rows[chosen].to_dict("records")[0])
    return judged(
        evidence,
        f"Does it matter: {evidence.feature(name)}?",
        f"That it holds for one {evidence.subject(name).one} is worth "
        f"{estimate(row, POINTS, sign=True)} of margin to {evidence.subject(name).holder}.",
        row=row,
        unit=POINTS,
        size=f"features.{name}",
        kind="far",
    )


def dead(evidence: Evidence, claims: Claims) -> Finding | None:
    """Are hands dead early?"""
    share = evidence.balance("dead_share")
    if share is None:
        return None
    row = claims.widened(share, PERCENT)
    return judged(
        evidence,
        "Are hands dead early?",
        f"{estimate(row, PERCENT)} of all cards are played by a side whose bid is impossible by "
        "then.",
        row=row,
        unit=PERCENT,
        size="dead_share",
        kind="under",
    )


def skill(evidence: Evidence, claims: Claims) -> Finding | None:
    """Does skill win?"""
    if "skill" not in evidence.tables:
        return None
    rows = evidence.tables["skill"].to_dict("records")
    best = max(rows, key=lambda row: row["win_share"] - row["fair"])
    share = claims.widened(best, PERCENT, name="win_share")
    row = {end: number - best["fair"] for end, number in share.items()}
    return judged(
        evidence,
        "Does skill win?",
        f"{capital(best['a'])} among {best['b']} wins {estimate(share, PERCENT)} of games, "
        f"{estimate(row, PP, sign=True)} from an even share.",
        row=row,
        unit=PP,
        size="skill",
        kind="over",
    )
