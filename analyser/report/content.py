"""What a report says, before anything is set in type.

The Markdown and the printed pages are made of the same parts: findings, sections of exhibits (a
figure with one computed sentence), a table of numbers and the method.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from analyser.report.evidence import Evidence
from analyser.report.findings import Finding, Headline, findings, headlines
from analyser.report.sections import Section, sections
from analyser.report.words import (
    PER_GAME,
    PERCENT,
    POINTS,
    PP,
    Unit,
    bare,
    count,
    listed,
    places,
    plain,
    readable,
)

METRICS: dict[str, tuple[str, Unit]] = {
    "win_share": ("games won", PERCENT),
    "mean_score": ("mean final score", POINTS),
    "score_sd": ("standard deviation of the final score", POINTS),
    "starter_win_share": ("games won by the starter of round 1", PERCENT),
    "starter_mean_score": ("mean final score of the starter", POINTS),
    "starter_advantage": ("starter above an even share", PP),
    "starter_margin": ("starter's final score less the mean of the others", POINTS),
    "fairness": ("largest distance from an even share", PP),
    "margin": ("winner ahead of the second", POINTS),
    "margin_q25": ("a quarter of games are won by at most", POINTS),
    "margin_median": ("half of the games are won by at most", POINTS),
    "margin_q75": ("three quarters are won by at most", POINTS),
    "margin_within_10": ("games won by 10 points or less", PERCENT),
    "lead_changes": ("changes of the lead", PER_GAME),
    "comeback_share": ("winner behind before the last round", PERCENT),
    "comeback_share_permuted": ("the same, any round taken as the last", PERCENT),
    "rounds": ("rounds", PER_GAME),
    "tie_break_share": ("games decided by a tie-break", PERCENT),
    "component_share": ("share of all points", PERCENT),
    "success": ("bids that succeed", PERCENT),
    "points": ("points of a side in a round", POINTS),
}
"""Name and unit of each metric in the table of numbers; others keep their own name."""


@dataclass(frozen=True)
class Table:
    """A printed table; the first `words` columns hold words, the others numbers."""

    title: str
    lead: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: int


@dataclass(frozen=True)
class Report:
    """Everything that a report prints."""

    title: str
    facts: tuple[tuple[str, str], ...]
    headlines: tuple[Headline, ...]
    findings: tuple[Finding, ...]
    provisional: str
    limits: tuple[str, ...]
    sections: tuple[Section, ...]
    tables: tuple[Table, ...]
    method: tuple[tuple[str, str], ...]
    command: str
    example: str
    rules: tuple[tuple[str, str], ...]
    footer: str


def write(evidence: Evidence) -> Report:
    """Write the report that the evidence supports."""
    meta = evidence.meta
    strategies = listed(dict.fromkeys(meta["strategies"]))
    variant = f"{meta['game']}:{meta['variant']}"
    return Report(
        title=evidence.spec.title,
        facts=(
            ("Rules", variant),
            ("Players", str(meta["players"])),
            ("Games", count(meta["games"])),
            ("Rounds", count(meta["rounds"])),
            ("Strategy", strategies),
            ("Seed", str(meta["seed"])),
            ("Rules digest", meta["rules_digest"]),
        ),
        headlines=headlines(evidence),
        findings=findings(evidence),
        provisional=_provisional(evidence) if evidence.provisional else "",
        limits=_limits(evidence),
        sections=sections(evidence, evidence.pages),
        tables=_tables(evidence),
        method=_method(evidence),
        command=evidence.command,
        example=evidence.example,
        rules=tuple((key, _toml(value)) for key, value in meta["rules"].items()),
        footer=(
            f"{variant}  ·  {meta['players']} players  ·  {count(meta['games'])} games  ·  "
            f"{strategies}  ·  seed {meta['seed']}  ·  rules {meta['rules_digest']}  ·  "
            f"analyser {meta['version']}"
        ),
    )


def _provisional(evidence: Evidence) -> str:
    strategies = evidence.meta["strategies"]
    if evidence.mixed:
        who = f"The seats are played by {listed(strategies)}, none of them shown to be strong."
    else:
        who = f"Every seat is played by {strategies[0]}, which nobody has shown to be strong."
    return (
        f"{who} The intervals cover the luck of the deal only; better play may move these numbers "
        "by far more than the intervals are wide. Take them as a first look, not as properties of "
        "the game."
    )


def _limits(evidence: Evidence) -> tuple[str, ...]:
    """What the report cannot say."""
    limits = [
        "How people play, or how strong players play: the range over competent strategies is not "
        "known yet.",
    ]
    if "bids" in evidence.tables:
        limits.append(
            "What a bid is worth to a given hand: the tables compare hands that chose their bid. "
            "That needs the same deal played on with another bid."
        )
    limits.append(
        "Whether the game is fun, clear or the right length: no player was asked and no clock ran."
    )
    return tuple(limits)


def _tables(evidence: Evidence) -> tuple[Table, ...]:
    """The numbers in print: of the balance, and of each bid where there are bids."""
    tables = [_balance(evidence)]
    if "bids" in evidence.tables:
        tables.append(_bids(evidence))
    return tuple(tables)


def _balance(evidence: Evidence) -> Table:
    printed = []
    rows = evidence.tables["balance"].to_dict("records")
    metrics = list(dict.fromkeys(row["metric"] for row in rows))
    for row in sorted(rows, key=lambda row: metrics.index(row["metric"])):
        title, unit = METRICS.get(row["metric"], (readable(row["metric"]), Unit("")))
        subject = row["subject"]
        if subject is None:
            about = f"{evidence.side_word}s" if row["metric"] in ("success", "points") else "game"
        elif row["metric"] == "component_share":
            about = evidence.component(subject)
        else:
            about = evidence.side(subject)
        low, high = row["low"] * unit.scale, row["high"] * unit.scale
        decimals = places(low, high)
        value = plain(row["value"] * unit.scale, decimals)
        ends = [plain(end, decimals) for end in (low, high)]
        printed.append((title, about, unit.symbol, value, *ends, count(row["n"])))
    return Table(
        "Balance",
        "Each number with the two ends of its 95 % interval, and n, the games or bids behind it.",
        ("Measure", "of", "Unit", "Value", "Low", "High", "n"),
        tuple(printed),
        words=3,
    )


def _bids(evidence: Evidence) -> Table:
    estimates = {"share": PERCENT, "success": PERCENT, "points": POINTS, "margin": POINTS}
    printed = []
    for row in evidence.players("bids").to_dict("records"):
        cells = [bare(row, unit, name=name) for name, unit in estimates.items()]
        printed.append((str(row["bid"]), *cells, count(row["n"])))
    return Table(
        "Bids, as played",
        "Value and 95 % interval. Share: how often the bid is made. Points and margin: a round.",
        ("Bid", "Share, %", "Success, %", "Points", "Margin, points", "n"),
        tuple(printed),
        words=1,
    )


def _method(evidence: Evidence) -> tuple[tuple[str, str], ...]:
    """How the numbers were made, in plain words: headings and paragraphs."""
    meta = evidence.meta
    levels = {s.name: s.description for s in evidence.spec.strategies}
    played = "; ".join(
        f"{name}: {levels[name.partition(':')[0]]}" for name in dict.fromkeys(meta["strategies"])
    )
    assumed = listed(meta["assumed"]) if meta["assumed"] else ""
    return (
        (
            "What was played",
            f"{count(meta['games'])} complete games ({count(meta['rounds'])} rounds) of "
            f"{evidence.spec.title} with {meta['players']} players, under the rules "
            f"{meta['game']}:{meta['variant']} with the digest {meta['rules_digest']}, by analyser "
            f"{meta['version']}. The cards come from a counter-based random generator (Philox) "
            f"with the seed {meta['seed']}, so that any single game can be played "
            "again by its number. The number of workers does not change any number.",
        ),
        (
            "Who played",
            f"{played}. Strategies see only what their seat may know.",
        ),
        (
            "Intervals",
            "Every number comes with a 95 % interval: if the whole batch were played again with "
            "other seeds, about 19 of 20 such intervals would hold the true value for these "
            "strategies. What happens within one game hangs together, so games, not rounds, are "
            "counted as independent. Shares have Wilson intervals on the effective number of "
            "games; means have Student's t on the games; ratios of sums a jackknife of 200 "
            "blocks. The intervals of the sides in “largest distance from an even share” are "
            "widened for their number (Bonferroni). Fewer than 30 games give no interval.",
        ),
        (
            "Rulings",
            f"Where the rulebook is silent or contradicts itself, the project's rulings decide: "
            f"here {listed(meta['rulings'])}, told in the game's README. Those that can be read "
            "either way are rule keys in the table below. "
            + (
                f"Made up, since the rulebook gives no hold, and so assumed: {assumed}."
                if assumed
                else "No number here rests on an assumed rule."
            ),
        ),
    )


def _toml(value: object) -> str:
    """A rule's value as a rules file writes it."""
    return json.dumps(value, ensure_ascii=False)
