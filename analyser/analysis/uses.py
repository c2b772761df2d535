"""What became of the rules that turn a trick; the game's ``uses`` module reads its trace.

Play is left as it was: what else would have been done without a rule, only a fork can tell.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from analyser.analysis import estimates
from analyser.analysis.estimates import LEVEL, Estimate
from analyser.analysis.sums import Moments, Numbers, Summary, by_game
from analyser.core.records import Records
from analyser.core.rules import Rules
from analyser.core.spec import GameSpec

ROUNDS, USED, SAVED, BROKE, FIRST = range(5)
"""Places of what a game counts; from the last on, rounds with a use in each trick."""

Row = tuple[str, Estimate, str, int]
"""Subject, estimate, unit and n."""


@dataclass(frozen=True)
class SummariseUses:
    """Sums how often each rule turned a trick, and a bid with it; picklable."""

    spec: GameSpec
    rules: Rules

    def __call__(self, records: Records, trace: Any) -> Summary:
        """Sum a chunk of whole games."""
        game = records.game - records.start
        uses = self.spec.module("uses").uses(records, trace, self.rules)

        def count(rounds: Numbers) -> Numbers:
            return np.bincount(game, rounds, records.games)

        tallies = {
            f"use {rule}": by_game(
                [
                    np.bincount(game),
                    *(count(each.sum(axis=0)) for each in (use.used, use.saved, use.broke)),
                    *(count(trick) for trick in use.used),
                ]
            )
            for rule, use in uses.items()
        }
        return Summary(records.games, records.rounds, tallies, {"uses": tuple(uses)})


def uses_table(summary: Summary, level: float = LEVEL) -> pd.DataFrame:
    """Return the rows of question ``use``: how often a rule turned a trick, when, and to what end.

    ``all`` counts tricks a round, ``trick k`` is the share of rounds; ``saved`` and ``broke`` are
    the shares of these tricks that saved a player's bid, or broke one.
    """
    rows = [
        (rule, "use", subject, *(bound.item() for bound in estimate), unit, n)
        for rule in summary.labels["uses"]
        for subject, estimate, unit, n in _rows(summary, str(rule), level)
    ]
    columns = ["feature", "question", "subject", "value", "low", "high", "unit", "n"]
    return pd.DataFrame(rows, columns=columns)


def _rows(summary: Summary, rule: str, level: float) -> Iterator[Row]:
    moments = Moments.unpack(summary.tallies[f"use {rule}"].values)
    totals = moments.totals[0].tolist()
    rounds, used = totals[ROUNDS], totals[USED]
    yield "all", estimates.mean(moments.ratio(USED, ROUNDS), level), "a round", rounds
    for at in range(FIRST, len(totals)):
        share = estimates.rate(moments.ratio(at, ROUNDS), level)
        yield f"trick {at - FIRST + 1}", share, "share of rounds", rounds
    for subject, at in (("saved", SAVED), ("broke", BROKE)):
        share = estimates.rate(moments.ratio(at, USED), level)
        yield subject, share, "share of these tricks", used
