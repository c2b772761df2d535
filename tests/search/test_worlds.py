"""Ways to fill hands from unseen cards: every one of them has one number."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyser.search.worlds import Assignments

Way = tuple[int | None, ...]


def every_way(may: list[set[int]], sizes: list[int]) -> set[Way]:
    """All ways, found by trying every set of cards in every hand."""
    found: list[dict[int, int]] = [{}]
    for hand, size in enumerate(sizes):
        found = [
            way | dict.fromkeys(cards, hand)
            for way in found
            for cards in combinations([i for i in range(len(may)) if hand in may[i]], size)
            if not way.keys() & set(cards)
        ]
    return {tuple(way.get(i) for i in range(len(may))) for way in found}


@given(
    st.lists(st.integers(0, 2), max_size=3).flatmap(
        lambda sizes: st.tuples(
            st.just(sizes),
            st.lists(st.sets(st.integers(0, max(0, len(sizes) - 1))), max_size=7),
        )
    )
)
def test_every_way_has_one_number(case: tuple[list[int], list[set[int]]]) -> None:
    sizes, may = case
    ways = Assignments(may, sizes)
    found = [tuple(ways.places(number)) for number in range(ways.count)]
    assert len(found) == len(set(found))
    assert set(found) == every_way(may, sizes)


@pytest.mark.parametrize(
    ("may", "sizes", "count"),
    [
        ([], [], 1),
        ([{0}] * 6, [2], 15),
        ([{0}] * 2, [3], 0),
        ([{0, 1, 2}] * 6, [2, 2, 2], 90),
        ([{0}, {0}, {0, 1}, {1}, {1}], [2, 2], 3 + 1 + 1),
    ],
)
def test_ways_counted_by_hand(may: list[set[int]], sizes: list[int], count: int) -> None:
    assert Assignments(may, sizes).count == count
