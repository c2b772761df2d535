"""What a report says, before anything is set in type.

The Markdown and the printed pages are made of the same parts: findings, sections of exhibits (a
figure with one computed sentence), a table of numbers and the method.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from analyser.core.rules import toml_value
from analyser.report.beside import Beside, side_by_side
from analyser.report.evidence import Evidence
from analyser.report.findings import Finding, Headline, findings, first_changes, headlines
from analyser.report.sections import Exhibit, Section, sections
from analyser.report.standing import Standing, certified, ranged, standing
from analyser.report.tables import Table, rivals, tables_of, tried
from analyser.report.words import count, listed


@dataclass(frozen=True)
class Chapter:
    """What a report says about one number of players.

    `images` is what the names of its image files end in, after the name of the exhibit.
    """

    players: int
    facts: tuple[tuple[str, str], ...]
    headlines: tuple[Headline, ...]
    findings: tuple[Finding, ...]
    ranged: str
    standing: Standing
    changes: tuple[str, ...]
    tried: Table | None
    limits: tuple[str, ...]
    sections: tuple[Section, ...]
    tables: tuple[Table, ...]
    example: str
    footer: str
    images: str


@dataclass(frozen=True)
class Report:
    """Everything that a report prints; `beside` holds several numbers of players together."""

    title: str
    chapters: tuple[Chapter, ...]
    beside: Beside | None
    method: tuple[tuple[str, str], ...]
    command: str
    rules: tuple[tuple[str, str], ...]

    def exhibits(self) -> Iterator[tuple[str, Exhibit, str]]:
        """Every figure in its order: the stem of its image file, itself, and its footer."""
        parts: list[tuple[tuple[Section, ...], str, str]] = []
        if self.beside:
            parts.append((self.beside.sections, "", self.beside.footer))
        parts += [(chapter.sections, chapter.images, chapter.footer) for chapter in self.chapters]
        for sections_, ending, footer in parts:
            for section in sections_:
                for exhibit in section.exhibits:
                    yield exhibit.name + ending, exhibit, footer


def write(evidences: Sequence[Evidence], command: str) -> Report:
    """Write the report on one or several numbers of players; `command` makes it again."""
    several = len(evidences) > 1
    chapters = [
        _chapter(evidence, f"-{evidence.meta['players']}p" if several else "")
        for evidence in evidences
    ]
    worst = next((each for each in chapters if each.standing.provisional), chapters[0])
    text = f"With {worst.players} players: {worst.standing.text}"
    beside = side_by_side(
        evidences,
        [chapter.findings for chapter in chapters],
        replace(worst.standing, text=text),
    )
    return Report(
        title=evidences[0].spec.title,
        chapters=tuple(chapters),
        beside=beside if several else None,
        method=_method(evidences),
        command=command,
        rules=_rules(evidences),
    )


def _chapter(evidence: Evidence, images: str) -> Chapter:
    meta = evidence.meta
    strategies = listed(dict.fromkeys(meta["strategies"]))
    variant = f"{meta['game']}:{meta['variant']}"
    found = findings(evidence)
    others = rivals(evidence, found)
    return Chapter(
        players=meta["players"],
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
        findings=found,
        ranged=ranged(evidence),
        standing=standing(evidence),
        changes=first_changes(evidence, found),
        tried=tried(evidence, found),
        limits=_limits(evidence),
        sections=sections(evidence, evidence.pages),
        tables=tables_of(evidence) + ((others,) if others else ()),
        example=evidence.example,
        footer=(
            f"{variant}  ·  {meta['players']} players  ·  {count(meta['games'])} games  ·  "
            f"{strategies}  ·  seed {meta['seed']}  ·  rules {meta['rules_digest']}  ·  "
            f"analyser {meta['version']}"
        ),
        images=images,
    )


def _rules(evidences: Sequence[Evidence]) -> tuple[tuple[str, str], ...]:
    """Every rule with its value, and again with its number of players where that has another."""
    first, *others = (evidence.meta for evidence in evidences)
    rows = []
    for key, value in first["rules"].items():
        rows.append((key, toml_value(value)))
        rows += [
            (f"{key}, {meta['players']} players", toml_value(meta["rules"][key]))
            for meta in others
            if meta["rules"][key] != value
        ]
    return tuple(rows)


def _limits(evidence: Evidence) -> tuple[str, ...]:
    """What the report cannot say."""
    limits = [
        "How people play. "
        + (
            "The range is over the strategies that are shown to be competent, where these were "
            "asked."
            if "competent" in evidence.tables
            else "No competent strategy was asked but those at the table."
        )
    ]
    if "bids" in evidence.tables and "menu" not in evidence.tables:
        limits.append(
            "What a bid is worth to a given hand: the tables compare hands that chose their bid. "
            "That needs the same deal played on with another bid."
        )
    limits.append(
        "Whether the game is fun, clear or the right length: no player was asked and no clock ran."
    )
    return tuple(limits)


def _method(evidences: Sequence[Evidence]) -> tuple[tuple[str, str], ...]:
    """How the numbers were made, in plain words: headings and paragraphs."""
    spec, metas = evidences[0].spec, [evidence.meta for evidence in evidences]
    meta = metas[0]
    played = "; ".join(
        f"{text}: {spec.strategy(text).description}" for text in dict.fromkeys(meta["strategies"])
    )
    known = " ".join(dict.fromkeys(filter(None, map(certified, evidences))))
    batches = listed(
        f"{count(m['games'])} complete games ({count(m['rounds'])} rounds) with {m['players']} "
        f"players under the rules {m['rules_digest']}"
        for m in metas
    )
    rulings, assumed = (
        list(dict.fromkeys(number for m in metas for number in m[kind]))
        for kind in ("rulings", "assumed")
    )
    return (
        (
            "What was played",
            f"{spec.title}, {meta['game']}:{meta['variant']}, by analyser {meta['version']}: "
            f"{batches}. The cards come from a counter-based random generator (Philox) "
            f"with the seed {meta['seed']}, so that any single game can be played "
            "again by its number. The number of workers does not change any number.",
        ),
        ("How much of it", _sizes(evidences)),
        (
            "Who played",
            f"{played}. Strategies see only what their seat may know. {known}".rstrip(),
        ),
        (
            "Intervals",
            "Every number comes with a 95 % interval: if the whole batch were played again with "
            "other seeds, about 19 of 20 such intervals would hold the true value for these "
            "strategies. What happens within one game hangs together, so games, not rounds, are "
            "counted as independent. Shares have Wilson intervals on the effective number of "
            "games; means have Student's t on the games; ratios of sums a jackknife of 200 "
            "blocks. The claims of page one are listed beforehand, those with a limit in the "
            "definition, and their intervals widened for their number (Bonferroni), as are those "
            "in “largest distance from an even share”. Fewer than 30 games give no interval.",
        ),
        *_perfect_play(evidences),
        (
            "Rulings",
            f"Where the rulebook is silent or contradicts itself, the project's rulings decide: "
            f"here {listed(rulings)}, told in the game's README. Those that can be read "
            "either way are rule keys in the table below. "
            + (
                f"Made up, since the rulebook gives no hold, and so assumed: {listed(assumed)}."
                if assumed
                else "No number here rests on an assumed rule."
            ),
        ),
    )


def _perfect_play(evidences: Sequence[Evidence]) -> Iterator[tuple[str, str]]:
    """How it was found what could have been done, where that was asked."""
    if any("bounds" in evidence.tables for evidence in evidences):
        yield (
            "Perfect play",
            "What could have been met is found by exact search of the tricks, with the hands and "
            "bids that were made: against all others as one opponent (forceable), against the "
            "cards that they would in fact have answered (clairvoyant), and with their help "
            "(possible). A rule is turned off in the tricks only, with the same hands and bids. "
            "Forceable bids are a part of those that a clairvoyant meets, and these of the "
            "possible ones; those met as played, too, are a part of what a clairvoyant meets, "
            "but not of what is forceable.",
        )


def _sizes(evidences: Sequence[Evidence]) -> str:
    """On how many games the tables rest that are not about all of them."""
    evidence = evidences[0]
    tables = evidence.tables
    seen = {"cards": "cards", "draws": "draws", "decisions": "decisions", "dead": "dead hands"}
    moves = listed([word for table, word in seen.items() if table in tables] or [""])
    said = [
        f"the first {count(evidence.first_games(size))} games are {what}"
        for size, what, there in (
            ("moves", f"looked at move by move ({moves})", moves),
            (
                "forks",
                "played again with another choice, other luck or other players",
                evidence.balance("deal_share"),
            ),
            ("bounds", "held against perfect play of the tricks", "bounds" in tables),
        )
        if there
    ]
    if "changes" in tables:
        n = count(tables["changes"]["n"].max())
        said.append(f"{n} are played under each change of the rules that is tried")
    if not said:
        return "Every table counts all games."
    each = ", with each number of players" if len(evidences) > 1 else ""
    return f"Tables count all games, but {listed(said)}{each}. Each row has its own n."
