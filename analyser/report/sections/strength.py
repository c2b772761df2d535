"""Pages on who plays: the ladder of strategies, a side nobody plays, and how many players."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pandas as pd

from analyser.report import figures
from analyser.report.evidence import Evidence
from analyser.report.findings.sentences import (
    against_zero,
    capital,
    greatest,
    highest_and_lowest,
    resting,
)
from analyser.report.measures import MEASURES
from analyser.report.sections.exhibit import Exhibit, Section
from analyser.report.sections.features import unit_of
from analyser.report.words import (
    GAMES,
    NBSP,
    PERCENT,
    PLAIN,
    POINTS,
    estimate,
    listed,
    plain,
    readable,
)

PAGE = 8
"""Small figures on a page."""


def skill(evidence: Evidence) -> Iterator[Section]:
    """How far the rungs of the ladder stand apart, how many games it takes to tell, and luck."""
    exhibits: list[Exhibit] = []
    if "skill" in evidence.tables:
        exhibits += _ladder(evidence.tables["skill"])
    luck = {
        "deal_share": "the cards: what\ndiffers between deals",
        "chance_share": "chance: what skill\ncannot gain, at least",
    }
    found = {name: evidence.balance(metric) for metric, name in luck.items()}
    rows = pd.DataFrame([{**row, "name": name} for name, row in found.items() if row])
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
                resting(f"What luck decides is, of {listed(said)}.", rows, "games"),
                half=True,
            )
        )
    if exhibits:
        yield Section(
            "Strength",
            "Does skill win?",
            "Each strategy of the ladder alone among those of the rung below, on the same cards "
            "in every seat. The more games it takes to tell the two apart, the more of a single "
            "game is luck.",
            tuple(exhibits),
        )


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
        resting(f"{capital(best['name'])} wins {won}; even would be {even}.", rows, "deals"),
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
    said = [f"{row['name']} {estimate(row, GAMES, name='n90')}" for row in rows.to_dict("records")]
    yield Exhibit(
        "skill_games",
        "Games until the better one leads",
        partial(stems, drawn, name="n90", unit=GAMES, y="Games, by the points of all of them"),
        f"To be ahead with a chance of 90 % takes {listed(said)}.",
        half=True,
    )


def bystander(evidence: Evidence) -> Iterator[Section]:
    """How a side that nobody plays for wins (Clara)."""
    if not evidence.nobodys or evidence.nobodys[0] not in evidence.tables:
        return
    name = evidence.side(evidence.nobodys[0])
    table = evidence.tables[evidence.nobodys[0]].assign(name=lambda rows: rows["subject"])
    exhibits = []
    for unit, rows in table.groupby("unit", sort=False):
        shown = unit_of(str(unit))
        draw = figures.intervals if (rows["value"] < 0).any() else figures.bars
        exhibits.append(
            Exhibit(
                f"bystander_{unit}".replace(" ", "_"),
                f"{name}: {unit}",
                partial(
                    draw,
                    rows,
                    category="name",
                    unit=shown,
                    x=f"{unit}{', %' if shown is PERCENT else ''}".capitalize(),
                ),
                resting(
                    highest_and_lowest(rows, ["name"], "value", shown, f"the {unit}"), rows, "cases"
                ),
                height=len(rows) + 1,
            )
        )
    yield Section(
        "Balance",
        f"How {name} wins",
        f"Nobody plays for {name}: the players choose what she plays. Can they keep her in her "
        "place, and does she win often enough to matter?",
        tuple(exhibits),
    )


def player_counts(table: pd.DataFrame) -> Iterator[Section]:
    """Several numbers of players side by side, a small figure a measure.

    `table` has rows of the balance with the column `players`; those without a subject are drawn.
    """
    exhibits = []
    for metric, rows in table[table["subject"].isna()].groupby("metric", sort=False):
        title, unit = MEASURES.get(str(metric), (readable(str(metric)), PLAIN))
        exhibits.append(
            Exhibit(
                f"counts_{metric}",
                capital(title),
                partial(
                    figures.stems,
                    rows,
                    category="players",
                    name="value",
                    unit=unit,
                    x="Players",
                    y=f"{capital(title)}, {unit.symbol}".removesuffix(", "),
                ),
                highest_and_lowest(rows, ["players"], "value", unit, title),
                half=True,
            )
        )
    for i in range(0, len(exhibits), PAGE):
        yield Section(
            "Players",
            "How many should play" + (", continued" if i else ""),
            "The same measures with each number of players, under the same rules and strategies.",
            tuple(exhibits[i : i + PAGE]),
        )
