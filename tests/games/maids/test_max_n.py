"""max^n: the kernel against plain max^n, against itself, and against what sides can force."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import analyser
from analyser.core.errors import InputError
from analyser.core.rules import load_rules
from analyser.games.maids import GAME
from analyser.games.maids._maxn import MaxN
from analyser.games.maids.endings import TIE_BREAKS
from analyser.games.maids.engine import round_components
from analyser.games.maids.notation import hand_text

from .endings import arrays, exchanged, packed_needs, random_ending
from .minimax import Ending, Won

pytestmark = pytest.mark.kernel

TRUMPS = ("purple", "orange", "blue", None)


@dataclass(frozen=True)
class Stakes:
    """What bids call for and what rounds bring."""

    bids: tuple[int, ...]
    appeals: tuple[int, ...]
    scoring: Any

    @classmethod
    def draw(cls, random: Random, ending: Ending) -> Stakes:
        """Standard points or odd ones; often ones that make ties."""
        n = ending.sides
        scoring = SimpleNamespace(
            accepted=random.choice([0, 1, 1, 1, 3]),
            success=random.choice([[30, 20, 10], [0, 0, 0], [5, 7, 6]])[:n],
            appeal_success=random.choice([10, 10, 0]),
            appeal_failure=random.choice([5, 5, 0, 12]),
        )
        bids = tuple(random.randrange(ending.size + 2) for _ in range(n))
        return cls(bids, tuple(random.choice([0, 0, 1, 2, 3]) for _ in range(n)), scoring)

    def points(self, won: Won) -> tuple[int, ...]:
        accepted, completed = zip(*won, strict=True)
        table: Any = SimpleNamespace(scoring=self.scoring)
        parts = round_components(table, self.bids, self.appeals, accepted, completed)
        return tuple(sum(by_side) for by_side in zip(*parts.values(), strict=True))

    def turned(self, turn: int) -> Stakes:
        """The same for sides that moved on by ``turn``."""
        n = len(self.bids)
        bids, appeals = (
            tuple(counts[(side - turn) % n] for side in range(n))
            for counts in (self.bids, self.appeals)
        )
        return Stakes(bids, appeals, self.scoring)


def new_kernel(ending: Ending, stakes: Stakes, bits: int = 12) -> MaxN:
    points = stakes.scoring
    return MaxN(
        ending.players,
        sum(1 << card for card in ending.slackers),
        bool(ending.zeros),
        points.accepted,
        tuple(points.success),
        points.appeal_success,
        points.appeal_failure,
        bits,
    )


def found(
    ending: Ending, stakes: Stakes, tie_break: str, kernel: MaxN | None = None
) -> tuple[int, ...]:
    """What the kernel says; it may have answered other questions before."""
    kernel = kernel or new_kernel(ending, stakes)
    needs = packed_needs(ending, stakes.bids)
    appeals = sum(n << 4 * side for side, n in enumerate(stakes.appeals))
    packed = [np.array([counts], np.uint16) for counts in (needs, appeals)]
    out = np.zeros((1, ending.sides), np.int16)
    kernel.points(*arrays(ending)[:4], *packed, TIE_BREAKS[tie_break], out)
    return tuple(out[0].tolist())


@pytest.mark.parametrize("tie_break", TIE_BREAKS)
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize(("size", "count"), [(1, 100), (2, 500), (3, 100)])
def test_points_are_those_of_plain_max_n(
    players: int, size: int, count: int, tie_break: str
) -> None:
    random = Random(1000 * players + size)
    if players == 4 and size == 3:
        count //= 2
    for _ in range(count):
        ending = random_ending(random, players, size)
        stakes = Stakes.draw(random, ending)
        expected = ending.max_n(stakes.points, tie_break)
        assert found(ending, stakes, tie_break) == expected, (ending, stakes)


@pytest.mark.parametrize("players", [3, 4])
def test_a_small_table_for_many_endings_changes_nothing(players: int) -> None:
    random = Random(players)
    first = replace(random_ending(random, players, 2), slackers=frozenset([6, 16, 26]))
    known = Stakes.draw(random, first)
    kernel = new_kernel(first, known, bits=4)
    rules = {name: vars(first)[name] for name in ("slackers", "zeros")}
    for _ in range(300):
        ending = replace(random_ending(random, players, 2), **rules)
        drawn = Stakes.draw(random, ending)
        stakes = Stakes(drawn.bids, drawn.appeals, known.scoring)
        for tie_break in TIE_BREAKS:
            expected = ending.max_n(stakes.points, tie_break)
            assert found(ending, stakes, tie_break, kernel) == expected, (ending, stakes)


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.randoms(use_true_random=False),
    st.sampled_from([3, 4]),
    st.sampled_from([1, 3]),
    st.sampled_from(list(TIE_BREAKS)),
)
def test_odd_hands_and_tricks_in_progress(
    random: Random, players: int, size: int, tie_break: str
) -> None:
    ending = random_ending(random, players, size)
    stakes = Stakes.draw(random, ending)
    assert found(ending, stakes, tie_break) == ending.max_n(stakes.points, tie_break)


@pytest.mark.parametrize("players", [3, 4])
def test_seats_and_names_of_suits_do_not_matter(players: int) -> None:
    # But for the order of the suits that are no trumps, in which ties are broken.
    random = Random(players)
    renamed = 0
    for _ in range(60):
        ending = random_ending(random, players, 4)
        stakes = Stakes.draw(random, ending)
        turn, suits = random.randrange(players), random.sample(range(3), 3)
        plain = [suits[suit] for suit in range(3) if suit != ending.trump]
        if plain != sorted(plain):
            suits = [0, 1, 2]
        renamed += suits != [0, 1, 2]
        other = exchanged(ending, suits, turn)
        for tie_break in TIE_BREAKS:
            points = found(ending, stakes, tie_break)
            moved = found(other, stakes.turned(turn), tie_break)
            assert moved == tuple(
                points[(side - turn) % ending.sides] for side in range(ending.sides)
            )
    assert renamed


# Batches and positions


def deals(players: int, size: int, n: int) -> dict[str, Any]:
    random = np.random.default_rng(players)
    cards = load_rules(GAME, "standard", players).table.cards
    hands = random.permuted(np.tile(cards, (n, 1)), axis=1)[:, : players * size]
    sides = 2 if players == 4 else 3
    return {
        "hands": hands.reshape(n, players, size).astype(np.int8),
        "trump": random.integers(-1, 3, n),
        "lead": random.integers(0, players, n),
        "bids": random.integers(0, 5, (n, sides)),
        "appeals": random.integers(0, 4, (n, sides)),
    }


def solved(batch: dict[str, Any], question: str, **options: Any) -> Any:
    arrays = [batch[name] for name in ("hands", "trump", "lead")]
    known = {name: batch[name] for name in ("bids", "appeals")}
    return analyser.solve_batch("maids", *arrays, question=question, **known, **options)


@pytest.mark.parametrize("players", [3, 4])
def test_each_side_gets_at_least_what_it_can_force(players: int) -> None:
    # By induction: a side takes its best card, and whatever the others take leaves it its points.
    batch = deals(players, 5, 60)
    more = 0
    for side in range(2 if players == 4 else 3):
        forced = solved(batch, "points", side=side)
        for tie_break in TIE_BREAKS:
            points = solved(batch, "max_n", tie_break=tie_break)[:, side]
            assert (points >= forced).all()
            more += int((points > forced).sum())
    assert more


@pytest.mark.parametrize("players", [3, 4])
def test_tie_breaks_differ_and_threads_do_not_matter(players: int) -> None:
    # Without points for tricks, sides that missed their bids choose freely who meets theirs.
    batch = deals(players, 5, 100)
    rules = {"scoring.accepted": 0}
    points = {name: solved(batch, "max_n", tie_break=name, rules=rules) for name in TIE_BREAKS}
    assert {(p.dtype, p.shape) for p in points.values()} == {
        (np.dtype(np.int16), batch["bids"].shape)
    }
    for name, found_so in points.items():
        others = [points[other] for other in TIE_BREAKS if other != name]
        assert all((found_so != other).any() for other in others), name
        threaded = solved(batch, "max_n", tie_break=name, rules=rules, threads=3)
        np.testing.assert_array_equal(threaded, found_so)


@pytest.mark.parametrize("players", [3, 4])
def test_positions_are_answered_as_batches(players: int) -> None:
    batch = deals(players, 4, 20)
    points = {name: solved(batch, "max_n", tie_break=name) for name in TIE_BREAKS}
    ranges = 0
    for i in range(20):
        position = {
            "game": "maids",
            "players": players,
            "trump": TRUMPS[batch["trump"][i]],
            "lead": int(batch["lead"][i]),
            "hands": [hand_text(hand) for hand in batch["hands"][i].tolist()],
            "bids": batch["bids"][i].tolist(),
            "appeals": batch["appeals"][i].tolist(),
        }
        answer = analyser.solve(position, max_n=True)
        by_tie_break = {name: points[name][i].tolist() for name in TIE_BREAKS}
        by_side = list(zip(*by_tie_break.values(), strict=True))
        assert answer.pop("max_n") == {
            "tie_breaks": by_tie_break,
            "low": [min(side) for side in by_side],
            "high": [max(side) for side in by_side],
        }
        assert answer == analyser.solve(position)
        ranges += any(min(side) < max(side) for side in by_side)
    assert ranges or players == 4


UNDER_WAY: dict[str, Any] = {
    "game": "maids",
    "players": 3,
    "trump": "purple",
    "lead": 1,
    "hands": ["O84 B9", "P3 B5", "O9 B62"],
    "trick": ["P7"],
    "bids": [1, 2, 0],
    "appeals": [1, 0, 2],
    "accepted": [0, 2, 1],
    "completed": [0, 1, 1],
}


def test_what_was_won_before_counts() -> None:
    # Seat 2 has missed its bid, with two appeals that pay the others.
    sides = analyser.solve(UNDER_WAY, max_n=True)["max_n"]
    hands = ((14, 18, 29), (3, 25), (19, 22, 26))
    ending = Ending(3, 0, hands, (7,), 1, 1, frozenset([6, 16, 26]), frozenset([0, 10, 20]))
    table = load_rules(GAME, "standard", 3).table

    def at_end(won: Won) -> tuple[int, ...]:
        accepted = [a + w[0] for a, w in zip(UNDER_WAY["accepted"], won, strict=True)]
        completed = [c + w[1] for c, w in zip(UNDER_WAY["completed"], won, strict=True)]
        bids, appeals = UNDER_WAY["bids"], UNDER_WAY["appeals"]
        parts = round_components(table, bids, appeals, accepted, completed)
        return tuple(sum(by_side) for by_side in zip(*parts.values(), strict=True))

    for name in TIE_BREAKS:
        assert tuple(sides["tie_breaks"][name]) == ending.max_n(at_end, name)


def test_the_text_has_a_column_for_each_tie_break() -> None:
    from analyser.api import solution_text

    position = UNDER_WAY | {"trick": [], "hands": ["O84 P2", "P37 B5", "O9 B6 P9"]}
    assert "each for itself" not in solution_text(position)
    [table] = [
        part for part in solution_text(position, max_n=True).split("\n\n") if "each for" in part
    ]
    found = analyser.solve(position, max_n=True)["max_n"]
    rows = [line.split() for line in table.split("\n")]
    assert rows[0] == ["each", "for", "itself", *TIE_BREAKS, "range"]
    for side, row in enumerate(rows[1:]):
        points = [str(by_side[side]) for by_side in found["tie_breaks"].values()]
        assert row[:6] == ["side", str(side), *points]
        low, high = found["low"][side], found["high"][side]
        assert row[6:] == ([str(low)] if low == high else [str(low), "to", str(high)])


def test_a_round_without_tricks_left() -> None:
    ended = UNDER_WAY | {"hands": ["", "", ""], "trick": [], "accepted": [1, 3, 2]}
    ended |= {"completed": [1, 2, 2]}
    [points] = {tuple(p) for p in analyser.solve(ended, max_n=True)["max_n"]["tie_breaks"].values()}
    score = {"game": "maids", "players": 3} | {
        name: ended[name] for name in ("bids", "appeals", "accepted", "completed")
    }
    assert list(points) == analyser.score(score)["points"]


BATCH = {"hands": [[[9, 6], [2, 0], [19, 18]]], "trump": [0], "lead": [0]}
KNOWN = {"question": "max_n", "bids": [[0, 1, 2]], "appeals": [[0, 0, 1]]}
ERRORS: list[tuple[dict[str, Any], str]] = [
    (KNOWN, "tie_break is missing: max_n needs one of first, last, altruistic, spiteful"),
    (KNOWN | {"tie_break": "random"}, "tie_break = 'random': max_n needs one of first, last"),
    (KNOWN | {"tie_break": ["first"]}, "tie_break = ['first']: max_n needs one of first, last"),
    (KNOWN | {"tie_break": np.zeros(2, int)}, "tie_break = array([0, 0]): max_n needs one of"),
    (KNOWN | {"question": np.zeros(2, int)}, "question = array([0, 0]): must be one of exact, max"),
    ({"tie_break": "first"}, "tie_break = 'first': is for the question max_n, not max_completed"),
    (
        KNOWN | {"tie_break": "first", "bids": None},
        "bids is missing: max_n needs bids and appeals",
    ),
    (
        KNOWN | {"tie_break": "first", "players": 2, "appeals": [[0, 0, 0]]},
        "question = 'max_n': is for three or four players, not two",
    ),
]


@pytest.mark.parametrize(("options", "message"), ERRORS)
def test_bad_arguments_are_named(options: dict[str, Any], message: str) -> None:
    arrays: Sequence[Any] = list(BATCH.values())
    with pytest.raises(InputError) as error:
        analyser.solve_batch("maids", *arrays, **options)
    assert message in str(error.value)
