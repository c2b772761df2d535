"""What is measured on the first games of a batch only: each of them is played many times over.

Their trace is read, their rounds are branched, their cards are played by others or with other
luck, and their standings are continued. Which of this there is depends on what the game offers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pandas as pd

from analyser.analysis.choice import (
    SECONDS,
    SummariseChoice,
    choice_rows,
    dead_table,
    decisions_table,
)
from analyser.analysis.estimates import LEVEL
from analyser.analysis.forks import FORKED, Row, metric_rows, questions_of
from analyser.analysis.kingmaking import KINGMAKING, SummariseKingmaking, kingmaking
from analyser.analysis.luck import (
    CHANCE,
    SummariseChance,
    SummariseDeals,
    chance_share,
    deal_share,
)
from analyser.analysis.prospects import CONTINUED, SummariseProspects, course_table, drama
from analyser.analysis.skill import SummariseSkill, rungs, skill_depth, skill_table
from analyser.analysis.sums import Summary
from analyser.analysis.together import Part
from analyser.analysis.traced import SummariseTrace
from analyser.analysis.worths import worth_parts, worth_rows, worth_tables
from analyser.batch.plan import Plan
from analyser.core.spec import GameSpec

SAMPLED = frozenset(
    {
        "lead_effect",
        "lead_win_effect",
        "decisiveness",
        "drama",
        "dead_share",
        "skill_depth",
        "games_to_tell",
        "chance_share",
        "deal_share",
        "kingmaking",
        "bid_menu",
        "bid_best",
        "bid_menu_spread",
        "bid_best_margin",
        "bid_menu_size",
        "appeal_value",
        "appeal_success",
        "appeal_break_even",
        "restricted_play",
        "forced_turns",
        "legal_actions",
        "regret",
        "decisions",
        "duration",
    }
)
"""The balance metrics that are measured so."""

FORKS = "forks"
"""The part that reads traces and branches."""

Parts = Mapping[str, Summary]
"""The sums of what :func:`traced_parts` and :func:`sampled_parts` name."""


def traced_parts(plan: Plan) -> dict[str, Part]:
    """What is read from the trace of games that were played, as far as the game has one."""
    if not plan.spec.has("choices"):
        return {}
    choice = SummariseChoice(plan.spec, plan.rules)
    return {"choice": Part(SummariseTrace(plan, (choice,)), FORKED)}


def sampled_parts(plan: Plan, games: int, **workers: Any) -> dict[str, Part]:
    """What needs more play: that of the first ``games`` games, as far as the game can be so played.

    Where there are bids, first learns which is the best; ``workers`` are ``jobs`` and ``dask``.
    """
    spec, rules = plan.spec, plan.rules
    parts = {"deals": Part(SummariseDeals(plan), games)}
    if len(rungs(spec)) > 1:
        parts["skill"] = Part(SummariseSkill(plan), games)
    if can_resume(spec):
        parts["prospects"] = Part(SummariseProspects(plan), min(games, CONTINUED))
    if spec.has("questions"):
        questions = questions_of(spec)
        summarise = [*worth_parts(plan, **workers)]
        if hasattr(questions, "menu") and set(plan.strategies) != {rungs(spec)[0]}:
            summarise.append(SummariseChance(plan, questions.menu(rules)))
        if hasattr(questions, "late") and len(spec.sides(rules)) > 2:
            summarise.append(SummariseKingmaking(plan, questions.late(rules)))
        parts[FORKS] = Part(SummariseTrace(plan, tuple(summarise)), games)
    return parts


def sampled_rows(
    parts: Parts, plan: Plan, seconds: float = SECONDS, level: float = LEVEL
) -> Iterator[Row]:
    """The balance metrics of those parts that there are; a decision takes so many ``seconds``.

    What these rules leave undefined is left out, such as drama in games of a single round.
    """
    rows = _measured(parts, plan, seconds, level)
    return (row for row in rows if not np.isnan(row[2].value))


def _measured(parts: Parts, plan: Plan, seconds: float, level: float) -> Iterator[Row]:
    if prospects := parts.get("prospects"):
        course = course_table(prospects, level)
        yield from metric_rows(course, {"decisiveness": "value"}, "round")
        yield "drama", None, drama(prospects, level), prospects.games
    if skill := parts.get("skill"):
        yield "skill_depth", None, skill_depth(skill, plan, level), skill.games
        yield from metric_rows(skill_table(skill, plan, level), {"games_to_tell": "n90"}, "a")
    if deals := parts.get("deals"):
        yield "deal_share", None, deal_share(deals, level), deals.games
    if choice := parts.get("choice"):
        yield from choice_rows(choice, seconds, level)
    if forks := parts.get(FORKS):
        yield from worth_rows(forks, plan, level)
        for metric, estimate in ((CHANCE, chance_share), (KINGMAKING, kingmaking)):
            if metric in forks.tallies:
                yield metric, None, estimate(forks, level), forks.games


def sampled_tables(parts: Parts, plan: Plan, level: float = LEVEL) -> dict[str, pd.DataFrame]:
    """The tables of those parts that there are, by name (docs/formats.md)."""
    tables = {}
    if prospects := parts.get("prospects"):
        tables["course"] = course_table(prospects, level)
    if skill := parts.get("skill"):
        tables["skill"] = skill_table(skill, plan, level)
    if choice := parts.get("choice"):
        if "cards" in choice.tallies:
            tables["dead"] = dead_table(choice, level)
        tables["decisions"] = decisions_table(choice, level)
    if forks := parts.get(FORKS):
        tables |= worth_tables(forks, plan, level)
    if {"regret", "decisions"} <= set(tables):
        regret = tables.pop("regret").dropna(subset="at")
        regret["at"] = regret["at"].astype(int)
        tables["decisions"] = tables["decisions"].merge(regret, how="left", on=["phase", "at"])
    return tables


def can_resume(spec: GameSpec) -> bool:
    """Whether games can be played on from a standing."""
    player = "simulate" if spec.has("simulate") else "play"
    return spec.has(player) and hasattr(spec.module(player), "resume")
