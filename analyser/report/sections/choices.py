"""Pages on choices: appeals, the draw, how much there is to decide, restricted play."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np
import pandas as pd
from scipy import special

from analyser.core.studies import IMPOSED
from analyser.report import figures
from analyser.report.evidence import Evidence
from analyser.report.findings.sentences import (
    against_zero,
    greatest,
    highest_and_lowest,
    known,
    resting,
)
from analyser.report.sections.exhibit import Exhibit, Section
from analyser.report.words import (
    PERCENT,
    POINTS,
    PP,
    Unit,
    columns,
    count,
    estimate,
    listed,
    ordinal,
    readable,
)

PHASES = {"draw": "Draws of a seat", "trick": "Cards played by a seat"}
"""How the phases of a round are headed; others by their own name."""
BOUNDED = (-0.5, 1.5)
"""A break-even is drawn only if its whole interval lies between these."""


def appeals(evidence: Evidence) -> Iterator[Section]:
    """What an appeal is worth, by final bid and moment, and where it breaks even."""
    if "appeals" not in evidence.tables:
        return
    table = evidence.tables["appeals"]
    rows = table[table["moment"].notna() & table["bid"].notna()].astype({"moment": int, "bid": int})
    ends = rows[list(columns("break_even")[1:])]
    rows.loc[
        ~((ends > BOUNDED[0]) & (ends < BOUNDED[1])).all(axis=1), list(columns("break_even"))
    ] = np.nan
    rows["card"] = [f"{ordinal(moment)} card" for moment in rows["moment"]]
    marked = rows.assign(marked=beyond(rows, evidence.negligible.get("appeals", 0.0)))
    heat_map = partial(figures.heat_map, down="card", across="bid", x="Final bid (tricks)")
    yield Section(
        "Appeals",
        "When an appeal pays",
        "A bid card face up wins points if the bid is met and pays the others if it is not; and it "
        "shows a card. Each bid card was laid face up and face down on the same deal. An appeal "
        "pays where success lies above break-even; a break-even far from any share of games is "
        "left out.",
        (
            Exhibit(
                "appeal_success",
                "Success with the card face up, against break-even",
                partial(
                    figures.blocks,
                    rows,
                    block="card",
                    category="bid",
                    series={"success": "success", "break_even": "break-even"},
                    unit=PERCENT,
                    x="Final bid (tricks)",
                    y="Bids that succeed, %",
                ),
                resting(_against_break_even(rows), rows, "cards each"),
                height=1.4,
            ),
            Exhibit(
                "appeal_value",
                "What face up is worth, over face down",
                partial(
                    heat_map,
                    marked,
                    name="value",
                    unit=POINTS,
                    signed=True,
                    y="The seat's bid card; points of margin, framed where beyond the limit",
                ),
                highest_and_lowest(
                    rows, ["bid", "card"], "value", POINTS, "the value of an appeal", sign=True
                ),
            ),
            Exhibit(
                "appeal_used",
                "How often the card lies face up, as played",
                partial(
                    heat_map,
                    rows,
                    name="used",
                    unit=PERCENT,
                    y="The seat's bid card; share of such cards, %",
                ),
                highest_and_lowest(rows, ["bid", "card"], "used", PERCENT, "the share face up"),
            ),
        ),
        IMPOSED,
    )


def beyond(rows: pd.DataFrame, size: float) -> np.ndarray:
    """Which cells are told from ± `size`, with a false discovery rate of 5 % (Benjamini-Hochberg).

    The standard error is taken from the 95 % interval.
    """
    error = (rows["high"] - rows["low"]).to_numpy(dtype=float) / 2 / 1.96
    with np.errstate(divide="ignore", invalid="ignore"):  # an interval without width, or none
        distance = (rows["value"].abs().to_numpy(dtype=float) - size) / error
    p = np.nan_to_num(2 * special.ndtr(-distance), nan=1.0)
    order = np.argsort(p)
    passed = np.flatnonzero(p[order] <= 0.05 * np.arange(1, len(p) + 1) / len(p))
    marked = np.zeros(len(p), dtype=bool)
    marked[order[: passed.max(initial=-1) + 1]] = True
    return marked


def _against_break_even(rows: pd.DataFrame) -> str:
    """In how many cases success lies above or below break-even, and the clearest case."""
    both = known(known(rows, "success"), "break_even")
    if both.empty:
        return "Too few games to hold success against break-even."
    above = both["success_low"] > both["break_even_high"]
    below = both["success_high"] < both["break_even_low"]
    widest = greatest(both, (both["success"] - both["break_even"]).abs())
    return (
        f"Of {count(len(both))} cases success lies above break-even in {count(above.sum())} and "
        f"below it in {count(below.sum())}; furthest apart are the two at bid {widest['bid']}, "
        f"{widest['card']}: success {estimate(widest, PERCENT, name='success')}, break-even "
        f"{estimate(widest, PERCENT, name='break_even')}."
    )


def decisions(evidence: Evidence) -> Iterator[Section]:
    """How much there is to decide, what it is worth, and when bids are dead."""
    exhibits = []
    if "dead" in evidence.tables:
        rows = evidence.tables["dead"]
        sentence = highest_and_lowest(rows, ["trick"], "value", PERCENT, "the share of dead cards")
        exhibits.append(
            Exhibit(
                "dead",
                "Cards played for a bid that has become impossible",
                partial(
                    figures.stems,
                    rows,
                    category="trick",
                    name="value",
                    unit=PERCENT,
                    x="Trick",
                    y="Share of cards, %",
                ),
                resting(sentence, rows, "cards a trick"),
            )
        )
    if "decisions" in evidence.tables:
        rows = evidence.tables["decisions"]
        exhibits.append(
            _by_phase(
                rows.assign(n=rows["turns"]),
                "forced",
                "Turns that leave no choice",
                PERCENT,
                "Share of turns, %",
                "the share of forced turns",
                "turns each",
            )
        )
        if "regret" in rows:
            exhibits.append(
                _by_phase(
                    rows,
                    "regret",
                    "What a random legal choice costs: imposed, the same deal played on",
                    POINTS,
                    "Margin, points",
                    "the cost of a random choice",
                    "turns each",
                )
            )
    names = {exhibit.name for exhibit in exhibits}
    if exhibits:
        dead = "a hand is dead once its bid cannot be met any more. " if "dead" in names else ""
        worth = (
            "What a choice is worth is seen where it is left to chance: the same deal is played "
            "on with every other legal action in its place."
        )
        yield Section(
            "Choices",
            "How much there is to decide",
            f"A turn is forced where only one action is legal{'; ' if dead else '. '}{dead}"
            f"{worth if 'decision_regret' in names else ''}".rstrip(),
            tuple(exhibits),
        )


def _by_phase(
    rows: pd.DataFrame, name: str, title: str, unit: Unit, y: str, what: str, on: str
) -> Exhibit:
    """An estimate by phase of a round and number of the turn in it."""
    heads = {phase: PHASES.get(phase, readable(phase).capitalize()) for phase in rows["phase"]}
    rows = rows.assign(name=[f"{p} {at}" for p, at in zip(rows["phase"], rows["at"], strict=True)])
    return Exhibit(
        f"decision_{name}",
        title,
        partial(
            figures.blocks,
            rows,
            block="phase",
            category="at",
            series={name: name},
            unit=unit,
            x="Number of the turn",
            y=y,
            titles=heads,
        ),
        resting(highest_and_lowest(rows, ["name"], name, unit, what), rows, on),
    )


def draws(evidence: Evidence) -> Iterator[Section]:
    """What is done with each card, by the turn that it is drawn at."""
    if "draws" not in evidence.tables:
        return
    rows = evidence.tables["draws"]
    actions = {"keep": "kept", "pass": "passed on", "bid": "placed as a bid"}
    clearest = []
    for action, done in actions.items():
        sure = known(rows, action)
        if not sure.empty:
            row = greatest(sure, sure[action])
            share = estimate(row, PERCENT, name=action)
            clearest.append(f"{done} {row['card']} at draw {row['turn']}, {share}")
    yield Section(
        "Choices",
        "What becomes of each card",
        "The share of draws, in percent, in which a card is kept, passed on or placed as a bid, by "
        "card and by the turn of the seat that draws it. Dark is often. A hatched field never "
        "came up; a slanted number rests on too few games for an interval.",
        (
            Exhibit(
                "draws",
                "Kept, passed on, or placed as a bid",
                partial(
                    figures.maps,
                    rows,
                    down="card",
                    across="turn",
                    series={name: done.capitalize() for name, done in actions.items()},
                    unit=PERCENT,
                    x="Turn of the seat that draws; share of draws, %",
                    y="Card drawn",
                ),
                resting(f"Most often {listed(clearest)}.", rows, "draws each")
                if clearest
                else "Too few games to tell the draws apart: no interval is known.",
            ),
        ),
    )


def restricted(evidence: Evidence) -> Iterator[Section]:
    """What a player loses who never does something."""
    if "restricted" not in evidence.tables:
        return
    rows = evidence.tables["restricted"].assign(name=lambda rows: rows["restriction"])
    nothing = figures.Reference(0, "no loss")
    intervals = partial(figures.intervals, rows, category="name", reference=nothing, sign=True)
    lost = partial(against_zero, rows, ["name"])
    yield Section(
        "Choices",
        "What each tool is worth",
        "One player gives up a tool for whole games, the others do not. What they lose shows "
        "whether the tool matters; a loss below nothing means that they play better without it.",
        (
            Exhibit(
                "restricted_wins",
                "Games lost by giving it up",
                partial(intervals, name="win_share", unit=PP, x="Share of games lost, pp"),
                resting(lost(PP, "games won", "win_share"), rows, "games of a seat"),
            ),
            Exhibit(
                "restricted_margin",
                "Points lost by giving it up",
                partial(intervals, name="margin", unit=POINTS, x="Margin lost, points a game"),
                lost(POINTS, "the final margin", "margin"),
            ),
        ),
        IMPOSED.replace("deal", "game").replace("round", "game"),
    )
