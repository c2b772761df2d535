"""The runner: the same sums whatever the workers and chunks, and Ctrl-C without loss."""

from __future__ import annotations

import signal
import sys
import threading
import time

import numpy as np
import pytest

from analyser.batch import runner
from analyser.batch.checkpoint import Checkpoint
from analyser.batch.runner import add_up, collect, play, run, work_through
from analyser.core.errors import InputError

GAMES = 2500


def sums(records):
    """Everything that a lost, doubled or misplaced game would change."""
    points = records["points"].sum(axis=0, dtype=np.int64)
    return np.array([records.games, records.rounds, points.sum(), points @ (records.game + 1)])


@pytest.fixture
def expected(make_plan):
    return sums(make_plan(GAMES).play(0, GAMES))


@pytest.mark.parametrize("jobs", [1, 2, 3])
@pytest.mark.parametrize("chunk", [None, 1000, 97, GAMES, 10**6])
def test_results_depend_on_neither_workers_nor_chunks(make_plan, expected, jobs, chunk):
    assert (run(make_plan(GAMES), sums, jobs=jobs, chunk=chunk) == expected).all()


def test_something_else_may_play_the_games(make_plan):
    total = run(make_plan(100), np.array, source=lambda start, count: (1, count), jobs=1, chunk=30)
    assert list(total) == [4, 100]


@pytest.mark.parametrize("wave", [1, 2])
def test_waves_lose_nothing(make_plan, expected, monkeypatch, wave):
    monkeypatch.setattr(runner, "WAVE", wave)
    assert (run(make_plan(GAMES), sums, jobs=2, chunk=50) == expected).all()


def test_progress_counts_up_to_all_games(make_plan):
    told = []
    run(make_plan(GAMES), sums, jobs=2, chunk=500, progress=told.append)
    assert told == [0, 500, 1000, 1500, 2000, 2500]


def test_collected_records_are_in_game_order(make_plan):
    collected = collect(make_plan(GAMES), jobs=2)
    assert len(collected) > 1
    assert (
        np.concatenate([r.block for r in collected], axis=1)
        == make_plan(GAMES).play(0, GAMES).block
    ).all()


def test_chunks_grow_while_they_are_fast(make_plan):
    sizes = []
    play(lambda start, count: None, [(0, 10**5)], lambda span, _: sizes.append(span[1]), jobs=1)
    assert sizes[0] == runner.FIRST_CHUNK
    assert max(sizes) == runner.CHUNK
    assert sum(sizes) == 10**5


def test_chunks_shrink_while_they_are_slow(monkeypatch):
    monkeypatch.setattr(runner, "SLOW", -1.0)
    sizes = []
    play(lambda start, count: None, [(0, 1000)], lambda span, _: sizes.append(span[1]), jobs=1)
    assert sizes[:4] == [4, 2, 1, 1]
    assert min(sizes) == 1


@pytest.mark.parametrize("jobs", [1, 2])
def test_tasks_are_drawn_only_as_workers_become_free(jobs):
    """Memory cannot grow with the number of games: few tasks are drawn ahead."""
    drawn = 0
    most_ahead = 0
    kept = 0

    def tasks():
        nonlocal drawn
        for task in range(5000):
            drawn += 1
            yield (task,)

    def keep(task):
        nonlocal kept, most_ahead
        most_ahead = max(most_ahead, drawn - kept)
        kept += 1

    work_through(lambda task: task, tasks(), keep, jobs=jobs)
    assert kept == 5000
    assert most_ahead <= jobs * runner.WAVE


@pytest.mark.parametrize("jobs", [0, -1, 1025])
def test_absurd_jobs_are_refused(make_plan, jobs):
    with pytest.raises(InputError, match=rf"^jobs = {jobs}: must be a number from 1 to 1024"):
        run(make_plan(), sums, jobs=jobs)


def test_chunks_without_games_are_refused(make_plan):
    with pytest.raises(InputError, match=r"^chunk = 0: must be at least 1 game"):
        run(make_plan(), sums, chunk=0)


@pytest.mark.parametrize("jobs", [1, 2])
def test_failure_in_a_worker_reaches_the_caller(make_plan, jobs):
    def fail(records):
        raise ZeroDivisionError("in a chunk")

    with pytest.raises(ZeroDivisionError, match="in a chunk"):
        run(make_plan(), fail, jobs=jobs, chunk=10)


@pytest.mark.parametrize("jobs", [1, 2])
def test_failure_to_keep_reaches_the_caller_alone(jobs):
    def fail(span, result):
        raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        play(lambda start, count: time.sleep(0.01), [(0, 100)], fail, jobs=jobs, chunk=1)


@pytest.mark.parametrize("jobs", [1, 2])
def test_first_interrupt_finishes_what_is_under_way(jobs):
    begun, kept = [], []

    def work(start, count):
        begun.append(start)
        if len(begun) == 5:
            signal.raise_signal(signal.SIGINT) if jobs == 1 else _interrupt_main_thread()
        time.sleep(0.001)

    with pytest.raises(KeyboardInterrupt):
        play(work, [(0, 1000)], lambda span, _: kept.append(span[0]), jobs=jobs, chunk=1)
    assert sorted(kept) == sorted(begun)
    assert 5 <= len(kept) < 1000
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def _interrupt_main_thread():
    signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)


def test_second_interrupt_is_immediate():
    kept = []

    def work(start, count):
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        play(work, [(0, 10)], lambda span, _: kept.append(span), jobs=1, chunk=1)
    assert kept == []


def test_interrupts_stay_with_a_program_that_handles_them():
    seen = []
    before = signal.signal(signal.SIGINT, lambda *_: seen.append("theirs"))
    try:
        kept = []
        work = lambda start, count: signal.raise_signal(signal.SIGINT)  # noqa: E731
        play(work, [(0, 3)], lambda span, _: kept.append(span), jobs=1, chunk=1)
    finally:
        signal.signal(signal.SIGINT, before)
    assert seen == ["theirs"] * 3
    assert len(kept) == 3


@pytest.mark.parametrize("jobs", [1, 2])
def test_interrupted_analysis_goes_on_where_it_was(make_plan, expected, jobs):
    plan = make_plan(GAMES)
    calls = []

    def interrupting(records):
        calls.append(records.games)
        if len(calls) == 4:
            _interrupt_main_thread()
        return sums(records)

    with pytest.raises(KeyboardInterrupt):
        run(plan, interrupting, checkpoint=Checkpoint(plan, "sums"), jobs=jobs, chunk=50)
    assert len(calls) < GAMES // 50
    told = []
    total = run(plan, sums, checkpoint=Checkpoint(plan, "sums"), jobs=jobs, progress=told.append)
    assert told[0] == sum(calls)
    assert (total == expected).all()
    assert not Checkpoint(plan, "sums").path.exists()


@pytest.mark.parametrize("jobs", [1, 3])
@pytest.mark.parametrize("chunk", [None, 97])
def test_looks_are_shown_the_sums_of_the_first_games(make_plan, jobs, chunk):
    plan = make_plan(GAMES)
    shown = []

    def enough(total):
        shown.append(total)
        return total[0] == 1500

    total = run(plan, sums, looks=[100, 777, 1500, GAMES], enough=enough, jobs=jobs, chunk=chunk)
    assert [found[0] for found in shown] == [100, 777, 1500]
    assert all((found == sums(plan.play(0, found[0]))).all() for found in shown)
    assert (total == shown[-1]).all()


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("calls_before", [1, 2, 3, 4, 7, 8])
def test_interrupted_looks_go_on_where_they_were(make_plan, jobs, calls_before):
    plan = make_plan(GAMES)
    looks = [100, 150, 400, GAMES]
    calls = []
    shown = []

    def interrupting(records):
        calls.append(records.games)
        if len(calls) == calls_before:
            _interrupt_main_thread()
            time.sleep(0.01)
        return sums(records)

    def enough(total):
        shown.append(int(total[0]))
        return total[0] == 400

    options = {"looks": looks, "enough": enough, "jobs": jobs, "chunk": 50}
    with pytest.raises(KeyboardInterrupt):
        run(plan, interrupting, checkpoint=Checkpoint(plan, "sums"), **options)
    total = run(plan, sums, checkpoint=Checkpoint(plan, "sums"), **options)
    assert (total == sums(plan.play(0, 400))).all()
    assert list(dict.fromkeys(shown)) == looks[:3]
    assert not Checkpoint(plan, "sums").path.exists()


def test_a_span_beyond_the_plan_can_be_summed(make_plan):
    plan = make_plan(10)
    total = add_up(plan, sums, (10**9, 300), jobs=2, chunk=50)
    assert (total == sums(plan.play(10**9, 300))).all()


def test_dask_without_its_package_names_the_extra(make_plan, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(InputError, match=r"analyser\[cluster\]"):
        run(make_plan(), sums, dask="tcp://127.0.0.1:8786")
