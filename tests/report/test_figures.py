"""Figures by their artists: what is drawn is what the rows say."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.colors import to_rgb, to_rgba
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.typing import ColorType

from analyser.report import figures, style
from analyser.report.words import NBSP, PERCENT, POINTS


@pytest.fixture
def ax() -> Iterator[Axes]:
    with style.applied():
        yield Figure().add_subplot()


def texts(ax: Axes) -> list[str]:
    return [text.get_text().replace(NBSP, " ") for text in ax.texts]


def whiskers(ax: Axes) -> np.ndarray:
    (bars,) = (c for c in ax.containers[-1].get_children() if isinstance(c, LineCollection))
    return np.array(bars.get_segments())


SUCCESS = pd.DataFrame(
    {"bid": [0, 1], "success": [0.5, 0.25], "success_low": [0.4, 0.2], "success_high": [0.7, 0.35]}
)
SHARES = pd.DataFrame(
    {"name": ["a", "b"], "value": [0.30, 0.40], "low": [0.29, 0.38], "high": [0.32, 0.41]}
)


def test_stems(ax: Axes) -> None:
    figures.stems(SUCCESS, ax, category="bid", name="success", unit=PERCENT, x="Bid", y="Met, %")
    assert ax.containers[0].lines[0].get_ydata() == pytest.approx([50, 25])
    assert whiskers(ax)[:, :, 1] == pytest.approx(np.array([[40, 70], [20, 35]]))
    assert texts(ax) == ["50 %", "25 %"]
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["0", "1"]
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("Bid", "Met, %")
    assert ax.get_ylim()[0] == 0


def test_stems_without_interval_have_hollow_marks(ax: Axes) -> None:
    rows = SUCCESS.assign(success_low=[0.4, np.nan], success_high=[0.7, np.nan])
    figures.stems(rows, ax, category="bid", name="success", unit=PERCENT, x="Bid", y="Met, %")
    hollow = [line for line in ax.lines if line.get_markerfacecolor() == "white"]
    assert [list(line.get_xdata()) for line in hollow] == [[1]]


def test_lines_are_named_and_told_apart_by_shape(ax: Axes) -> None:
    rows = pd.DataFrame({"bid": [0, 1]})
    for name, values in (("points", [20.0, 10.0]), ("margin", [5.0, -5.0])):
        rows[name] = values
        rows[f"{name}_low"], rows[f"{name}_high"] = rows[name] - 1, rows[name] + 1
    series = {"points": "own points", "margin": "margin"}
    figures.lines(rows, ax, category="bid", series=series, unit=POINTS, x="Bid", y="Points")
    drawn = [container.lines[0] for container in ax.containers]
    assert [list(line.get_ydata()) for line in drawn] == [[20, 10], [5, -5]]
    assert len({line.get_marker() for line in drawn}) == 2
    assert {"own points", "margin", "20", "−5"} <= set(texts(ax))
    assert ax.get_legend() is None


def cells(ax: Axes) -> dict[tuple[float, float], Rectangle]:
    return {(p.get_x() + 0.5, p.get_y() + 0.5): p for p in ax.patches if p.get_width() == 1}


def luminance(colour: ColorType) -> float:
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_heat_map(ax: Axes) -> None:
    rows = pd.DataFrame(
        {
            "trump": ["purple", "purple", "none"],
            "bid": [1, 0, 1],
            "margin": [10.0, -10.0, 90.0],
            "margin_low": [9.0, -11.0, np.nan],
            "margin_high": [11.0, -9.0, np.nan],
        }
    )
    figures.heat_map(
        rows,
        ax,
        down="trump",
        across="bid",
        name="margin",
        unit=POINTS,
        signed=True,
        x="Bid",
        y="Points",
    )
    assert texts(ax) == ["+10", "−10", "+90.0"]
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["0", "1"]
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["purple", "none"]
    drawn = cells(ax)
    assert set(drawn) == {(1, 0), (0, 0), (1, 1)}  # no cell for what never came up: hatched
    assert any(patch.get_hatch() for patch in ax.patches)
    assert drawn[1, 0].get_facecolor() == figures.DIVERGING(1.0)  # rows without interval: no scale
    assert drawn[0, 0].get_facecolor() == figures.DIVERGING(0.0)
    assert drawn[1, 1].get_facecolor() == to_rgba("white")
    assert [text.get_style() for text in ax.texts] == ["normal", "normal", "italic"]


def test_numbers_in_a_heat_map_stand_out(ax: Axes) -> None:
    rows = pd.DataFrame({"trump": "none", "bid": range(21), "success": np.linspace(0, 1, 21)})
    rows["success_low"] = rows["success_high"] = rows["success"]
    figures.heat_map(
        rows, ax, down="trump", across="bid", name="success", unit=PERCENT, x="Bid", y="Met, %"
    )
    drawn = {place: cell.get_facecolor() for place, cell in cells(ax).items()}
    for text in ax.texts:
        cell, ink = (luminance(c) for c in (drawn[text.get_position()], text.get_color()))
        assert (max(cell, ink) + 0.05) / (min(cell, ink) + 0.05) > 4.5  # WCAG 2, level AA


def test_intervals_against_a_reference(ax: Axes) -> None:
    figures.intervals(
        SHARES,
        ax,
        category="name",
        unit=PERCENT,
        x="Won, %",
        reference=1 / 3,
        reference_name="even share",
    )
    assert ax.containers[0].lines[0].get_xdata() == pytest.approx([30, 40])
    assert whiskers(ax)[:, :, 0] == pytest.approx(np.array([[29, 32], [38, 41]]))
    assert texts(ax) == ["even share", "30 % (29–32)", "40 % (38–41)"]
    low, high = ax.get_xlim()
    assert low < 29
    assert high > 41
    assert ax.yaxis_inverted()


def test_bars_start_at_zero(ax: Axes) -> None:
    figures.bars(SHARES, ax, category="name", unit=PERCENT, x="Share, %")
    assert [patch.get_width() for patch in ax.patches] == pytest.approx([30, 40])
    assert ax.get_xlim()[0] == 0
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["a", "b"]


def test_spreads_show_mean_and_deviation(ax: Axes) -> None:
    rows = pd.DataFrame(
        {"name": ["a"], "value": [60.0], "low": [59.0], "high": [61.0], "sd": [20.0]}
    )
    figures.spreads(rows, ax, category="name", unit=POINTS, x="Points")
    (band,) = ax.patches
    assert (band.get_x(), band.get_width()) == (40, 40)
    assert texts(ax) == ["60 points (59–61), sd 20.0"]


def test_histogram_counts_every_game(ax: Axes) -> None:
    rows = pd.DataFrame({"lead": [0, 4, 5, 12], "games": [1, 1, 1, 1]})
    figures.histogram(
        rows,
        ax,
        value="lead",
        weight="games",
        width=5,
        x="Lead, points",
        y="Games, %",
        marks={"half up to": 4},
    )
    bars = {bar.get_x(): bar.get_height() for bar in ax.patches}
    assert bars == pytest.approx({0: 50, 5: 25, 10: 25})
    assert texts(ax) == ["half up to 4"]
