"""Figures with a number in each cell: heat maps, alone or several side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.colors import LinearSegmentedColormap, Normalize
from matplotlib.patches import Rectangle

from analyser.report import style
from analyser.report.figures.common import in_order, labels, name_axes, write
from analyser.report.words import Unit, columns, interval

SEQUENTIAL = LinearSegmentedColormap.from_list("sequential", ["#f4f8fb", "#6baed6", "#08306b"])
DIVERGING = LinearSegmentedColormap.from_list(
    "diverging", ["#a33d00", "#f3b184", "#fafafa", "#8fc1e0", "#005083"]
)

MANY, INTERVALS = 14, 7
"""From this number of columns on, the numbers are set smaller; the other if with intervals."""


def heat_map(
    rows: pd.DataFrame,
    ax: Axes,
    *,
    down: str,
    across: str,
    name: str,
    unit: Unit,
    x: str,
    y: str,
    signed: bool = False,
    order: Sequence[Any] | None = None,
    orders: tuple[Sequence[Any], Sequence[Any]] | None = None,
) -> None:
    """One estimate for each pair of categories, its number in the cell.

    Where both are of one kind, `order` has them all; their numbers then have their intervals.
    `orders` has all rows and all columns where they are of two kinds and some may be missing.

    Estimates that can be negative (`signed`) get two colours that meet at zero. A pair that never
    came up is hatched; one with too few games for an interval has no colour, its number is slanted.
    Where the rows have a column `marked`, the cells marked there have a frame.
    """
    axes = [
        list(every or in_order(rows[column]))
        for column, every in zip((down, across), orders or (order, order), strict=True)
    ]
    vague = rows[columns(name)[1]].isna().to_numpy()
    values = rows[name].to_numpy(dtype=float) * unit.scale
    reach = float(np.abs(values[~vague]).max(initial=0)) or 1.0
    norm = Normalize(-reach if signed else 0, reach)
    cmap = DIVERGING if signed else SEQUENTIAL
    _hatch(ax, 0, len(axes[1]), len(axes[0]))
    places = _places(rows, axes[0], axes[1], (down, across))
    colours = [
        "white" if few else cmap(norm(value)) for value, few in zip(values, vague, strict=True)
    ]
    numbers = labels(rows, name, unit, sign=signed)
    if order:
        ends = rows[[*columns(name)[1:]]].to_numpy(dtype=float)
        numbers = [
            f"{number}\n{interval(low, high, unit, sign=signed)}"
            for number, (low, high) in zip(numbers, ends, strict=True)
        ]
    room = (INTERVALS if order else MANY) / len(axes[1])
    _cells(ax, places, colours, numbers, vague, style.LABEL * min(1, room))
    if "marked" in rows:
        for i, j in places[rows["marked"].to_numpy(dtype=bool)]:
            _frame(ax, i, j)
    ax.set_xlim(-0.5, len(axes[1]) - 0.5)
    ax.set_xticks(range(len(axes[1])), [str(label) for label in axes[1]])
    _name_rows(ax, axes[0])
    name_axes(ax, x, y)


def maps(
    rows: pd.DataFrame,
    ax: Axes,
    *,
    down: str,
    across: str,
    series: Mapping[str, str],
    unit: Unit,
    x: str,
    y: str,
) -> None:
    """Several heat maps of shares side by side, one for each column of `series`, with its title.

    Numbers are in `unit`, whole, so that they fit; where the share is nothing, a dot. A pair that
    never came up is hatched, one with too few games for an interval is slanted, without colour.
    """
    order = [in_order(rows[column]) for column in (down, across)]
    high, wide = len(order[0]), len(order[1])
    ticks: list[float] = []
    for k, (name, title) in enumerate(series.items()):
        left = k * (wide + 0.8)
        _hatch(ax, left, wide, high)
        vague = rows[columns(name)[1]].isna().to_numpy()
        places = _places(rows, order[0], order[1], (down, across)) + np.array([left, 0.0])
        shares = rows[name].to_numpy(dtype=float)
        colours = [
            "white" if few else SEQUENTIAL(share) for share, few in zip(shares, vague, strict=True)
        ]
        numbers = [f"{share * unit.scale:.0f}" if share else "·" for share in shares]
        _cells(ax, places, colours, numbers, vague, 6.0)
        write(ax, title, (left + (wide - 1) / 2, -0.5), (0, 4), bold=True)
        ticks += [left + i for i in range(wide)]
    ax.set_xlim(-0.5, ticks[-1] + 0.5)
    ax.set_xticks(ticks, [str(label) for label in order[1]] * len(series))
    _name_rows(ax, order[0])
    ax.set_xlabel(x)
    ax.set_ylabel(y)


def _hatch(ax: Axes, left: float, wide: int, high: int) -> None:
    """The ground of a map: what never came up stays hatched."""
    ax.add_patch(
        Rectangle(
            (left - 0.5, -0.5),
            wide,
            high,
            facecolor="white",
            hatch="/////",
            edgecolor=style.RULE,
            linewidth=0,
            zorder=0.5,
        )
    )


def _places(
    rows: pd.DataFrame, down: list[Any], across: list[Any], names: tuple[str, str]
) -> np.ndarray:
    """Column and row of the cell of each row of the table, float[rows, 2]."""
    first, second = names
    return np.array(
        [
            (across.index(row[second]), down.index(row[first]))
            for row in rows[[first, second]].to_dict("records")
        ],
        dtype=float,
    )


def _cells(
    ax: Axes,
    places: np.ndarray,
    colours: list[Any],
    numbers: list[str],
    vague: np.ndarray,
    size: float,
) -> None:
    """Coloured cells with their numbers; slanted without an interval."""
    corners = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
    ax.add_collection(
        PolyCollection(
            places[:, None] + corners, facecolors=colours, edgecolors="white", linewidths=1
        ),
        autolim=False,
    )
    for (i, j), colour, number, few in zip(places, colours, numbers, vague, strict=True):
        ax.text(
            i,
            j,
            number,
            ha="center",
            va="center",
            fontsize=size,
            color=style.MUTED if few else style.ink_on(colour),
            style="italic" if few else "normal",
        ).set_in_layout(False)  # inside the axes anyway


def _frame(ax: Axes, i: float, j: float) -> None:
    """Mark a cell."""
    ax.add_patch(
        Rectangle(
            (i - 0.45, j - 0.43), 0.9, 0.86, fill=False, edgecolor=style.INK, linewidth=1, zorder=2
        )
    )


def _name_rows(ax: Axes, names: list[Any]) -> None:
    ax.set_ylim(len(names) - 0.5, -0.5)
    ax.set_yticks(range(len(names)), [str(name) for name in names])
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
