"""Reports on disk: the files, their bytes, and what happens to what was there before."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from analyser.core.errors import InputError
from analyser.report import render as module
from analyser.report.render import MARKER, render, replacing
from tests.report.synthetic import evidence


def content(folder: Path) -> dict[str, bytes]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


COMMAND = "analyser report maids --games 400000"


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report")
    render([evidence()], COMMAND, folder)
    return folder


@pytest.fixture(scope="module")
def several(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report on several numbers of players."""
    folder = tmp_path_factory.mktemp("several")
    render([replace(evidence(n), pages=("winners",)) for n in (2, 4)], COMMAND, folder)
    return folder


def test_files(report: Path) -> None:
    names = set(content(report))
    assert {"report.pdf", "report.md", MARKER, "tables/bids.csv", "tables/balance.csv"} <= names
    assert sum(name.startswith("figures/") for name in names) == 13
    assert (report / "report.pdf").read_bytes().startswith(b"%PDF")


def test_the_same_evidence_gives_the_same_bytes(report: Path, tmp_path: Path) -> None:
    render([evidence()], COMMAND, tmp_path)
    assert content(tmp_path) == content(report)


def test_no_file_says_when_it_was_made(report: Path) -> None:
    for name, raw in content(report).items():
        assert b"CreationDate" not in raw, name
        assert b"tIME" not in raw, name


def test_tables_hold_full_precision(report: Path) -> None:
    rows = pd.read_csv(report / "tables" / "bids.csv")
    assert set(rows.pop("players")) == {3}
    pd.testing.assert_frame_equal(rows, evidence().tables["bids"], check_exact=True)


def test_tables_hold_all_numbers_of_players(several: Path) -> None:
    rows = pd.read_csv(several / "tables" / "leads.csv")
    assert rows.groupby("players").size().to_dict() == {2: 120, 4: 120}


def test_marker_says_where_the_numbers_come_from(report: Path, several: Path) -> None:
    found = json.loads((report / MARKER).read_text(encoding="utf-8"))
    assert found == {**evidence().meta, "others": []}
    found = json.loads((several / MARKER).read_text(encoding="utf-8"))
    other = {name: value for name, value in evidence(4).meta.items() if name != "definition"}
    assert found == {**evidence(2).meta, "others": [other]}


def test_markdown_embeds_every_figure_and_says_what_the_pages_say(report: Path) -> None:
    text = (report / "report.md").read_text(encoding="utf-8")
    shown = re.findall(r"!\[.+\]\((.+)\)", text)
    assert sorted(shown) == sorted(n for n in content(report) if n.startswith("figures/"))
    assert "**Provisional.**" in text
    assert COMMAND in text
    assert "| Does starting win? | " in text
    widths = {
        line.count("|") for line in text.splitlines() if line.startswith("| games won | seat")
    }
    assert widths == {8}


def test_several_numbers_of_players_stand_beside_each_other(several: Path) -> None:
    text = (several / "report.md").read_text(encoding="utf-8")
    shown = re.findall(r"!\[.+\]\((.+)\)", text)
    assert sorted(shown) == sorted(n for n in content(several) if n.startswith("figures/"))
    assert {"figures/win_share-2p.png", "figures/win_share-4p.png"} <= set(shown)
    assert "## 2 and 4 players side by side" in text
    heads = [line for line in text.splitlines() if line.startswith("# ")]
    assert heads[1:] == ["# 2 players", "# 4 players"]
    [starts] = [line for line in text.splitlines() if line.startswith("| Does starting win? | **")]
    assert starts.count("**") == 4, "a verdict for each"
    [clara] = [line for line in text.splitlines() if line.startswith("| games won, Clara |")]
    assert clara.endswith(" – |"), "four players have no such side"


def write(folder: Path, text: str) -> None:
    (folder / MARKER).write_text(json.dumps({"command": "report"}), encoding="utf-8")
    (folder / "report.md").write_text(text, encoding="utf-8")


def test_a_report_is_replaced_as_a_whole(tmp_path: Path) -> None:
    out = tmp_path / "a" / "b"
    with replacing(out) as folder:
        write(folder, "old")
        (folder / "stale.png").touch()
    with replacing(out) as folder:
        write(folder, "new")
    assert set(content(out)) == {MARKER, "report.md"}
    assert (out / "report.md").read_text(encoding="utf-8") == "new"
    assert list(out.parent.iterdir()) == [out]


def test_an_empty_folder_is_used(tmp_path: Path) -> None:
    with replacing(tmp_path) as folder:
        write(folder, "new")
    assert (tmp_path / "report.md").exists()


@pytest.mark.parametrize("failure", [RuntimeError, KeyboardInterrupt])
def test_a_failure_leaves_the_old_report(tmp_path: Path, failure: type[BaseException]) -> None:
    out = tmp_path / "out"
    with replacing(out) as folder:
        write(folder, "old")

    def fail(folder: Path) -> None:
        write(folder, "new")
        raise failure

    with pytest.raises(failure), replacing(out) as folder:
        fail(folder)
    assert (out / "report.md").read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [out]


def test_a_failed_swap_puts_the_old_report_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    with replacing(out) as folder:
        write(folder, "old")
    rename = module.os.rename

    def failing(source: Path, target: Path) -> None:
        if source.name == "new":
            raise OSError(28, "No space left on device")
        rename(source, target)

    monkeypatch.setattr(module.os, "rename", failing)
    with pytest.raises(OSError, match="No space"), replacing(out) as folder:
        write(folder, "new")
    assert (out / "report.md").read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [out]


@pytest.mark.parametrize("marker", [None, "not JSON", "[]", '{"command": "bids"}'])
def test_a_foreign_folder_is_refused(tmp_path: Path, marker: str | None) -> None:
    (tmp_path / "thesis.txt").write_text("mine", encoding="utf-8")
    if marker is not None:
        (tmp_path / MARKER).write_text(marker, encoding="utf-8")
    before = content(tmp_path)
    with pytest.raises(InputError, match="no report of analyser"), replacing(tmp_path):
        pytest.fail("nothing may be played for a folder that is refused")
    assert content(tmp_path) == before
    assert not list(tmp_path.parent.glob(f".{tmp_path.name}*"))


def test_a_file_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.write_text("mine", encoding="utf-8")
    with pytest.raises(InputError, match="is a file"), replacing(out):
        pytest.fail("nothing may be played for a file")
    assert out.read_text(encoding="utf-8") == "mine"


def test_a_folder_below_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match="cannot be written"), replacing(tmp_path / "file" / "out"):
        pytest.fail("nothing may be played for a place that cannot be written")
