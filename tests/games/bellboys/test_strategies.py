"""The strategies: what they do; conformance checks that it is legal."""

from __future__ import annotations

from collections import Counter

from scipy.stats import binomtest, chisquare

from analyser.games.bellboys import GAME
from analyser.games.bellboys.engine import Fan, Round
from analyser.games.bellboys.greedy import Greedy
from analyser.games.bellboys.strategies import STRATEGIES
from analyser.games.bellboys.view import view_of
from tests.games.bellboys.builders import SIGHTED, cards, games, new_round, play_all


def no_draw(bound: int) -> int:
    raise AssertionError("greedy draws nothing")


def greedy_card(state: Round) -> int:
    view = view_of(state, state.seat, 1, (0, 0), sees_aside=False)
    return Greedy().play(view, state.legal_cards(), no_draw)


def test_every_declared_strategy_exists() -> None:
    assert set(STRATEGIES) == {strategy.name for strategy in GAME.strategies}


def test_random_is_uniform_over_cards_and_fans() -> None:
    leads: Counter[int] = Counter()
    fans: Counter[Fan | None] = Counter()
    played = games(300, overrides=SIGHTED | {"game.points": 1})
    for game in played:
        first = game.rounds[0].round.tricks[0].plays[0]
        assert first.position is not None
        leads[first.position] += 1
        fans.update(game.rounds[0].round.fans)
    assert sorted(leads) == list(range(1, 8))
    assert chisquare(list(leads.values())).pvalue > 0.001
    assert binomtest(fans[Fan.REVERSED], 600, 0.5).pvalue > 0.001


def test_greedy_leads_its_lowest_rank_the_leftmost_among_equals() -> None:
    assert [greedy_card(new_round())] == cards("H/")  # ranks 3 2 1 8 25 3 14
    assert [greedy_card(new_round(["C^ F= H3", "C= H= F3"]))] == cards("C^")  # ranks 1 2 3


def test_greedy_follows_with_its_highest_card_that_loses() -> None:
    # 3 loses to 7 as 5 does, 9 does not: to equal ranks, too, the leader wins.
    assert [greedy_card(play_all(new_round(["F3 C3 H3 F= H/ C=", "Fx C/ F^ H= H^"]), "F="))] == (
        cards("Fx")
    )
    state = play_all(new_round(["F3 C=", "H= C/"]), "F3")
    assert [greedy_card(state)] == cards("H=")


def test_greedy_wins_with_its_highest_card_if_it_must() -> None:
    state = play_all(new_round(["F/ C=", "Fx F^"]), "F/")  # 0 against 2 and 4
    assert [greedy_card(state)] == cards("F^")


def test_greedy_turns_over_a_hand_whose_ranks_then_add_up_to_less() -> None:
    state = new_round(["F3 C= H/ F/ C/ H3 F^", "F= C^ H^ Hx Cx C3 H="], "Fx", overrides=SIGHTED)
    asked = [
        Greedy().fan(view_of(state, seat, 1, (0, 0), False), state.legal_fans(), no_draw)
        for seat in range(2)
    ]
    assert asked == [Fan.REVERSED, Fan.DEALT]
