"""Named sums over games by block, and functions of them with the jackknife's intervals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from analyser.analysis import estimates
from analyser.analysis.estimates import LEVEL, Estimate
from analyser.analysis.sums import Numbers, Summary, by_block
from analyser.core.records import Records

GAMES = "games"
"""The name of the number of games, which every such summary has."""

BLOCKS = "blocks"
"""The name of the tally."""

Sums = Mapping[str, Numbers]
"""Sums by name, [...] each: of all games, or of all but one block's."""


def summarise_blocks(records: Records, counts: Mapping[str, Numbers]) -> Summary:
    """Sum named whole numbers, [games] each, of the games of these records by block."""
    return Summary(
        records.games,
        records.rounds,
        {BLOCKS: by_block(records.start, [*counts.values()])},
        {BLOCKS: tuple(counts)},
    )


def jackknife(summary: Summary, statistic: Callable[[Sums], Any], level: float = LEVEL) -> Estimate:
    """Estimate ``statistic``, which maps sums [...] to values [..., values] or [...].

    The sums are those of :func:`summarise_blocks`, ``games`` among them.
    """
    names, blocks = summary.labels[BLOCKS], summary.tallies[BLOCKS].values
    at = {str(name): i for i, name in enumerate(names)}
    return estimates.jackknife(
        lambda sums: statistic({name: sums[..., i] for name, i in at.items()}),
        blocks,
        blocks[:, at[GAMES]],
        level,
    )
