"""Several analyses of one batch: of all its games, or of the first ones only, played once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from analyser.analysis.sums import Summary
from analyser.core.records import Records


@dataclass(frozen=True)
class Summaries:
    """Summaries of games of one batch, by name; they add up one by one."""

    games: int
    rounds: int
    parts: Mapping[str, Summary]

    def __add__(self, other: Summaries) -> Summaries:
        parts = dict(self.parts)
        for name, part in other.parts.items():
            parts[name] = parts[name] + part if name in parts else part
        return Summaries(self.games + other.games, self.rounds + other.rounds, parts)


@dataclass(frozen=True)
class Part:
    """An analysis of a batch's games before number ``games``, or of all if that is None."""

    summarise: Callable[[Records], Summary]
    games: int | None = None


@dataclass(frozen=True)
class SummariseTogether:
    """Sums the same games in several ways; picklable."""

    parts: Mapping[str, Part]

    def __call__(self, records: Records) -> Summaries:
        """Sum a chunk of whole games; parts that are about none of them are left out."""
        found = {}
        for name, part in self.parts.items():
            ours = records if part.games is None else before(records, part.games)
            if ours.games:
                found[name] = part.summarise(ours)
        return Summaries(records.games, records.rounds, found)


def before(records: Records, game: int) -> Records:
    """The records of the games before one, perhaps none."""
    games = int(np.clip(game - records.start, 0, records.games))
    if games == records.games:
        return records
    rounds = int(np.searchsorted(records.game, records.start + games))
    return replace(records, games=games, block=records.block[:, :rounds])
