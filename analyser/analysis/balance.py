"""How even and how lively a game is: who wins, by how much, from where, and how it turns.

Each game becomes a vector of whole numbers, its *counts*, and most metrics are ratios of sums of
two of them. Two kinds need more: quantiles of the lead (a histogram) and functions of several
sums (sums by block, for the jackknife).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from analyser.analysis import course, estimates
from analyser.analysis.estimates import LEVEL, Estimate, RatioSums
from analyser.analysis.result import Result, analyse
from analyser.analysis.sums import Label, Moments, Numbers, Summary, Tally, by_block, by_game
from analyser.batch.plan import Plan
from analyser.core.records import Records
from analyser.core.rules import Rules
from analyser.core.spec import GameSpec

CLOSE = 10
"""A game won by at most this many points was close."""

QUARTILES = {"margin_q25": 0.25, "margin_median": 0.5, "margin_q75": 0.75}

COMPONENT = "component "
"""What the names of the sums of points by source begin with."""

Counts = dict[str, Numbers]
"""Whole numbers by name, [games] each."""


@dataclass(frozen=True)
class SummariseBalance:
    """Sums what the balance of a game needs; picklable."""

    spec: GameSpec
    rules: Rules

    def __call__(self, records: Records) -> Summary:
        """Sum a chunk of whole games."""
        counts, blocks = self._counts(records), self._block_counts(records)
        leads, seen = np.unique(counts["lead"], return_counts=True)
        return Summary(
            records.games,
            records.rounds,
            {
                "counts": by_game([*counts.values()]),
                "blocks": by_block(records.start, [*blocks.values()]),
                "leads": Tally(leads.astype(np.int64)[:, None], seen[:, None]),
            },
            {"counts": tuple(counts), "blocks": tuple(blocks)},
        )

    @property
    def _played(self) -> Numbers:
        """Which sides have players, bool[sides]."""
        return np.array([label.isdigit() for label in self.spec.sides(self.rules)])

    def _counts(self, records: Records) -> Counts:
        analyses, last = self.spec.analyses, records.last
        better = 1 if analyses.HIGHER_WINS else -1
        game, points = records.game - records.start, records["points"].astype(float)
        won, score = records["winner"][:, last] == 1, records["total"][:, last].astype(float)
        standing = better * score
        lead = course.lead(standing)
        unplayed = standing[:, game] - better * points  # the end, had this round not been played
        behind = course.winner_behind(unplayed, won[:, game])
        counts: Counts = {
            "games": np.ones(records.games),
            "rounds": np.bincount(game, minlength=records.games),
            "lead": lead,
            "close": lead <= CLOSE,
            "tied": lead == 0,
            "lead_changes": course.lead_changes(better * records["total"], game, records.games),
            "comeback": behind[last],
            "behind": np.bincount(game, behind, records.games),
            "player_won": won[self._played].any(axis=0),
        }
        for i, label in enumerate(self.spec.sides(self.rules)):
            counts |= {f"won {label}": won[i], f"score {label}": score[i]}
        starter = records["starter"][records["round"] == 1] % records.sides  # the seat's side
        counts |= {
            "starter_won": np.take_along_axis(won, starter[None], 0)[0],
            "starter_score": np.take_along_axis(score, starter[None], 0)[0],
        }
        counts["starter_margin"] = records.sides * counts["starter_score"] - score.sum(axis=0)
        success = analyses.success(records) if hasattr(analyses, "success") else None
        for who, sides in self._groups():
            counts[f"sides {who}"] = counts["rounds"] * sides.sum()
            counts[f"points {who}"] = np.bincount(game, points[sides].sum(axis=0))
            if success is not None:
                counts[f"success {who}"] = np.bincount(game, success[sides].sum(axis=0))
        return counts

    def _groups(self) -> Iterator[tuple[str, Numbers]]:
        """The sides with players together, and each of the others by itself."""
        yield "players", self._played
        for i in np.flatnonzero(~self._played):
            yield self.spec.sides(self.rules)[i], np.arange(len(self._played)) == i

    def _block_counts(self, records: Records) -> Counts:
        game, played = records.game - records.start, self._played
        score = records["total"][:, records.last].astype(float)
        counts: Counts = {"games": np.ones(records.games)}
        for label, own in zip(self.spec.sides(self.rules), score, strict=True):
            counts |= {f"score {label}": own, f"square {label}": own**2}
        components = self.spec.analyses.components(records, self.rules)
        for name, points in components.items():
            counts[COMPONENT + name] = np.bincount(game, points[played].sum(axis=0))
        counts["points"] = np.bincount(game, records["points"][played].sum(axis=0))
        return counts


def balance_table(summary: Summary, sides: tuple[str, ...], level: float = LEVEL) -> pd.DataFrame:
    """Return one row a metric and subject; metrics.py says what they are and in which unit.

    ``level`` is that of the intervals.
    """
    rows = [
        *_ratios(summary, sides, level),
        *_quantiles(summary, level),
        *_jackknifed(summary, sides, level),
    ]
    columns = ["metric", "subject", "value", "low", "high", "n"]
    frame = pd.DataFrame(
        [(m, s, *(bound.item() for bound in estimate), n) for m, s, estimate, n in rows],
        columns=columns,
    )
    return frame.astype({"subject": object})


Row = tuple[str, Label, Estimate, int]


def subject(label: str) -> Label:
    """How a side is written in rows: its number, or its name where nobody plays it."""
    return int(label) if label.isdigit() else label


def _ratios(summary: Summary, sides: tuple[str, ...], level: float) -> Iterator[Row]:
    """The metrics that are ratios of two counts."""
    names = summary.labels["counts"]
    moments = Moments.unpack(summary.tallies["counts"].values)
    total = {str(name): int(n) for name, n in zip(names, moments.totals[0], strict=True)}

    def ratio(y: str, m: str = "games") -> RatioSums:
        return moments.ratio(names.index(y), names.index(m))

    rate, mean = (partial(each, level=level) for each in (estimates.rate, estimates.mean))
    games = summary.games
    players = [label for label in sides if label.isdigit()]
    for label in sides:
        yield "win_share", subject(label), rate(ratio(f"won {label}")), games
    wins = [total[f"won {label}"] for label in players]
    yield "fairness", None, estimates.fairness(wins, level), total["player_won"]
    for label in sides:
        yield "mean_score", subject(label), mean(ratio(f"score {label}")), games
    yield "starter_win_share", None, rate(ratio("starter_won")), games
    advantage = rate(ratio("starter_won", "player_won")) + -1 / len(players)
    yield "starter_advantage", None, advantage, total["player_won"]
    yield "starter_mean_score", None, mean(ratio("starter_score")), games
    yield "starter_margin", None, mean(ratio("starter_margin")) / (len(sides) - 1), games
    yield "margin", None, mean(ratio("lead")), games
    yield "margin_within_10", None, rate(ratio("close")), games
    yield "tie_break_share", None, rate(ratio("tied")), games
    yield "lead_changes", None, mean(ratio("lead_changes")), games
    yield "comeback_share", None, rate(ratio("comeback")), games
    yield "comeback_share_permuted", None, rate(ratio("behind", "rounds")), games
    yield "rounds", None, mean(ratio("rounds")), games
    for who in ("players", *(label for label in sides if label not in players)):
        whose, n = None if who == "players" else who, total[f"sides {who}"]
        if f"success {who}" in total:
            yield "success", whose, rate(ratio(f"success {who}", f"sides {who}")), n
        yield "points", whose, mean(ratio(f"points {who}", f"sides {who}")), n


def _quantiles(summary: Summary, level: float) -> Iterator[Row]:
    """The quartiles of the winner's lead."""
    leads = summary.tallies["leads"]
    for metric, q in QUARTILES.items():
        at = estimates.quantile(leads.keys[:, 0], leads.values[:, 0], q, level)
        yield metric, None, at, summary.games


def _jackknifed(summary: Summary, sides: tuple[str, ...], level: float) -> Iterator[Row]:
    """The metrics that are functions of several sums."""
    names, blocks = summary.labels["blocks"], summary.tallies["blocks"].values
    at = {str(name): i for i, name in enumerate(names)}
    games = blocks[:, at["games"]]
    jackknife = partial(estimates.jackknife, blocks=blocks, clusters=games, level=level)

    def deviation(sums: Numbers, label: str) -> Any:
        n, x, xx = (sums[..., at[name]] for name in ("games", f"score {label}", f"square {label}"))
        return np.sqrt(np.maximum(xx - x * (x / n), 0) / (n - 1))

    def share(sums: Numbers, name: str) -> Any:
        return sums[..., at[name]] / sums[..., at["points"]]

    for label in sides:
        estimate = jackknife(partial(deviation, label=label))
        yield "score_sd", subject(label), estimate, summary.games
    for name in at:
        if name.startswith(COMPONENT):
            estimate = jackknife(partial(share, name=name))
            yield "component_share", name.removeprefix(COMPONENT), estimate, summary.games


def analyse_balance(
    plan: Plan, *, chunks: Iterable[Records] | None = None, **run_options: Any
) -> Result:
    """Play a plan, or read the ``chunks`` of it that were played, and analyse the balance.

    ``run_options`` are those of :func:`analyser.batch.runner.run`.
    """
    summarise = SummariseBalance(plan.spec, plan.rules)
    table = partial(balance_table, sides=plan.spec.sides(plan.rules))
    return analyse("balance", plan, summarise, table, chunks, **run_options)
