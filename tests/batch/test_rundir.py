"""Run directories: resumed to the same bytes after any end, and refused when not ours."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
from dataclasses import replace

import numpy as np
import pytest

from analyser.batch.export import export_records
from analyser.batch.ledger import DamagedError
from analyser.batch.rundir import DESCRIPTION, LEDGER, list_runs, load_run, open_run, pack, unpack
from analyser.core.errors import InputError

GAMES = 20_000

PLAY = """
with open_run(folder, plan) as batch:
    batch.play(jobs=2, progress=tell)
"""

ANALYSE = """
run(plan, lambda records: records.games, checkpoint=Checkpoint(plan, "games"), jobs=2,
    chunk=50, progress=tell)
"""


def exported(folder, tmp_path):
    """The bytes of both exports of a finished run."""
    contents = []
    for suffix in (".csv", ".parquet"):
        path = tmp_path / f"export{suffix}"
        with load_run(folder) as run:
            export_records(run.chunks(), path)
        contents.append(path.read_bytes())
    return contents


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "runs" / "a run"


@pytest.fixture
def plan(make_plan):
    return make_plan(GAMES)


@pytest.fixture
def undisturbed(plan, tmp_path):
    with open_run(tmp_path / "undisturbed", plan) as run:
        run.play(jobs=1, chunk=GAMES)
    return exported(tmp_path / "undisturbed", tmp_path)


def wait_for_games(process, games):
    """Wait until the process has told that so many games are done, but not all."""
    for line in process.stdout:
        if int(line) >= games:
            assert int(line) < GAMES
            return
    pytest.fail(f"ended too early: {process.stderr.read()}")


@pytest.mark.parametrize("chunk", [None, 333])
def test_killed_run_resumes_to_the_same_bytes(start, plan, folder, tmp_path, undisturbed, chunk):
    for games in (500, 1500):
        process = start(PLAY, GAMES, folder, COINS_SECONDS_A_GAME="0.0002")
        wait_for_games(process, games)
        process.kill()
        process.communicate()
        assert process.returncode == -signal.SIGKILL
    with open_run(folder, plan) as run:
        assert 1500 <= run.done < GAMES
        told = []
        run.play(jobs=2, progress=told.append, chunk=chunk)
        assert told[0] >= 1500
        assert told[-1] == GAMES
    assert exported(folder, tmp_path) == undisturbed
    assert sorted(p.name for p in folder.iterdir()) == [DESCRIPTION, LEDGER]


def test_interrupted_run_resumes_to_the_same_bytes(start, plan, folder, tmp_path, undisturbed):
    process = start(PLAY, GAMES, folder, COINS_SECONDS_A_GAME="0.0002")
    wait_for_games(process, 500)
    os.killpg(process.pid, signal.SIGINT)
    told, noise = process.communicate()
    assert process.returncode == -signal.SIGINT
    assert noise.strip().splitlines()[-1] == "KeyboardInterrupt"
    assert noise.count("Traceback") == 1
    with open_run(folder, plan) as run:
        assert run.done == int(told.split()[-1])
        run.play(jobs=2)
    assert exported(folder, tmp_path) == undisturbed


def test_killed_analysis_goes_on_from_its_checkpoint(start, plan, folder, tmp_path):
    slowly = "from analyser.batch import runner\nrunner.SAVE_EVERY = 0\n" + ANALYSE
    process = start(slowly, GAMES, folder, COINS_SECONDS_A_GAME="0.0002")
    wait_for_games(process, 1000)
    process.kill()
    process.communicate()
    process = start(ANALYSE, GAMES, folder)
    told, noise = process.communicate()
    assert noise == ""
    assert 1000 <= int(told.split()[0]) < GAMES
    assert int(told.split()[-1]) == GAMES
    assert list((tmp_path / "cache").iterdir()) == []


def test_finished_run_stays_as_it_is(plan, folder):
    with open_run(folder, plan) as run:
        run.play(jobs=1)
    before = (folder / LEDGER).read_bytes()
    with open_run(folder, plan) as run:
        assert run.finished
        run.play(jobs=1)
    assert (folder / LEDGER).read_bytes() == before


def test_description_is_there_to_read(plan, folder):
    with open_run(folder, plan):
        described = json.loads((folder / DESCRIPTION).read_text())
    assert described["seed"] == 0
    assert described["rules"] == {"game.rounds": 3, "scoring.heads": [2, 5]}


def test_plan_is_loaded_as_it_was(make_plan, folder):
    plan = make_plan(100, seed=3, players=2, scoring__heads=[4, 4])
    plan = replace(plan, version="0.0.1", rules=replace(plan.rules, variant="mine"))
    with open_run(folder, plan):
        pass
    with load_run(folder) as run:
        assert run.plan == plan
    with (
        pytest.raises(InputError, match=r'version is "0\.0\.1" there, "0\.0\.2" here$'),
        open_run(folder, replace(plan, version="0.0.2")),
    ):
        pass


def test_chunks_are_the_records_in_game_order(plan, folder):
    with open_run(folder, plan) as run:
        run.play(jobs=2, chunk=999)
        blocks = [records.block for records in run.chunks()]
        starts = [records.start for records in run.chunks()]
    assert starts == list(range(0, GAMES, 999))
    assert (np.concatenate(blocks, axis=1) == plan.play(0, GAMES).block).all()


def test_reading_may_stop_early(plan, folder):
    """Warnings are errors here: nothing complains when the reader is dropped after the run."""
    with open_run(folder, plan) as run:
        run.play(jobs=1, chunk=5000)
    with load_run(folder) as run:
        chunks = run.chunks()
        assert next(chunks).start == 0
    del chunks


def test_unfinished_run_is_not_read(plan, folder):
    with open_run(folder, plan):
        pass
    with (
        pytest.raises(InputError, match=r"unfinished, 0 of 20000 games.*runs resume"),
        load_run(folder) as run,
    ):
        run.chunks()


def test_other_folders_are_refused_and_left_alone(plan, tmp_path):
    (tmp_path / "letter.txt").write_text("dear")
    with (
        pytest.raises(InputError, match="holds other files and no run"),
        open_run(tmp_path, plan),
    ):
        pass
    assert [p.name for p in tmp_path.iterdir()] == ["letter.txt"]
    for target in ("letter.txt", "letter.txt/below"):
        with pytest.raises(InputError, match=r"letter\.txt"), open_run(tmp_path / target, plan):
            pass


def test_another_seeds_run_is_refused_and_left_alone(make_plan, plan, folder):
    with open_run(folder, plan):
        pass
    described = (folder / DESCRIPTION).read_text()
    with (
        pytest.raises(InputError, match=r"seed is 0 there, 1 here$"),
        open_run(folder, make_plan(GAMES, seed=1)),
    ):
        pass
    assert (folder / DESCRIPTION).read_text() == described


def test_second_process_on_the_same_run_is_refused(start, plan, folder):
    process = start(PLAY, GAMES, folder, COINS_SECONDS_A_GAME="0.01")
    wait_for_games(process, 0)
    with pytest.raises(InputError, match="in use by another process"), open_run(folder, plan):
        pass
    assert [(s.folder, s.state) for s in list_runs(folder.parent)] == [(folder, "in use")]


@pytest.mark.parametrize("missing", ["", "file"])
def test_load_refuses_what_is_no_run(tmp_path, missing):
    (tmp_path / "file").touch()
    with (
        pytest.raises(InputError, match=r"not a run directory: there is no run\.sqlite"),
        load_run(tmp_path / missing),
    ):
        pass


def edit(folder, statement, *values):
    with sqlite3.connect(folder / LEDGER) as connection:
        connection.execute(statement, values)
    connection.close()


def test_damaged_chunk_is_named(plan, folder):
    with open_run(folder, plan) as run:
        run.play(jobs=1, chunk=5000)
    records = plan.play(5000, 5000)
    good = pack(records)
    assert (unpack(plan, (5000, 5000), good).block == records.block).all()
    for bad, reason in [
        (good[:5], "too short"),
        (good[:-1] + bytes([good[-1] ^ 1]), "checksum"),
        (bytes([good[0] ^ 1]) + good[1:], "checksum"),
        (pack(plan.play(5000, 4999)), "does not hold 5000 games"),
    ]:
        edit(folder, "UPDATE chunks SET payload = ? WHERE start = 5000", bad)
        with (
            load_run(folder) as run,
            pytest.raises(DamagedError, match=rf"from game 5000 is damaged: .*{reason}"),
        ):
            list(run.chunks())


def test_plan_of_a_game_that_is_gone_is_told(plan, folder):
    with open_run(folder, plan):
        pass
    edit(folder, "UPDATE plan SET description = replace(description, 'coins', 'dice')")
    with pytest.raises(InputError, match=r"run\.sqlite: game 'dice' is unknown"), load_run(folder):
        pass


def test_runs_are_listed_by_name(make_plan, plan, tmp_path):
    with open_run(tmp_path / "b", make_plan(100)) as run:
        run.play(jobs=1)
    with open_run(tmp_path / "a", plan):
        pass
    (tmp_path / "c").mkdir()
    (tmp_path / "c" / LEDGER).write_text("something else that is no database")
    (tmp_path / "no run").mkdir()
    listed = list_runs(tmp_path)
    assert [(s.folder.name, s.state, s.done, s.games) for s in listed] == [
        ("a", "unfinished", 0, GAMES),
        ("b", "finished", 100, 100),
        ("c", "damaged", None, None),
    ]
    assert listed[0].description["game"] == "coins"
    assert [s.folder for s in list_runs(tmp_path / "b")] == [tmp_path / "b"]
    with pytest.raises(InputError, match="none: cannot be read"):
        list_runs(tmp_path / "none")
