"""All that is worth something by a fork, but for features: one pass over the same games."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from analyser.analysis.appeals import SummariseAppeals, appeals_rows, appeals_table
from analyser.analysis.estimates import LEVEL
from analyser.analysis.forks import Row
from analyser.analysis.lead import SummariseLead, lead_rows, lead_table
from analyser.analysis.menu import BestBids, SummariseMenu, menu_rows, menu_table
from analyser.analysis.regret import SummariseRegret, regret_rows, regret_table
from analyser.analysis.restricted import SummariseRestricted, restricted_rows, restricted_table
from analyser.analysis.sums import Summary
from analyser.analysis.traced import Summarise
from analyser.batch.plan import Plan


def worth_parts(plan: Plan, rule: BestBids) -> tuple[Summarise, ...]:
    """What sums all that the tables need; the ``rule`` is that of :func:`learn_best_bids`."""
    return (
        SummariseMenu(plan, rule),
        SummariseAppeals(plan),
        SummariseLead(plan),
        SummariseRegret(plan),
        SummariseRestricted(plan),
    )


def worth_tables(summary: Summary, plan: Plan, level: float = LEVEL) -> dict[str, pd.DataFrame]:
    """The tables by name; each function says what its columns are."""
    return {
        "menu": menu_table(summary, plan, level),
        "appeals": appeals_table(summary, plan, level),
        "lead": lead_table(summary, plan, level),
        "regret": regret_table(summary, plan, level),
        "restricted": restricted_table(summary, plan, level),
    }


def worth_rows(summary: Summary, plan: Plan, level: float = LEVEL) -> Iterator[Row]:
    """The rows of the balance table."""
    tables = worth_tables(summary, plan, level)
    yield from menu_rows(summary, plan, level)
    yield from appeals_rows(tables["appeals"])
    yield from lead_rows(tables["lead"])
    yield from regret_rows(tables["regret"])
    yield from restricted_rows(tables["restricted"])
