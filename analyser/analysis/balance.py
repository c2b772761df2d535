"""How even and how lively a game is: who wins, by how much, from where, and how it turns.

Each game becomes a vector of whole numbers, its *counts*, and most metrics are ratios of sums of
two of them. Two kinds need more: quantiles of the lead (a histogram) and functions of several
sums (sums by block, for the jackknife).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from analyser.analysis import course, estimates
from analyser.analysis.blocks import BLOCKS, Sums, jackknife
from analyser.analysis.choice import SECONDS
from analyser.analysis.estimates import LEVEL, RatioSums
from analyser.analysis.forks import Row, fork_plan
from analyser.analysis.metrics import METRICS
from analyser.analysis.result import Result, analyse
from analyser.analysis.sampled import SAMPLED, sampled_parts, sampled_rows, traced_parts
from analyser.analysis.sums import Label, Moments, Numbers, Summary, Tally, by_block, by_game
from analyser.analysis.together import Part, Summaries, SummariseTogether
from analyser.analysis.until import Target
from analyser.batch.plan import Plan
from analyser.core.records import Records
from analyser.core.rules import Rules
from analyser.core.spec import GameSpec

CLOSE = 10
"""A game won by at most this many points was close."""

QUARTILES = {"q25": 0.25, "median": 0.5, "q75": 0.75}

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
        return Summary(
            records.games,
            records.rounds,
            {
                "counts": by_game([*counts.values()]),
                BLOCKS: by_block(records.start, [*blocks.values()]),
                "leads": _histogram(counts["lead"]),
                "lengths": _histogram(counts["rounds"]),
            },
            {"counts": tuple(counts), BLOCKS: tuple(blocks)},
        )

    @property
    def _played(self) -> Numbers:
        """Which sides have players, bool[sides]."""
        return np.array(self.spec.played(self.rules))

    def _counts(self, records: Records) -> Counts:
        analyses, last = self.spec.analyses, records.last
        better = 1 if analyses.HIGHER_WINS else -1
        game, points = records.game - records.start, records["points"].astype(float)
        won, score = records["winner"][:, last] == 1, records["total"][:, last].astype(float)
        standing = better * score
        lead = course.lead(standing)
        unplayed = standing[:, game] - better * points  # the end, had this round not been played
        behind = course.winner_behind(unplayed, won[:, game])
        trailed = course.winner_behind(better * records["total"], won[:, game])
        counts: Counts = {
            "games": np.ones(records.games),
            "rounds": np.bincount(game, minlength=records.games),
            "lead": lead,
            "close": lead <= CLOSE,
            "tied": lead == 0,
            "lead_changes": course.lead_changes(better * records["total"], game, records.games),
            "comeback": behind[last],
            "behind": np.bincount(game, behind, records.games),
            "trailed": np.bincount(game, trailed, records.games) > 0,
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
    return rows_table(balance_rows(summary, sides, level))


def lengths_table(summary: Summary, level: float = LEVEL) -> pd.DataFrame:
    """Return one row a number of ``rounds`` that games took: its share of the games, ``n``."""
    lengths = summary.tallies["lengths"]
    seen = lengths.values[:, 0].astype(object)
    games = np.full(len(seen), summary.games, dtype=object)
    share = estimates.rate(RatioSums(games, games, seen, games, seen, seen), level)
    columns = {"rounds": lengths.keys[:, 0], "n": lengths.values[:, 0]}
    return pd.DataFrame(columns | share.columns("share"))


def rows_table(rows: Iterable[Row]) -> pd.DataFrame:
    """Return rows of metrics as a table, in the order of the list of metrics."""
    order = [metric.name for metric in METRICS if metric.command == "balance"]
    ordered = sorted(rows, key=lambda row: order.index(row[0]))
    frame = pd.DataFrame(
        [(m, s, *(bound.item() for bound in estimate), n) for m, s, estimate, n in ordered],
        columns=["metric", "subject", "value", "low", "high", "n"],
    )
    return frame.astype({"subject": object})


def subject(label: str) -> Label:
    """How a side is written in rows: its number, or its name where nobody plays it."""
    return int(label) if label.isdigit() else label


def balance_rows(summary: Summary, sides: tuple[str, ...], level: float = LEVEL) -> Iterator[Row]:
    """The metrics that every game has, from the sums of :class:`SummariseBalance`."""
    yield from _ratios(summary, sides, level)
    yield from _quantiles(summary, level)
    yield from _jackknifed(summary, sides, level)


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
    yield "trailed_share", None, rate(ratio("trailed")), games
    yield "rounds", None, mean(ratio("rounds")), games
    for who in ("players", *(label for label in sides if label not in players)):
        whose, n = None if who == "players" else who, total[f"sides {who}"]
        if f"success {who}" in total:
            yield "success", whose, rate(ratio(f"success {who}", f"sides {who}")), n
        yield "points", whose, mean(ratio(f"points {who}", f"sides {who}")), n


def _quantiles(summary: Summary, level: float) -> Iterator[Row]:
    """The quartiles of the winner's lead, and of the number of rounds where it varies."""
    for metric, name in (("margin", "leads"), ("rounds", "lengths")):
        values, counts = summary.tallies[name].keys[:, 0], summary.tallies[name].values[:, 0]
        if metric == "margin" or len(values) > 1:
            for quartile, q in QUARTILES.items():
                estimate = estimates.quantile(values, counts, q, level)
                yield f"{metric}_{quartile}", None, estimate, summary.games


def _jackknifed(summary: Summary, sides: tuple[str, ...], level: float) -> Iterator[Row]:
    """The metrics that are functions of several sums."""

    def deviation(sums: Sums, label: str) -> Any:
        n, x, xx = sums["games"], sums[f"score {label}"], sums[f"square {label}"]
        return np.sqrt(np.maximum(xx - x * (x / n), 0) / (n - 1))

    def share(sums: Sums, name: str) -> Any:
        return sums[name] / sums["points"]

    for label in sides:
        estimate = jackknife(summary, partial(deviation, label=label), level)
        yield "score_sd", subject(label), estimate, summary.games
    for name in map(str, summary.labels[BLOCKS]):
        if name.startswith(COMPONENT):
            estimate = jackknife(summary, partial(share, name=name), level)
            yield "component_share", name.removeprefix(COMPONENT), estimate, summary.games


def _histogram(values: Numbers) -> Tally:
    """How often each whole number occurs."""
    seen, counts = np.unique(values, return_counts=True)
    return Tally(seen.astype(np.int64)[:, None], counts[:, None])


def analyse_balance(
    plan: Plan,
    *,
    chunks: Iterable[Records] | None = None,
    forks: int | None = None,
    seconds: float = SECONDS,
    until: str | None = None,
    **options: Any,
) -> Result:
    """Play a plan, or read the ``chunks`` of it that were played, and analyse the balance.

    What needs more than their records is measured on the first ``forks`` games (FORKED); of
    ``chunks`` only what can be read from the trace of the same games. A decision is said to take
    so many ``seconds``. ``until`` and ``options`` are those of
    :func:`~analyser.analysis.result.analyse`; raises InputError if a metric cannot be played for.
    """
    if until and (target := Target.parse(until, "balance")).metric in SAMPLED:
        raise target.error(f"{target.metric} is not measured on all games but on a fixed number")
    sides = plan.spec.sides(plan.rules)
    parts = {"balance": Part(SummariseBalance(plan.spec, plan.rules))} | traced_parts(plan)
    told: dict[str, Any] = {"seconds": seconds}
    if chunks is None:
        told["forks"] = fork_plan(plan, forks).games
        workers = {name: options.get(name) for name in ("jobs", "dask")}
        parts |= sampled_parts(plan, told["forks"], **workers)

    def table(summaries: Summaries, level: float = LEVEL) -> pd.DataFrame:
        whole = summaries.parts["balance"]
        sampled = sampled_rows(summaries.parts, plan, seconds, level)
        return rows_table([*balance_rows(whole, sides, level), *sampled])

    def glance(summaries: Summaries, level: float = LEVEL) -> pd.DataFrame:
        return balance_table(summaries.parts["balance"], sides, level)

    summarise: Any = SummariseTogether(parts)
    result = analyse("balance", plan, summarise, table, chunks, until, glance=glance, **options)
    return replace(result, meta={**result.meta, **told})
