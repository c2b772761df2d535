"""The picture of a tournament: who beats whom, by how much, with intervals."""

from __future__ import annotations

import re
from pathlib import Path

from matplotlib.axes import Axes

from analyser.analysis.result import Result
from analyser.core.errors import InputError
from analyser.core.files import check_writable, replacing
from analyser.report import style
from analyser.report.figures import heat_map
from analyser.report.pages import image
from analyser.report.sections import Exhibit
from analyser.report.words import PP, count

METADATA = {
    ".pdf": {"CreationDate": None},
    ".png": {"Software": None},
    ".svg": {"Date": None},
}
"""By suffix, what the file says about its making, so that the same result gives the same bytes."""


def check_picture(path: Path) -> None:
    """Raise InputError if no picture can be put at the path; call it before a long run."""
    if path.suffix not in METADATA:
        raise InputError(f"{path}: must end in {', '.join(METADATA)}")
    check_writable(path)


def write_picture(result: Result, path: Path) -> None:
    """Draw the rows of a tournament; a file that is there is replaced when the new one is complete.

    Raises InputError if the path will not do, OSError if the disk is full.
    """
    check_picture(path)
    meta = result.meta
    source = (
        f"{meta['game']}:{meta['variant']}, {meta['players']} players, {count(meta['games'])} "
        f"deals in {meta['seatings']} seatings, seed {meta['seed']}, rules {meta['rules_digest']}, "
        f"version {meta['version']}. 95 % intervals by deal. Framed: p < 0.05, all pairs taken "
        f"together (Holm)."
    )
    names = {column: result.rows[column].map(_broken) for column in ("a", "b")}
    rows = result.rows.assign(marked=result.rows["p_adjusted"] < 0.05, **names)

    def draw(ax: Axes) -> None:
        heat_map(
            rows,
            ax,
            down="a",
            across="b",
            name="edge",
            unit=PP,
            x="among others that play",
            y="One side that plays",
            signed=True,
            order=[*dict.fromkeys(rows["a"])],
        )

    title = "Share of the wins above a fair one, percentage points"
    with style.applied(), replacing(path) as file:
        figure = image(Exhibit("tournament", title, draw, ""), source)
        figure.savefig(file, format=path.suffix[1:], dpi=200, metadata=METADATA[path.suffix])


def _broken(name: str) -> str:
    """A strategy's name in short lines, where it is the path of a file."""
    return re.sub(r"(/|:(?=\D))", r"\1\n", name)
