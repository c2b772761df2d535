"""Pages on who plays: the ladder of strategies, a side nobody plays, and how many players."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pandas as pd

from analyser.analysis.skill import STEP
from analyser.report import figures
from analyser.report.evidence import Evidence
from analyser.report.findings.sentences import (
    against_zero,
    capital,
    greatest,
    highest_and_lowest,
    known,
    resting,
)
from analyser.report.findings.verdicts import Claims
from analyser.report.measures import MEASURES
from analyser.report.sections.exhibit import Exhibit, Section
from analyser.report.words import (
    GAMES,
    NBSP,
    PERCENT,
    POINTS,
    estimate,
    listed,
    plain,
)


def skill(evidence: Evidence) -> Iterator[Section]:
    """How far the rungs of the ladder stand apart, how many games it takes to tell, and luck."""
    exhibits: list[Exhibit] = []
    rows = _rungs(evidence)
    if not rows.empty:
        exhibits += _ladder(rows)
    luck = {
        "deal_share": "the cards: what\ndiffers between deals",
        "chance_share": "chance: what skill\ncannot gain, at least",
    }
    found = {name: evidence.balance(metric) for metric, name in luck.items()}
    rows = pd.DataFrame(
        [{**row, "name": name} for name, row in found.items() if row and row["low"] != 1]
    )  # all is in the cards where strategies leave nothing to chance: no news
    if not rows.empty:
        said = [
            f"{row['name']} {estimate(row, PERCENT)}".replace("\n", " ")
            for row in rows.to_dict("records")
        ]
        exhibits.append(
            Exhibit(
                "luck",
                "How much is luck",
                partial(
                    figures.stems,
                    rows,
                    category="name",
                    name="value",
                    unit=PERCENT,
                    x="",
                    y="Share of what final margins, or skill, could move, %",
                ),
                resting(
                    f"What luck decides is, of {listed(said)}; skill being what "
                    f"{listed(dict.fromkeys(evidence.meta['strategies']))} gains over "
                    f"{evidence.lowest}.",
                    rows,
                    "games",
                ),
                half=True,
            )
        )
    if exhibits:
        yield Section(
            "Strength",
            "Does skill win?",
            "Each strategy of the ladder alone among those of the rung below, on the same cards "
            "in every seat. The more games it takes to tell the two apart, the more of a single "
            "game is luck. Strategies that search stand here as certified, on other deals.",
            tuple(exhibits),
        )


def _rungs(evidence: Evidence) -> pd.DataFrame:
    """Each rung among the rung below: fast ones as measured, those that search as certified."""
    certificate, rows = evidence.certificate, [evidence.tables.get("skill", pd.DataFrame())]
    if certificate is not None:
        steps = (
            certificate.step(rung)
            for rung in certificate.ladder
            if not evidence.spec.strategy(rung).fast
        )
        certified = [step.to_dict() for step in steps if step is not None]
        rows += [pd.DataFrame(certified).rename(columns={"win_share_fair": "fair"})]
    return pd.concat([each for each in rows if not each.empty] or rows, ignore_index=True)


def _ladder(skill: pd.DataFrame) -> Iterator[Exhibit]:
    """Each rung among the rung below: games won, points, games to tell."""
    rows = skill.assign(
        name=[f"{a} among {b}" for a, b in zip(skill["a"], skill["b"], strict=True)]
    )
    drawn = rows.assign(name=rows["name"].str.replace(" among ", "\namong "))
    stems = partial(figures.stems, category="name", x="")
    best = greatest(rows, rows["win_share"] - rows["fair"])
    won = estimate(best, PERCENT, name="win_share")
    even = f"{plain(100 * best['fair'], 1)}{NBSP}%"
    yield Exhibit(
        "skill_wins",
        "Games won, beside an even share",
        partial(
            stems,
            drawn.assign(against=rows["fair"]),
            name="win_share",
            unit=PERCENT,
            y="Games won, %",
        ),
        resting(
            f"{capital(best['name'])} wins {won}; even would be {even}. {_depth(rows)}",
            rows,
            "deals",
        ),
        half=True,
    )
    yield Exhibit(
        "skill_points",
        "Points ahead of the others",
        partial(
            stems,
            drawn,
            name="score_difference",
            unit=POINTS,
            y="Final score over the others, points",
        ),
        against_zero(rows, ["name"], POINTS, "the final score", "score_difference"),
        half=True,
    )
    told = rows["n90"].notna()
    said = [
        f"{row['name']} {estimate(row, GAMES, name='n90')}" for row in rows[told].to_dict("records")
    ]
    if not said:
        return
    yield Exhibit(
        "skill_games",
        "Games until the better one leads",
        partial(
            stems, drawn[told], name="n90", unit=GAMES, y="Games, by the points of all of them"
        ),
        f"To be ahead with a chance of 90 % takes {listed(said)}.",
        half=True,
    )


def _depth(rows: pd.DataFrame) -> str:
    """One sentence on how many rungs stand apart, their intervals widened for their number."""
    if len(known(rows, "edge")) < len(rows):
        return "Too few deals to tell how many rungs stand apart."
    claims = Claims(len(rows))
    edges = [claims.widened(row, name="edge") for row in rows.to_dict("records")]
    least, found, most = (sum(e[end] >= STEP for e in edges) for end in ("low", "value", "high"))
    return (
        f"The skill depth is {found} ({least}–{most}) of {len(rows)}: so many are {100 * STEP:.0f} "
        "pp or more above even."
    )


BID, FROM = "success with bid ", "points from "
"""What the subjects of a side that nobody plays begin with, those that are one of several."""
WINS = {"wins": "games won", "won level": "of these, by the tie-break", "success": "bids met"}
"""The shares among its other subjects, as readers know them."""


def bystander(evidence: Evidence) -> Iterator[Section]:
    """How a side that nobody plays for wins (Clara)."""
    if not evidence.nobodys or evidence.nobodys[0] not in evidence.tables:
        return
    name = evidence.side(evidence.nobodys[0])
    table = evidence.tables[evidence.nobodys[0]]
    subject = table["subject"]
    shares = table[subject.isin(WINS)].assign(name=subject.map(WINS))
    bids = table[subject.str.startswith(BID)].assign(bid=subject.str.removeprefix(BID))
    source = subject.str.removeprefix(FROM)
    sources = table[subject.str.startswith(FROM)].assign(name=source.map(evidence.component))
    lead = table[subject == "lead"].to_dict("records")
    ahead = f" When she wins, it is by {estimate(lead[0], POINTS)}." if lead else ""
    won = shares.to_dict("records")[0]
    yield Section(
        "Balance",
        f"How {name} wins",
        f"Nobody plays for {name}: the players choose her cards, see her hand, and score against "
        "her. Does she win often enough to matter, and by what?",
        (
            Exhibit(
                "bystander_shares",
                f"How often {name} wins",
                partial(figures.bars, shares, category="name", unit=PERCENT, x="Share, %"),
                resting(f"{name} wins {estimate(won, PERCENT)} of games.", shares, "cases") + ahead,
                height=0.7,
            ),
            Exhibit(
                "bystander_bids",
                f"How often {name}'s bids are met",
                partial(
                    figures.stems,
                    bids,
                    category="bid",
                    name="value",
                    unit=PERCENT,
                    x="Bid (tricks)",
                    y="Bids that succeed, %",
                ),
                resting(
                    highest_and_lowest(bids, ["bid"], "value", PERCENT, "success"), bids, "bids"
                ),
            ),
            Exhibit(
                "bystander_points",
                f"Where {name}'s points come from",
                partial(figures.bars, sources, category="name", unit=POINTS, x="Points a round"),
                resting(
                    highest_and_lowest(sources, ["name"], "value", POINTS, "what she scores"),
                    sources,
                    "rounds",
                ),
                height=0.8,
            ),
        ),
    )


COMPARED = (
    "success",
    "starter_advantage",
    "bid_menu_size",
    "dead_share",
    "margin",
    "comeback_share",
    "tie_break_share",
    "duration",
)
"""The measures that are drawn for several numbers of players, as many as a page holds."""


def player_counts(table: pd.DataFrame) -> Iterator[Section]:
    """Several numbers of players side by side, a small figure a measure.

    `table` has rows of the balance with the column `players`; those without a subject are drawn.
    """
    table = table[table["subject"].isna()]
    table = table.assign(name=[f"{players} players" for players in table["players"]])
    exhibits = []
    for metric in COMPARED:
        rows = table[table["metric"] == metric]
        if rows.empty:
            continue
        title, unit = MEASURES[metric]
        exhibits.append(
            Exhibit(
                f"players_{metric}",
                capital(title),
                partial(
                    figures.stems,
                    rows,
                    category="name",
                    name="value",
                    unit=unit,
                    x="",
                    y=capital(unit.symbol),
                ),
                resting(highest_and_lowest(rows, ["name"], "value", unit, title), rows, "cases"),
                half=True,
            )
        )
    if exhibits:
        yield Section(
            "Players",
            "How many should play",
            "The same measures with each number of players, under the same rules and strategies.",
            tuple(exhibits),
        )
