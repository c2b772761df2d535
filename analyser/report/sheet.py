"""A sheet of paper: text, rules and axes placed in millimetres from its top left corner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from analyser.report import style
from analyser.report.sections import Exhibit
from analyser.report.style import MARGIN, MM, PAGE, TOP, WIDTH, Face


class Sheet:
    """A sheet on which text, rules and axes are placed in millimetres from its top left corner."""

    def __init__(self, size: tuple[float, float] = PAGE) -> None:
        self.size = size
        self.figure = Figure(figsize=(size[0] * MM, size[1] * MM))
        FigureCanvasAgg(self.figure)

    def at(self, x: float, y: float) -> tuple[float, float]:
        """A place as fractions of the figure, which matplotlib counts from the bottom left."""
        return x / self.size[0], 1 - y / self.size[1]

    def text(
        self, x: float, y: float, text: str, face: Face, width: float = WIDTH, align: str = "left"
    ) -> float:
        """Set wrapped text with its top at y; return the y beneath it."""
        for line in style.wrap(text, face, width):
            self.figure.text(
                *self.at(x, y + face.line * 0.76), line, ha=align, va="baseline", **face.keywords
            )
            y += face.line
        return y

    def rule(
        self,
        y: float,
        x: float = MARGIN,
        width: float = WIDTH,
        colour: str = style.RULE,
        weight: float = 0.6,
    ) -> None:
        """Draw a horizontal rule."""
        (left, height), (right, _) = self.at(x, y), self.at(x + width, y)
        self.figure.add_artist(
            Line2D((left, right), (height, height), color=colour, linewidth=weight)
        )

    def panel(self, y: float, height: float, colour: str) -> None:
        """Tint a box as wide as the text, with a bar of the given colour at its left."""
        for width, fill in ((WIDTH, style.TINT), (1.2, colour)):
            self.figure.add_artist(
                Rectangle(
                    self.at(MARGIN, y + height),
                    width / self.size[0],
                    height / self.size[1],
                    facecolor=fill,
                    linewidth=0,
                    zorder=-1,
                )
            )

    def boxed(
        self,
        y: float,
        heading: str,
        paragraphs: Sequence[str],
        colour: str,
        face: Face = style.BODY,
    ) -> float:
        """Set a heading and paragraphs in a tinted panel; return the y beneath it."""
        top, space = y, face.size / 4
        y = self.text(MARGIN + 5, y + space, heading, replace(face, weight="bold"), WIDTH - 9)
        for paragraph in paragraphs:
            y = self.text(MARGIN + 5, y + 0.5, paragraph, face, WIDTH - 9)
        self.panel(top, y + space - top, colour)
        return y + space

    def plot(self, exhibit: Exhibit, x: float, y: float, width: float, height: float) -> Axes:
        """Draw an exhibit so that everything it writes stays inside the box."""
        ax = self.figure.add_axes((0, 0, 1, 1))
        left, bottom = self.at(x, y + height)
        fit(ax, exhibit, (left, bottom, width / self.size[0], height / self.size[1]))
        return ax


def fit(ax: Axes, exhibit: Exhibit, box: tuple[float, float, float, float]) -> None:
    """Draw and then shrink the axes until its labels, too, lie inside the box (figure units)."""
    left, bottom, width, height = box
    ax.set_position(box)
    exhibit.draw(ax)
    figure = ax.figure
    canvas = figure.canvas
    assert isinstance(canvas, FigureCanvasAgg)
    for _ in range(2):  # ticks may change with the size of the axes; the second round settles
        inner = ax.get_position()
        extent = ax.get_tightbbox(canvas.get_renderer())  # type: ignore[no-untyped-call]
        assert extent is not None
        outer = extent.transformed(figure.transFigure.inverted())
        x0 = left + (inner.x0 - outer.x0)
        y0 = bottom + (inner.y0 - outer.y0)
        x1 = left + width - (outer.x1 - inner.x1)
        y1 = bottom + height - (outer.y1 - inner.y1)
        ax.set_position((x0, y0, x1 - x0, y1 - y0))


def head(sheet: Sheet, kicker: str, headline: str, lead: str = "") -> float:
    """The top of a page; return the y beneath it."""
    sheet.rule(TOP, weight=1.5, colour=style.BLUE)
    y = sheet.text(MARGIN, TOP + 3, kicker.upper(), style.KICKER)
    y = sheet.text(MARGIN, y + 0.3, headline, style.HEADLINE)
    return sheet.text(MARGIN, y + 1.5, lead, style.LEAD) if lead else y
