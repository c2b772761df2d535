"""A round from the fans to its last trick (sections 2.1 to 3.7, rulings B2 and B5 to B8)."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyser.games.bellboys.engine import Fan, Round
from tests.games.bellboys.builders import (
    HANDS,
    SIGHTED,
    cards,
    new_round,
    play,
    play_all,
    random_round,
)


def legal(state: Round) -> list[int]:
    return list(state.legal_cards())


# Fans


def test_B2_hands_are_held_as_dealt() -> None:
    state = new_round()
    assert not state.fanning
    assert state.hands == [cards(hand) for hand in HANDS]


def test_B2_sighted_fans_come_before_the_first_card() -> None:
    state = new_round(overrides=SIGHTED)
    assert state.fanning
    assert state.legal_fans() == ("dealt", "reversed")
    with pytest.raises(ValueError, match="seat 0 may not play"):
        play(state, "F3")
    state.fan(1, Fan.REVERSED)
    assert state.fanning
    state.fan(0, Fan.DEALT)
    assert not state.fanning
    assert state.hands == [cards(HANDS[0]), cards(HANDS[1])[::-1]]
    assert play(state, "Hx").position == 7
    assert play(state, "H=").position == 5


def test_2_1_the_order_of_a_hand_never_changes_once_cards_are_played() -> None:
    state = play_all(new_round(), "F3")
    with pytest.raises(ValueError, match="seat 1 may not turn its hand over"):
        state.fan(1, Fan.REVERSED)


# Positions


def test_B5_the_position_counts_before_the_card_leaves_the_hand() -> None:
    assert play(new_round(), "Hx").position == 7


def test_2_2_the_hand_closes_up() -> None:
    state = new_round()
    before = [play(state, name).position for name in ("C^", "Cx")]
    after = [play(state, name).position for name in ("Hx", "H=")]
    assert (before, after) == ([5, 6], [6, 3])


def test_2_2_the_last_card_is_at_position_1() -> None:
    for seed in range(20):
        state = random_round(Random(seed), 14)
        assert [p.position for p in state.tricks[-1].plays] == [1, 1]


# Following


def test_B7_must_follow_with_any_card_of_the_suit() -> None:
    state = play_all(new_round(), "C=")
    assert legal(state) == cards("C/ C3 Cx")
    with pytest.raises(ValueError, match="seat 1 may not play"):
        play(state, "H3")


def test_B7_without_the_suit_any_card_may_be_played() -> None:
    state = play_all(new_round(["F3 C=", "H3 C/"]), "F3")
    assert legal(state) == cards("H3 C/")


def test_3_3_any_card_may_be_led() -> None:
    assert legal(new_round()) == cards(HANDS[0])
    assert legal(new_round(lead=1)) == cards(HANDS[1])


# Winning


@pytest.mark.parametrize(
    ("plays", "winner"),
    [
        ("Fx F^", 1),  # 8 at position 4, 49 at position 7
        ("C^ C3", 0),  # 25, 3
        ("F/ F=", 1),  # 3 at position 6, 4
    ],
)
def test_3_5_the_higher_rank_wins(plays: str, winner: int) -> None:
    state = play_all(new_round(), plays)
    assert [trick.winner for trick in state.tricks] == [winner]
    assert (state.lead, state.seat) == (winner, winner)


def test_B7_the_higher_rank_wins_off_suit_too() -> None:
    state = play_all(new_round(["F3 C=", "H/ C^"]), "F3 C^")
    assert state.tricks[0].winner == 1
    state = play_all(new_round(["F3 C=", "H/ C^"]), "F3 H/")
    assert state.tricks[0].winner == 0


@pytest.mark.parametrize("lead", [0, 1])
def test_B7_equal_ranks_go_to_the_leader(lead: int) -> None:
    state = play_all(new_round(["F3 C= H=", "H/ C/ F="], lead=lead), ["F3 F=", "F= F3"][lead])
    assert [p.rank for p in state.tricks[0].plays] == [3, 3]
    assert state.tricks[0].winner == lead


# Collecting


def test_3_6_the_winner_takes_both_cards() -> None:
    state = play_all(new_round(["F3 C=", "H/ C^"]), "F3 C^")
    assert state.collected == [[0, 0, 0], [1, 1, 0]]


@pytest.mark.parametrize(("plays", "collected"), [("F3 F=", [1, 0]), ("C= C^", [0, 1])])
def test_B8_the_last_trick_takes_the_card_set_aside(plays: str, collected: list[int]) -> None:
    state = play_all(new_round(["F3 C=", "F= C^"]), plays)
    assert not state.finished
    assert [counts[2] for counts in state.collected] == [0, 0]
    play_all(state, "C= C^" if plays == "F3 F=" else "F= F3")
    assert state.finished
    assert sum(counts[2] for counts in state.collected) == 1
    assert state.collected[state.tricks[-1].winner][2] == 1


# Whole rounds


@given(st.integers(0, 2**32), st.integers(0, 16), st.booleans())
def test_cards_are_conserved_and_there_is_always_a_card_to_play(
    seed: int, decisions: int, sighted: bool
) -> None:
    state = random_round(Random(seed), decisions, SIGHTED if sighted else None)
    plays = [p.card for trick in state.tricks for p in trick.plays]
    plays += [] if state.led is None else [state.led.card]
    assert sorted([*state.hands[0], *state.hands[1], *plays, state.aside]) == list(range(15))
    assert state.finished == (len(state.tricks) == 7)
    assert bool(state.legal_cards()) != state.finished
    assert sum(map(sum, state.collected)) == 2 * len(state.tricks) + state.finished


@given(st.integers(0, 2**32), st.integers(0, 13))
def test_after_a_card_is_play_on_a_copy(seed: int, decisions: int) -> None:
    state, same = (random_round(Random(seed), decisions) for _ in range(2))
    card = state.legal_cards()[-1]
    other = state.after(card)
    assert vars(state) == vars(same)
    state.play(card)
    assert vars(other) == vars(state)
