"""The figures: each takes tidy rows and an `ax`, and draws nothing but what the rows say.

Rows hold estimates as the analyses return them (`value`, `low`, `high`, or `x`, `x_low`, `x_high`);
a `Unit` says how to print them. Names and numbers are written beside the marks, so that no figure
needs a legend, and shape tells apart what colour tells apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, Normalize
from matplotlib.patches import Rectangle

from analyser.report import style
from analyser.report.words import Unit, columns, estimate, short

SEQUENTIAL = LinearSegmentedColormap.from_list("sequential", ["#f4f8fb", "#6baed6", "#08306b"])
DIVERGING = LinearSegmentedColormap.from_list(
    "diverging", ["#a33d00", "#f3b184", "#fafafa", "#8fc1e0", "#005083"]
)


def _scaled(rows: pd.DataFrame, name: str, unit: Unit) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Values and the lengths of their two whiskers, in the unit; no interval: no whisker."""
    value, low, high = (rows[c].to_numpy(dtype=float) * unit.scale for c in columns(name))
    return value, np.nan_to_num(value - low).clip(0), np.nan_to_num(high - value).clip(0)


def _labels(rows: pd.DataFrame, name: str, unit: Unit, *, sign: bool = False) -> list[str]:
    value, low, high = (rows[column] for column in columns(name))
    return [short(*each, unit=unit, sign=sign) for each in zip(value, low, high, strict=True)]


def _axis_names(ax: Axes, x: str, y: str) -> None:
    """Name both axes, the vertical one in level type above its top."""
    ax.set_xlabel(x)
    ax.set_ylabel(y, rotation=0, ha="left", va="bottom")
    ax.yaxis.set_label_coords(0.0, 1.02)


def stems(
    rows: pd.DataFrame, ax: Axes, *, category: str, name: str, unit: Unit, x: str, y: str
) -> None:
    """One estimate for each category: a stem from zero, a dot, its interval and its number."""
    value, below, above = _scaled(rows, name, unit)
    at = np.arange(len(rows))
    ax.vlines(at, 0, value, color=style.SKY, linewidth=7)
    ax.errorbar(
        at,
        value,
        [below, above],
        fmt="o",
        color=style.BLUE,
        ecolor=style.INK,
        markersize=5,
        elinewidth=1,
        capsize=2.5,
        zorder=3,
    )
    _hollow(ax, at, value, rows, name, style.BLUE, "o")
    for i, label in enumerate(_labels(rows, name, unit)):
        ax.annotate(
            label,
            (i, value[i] + above[i]),
            (0, 5),
            textcoords="offset points",
            ha="center",
            va="bottom",
            fontsize=style.LABEL,
            color=style.INK,
        )
    ax.set_xticks(at, [str(label) for label in rows[category]])
    ax.set_xlim(-0.6, len(rows) - 0.4)
    ax.set_ylim(0, float((value + above).max()) * 1.13 or 1)
    ax.grid(axis="y")
    _axis_names(ax, x, y)


def lines(
    rows: pd.DataFrame,
    ax: Axes,
    *,
    category: str,
    series: Mapping[str, str],
    unit: Unit,
    x: str,
    y: str,
) -> None:
    """Several estimates over the same categories, each line named at its right end.

    `series` maps the estimate's column to its name; numbers stand outside the bundle of lines,
    and not across the line of zero.
    """
    at = np.arange(len(rows))
    estimates = {name: _scaled(rows, name, unit) for name in series}
    low = min(float((value - below).min()) for value, below, _ in estimates.values())
    high = max(float((value + above).max()) for value, _, above in estimates.values())
    room = (max(high, 0) - min(low, 0)) * 0.14
    middle = np.mean([value for value, _, _ in estimates.values()], axis=0)
    ax.hlines(0, -0.4, at[-1], color=style.MUTED, linewidth=0.8)  # not across the names
    for (name, (value, below, above)), (colour, marker) in zip(
        estimates.items(), style.SERIES, strict=False
    ):
        ax.errorbar(
            at,
            value,
            [below, above],
            fmt=f"{marker}-",
            color=colour,
            markersize=5,
            elinewidth=1,
            capsize=2.5,
            zorder=3,
        )
        _hollow(ax, at, value, rows, name, colour, marker)
        for i, label in enumerate(_labels(rows, name, unit)):
            up = value[i] >= middle[i] or 0 < value[i] - below[i] < room
            edge = value[i] + above[i] if up else value[i] - below[i]
            ax.annotate(
                label,
                (i, edge),
                (0, 5 if up else -5),
                textcoords="offset points",
                ha="center",
                va="bottom" if up else "top",
                fontsize=style.LABEL,
                color=colour,
            )
        ax.annotate(
            series[name],
            (at[-1], value[-1]),
            (14, 0),
            textcoords="offset points",
            va="center",
            fontsize=style.LABEL,
            fontweight="bold",
            color=colour,
        )
    ax.set_ylim(min(low, 0) - room, max(high, 0) + room)
    ax.set_xticks(at, [str(label) for label in rows[category]])
    ax.set_xlim(-0.4, len(rows) - 0.85)
    ax.grid(axis="y")
    _axis_names(ax, x, y)


def _hollow(
    ax: Axes,
    at: np.ndarray,
    value: np.ndarray,
    rows: pd.DataFrame,
    name: str,
    colour: str,
    marker: str,
) -> None:
    """Empty the marks of estimates without an interval."""
    vague = rows[f"{name}_low"].isna().to_numpy()
    if vague.any():
        ax.plot(
            at[vague],
            value[vague],
            marker,
            color=colour,
            markerfacecolor="white",
            markersize=5,
            zorder=4,
        )


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
) -> None:
    """One estimate for each pair of categories, its number in the cell.

    Estimates that can be negative (`signed`) get two colours that meet at zero. A pair that never
    came up is hatched; one with too few games for an interval has no colour, its number is slanted.
    """
    order = [_in_order(rows[column]) for column in (down, across)]
    vague = rows[f"{name}_low"].isna().to_numpy()
    values = rows[name].to_numpy(dtype=float) * unit.scale
    reach = float(np.abs(values[~vague]).max(initial=0)) or 1.0
    norm = Normalize(-reach if signed else 0, reach)
    cmap = DIVERGING if signed else SEQUENTIAL
    ax.add_patch(
        Rectangle(
            (-0.5, -0.5),
            len(order[1]),
            len(order[0]),
            facecolor="white",
            hatch="/////",
            edgecolor=style.RULE,
            linewidth=0,
            zorder=0.5,
        )
    )
    labels = _labels(rows, name, unit, sign=signed)
    for row, value, few, label in zip(rows.to_dict("records"), values, vague, labels, strict=True):
        i, j = order[0].index(row[down]), order[1].index(row[across])
        colour = (1.0, 1.0, 1.0, 1.0) if few else cmap(norm(value))
        ax.add_patch(
            Rectangle((j - 0.5, i - 0.5), 1, 1, facecolor=colour, edgecolor="white", linewidth=1.2)
        )
        ax.text(
            j,
            i,
            label,
            ha="center",
            va="center",
            fontsize=style.LABEL,
            color=style.MUTED if few else style.ink_on(colour),
            style="italic" if few else "normal",
        )
    ax.set_xlim(-0.5, len(order[1]) - 0.5)
    ax.set_ylim(len(order[0]) - 0.5, -0.5)
    ax.set_xticks(range(len(order[1])), [str(label) for label in order[1]])
    ax.set_yticks(range(len(order[0])), [str(label) for label in order[0]])
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    _axis_names(ax, x, y)


def _in_order(labels: pd.Series) -> list[Any]:
    """The different labels: numbers by size, words as they come."""
    found = list(dict.fromkeys(labels))
    return sorted(found) if pd.api.types.is_numeric_dtype(labels) else found


def intervals(
    rows: pd.DataFrame,
    ax: Axes,
    *,
    category: str,
    unit: Unit,
    x: str,
    reference: float,
    reference_name: str,
) -> None:
    """Estimates one below the other on a close-up scale, beside a value to hold them against."""
    value, below, above = _scaled(rows, "value", unit)
    line = reference * unit.scale
    ax.axvline(line, color=style.VERMILION, linewidth=1.4, linestyle=(0, (4, 1.5)))
    ax.annotate(
        reference_name,
        (line, 1),
        (0, 3),
        xycoords=("data", "axes fraction"),
        textcoords="offset points",
        ha="center",
        va="bottom",
        fontsize=style.LABEL,
        fontweight="bold",
        color=style.VERMILION,
    )
    _dots(ax, value, below, above)
    everything = np.concatenate([value - below, value + above, [line]])
    middle = (everything.min() + everything.max()) / 2
    half = max((everything.max() - everything.min()) * 0.6, 0.04 * abs(middle))
    ax.set_xlim(middle - half, middle + half)
    _down(ax, rows, category, x)
    for i, row in enumerate(rows.to_dict("records")):
        ax.annotate(
            estimate(row, unit),
            (1, i),
            (8, 0),
            xycoords=("axes fraction", "data"),
            textcoords="offset points",
            va="center",
            fontsize=style.LABEL,
            color=style.INK,
        )


def bars(rows: pd.DataFrame, ax: Axes, *, category: str, unit: Unit, x: str) -> None:
    """Shares or counts one below the other, as bars from zero with interval and number."""
    value, below, above = _scaled(rows, "value", unit)
    at = np.arange(len(rows))
    ax.barh(at, value, 0.56, color=style.SKY)
    ax.errorbar(
        value, at, xerr=[below, above], fmt="none", ecolor=style.INK, elinewidth=1, capsize=2.5
    )
    for i, row in enumerate(rows.to_dict("records")):
        ax.annotate(
            estimate(row, unit),
            (value[i] + above[i], i),
            (5, 0),
            textcoords="offset points",
            va="center",
            fontsize=style.LABEL,
            color=style.INK,
        )
    ax.set_xlim(0, float((value + above).max()) * 1.3 or 1)
    _down(ax, rows, category, x)


def histogram(
    rows: pd.DataFrame,
    ax: Axes,
    *,
    value: str,
    weight: str,
    width: int,
    x: str,
    y: str,
    marks: Mapping[str, float],
) -> None:
    """How often each value was seen, in bars `width` wide, with named marks (such as quartiles)."""
    bins = rows[value] // width
    heights = rows.groupby(bins)[weight].sum() / rows[weight].sum() * 100
    ax.bar(
        heights.index * width,
        heights,
        width,
        align="edge",
        color=style.SKY,
        edgecolor="white",
        linewidth=0.6,
    )
    top = float(heights.max()) * 1.22
    for i, (name, at) in enumerate(marks.items()):
        height = top * (0.98 - 0.07 * i)
        ax.vlines(at, 0, height, color=style.VERMILION, linewidth=1.2, linestyle=(0, (4, 1.5)))
        ax.annotate(
            f"{name} {at:.0f}",
            (at, height),
            (4, 0),
            textcoords="offset points",
            va="top",
            fontsize=style.LABEL,
            fontweight="bold",
            color=style.VERMILION,
        )
    ax.set_xlim(0, (float(heights[heights > 0.05].index.max()) + 1) * width)
    ax.set_ylim(0, top)
    ax.grid(axis="y")
    _axis_names(ax, x, y)


def spreads(rows: pd.DataFrame, ax: Axes, *, category: str, unit: Unit, x: str) -> None:
    """Mean and standard deviation (column `sd`) of each row: a dot on a band of mean ± sd."""
    value, below, above = _scaled(rows, "value", unit)
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
    _dots(ax, value, below, above)
    for i, row in enumerate(rows.to_dict("records")):
        ax.annotate(
            f"{estimate(row, unit)}, sd {sd[i]:.1f}",
            (1, i),
            (8, 0),
            xycoords=("axes fraction", "data"),
            textcoords="offset points",
            va="center",
            fontsize=style.LABEL,
            color=style.INK,
        )
    ax.set_xlim(0, float((value + sd).max()) * 1.05)
    _down(ax, rows, category, x)


def _dots(ax: Axes, value: np.ndarray, below: np.ndarray, above: np.ndarray) -> None:
    """Dots one below the other with their intervals."""
    ax.errorbar(
        value,
        np.arange(len(value)),
        xerr=[below, above],
        fmt="o",
        color=style.BLUE,
        ecolor=style.INK,
        markersize=5.5,
        elinewidth=1.1,
        capsize=3,
        zorder=3,
    )


def _down(ax: Axes, rows: pd.DataFrame, category: str, x: str) -> None:
    """Name the rows of a horizontal figure, the first on top."""
    ax.set_ylim(len(rows) - 0.45, -0.55)
    ax.set_yticks(np.arange(len(rows)), [str(label) for label in rows[category]])
    ax.tick_params(axis="y", length=0)
    ax.grid(axis="x")
    ax.set_xlabel(x)
