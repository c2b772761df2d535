"""Pages on bids: what each is worth, what is bid, when it succeeds, and what is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import chain

import pandas as pd

from analyser.core.studies import IMPOSED
from analyser.report import figures
from analyser.report.evidence import Evidence
from analyser.report.findings.sentences import (
    greatest,
    highest,
    highest_and_lowest,
    known,
    resting,
    widest_gap,
)
from analyser.report.sections.bounds import BOUNDS, perfect, whole_and_each
from analyser.report.sections.exhibit import AS_PLAYED, BID, Exhibit, Section, beside
from analyser.report.words import BIDS, PERCENT, POINTS, columns, estimate, readable

NAMES = ("imposed", "played")
TICKS = (
    "Ticks are what perfect play of the tricks, all cards seen, could have met of the bids at the "
    "filled marks, looked for in the first games only. Play lies below the clairvoyant; what is "
    "forceable is no limit to it."
)


def menu(evidence: Evidence) -> Iterator[Section]:
    """What each bid is worth when it is imposed on the same deals."""
    if "menu" not in evidence.tables:
        return
    rows, played = evidence.players("menu"), evidence.players("bids")
    series = {"imposed": "imposed", "played": "as played"}
    compared = {
        name: beside(rows, played, "bid", name, NAMES).dropna(subset=["imposed"])
        for name in ("margin", "success")
    }
    lines = partial(figures.lines, category="bid", series=series, x=BID)
    stems = partial(figures.stems, rows, category="bid", unit=PERCENT, x=BID)
    of_deals = partial(resting, rows=rows, on="deals for each bid")
    worth = highest_and_lowest(rows, ["bid"], "margin", POINTS, "the margin of an imposed bid")
    size, best = evidence.balance("bid_menu_size"), ""
    if size is not None:
        best = f" The choice is as wide as among {estimate(size, BIDS)} best equally often."
    yield Section(
        "Bids",
        "What a bid is worth",
        "Every side of every deal aimed at every bid in turn, and played for it as well as it "
        "could. Beside it stands what the hands earned that chose the bid: the distance between "
        "the two is what choosing adds.",
        (
            Exhibit(
                "menu_margin",
                "Margin with each bid: imposed on every deal, and as played",
                partial(lines, compared["margin"], unit=POINTS, y="Margin, points a round"),
                of_deals(worth),
                height=1.1,
            ),
            Exhibit(
                "menu_success",
                "How often the bid is met: imposed on every deal, and as played",
                partial(lines, compared["success"], unit=PERCENT, y="Bids that succeed, %"),
                widest_gap(compared["success"], ["bid"], series, PERCENT, "success"),
                height=1.1,
            ),
            Exhibit(
                "menu_best",
                "How often each bid is the best",
                partial(stems, name="best", y="Share of deals, %"),
                highest_and_lowest(rows, ["bid"], "best", PERCENT, "the share of deals") + best,
                half=True,
            ),
            Exhibit(
                "menu_reached",
                "How often an imposed bid can be placed",
                partial(stems, name="reached", y="Share of deals, %"),
                highest_and_lowest(rows, ["bid"], "reached", PERCENT, "the share that is placed"),
                half=True,
            ),
        ),
        IMPOSED + " Which bid is the best for a hand was learned on other deals.",
    )


def bids(evidence: Evidence) -> Iterator[Section]:
    """How often each bid is made, how often it succeeds, and what it earns."""
    if "bids" not in evidence.tables:
        return
    rows = evidence.players("bids")
    by_bid = partial(highest_and_lowest, rows, ["bid"])
    stems = partial(figures.stems, rows, category="bid", unit=PERCENT, x=BID)
    bounded = "bounds" in evidence.tables
    lead = (
        "How often each bid is made, how often it is met exactly, and what it earns in its round: "
        "own points, and the margin, which is own points less the mean of the other sides."
    )
    yield Section(
        "Bids",
        "What is bid, and what comes of it",
        f"{lead} {TICKS}" if bounded else lead,
        (
            Exhibit(
                "bid_share",
                "How often each bid is made",
                partial(stems, name="share", y="Share of bids, %"),
                by_bid("share", PERCENT, "the share of bids"),
                half=not bounded,
                height=0.8 if bounded else 1.0,
            ),
            _success(evidence),
            Exhibit(
                "bid_points",
                "What each bid earns in its round",
                partial(
                    figures.lines,
                    rows,
                    category="bid",
                    series={"points": "own points", "margin": "margin"},
                    unit=POINTS,
                    x=BID,
                    y="Points a round",
                ),
                resting(by_bid("margin", POINTS, "the margin"), rows, "times that it was bid"),
                height=1.0 if bounded else 1.2,
            ),
        ),
        AS_PLAYED,
    )


def _success(evidence: Evidence) -> Exhibit:
    """How often each bid succeeds, beside the weakest strategy's success where that was played.

    Where it was looked for, ticks mark what perfect play could have met.
    """
    rows = evidence.players("bids")
    top = " and ".join(dict.fromkeys(evidence.meta["strategies"]))
    series = {"success": top}
    sentence = highest_and_lowest(rows, ["bid"], "success", PERCENT, "success")
    if "bids_beginner" in evidence.tables:
        series = {"weakest": evidence.lowest, **series}
        beginner = evidence.players("bids_beginner")
        rows = beside(beginner, rows, "bid", "success", ("weakest", "success"))
        sentence += " " + widest_gap(rows, ["bid"], series, PERCENT, "success")
    bar = None
    spans = _spans(evidence)
    if not spans.empty:
        bar = "least", "most"
        rows = rows.merge(spans[["bid", *bar]], on="bid", how="left")
        sentence += " " + _widest(spans)
    ticks = {}
    if "bounds" in evidence.tables:
        _, each = whole_and_each(evidence.tables["bounds"])
        ticks = {name: name for name in BOUNDS}
        rows = rows.merge(each[["bid", *chain(*map(columns, ticks))]], on="bid", how="left")
        sentence += " " + perfect(evidence)
    draw = (
        partial(
            figures.lines, rows, series=series, category="bid", joined=False, ticks=ticks, bar=bar
        )
        if ticks or bar or len(series) > 1
        else partial(figures.stems, rows, name="success", category="bid")
    )
    return Exhibit(
        "bid_success",
        "How often each bid succeeds" + (", and could have (ticks)" if ticks else ""),
        partial(draw, unit=PERCENT, x=BID, y="Bids that succeed, %"),
        sentence,
        half=not ticks,
        height=1.8 if ticks else 1.0,
    )


def _spans(evidence: Evidence) -> pd.DataFrame:
    """Between which shares the success of each bid lies over competent play, and whose these are.

    One row a bid that at least two were seen to make often enough for an interval: ``least`` and
    ``most``, and both as they are said.
    """
    if "bids_competent" not in evidence.tables:
        return pd.DataFrame()
    every = [evidence.players("bids_competent")]
    if evidence.competent:
        every.insert(0, evidence.players("bids").assign(strategy=evidence.meta["strategies"][0]))
    rows = known(pd.concat(every), "success").sort_values("success")
    spans = []
    for bid, each in rows.groupby("bid"):
        if len(each) > 1:
            lowest, *_, highest = each.to_dict("records")
            spans.append(
                {
                    "bid": bid,
                    "least": lowest["success"],
                    "most": highest["success"],
                    "said": " to ".join(
                        f"{estimate(row, PERCENT, name='success')} for {row['strategy']}"
                        for row in (lowest, highest)
                    ),
                }
            )
    return pd.DataFrame(spans, columns=["bid", "least", "most", "said"])


def _widest(spans: pd.DataFrame) -> str:
    """One sentence on where competent strategies succeed most differently."""
    row = greatest(spans, spans["most"] - spans["least"])
    return f"Over competent play (broad bars), widest at bid {row['bid']}: {row['said']}."


def circumstances(evidence: Evidence) -> Iterator[Section]:
    """Success and margin of each bid, told apart by what the bid was made under."""
    exhibits = []
    for by in ("trump", "appeals"):
        if f"bids_by_{by}" not in evidence.tables:
            continue
        rows = evidence.players(f"bids_by_{by}")
        heat_map = partial(figures.heat_map, rows, down=by, across="bid", x=BID)
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
    if exhibits:
        yield Section(
            "Bids",
            "When a bid succeeds",
            "The same bids, told apart by what they were made under. A hatched field never came "
            "up; a slanted number without colour rests on too few games for an interval.",
            tuple(exhibits),
            AS_PLAYED,
        )


def demand(evidence: Evidence) -> Iterator[Section]:
    """Whether the bids ask for more tricks than there are, and how many sides meet theirs."""
    exhibits = []
    if "demand" in evidence.tables:
        rows = evidence.tables["demand"]
        stems = partial(
            figures.stems,
            rows,
            category="demand",
            unit=PERCENT,
            x="Sum of all bids less the tricks of a round",
        )
        said = partial(highest_and_lowest, rows, ["demand"])
        exhibits += [
            Exhibit(
                "demand",
                "How many tricks are asked for",
                partial(stems, name="share", y="Share of rounds, %"),
                resting(
                    highest(rows, ["demand"], "share", PERCENT, "the share of rounds"),
                    rows,
                    "rounds each",
                ),
            ),
            Exhibit(
                "demand_success",
                "How often a bid is met, by what all bids ask for",
                partial(stems, name="success", y="Bids that succeed, %"),
                said("success", PERCENT, "success"),
            ),
        ]
    if "tiers" in evidence.tables:
        rows = evidence.tables["tiers"]
        named = rows.assign(
            name=[f"{made} of {len(evidence.sides)} sides" for made in rows["made"]]
        )
        exhibits.append(
            Exhibit(
                "tiers",
                "How many sides meet their bid",
                partial(
                    figures.stems,
                    rows,
                    category="made",
                    name="share",
                    unit=PERCENT,
                    x="Sides that meet their bid in a round",
                    y="Share of rounds, %",
                ),
                highest_and_lowest(named, ["name"], "share", PERCENT, "the share of rounds"),
            )
        )
    if exhibits:
        yield Section(
            "Bids",
            "Too many tricks asked for, or too few",
            "All sides together can meet their bids only if these add up to the tricks that there "
            "are. Above nothing, somebody must fail; below, somebody is left with tricks that "
            "nobody wants.",
            tuple(exhibits),
        )
