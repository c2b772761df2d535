"""The runner: chunks of games on all cores, the first Ctrl-C finishing what is under way."""

from __future__ import annotations

import functools
import itertools
import operator
import signal
import threading
import time
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol, Self, TypeVar

import numpy as np

from analyser.batch.checkpoint import Checkpoint
from analyser.batch.plan import Plan
from analyser.batch.spans import Cutter, Span, gaps, joined
from analyser.core.errors import InputError
from analyser.core.records import Records

CHUNK = 8192
"""Games in a chunk at most: enough to make the fixed costs small, few enough for the cache."""

REUSED = 2**25 - 2**16
"""Bytes: just below the largest block that glibc's allocator agrees to keep."""

FIRST_CHUNK = 4
"""Games in the first chunks; while they are fast, the next ones are twice as large.

Few: a game of a strategy that searches may take a second, and an analysis may play it many times.
"""

SLOW = 0.4
"""Seconds; chunks stop growing when one takes half of it, and shrink when one takes twice."""

MAX_JOBS = 1024

WAVE = 128
"""Chunks a worker handed to the pool before all of them must be back.

joblib lets workers run ahead of whoever takes the results; this bounds what can pile up.
"""

SAVE_EVERY = 2.0
"""Seconds between two saves of an unfinished analysis."""


class Summary(Protocol):
    """A sum over games; sums of disjoint sets of games add to that of all of them."""

    def __add__(self, other: Self, /) -> Self: ...


S = TypeVar("S", bound=Summary)
T = TypeVar("T")

Progress = Callable[[int], object]
"""Called with the number of games finished so far, those of an earlier run included."""


def run(
    plan: Plan,
    summarise: Callable[[Any], S],
    *,
    source: Callable[[int, int], Any] | None = None,
    looks: Iterable[int] | None = None,
    enough: Callable[[S], bool] = lambda _: False,
    checkpoint: Checkpoint | None = None,
    jobs: int | None = None,
    dask: str | None = None,
    progress: Progress | None = None,
    chunk: int | None = None,
    processes: bool | None = None,
) -> S:
    """Play a plan and return the sum of what ``summarise`` makes of each chunk's records.

    Parameters
    ----------
    summarise : called in the workers; with ``dask`` it must be picklable
    source : what plays ``count`` games from ``start`` for ``summarise``, default ``plan.play``
    looks : numbers of games, ascending; after each so many the sum of these first games is shown
        to ``enough``, and if that is true, the rest is not played
    checkpoint : where to keep the sum of an unfinished analysis, and to go on from
    jobs : threads, default one a core; one works in the calling thread
    dask : address of a Dask scheduler, whose workers are used instead of threads
    chunk : games in a chunk, default by the speed of play
    processes : use processes instead of threads, default for a plan with bots, which the
        interpreter plays one at a time; ``summarise`` must then be picklable

    The result depends on none of the last five. Raises KeyboardInterrupt after Ctrl-C, once the
    chunks under way are finished and saved, and InputError on bad values.
    """
    covered: list[Span] = []
    total: S | None = None
    if checkpoint:
        covered, total = checkpoint.load()
    saved = time.monotonic()

    def add(span: Span, summary: S) -> None:
        nonlocal total, saved
        total = summary if total is None else total + summary
        covered.append(span)
        if checkpoint and time.monotonic() - saved > SAVE_EVERY:
            checkpoint.save(covered, total)
            saved = time.monotonic()

    try:
        for games in looks or [plan.games]:
            done = sum(count for _, count in covered)
            if done > games:
                continue  # an earlier run looked here, and went on
            play(
                _summing(plan, summarise, source),
                gaps(joined(covered), games),
                add,
                done=done,
                jobs=jobs,
                dask=dask,
                progress=progress,
                chunk=chunk,
                processes=bool(plan.bots) if processes is None else processes,
            )
            if total is not None and enough(total):
                break
    except BaseException:
        if checkpoint and covered:
            checkpoint.save(covered, total)
        raise
    if checkpoint:
        checkpoint.finish(covered, total)
    assert total is not None
    return total


def add_up(
    plan: Plan,
    summarise: Callable[[Any], S],
    span: Span,
    *,
    source: Callable[[int, int], Any] | None = None,
    **workers: Any,
) -> S:
    """Play a span of games, which need not be among the plan's, and sum them as :func:`run` does.

    ``workers`` are ``jobs``, ``dask``, ``chunk`` and ``processes``.
    """
    parts: list[S] = []
    workers = {"processes": bool(plan.bots), **workers}
    play(_summing(plan, summarise, source), [span], lambda _, part: parts.append(part), **workers)
    return functools.reduce(operator.add, parts)


def _summing(
    plan: Plan, summarise: Callable[[Any], S], source: Callable[[int, int], Any] | None
) -> Callable[[int, int], S]:
    """What workers do with a span."""
    games = source or plan.play
    return lambda start, count: summarise(games(start, count))


def collect(
    plan: Plan,
    *,
    jobs: int | None = None,
    dask: str | None = None,
    progress: Progress | None = None,
) -> list[Records]:
    """Play a plan and return all of its records in game order; memory grows with the games."""
    kept: list[Records] = []
    play(
        plan.play,
        [(0, plan.games)],
        lambda _, records: kept.append(records),
        jobs=jobs,
        dask=dask,
        progress=progress,
        processes=bool(plan.bots),
    )
    return sorted(kept, key=lambda records: records.start)


def play(
    work: Callable[[int, int], T],
    missing: Iterable[Span],
    keep: Callable[[Span, T], None],
    *,
    done: int = 0,
    jobs: int | None = None,
    dask: str | None = None,
    progress: Progress | None = None,
    chunk: int | None = None,
    processes: bool = False,
) -> None:
    """Give every missing span of games, cut into chunks, to ``work``, and each result to ``keep``.

    ``work(start, count)`` runs in the workers, ``keep((start, count), result)`` in the calling
    thread, in the order in which chunks are finished. Options as in :func:`run`.
    """
    if chunk is not None and chunk < 1:
        raise InputError(f"chunk = {chunk}: must be at least 1 game")
    chunks = Cutter(missing, chunk or FIRST_CHUNK)

    def keep_and_count(result: tuple[Span, float, T]) -> None:
        nonlocal done
        span, seconds, payload = result
        keep(span, payload)
        done += span[1]
        if progress:
            progress(done)
        if chunk is None and span[1] == chunks.size:
            if seconds < SLOW / 2:
                chunks.size = min(2 * chunks.size, CHUNK)
            elif seconds > 2 * SLOW:
                chunks.size = max(chunks.size // 2, 1)

    if progress:
        progress(done)
    _reuse_memory()
    timed = _Timed(work)
    work_through(timed, chunks, keep_and_count, jobs=jobs, dask=dask, processes=processes)


def _reuse_memory() -> None:
    """Make glibc's allocator keep what a chunk frees for the next one.

    It learns from the first large block that is freed. Without this, it gives every array back
    to the system, and faulting them in again takes a tenth of the time of a fast strategy.
    """
    np.empty(REUSED, np.uint8)


class _Timed:
    """Work on a span that also says which span it was and how many seconds it took.

    Seconds at work: a thread that waits for the interpreter's lock would otherwise be given ever
    smaller chunks, which make the threads wait more.
    """

    def __init__(self, work: Callable[[int, int], Any]) -> None:
        self.work = work

    def __call__(self, start: int, count: int) -> tuple[Span, float, Any]:
        began = time.thread_time()
        result = self.work(start, count)
        return (start, count), time.thread_time() - began, result


def work_through(
    work: Callable[..., T],
    tasks: Iterable[tuple[Any, ...]],
    keep: Callable[[T], None],
    *,
    jobs: int | None = None,
    dask: str | None = None,
    processes: bool = False,
) -> None:
    """Call ``work(*task)`` for every task in the workers, and ``keep`` with each result.

    Tasks are drawn as workers become free, so they may be endless in memory terms. After Ctrl-C
    no more are drawn, those under way are finished and kept, and KeyboardInterrupt is raised; a
    second Ctrl-C interrupts at once.
    """
    with _first_interrupt_noted() as interrupted, _pool(jobs, dask, processes) as (width, pool):
        pending = itertools.takewhile(lambda _: not interrupted(), tasks)
        while first := next(pending, None):
            wave = itertools.chain([first], itertools.islice(pending, WAVE * width - 1))
            with _ctrl_c_ignored(processes):
                started = pool(work, wave)
            with _closing(started) as results:
                for result in results:
                    keep(result)


@contextmanager
def _ctrl_c_ignored(starting: bool) -> Iterator[None]:
    """While starting processes ignore Ctrl-C, as they then do for good.

    It reaches every process of a terminal, and only the first one is to act upon it.
    """
    if not starting or threading.current_thread() is not threading.main_thread():
        yield
        return
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)


@contextmanager
def _closing(results: Generator[T]) -> Iterator[Generator[T]]:
    """Give up the results that are left when the block fails, without joblib's warning of that."""
    try:
        yield results
    finally:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message=".*still being processed by the workers")
            results.close()


@contextmanager
def _first_interrupt_noted() -> Iterator[Callable[[], bool]]:
    noted = False

    def note(*_: object) -> None:
        nonlocal noted
        noted = True
        signal.signal(signal.SIGINT, signal.default_int_handler)

    # Whoever has a handler of their own, or runs us in another thread, decides for themselves.
    ours = (
        threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    )
    if ours:
        signal.signal(signal.SIGINT, note)
    try:
        yield lambda: noted
    finally:
        if ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)
    if noted:
        raise KeyboardInterrupt


Pool = Callable[[Callable[..., T], Iterable[tuple[Any, ...]]], Generator[T]]


@contextmanager
def _pool(jobs: int | None, dask: str | None, processes: bool) -> Iterator[tuple[int, Pool[Any]]]:
    """Give the number of workers, and a function that yields the results of tasks unordered."""
    if jobs is not None and not 1 <= jobs <= MAX_JOBS:
        raise InputError(f"jobs = {jobs}: must be a number from 1 to {MAX_JOBS}")
    if jobs == 1 and dask is None:
        yield 1, lambda work, tasks: (work(*task) for task in tasks)
        return
    import joblib  # costs a third of a second

    with (
        _backend(dask, processes) as backend,
        joblib.parallel_config(**backend, n_jobs=jobs or -1),
        joblib.Parallel(return_as="generator_unordered", batch_size=1) as parallel,
    ):
        yield (
            joblib.effective_n_jobs(jobs or -1),
            lambda work, tasks: parallel(joblib.delayed(work)(*task) for task in tasks),
        )


@contextmanager
def _backend(dask: str | None, processes: bool) -> Iterator[dict[str, Any]]:
    """Give joblib's backend: threads, as kernels release the interpreter's lock, or others."""
    if dask is None:
        yield {"backend": "loky" if processes else "threading"}
        return
    try:
        from distributed import Client
    except ImportError:
        raise InputError(
            f"dask = {dask!r}: needs the package distributed; install analyser[cluster]"
        ) from None
    try:
        client = Client(dask, timeout=10, set_as_default=False)
    except (OSError, ValueError) as error:
        raise InputError(f"dask = {dask!r}: no scheduler answers there: {error}") from None
    with client:
        yield {"backend": "dask", "client": client}
