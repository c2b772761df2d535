"""What other rules or strategies do to the answers of page one, measured on the same deals.

The games of a plan, and the same games after each change, are cut into :data:`SLICES` slices of
equal size. The difference that a change makes to an answer is that of all games; its interval
comes from how the difference varies between slices, which are independent, and in each of which
both arms see the same cards (Student's t with SLICES − 1 degrees of freedom).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add

import numpy as np
import pandas as pd
from scipy import special

from analyser.analysis.estimates import LEVEL
from analyser.analysis.together import Summaries, SummariseTogether
from analyser.core.records import Records

SLICES = 10


@dataclass(frozen=True)
class Sliced:
    """Sums of each slice, by its number."""

    slices: Mapping[int, Summaries]

    def __add__(self, other: Sliced) -> Sliced:
        slices = dict(self.slices)
        for number, part in other.slices.items():
            slices[number] = slices[number] + part if number in slices else part
        return Sliced(slices)

    @property
    def whole(self) -> Summaries:
        """The sum of all slices."""
        return reduce(add, self.slices.values())


@dataclass(frozen=True)
class SummariseSlices:
    """Sums every `size` games apart; chunks must not reach from one slice into the next."""

    summarise: SummariseTogether
    size: int

    def __call__(self, records: Records) -> Sliced:
        """Sum a chunk of whole games."""
        return Sliced({records.start // self.size: self.summarise(records)})


def answers(measured: Callable[[Summaries], pd.DataFrame], sums: Sliced) -> list[pd.DataFrame]:
    """What is measured in all games, and then in each slice.

    `measured` returns rows with `question`, `value`, `low`, `high` and `n`.
    """
    return [measured(sums.whole), *(measured(sums.slices[at]) for at in sorted(sums.slices))]


def differences(before: Sequence[pd.DataFrame], after: Sequence[pd.DataFrame]) -> pd.DataFrame:
    """Return the answers of all games after a change, and how far each is from before.

    Added are the columns `difference`, `difference_low` and `difference_high`, unknown where a
    slice does not have an answer.
    """
    rows = after[0]
    values = [
        np.stack([of.set_index("question")["value"].reindex(rows["question"]) for of in each])
        for each in (before, after)
    ]
    whole, *slices = values[1] - values[0]
    spread = np.std(slices, axis=0, ddof=1) / np.sqrt(len(slices))
    half = special.stdtrit(len(slices) - 1, (1 + LEVEL) / 2) * spread
    return rows.assign(difference=whole, difference_low=whole - half, difference_high=whole + half)
