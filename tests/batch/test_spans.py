"""Spans of games: what is missing, and cutting it into chunks."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyser.batch.spans import Cutter, gaps, joined


def covered(spans):
    return [game for start, count in spans for game in range(start, start + count)]


@given(st.sets(st.integers(0, 59)), st.integers(1, 9))
def test_gaps_and_joined_spans_partition_the_games(games, size):
    spans = joined((game, 1) for game in games)
    missing = gaps(spans, 60)
    assert covered(spans) == sorted(games)
    assert covered(missing) == sorted(set(range(60)) - games)
    chunks = list(Cutter(missing, size))
    assert covered(chunks) == covered(missing)
    assert all(1 <= count <= size for _, count in chunks)


@given(st.sets(st.integers(0, 59)))
def test_joined_spans_never_touch(games):
    spans = joined((game, 1) for game in games)
    assert all(sum(a) < b[0] for a, b in itertools.pairwise(spans))


@pytest.mark.parametrize("spans", [[(0, 5), (4, 2)], [(5, 6)], [(-1, 2)], [(0, 0)]])
def test_spans_that_cannot_be_are_refused(spans):
    with pytest.raises(ValueError, match="do not fit into 10 games"):
        gaps(spans, 10)


def test_cutter_follows_a_change_of_size():
    cutter = Cutter([(0, 10)], 1)
    chunks = iter(cutter)
    assert next(chunks) == (0, 1)
    cutter.size = 4
    assert list(chunks) == [(1, 4), (5, 4), (9, 1)]
