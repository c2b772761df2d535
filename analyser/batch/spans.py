"""Spans: runs of consecutive games, as (first game, number of games)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

Span = tuple[int, int]


def gaps(spans: Iterable[Span], games: int) -> list[Span]:
    """Return what ascending spans leave uncovered of ``games`` games.

    Raises ValueError if two spans overlap or one reaches past the last game.
    """
    missing = []
    at = 0
    for start, count in spans:
        if start < at or count < 1 or start + count > games:
            raise ValueError(f"games {start} to {start + count} do not fit into {games} games")
        if start > at:
            missing.append((at, start - at))
        at = start + count
    if at < games:
        missing.append((at, games - at))
    return missing


def joined(spans: Iterable[Span]) -> list[Span]:
    """Return disjoint spans in ascending order, neighbours made one."""
    result: list[Span] = []
    for start, count in sorted(spans):
        if result and sum(result[-1]) == start:
            result[-1] = (result[-1][0], result[-1][1] + count)
        else:
            result.append((start, count))
    return result


class Cutter:
    """Cuts spans into chunks of a size that may change between two of them."""

    def __init__(self, spans: Iterable[Span], size: int) -> None:
        self._spans = spans
        self.size = size

    def __iter__(self) -> Iterator[Span]:
        for start, count in self._spans:
            end = start + count
            while start < end:
                size = min(self.size, end - start)
                yield start, size
                start += size
