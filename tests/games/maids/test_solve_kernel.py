"""The solver's kernel against plain minimax, against DDS, and against itself."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from analyser.games.maids._solve import Solver
from analyser.games.maids.endings import QUESTIONS
from analyser.games.maids.engine import trick_winner

from .endings import LOST, arrays, exchanged, packed_needs, random_ending
from .minimax import Ending, Won

pytestmark = pytest.mark.kernel

DDS = Path(__file__).parents[2] / "data/dds/endings.json"


class Kernel:
    """One ending on a solver; the solver may have answered other questions before."""

    def __init__(self, ending: Ending, solver: Solver | None = None) -> None:
        self.ending = ending
        self.solver = solver or new_solver(ending)
        self.arrays = arrays(ending)

    def counts(self, question: str, side: int) -> int:
        out = np.zeros(1, np.uint16)
        mine, ours = (
            sum(1 << seat for seat in seats)
            for seats in (self.ending.choosers(side), self.ending.takers(side))
        )
        every = np.full(len(out), 0xFFFF, np.uint16)
        self.solver.masks(*self.arrays, QUESTIONS[question], mine, ours, every, out)
        return int(out[0])

    def value(self, side: int, bids: list[int], bonus: list[int], trick: list[int]) -> int:
        out = np.zeros(1, np.int16)
        self.solver.points(
            *self.arrays,
            np.array([packed_needs(self.ending, bids)], np.uint16),
            np.array([bonus], np.int32),
            np.array(trick, np.int32),
            sum(1 << seat for seat in self.ending.choosers(side)),
            out,
        )
        return int(out[0])


def new_solver(ending: Ending, bits: int = 12) -> Solver:
    slackers = sum(1 << card for card in ending.slackers)
    return Solver(ending.players, ending.follows, slackers, bool(ending.zeros), bits)


def check(ending: Ending, random: Random, solver: Solver | None = None) -> None:
    """All questions about all sides, against minimax."""
    kernel = Kernel(ending, solver)
    for side in range(ending.sides):
        for question in QUESTIONS:
            found = kernel.counts(question, side)
            assert found == ending.counts(question, side), (ending, question, side)
        bids = [random.randrange(ending.size + 2) for _ in range(ending.sides)]
        bonus = [random.choice([0, 5, 10, 20, 30]) for _ in range(8)]
        trick = [random.choice([0, 1, 2, -1]) for _ in range(3)]
        if ending.sides == 2:
            trick[2] = trick[0]

        def at_end(won: Won, bids: Any = bids, bonus: Any = bonus, trick: Any = trick) -> int:
            met = sum((won[s][1] == bid) << s for s, bid in enumerate(bids))
            return bonus[met] + sum(trick[s] * won[s][0] for s in range(len(bids)))

        value = kernel.value(side, bids, bonus, trick)
        assert value == ending.value(side, at_end), (ending, side, bids, bonus, trick)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("size", "count"), [(1, 200), (2, 900), (3, 180)])
def test_answers_are_those_of_minimax(players: int, size: int, count: int) -> None:
    random = Random(1000 * players + size)
    if players == 4 and size == 3:
        count //= 2
    for _ in range(count):
        check(random_ending(random, players, size), random)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_answers_do_not_depend_on_what_was_asked_before(players: int) -> None:
    # One small table for all, so that entries meet and are replaced.
    random = Random(players)
    first = replace(random_ending(random, players, 2), slackers=frozenset([6, 16, 26]))
    solver = new_solver(first, bits=4)
    for _ in range(300):
        ending = random_ending(random, players, 2)
        rules = {name: vars(first)[name] for name in ("slackers", "zeros", "follows")}
        check(replace(ending, **rules), random, solver)


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False), st.sampled_from([2, 3, 4]), st.sampled_from([1, 3]))
def test_odd_hands_and_tricks_in_progress(random: Random, players: int, size: int) -> None:
    ending = random_ending(random, players, size)
    side = random.randrange(ending.sides)
    kernel = Kernel(ending)
    for question in QUESTIONS:
        assert kernel.counts(question, side) == ending.counts(question, side)


def test_16000_values_of_dds() -> None:
    deals = json.loads(DDS.read_text(encoding="utf-8"))["deals"]
    deals = [(deal, t, lead) for deal in deals for t in range(4) for lead in range(4)]
    hands = np.array(
        [
            [sum(1 << 10 * suit + rank - 1 for suit, rank in hand) for hand in deal["hands"]]
            for deal, _, _ in deals
        ],
        np.uint32,
    )
    trump, lead = (np.array([d[i] for d in deals], np.int8) for i in (1, 2))
    expected = np.array([deal["ns_tricks"][t][leader] for deal, t, leader in deals])
    out = np.empty(len(deals), np.uint16)
    solver = Solver(4, True, 0, False)
    none = np.full((len(deals), 4), -1, np.int8)
    every = np.full(len(out), 0xFFFF, np.uint16)
    solver.masks(hands, none, trump, lead, lead, QUESTIONS["max_completed"], 5, 5, every, out)
    assert len(out) == 16_000
    np.testing.assert_array_equal(out, (2 << expected) - 1)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_names_of_suits_and_seats_do_not_matter(players: int) -> None:
    random = Random(players)
    for _ in range(50):
        ending = random_ending(random, players, 5)
        turn = 0 if players == 2 else random.randrange(players)
        other = exchanged(ending, random.sample(range(3), 3), turn)
        for question in QUESTIONS:
            for seat in range(len(ending.hands)):
                side = ending.side(seat)
                turned = ending.side((seat + turn) % len(ending.hands))
                assert Kernel(ending).counts(question, side) == Kernel(other).counts(
                    question, turned
                )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_questions_agree(players: int) -> None:
    random = Random(players)
    for _ in range(50):
        ending = random_ending(random, players, 6)
        kernel = Kernel(ending)
        for side in range(ending.sides):
            exact, most, possible = (
                kernel.counts(q, side) for q in ("exact", "max_completed", "possible")
            )
            assert exact & ~possible == 0
            assert exact & ~most == 0
            assert most & (most + 1) == 0  # with a count, every lower one
            plain = replace(ending, slackers=frozenset())
            trick = [int(s == side) for s in range(3)]
            if ending.sides == 2:
                trick[2] = trick[0]
            points = Kernel(plain).value(side, [0] * ending.sides, [0] * 8, trick)
            assert (2 << points) - 1 == Kernel(plain).counts("max_completed", side)
            # A bonus for the bid alone is got just when the bid can be forced.
            for bid in range(7):
                bids = [LOST] * ending.sides
                bids[side] = bid
                bonus = [met >> side & 1 for met in range(8)]
                assert kernel.value(side, bids, bonus, [0, 0, 0]) == exact >> bid & 1


def test_a_complete_trick_is_counted() -> None:
    trick = (5, 7, 3)
    assert trick_winner(trick, 3, ()) == 1
    ending = Ending(3, 3, ((), (), ()), trick, 0, 0, frozenset(), frozenset())
    assert [Kernel(ending).counts("exact", side) for side in range(3)] == [1, 2, 1]
