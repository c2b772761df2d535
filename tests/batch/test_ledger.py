"""The ledger: what it keeps, what it refuses, and how it says so."""

from __future__ import annotations

import errno
import sqlite3
from dataclasses import replace

import pytest

from analyser.batch.ledger import DamagedError, InUseError, Ledger
from analyser.core.errors import InputError


@pytest.fixture
def path(tmp_path):
    return tmp_path / "a folder" / "run.sqlite"


@pytest.fixture
def plan(make_plan, path):
    path.parent.mkdir()
    return make_plan(100)


@pytest.fixture
def kept(plan, path):
    """A ledger that holds games 10 to 40 and 60 to 70."""
    with Ledger.attach(path, plan) as ledger:
        ledger.commit((60, 10), b"later")
        ledger.commit((10, 30), b"earlier")
    return path


def test_new_ledger_misses_everything(plan, path):
    with Ledger.attach(path, plan) as ledger:
        assert (ledger.games, ledger.done, ledger.finished) == (100, 0, False)
        assert ledger.missing == [(0, 100)]


def test_chunks_are_kept_and_read_in_game_order(plan, kept):
    for opened in (lambda: Ledger.attach(kept, plan), lambda: Ledger.read(kept)):
        with opened() as ledger:
            assert ledger.done == 40
            assert ledger.missing == [(0, 10), (40, 20), (70, 30)]
            assert list(ledger.payloads()) == [(10, 30, b"earlier"), (60, 10, b"later")]
            assert ledger.description == plan.describe() | {
                "rules": {"game.rounds": 3, "scoring.heads": [2, 5]}
            }


def test_sealed_ledger_is_one_file(plan, kept):
    with Ledger.attach(kept, plan) as ledger:
        for span in ledger.missing:
            ledger.commit(span, b"")
        assert ledger.finished
        ledger.seal()
    assert [p.name for p in kept.parent.iterdir()] == ["run.sqlite"]
    kept.chmod(0o400)
    with Ledger.read(kept) as ledger:
        assert ledger.finished
    assert [p.name for p in kept.parent.iterdir()] == ["run.sqlite"]


def test_sealed_ledger_is_one_file_after_a_look_at_the_unfinished_one(plan, tmp_path):
    path = tmp_path / "alone" / "looked.sqlite"
    path.parent.mkdir()
    with Ledger.attach(path, plan) as ledger:
        ledger.commit((0, plan.games - 1), b"all but one")
    with Ledger.read(path) as looked:
        assert not looked.finished
    with Ledger.attach(path, plan) as ledger:
        ledger.commit((plan.games - 1, 1), b"one")
        ledger.seal()
    assert [f.name for f in path.parent.iterdir()] == ["looked.sqlite"]


def test_ledger_of_another_plan_says_what_differs(make_plan, plan, kept):
    other = replace(make_plan(50, seed=1, scoring__heads=[2, 6]), version="9.9")
    with pytest.raises(InputError) as refused:
        Ledger.attach(kept, other)
    differences = str(refused.value).partition("holds another run: ")[2].split("; ")
    assert set(differences) == {
        "scoring.heads is [2, 5] there, [2, 6] here",
        "seed is 0 there, 1 here",
        "games is 100 there, 50 here",
        f'version is "{plan.version}" there, "9.9" here',
    }
    assert str(kept) in str(refused.value)


def test_chunk_cannot_be_kept_twice(plan, kept):
    with Ledger.attach(kept, plan) as ledger, pytest.raises(DamagedError):
        ledger.commit((10, 30), b"again")


def test_second_writer_and_reader_are_refused_while_one_writes(plan, kept):
    with Ledger.attach(kept, plan):
        with pytest.raises(InUseError, match="in use by another process"):
            Ledger.attach(kept, plan)
        with pytest.raises(InUseError, match="in use by another process"):
            Ledger.read(kept)
    with Ledger.read(kept) as first, Ledger.read(kept) as second:
        assert first.done == second.done == 40


@pytest.mark.parametrize("opened", [lambda path, plan: Ledger.read(path), Ledger.attach])
class TestDamage:
    def refuse(self, opened, path, plan, message):
        before = path.read_bytes()
        with pytest.raises(DamagedError, match=message) as refused:
            opened(path, plan)
        assert str(path) in str(refused.value)
        assert path.read_bytes() == before

    def test_other_file(self, opened, path, plan):
        path.write_text("no database, and longer than the header of one would be" * 9)
        self.refuse(opened, path, plan, "file is not a database")

    def test_other_database(self, opened, path, plan):
        with sqlite3.connect(path) as other:
            other.execute("CREATE TABLE plan (description TEXT)")
        other.close()
        self.refuse(opened, path, plan, "not a ledger of analyser")

    def test_newer_format(self, opened, kept, plan):
        self.edit(kept, "PRAGMA user_version = 99")
        self.refuse(opened, kept, plan, "has format 99")

    def test_cut_off(self, opened, kept, plan):
        content = kept.read_bytes()
        kept.write_bytes(content[: len(content) // 2])
        self.refuse(opened, kept, plan, "damaged: ")

    def test_broken_page(self, opened, kept, plan):
        content = bytearray(kept.read_bytes())
        content[4096:4200] = b"\xff" * 104
        kept.write_bytes(content)
        self.refuse(opened, kept, plan, "damaged: ")

    @pytest.mark.parametrize(
        "statement",
        [
            "DELETE FROM plan",
            "UPDATE plan SET description = '{'",
            "UPDATE plan SET description = '{}'",
            "UPDATE plan SET description = '[]'",
            "UPDATE chunks SET count = 61 WHERE start = 10",
            "UPDATE chunks SET count = 'many'",
            "DROP TABLE chunks",
        ],
    )
    def test_content(self, opened, kept, plan, statement):
        self.edit(kept, statement)
        self.refuse(opened, kept, plan, "damaged: ")

    def edit(self, path, statement):
        with sqlite3.connect(path) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute(statement)
        connection.close()


def test_reading_makes_no_ledger(plan, path):
    with pytest.raises(InputError, match="cannot be opened"):
        Ledger.read(path)
    assert not path.exists()


def test_ledger_that_cannot_be_made_is_refused(plan, path):
    path.mkdir()
    with pytest.raises(InputError, match="cannot be opened"):
        Ledger.attach(path, plan)


def test_full_disk_keeps_what_was_there(plan, kept):
    with Ledger.attach(kept, plan) as ledger:
        ledger._connection.execute("PRAGMA max_page_count = 10")
        with pytest.raises(OSError, match="full; the chunks saved before are kept") as refused:
            ledger.commit((0, 10), bytes(10**6))
    assert refused.value.errno == errno.ENOSPC
    assert refused.value.filename == str(kept)
    with Ledger.attach(kept, plan) as ledger:
        assert ledger.done == 40
        ledger.commit((0, 10), bytes(10**6))
        assert ledger.done == 50
