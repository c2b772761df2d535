"""What scripts/bench-solver measures is what it says; DDS itself is not needed here."""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from analyser.core.rules import load_rules
from analyser.games.maids import GAME
from analyser.games.maids._solve import Solver

from .minimax import Ending

pytestmark = pytest.mark.kernel

ROOT = Path(__file__).parents[3]
SLACKERS = (6, 16, 26)
ZEROS = (0, 10, 20)


@pytest.fixture(scope="module")
def bench() -> Iterator[ModuleType]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(ROOT / "scripts")
        yield importlib.import_module("_bench_solver")


class EachAlone(Ending):
    """Four seats of which each is against the three others."""

    @property
    def sides(self) -> int:
        return 4

    def side(self, seat: int) -> int:
        return seat


@pytest.mark.parametrize("players", [2, 3, 4])
def test_deals_are_those_of_the_game(bench: ModuleType, players: int) -> None:
    deals = bench.draw(np.random.default_rng(0), 200, players)
    seats = max(3, players)
    assert deals.hands.shape == (200, seats, 6)
    deck = load_rules(GAME, "standard", players).table.cards
    for hands in deals.hands.tolist():
        assert all(hand == sorted(hand) for hand in hands)
        cards = [card for hand in hands for card in hand]
        assert len(set(cards) & set(deck)) == len(cards) == 6 * seats
    assert set(deals.trump.tolist()) == {-1, 0, 1, 2}
    assert set(deals.lead.tolist()) == set(range(seats))
    assert players != 2 or not deals.appeals[:, 2].any()


def test_cards_as_bridge_has_them(bench: ModuleType) -> None:
    hands = np.array([[[0, 9, 10], [4, 20, 29]]])
    five, nine, ace = 1 << 5, 1 << 9, 1 << 14
    assert importlib.import_module("_dds").bridge_hands(hands) == [
        [[five | ace, five, 0, 0], [nine, 0, five | ace, 0]]
    ]


def test_sixteen_values_are_those_of_dds(bench: ModuleType) -> None:
    path = ROOT / "tests/data/dds/endings.json"
    known = json.loads(path.read_text(encoding="utf-8"))["deals"][:50]
    hands = [[[10 * s + r - 1 for s, r in hand] for hand in deal["hands"]] for deal in known]
    none = np.zeros(50, np.int64)
    tricks = np.array([deal["ns_tricks"] for deal in known])
    found = bench.sixteen(bench.Deals(4, np.sort(hands), none, none, none, none))
    np.testing.assert_array_equal(found, tricks)
    leaders = bench.of_leaders(tricks)
    np.testing.assert_array_equal(leaders[..., [0, 2]], tricks[..., [0, 2]])
    np.testing.assert_array_equal(leaders[..., [1, 3]], 6 - tricks[..., [1, 3]])


def test_every_lead_is_valued(bench: ModuleType) -> None:
    deals = bench.draw(np.random.default_rng(1), 150, size=2)
    for i, values in enumerate(bench.every_lead(deals).tolist()):
        hands, lead = deals.hands[i].tolist(), int(deals.lead[i])
        for card, value in zip(hands[lead], values, strict=True):
            left = tuple(tuple(c for c in hand if c != card) for hand in hands)
            trump = deals.trump[i] % 4
            ending = Ending(4, trump, left, (card,), lead, lead, frozenset(), frozenset())
            assert ending.counts("max_completed", lead % 2) == (2 << value) - 1


def test_one_seat_against_three(bench: ModuleType) -> None:
    deals = bench.draw(np.random.default_rng(2), 150, size=2)
    solver = Solver(4, True, sum(1 << card for card in SLACKERS), True)
    for i, mask in enumerate(bench.alone(deals, solver).tolist()):
        hands, lead = tuple(map(tuple, deals.hands[i].tolist())), int(deals.lead[i])
        special = frozenset(SLACKERS), frozenset(ZEROS)
        ending = EachAlone(4, deals.trump[i] % 4, hands, (), lead, lead, *special)
        assert mask == ending.counts("exact", lead)


def test_answers_have_to_agree(bench: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "PASSES", 1)
    random = np.random.default_rng(0)
    ours = bench.solver(lambda deals: deals.lead)
    same = bench.Way("same", lambda deals: lambda: deals.lead)
    other = bench.Way("other", lambda deals: lambda: deals.lead + 1)
    assert bench.take_turns(random, ours, [same]).solver.shape == (1,)
    with pytest.raises(SystemExit, match="other and the solver do not agree"):
        bench.take_turns(random, ours, [same, other])


def test_the_fastest_way_counts(bench: ModuleType) -> None:
    ways = {"slow": np.array([1.0, 9.0, 9.0]), "fast": np.array([2.0, 2.0, 20.0])}
    times = bench.Times(np.ones(3), np.ones(3), ways)
    assert times.fastest == "fast"
    assert times.medians() == ["1.0", "1.0", "2.0"]
    assert bench.spread(times.best / times.solver) == "2.00 (2.00 to 11.00)"
