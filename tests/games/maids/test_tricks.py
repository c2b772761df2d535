"""The trick-taking phase (section 3.2, rulings M6 to M10 and M12)."""

from __future__ import annotations

from math import comb

import pytest

from analyser.games.maids.engine import Played, Round, trick_winner
from analyser.games.maids.rules import NO_TRUMP
from tests.games.maids.builders import at_tricks, cards, play_all

PURPLE, ORANGE, BLUE = range(3)


def winning_card(plays: str, trump: int = NO_TRUMP, zero_beats_nine: bool = True) -> str:
    zeros = cards("P0 O0 B0") if zero_beats_nine else []
    return plays.split()[trick_winner(cards(plays), trump, zeros)]


def names(state: Round) -> list[int]:
    return list(state.legal_cards())


def test_3_2_1_must_follow_suit() -> None:
    state = at_tricks(["P9 O2", "P2 O3", "O4 B5"])
    state.play(cards("P9")[0])
    assert names(state) == cards("P2")
    with pytest.raises(ValueError, match="seat 1 may not play 13"):
        state.play(cards("O3")[0])


def test_3_2_1_M10_without_the_suit_any_card_may_be_played() -> None:
    state = play_all(at_tricks(["P9 O2", "P2 O3", "O4 B5"], trump="blue"), "P9 P2")
    assert names(state) == cards("O4 B5")


def test_M10_trumps_may_be_led() -> None:
    state = at_tricks(["P9 O2", "P2 O3", "O4 B5"], trump="purple")
    assert names(state) == cards("P9 O2")


def test_3_2_1_play_goes_clockwise_from_the_leader() -> None:
    state = play_all(at_tricks(["P9", "P2", "O4", "B5"], players=4, lead=2), "O4 B5 P9 P2")
    assert [p.seat for p in state.tricks[0].plays] == [2, 3, 0, 1]


def test_3_2_2_highest_of_the_led_suit_wins() -> None:
    assert winning_card("O3 O8 P9") == "O8"


def test_3_2_2_highest_trump_wins() -> None:
    assert winning_card("O3 P2 P5", PURPLE) == "P5"
    assert winning_card("O9 P2 O0", PURPLE) == "P2"


def test_3_2_2_winner_leads_the_next_trick() -> None:
    state = play_all(at_tricks(["P2 O2", "P9 O3", "P4 B5"]), "P2 P9 P4")
    assert (state.lead, state.seat) == (1, 1)


def test_3_2_2_M8_zero_beats_nine_whatever_the_order() -> None:
    for plays in ("O9 O0 O8", "O0 O9 O8", "O8 O0 O9", "O3 O9 O0"):
        assert winning_card(plays) == "O0"


def test_3_2_2_M8_zero_of_trump_beats_nine_of_trump() -> None:
    assert winning_card("O5 P9 P0", PURPLE) == "P0"


def test_3_2_2_M8_both_must_be_of_the_deciding_suit() -> None:
    assert winning_card("O9 B0 O3") == "O9"
    assert winning_card("O9 O0 P2", PURPLE) == "P2"
    assert winning_card("O0 O8 O3") == "O8"


def test_M8_option_off() -> None:
    assert winning_card("O9 O0 O8", zero_beats_nine=False) == "O9"
    state = at_tricks(["O9", "O0", "O8"], overrides={"trick.zero_beats_nine": False})
    assert play_all(state, "O9 O0 O8").tricks[0].winner == 0


def test_3_2_3_M9_trick_won_with_a_slacker_is_accepted_only() -> None:
    state = play_all(at_tricks(["P6", "P2", "P3"]), "P6 P2 P3")
    assert state.tricks[0].slack
    assert (state.accepted, state.completed) == ([1, 0, 0], [0, 0, 0])
    assert state.lead == 0


def test_3_2_3_M9_only_the_winning_card_matters() -> None:
    state = play_all(at_tricks(["P7", "P6", "O6"]), "P7 P6 O6")
    assert not state.tricks[0].slack
    assert (state.accepted, state.completed) == ([1, 0, 0], [1, 0, 0])


def test_M9_slacker_ranks_are_a_rule() -> None:
    state = at_tricks(["P7", "P6", "O6"], overrides={"trick.slacker_ranks": [7, 2]})
    assert play_all(state, "P7 P6 O6").completed == [0, 0, 0]


def test_M7_example_of_play() -> None:
    state = at_tricks(["P9 O43", "P0 O87", "P62 O0"], trump="purple")
    play_all(state, "O3 O8 O0  O7 P6 O4  P2 P9 P0")
    assert [(t.lead, t.winner, t.slack) for t in state.tricks] == [
        (0, 1, False),
        (1, 2, True),
        (2, 1, False),
    ]


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize(("follows", "holder"), [(True, 2), (False, 0)])
def test_M6_leader_card_follows_the_winner(players: int, follows: bool, holder: int) -> None:
    state = at_tricks(
        ["P2", "P3", "P9", "P4"][:players],
        players=players,
        overrides={"game.leader_card_follows_winner": follows},
    )
    play_all(state, "P2 P3 P9 P4" if players == 4 else "P2 P3 P9")
    assert state.leader_card == holder
    assert state.lead == 2


def test_M13_tricks_count_for_the_team() -> None:
    state = play_all(at_tricks(["P2", "P3", "P9", "P4"], players=4), "P2 P3 P9 P4")
    assert (state.accepted, state.completed) == ([1, 0], [1, 0])


# Two players: Clara is seat 2


def test_M12_leading_player_chooses_claras_card_last() -> None:
    state = play_all(at_tricks(["P2 O2", "P3 O3", "P4 B9"], players=2, lead=1), "P3 P2")
    assert (state.seat, state.chooser) == (2, 1)
    assert names(state) == cards("P4")
    state.play(cards("P4")[0])
    assert state.tricks[0].plays == (Played(1, 3, 1), Played(0, 2, 0), Played(2, 4, 1))


def test_M12_the_leader_chooses_for_clara_even_without_the_leader_card() -> None:
    option = {"game.leader_card_follows_winner": False}
    hands = ["P2 O2", "P3 O3", "P4 B9"]
    state = at_tricks(hands, players=2, lead=1, leader_card=0, overrides=option)
    assert play_all(state, "P3 P2").chooser == 1


@pytest.mark.parametrize("holder", [0, 1])
def test_M12_claras_lead_is_chosen_by_the_holder_who_plays_last(holder: int) -> None:
    hands = ["P2 O2", "P3 O3", "P4 B9"]
    state = at_tricks(hands, players=2, lead=2, leader_card=holder)
    assert (state.seat, state.chooser) == (2, holder)
    assert names(state) == cards("P4 B9")
    play_all(state, "P4")
    assert (state.seat, state.chooser) == (1 - holder, 1 - holder)
    play_all(state, "P3 P2" if holder == 0 else "P2 P3")
    assert [p.seat for p in state.tricks[0].plays] == [2, 1 - holder, holder]


def test_M12_clara_never_takes_the_leader_card() -> None:
    state = play_all(at_tricks(["P2 O2", "P3 O3", "P4 B9"], players=2, lead=1), "P3 P2 P4")
    assert (state.lead, state.leader_card) == (2, 1)
    play_all(state, "B9 O2 O3")
    assert (state.accepted, state.leader_card) == ([0, 0, 2], 1)


def test_M12_player_who_wins_takes_the_leader_card() -> None:
    state = play_all(at_tricks(["P9", "P3", "P4"], players=2, lead=1), "P3 P9 P4")
    assert state.leader_card == 0


# States between tricks


def boundary_states(seats: int, size: int) -> int:
    """Between tricks all hands are equally long: any cards of each may be left, at most."""
    return sum(comb(size, left) ** seats for left in range(size + 1))


@pytest.mark.parametrize(("seats", "states"), [(3, 15_184), (4, 263_844)])
def test_trick_boundary_hand_states_of_six_cards(seats: int, states: int) -> None:
    assert boundary_states(seats, 6) == states


@pytest.mark.parametrize("hands", [["P235", "O235", "B235"], ["P23", "O23", "B23", "P45"]])
def test_trick_boundary_hand_states_are_all_reached_by_hands_of_one_suit(hands: list[str]) -> None:
    seen = set()
    lines = [""]
    while lines:
        plays = lines.pop()
        state = play_all(at_tricks(hands, players=len(hands)), plays)
        if not state.trick:
            left = frozenset(c for hand in state.hands for c in hand)
            if left in seen and plays:
                continue
            seen.add(left)
        lines += [f"{plays} {'POB'[c // 10]}{c % 10}" for c in state.legal_cards()]
    size = state.table.distribution.hand_cards
    assert len(seen) == boundary_states(len(hands), size)
