"""Which rounds decide: how the sides' chances to win move from standing to standing.

The chance π_r of a side after round r is the share of the games that it wins when the game goes
on from the standing there (totals, rounds played, holder of the leader card) with cards that no
other game sees: nested Monte Carlo. The continuations of a standing fall into two independent
halves; a product of differences taken one from each half has no bias from their sampling error,
as a square of estimated differences would have (docs/methods.md).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from analyser.analysis.blocks import BLOCKS, Sums, jackknife, summarise_blocks
from analyser.analysis.estimates import LEVEL, Estimate
from analyser.analysis.sums import Integers, Numbers, Summary
from analyser.batch.plan import Plan
from analyser.core.records import Records

CONTINUED = 4000
"""Games at most whose standings are continued."""
HALF = 32
"""Continuations of each standing in each of the two halves."""
LAST = 12
"""The last number of a round that is kept apart: this class also holds all later rounds."""

OPENINGS = 2
"""Whole games beside each game, one for each half: the chances before round 1."""
APART = 2**47
"""Indices that are reserved for the continuations from the standings after one round.

Those after round r begin with index (r + 1) times this, far above those of any plan.
"""


@dataclass(frozen=True)
class SummariseProspects:
    """Continues the standings of games from fresh cards and sums how their chances moved."""

    plan: Plan

    def __call__(self, records: Records) -> Summary:
        """Sum a chunk of whole games."""
        halves, openings = self._wins(records)
        game, number = records.game - records.start, records["round"]
        first = number == 1
        before = np.where(first, 0, np.roll(halves, 1, axis=2))  # of an opening: taken off later
        products = (halves - before).prod(axis=0).sum(axis=0)
        counts: dict[str, Numbers] = {"games": np.ones(records.games)}
        for at in range(1, LAST + 1):
            here = (number == at) if at < LAST else (number >= LAST)
            counts[f"product {at}"] = np.bincount(game[here], products[here], records.games)
            counts[f"reached {at}"] = np.bincount(game[here], minlength=records.games) > 0
        for half, (wins, opening) in enumerate(zip(halves, openings, strict=True)):
            for side in range(records.sides):
                counts[f"first {half} {side}"] = wins[side, first]
                counts[f"opening {half} {side}"] = opening[side]
        inner = ~records.last
        won = records["winner"] == 1
        gap = sum(
            np.take_along_axis(valued, chosen.argmax(axis=0)[None], 0)[0] - (valued * won).sum(0)
            for chosen, valued in (halves, halves[::-1])
        )
        counts["gap"] = np.bincount(game[inner], gap[inner], records.games)
        counts["standings"] = np.bincount(game[inner], minlength=records.games)
        return summarise_blocks(records, counts)

    def _wins(self, records: Records) -> tuple[Integers, Integers]:
        """How many continuations each side won, of each half: int64[halves, sides, rounds].

        All of them where the game ended. Also the same of whole games, int64[halves, sides,
        games], one game a half.
        """
        spec, sides = self.plan.spec, np.arange(records.sides)
        setting = self.plan.rules, self.plan.strategies, self.plan.seed
        start, games = APART + OPENINGS * records.start, OPENINGS * records.games
        whole = spec.simulate(*setting, start, games)
        openings = whole["winner"][:, whole.last].reshape(records.sides, -1, OPENINGS)
        wins = np.where(records.last, HALF * records["winner"].astype(np.int64), 0)
        halves = np.stack([wins, wins])
        first = np.flatnonzero(records["round"] == 1)
        last = np.flatnonzero(records.last)
        for number in range(1, int(records["round"].max())):
            at = np.minimum(first + number - 1, last)
            going = at < last  # the others are over: they only keep the places of their cards
            every = at.repeat(2 * HALF)
            winner = spec.resume(
                *setting,
                APART * (number + 1) + 2 * HALF * records.start,
                records["round"][every].astype(np.int64),
                records["total"][:, every].T.astype(np.int64),
                records["starter"][np.where(going, at + 1, at).repeat(2 * HALF)].astype(np.int64),
            ).reshape(-1, 2, HALF, 1)
            won = (winner == sides).sum(axis=2).transpose(1, 2, 0)
            halves[:, :, at[going]] = won[:, :, going]
        return halves, openings.transpose(2, 0, 1).astype(np.int64)


def course_table(summary: Summary, level: float = LEVEL) -> pd.DataFrame:
    """Return the decisiveness of each round: the share of what is to be decided that it decides.

    One row a round that was played, ``round`` from 1; the row :data:`LAST` is about that round
    and all later ones together. The values add to one, up to sampling error. ``n`` counts games.
    """
    sides = _sides(summary)

    def decisiveness(sums: Sums) -> Numbers:
        n = sums["games"][..., None]
        a, b, first_a, first_b = (
            np.stack([sums[f"{when} {half} {s}"] for s in range(sides)], axis=-1) / (n * scale)
            for when, scale in (("opening", 1), ("first", HALF))
            for half in (0, 1)
        )
        moved = _by_round(sums, "product") / (n * HALF**2)
        moved[..., 0] += (a * b - a * first_b - first_a * b).sum(axis=-1)
        return np.asarray(moved / (1 - (a * b).sum(axis=-1, keepdims=True)))

    estimate = jackknife(summary, decisiveness, level)
    reached = jackknife(summary, lambda sums: _by_round(sums, "reached")).value > 0
    rows = {"round": 1 + np.arange(LAST), **estimate._asdict(), "n": summary.games}
    return pd.DataFrame(rows)[reached]


def drama(summary: Summary, level: float = LEVEL) -> Estimate:
    """How far the winner lay behind the favourite, in chances, a mean over standings.

    The standings are those after each round but the last. The favourite is chosen by one half of
    the continuations and valued by the other.
    """
    return jackknife(summary, lambda sums: sums["gap"] / (2 * HALF * sums["standings"]), level)


def _by_round(sums: Sums, name: str) -> Numbers:
    return np.stack([sums[f"{name} {number}"] for number in range(1, LAST + 1)], axis=-1)


def _sides(summary: Summary) -> int:
    return sum(str(name).startswith("opening 0 ") for name in summary.labels[BLOCKS])
