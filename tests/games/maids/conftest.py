"""What the tests of Maids share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from analyser.games.maids import learning, plans, simulate


@pytest.fixture(scope="module")
def learns_little() -> Iterator[None]:
    """Has `planner` learn from few rounds: tests that compare two engines need no strength."""
    caches = (plans._plans_of, simulate._planned_rules)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(learning, "ROUNDS", (300, 600))
        for cache in caches:
            cache.cache_clear()
        yield
    for cache in caches:
        cache.cache_clear()
