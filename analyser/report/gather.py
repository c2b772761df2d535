"""Playing the one batch that a report rests on, and drawing all of its tables from it."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

from analyser.analysis.balance import SummariseBalance, balance_table
from analyser.analysis.bids import SummariseBids, bids_table
from analyser.analysis.sums import Summary
from analyser.batch.plan import Plan
from analyser.batch.runner import run
from analyser.core.records import Records
from analyser.core.rules import load_rules
from analyser.report import shares
from analyser.report.definition import Definition
from analyser.report.evidence import Evidence

BIDS = {
    "bids": ("bid",),
    "bids_by_trump": ("trump", "bid"),
    "bids_by_appeals": ("appeals", "bid"),
    "bids_by_position": ("position",),
}
"""Tables of bids and their groupings; those that a game does not have are left out."""


@dataclass(frozen=True)
class Summaries:
    """Summaries of the same games, by name; they add up one by one."""

    parts: Mapping[str, Summary]

    def __add__(self, other: Summaries) -> Summaries:
        return Summaries({name: part + other.parts[name] for name, part in self.parts.items()})


@dataclass(frozen=True)
class SummariseAll:
    """Several analyses of the same records, so that each game is played once; picklable."""

    parts: Mapping[str, Callable[[Records], Summary]]

    def __call__(self, records: Records) -> Summaries:
        """Sum a chunk of whole games in every way."""
        return Summaries({name: summarise(records) for name, summarise in self.parts.items()})


def gather(definition: Definition, command: str, **run_options: Any) -> Evidence:
    """Play what is defined and return what its report rests on; ``command`` rebuilds it.

    ``run_options`` are those of :func:`analyser.batch.runner.run`.
    """
    plan, *_ = definition.plans()
    spec, rules, sides = plan.spec, plan.rules, plan.spec.sides(plan.rules)
    parts: dict[str, Callable[[Records], Summary]] = {"balance": SummariseBalance(spec, rules)}
    if hasattr(spec.analyses, "success"):
        parts["shares"] = shares.SummariseShares(spec, rules, "bid")
        parts |= {
            table: SummariseBids(spec, rules, by)
            for table, by in BIDS.items()
            if set(by) <= set(spec.analyses.GROUPINGS)
        }
    sums = run(plan, SummariseAll(parts), **run_options).parts
    tables = {name: bids_table(sums[name], len(sides)) for name in BIDS if name in sums}
    if "bids" in tables:
        tables["bids"] = tables["bids"].merge(shares.shares_table(sums["shares"]), how="left")
    tables["balance"] = balance_table(sums["balance"], sides)
    tables["leads"] = _leads(sums["balance"])
    return Evidence(
        spec=spec,
        meta={
            "command": "report",
            **plan.describe(),
            "rounds": sums["balance"].rounds,
            "definition": definition.describe(),
        },
        sides=sides,
        command=command,
        example=shlex.join(["analyser", "replay", *_arguments(plan), "--game", "0"]),
        tables=tables,
        negligible=definition.limits,
        pages=tuple(definition.pages),
    )


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
