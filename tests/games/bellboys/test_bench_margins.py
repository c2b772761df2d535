"""What scripts/bench-margins measures is what it says."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from analyser.games.bellboys.engine import may_be_played
from tests.games.bellboys.builders import rules_of

pytestmark = pytest.mark.kernel


@pytest.fixture(scope="module")
def bench() -> Iterator[ModuleType]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(Path(__file__).parents[3] / "scripts")
        yield importlib.import_module("_bench_margins")


def test_deals_are_those_of_the_game(bench: ModuleType) -> None:
    hands, aside, lead = bench.draw(np.random.default_rng(0), 200)
    assert hands.shape == (200, 2, 7)
    table = rules_of().table
    for held, card in zip(hands.tolist(), aside.tolist(), strict=True):
        assert may_be_played(table, held)
        assert sorted([*held[0], *held[1], card]) == list(table.cards)
    assert set(lead.tolist()) == {0, 1}


def test_both_answer_the_same(bench: ModuleType) -> None:
    deals = bench.draw(np.random.default_rng(1), 30, size=4)
    margins, micros, _ = bench.solve(deals)
    expected, peer = bench.minimax(deals)
    assert margins.tolist() == expected
    assert 0 < micros < peer
