"""Rows of certificates, made up."""

from __future__ import annotations

from analyser.core.certificates import Held


def held(a: str, b: str, points: float, half: float = 1.0, edge: float = 0.1) -> Held:
    """A row with an interval of this half-width for points, and a narrow one for the edge."""
    share = 1 / 3 + edge
    return Held(
        a, b, 400, 7,
        share, share - 0.02, share + 0.02, 1 / 3, edge, edge - 0.02, edge + 0.02,
        points, points - half, points + half, 0.001,
    )  # fmt: skip
