"""How much there is to decide: forced turns, legal actions, cards played for nothing, and time.

The game's ``choices`` module reads its trace.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from analyser.analysis import estimates
from analyser.analysis.blocks import BLOCKS, Sums, jackknife, summarise_blocks
from analyser.analysis.estimates import LEVEL, Estimate
from analyser.analysis.forks import Row
from analyser.analysis.sums import Moments, Numbers, Summary, Tally, by_cell, by_game
from analyser.core.records import Records
from analyser.core.rules import Rules
from analyser.core.spec import GameSpec

SECONDS = 10.0
"""Seconds that a decision takes, unless one knows better: an input, not a finding."""


@dataclass(frozen=True)
class SummariseChoice:
    """Sums what there was to decide; picklable."""

    spec: GameSpec
    rules: Rules

    def __call__(self, records: Records, trace: Any) -> Summary:
        """Sum a chunk of whole games."""
        game = self.spec.module("choices")
        phases = game.turns(trace, self.rules)
        one = np.ones(records.games)

        def count(rows: Numbers) -> Numbers:
            by_round = rows.reshape(-1, records.rounds).sum(axis=0)
            return np.bincount(records.game - records.start, by_round)

        counts, tallies = {"games": one}, dict[str, Tally]()
        if hasattr(game, "hopeless"):
            dead = self._dead(game.hopeless(records, trace, self.rules))
            counts |= {"cards": count(np.ones_like(dead)), "dead": count(dead)}
            tallies["cards"] = _by_number(records, np.arange(len(dead))[:, None, None], [dead])
        for phase, (number, options) in phases.items():
            forced = options == 1
            counts[f"turns {phase}"] = count(np.ones_like(options))
            counts[f"forced {phase}"] = count(forced)
            counts[f"options {phase}"] = count(options)
            tallies[f"turns {phase}"] = _by_number(records, number, [forced, options])
        decisions = sum(counts[f"turns {p}"] - counts[f"forced {p}"] for p in phases)
        tallies["decisions"] = by_game([one, np.asarray(decisions)])
        blocks = summarise_blocks(records, counts)
        return Summary(
            records.games,
            records.rounds,
            {**blocks.tallies, **tallies},
            {**blocks.labels, "phases": tuple(phases)},
        )

    def _dead(self, hopeless: Numbers) -> Numbers:
        """Whether each card of a player was played for nothing, bool[tricks, cards, rounds]."""
        played = self.spec.played(self.rules)
        return np.repeat(hopeless[:, played], self.spec.seats(self.rules) // sum(played), axis=1)


def decisions_table(summary: Summary, level: float = LEVEL) -> pd.DataFrame:
    """Return one row a phase and number of the turn (``at``, from 1): how many ``turns``.

    ``forced`` is the share of them that left no choice, ``options`` the mean of legal actions.
    """
    frames = []
    for phase in summary.labels["phases"]:
        cells = summary.tallies[f"turns {phase}"]
        moments = Moments.unpack(cells.values)
        forced = estimates.rate(moments.ratio(1), level)
        options = estimates.mean(moments.ratio(2), level)
        columns = {"phase": phase, "at": 1 + cells.keys[:, 0], "turns": moments.totals[:, 0]}
        frames.append(pd.DataFrame(columns | forced.columns("forced") | options.columns("options")))
    return pd.concat(frames, ignore_index=True)


def dead_table(summary: Summary, level: float = LEVEL) -> pd.DataFrame:
    """Return one row a trick (from 1): the share of ``n`` cards that were played for nothing.

    That is by players whose bid had become impossible before the trick.
    """
    cells = summary.tallies["cards"]
    moments = Moments.unpack(cells.values)
    share = estimates.rate(moments.ratio(1), level)
    columns = {"trick": 1 + cells.keys[:, 0], **share.columns(), "n": moments.totals[:, 0]}
    return pd.DataFrame(columns)


def choice_rows(summary: Summary, seconds: float = SECONDS, level: float = LEVEL) -> Iterator[Row]:
    """The rows of the balance table about choice; a decision takes so many ``seconds``."""
    phases = [str(phase) for phase in summary.labels["phases"]]
    names, sums = summary.labels[BLOCKS], summary.tallies[BLOCKS].values.sum(axis=0)
    total = {str(name): int(count) for name, count in zip(names, sums, strict=True)}

    def share(y: list[str], m: list[str]) -> tuple[Estimate, int]:
        def statistic(sums: Sums) -> Any:
            return sum(sums[name] for name in y) / sum(sums[name] for name in m)

        return jackknife(summary, statistic, level), sum(total[name] for name in m)

    if "dead" in total:
        yield "dead_share", None, *share(["dead"], ["cards"])
    for subject, among in [*((phase, [phase]) for phase in phases), (None, phases)]:
        turns = [f"turns {phase}" for phase in among]
        yield "forced_turns", subject, *share([f"forced {phase}" for phase in among], turns)
    for phase in phases:
        yield "legal_actions", phase, *share([f"options {phase}"], [f"turns {phase}"])
    moments = Moments.unpack(summary.tallies["decisions"].values)
    decisions = estimates.mean(moments.ratio(1), level)
    yield "decisions", None, decisions, summary.games
    yield "duration", None, decisions / (60 / seconds), summary.games


def _by_number(records: Records, number: Numbers, outcomes: list[Numbers]) -> Tally:
    """The moments of outcomes [..., rounds] of rows by their number, from 0."""
    number = np.broadcast_to(number, outcomes[0].shape)
    return by_cell([number], records.game, outcomes)
