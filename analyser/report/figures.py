"""The figures: each takes tidy rows and an `ax`, and draws nothing but what the rows say.

Rows hold estimates as the analyses return them (`value`, `low`, `high`, or `x`, `x_low`, `x_high`);
a `Unit` says how to print them. Names and numbers are written beside the marks, so that no figure
needs a legend, and shape tells apart what colour tells apart.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, Normalize, TwoSlopeNorm
from matplotlib.patches import Rectangle

from analyser.report import style
from analyser.report.words import Unit, columns, short

SEQUENTIAL = LinearSegmentedColormap.from_list("sequential", ["#f4f8fb", "#6baed6", "#08306b"])
DIVERGING = LinearSegmentedColormap.from_list(
    "diverging", ["#a33d00", "#f3b184", "#fafafa", "#8fc1e0", "#005083"]
)


def _scaled(rows: pd.DataFrame, name: str, unit: Unit) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Values and the lengths of their two whiskers, in the unit; no interval: no whisker."""
    value, low, high = (rows[c].to_numpy(dtype=float) * unit.scale for c in columns(name))
    return value, np.nan_to_num(value - low).clip(0), np.nan_to_num(high - value).clip(0)


def _labels(rows: pd.DataFrame, name: str, unit: Unit, *, sign: bool = False) -> list[str]:
    estimates = rows[list(columns(name))].itertuples(index=False, name=None)
    return [short(*estimate, unit, sign=sign) for estimate in estimates]


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
    ax.errorbar(at, value, [below, above], fmt="o", color=style.BLUE, ecolor=style.INK,
                markersize=5, elinewidth=1, capsize=2.5, capthick=1, zorder=3)
    for i, label in enumerate(_labels(rows, name, unit)):
        ax.annotate(label, (i, value[i] + above[i]), (0, 5), textcoords="offset points",
                    ha="center", va="bottom", fontsize=style.LABEL, color=style.INK)
    ax.set_xticks(at, [str(label) for label in rows[category]])
    ax.set_xlim(-0.6, len(rows) - 0.4)
    ax.set_ylim(0, float((value + above).max()) * 1.13 or 1)
    ax.grid(axis="y")
    _axis_names(ax, x, y)


def lines(
    rows: pd.DataFrame, ax: Axes, *, category: str, series: Mapping[str, str], unit: Unit,
    x: str, y: str,
) -> None:
    """Several estimates over the same categories, each line named at its right end.

    `series` maps the estimate's column to its name; numbers stand outside the bundle of lines.
    """
    at = np.arange(len(rows))
    estimates = {name: _scaled(rows, name, unit) for name in series}
    middle = np.mean([value for value, _, _ in estimates.values()], axis=0)
    ax.axhline(0, color=style.MUTED, linewidth=0.8)
    for (name, (value, below, above)), (colour, marker) in zip(
        estimates.items(), style.SERIES, strict=False
    ):
        ax.errorbar(at, value, [below, above], fmt=f"{marker}-", color=colour, markersize=5,
                    elinewidth=1, capsize=2.5, zorder=3)
        for i, label in enumerate(_labels(rows, name, unit)):
            up = value[i] >= middle[i]
            edge = value[i] + above[i] if up else value[i] - below[i]
            ax.annotate(label, (i, edge), (0, 5 if up else -5), textcoords="offset points",
                        ha="center", va="bottom" if up else "top", fontsize=style.LABEL,
                        color=colour)
        ax.annotate(series[name], (at[-1], value[-1]), (14, 0), textcoords="offset points",
                    va="center", fontsize=style.LABEL, fontweight="bold", color=colour)
    low = min(float((value - below).min()) for value, below, _ in estimates.values())
    high = max(float((value + above).max()) for value, _, above in estimates.values())
    room = (max(high, 0) - min(low, 0)) * 0.14
    ax.set_ylim(min(low, 0) - room, max(high, 0) + room)
    ax.set_xticks(at, [str(label) for label in rows[category]])
    ax.set_xlim(-0.4, len(rows) - 0.6)
    ax.grid(axis="y")
    _axis_names(ax, x, y)


def heat_map(
    rows: pd.DataFrame, ax: Axes, *, down: str, across: str, name: str, unit: Unit, x: str, y: str,
    signed: bool = False,
) -> None:
    """One estimate for each pair of categories, its number in the cell.

    Estimates that can be negative (`signed`) get two colours that meet at zero. A pair that never
    came up is hatched; one with too few games for an interval is printed in italics.
    """
    order = [list(dict.fromkeys(rows[column])) for column in (down, across)]
    values = rows[name].to_numpy(dtype=float) * unit.scale
    if signed:
        reach = float(np.nanmax(np.abs(values))) or 1.0
        norm: Normalize = TwoSlopeNorm(0, -reach, reach)
        cmap = DIVERGING
    else:
        norm, cmap = Normalize(0, float(np.nanmax(values)) or 1.0), SEQUENTIAL
    for i in range(len(order[0])):
        for j in range(len(order[1])):
            ax.add_patch(Rectangle((j - 0.5, i - 0.5), 1, 1, facecolor="white", hatch="////",
                                   edgecolor=style.RULE, linewidth=0, zorder=0.5))
    for row, value, label in zip(
        rows.to_dict("records"), values, _labels(rows, name, unit, sign=signed), strict=True
    ):
        if np.isnan(value):
            continue
        i, j = order[0].index(row[down]), order[1].index(row[across])
        colour = cmap(norm(value))
        ax.add_patch(Rectangle((j - 0.5, i - 0.5), 1, 1, facecolor=colour, edgecolor="white",
                               linewidth=1.2))
        dark = float(np.dot(colour[:3], (0.299, 0.587, 0.114))) < 0.55
        vague = bool(np.isnan(row[f"{name}_low"]))
        ax.text(j, i, label, ha="center", va="center", fontsize=style.LABEL,
                color="white" if dark else style.INK, style="italic" if vague else "normal")
    ax.set_xlim(-0.5, len(order[1]) - 0.5)
    ax.set_ylim(len(order[0]) - 0.5, -0.5)
    ax.set_xticks(range(len(order[1])), [str(label) for label in order[1]])
    ax.set_yticks(range(len(order[0])), [str(label) for label in order[0]])
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    _axis_names(ax, x, y)


def intervals(
    rows: pd.DataFrame, ax: Axes, *, category: str, unit: Unit, x: str, reference: float,
    reference_name: str,
) -> None:
    """Estimates one below the other on a close-up scale, with interval, number and a reference."""
    value, below, above = _scaled(rows, "value", unit)
    at = np.arange(len(rows))
    line = reference * unit.scale
    ax.axvline(line, color=style.VERMILION, linewidth=1.4, linestyle=(0, (4, 1.5)))
    ax.annotate(reference_name, (line, -0.7), (4, 0), textcoords="offset points", va="center",
                fontsize=style.LABEL, fontweight="bold", color=style.VERMILION)
    ax.errorbar(value, at, xerr=[below, above], fmt="o", color=style.BLUE, ecolor=style.INK,
                markersize=5.5, elinewidth=1.1, capsize=3, zorder=3)
    for i, label in enumerate(_labels(rows, "value", unit)):
        ax.annotate(label, (value[i], i), (0, 6), textcoords="offset points", ha="center",
                    va="bottom", fontsize=style.LABEL, color=style.INK)
    everything = np.concatenate([value - below, value + above, [line]])
    middle = (everything.min() + everything.max()) / 2
    half = max((everything.max() - everything.min()) * 0.75, 0.06 * abs(middle))
    ax.set_xlim(middle - half, middle + half)
    ax.set_ylim(len(rows) - 0.5, -1.0)
    ax.set_yticks(at, [str(label) for label in rows[category]])
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)
    ax.grid(axis="x")
    ax.set_xlabel(x)


def bars(rows: pd.DataFrame, ax: Axes, *, category: str, unit: Unit, x: str) -> None:
    """Shares or counts one below the other, as bars from zero with interval and number."""
    value, below, above = _scaled(rows, "value", unit)
    at = np.arange(len(rows))
    ax.barh(at, value, 0.62, color=style.SKY, edgecolor=style.BLUE, linewidth=0.6)
    ax.errorbar(value, at, xerr=[below, above], fmt="none", ecolor=style.INK, elinewidth=1,
                capsize=2.5)
    for i, label in enumerate(_labels(rows, "value", unit)):
        ax.annotate(label, (value[i] + above[i], i), (5, 0), textcoords="offset points",
                    va="center", fontsize=style.LABEL, color=style.INK)
    ax.set_xlim(0, float((value + above).max()) * 1.16 or 1)
    ax.set_ylim(len(rows) - 0.45, -0.55)
    ax.set_yticks(at, [str(label) for label in rows[category]])
    ax.tick_params(axis="y", length=0)
    ax.grid(axis="x")
    ax.set_xlabel(x)


def spreads(rows: pd.DataFrame, ax: Axes, *, category: str, unit: Unit, x: str) -> None:
    """Mean and standard deviation (column `sd`) of each row: a dot on a band of mean ± sd."""
    value, below, above = _scaled(rows, "value", unit)
    sd = rows["sd"].to_numpy(dtype=float) * unit.scale
    at = np.arange(len(rows))
    ax.barh(at, 2 * sd, 0.34, left=value - sd, color=style.TINT, edgecolor=style.MUTED,
            linewidth=0.6, hatch="////")
    ax.errorbar(value, at, xerr=[below, above], fmt="o", color=style.BLUE, ecolor=style.INK,
                markersize=5.5, elinewidth=1.1, capsize=3, zorder=3)
    for i, label in enumerate(_labels(rows, "value", unit)):
        ax.annotate(f"{label} ± {sd[i]:.1f}", (value[i], i - 0.17), (0, 3),
                    textcoords="offset points", ha="center", va="bottom", fontsize=style.LABEL,
                    color=style.INK)
    ax.set_xlim(0, float((value + sd).max()) * 1.08)
    ax.set_ylim(len(rows) - 0.5, -0.75)
    ax.set_yticks(at, [str(label) for label in rows[category]])
    ax.tick_params(axis="y", length=0)
    ax.grid(axis="x")
    ax.set_xlabel(x)
