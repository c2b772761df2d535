"""Figures whose categories stand side by side: stems, lines, dumbbells, blocks, a histogram."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from analyser.report import style
from analyser.report.figures.common import (
    DASHES,
    Reference,
    headroom,
    hollow,
    in_order,
    labels,
    name_axes,
    name_series,
    scaled,
    write,
)
from analyser.report.words import Unit, columns, named

REACH = 0.34
"""How far a tick reaches to either side of its category, the next being 1 away."""


def stems(
    rows: pd.DataFrame,
    ax: Axes,
    *,
    category: str,
    name: str,
    unit: Unit,
    x: str,
    y: str,
    reference: Reference | None = None,
) -> None:
    """One estimate for each category: a stem from zero, a dot, its interval and its number.

    Where each has a value of its own to be held against, that is the column `against`, a bar.
    """
    at = np.arange(len(rows))
    value, below, above = _stems(rows, ax, at, name, unit)
    low = float(np.nanmin(value - below, initial=0))
    high = float(np.nanmax(value + above, initial=0))
    if reference is not None:
        line = reference.value * unit.scale
        high = max(high, line)
        ax.axhline(line, color=style.VERMILION, linewidth=1.2, linestyle=DASHES, zorder=1)
        _name_reference(ax, reference.name, line)
    if "against" in rows:
        own = rows["against"].to_numpy(dtype=float) * unit.scale
        high = max(high, float(own.max()))
        ax.hlines(own, at - 0.3, at + 0.3, color=style.VERMILION, linewidth=2.2)
        _name_reference(ax, "even", float(own[-1]))
    limit(ax, low, high)
    ax.set_xlim(-0.6, len(rows) - 0.4)
    ax.set_xticks(at, [named(label) for label in rows[category]])
    ax.grid(axis="y")
    name_axes(ax, x, y)


def _stems(
    rows: pd.DataFrame, ax: Axes, at: np.ndarray, name: str, unit: Unit
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Draw a stem, a mark and a number for each row; return values and whiskers."""
    value, below, above = scaled(rows, name, unit)
    ax.vlines(at, 0, value, color=style.SKY, linewidth=7)
    points(ax, at, (value, below, above), "o", style.BLUE)
    hollow(ax, at, value, rows, name, style.BLUE, "o")
    for i, label in enumerate(labels(rows, name, unit)):
        if value[i] < 0:
            write(ax, label, (at[i], value[i] - below[i]), (0, -4))
        else:
            write(ax, label, (at[i], value[i] + above[i]), (0, 4))
    return value, below, above


def _name_reference(ax: Axes, name: str, height: float) -> None:
    """Name a value that estimates are held against, at its right end."""
    place = (1, height)
    coords = ("axes fraction", "data")
    write(ax, name, place, (5, 0), colour=style.VERMILION, coords=coords, bold=True)


def points(
    ax: Axes,
    at: np.ndarray,
    estimate: tuple[np.ndarray, np.ndarray, np.ndarray],
    fmt: str,
    colour: str,
    ink: str = style.INK,
    size: float = 5,
) -> None:
    """Marks with their intervals."""
    value, below, above = estimate
    ax.errorbar(
        at,
        value,
        [below, above],
        fmt=fmt,
        color=colour,
        ecolor=ink,
        markersize=size,
        elinewidth=1,
        capsize=2.5,
        zorder=3,
    )


def limit(ax: Axes, low: float, high: float) -> None:
    """Leave room for labels beyond the marks, and start at zero unless something lies below."""
    room = headroom(ax, high - low)
    ax.set_ylim(low - room if low < 0 else 0, high + room)
    if low < 0:
        ax.axhline(0, color=style.MUTED, linewidth=0.8, zorder=1)


def lines(
    rows: pd.DataFrame,
    ax: Axes,
    *,
    category: str,
    series: Mapping[str, str],
    unit: Unit,
    x: str,
    y: str,
    joined: bool = True,
    ticks: Mapping[str, str] | None = None,
    bar: tuple[str, str] | None = None,
) -> None:
    """Several estimates over the same categories, each named at its right end.

    `series` maps the estimate's column to its name; numbers stand outside the bundle of lines.
    Estimates that are not `joined` along the categories are joined at each category instead, as
    dumbbells, the first of several with a hollow mark. A category may lack some of them (NaN).
    `ticks` are named likewise: bars across the categories, without numbers, of those estimates
    that have an interval. Behind the marks a broad bar reaches from one of the columns `bar` to the
    other.
    """
    at = np.arange(len(rows))
    estimates = {name: scaled(rows, name, unit) for name in series}
    bounds = {name: scaled(_known(rows, name), name, unit) for name in ticks or {}}
    every = [*estimates.values(), *bounds.values()]
    low = min(float(np.nanmin(value - below, initial=0)) for value, below, _ in every)
    high = max(float(np.nanmax(value + above, initial=0)) for value, _, above in every)
    room = headroom(ax, high - low)
    values = np.array([value for value, _, _ in estimates.values()])
    if not joined:
        ax.vlines(
            at,
            np.fmin.reduce(values),
            np.fmax.reduce(values),
            color=style.SKY,
            linewidth=4,
            zorder=1,
        )
    least = most = np.full(len(rows), np.nan)
    if bar is not None:
        least, most = (rows[end].to_numpy(dtype=float) * unit.scale for end in bar)
        high = max(high, float(np.nanmax(most, initial=0)))
        ax.vlines(at, least, most, color=style.OCHRE, alpha=0.45, linewidth=11, zorder=1.5)
    for k, (name, estimate) in enumerate(estimates.items()):
        (value, below, above), (colour, marker) = estimate, style.SERIES[k]
        points(ax, at, estimate, f"{marker}-" if joined else marker, colour, ink=colour)
        if joined or k or len(series) == 1:
            hollow(ax, at, value, rows, name, colour, marker)
        else:
            ax.plot(at, value, marker, color=colour, markerfacecolor="white", zorder=4)
        for i, label in enumerate(labels(rows, name, unit)):
            if not np.isfinite(value[i]):
                continue
            edges = value[i] - below[i], value[i] + above[i]
            if k == len(series) - 1:  # the bar is about the last
                edges = np.fmin(edges[0], least[i]), np.fmax(edges[1], most[i])
            if _upward(values[:, i], k, edges, room):
                write(ax, label, (i, edges[1]), (0, 4), colour=colour)
            else:
                write(ax, label, (i, edges[0]), (0, -4), colour=colour)
                low = min(low, edges[0] - room)
    for estimate, (colour, dashes) in zip(bounds.values(), style.TICKS, strict=False):
        _ticks(ax, at, estimate, colour, dashes)
    ax.set_ylim(low, high + room)
    last = at[-1] + (REACH if ticks else 0)
    ax.hlines(0, -0.4, last, color=style.MUTED, linewidth=0.8, zorder=1)  # not across the names
    ax.set_xticks(at, [named(label) for label in rows[category]])
    ax.set_xlim(-0.4, last + 0.15)
    named_ends = [*zip(series.values(), estimates.values(), style.SERIES, strict=False)]
    named_ends += zip((ticks or {}).values(), bounds.values(), style.TICKS, strict=False)
    ends = {
        word: (_last(value), colour)
        for word, (value, _, _), (colour, _) in named_ends
        if np.isfinite(value).any()
    }
    name_series(ax, last, ends)
    ax.grid(axis="y")
    name_axes(ax, x, y)


def _known(rows: pd.DataFrame, name: str) -> pd.DataFrame:
    """The rows, nothing being known of those whose estimate has no interval."""
    return rows.where(rows[columns(name)[1]].notna())


def _ticks(
    ax: Axes,
    at: np.ndarray,
    estimate: tuple[np.ndarray, np.ndarray, np.ndarray],
    colour: str,
    dashes: Any,
) -> None:
    """Bars across the categories, behind all else, with the interval at their right end."""
    value, below, above = estimate
    ax.hlines(value, at - REACH, at + REACH, colour, linestyle=dashes, linewidth=1.8, zorder=1)
    ax.errorbar(
        at + REACH, value, [below, above], fmt="none", ecolor=colour, elinewidth=1, zorder=1
    )


def _upward(values: np.ndarray, k: int, edges: tuple[float, float], room: float) -> bool:
    """Whether the k-th of some values has its number above, not below."""
    value, others = values[k], np.delete(values, k)
    higher = others[others > value]
    if not len(higher):
        return not (others == value).any() or k == 0
    clear = higher.min() - edges[1] > 2 * room
    return bool(0 < edges[0] < room and clear)  # not across the line of zero


def _last(value: np.ndarray) -> float:
    """The last height that is known."""
    return float(value[np.isfinite(value)][-1])


def blocks(
    rows: pd.DataFrame,
    ax: Axes,
    *,
    block: str,
    category: str,
    series: Mapping[str, str],
    unit: Unit,
    x: str,
    y: str,
    titles: Mapping[Any, str] | None = None,
) -> None:
    """Estimates over the same categories in several blocks side by side, each block with its title.

    `series` maps the estimate's column to its name: each has its place in the category and its own
    shape. A single one has its numbers beside it; several are named at the right.
    """
    order = in_order(rows[block])
    kinds = {title: in_order(rows.loc[rows[block] == title, category]) for title in order}
    start, ticks, names = 0.0, [], []
    places: dict[tuple[Any, Any], float] = {}
    for title in order:
        for k, kind in enumerate(kinds[title]):
            places[title, kind] = start + k
            ticks.append(start + k)
            names.append(str(kind))
        middle = start + (len(kinds[title]) - 1) / 2
        said = titles[title] if titles else str(title)
        write(ax, said, (middle, 1), (0, 4), coords=("data", "axes fraction"), bold=True)
        start += len(kinds[title]) + 0.9
        if title != order[-1]:
            ax.axvline(start - 0.95, color=style.RULE, linewidth=0.8)
    at = np.array([places[key] for key in zip(rows[block], rows[category], strict=True)])
    step = 0.62 / max(len(series), 2)
    low = high = 0.0
    ends = {}
    for k, (name, (colour, marker)) in enumerate(zip(series, style.SERIES, strict=False)):
        if len(series) == 1:
            value, below, above = _stems(rows, ax, at, name, unit)
        else:
            value, below, above = estimate = scaled(rows, name, unit)
            shifted = at + (k - (len(series) - 1) / 2) * step
            points(ax, shifted, estimate, marker, colour, ink=colour, size=4.5)
            hollow(ax, shifted, value, rows, name, colour, marker)
        low = min(low, float(np.nanmin(value - below, initial=0)))
        high = max(high, float(np.nanmax(value + above, initial=0)))
        if np.isfinite(value).any():
            ends[series[name]] = _last(value[np.argsort(at)]), colour
    limit(ax, low, high)
    ax.set_xlim(-0.6, start - 1.3)
    if len(series) > 1:
        name_series(ax, at.max(), ends)
    ax.set_xticks(ticks, names)
    ax.grid(axis="y")
    name_axes(ax, x, y, above=15)


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
        ax.vlines(at, 0, height, color=style.VERMILION, linewidth=1.2, linestyle=DASHES)
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
    name_axes(ax, x, y)
