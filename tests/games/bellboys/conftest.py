"""What the tests of Bellboys share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from analyser.games.bellboys import learning


@pytest.fixture(scope="module")
def learns_little() -> Iterator[None]:
    """Has `planner` learn from few rounds: tests that compare two engines need no strength."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(learning, "ROUNDS", (2000, 2000, 4000))
        learning._tables_of.cache_clear()
        yield
    learning._tables_of.cache_clear()
