"""Export: the same bytes for the same games, and no file until it is complete."""

from __future__ import annotations

import csv
import errno
import resource
import tracemalloc

import pyarrow.parquet as pq
import pytest
from pandas.testing import assert_frame_equal

from analyser.batch import export
from analyser.batch.export import check_target, export_records
from analyser.core.errors import InputError

SUFFIXES = [".csv", ".parquet"]


@pytest.fixture
def plan(make_plan):
    return make_plan(1000)


def cut(plan, size):
    return (plan.play(start, min(size, plan.games - start)) for start in range(0, plan.games, size))


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_bytes_do_not_depend_on_chunks(plan, tmp_path, monkeypatch, suffix):
    monkeypatch.setattr(export, "GROUP", 700)
    contents = set()
    for size in (1000, 400, 64, 7):
        path = tmp_path / f"{size}{suffix}"
        export_records(cut(plan, size), path)
        contents.add(path.read_bytes())
    assert len(contents) == 1


def test_parquet_holds_the_frame_in_groups_of_rows(plan, tmp_path, monkeypatch):
    monkeypatch.setattr(export, "GROUP", 700)
    path = tmp_path / "records.parquet"
    frame = plan.play(0, 1000).frame()
    assert export_records(cut(plan, 100), path) == len(frame)
    with pq.ParquetFile(path) as file:
        groups = [file.metadata.row_group(i).num_rows for i in range(file.num_row_groups)]
        read = file.read().to_pandas()
    assert set(groups[:-1]) == {700}
    assert sum(groups) == len(frame)
    assert_frame_equal(read, frame.astype({"face": "str"}), check_column_type=False)


def test_csv_is_plain(plan, tmp_path):
    path = tmp_path / "records.csv"
    frame = plan.play(0, 1000).frame()
    assert export_records(cut(plan, 100), path) == len(frame)
    text = path.read_text()
    assert text.startswith("game,round,side,face,points\n0,1,0,")
    assert '"' not in text
    assert "\r" not in text
    with path.open(newline="") as file:
        rows = list(csv.reader(file))
    assert rows[0] == list(frame.columns)
    assert rows[1:] == frame.astype(str).to_numpy().tolist()
    assert set(frame["face"]) == {"tails", "heads"}


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_memory_does_not_grow_with_the_games(make_plan, tmp_path, monkeypatch, suffix):
    monkeypatch.setattr(export, "GROUP", 5000)

    def peak(games):
        path = tmp_path / f"{games}{suffix}"
        tracemalloc.start()
        try:
            export_records(cut(make_plan(games), 1000), path)
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    assert peak(40_000) < 1.25 * peak(8_000)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_earlier_file_is_replaced(plan, tmp_path, suffix):
    path = tmp_path / f"records{suffix}"
    path.write_text("old")
    export_records(cut(plan, 500), path)
    assert path.read_bytes() != b"old"
    assert [p.name for p in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_failure_leaves_the_earlier_file(plan, tmp_path, suffix):
    def failing():
        yield plan.play(0, 500)
        raise InputError("damaged")

    path = tmp_path / f"records{suffix}"
    path.write_text("old")
    with pytest.raises(InputError, match="damaged"):
        export_records(failing(), path)
    assert path.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_full_disk_is_told_with_the_path(make_plan, tmp_path, suffix):
    path = tmp_path / f"records{suffix}"
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, before[1]))
    try:
        with pytest.raises(OSError, match="File too large") as refused:
            export_records(cut(make_plan(50_000), 5000), path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert refused.value.errno == errno.EFBIG
    assert refused.value.filename == str(path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["records.xlsx", "records", "records.CSV", "csv"])
def test_other_suffixes_are_refused(tmp_path, name):
    with pytest.raises(InputError, match=rf"{name}: must end in \.csv or \.parquet"):
        check_target(tmp_path / name)


def test_paths_that_hold_no_file_are_refused(tmp_path):
    (tmp_path / "folder.csv").mkdir()
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match=r"folder\.csv: is a folder"):
        check_target(tmp_path / "folder.csv")
    with pytest.raises(InputError, match=r"the folder .*none does not exist"):
        check_target(tmp_path / "none" / "records.csv")
    with pytest.raises(InputError, match=r"the folder .*file does not exist"):
        check_target(tmp_path / "file" / "records.csv")


def test_folder_that_is_not_writable_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("os.access", lambda path, mode: False)
    with pytest.raises(InputError, match="is not writable"):
        check_target(tmp_path / "records.csv")
