"""Pages on the whole game: who wins, where the points come from, and which round decides."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pandas as pd

from analyser.report import figures
from analyser.report.evidence import Evidence
from analyser.report.findings.sentences import against_zero, highest_and_lowest, resting
from analyser.report.sections.exhibit import Exhibit, Section
from analyser.report.words import PER_GAME, PERCENT, POINTS, PP, estimate, listed

WIDE, FEW = 5, 4
"""Points in a bar of a histogram, unless there would be only so few bars."""


def winners(evidence: Evidence) -> Iterator[Section]:
    """Win shares against an even share, scores, the order of the draw, and the lead."""
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
            resting(
                highest_and_lowest(shares, ["name"], "value", PERCENT, "the share of games won"),
                shares,
                "games",
            ),
            height=0.8,
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
            height=0.8,
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
    if "lead" in evidence.tables:
        exhibits.append(_lead(evidence.tables["lead"]))
    yield Section(
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


def _lead(lead: pd.DataFrame) -> Exhibit:
    """What leading the first trick is worth, in all rounds and by trump."""
    names = {"all": "all rounds", "none": "no trump"}
    rows = lead.assign(name=[names.get(word, f"trump {word}") for word in lead["subject"]])
    sentence = against_zero(rows, ["name"], POINTS, "the margin")
    won = rows[rows["win_low"].notna()].to_dict("records")
    if won:
        share = estimate(won[0], PP, name="win", sign=True)
        sentence += f" Leading the first trick of the game is worth {share} of games won."
    return Exhibit(
        "lead",
        "What leading the first trick is worth: imposed, the same deal played on",
        partial(
            figures.intervals,
            rows,
            category="name",
            unit=POINTS,
            x="Margin, points a round: leading less the others leading",
            reference=figures.Reference(0, "no difference"),
            sign=True,
        ),
        resting(sentence, rows, "rounds"),
        height=0.8,
    )


def points(evidence: Evidence) -> Iterator[Section]:
    """Where points come from, how close games are, and how they turn."""
    exhibits = [_leads(evidence)]
    if "course" not in evidence.tables:
        exhibits.append(_endings(evidence))
    headline, lead = "How close games are", "How far the winner is ahead at the end."
    if len(evidence.subjects("component_share")) > 1:
        exhibits.insert(0, _components(evidence))
        headline = "Where points come from"
        lead = "Which part of the scoring carries the game, and how close the result is."
    yield Section("Balance", headline, lead, tuple(exhibits))


def _components(evidence: Evidence) -> Exhibit:
    parts = evidence.subjects("component_share").sort_values("value", ascending=False)
    parts = parts.assign(name=[evidence.component(subject) for subject in parts["subject"]])
    said = [f"{row['name']} {estimate(row, PERCENT)}" for row in parts.to_dict("records")]
    return Exhibit(
        "components",
        "Where points come from",
        partial(figures.bars, parts, category="name", unit=PERCENT, x="Share of all points, %"),
        resting(f"Of all points: {listed(said)}.", parts, "games"),
        height=0.8,
    )


def _leads(evidence: Evidence) -> Exhibit:
    """How far the winner is ahead."""
    quartiles = {
        name: evidence.balance(metric)
        for metric, name in (
            ("margin_q25", "a quarter up to"),
            ("margin_median", "half up to"),
            ("margin_q75", "three quarters up to"),
        )
    }
    mean, close = evidence.balance("margin"), evidence.balance("margin_within_10")
    rows, sentence = evidence.tables["leads"], ""
    if mean is not None:
        sentence = f"The winner is {estimate(mean, POINTS)} ahead of the second on average"
        if close is not None and close["value"] < 1:
            sentence += f"; in {estimate(close, PERCENT)} of games it is 10 or less"
        sentence += "."
    return Exhibit(
        "leads",
        "How far the winner is ahead",
        partial(
            figures.histogram,
            rows,
            value="lead",
            weight="games",
            width=WIDE if rows["lead"].max() > FEW * WIDE else 1,
            x="Winner's lead over the second, points",
            y="Share of games, %",
            marks={name: row["value"] for name, row in quartiles.items() if row},
        ),
        sentence,
    )


def _endings(evidence: Evidence) -> Exhibit:
    """How often the end turns a game, or settles little."""
    behind = {
        "comeback_share": "winner behind before the last round",
        "comeback_share_permuted": "the same, any round taken as the last",
    }
    events = {
        **({} if evidence.race else behind),
        "trailed_share": "winner behind at some time",
        "margin_within_10": "won by 10 points or less",
        "tie_break_share": "level at the end",
        "kingmaking": "a loser could pick the winner",
    }
    found = {name: evidence.balance(metric) for metric, name in events.items()}
    rows = pd.DataFrame(
        [{**row, "name": name} for name, row in found.items() if row and 0 < row["value"] < 1]
    )
    comeback = evidence.balance("trailed_share" if evidence.race else "comeback_share")
    sentence = ""
    if comeback is not None:
        when = "at some time" if evidence.race else "before the last round"
        sentence = f"In {estimate(comeback, PERCENT)} of games the winner was behind {when}"
        chance = evidence.balance("comeback_share_permuted")
        if chance is not None and not evidence.race:
            sentence += f"; {estimate(chance, PERCENT)} if any round could have been the last"
        changes = evidence.balance("lead_changes")
        if changes is not None:
            sentence += f"; the lead changes {estimate(changes, PER_GAME)} times a game"
        sentence += "."
    return Exhibit(
        "endings",
        "How games turn",
        partial(figures.bars, rows, category="name", unit=PERCENT, x="Share of games, %"),
        resting(sentence, rows, "games"),
        height=0.9,
    )


def _rounds(evidence: Evidence) -> pd.DataFrame:
    """What each round decides; the last row is about all later rounds too where games go on."""
    rows = evidence.tables["course"]
    last = int(rows["round"].max())
    lengths = evidence.tables.get("lengths", pd.DataFrame({"rounds": [last]}))
    further = lengths["rounds"].max() > last
    names = [f"{number}+" if further and number == last else number for number in rows["round"]]
    return rows.assign(round=pd.Series(names, index=rows.index, dtype=object))


def course(evidence: Evidence) -> Iterator[Section]:
    """Which round decides, how games turn, what is luck, and how long games are."""
    if "course" not in evidence.tables:
        return
    rows = _rounds(evidence)
    drama, sentence = evidence.balance("drama"), ""
    if drama is not None:
        sentence = (
            f" On the way the winner lies {estimate(drama, PP)} behind the favourite on average."
        )
    exhibits = [
        Exhibit(
            "course",
            "How much of the game each round decides",
            partial(
                figures.stems,
                rows,
                category="round",
                name="value",
                unit=PERCENT,
                x="Round",
                y="Share of what is decided, %",
                reference=figures.Reference(1 / len(rows), "all alike"),
            ),
            resting(
                highest_and_lowest(rows, ["round"], "value", PERCENT, "the share decided"),
                rows,
                "games",
            )
            + sentence,
        ),
        _endings(evidence),
    ]
    if "lengths" in evidence.tables:
        lengths = evidence.tables["lengths"]
        named = lengths.assign(name=[f"{number} rounds" for number in lengths["rounds"]])
        exhibits.append(
            Exhibit(
                "lengths",
                "How many rounds a game takes",
                partial(
                    figures.stems,
                    lengths,
                    category="rounds",
                    name="share",
                    unit=PERCENT,
                    x="Rounds",
                    y="Share of games, %",
                ),
                highest_and_lowest(named, ["name"], "share", PERCENT, "the share of games"),
            )
        )
    yield Section(
        "Balance",
        "Which round decides",
        "How much of what is open before the game is settled by each round: chances to win after "
        "each round come from playing the game on from there many times.",
        tuple(exhibits),
    )
