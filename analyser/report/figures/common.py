"""What the figures share: values in their unit, labels, names of axes and of series."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.transforms import ScaledTranslation

from analyser.report import style
from analyser.report.words import Unit, columns, short

DASHES = (0, (4, 1.5))
"""How lines are drawn that values are held against."""
MANY = 10
"""From this number of columns on, labels leave the symbol of the unit to the axis."""


GROUND = {"facecolor": "white", "edgecolor": "none", "pad": 0.5}
"""What keeps lines from running through labels."""


@dataclass(frozen=True)
class Reference:
    """A value to hold estimates against, as rows hold it (unscaled), and what it is called."""

    value: float
    name: str


def scaled(rows: pd.DataFrame, name: str, unit: Unit) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Values and the lengths of their two whiskers, in the unit; no interval: no whisker."""
    value, low, high = (rows[c].to_numpy(dtype=float) * unit.scale for c in columns(name))
    return value, np.nan_to_num(value - low).clip(0), np.nan_to_num(high - value).clip(0)


def labels(rows: pd.DataFrame, name: str, unit: Unit, *, sign: bool = False) -> list[str]:
    """Return the numbers that stand beside the marks."""
    value, low, high = (rows[column].astype(float) for column in columns(name))
    estimates = zip(value, low, high, strict=True)
    if len(rows) > MANY and not sign:
        return [_shortest(*each, unit) for each in estimates]
    return [short(*each, unit=unit, sign=sign) for each in estimates]


def _shortest(value: float, low: float, high: float, unit: Unit) -> str:
    """A number with one decimal at most, for want of room; the axis names its unit."""
    if 0 <= value * unit.scale < 0.05:
        return "<0.1" if value else "0"
    return short(value, low, high, Unit("", unit.scale))[:5]


def in_order(values: pd.Series) -> list[Any]:
    """Return the different values: numbers by size, words as they come."""
    found = list(dict.fromkeys(values))
    return sorted(found) if pd.api.types.is_numeric_dtype(values) else found


def name_axes(ax: Axes, x: str, y: str, above: float = 3) -> None:
    """Name both axes, the vertical one in level type `above` its top, in points."""
    ax.set_xlabel(x)
    ax.set_ylabel(y, rotation=0, ha="left", va="bottom")
    shift = ScaledTranslation(0, above / 72, ax.figure.dpi_scale_trans)
    ax.yaxis.set_label_coords(0.0, 1.0, transform=ax.transAxes + shift)


def headroom(ax: Axes, span: float, points: float = 17) -> float:
    """What a label of so many points takes of a vertical axis that shows `span` and such labels.

    The axes are still as high as the box that they and their own labels are fitted into.
    """
    height = 0.8 * ax.bbox.height / ax.figure.dpi * 72
    return (span or 1.0) * points / max(height - 2 * points, points)


def write(
    ax: Axes,
    text: str,
    at: tuple[float, float],
    shift: tuple[float, float],
    *,
    colour: str = style.INK,
    coords: str | tuple[str, str] = "data",
    bold: bool = False,
) -> None:
    """Write a label `shift` points from a place, away from it."""
    x, y = shift
    ax.annotate(
        text,
        at,
        shift,
        xycoords=coords,
        textcoords="offset points",
        ha="left" if x > 0 else "right" if x < 0 else "center",
        va="bottom" if y > 0 else "top" if y < 0 else "center",
        fontsize=style.LABEL,
        fontweight="bold" if bold else "normal",
        color=colour,
        bbox=GROUND,
        annotation_clip=False,
    )


def hollow(
    ax: Axes,
    at: np.ndarray,
    value: np.ndarray,
    rows: pd.DataFrame,
    name: str,
    colour: str,
    marker: str,
) -> None:
    """Empty the marks of estimates without an interval."""
    vague = rows[columns(name)[1]].isna().to_numpy() & np.isfinite(value)
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


def name_series(ax: Axes, x: float, ends: Mapping[str, tuple[float, str]]) -> None:
    """Name each series to the right of its last mark, no name over another.

    `ends` maps a name to the height of that mark and the colour; call this when the limits of the
    axes are set.
    """
    low, high = ax.get_ylim()
    ordered = sorted(ends.items(), key=lambda end: end[1][0])
    heights = spread_out([height for _, (height, _) in ordered], headroom(ax, high - low, 9))
    for (name, (_, colour)), height in zip(ordered, heights, strict=True):
        write(ax, name, (x, height), (14, 0), colour=colour, bold=True)


def spread_out(places: Sequence[float], gap: float) -> list[float]:
    """Move ascending places apart, each group around its middle, until `gap` lies between them."""
    groups: list[list[float]] = []
    for place in places:
        groups.append([place])
        while len(groups) > 1 and _first(groups[-1], gap) - _last(groups[-2], gap) < gap:
            groups[-2:] = [groups[-2] + groups[-1]]
    return [_first(group, gap) + i * gap for group in groups for i in range(len(group))]


def _first(group: Sequence[float], gap: float) -> float:
    return sum(group) / len(group) - gap * (len(group) - 1) / 2


def _last(group: Sequence[float], gap: float) -> float:
    return sum(group) / len(group) + gap * (len(group) - 1) / 2
