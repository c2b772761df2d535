"""What it is worth to lead the first trick."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd

from analyser.analysis import estimates
from analyser.analysis.estimates import LEVEL, Estimate
from analyser.analysis.forks import (
    Row,
    branch,
    branch_margins,
    final,
    fork_games,
    metric_rows,
    moments,
    others,
    questions_of,
)
from analyser.analysis.sums import Numbers, Summary, by_cell
from analyser.batch.plan import Plan
from analyser.core.forks import Fork
from analyser.core.records import Records
from analyser.core.spec import GameSpec

ALL = "all"


@dataclass(frozen=True)
class SummariseLead:
    """Sums the margin of each side when it leads, minus that when another one does; picklable.

    For the games won, the lead of the first round alone is imposed and the game played to its end.
    """

    plan: Plan

    def __call__(self, records: Records, trace: Any) -> Summary:
        """Sum a chunk of whole games."""
        forks, owner, _ = _leaders(self.plan)
        margin = branch_margins(branch(self.plan, records, forks))
        games = [fork_games(self.plan, records, replace(fork, round=1)) for fork in forks]
        won = np.stack([final(game)[0] for game in games])
        values, wins = (
            np.stack([against_others(each[:, side], owner == side) for side in np.unique(owner)])
            for each in (margin, won)
        )
        contexts, context = contexts_of(self.plan.spec, records)
        code = np.broadcast_to(context, values.shape)
        tally = by_cell([np.zeros_like(code)], records.game, [values])
        if len(contexts) > 1:
            tally += by_cell([1 + code], records.game, [values])
        numbers = np.arange(records.games)
        wins_tally = by_cell([np.zeros(wins.shape, dtype=int)], numbers, [wins])
        return Summary(
            records.games,
            records.rounds,
            {"lead": tally, "lead_wins": wins_tally},
            {"lead": (ALL, *contexts)},
        )


def contexts_of(spec: GameSpec, records: Records) -> tuple[tuple[str, ...], Numbers]:
    """What the worth of a card depends on (Maids: trump), and that of each round, [rounds]."""
    if not spec.has("cards"):
        return (ALL,), np.zeros(records.rounds, dtype=int)
    game = spec.module("cards")
    return game.CONTEXTS, game.context(records)


def _leaders(plan: Plan) -> tuple[list[Fork], Numbers, int]:
    """The forks by which each seat leads, the seats' sides, and what makes differences whole."""
    leaders = questions_of(plan.spec).leaders(plan.rules)
    owner = np.array([imposed.side for imposed in leaders])
    own = int((owner == owner[0]).sum())
    return [imposed.fork for imposed in leaders], owner, own * (len(owner) - own)


def against_others(values: Numbers, own: Numbers) -> Numbers:
    """The mean of one's own values minus that of the others, times the product of their numbers.

    ``values`` [alternatives, ...], of which ``own`` bool[alternatives] are one's own.
    """
    mine, other = values[own].sum(axis=0), values[~own].sum(axis=0)
    return np.asarray((~own).sum() * mine - own.sum() * other)


def lead_table(summary: Summary, plan: Plan, level: float = LEVEL) -> pd.DataFrame:
    """Return one row a ``subject``: all rounds, and those of each trump, if there are several.

    ``value`` is in margin points: a side that leads minus the mean of the others leading; ``n``
    counts sides and rounds. ``win`` is the same in shares of the games won, for the lead of the
    first round, and known of all rounds only.
    """
    cells, [*_, factor] = summary.tallies["lead"], _leaders(plan)
    sums = moments(summary, "lead")
    subjects = [summary.labels["lead"][code] for code in cells.keys[:, 0]]
    win = estimates.mean(moments(summary, "lead_wins").ratio(1), level) / factor
    unknown = np.full(len(subjects) - 1, np.nan)
    win = Estimate(*(np.append(bound, unknown) for bound in win))
    return pd.DataFrame(
        {
            "subject": subjects,
            "n": sums.totals[:, 0],
            **(estimates.mean(sums.ratio(1), level) / (factor * others(plan))).columns("value"),
            **win.columns("win"),
        }
    )


def lead_rows(table: pd.DataFrame) -> Iterator[Row]:
    """The balance metrics of the lead."""
    return metric_rows(
        table[table["subject"] == ALL], {"lead_effect": "value", "lead_win_effect": "win"}
    )
