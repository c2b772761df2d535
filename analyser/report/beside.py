"""Several numbers of players side by side: their verdicts and their measures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from analyser.report.evidence import Evidence, together
from analyser.report.findings import Finding
from analyser.report.sections import Section, player_counts
from analyser.report.standing import Standing
from analyser.report.tables import Table, compared
from analyser.report.words import count, listed


@dataclass(frozen=True)
class Beside:
    """The first page of a report on several numbers of players.

    `players` are the columns: in words, and the digest of their rules. `verdicts` holds each
    question that gets one, with the finding of each number of players, None where it is not asked.
    """

    headline: str
    facts: tuple[tuple[str, str], ...]
    standing: Standing
    players: tuple[tuple[str, str], ...]
    verdicts: tuple[tuple[str, tuple[Finding | None, ...]], ...]
    measures: Table
    sections: tuple[Section, ...]
    footer: str


def side_by_side(
    evidences: Sequence[Evidence], findings: Sequence[Sequence[Finding]], standing: Standing
) -> Beside:
    """Put the findings and measures of several numbers of players beside each other."""
    metas = [evidence.meta for evidence in evidences]
    meta, numbers = metas[0], listed(str(m["players"]) for m in metas)
    variant = f"{meta['game']}:{meta['variant']}"
    strategies = listed(dict.fromkeys(meta["strategies"]))
    judged = [{found.size: found for found in each if found.verdict} for each in findings]
    asked = {size: found.question for of in reversed(judged) for size, found in of.items()}
    return Beside(
        headline=f"{numbers} players side by side",
        facts=(
            ("Rules", variant),
            ("Games each", count(meta["games"])),
            ("Strategy", strategies),
            ("Seed", str(meta["seed"])),
        ),
        standing=standing,
        players=tuple((f"{m['players']} players", f"rules {m['rules_digest']}") for m in metas),
        verdicts=tuple(
            (asked[size], tuple(of.get(size) for of in judged))
            for size in dict.fromkeys(size for of in judged for size in of)
        ),
        measures=compared(evidences),
        sections=tuple(player_counts(together(evidences)["balance"])),
        footer=(
            f"{variant}  ·  {numbers} players  ·  {count(meta['games'])} games each  ·  "
            f"{strategies}  ·  seed {meta['seed']}  ·  analyser {meta['version']}"
        ),
    )
