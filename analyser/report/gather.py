"""Playing what a report rests on, and drawing all of its tables from it.

Each number of players is one batch, played once. Most tables count all of its games; what takes
more (traces, branches, replays) is about the first ones, as many as the definition says.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Any, TypeVar

import msgspec
import pandas as pd

from analyser.analysis.appeals import SummariseAppeals
from analyser.analysis.balance import SummariseBalance, balance_rows, rows_table
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
from analyser.analysis.rounds import SummariseRounds, demand_table, lengths_table, tiers_table
from analyser.analysis.sampled import FORKS, sampled_parts, sampled_rows, sampled_tables
from analyser.analysis.skill import rungs
from analyser.analysis.sums import Summary
from analyser.analysis.together import Part, Summaries, SummariseTogether
from analyser.analysis.traced import SummariseTrace
from analyser.batch.checkpoint import Checkpoint
from analyser.batch.plan import Plan
from analyser.batch.runner import Summary as Summable
from analyser.batch.runner import run
from analyser.core.records import Records
from analyser.core.rules import load_rules
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
    arms = (_arms(definition, plan).values() for plan in plans)
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
    changes = _changes(definition, plan, player)
    return replace(evidence, tables={**evidence.tables, **changes})


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
    )


def _arms(definition: Definition, plan: Plan) -> dict[str, Plan]:
    """The plan as it is, under no name, and under each change, all of so many games."""
    changed = definition.changed(plan)
    games = min(plan.games, definition.sizes.changes) // SLICES * SLICES
    if not changed or games < SLICES * MIN_CLUSTERS:
        return {}
    return {name: replace(arm, games=games) for name, arm in {"": plan, **changed}.items()}


def _changes(definition: Definition, plan: Plan, player: _Player) -> dict[str, pd.DataFrame]:
    """The table ``changes``: what each change does to the answers of page one."""
    before, tables = None, []
    for name, arm in _arms(definition, plan).items():
        size = arm.games // SLICES
        sizes = Sizes(moves=arm.games, forks=arm.games, bounds=0, changes=0)
        parts = parts_of(arm, sizes, **player.workers)
        summarise = SummariseSlices(SummariseTogether(_front(parts)), size)
        sums = player.play(arm, f"slices of {size}", summarise, chunk=size)
        found = answers(partial(_measured, definition, arm, name), sums)
        if before is None:
            before = found
        else:
            tables.append(differences(before, found))
    return {"changes": pd.concat(tables, ignore_index=True)} if tables else {}


def _front(parts: Mapping[str, Part]) -> dict[str, Part]:
    """Those parts that something of page one rests on."""
    front = {name: part for name, part in parts.items() if name not in INNER}
    if FORKS in front:
        forks = front[FORKS].summarise
        assert isinstance(forks, SummariseTrace)
        kept = tuple(part for part in forks.parts if isinstance(part, FRONT))
        front[FORKS] = replace(front[FORKS], summarise=replace(forks, parts=kept))
    return front


def _measured(definition: Definition, arm: Plan, name: str, sums: Summaries) -> pd.DataFrame:
    """What page one says under a change."""
    return measured(_evidence(definition, arm, sums), name)


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
        cards = SummariseCards(spec, rules), SummariseDraws(spec, rules)
        parts["cards"] = Part(SummariseTrace(plan, cards), sizes.moves)
        choice = SummariseChoice(spec, rules)
        parts["choice"] = Part(SummariseTrace(plan, (choice,)), sizes.moves)
    if sizes.forks:
        parts |= sampled_parts(plan, sizes.forks, **workers)
        if spec.has("questions") and (features := features_of(spec, rules)):
            summarise = SummariseTrace(plan, feature_parts(plan, features))
            parts["features"] = Part(summarise, sizes.forks)
    if sizes.bounds and spec.has("bounds"):
        parts["bounds"] = Part(SummariseBounds(plan), sizes.bounds)
    return parts


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
        if len(lengths := lengths_table(sums["rounds"])) > 1:
            tables["lengths"] = lengths
    whole = balance_rows(sums["balance"], sides)
    tables["balance"] = rows_table([*whole, *sampled_rows(sums, plan, decision_seconds)])
    tables["leads"] = _leads(sums["balance"])
    if "bystander" in sums:
        label = sides[bystander(plan.spec, plan.rules) or 0]
        tables[label] = bystander_table(sums["bystander"])
    if "cards" in sums:
        tables["cards"] = cards_table(sums["cards"], len(sides))
        tables["draws"] = draws_table(sums["cards"])
    if "features" in sums:
        tables["features"] = features_table(
            sums["features"], plan, features_of(plan.spec, plan.rules)
        )
    if "bounds" in sums:
        tables["bounds"] = bounds_table(sums["bounds"])
        if sums["bounds"].labels["without"]:
            tables["bounds_features"] = turned_table(sums["bounds"])
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
