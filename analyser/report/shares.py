"""How often each choice is made: its share of all rows, with games as clusters."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from analyser.analysis import estimates
from analyser.analysis.sums import Moments, Summary, by_cell
from analyser.core.records import Records
from analyser.core.rules import Rules
from analyser.core.spec import GameSpec


@dataclass(frozen=True)
class SummariseShares:
    """Counts the rows of the sides with players, in all and by one grouping; picklable."""

    spec: GameSpec
    rules: Rules
    by: str

    def __call__(self, records: Records) -> Summary:
        """Sum a chunk of whole games."""
        played = self.spec.played(self.rules)
        codes, labels = self.spec.analyses.GROUPINGS[self.by](records, self.rules)
        codes, game = codes[played], records.game - records.start
        rows = np.bincount(game) * len(codes)
        weight = np.broadcast_to(rows[game].astype(float), codes.shape)
        every = np.zeros_like(codes)
        return Summary(
            records.games,
            records.rounds,
            {"all": by_cell([every], game, []), "cells": by_cell([codes], game, [weight])},
            {self.by: tuple(labels)},
        )


def shares_table(summary: Summary) -> pd.DataFrame:
    """Return one row a choice: its label and its ``share`` of all rows, with interval."""
    ((by, labels),) = summary.labels.items()
    keys = summary.tallies["cells"].keys[:, 0]
    every = Moments.unpack(summary.tallies["all"].values)
    cells = Moments.unpack(summary.tallies["cells"].values)
    share = estimates.rate(cells.share(every, 1))
    return pd.DataFrame({by: [labels[key] for key in keys], **share.columns("share")})
