"""Writing a report: PDF, Markdown, images and tables, into a folder that changes as a whole."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from matplotlib.backends.backend_pdf import PdfPages

from analyser.analysis.result import Result
from analyser.core.errors import InputError
from analyser.report import content, markdown, pages, style
from analyser.report.definition import Definition
from analyser.report.evidence import Evidence, together
from analyser.report.gather import gather

MARKER = "report.json"
"""The file by which a folder is known as a report of ours; it says where the numbers come from."""


def write_report(definition: Definition, command: str, out: str | Path, **run_options: Any) -> Path:
    """Play what is defined and write its report into the folder `out`; return that folder.

    An earlier report there is replaced as a whole, and stays untouched until the new one is
    complete. `command` rebuilds the report; `run_options` are those of
    :func:`~analyser.report.gather.gather`. Raises InputError if `out` is a file, or a folder that
    holds anything but a report, or cannot be written.
    """
    with replacing(Path(out)) as folder:
        render(gather(definition, **run_options), command, folder)
    return Path(out)


def render(evidences: Sequence[Evidence], command: str, folder: Path) -> None:
    """Write the files of a report into an empty folder; the same evidence gives the same bytes.

    There is one evidence for each number of players; `command` makes the report again.
    """
    with style.applied():
        report = content.write(evidences, command)
        metadata = {"Title": f"{report.title}: game analysis", "CreationDate": None}
        with PdfPages(folder / "report.pdf", metadata=metadata) as pdf:
            for figure in pages.pages(report):
                pdf.savefig(figure)
        (folder / "figures").mkdir()
        for name, exhibit, footer in report.exhibits():
            file = folder / "figures" / f"{name}.png"
            pages.image(exhibit, footer).savefig(file, dpi=200, metadata={"Software": None})
    (folder / "report.md").write_text(markdown.text(report), encoding="utf-8")
    (folder / "tables").mkdir()
    for name, rows in together(evidences).items():
        (folder / "tables" / f"{name}.csv").write_text(Result(rows, {}).to_csv(), encoding="utf-8")
    first, *others = (evidence.meta for evidence in evidences)
    meta = {**first, "others": [{k: m[k] for k in m if k != "definition"} for m in others]}
    text = json.dumps(meta, indent=1, ensure_ascii=False)
    (folder / MARKER).write_text(text + "\n", encoding="utf-8")


@contextmanager
def replacing(out: Path) -> Iterator[Path]:
    """Give an empty folder that takes the place of `out` when the block ends without an error."""
    out = out.absolute()
    _check(out)
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        aside = Path(tempfile.mkdtemp(prefix=f".{out.name}.", suffix=".part", dir=out.parent))
    except OSError as error:
        raise InputError(f"{out}: cannot be written: {error.strerror}") from None
    new, old = aside / "new", aside / "old"
    try:
        new.mkdir()
        yield new
        _check(out)  # it may have changed while the games were played
        if out.exists():
            os.rename(out, old)
        try:
            os.rename(new, out)
        except OSError:
            if old.exists():
                os.rename(old, out)
            raise
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def _check(out: Path) -> None:
    """Refuse to replace what is not a report of ours."""
    if not out.exists() and not out.is_symlink():
        return
    if not out.is_dir():
        raise InputError(f"{out}: is a file; a report is written into a folder of its own")
    if any(out.iterdir()) and not _ours(out / MARKER):
        raise InputError(
            f"{out}: holds files that are no report of analyser; give a new or an empty folder"
        )


def _ours(marker: Path) -> bool:
    try:
        content = json.loads(marker.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return isinstance(content, dict) and content.get("command") == "report"
