"""All that is worth something by a fork, but for features: one pass over the same games.

What a game is not asked (a function that its ``questions`` module does not have) is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pandas as pd

from analyser.analysis.appeals import SummariseAppeals, appeals_rows, appeals_table
from analyser.analysis.estimates import LEVEL
from analyser.analysis.forks import Row, questions_of
from analyser.analysis.lead import SummariseLead, lead_rows, lead_table
from analyser.analysis.menu import SummariseMenu, learn_best_bids, menu_rows, menu_table
from analyser.analysis.passes import SummarisePasses, passes_table
from analyser.analysis.regret import SummariseRegret, regret_rows, regret_table
from analyser.analysis.restricted import SummariseRestricted, restricted_rows, restricted_table
from analyser.analysis.sums import Summary
from analyser.analysis.traced import Summarise
from analyser.batch.plan import Plan

PARTS: Mapping[str, Callable[[Plan], Summarise]] = {
    "faces": SummariseAppeals,
    "leaders": SummariseLead,
    "passes": SummarisePasses,
    "decisions": SummariseRegret,
    "restrictions": SummariseRestricted,
}
"""What sums the answers, by the functions of ``questions`` that ask."""


def worth_parts(plan: Plan, **workers: Any) -> Iterator[Summarise]:
    """What sums all that the tables need; ``workers`` learn which bids are best, if any are."""
    questions = questions_of(plan.spec)
    if hasattr(questions, "menu"):
        yield SummariseMenu(plan, learn_best_bids(plan, **workers))
    for asked, part in PARTS.items():
        if hasattr(questions, asked):
            yield part(plan)


TABLES: Mapping[str, Callable[[Summary, Plan, float], pd.DataFrame]] = {
    "menu": menu_table,
    "appeals": appeals_table,
    "lead": lead_table,
    "passes": passes_table,
    "regret": regret_table,
    "restricted": restricted_table,
}
"""The tables by the names of the tallies that they are drawn from."""


def worth_tables(summary: Summary, plan: Plan, level: float = LEVEL) -> dict[str, pd.DataFrame]:
    """The tables by name, of what was summed; each function says what its columns are."""
    return {
        name: table(summary, plan, level)
        for name, table in TABLES.items()
        if name in summary.tallies
    }


def worth_rows(summary: Summary, plan: Plan, level: float = LEVEL) -> Iterator[Row]:
    """The rows of the balance table, of what was summed."""
    tables = worth_tables(summary, plan, level)
    if "menu" in tables:
        yield from menu_rows(summary, plan, level)
    for name, rows in (
        ("appeals", appeals_rows),
        ("lead", lead_rows),
        ("regret", regret_rows),
        ("restricted", restricted_rows),
    ):
        if name in tables:
            yield from rows(tables[name])
