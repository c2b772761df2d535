"""Figures whose categories stand one below the other: intervals, bars, spreads."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from analyser.report import style
from analyser.report.figures.common import DASHES, Reference, scaled, write
from analyser.report.words import Unit, columns, estimate

NAMES = style.Face(7.5)
"""How the names of the rows are set."""
LONGEST = 48.0
"""Millimetres that the name of a row may take before it is broken."""


def intervals(
    rows: pd.DataFrame,
    ax: Axes,
    *,
    category: str,
    unit: Unit,
    x: str,
    reference: Reference | None = None,
    name: str = "value",
    sign: bool = False,
) -> None:
    """Estimates one below the other on a close-up scale, beside a value to hold them against.

    Where each row has its own such value, it is the column `against`, a bar across the row.
    """
    value, below, above = scaled(rows, name, unit)
    everything = [value - below, value + above]
    if reference is not None:
        line = reference.value * unit.scale
        ax.axvline(line, color=style.VERMILION, linewidth=1.4, linestyle=DASHES)
        write(
            ax,
            reference.name,
            (line, 1),
            (0, 3),
            colour=style.VERMILION,
            coords=("data", "axes fraction"),
            bold=True,
        )
        everything.append(np.array([line]))
    if "against" in rows:
        own = rows["against"].to_numpy(dtype=float) * unit.scale
        at = np.arange(len(rows))
        ax.vlines(own, at - 0.32, at + 0.32, color=style.VERMILION, linewidth=2.2)
        everything.append(own)
    _dots(ax, rows, name, (value, below, above))
    reach = np.concatenate(everything)
    low, high = float(np.nanmin(reach)), float(np.nanmax(reach))
    middle = (low + high) / 2
    half = max((high - low) * 0.6, 0.04 * abs(middle)) or 1.0
    ax.set_xlim(middle - half, middle + half)
    _down(ax, rows, category, x)
    _beside(ax, [estimate(row, unit, name=name, sign=sign) for row in rows.to_dict("records")])


def bars(
    rows: pd.DataFrame, ax: Axes, *, category: str, unit: Unit, x: str, name: str = "value"
) -> None:
    """Shares or counts one below the other, as bars from zero with interval and number."""
    value, below, above = scaled(rows, name, unit)
    at = np.arange(len(rows))
    ax.barh(at, value, 0.56, color=style.SKY)
    ax.errorbar(
        value, at, xerr=[below, above], fmt="none", ecolor=style.INK, elinewidth=1, capsize=2.5
    )
    for i, row in enumerate(rows.to_dict("records")):
        write(ax, estimate(row, unit, name=name), (value[i] + above[i], i), (5, 0))
    ax.set_xlim(0, float((value + above).max()) * 1.3 or 1)
    _down(ax, rows, category, x)


def spreads(rows: pd.DataFrame, ax: Axes, *, category: str, unit: Unit, x: str) -> None:
    """Mean and standard deviation (column `sd`) of each row: a dot on a band of mean ± sd."""
    value, below, above = scaled(rows, "value", unit)
    sd = rows["sd"].to_numpy(dtype=float) * unit.scale
    ax.barh(
        np.arange(len(rows)),
        2 * sd,
        0.36,
        left=value - sd,
        color=style.TINT,
        edgecolor=style.MUTED,
        linewidth=0.6,
        hatch="////",
    )
    _dots(ax, rows, "value", (value, below, above))
    ax.set_xlim(0, float((value + sd).max()) * 1.05)
    _down(ax, rows, category, x)
    _beside(
        ax,
        [
            f"{estimate(row, unit)}, sd {deviation:.1f}"
            for row, deviation in zip(rows.to_dict("records"), sd, strict=True)
        ],
    )


def _dots(
    ax: Axes, rows: pd.DataFrame, name: str, scaled: tuple[np.ndarray, np.ndarray, np.ndarray]
) -> None:
    """Dots one below the other with their intervals; hollow without an interval."""
    value, below, above = scaled
    at = np.arange(len(value))
    ax.errorbar(
        value,
        at,
        xerr=[below, above],
        fmt="o",
        color=style.BLUE,
        ecolor=style.INK,
        markersize=5.5,
        elinewidth=1.1,
        capsize=3,
        zorder=3,
    )
    vague = rows[columns(name)[1]].isna().to_numpy()
    if vague.any():
        ax.plot(
            value[vague],
            at[vague],
            "o",
            color=style.BLUE,
            markerfacecolor="white",
            markersize=5.5,
            zorder=4,
        )


def _beside(ax: Axes, numbers: list[str]) -> None:
    """Write the estimate of each row at the right."""
    for i, number in enumerate(numbers):
        write(ax, number, (1, i), (8, 0), coords=("axes fraction", "data"))


def _down(ax: Axes, rows: pd.DataFrame, category: str, x: str) -> None:
    """Name the rows of a horizontal figure, the first on top."""
    ax.set_ylim(len(rows) - 0.45, -0.55)
    names = ["\n".join(style.wrap(str(label), NAMES, LONGEST)) for label in rows[category]]
    ax.set_yticks(np.arange(len(rows)), names)
    ax.tick_params(axis="y", length=0)
    ax.grid(axis="x")
    ax.set_xlabel(x)
