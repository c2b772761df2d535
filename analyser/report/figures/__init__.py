"""The figures: each takes tidy rows and an `ax`, and draws nothing but what the rows say.

Rows hold estimates as the analyses return them (`value`, `low`, `high`, or `x`, `x_low`, `x_high`);
a `Unit` says how to print them. Names and numbers are written beside the marks, so that no figure
needs a legend, and shape tells apart what colour tells apart.
"""

from analyser.report.figures.columns import blocks, histogram, lines, stems
from analyser.report.figures.common import Reference
from analyser.report.figures.grids import DIVERGING, SEQUENTIAL, heat_map, maps
from analyser.report.figures.rows import bars, intervals, spreads

__all__ = [
    "DIVERGING",
    "SEQUENTIAL",
    "Reference",
    "bars",
    "blocks",
    "heat_map",
    "histogram",
    "intervals",
    "lines",
    "maps",
    "spreads",
    "stems",
]
