"""Rollouts on a game of one decision: which choice is best for which objective."""

from __future__ import annotations

from itertools import cycle
from typing import NamedTuple

import pytest

from analyser.core.random import Decision, Decisions, Words
from analyser.search.rollout import Rollout

LUCK = Decisions(0, 0, 0, 1).draws(3)


class Ending(NamedTuple):
    """Points by side, and whether the first of them then wins the game."""

    points: tuple[int, int, int]
    won: bool


Known = dict[str, Ending]


class Toy(Rollout[Known, Ending]):
    """What is known tells how each choice ends."""

    def imagine(self, known: Known, words: Words) -> Ending:
        return Ending((0, 0, 0), False)

    def play_on(self, known: Known, world: Ending, choice: str, luck: Decision) -> Ending:
        return known[choice]

    def points(self, world: Ending) -> tuple[int, int, int]:
        return world.points

    def side(self, known: Known) -> int:
        return 0

    def wins(self, known: Known, world: Ending, luck: Decision, index: int) -> bool:
        return world.won


ENDINGS = {
    "rich": Ending((9, 9, 9), False),
    "ahead": Ending((6, 1, 2), False),
    "first": Ending((3, 3, 1), True),
    "second": Ending((2, 2, 2), True),
    "poor": Ending((0, 0, 0), False),
}


@pytest.mark.parametrize(
    ("objective", "best"), [("points", "rich"), ("margin", "ahead"), ("win", "first")]
)
def test_each_objective_has_its_best_choice(objective: str, best: str) -> None:
    toy = Toy(4, objective)
    assert toy.choose(ENDINGS, list(ENDINGS), "poor", LUCK) == best


def test_what_is_as_good_leaves_the_usual_choice() -> None:
    same = {"a": ENDINGS["ahead"], "b": ENDINGS["ahead"], "c": ENDINGS["rich"]}
    for usual in "ab":
        assert Toy(3, "margin").choose(same, list(same), usual, LUCK) == usual
    assert Toy(3, "margin").choose(same, list(same), "c", LUCK) == "a"


def test_a_gain_must_be_more_than_its_error() -> None:
    class Wavering(Toy):
        """The rich choice is worth 10 and something else in turn."""

        def play_on(self, known: Known, world: Ending, choice: str, luck: Decision) -> Ending:
            return known[choice] if choice == "poor" else Ending((next(self.turns), 0, 0), False)

    for other, best in ((-9, "poor"), (1, "rich")):
        toy = Wavering(8, "margin")
        toy.turns = cycle([10, other])
        assert toy.choose(ENDINGS, ["poor", "rich"], "poor", LUCK) == best


def test_a_single_choice_is_not_looked_into() -> None:
    assert Toy(3, "margin").choose({}, ["only"], "only", LUCK) == "only"


def test_worlds_are_many_and_the_same_for_every_choice() -> None:
    seen: list[list[int]] = []

    class Watched(Toy):
        def imagine(self, known: Known, words: Words) -> Ending:
            seen.append(words.draws(0, [1 << 20] * 3))
            return super().imagine(known, words)

    Watched(40, "margin").choose(ENDINGS, ["rich", "ahead"], "rich", LUCK)
    assert len(seen) == 40
    assert len(set(map(tuple, seen))) == 40
    assert LUCK.world(0).draws(1, [5] * 9) != LUCK.world(0, later=1).draws(1, [5] * 9)
