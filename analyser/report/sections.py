"""The pages of exhibits: which figures a report shows, and the sentence beneath each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial

import pandas as pd
from matplotlib.axes import Axes

from analyser.report import figures
from analyser.report.evidence import Evidence
from analyser.report.findings import (
    Finding,
    closeness,
    comebacks,
    components,
    highest_and_lowest,
)
from analyser.report.words import PERCENT, POINTS, listed, readable

AS_PLAYED = (
    "Seen is not caused. These figures compare the hands that chose a bid, as played: a strong "
    "hand bids high and also wins more. They show what happens at the table, not what the same "
    "hand would have earned with another bid."
)


@dataclass(frozen=True)
class Exhibit:
    """A figure and the one sentence beneath it.

    `name` is the stem of its image file; `draw` puts it on an axes; `half` says that one of the
    page's two columns is enough; `height` is its share of the page's height against the others.
    """

    name: str
    title: str
    draw: Callable[[Axes], None]
    sentence: str
    half: bool = False
    height: float = 1.0


@dataclass(frozen=True)
class Section:
    """One page of exhibits; `note` is set apart as a warning to the reader."""

    kicker: str
    headline: str
    lead: str
    exhibits: tuple[Exhibit, ...]
    note: str = ""


def sections(evidence: Evidence, names: Iterable[str]) -> tuple[Section, ...]:
    """The named pages of exhibits, those that the evidence supports, in the order given."""
    made = (PAGES[name](evidence) for name in names)
    return tuple(section for section in made if section.exhibits)


def said(finding: Finding | None) -> str:
    """The answer of a finding as the sentence beneath a figure."""
    return finding.answer if finding else ""


def _bids(evidence: Evidence) -> Section:
    """How often each bid is made, how often it succeeds, and what it earns."""
    exhibits: tuple[Exhibit, ...] = ()
    if "bids" in evidence.tables:
        rows = evidence.players("bids")
        by_bid = partial(highest_and_lowest, rows, ["bid"])
        stems = partial(figures.stems, rows, category="bid", unit=PERCENT, x="Bid (tricks)")
        exhibits = (
            Exhibit(
                "bid_share",
                "How often each bid is made",
                partial(stems, name="share", y="Share of bids, %"),
                by_bid("share", PERCENT, "the share of bids"),
                half=True,
            ),
            Exhibit(
                "bid_success",
                "How often each bid succeeds",
                partial(stems, name="success", y="Bids that succeed, %"),
                by_bid("success", PERCENT, "success"),
                half=True,
            ),
            Exhibit(
                "bid_points",
                "What each bid earns in its round",
                partial(
                    figures.lines,
                    rows,
                    category="bid",
                    series={"points": "own points", "margin": "margin"},
                    unit=POINTS,
                    x="Bid (tricks)",
                    y="Points a round",
                ),
                by_bid("margin", POINTS, "the margin"),
                height=1.2,
            ),
        )
    return Section(
        "Bids",
        "What is bid, and what comes of it",
        "How often each bid is made, how often it is met exactly, and what it earns in its round: "
        "own points, and the margin, which is own points less the mean of the other sides. A "
        "hollow mark rests on too few games for an interval.",
        exhibits,
        AS_PLAYED,
    )


def _circumstances(evidence: Evidence) -> Section:
    """Success and margin of each bid, told apart by what the bid was made under."""
    exhibits = []
    for by in ("trump", "appeals"):
        if f"bids_by_{by}" not in evidence.tables:
            continue
        rows = evidence.players(f"bids_by_{by}")
        heat_map = partial(figures.heat_map, rows, down=by, across="bid", x="Bid (tricks)")
        word = readable(by)
        axis = word.capitalize()
        exhibits += [
            Exhibit(
                f"bid_success_by_{by}",
                f"Success by bid and {word}",
                partial(heat_map, name="success", unit=PERCENT, y=f"{axis}; bids that succeed, %"),
                highest_and_lowest(rows, ["bid", by], "success", PERCENT, "success"),
                half=True,
                height=rows[by].nunique(),
            ),
            Exhibit(
                f"bid_margin_by_{by}",
                f"Margin by bid and {word}",
                partial(
                    heat_map, name="margin", unit=POINTS, signed=True, y=f"{axis}; points a round"
                ),
                highest_and_lowest(rows, ["bid", by], "margin", POINTS, "the margin"),
                half=True,
                height=rows[by].nunique(),
            ),
        ]
    return Section(
        "Bids",
        "When a bid succeeds",
        "The same bids, told apart by what they were made under. A hatched field never came up; a "
        "slanted number without colour rests on too few games for an interval.",
        tuple(exhibits),
        AS_PLAYED,
    )


def _who_wins(evidence: Evidence) -> Section:
    """Win shares against an even share, scores, and the order of the draw."""
    shares = evidence.by_side("win_share")
    starter = evidence.balance("starter_win_share")
    if starter is not None:
        begun = pd.DataFrame([{**starter, "name": "the starter"}])
        shares = pd.concat([shares, begun], ignore_index=True)
    scores = evidence.by_side("mean_score")
    scores["sd"] = evidence.subjects("score_sd")["value"]
    exhibits = [
        Exhibit(
            "win_share",
            "Games won, against an even share",
            partial(
                figures.intervals,
                shares,
                category="name",
                unit=PERCENT,
                x="Games won, %",
                reference=figures.Reference(evidence.even_share, "even share"),
            ),
            highest_and_lowest(shares, ["name"], "value", PERCENT, "the share of games won"),
        ),
        Exhibit(
            "score",
            "Final scores",
            partial(
                figures.spreads,
                scores,
                category="name",
                unit=POINTS,
                x="Final score, points: mean ± standard deviation",
            ),
            highest_and_lowest(scores, ["name"], "value", POINTS, "the mean final score"),
        ),
    ]
    if "bids_by_position" in evidence.tables:
        rows = evidence.players("bids_by_position")
        exhibits += [
            Exhibit(
                "position",
                "What the order of the draw is worth in a round",
                partial(
                    figures.lines,
                    rows,
                    category="position",
                    series={"points": "own points", "margin": "margin"},
                    unit=POINTS,
                    x="Place in the order of the draw (0 draws first)",
                    y="Points a round",
                ),
                highest_and_lowest(rows, ["position"], "margin", POINTS, "the margin"),
            )
        ]
    return Section(
        "Balance",
        "Who wins",
        "Does it matter where one sits, or who begins? "
        + (
            f"The seats are played by {listed(evidence.meta['strategies'])}, in this order: what "
            "differs here comes from that as well as from the rules."
            if evidence.mixed
            else "Everybody plays the same strategy, so what differs here comes from the rules."
        ),
        tuple(exhibits),
    )


def _course(evidence: Evidence) -> Section:
    """Where points come from, how close games are, and how they turn."""
    parts = evidence.subjects("component_share").sort_values("value", ascending=False)
    parts = parts.assign(name=[evidence.component(subject) for subject in parts["subject"]])
    events = {
        "comeback_share": "winner behind before\nthe last round",
        "margin_within_10": "won by 10 points\nor less",
        "tie_break_share": "level at the end",
    }
    found = {name: evidence.balance(metric) for metric, name in events.items()}
    endings = pd.DataFrame([{**row, "name": name} for name, row in found.items() if row])
    quartiles = {
        name: evidence.balance(metric)
        for metric, name in (
            ("margin_q25", "a quarter up to"),
            ("margin_median", "half up to"),
            ("margin_q75", "three quarters up to"),
        )
    }
    exhibits = (
        Exhibit(
            "components",
            "Where points come from",
            partial(figures.bars, parts, category="name", unit=PERCENT, x="Share of all points, %"),
            components(evidence),
            height=0.8,
        ),
        Exhibit(
            "leads",
            "How far the winner is ahead",
            partial(
                figures.histogram,
                evidence.tables["leads"],
                value="lead",
                weight="games",
                width=5,
                x="Winner's lead over the second, points",
                y="Share of games, %",
                marks={name: row["value"] for name, row in quartiles.items() if row},
            ),
            said(closeness(evidence)),
        ),
        Exhibit(
            "endings",
            "How games turn",
            partial(figures.bars, endings, category="name", unit=PERCENT, x="Share of games, %"),
            said(comebacks(evidence)),
            height=0.6,
        ),
    )
    return Section(
        "Balance",
        "How a game goes",
        "Which part of the scoring carries the game, how close the result is, and whether one can "
        "still come from behind.",
        exhibits,
    )


PAGES: Mapping[str, Callable[[Evidence], Section]] = {
    "bids": _bids,
    "circumstances": _circumstances,
    "winners": _who_wins,
    "course": _course,
}
"""The pages that a report can have, by the names that definitions use."""
