"""Named sums over games by block, and functions of them with the jackknife's intervals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from analyser.analysis import estimates
from analyser.analysis.estimates import LEVEL, Estimate
from analyser.analysis.sums import Integers, Numbers, Summary, by_block
from analyser.core.records import Records

GAMES = "games"
"""The name of the number of games, which every such summary has."""

BLOCKS = "blocks"
"""The name of the tally, unless there are several in a summary."""

Sums = Mapping[str, Numbers]
"""Sums by name, [...] each: of all games, or of all but one block's."""

Statistic = Callable[[Sums], Any]
"""A function of sums, to values [...] or [..., values]."""


def summarise_blocks(
    records: Records, counts: Mapping[str, Numbers], name: str = BLOCKS
) -> Summary:
    """Sum named whole numbers, [games] each, of the games of these records by block."""
    return Summary(
        records.games,
        records.rounds,
        {name: by_block(records.start, [*counts.values()])},
        {name: tuple(counts)},
    )


def jackknife(
    summary: Summary, statistic: Statistic, level: float = LEVEL, name: str = BLOCKS
) -> Estimate:
    """Estimate a function of the sums of :func:`summarise_blocks`, ``games`` among them."""
    return estimates.jackknife(*_by_name(summary, statistic, name), level)


def fieller(
    summary: Summary, statistic: Statistic, level: float = LEVEL, name: str = BLOCKS
) -> Estimate:
    """Estimate the ratio of the two values that ``statistic`` maps the sums to, as [..., 2]."""
    return estimates.fieller(*_by_name(summary, statistic, name), level)


def _by_name(
    summary: Summary, statistic: Statistic, name: str
) -> tuple[Callable[[Numbers], Any], Integers, Integers]:
    """The function of all sums together, the sums by block, and how many games each holds."""
    names, blocks = summary.labels[name], summary.tallies[name].values
    at = {str(name): i for i, name in enumerate(names)}

    def of(sums: Numbers) -> Any:
        return statistic({name: sums[..., i] for name, i in at.items()})

    return of, blocks, blocks[:, at[GAMES]]
