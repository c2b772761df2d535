"""Chance share, deal share and kingmaking on games whose answers are known."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from analyser.analysis.kingmaking import SummariseKingmaking, kingmakers, kingmaking
from analyser.analysis.luck import SummariseChance, SummariseDeals, chance_share, deal_share
from analyser.batch.plan import Plan
from analyser.batch.runner import run
from analyser.core.forks import Fork
from analyser.core.questions import Choice
from tests.analysis.coins import CARDS, DECISIONS, LADDER, CoinSpec, Play, Table, plan
from tests.analysis.toy import COLUMNS

TWO, THREE = ("0", "1"), ("0", "1", "2")


@dataclass(frozen=True)
class Seen(CoinSpec):
    """Guess a coin: who plays "high" sees it with probability ``q``, others guess blindly."""

    q: float = 0.0

    def points(self, play: Play, game: np.ndarray, number: np.ndarray) -> np.ndarray:
        coin = play.chances(game, number, CARDS) < 1 / 2
        right = []
        for side in range(play.sides):
            guess = play.chances(game, number, DECISIONS + 2 * side) < 1 / 2
            looks = play.chances(game, number, DECISIONS + 2 * side + 1) < self.q
            if play.strategies[side] == "high":
                guess = np.where(looks, coin, guess)
            if play.fork is not None and play.fork.seat == side:
                guess = np.full(len(coin), bool(play.fork.value))
            right.append(guess == coin)
        return np.array(right).astype(int)


def seen(q: float) -> Seen:
    return Seen("seen", "Seen", (2, 3), LADDER, COLUMNS, q=q)


@pytest.mark.parametrize("sides", [TWO, THREE])
@pytest.mark.parametrize("q", [0.0, 0.3, 1.0])
def test_a_coin_seen_with_probability_q(sides: tuple[str, ...], q: float) -> None:
    batch = plan(2000, Table(sides), seen(q))
    guesses = tuple(
        Choice(side, tuple(Fork("guess", value, seat=side) for value in range(2)))
        for side in range(len(sides))
    )
    found = chance_share(run(batch, SummariseChance(batch, guesses), jobs=1))
    assert found.low <= 1 - q <= found.high
    assert found.high - found.low < 0.1


@dataclass(frozen=True)
class Cards(CoinSpec):
    """Side 0 gets ``cards`` or nothing by the cards, ``decisions`` or nothing by decisions."""

    cards: int = 0
    decisions: int = 0

    def points(self, play: Play, game: np.ndarray, number: np.ndarray) -> np.ndarray:
        by_cards, by_decisions = (
            play.chances(game, number, stream) < 1 / 2 for stream in (CARDS, DECISIONS)
        )
        own = self.cards * by_cards + self.decisions * by_decisions
        return np.array([own, *[0 * own] * (play.sides - 1)])


@pytest.mark.parametrize(("cards", "decisions"), [(1, 0), (0, 1), (1, 1), (3, 1)])
def test_deal_share(cards: int, decisions: int) -> None:
    """Copies of one coin: all is the deal's; independent coins: nothing is; else by variances."""
    spec = Cards("cards", "Cards", (2, 3), LADDER, COLUMNS, cards=cards, decisions=decisions)
    truth = cards**2 / (cards**2 + decisions**2)
    for sides in (TWO, THREE, ("0", "1", "clara")):
        batch = plan(2000, Table(sides, rounds=2), spec)
        found = deal_share(run(batch, SummariseDeals(batch), jobs=1))
        assert found.low <= truth <= found.high
        assert found.high - found.low < 0.08
    if not decisions:
        assert [part.item() for part in found] == pytest.approx([1, 1, 1], abs=1e-12)


@dataclass(frozen=True)
class Naming(CoinSpec):
    """One round: a card ``value`` of side 2 names the winner, who gets two points."""

    def points(self, play: Play, game: np.ndarray, number: np.ndarray) -> np.ndarray:
        named = np.zeros(len(game), dtype=int) if play.fork is None else play.fork.value
        return 2 * (np.arange(play.sides)[:, None] == named * np.ones(len(game)))


def last_player(values: int, **table: int) -> tuple[Plan, Choice]:
    spec = Naming("naming", "Naming", (3,), LADDER, COLUMNS)
    batch = plan(100, Table(THREE, **{"rounds": 1} | table), spec)
    return batch, Choice(2, tuple(Fork("card", value, seat=2) for value in range(values)))


def share(batch: Plan, *late: Choice) -> list[float]:
    found = kingmaking(run(batch, SummariseKingmaking(batch, late), jobs=1))
    return [part.item() for part in found]


def test_the_last_player_names_the_winner() -> None:
    value, low, high = share(*last_player(2))
    assert (value, high) == (1, 1)
    assert 0.95 < low < 1


def test_who_can_win_is_no_kingmaker_nor_is_who_has_no_choice() -> None:
    assert share(*last_player(3))[0] == 0
    assert share(*last_player(1))[0] == 0


def test_decisions_are_taken_one_by_one() -> None:
    """Two decisions of which each leaves the winner as it is name nobody."""
    batch, choice = last_player(2)
    assert share(batch, *(Choice(2, (fork,)) for fork in choice.forks))[0] == 0


def test_only_decisions_that_end_the_game_count() -> None:
    assert share(*last_player(2, rounds=3))[0] == 0  # 4-0 before the last round
    assert share(*last_player(2, end_score=2))[0] == 1
    assert not kingmakers(np.array([[[1], [0], [0]], [[0], [0], [0]]]), 2).any()
    assert kingmakers(np.array([[[1], [0], [0]], [[0], [1], [0]]]), 2).all()
