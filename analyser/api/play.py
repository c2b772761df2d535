"""Games played: one by one as transcripts, or by the batch as records."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, SupportsIndex, Unpack

from analyser.api.plans import Progress, Setup, counter, expect, make_plan
from analyser.api.runs import play_run
from analyser.core.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

    from analyser.analysis.result import Result


def replay(
    title: str,
    /,
    *,
    game: int = 0,
    count: int | None = None,
    where: str | None = None,
    **setup: Unpack[Setup],
) -> dict[str, Any] | list[dict[str, Any]]:
    """Return the transcript of one game of a seeded batch, or a list of ``count`` of them.

    ``game`` is the index of the first one, from 0. With ``where``, a condition on the rows of
    the records such as ``"bid == 0 and accepted >= 3"``, they are the first games from there on
    that have such a row, looked for up to the end of the batch: perhaps fewer than ``count``.
    Raises InputError if one game is asked for and none has such a row.
    """
    found = replays(title, game=game, count=1 if count is None else count, where=where, **setup)
    if count is not None:
        return list(found)
    for transcript in found:
        return transcript
    raise InputError(f"where = {where!r}: no game from {game} on has such a round")


def replays(
    title: str,
    /,
    *,
    game: int = 0,
    count: int = 1,
    where: str | None = None,
    **setup: Unpack[Setup],
) -> Iterator[dict[str, Any]]:
    """Yield the transcripts that :func:`replay` returns, each played when it is asked for."""
    from analyser.batch.condition import condition, matching_games

    for name, value, least in (("game", game, 0), ("count", count, 1)):
        if isinstance(value, bool) or not isinstance(value, SupportsIndex) or value < least:
            raise InputError(f"{name} = {value!r}: must be a whole number from {least}")
    expect("where", where, str | None, "a condition like bid == 0 and accepted >= 3")
    if where is None:
        setup["games"] = game + count
    plan = make_plan(title, **setup)
    indices: Iterator[int] = iter(range(game, plan.games))
    if where is not None:
        if game >= plan.games:
            raise InputError(f"game = {game}: must be below the number of games, {plan.games}")
        matches = condition(where, plan.spec.columns)
        indices = matching_games(plan.play, matches, game, plan.games)
    for index in islice(indices, count):
        yield plan.spec.replay(plan.rules, plan.strategies, plan.seed, index)


def simulate(
    game: str,
    *,
    out: str | Path | None = None,
    records: str | Path | None = None,
    jobs: int | None = None,
    dask: str | None = None,
    progress: Progress | None = None,
    **setup: Unpack[Setup],
) -> pd.DataFrame | Result:
    """Play a batch and return its records: one row a round and side, in game order.

    With ``out``, a run directory, or ``records``, a file (.csv or .parquet), the records go
    there, in constant memory, and what is returned is a Result with one row that says what was
    done: ``out``, ``records``, ``games``, and ``played``, how many of them were not there
    before. The same call on an unfinished run directory resumes it.
    """
    plan = make_plan(game, **setup)
    if out is None and records is None:
        import pandas as pd

        from analyser.batch.runner import collect

        chunks = collect(plan, jobs=jobs, dask=dask, progress=counter(progress, plan))
        return pd.concat([chunk.frame() for chunk in chunks], ignore_index=True)
    if out is not None:
        return play_run(plan, Path(out), records, jobs=jobs, dask=dask, progress=progress)

    from analyser.core.cache import cache_folder

    folder = cache_folder() / f"{plan.digest}.run"
    result = play_run(plan, folder, records, jobs=jobs, dask=dask, progress=progress)
    shutil.rmtree(folder)
    result.rows["out"] = None
    return result
