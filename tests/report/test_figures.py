"""Figures by their artists: what is drawn is what the rows say."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.colors import to_rgb, to_rgba
from matplotlib.figure import Figure
from matplotlib.typing import ColorType

from analyser.report import figures, style
from analyser.report.figures import Reference
from analyser.report.figures.common import spread_out
from analyser.report.words import NBSP, PERCENT, POINTS, PP

Colour = tuple[float, ...]


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


def cells(ax: Axes) -> dict[tuple[float, float], Colour]:
    """The colour of each cell, by its middle."""
    found: dict[tuple[float, float], Colour] = {}
    for cells in (c for c in ax.collections if isinstance(c, PolyCollection)):
        for path, colour in zip(cells.get_paths(), cells.get_facecolor(), strict=True):
            x, y = path.vertices[:4].mean(axis=0)
            found[round(float(x), 6), round(float(y), 6)] = tuple(colour)
    return found


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
    assert drawn[1, 0] == figures.DIVERGING(1.0)  # rows without interval: no scale
    assert drawn[0, 0] == figures.DIVERGING(0.0)
    assert drawn[1, 1] == to_rgba("white")
    assert [text.get_style() for text in ax.texts] == ["normal", "normal", "italic"]


def test_a_heat_map_of_pairs(ax: Axes) -> None:
    rows = pd.DataFrame(
        {
            "a": ["x", "y", "z"],
            "b": ["y", "x", "y"],
            **estimates("edge", [0.2, -0.2, 0.0], 0.01),
        }
    )
    rows.loc[2, ["edge_low", "edge_high"]] = np.nan
    figures.heat_map(
        rows,
        ax,
        down="a",
        across="b",
        name="edge",
        unit=PP,
        signed=True,
        x="b",
        y="a",
        order=["x", "y", "z"],
    )
    for labels in (ax.get_xticklabels(), ax.get_yticklabels()):
        assert [tick.get_text() for tick in labels] == ["x", "y", "z"]
    assert set(cells(ax)) == {(1, 0), (0, 1), (1, 2)}
    assert texts(ax) == ["+20\n+19 to +21", "−20\n−21 to −19", "0.0\ntoo few games"]


def test_numbers_in_a_heat_map_stand_out(ax: Axes) -> None:
    rows = pd.DataFrame({"trump": "none", "bid": range(21), "success": np.linspace(0, 1, 21)})
    rows["success_low"] = rows["success_high"] = rows["success"]
    figures.heat_map(
        rows, ax, down="trump", across="bid", name="success", unit=PERCENT, x="Bid", y="Met, %"
    )
    drawn = cells(ax)
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
        reference=Reference(1 / 3, "even share"),
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


def estimates(name: str, values: list[float], half: float = 1.0) -> dict[str, list[float]]:
    low, high = [v - half for v in values], [v + half for v in values]
    return {name: values, f"{name}_low": low, f"{name}_high": high}


def test_stems_below_zero_have_their_number_below(ax: Axes) -> None:
    rows = pd.DataFrame({"at": [1, 2], **estimates("x", [4.0, -4.0])})
    figures.stems(rows, ax, category="at", name="x", unit=POINTS, x="At", y="Points")
    above, below = ax.texts
    assert (above.get_va(), below.get_va()) == ("bottom", "top")
    low, high = ax.get_ylim()
    assert low < -5
    assert high > 5


def test_stems_beside_a_value_common_or_their_own(ax: Axes) -> None:
    rows = pd.DataFrame({"at": [1], **estimates("x", [4.0]), "against": [9.0]})
    reference = Reference(7.0, "all alike")
    figures.stems(
        rows, ax, category="at", name="x", unit=POINTS, x="At", y="Points", reference=reference
    )
    assert {"all alike", "even"} <= set(texts(ax))
    assert ax.get_ylim()[1] > 9
    assert any(list(line.get_ydata()) == [7, 7] for line in ax.lines)


def test_many_stems_leave_the_unit_to_the_axis(ax: Axes) -> None:
    rows = pd.DataFrame({"at": range(-6, 6), **estimates("x", [0.1234] * 11 + [0.0001], 0.0005)})
    figures.stems(rows, ax, category="at", name="x", unit=PERCENT, x="At", y="Share, %")
    assert texts(ax)[0] == "12.3"
    assert texts(ax)[-1] == "<0.1"
    assert ax.get_xticklabels()[0].get_text() == "\N{MINUS SIGN}6"


def test_lines_skip_what_is_not_known(ax: Axes) -> None:
    rows = pd.DataFrame(
        {"bid": [0, 1], **estimates("a", [20.0, np.nan]), **estimates("b", [5.0, 6.0])}
    )
    series = {"a": "one", "b": "other"}
    figures.lines(rows, ax, category="bid", series=series, unit=POINTS, x="Bid", y="Points")
    assert [text for text in texts(ax) if text not in series.values()] == ["20", "5", "6"]
    assert {"one", "other"} <= set(texts(ax))


def test_dumbbells_have_one_hollow_end_and_no_line_along_the_categories(ax: Axes) -> None:
    rows = pd.DataFrame(
        {"bid": [0, 1], **estimates("weak", [5.0, 6.0]), **estimates("top", [9.0, 8.0])}
    )
    figures.lines(
        rows,
        ax,
        category="bid",
        series={"weak": "random", "top": "greedy"},
        unit=POINTS,
        x="Bid",
        y="Points",
        joined=False,
    )
    assert all(container.lines[0].get_linestyle() == "None" for container in ax.containers)
    hollow = [line for line in ax.lines if line.get_markerfacecolor() == "white"]
    assert [list(line.get_ydata()) for line in hollow] == [[5, 6]]
    joints = [c.get_segments() for c in ax.collections if isinstance(c, LineCollection)]
    assert any([(s[0][1], s[1][1]) for s in j] == [(5, 9), (6, 8)] for j in joints)


def test_a_broad_bar_reaches_over_what_is_competent(ax: Axes) -> None:
    rows = pd.DataFrame({"bid": [0, 1], **estimates("top", [9.0, 8.0])})
    rows = rows.assign(least=[7.0, np.nan], most=[30.0, np.nan])
    figures.lines(
        rows,
        ax,
        category="bid",
        series={"top": "greedy"},
        unit=POINTS,
        x="Bid",
        y="Points",
        joined=False,
        bar=("least", "most"),
    )
    broad = [c for c in ax.collections if isinstance(c, LineCollection) and c.get_linewidth() > 8]
    assert [[tuple(end) for end in s] for s in broad[0].get_segments() if len(s)] == [
        [(0, 7), (0, 30)]
    ]
    assert ax.get_ylim()[1] > 30
    [label] = [text for text in ax.texts if text.get_text() == "9"]
    assert label.xy == (0, 30), "above the bar, not over it"


def test_ticks_cross_the_categories_where_they_have_an_interval(ax: Axes) -> None:
    rows = pd.DataFrame(
        {"bid": [0, 1], **estimates("top", [9.0, 8.0]), **estimates("most", [20.0, 19.0])}
    )
    rows.loc[1, ["most_low", "most_high"]] = np.nan
    figures.lines(
        rows,
        ax,
        category="bid",
        series={"top": "greedy"},
        unit=POINTS,
        x="Bid",
        y="Points",
        joined=False,
        ticks={"most": "possible"},
    )
    level = [
        (ends[0][0], ends[1][0])
        for c in ax.collections
        if isinstance(c, LineCollection)
        for ends in c.get_segments()
        if len(ends) and ends[0][1] == ends[1][1] == 20
    ]
    assert len(level) == 1
    assert -0.5 < level[0][0] < 0 < level[0][1] < 0.5
    assert {"greedy", "possible"} <= set(texts(ax))
    assert "20" not in texts(ax)
    assert ax.get_ylim()[1] > 21
    assert not [line for line in ax.lines if line.get_markerfacecolor() == "white"]


def test_names_of_series_do_not_meet(ax: Axes) -> None:
    rows = pd.DataFrame(
        {"bid": [0, 1], **estimates("a", [5.0, 5.0]), **estimates("b", [5.0, 5.01])}
    )
    series = {"a": "one", "b": "other"}
    figures.lines(rows, ax, category="bid", series=series, unit=POINTS, x="Bid", y="Points")
    ax.figure.draw_without_rendering()
    one, other = (t.get_window_extent() for t in ax.texts if t.get_text() in series.values())
    assert not one.overlaps(other)


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ([0, 10, 20], [0, 10, 20]),
        ([0, 1], [-1.5, 2.5]),
        ([0, 1, 3], [-8 / 3, 4 / 3, 16 / 3]),
    ],
)
def test_places_are_moved_apart_around_their_middle(
    places: list[float], expected: list[float]
) -> None:
    assert spread_out(places, 4) == pytest.approx(expected)


def test_blocks_repeat_their_categories(ax: Axes) -> None:
    rows = pd.DataFrame(
        {"card": ["1st", "1st", "2nd"], "bid": [0, 1, 0], **estimates("x", [1.0, 2.0, 3.0], 0.4)}
    )
    figures.blocks(
        rows, ax, block="card", category="bid", series={"x": "x"}, unit=POINTS, x="Bid", y="Points"
    )
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["0", "1", "0"]
    assert texts(ax) == ["1st", "2nd", "1.0", "2.0", "3.0"]
    at = ax.containers[0].lines[0].get_xdata()
    assert at[2] - at[1] > at[1] - at[0]  # a gap between blocks


def test_several_series_in_blocks_are_named_and_told_apart_by_shape(ax: Axes) -> None:
    rows = pd.DataFrame(
        {"card": ["1st", "1st"], "bid": [0, 1], **estimates("a", [1, 2]), **estimates("b", [3, 4])}
    )
    figures.blocks(
        rows,
        ax,
        block="card",
        category="bid",
        series={"a": "one", "b": "other"},
        unit=POINTS,
        x="Bid",
        y="Points",
    )
    one, other = (container.lines[0] for container in ax.containers)
    assert one.get_marker() != other.get_marker()
    assert (np.array(one.get_xdata()) < np.array(other.get_xdata())).all()
    assert texts(ax) == ["1st", "one", "other"]


def test_cells_are_framed_only_where_marked(ax: Axes) -> None:
    rows = pd.DataFrame({"card": "1st", "bid": [0, 1], **estimates("x", [1.0, 2.0])})
    rows["marked"] = [False, True]
    figures.heat_map(
        rows, ax, down="card", across="bid", name="x", unit=POINTS, signed=True, x="Bid", y="Points"
    )
    framed = [patch for patch in ax.patches if not patch.get_fill()]
    assert [round(patch.get_x() + 0.45, 6) for patch in framed] == [1]


def test_maps_stand_side_by_side(ax: Axes) -> None:
    rows = pd.DataFrame(
        {
            "card": ["P9", "P9", "P0"],
            "turn": [1, 2, 1],
            **estimates("keep", [0.25, 0.0, 1.0], 0.01),
            **estimates("pass", [0.75, 1.0, 0.0], 0.01),
        }
    )
    rows.loc[2, ["keep_low", "keep_high"]] = np.nan
    figures.maps(
        rows,
        ax,
        down="card",
        across="turn",
        series={"keep": "Kept", "pass": "Passed on"},
        unit=PERCENT,
        x="Turn",
        y="Card",
    )
    assert texts(ax) == ["25", "·", "100", "Kept", "75", "100", "·", "Passed on"]
    drawn = cells(ax)
    assert len(drawn) == 6
    assert drawn[0, 0] == figures.SEQUENTIAL(0.25)
    assert drawn[0, 1] == to_rgba("white")  # too few games for an interval
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["1", "2", "1", "2"]
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["P9", "P0"]


def test_intervals_each_beside_its_own_value(ax: Axes) -> None:
    rows = SHARES.assign(against=[0.1, 0.5])
    figures.intervals(rows, ax, category="name", unit=PERCENT, x="Won, %")
    low, high = ax.get_xlim()
    assert low < 10
    assert high > 50


def test_rows_without_interval_have_hollow_dots(ax: Axes) -> None:
    rows = SHARES.assign(low=[0.29, np.nan], high=[0.32, np.nan])
    figures.intervals(rows, ax, category="name", unit=PERCENT, x="Won, %")
    hollow = [line for line in ax.lines if line.get_markerfacecolor() == "white"]
    assert [list(line.get_xdata()) for line in hollow] == [[40]]
    assert texts(ax)[-1] == "40.0 % (too few games)"
