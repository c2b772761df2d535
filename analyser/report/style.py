"""How a report looks: paper, type and colours.

Colours are those of Okabe and Ito, which stay apart for colour-blind readers; no figure relies on
colour alone. Sizes are those of the printed A4 page: nothing is scaled afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.colors import to_rgb
from matplotlib.font_manager import FontProperties, findfont, get_font
from matplotlib.ft2font import LoadFlags
from matplotlib.typing import ColorType

MM = 1 / 25.4
"""Inches in a millimetre."""
PAGE = (210.0, 297.0)
"""A4, in millimetres."""
MARGIN = 18.0
WIDTH = PAGE[0] - 2 * MARGIN
GUTTER = 8.0
COLUMN = (WIDTH - GUTTER) / 2
TOP = 15.0
BOTTOM = PAGE[1] - 19.0

INK = "#1b1f23"
MUTED = "#5b6269"
RULE = "#c9ced3"
TINT = "#f2f4f6"
BLUE = "#0072b2"
VERMILION = "#d55e00"
SKY = "#9fd0ee"
OCHRE = "#8a6d00"
GREEN = "#009e73"
PINK = "#cc79a7"

SERIES = ((BLUE, "o"), (VERMILION, "s"), (GREEN, "^"), (PINK, "D"))
"""Colour and marker of each series of a figure, in order."""

TICKS: tuple[tuple[str, Any], ...] = ((MUTED, (0, (2, 1))), (PINK, "-"), (GREEN, "-"))
"""Colour and dashes of each bound that a figure marks with ticks, in order."""


@dataclass(frozen=True)
class Face:
    """A way to set text: size in points, weight, family and leading (line height over size)."""

    size: float
    weight: str = "normal"
    colour: str = INK
    family: str = "DejaVu Sans"
    leading: float = 1.42

    @property
    def line(self) -> float:
        """Height of one line in millimetres."""
        return self.size * self.leading * 25.4 / 72

    @property
    def keywords(self) -> dict[str, Any]:
        """The face as keyword arguments of a matplotlib text."""
        return {
            "fontsize": self.size,
            "fontweight": self.weight,
            "color": self.colour,
            "fontfamily": self.family,
        }


TITLE = Face(25, "bold", leading=1.2)
HEADLINE = Face(18, "bold", leading=1.2)
KICKER = Face(7.5, "bold", BLUE)
LEAD = Face(9.5, leading=1.5)
HEADING = Face(9.5, "bold")
BODY = Face(8.8)
STRONG = Face(8.8, "bold")
SMALL = Face(7.4, colour=MUTED)
CELL = Face(7.4, leading=1.5)
CELL_HEAD = Face(7, "bold", MUTED, leading=1.5)
BIG = Face(19, "bold", BLUE, leading=1.2)
CODE = Face(8, family="DejaVu Sans Mono", leading=1.5)
CODE_SMALL = Face(6.7, family="DejaVu Sans Mono", leading=1.55)
FOOTER = Face(6.4, colour=MUTED)
LABEL = 7.2
"""Size in points of the numbers and names written into a figure."""

RC: dict[str, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 7.5,
    "text.parse_math": False,
    "text.hinting": "none",
    "axes.edgecolor": MUTED,
    "axes.labelcolor": MUTED,
    "axes.labelsize": 7.5,
    "axes.linewidth": 0.6,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.unicode_minus": True,
    "grid.color": "#e3e6e9",
    "grid.linewidth": 0.5,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.major.size": 2.5,
    "ytick.major.size": 2.5,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "lines.linewidth": 1.4,
    "hatch.linewidth": 0.5,
    "pdf.fonttype": 42,
    "svg.hashsalt": "analyser",  # the same picture, the same bytes
}


@contextmanager
def applied() -> Iterator[None]:
    """Draw in the style of the reports, whatever the reader's own matplotlib settings."""
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(RC)  # type: ignore[arg-type]
        yield


def ink_on(colour: ColorType) -> str:
    """Black or white, whichever stands out more from a colour (relative luminance, WCAG 2)."""
    channels = np.array(to_rgb(colour))
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    return "white" if linear @ (0.2126, 0.7152, 0.0722) < 0.179 else "black"


@lru_cache(maxsize=4096)
def _advance(character: str, face: Face) -> float:
    """How far a character moves the pen, in millimetres."""
    font = get_font(findfont(FontProperties(family=face.family, weight=face.weight)))
    font.set_size(face.size, 72)
    glyph = font.load_char(ord(character), flags=LoadFlags.NO_HINTING)
    return float(glyph.linearHoriAdvance) / 65536 * 25.4 / 72


def text_width(text: str, face: Face) -> float:
    """Width in millimetres of one line of text (without kerning, which would only tighten it)."""
    return sum(_advance(character, face) for character in text)


def wrap(text: str, face: Face, width: float) -> list[str]:
    """Break text into lines of at most `width` millimetres; a no-break space does not break."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if line and text_width(longer, face) > width:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    return lines
