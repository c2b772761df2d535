"""Features: what a rule, and each card that it is about, is worth on the same deals.

Questions: ``rule``, all games with the rule minus all without; ``flag``, one card's part in it on
minus off; ``exchange``, holding the card instead of its neighbour; ``use``, how often the rule
decides a trick, saves a bid or breaks one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from operator import add
from typing import Any

import numpy as np
import pandas as pd

from analyser.analysis import course, estimates
from analyser.analysis.estimates import LEVEL
from analyser.analysis.forks import (
    branch,
    branch_margins,
    moments,
    others,
    played,
    questions_of,
    sum_cells,
)
from analyser.analysis.result import Result, analyse
from analyser.analysis.sums import Numbers, Summary, Tally, by_block, margins
from analyser.analysis.traced import Summarise, SummariseTrace
from analyser.analysis.uses import SummariseUses, uses_table
from analyser.batch.plan import Plan
from analyser.core.errors import InputError, suggest
from analyser.core.questions import Feature, Probe
from analyser.core.records import Records
from analyser.core.rules import Rules, override
from analyser.core.spec import GameSpec

DIFFERENCE, POINTS = "difference of shares", "points"
"""Units of the rows."""

RULE = {"success": DIFFERENCE, "points": POINTS, "margin": POINTS}
"""The subjects of the question ``rule`` and their units."""

COUNTS = ("games", "rounds", "made", "points", "lead")
"""What is counted of games with and without the rule; rounds of a side, one bid in each."""


def features_of(spec: GameSpec, rules: Rules) -> tuple[Feature, ...]:
    """All features that the rules have."""
    found: tuple[Feature, ...] = questions_of(spec).features(rules)
    return found


def find_features(spec: GameSpec, rules: Rules, names: Sequence[str] = ()) -> tuple[Feature, ...]:
    """The features of these names, by default the first that the rules have.

    Raises InputError for a name that they do not have, and for one that is given twice.
    """
    found = {feature.name: feature for feature in features_of(spec, rules)}
    for name in names:
        if name not in found:
            raise InputError(
                f"feature {name!r}: not among these rules of {spec.name}{suggest(name, found)}; "
                f"they have: {', '.join(found) or 'none'}"
            )
        if names.count(name) > 1:
            raise InputError(f"feature {name!r}: named twice, name each once")
    if not found:
        raise InputError(f"features: these rules of {spec.name} have none")
    return tuple(found[name] for name in names or [*found][:1])


def rules_without(spec: GameSpec, rules: Rules, feature: Feature) -> Rules:
    """The same rules with a feature turned off."""
    return override(spec, rules, feature.off)


@dataclass(frozen=True)
class SummariseFeature:
    """Sums what a feature of the rules is worth; picklable."""

    plan: Plan
    name: str

    @property
    def feature(self) -> Feature:
        """The feature."""
        [feature] = find_features(self.plan.spec, self.plan.rules, [self.name])
        return feature

    def __call__(self, records: Records, trace: Any) -> Summary:
        """Sum a chunk of whole games."""
        feature = self.feature
        tallies, labels = {f"rule {self.name}": self._rule(records)}, {}
        for probe in feature.probes:
            name = f"{probe.question} {self.name}"
            tallies[name], labels[name] = self._probe(probe, records, trace)
        return Summary(records.games, records.rounds, tallies, labels)

    def _rule(self, records: Records) -> Tally:
        """By block, COUNTS of the games with the rule, then of those without."""
        plan = self.plan
        without = plan.spec.simulate(
            rules_without(plan.spec, plan.rules, self.feature),
            plan.strategies,
            plan.seed,
            records.start,
            records.games,
        )
        both = [*self._counts(records), *self._counts(without)]
        return by_block(records.start, both)

    def _counts(self, records: Records) -> Iterator[Numbers]:
        analyses, sides = self.plan.spec.analyses, played(self.plan)
        game = records.game - records.start
        standing = records["total"][:, records.last].astype(float)
        yield np.ones(records.games)
        yield np.bincount(game) * sides.sum()
        bids = hasattr(analyses, "success")
        made = analyses.success(records) if bids else np.zeros((len(sides), records.rounds))
        yield np.bincount(game, made[sides].sum(axis=0))
        yield np.bincount(game, records["points"][sides].sum(axis=0))
        yield course.lead(standing if analyses.HIGHER_WINS else -standing)

    def _probe(self, probe: Probe, records: Records, trace: Any) -> tuple[Tally, tuple[str, ...]]:
        """The moments of what the probe takes away, by subject, and the subjects."""
        branches = branch(self.plan, records, probe.forks)
        lost = margins(records) - branch_margins(branches)
        cases = probe.cases(self.plan.rules, records, trace)
        whose = np.maximum(cases.side, 0)[:, None]
        value = np.take_along_axis(lost, whose, axis=1)[:, 0]
        tallies: list[Tally] = []
        subjects: tuple[str, ...] = ()
        for codes, labels in cases.groupings:
            code = np.where((cases.side < 0) | (codes < 0), -1, codes + len(subjects))
            tallies.append(sum_cells([code], records.game, [value]))
            subjects += labels
        return reduce(add, tallies), subjects


def feature_parts(plan: Plan, features: Sequence[Feature]) -> tuple[Summarise, ...]:
    """What sums all that :func:`features_table` needs."""
    parts: list[Summarise] = [SummariseFeature(plan, feature.name) for feature in features]
    if plan.spec.has("uses"):
        parts.append(SummariseUses(plan.spec, plan.rules))
    return tuple(parts)


def features_table(
    summary: Summary, plan: Plan, features: Sequence[Feature], level: float = LEVEL
) -> pd.DataFrame:
    """Return one row a feature, question and subject.

    ``n`` counts games for the question ``rule``, cards in hands for ``flag`` and ``exchange``.
    """
    names = ["feature", "question", "subject", "value", "low", "high", "unit", "n"]
    uses = uses_table(summary, level) if "uses" in summary.labels else pd.DataFrame(columns=names)
    parts = []
    for feature in features:
        rows = [
            *_rule_rows(summary, plan, feature, level),
            *_probe_rows(summary, plan, feature, level),
        ]
        parts += [pd.DataFrame(rows, columns=names), uses[uses["feature"] == feature.name]]
    return pd.concat(parts, ignore_index=True)


def _rule_rows(
    summary: Summary, plan: Plan, feature: Feature, level: float
) -> Iterator[tuple[Any, ...]]:
    """The rule on minus off; without bids nothing is said of their success."""
    blocks = summary.tallies[f"rule {feature.name}"].values
    games = blocks[:, COUNTS.index("games")]
    found = estimates.jackknife(_rule_differences, blocks, games, level)
    for (subject, unit), *bounds in zip(RULE.items(), *found, strict=True):
        if subject != "success" or hasattr(plan.spec.analyses, "success"):
            yield feature.name, "rule", subject, *bounds, unit, int(games.sum())


def _rule_differences(sums: Numbers) -> Numbers:
    """The differences of RULE, [..., subjects], from COUNTS with the rule and without."""
    arms = sums.reshape(*sums.shape[:-1], 2, len(COUNTS))
    games, rounds, made, points, lead = np.moveaxis(arms, -1, 0)
    rates = np.stack([made / rounds, points / rounds, lead / games], axis=-1)
    return np.asarray(rates[..., 0, :] - rates[..., 1, :])


def _probe_rows(
    summary: Summary, plan: Plan, feature: Feature, level: float
) -> Iterator[tuple[Any, ...]]:
    """What each probe takes away, in margin points of the side that has it."""
    for probe in feature.probes:
        name = f"{probe.question} {feature.name}"
        sums, keys = moments(summary, name), summary.tallies[name].keys[:, 0]
        found = estimates.mean(sums.ratio(1), level) / others(plan)
        for code, *bounds, n in zip(keys, *found, sums.totals[:, 0], strict=True):
            subject = summary.labels[name][code]
            yield feature.name, probe.question, subject, *bounds, POINTS, int(n)


def analyse_features(
    plan: Plan,
    names: Sequence[str] = (),
    *,
    command: str = "features",
    chunks: Iterable[Records] | None = None,
    **options: Any,
) -> Result:
    """Play a plan, or the ``chunks`` of it that were played once more, and analyse its features.

    ``names`` are those of features, by default the first that the rules have; ``command`` is what
    was asked; ``options`` are those of :func:`~analyser.analysis.result.analyse`. Raises InputError
    for a feature that the rules do not have.
    """
    features = find_features(plan.spec, plan.rules, names)
    table = partial(features_table, plan=plan, features=features)
    summarise = SummariseTrace(plan, feature_parts(plan, features))
    result = analyse("features", plan, summarise, table, chunks, **options)
    return replace(result, meta={**result.meta, "command": command})
