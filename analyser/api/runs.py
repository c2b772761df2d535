"""Run directories: listed, played to their end, exported."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from analyser.api.plans import Progress, counter

if TYPE_CHECKING:
    from analyser.analysis.result import Result
    from analyser.batch.plan import Plan


def runs_list(folder: str | Path = ".") -> Result:
    """Return the run directories in a folder, one row each.

    ``run`` is the directory, ``state`` finished, unfinished, in use or damaged, ``done`` how many
    of its ``games`` are finished; then come game, variant, players, strategies and seed, null
    where the directory cannot be read.
    """
    import pandas as pd

    from analyser.analysis.result import Result
    from analyser.batch.plan import package_version
    from analyser.batch.rundir import list_runs

    described = ["game", "variant", "players", "strategies", "seed"]
    rows = []
    for status in list_runs(Path(folder)):
        description = status.description or {}
        rows.append(
            [str(status.folder), status.state, status.done, status.games]
            + [description.get(name) for name in described]
        )
    columns = ["run", "state", "done", "games", *described]
    return Result(
        pd.DataFrame(rows, columns=columns, dtype=object),
        {"command": "runs list", "version": package_version()},
    )


def runs_resume(
    folder: str | Path,
    *,
    jobs: int | None = None,
    dask: str | None = None,
    progress: Progress | None = None,
) -> Result:
    """Play what is missing in a run directory and return a row like :func:`simulate`'s.

    Raises InputError if another version began it, whose games might differ.
    """
    from analyser.batch.plan import package_version
    from analyser.batch.rundir import load_run

    with load_run(Path(folder)) as run:
        plan = run.plan if run.finished else replace(run.plan, version=package_version())
    return play_run(plan, Path(folder), None, jobs=jobs, dask=dask, progress=progress)


def runs_export(folder: str | Path, *, records: str | Path | None = None) -> Path:
    """Write the records of a finished run to a file (.csv or .parquet) and return its path.

    If left out, the file is ``records.csv`` in the run directory.
    """
    from analyser.batch.export import export_records
    from analyser.batch.rundir import load_run

    path = Path(folder, "records.csv") if records is None else Path(records)
    with load_run(Path(folder)) as run:
        export_records(run.chunks(), path)
    return path


def play_run(
    plan: Plan,
    folder: Path,
    records: str | Path | None,
    *,
    jobs: int | None,
    dask: str | None,
    progress: Progress | None,
) -> Result:
    """Bring the run in a folder to its end, and export it if asked to."""
    import pandas as pd

    from analyser.analysis.result import Result
    from analyser.batch.export import check_target, export_records
    from analyser.batch.rundir import open_run

    if records is not None:
        check_target(Path(records))
    with open_run(folder, plan) as run:
        before = run.done
        if not run.finished:
            run.play(jobs=jobs, dask=dask, progress=counter(progress, plan))
        if records is not None:
            export_records(run.chunks(), Path(records))
    row = {
        "out": str(folder),
        "records": None if records is None else str(records),
        "games": plan.games,
        "played": plan.games - before,
    }
    return Result(pd.DataFrame([row], dtype=object), {"command": "simulate", **plan.describe()})
