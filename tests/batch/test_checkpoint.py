"""Checkpoints of analyses: found again, never trusted when damaged, never in the way."""

from __future__ import annotations

import pickle
import zlib

import pytest

from analyser.batch import runner
from analyser.batch.checkpoint import Checkpoint
from analyser.batch.runner import run
from analyser.core.cache import cache_folder


@pytest.fixture
def plan(make_plan):
    return make_plan(1000)


def test_cache_folder_follows_the_environment(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.setenv("ANALYSER_CACHE", str(tmp_path / "own"))
    assert cache_folder() == tmp_path / "own"
    monkeypatch.delenv("ANALYSER_CACHE")
    assert cache_folder() == tmp_path / "xdg" / "analyser"
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    assert cache_folder() == tmp_path / ".cache" / "analyser"


def test_saved_work_is_loaded(plan):
    Checkpoint(plan, "bids").save([(20, 10), (0, 20), (500, 1)], 7)
    assert Checkpoint(plan, "bids").load() == ([(0, 30), (500, 1)], 7)


def test_other_plans_and_analyses_do_not_see_it(make_plan, plan):
    Checkpoint(plan, "bids").save([(0, 20)], 7)
    assert Checkpoint(plan, "bids by trump").load() == ([], None)
    assert Checkpoint(make_plan(1001), "bids").load() == ([], None)


@pytest.mark.parametrize("content", [b"", b"abc", b"\0" * 100])
def test_damaged_file_counts_as_none(plan, content):
    checkpoint = Checkpoint(plan, "bids")
    checkpoint.save([(0, 20)], 7)
    checkpoint.path.write_bytes(content)
    assert checkpoint.load() == ([], None)


def test_flipped_byte_counts_as_damage(plan):
    checkpoint = Checkpoint(plan, "bids")
    checkpoint.save([(0, 20)], 7)
    content = bytearray(checkpoint.path.read_bytes())
    content[-2] ^= 1
    checkpoint.path.write_bytes(content)
    assert checkpoint.load() == ([], None)


@pytest.mark.parametrize("covered", [[(0, 2000)], [(0, 20), (10, 20)], None])
def test_spans_that_cannot_be_count_as_damage(plan, covered):
    checkpoint = Checkpoint(plan, "bids")
    checkpoint.path.parent.mkdir()
    body = pickle.dumps((covered, 7))
    checkpoint.path.write_bytes(zlib.crc32(body).to_bytes(4, "little") + body)
    assert checkpoint.load() == ([], None)


def test_folder_that_cannot_be_written_is_told_and_no_obstacle(plan, monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("ANALYSER_CACHE", str(tmp_path / "file"))
    monkeypatch.setattr(runner, "SAVE_EVERY", -1)
    checkpoint = Checkpoint(plan, "games")
    total = run(plan, lambda records: records.games, checkpoint=checkpoint, jobs=1, chunk=100)
    assert total == 1000
    assert "unfinished work is not saved" in checkpoint.problem


def test_long_analysis_saves_as_it_goes_and_removes_it_in_the_end(plan, monkeypatch):
    monkeypatch.setattr(runner, "SAVE_EVERY", -1)
    checkpoint = Checkpoint(plan, "games")
    seen = []
    run(
        plan,
        lambda records: records.games,
        checkpoint=checkpoint,
        jobs=1,
        chunk=250,
        progress=lambda done: seen.append(checkpoint.load()),
    )
    assert seen == [
        ([], None),
        ([(0, 250)], 250),
        ([(0, 500)], 500),
        ([(0, 750)], 750),
        ([(0, 1000)], 1000),
    ]
    assert list(cache_folder().iterdir()) == []


def test_short_analysis_writes_nothing(plan, monkeypatch, tmp_path):
    run(plan, lambda records: records.games, checkpoint=Checkpoint(plan, "games"), jobs=1)
    assert not (tmp_path / "cache").exists()


def test_the_sum_of_a_part_is_kept_until_it_is_discarded(plan):
    checkpoint = Checkpoint(plan, "games", part=True)
    assert run(plan, lambda records: records.games, checkpoint=checkpoint, jobs=1) == 1000

    def never(records):
        pytest.fail("all games are summed already")

    assert run(plan, never, checkpoint=checkpoint, jobs=1) == 1000
    checkpoint.discard()
    assert list(cache_folder().iterdir()) == []


def test_discarding_clears_up_after_killed_processes(plan):
    checkpoint = Checkpoint(plan, "games")
    other = Checkpoint(plan, "bids")
    for kept in (checkpoint, other):
        kept.save([(0, 20)], 7)
        (cache_folder() / f".{kept.path.name}.123.part").touch()
    checkpoint.discard()
    assert {p.name for p in cache_folder().iterdir()} == {
        other.path.name,
        f".{other.path.name}.123.part",
    }


def test_failure_saves_what_was_finished(plan):
    def fail_late(records):
        if records.start == 500:
            raise ZeroDivisionError
        return records.games

    checkpoint = Checkpoint(plan, "games")
    with pytest.raises(ZeroDivisionError):
        run(plan, fail_late, checkpoint=checkpoint, jobs=1, chunk=250)
    assert checkpoint.load() == ([(0, 500)], 500)
