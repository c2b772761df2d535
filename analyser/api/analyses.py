"""The analyses: each plays a batch of its own, or reads a run directory."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from analyser.api.plans import (
    REPORT_GAMES,
    Progress,
    Setup,
    checkpoint,
    counter,
    expect,
    make_plan,
    opened,
)

if TYPE_CHECKING:
    from analyser.analysis.result import Result


def bids(
    game: str,
    *,
    by: str | Sequence[str] = "bid",
    jobs: int | None = None,
    dask: str | None = None,
    from_: str | Path | None = None,
    progress: Progress | None = None,
    **setup: Unpack[Setup],
) -> Result:
    """Return what became of the bids: success, points and margin by the groupings ``by``.

    Plays a batch, or reads the finished run directory ``from_``; what is said of the games beside
    it must be true of it.
    """
    from analyser.analysis.bids import analyse_bids

    expect("by", by, str | Sequence, "groupings like trump,bid")
    groupings = [name.strip() for name in by.split(",")] if isinstance(by, str) else list(by)
    with (
        opened(game, setup, from_) as (plan, chunks),
        checkpoint(plan, f"bids {groupings}") as kept,
    ):
        return analyse_bids(
            plan,
            groupings,
            chunks=chunks,
            checkpoint=kept,
            jobs=jobs,
            dask=dask,
            progress=counter(progress, plan),
        )


def balance(
    game: str,
    *,
    jobs: int | None = None,
    dask: str | None = None,
    from_: str | Path | None = None,
    progress: Progress | None = None,
    **setup: Unpack[Setup],
) -> Result:
    """Return who wins, by how much, from where, and how the games turn.

    Plays a batch, or reads the finished run directory ``from_``, as :func:`bids` does.
    """
    from analyser.analysis.balance import analyse_balance

    with opened(game, setup, from_) as (plan, chunks), checkpoint(plan, "balance") as kept:
        return analyse_balance(
            plan,
            chunks=chunks,
            checkpoint=kept,
            jobs=jobs,
            dask=dask,
            progress=counter(progress, plan),
        )


def report(
    game: str,
    *,
    out: str | Path | None = None,
    jobs: int | None = None,
    dask: str | None = None,
    progress: Progress | None = None,
    **setup: Unpack[Setup],
) -> Path:
    """Play a batch, write its report into the folder ``out`` and return that folder.

    ``out`` is ``reports/out/NAME`` if left out; an earlier report there is replaced as a whole.
    """
    from analyser.report.render import write_report

    plan = make_plan(game, **setup, default_games=REPORT_GAMES)
    name = plan.spec.name
    if plan.rules.variant != "standard":
        name += f"-{plan.rules.variant}"
    folder = Path("reports", "out", name) if out is None else Path(out)
    with checkpoint(plan, "report") as kept:
        return write_report(
            plan,
            folder,
            checkpoint=kept,
            jobs=jobs,
            dask=dask,
            progress=counter(progress, plan),
        )
