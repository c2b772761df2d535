"""From round to round and the end of the game (sections 2.1 and 3.9, rulings B4 and B10)."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binomtest

from analyser.core.random import Decision, Decisions
from analyser.core.rules import load_rules
from analyser.games.bellboys import GAME
from analyser.games.bellboys.engine import Fan
from analyser.games.bellboys.play import Standing, play_game, resume
from analyser.games.bellboys.strategies import STRATEGIES
from analyser.games.bellboys.view import View
from tests.games.bellboys.builders import SIGHTED, TRAILING, games, rules_of


def test_B4_the_first_leader_is_random() -> None:
    first = sum(game.rounds[0].leader for game in games(300, overrides={"game.points": 1}))
    assert binomtest(first, 300, 0.5).pvalue > 0.001


def test_B4_the_winner_leads_the_next_round() -> None:
    for game in games(40):
        for before, after in zip(game.rounds, game.rounds[1:], strict=False):
            assert after.leader == before.round.winner
            assert after.round.tricks[0].lead == after.leader


@pytest.mark.parametrize("points", [1, 2, 3, 9])
def test_B10_the_game_ends_with_so_many_round_wins(points: int) -> None:
    lengths = set()
    for game in games(20, overrides={"game.points": points}):
        totals = [finished.totals for finished in game.rounds]
        assert totals[-1][game.winner] == points == max(totals[-1])
        assert all(max(total) < points for total in totals[:-1])
        assert [sum(total) for total in totals] == [f.number for f in game.rounds]
        lengths.add(len(totals))
    assert points <= min(lengths) <= max(lengths) < 2 * points


def test_B10_shipped_variants() -> None:
    assert list(GAME.variants()) == ["standard", "long_game", "trailing_look"]
    for variant, changed in (("long_game", {"game.points": 3}), ("trailing_look", TRAILING)):
        assert load_rules(GAME, variant).flat == rules_of().flat | changed


@pytest.mark.parametrize("strategy", ["random", "greedy"])
@pytest.mark.parametrize("overrides", [{}, SIGHTED, TRAILING])
def test_deals_do_not_depend_on_strategies_and_options(
    strategy: str, overrides: dict[str, bool]
) -> None:
    plain, other = (
        [sorted(hand) for game in batch for hand in game.rounds[0].hands]
        for batch in (games(10), games(10, [strategy] * 2, overrides))
    )
    assert plain == other


def test_rounds_of_a_game_are_dealt_anew() -> None:
    for game in games(10):
        assert len({finished.hands for finished in game.rounds}) == len(game.rounds)


# Who sees the card set aside


class Witness:
    """A strategy that notes what it is told."""

    seen: list[View]

    def __init__(self) -> None:
        self.seen = []

    def play(self, view: View, legal: list[int], draw: object) -> int:
        self.seen.append(view)
        return legal[0]


@pytest.mark.parametrize("trailing", [True, False])
def test_B10_who_is_behind_sees_the_card_set_aside_all_round(
    monkeypatch: pytest.MonkeyPatch, trailing: bool
) -> None:
    witness = Witness()
    monkeypatch.setitem(STRATEGIES, "random", lambda rules: witness)
    looked = 0
    for index in range(10):
        witness.seen.clear()
        game = play_game(rules_of(TRAILING if trailing else {}), ["random"] * 2, 4, index)
        asides = {finished.number: finished.round.aside for finished in game.rounds}
        for view in witness.seen:
            behind = view.totals[view.seat] < view.totals[1 - view.seat]
            expected = asides[view.number] if behind and trailing else None
            assert view.aside == expected
            looked += expected is not None
    assert bool(looked) == trailing


# Going on from a standing


def test_a_game_resumed_from_a_standing_is_the_game_that_had_it() -> None:
    rules = rules_of({"game.points": 4})
    for index, game in enumerate(games(6, overrides={"game.points": 4})):
        for at, finished in enumerate(game.rounds[:-1], start=1):
            standing = Standing(at, finished.totals, finished.round.winner)
            again = play_game(rules, ["random"] * 2, 4, index, standing=standing)
            assert again.winner == game.winner
            assert [f.hands for f in again.rounds] == [f.hands for f in game.rounds[at:]]
            assert [f.totals for f in again.rounds] == [f.totals for f in game.rounds[at:]]


def test_resume_says_who_wins() -> None:
    rules = rules_of({"game.points": 3})
    numbers, totals = np.array([1, 3, 4]), np.array([[1, 0], [1, 2], [2, 2]])
    won = resume(rules, ["random"] * 2, 4, 7, numbers, totals, np.array([0, 1, 0]))
    assert won.dtype == np.int8
    for i in range(3):
        standing = Standing(int(numbers[i]), tuple(totals[i].tolist()), int([0, 1, 0][i]))
        assert won[i] == play_game(rules, ["random"] * 2, 4, 7 + i, standing=standing).winner


def test_each_decision_has_a_lane_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[int, int]] = []

    class Drawer:
        def fan(self, view: View, legal: tuple[Fan, ...], draw: Decision) -> Fan:
            drawn.append((view.seat, draw(1000)))
            return legal[0]

        def play(self, view: View, legal: tuple[int, ...], draw: Decision) -> int:
            drawn.append((view.seat, draw(1000)))
            return legal[0]

    monkeypatch.setitem(STRATEGIES, "random", lambda rules: Drawer())
    games(1, overrides=SIGHTED | {"game.points": 1})
    for seat in range(2):
        expected = [Decisions(4, seat, 0, 1).draws(lane)(1000) for lane in range(8)]
        assert [number for who, number in drawn if who == seat] == expected


def test_a_replicate_has_the_same_cards_and_other_luck() -> None:
    plain, other = games(20), games(20, replicate=1)
    assert [g.rounds[0].hands for g in plain] == [g.rounds[0].hands for g in other]
    tricks = [[g.rounds[0].round.tricks for g in batch] for batch in (plain, other)]
    assert tricks[0] != tricks[1]
