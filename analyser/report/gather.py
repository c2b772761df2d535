"""Playing what a report rests on, and drawing all of its tables from it.

Each number of players is one batch, played once. Most tables count all of its games; what takes
more (traces, branches, replays) is about the first ones, as many as the definition says.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Any, NamedTuple, TypeVar

import msgspec
import pandas as pd

from analyser.analysis.appeals import SummariseAppeals
from analyser.analysis.balance import (
    SummariseBalance,
    balance_rows,
    lengths_table,
    rows_table,
)
from analyser.analysis.bids import SummariseBids, bids_table
from analyser.analysis.bounds import SummariseBounds, bounds_table, turned_table
from analyser.analysis.bystander import SummariseBystander, bystander, bystander_table
from analyser.analysis.cards import SummariseCards, cards_table
from analyser.analysis.choice import SummariseChoice
from analyser.analysis.draws import SummariseDraws, draws_table
from analyser.analysis.estimates import MIN_CLUSTERS
from analyser.analysis.features import feature_parts, features_of, features_table
from analyser.analysis.kingmaking import SummariseKingmaking
from analyser.analysis.menu import SummariseMenu
from analyser.analysis.rounds import SummariseRounds, demand_table, tiers_table
from analyser.analysis.sampled import FORKS, sampled_parts, sampled_rows, sampled_tables
from analyser.analysis.skill import rungs
from analyser.analysis.studies import SummariseStudy, studies_of, studies_table
from analyser.analysis.sums import Summary
from analyser.analysis.together import Part, Summaries, SummariseTogether
from analyser.analysis.traced import Summarise, SummariseTrace
from analyser.batch.checkpoint import Checkpoint
from analyser.batch.plan import Plan
from analyser.batch.runner import Summary as Summable
from analyser.batch.runner import run
from analyser.core.certificates import certificates
from analyser.core.records import Records
from analyser.core.rules import load_rules
from analyser.core.studies import Study
from analyser.report import shares
from analyser.report.changes import SLICES, SummariseSlices, answers, differences
from analyser.report.definition import Definition, Sizes
from analyser.report.evidence import Evidence
from analyser.report.findings import measured

S = TypeVar("S", bound=Summable)

BIDS = {
    "bids": ("bid",),
    "bids_by_trump": ("trump", "bid"),
    "bids_by_appeals": ("appeals", "bid"),
    "bids_by_position": ("position",),
}
"""Tables of bids and their groupings; those that a game does not have are left out."""

INNER = {"rounds", "cards", "deals", "bids_beginner", *BIDS} - {"bids"}
"""Parts on which nothing of page one rests."""

FRONT = (SummariseMenu, SummariseAppeals, SummariseKingmaking)
"""Of the forks, those on which something of it does."""

Progress = Callable[[int, int], object]
"""Called with the numbers of games that are finished, and that there are."""

Checkpoints = Callable[[Plan, str], Checkpoint]
"""Gives the checkpoint of a part of the report."""


@dataclass(frozen=True)
class SummariseBeginners:
    """Sums the bids of the lowest rung of the ladder, which plays the same deals; picklable."""

    plan: Plan

    def __call__(self, records: Records) -> Summary:
        """Sum a chunk of whole games, whoever played them there."""
        lowest = (rungs(self.plan.spec)[0],) * len(self.plan.strategies)
        played = replace(self.plan, strategies=lowest).play(records.start, records.games)
        return SummariseBids(self.plan.spec, self.plan.rules)(played)


def gather(
    definition: Definition,
    *,
    checkpoints: Checkpoints | None = None,
    progress: Progress | None = None,
    **run_options: Any,
) -> tuple[Evidence, ...]:
    """Play what is defined and return what its report rests on, one for each number of players.

    ``run_options`` are those of :func:`analyser.batch.runner.run` that are left.
    """
    plans = definition.plans()
    player = _Player(_games(definition, plans), checkpoints, progress, run_options)
    return tuple(_gather(definition, plan, player) for plan in plans)


def _games(definition: Definition, plans: Sequence[Plan]) -> int:
    """How many games are played in all."""
    compared = chain(*(_comparisons(definition, plan) for plan in plans))
    arms = (comparison.arms.values() for comparison in compared)
    return sum(plan.games for plan in (*plans, *chain(*arms)))


@dataclass
class _Player:
    """Plays one batch after the other, and tells how many of all games are finished."""

    total: int
    checkpoints: Checkpoints | None
    progress: Progress | None
    run_options: Mapping[str, Any]
    done: int = 0

    @property
    def workers(self) -> dict[str, Any]:
        """Who plays: ``jobs`` and ``dask``."""
        return {name: self.run_options.get(name) for name in ("jobs", "dask")}

    def play(self, plan: Plan, name: str, summarise: Callable[[Records], S], **options: Any) -> S:
        """Play a plan and sum it; `name` says what is summed."""
        options = {**self.run_options, **options}
        if self.progress:
            options["progress"] = self._tell
        if self.checkpoints:
            options["checkpoint"] = self.checkpoints(plan, f"report {name}")
        total: S = run(plan, summarise, **options)
        self.done += plan.games
        return total

    def _tell(self, games: int) -> None:
        assert self.progress
        self.progress(self.done + games, self.total)


def _gather(definition: Definition, plan: Plan, player: _Player) -> Evidence:
    parts = parts_of(plan, definition.sizes, **player.workers)
    name = json.dumps([msgspec.to_builtins(definition.sizes), *parts])
    evidence = _evidence(definition, plan, player.play(plan, name, SummariseTogether(parts)))
    compared = _compare(definition, plan, player)
    return replace(evidence, tables={**evidence.tables, **compared})


def _evidence(definition: Definition, plan: Plan, sums: Summaries) -> Evidence:
    return Evidence(
        spec=plan.spec,
        meta={
            "command": "report",
            **plan.describe(),
            "games": sums.games,
            "rounds": sums.rounds,
            "definition": definition.describe(),
        },
        sides=plan.spec.sides(plan.rules),
        example=shlex.join(["analyser", "replay", *_arguments(plan), "--game", "0"]),
        tables=tables_of(sums.parts, plan, definition.decision_seconds),
        negligible=definition.limits,
        pages=tuple(definition.pages),
        certificate=certificates(plan.spec).get(plan.rules.digest),
        studies=studies_of(plan.spec, plan.rules),
    )


class _Comparison(NamedTuple):
    """The same games in several arms, by label; the first, as planned, is what others are beside.

    ``closely`` says whether they are also looked at move by move and played again. What comes of
    it is for the table of that name, whose rows have their label in ``column``.
    """

    table: str
    column: str
    arms: Mapping[str, Plan]
    closely: bool

    @property
    def size(self) -> int:
        """Games in each slice."""
        return next(iter(self.arms.values())).games // SLICES


def _comparisons(definition: Definition, plan: Plan) -> Iterator[_Comparison]:
    """What is held against the plan: changes of the rules, and other competent strategies."""
    others = _competent(plan)
    quick = {s: other for s, other in others.items() if _fast(plan) and _fast(other)}
    slow = {s: other for s, other in others.items() if s not in quick}
    sizes = definition.sizes
    for table, column, arms, most, closely in (
        ("changes", "change", definition.changed(plan), sizes.changes, True),
        ("competent", "strategy", quick, sizes.competent, True),
        ("competent", "strategy", slow, sizes.searched, False),
    ):
        games = min(plan.games, most) // SLICES * SLICES
        if arms and games >= SLICES * MIN_CLUSTERS:
            every = {"": plan, **arms}
            same = {label: replace(arm, games=games) for label, arm in every.items()}
            yield _Comparison(table, column, same, closely)


def _competent(plan: Plan) -> dict[str, Plan]:
    """The same games played by each other competent strategy; none if the table is mixed."""
    certificate = certificates(plan.spec).get(plan.rules.digest)
    if certificate is None or len({*plan.strategies}) > 1:
        return {}
    others = (text for text in certificate.competents if text != plan.strategies[0])
    return {text: replace(plan, strategies=(text,)) for text in others}


def _fast(plan: Plan) -> bool:
    return all(plan.spec.strategy(text).fast for text in plan.strategies)


def _compare(definition: Definition, plan: Plan, player: _Player) -> dict[str, pd.DataFrame]:
    """The tables ``changes`` and ``competent``: how answers of page one differ from the plan's.

    Where there are bids, ``bids_competent`` has those of the other competent strategies.
    """
    found: dict[str, list[pd.DataFrame]] = {}
    for comparison in _comparisons(definition, plan):
        before = None
        for label, arm in comparison.arms.items():
            games = arm.games if comparison.closely else 0
            sizes = Sizes(moves=games, forks=games, bounds=0, changes=0, competent=0, searched=0)
            parts = _front(parts_of(arm, sizes, **player.workers))
            summarise = SummariseSlices(SummariseTogether(parts), comparison.size)
            name = f"slices of {comparison.size}, closely {comparison.closely}"
            sums = player.play(arm, name, summarise, chunk=comparison.size)
            after = answers(partial(_measured, definition, arm, comparison.column, label), sums)
            if before is None:
                before = after
                continue
            found.setdefault(comparison.table, []).append(differences(before, after))
            if comparison.column == "strategy" and "bids" in parts:
                bids = bids_table(sums.whole.parts["bids"], len(arm.spec.sides(arm.rules)))
                bids.insert(0, "strategy", label)
                found.setdefault("bids_competent", []).append(bids)
    return {table: pd.concat(rows, ignore_index=True) for table, rows in found.items()}


def _front(parts: Mapping[str, Part]) -> dict[str, Part]:
    """Those parts that something of page one rests on."""
    front = {
        name: part
        for name, part in parts.items()
        if name not in INNER and not isinstance(part.summarise, SummariseStudy)
    }
    if FORKS in front:
        forks = front[FORKS].summarise
        assert isinstance(forks, SummariseTrace)
        kept = tuple(part for part in forks.parts if isinstance(part, FRONT))
        front[FORKS] = replace(front[FORKS], summarise=replace(forks, parts=kept))
        if not kept:
            del front[FORKS]
    return front


def _measured(
    definition: Definition, arm: Plan, column: str, label: str, sums: Summaries
) -> pd.DataFrame:
    """What page one says in an arm, which a column names."""
    rows = measured(_evidence(definition, arm, sums))
    rows.insert(0, column, label)
    return rows


def parts_of(plan: Plan, sizes: Sizes, **workers: Any) -> dict[str, Part]:
    """All that is summed, as far as the game has it; ``workers`` are ``jobs`` and ``dask``."""
    spec, rules = plan.spec, plan.rules
    parts: dict[str, Part] = {"balance": Part(SummariseBalance(spec, rules))}
    if hasattr(spec.analyses, "success"):
        parts["shares"] = Part(shares.SummariseShares(spec, rules, "bid"))
        parts["rounds"] = Part(SummariseRounds(spec, rules))
        for table, by in BIDS.items():
            if set(by) <= set(spec.analyses.GROUPINGS):
                parts[table] = Part(SummariseBids(spec, rules, by))
        if bystander(spec, rules) is not None:
            parts["bystander"] = Part(SummariseBystander(spec, rules))
        if sizes.moves:
            parts["bids_beginner"] = Part(SummariseBeginners(plan), sizes.moves)
    if sizes.moves and spec.has("cards"):
        cards: list[Summarise] = [SummariseCards(spec, rules)]
        if spec.module("cards").ACTIONS:
            cards.append(SummariseDraws(spec, rules))
        parts["cards"] = Part(SummariseTrace(plan, tuple(cards)), sizes.moves)
    if sizes.moves and spec.has("choices"):
        choice = SummariseChoice(spec, rules)
        parts["choice"] = Part(SummariseTrace(plan, (choice,)), sizes.moves)
    if sizes.forks:
        parts |= sampled_parts(plan, sizes.forks, **workers)
        if spec.has("questions") and (features := features_of(spec, rules)):
            summarise = SummariseTrace(plan, feature_parts(plan, features))
            parts["features"] = Part(summarise, sizes.forks)
    if sizes.bounds and spec.has("bounds"):
        parts["bounds"] = Part(SummariseBounds(plan), sizes.bounds)
    for study in studies_of(spec, rules):
        for size in study.tallies:
            if games := getattr(sizes, size):
                name = _study_part(study, size)
                parts[name] = Part(SummariseStudy(plan, study.name, size), games)
    return parts


def _study_part(study: Study, size: str) -> str:
    """What the part of a study on samples of a size is called."""
    return f"study {study.name}, {size}"


def tables_of(
    sums: Mapping[str, Summary], plan: Plan, decision_seconds: float
) -> dict[str, pd.DataFrame]:
    """Every table of :func:`parts_of` those parts."""
    sides = plan.spec.sides(plan.rules)
    tables = {
        name: bids_table(sums[name], len(sides))
        for name in (*BIDS, "bids_beginner")
        if name in sums
    }
    if "bids" in tables:
        tables["bids"] = tables["bids"].merge(shares.shares_table(sums["shares"]), how="left")
    if "rounds" in sums:
        tables["demand"] = demand_table(sums["rounds"])
        tables["tiers"] = tiers_table(sums["rounds"])
    if len(lengths := lengths_table(sums["balance"])) > 1:
        tables["lengths"] = lengths
    whole = balance_rows(sums["balance"], sides)
    tables["balance"] = rows_table([*whole, *sampled_rows(sums, plan, decision_seconds)])
    tables["leads"] = _leads(sums["balance"])
    if "bystander" in sums:
        label = sides[bystander(plan.spec, plan.rules) or 0]
        tables[label] = bystander_table(sums["bystander"])
    if "cards" in sums:
        tables["cards"] = cards_table(sums["cards"], len(sides))
        if "draws" in sums["cards"].tallies:
            tables["draws"] = draws_table(sums["cards"])
    if "features" in sums:
        tables["features"] = features_table(
            sums["features"], plan, features_of(plan.spec, plan.rules)
        )
    if "bounds" in sums:
        tables["bounds"] = bounds_table(sums["bounds"])
        if sums["bounds"].labels["without"]:
            tables["bounds_features"] = turned_table(sums["bounds"])
    studies = studies_of(plan.spec, plan.rules)
    parts = {s.name: [_study_part(s, size) for size in s.tallies] for s in studies}
    found = {study: [sums[p] for p in names if p in sums] for study, names in parts.items()}
    if any(found.values()):
        tables["studies"] = studies_table(studies, found)
    return tables | sampled_tables(sums, plan)


def _leads(balance: Summary) -> pd.DataFrame:
    """How many games the winner won by how many points."""
    tally = balance.tallies["leads"]
    return pd.DataFrame({"lead": tally.keys[:, 0], "games": tally.values[:, 0]})


def _arguments(plan: Plan) -> list[str]:
    """The command line that means this plan, whatever file its rules were read from."""
    shipped = plan.rules.variant in plan.spec.variants()
    variant = plan.rules.variant if shipped else "standard"
    ground = load_rules(plan.spec, variant, plan.rules.players).flat
    title = plan.spec.name if variant == "standard" else f"{plan.spec.name}:{variant}"
    same = len(set(plan.strategies)) == 1
    words = [title, "--players", str(plan.rules.players)]
    words += ["--strategy", plan.strategies[0] if same else ",".join(plan.strategies)]
    for key, value in plan.rules.flat.items():
        if ground[key] != value:
            words += ["--set", f"{key}={json.dumps(value)}"]
    return [*words, "--seed", str(plan.seed)]
