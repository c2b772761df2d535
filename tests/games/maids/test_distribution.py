"""The distribution phase (section 3.1, rulings M2 to M5, M12 and M13)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from analyser.games.maids.engine import Action, Round, distribution_actions
from analyser.games.maids.view import view_of
from tests.games.maids.builders import Joint, from_joint, joint, new_round, rules_of

KEEP, PASS, DOWN, UP = Action
BIDS = (DOWN, UP)
Pick = Callable[[tuple[int, ...]], int]


@dataclass(frozen=True)
class Futures:
    """All ways in which a distribution can go on, faces of bid cards not told apart.

    ``ways`` counts them; ``fewest`` and ``most`` are the turns still to come, by seat.
    """

    ways: int
    fewest: tuple[int, ...]
    most: tuple[int, ...]


def futures(players: int, overrides: Mapping[str, Any] | None = None) -> Futures:
    """Every line of play from the first turn; fails at a dead end or an unfinished table."""
    limits = rules_of(players, overrides).table.distribution

    @cache
    def of(key: Joint) -> Futures:
        state = from_joint(players, key, overrides)
        if not state.distributing:
            _, held, _, _, placed = key
            assert set(held) == {limits.hand_cards}
            assert set(placed[: min(players, state.sides)]) == {limits.bid_cards}
            return Futures(1, (0,) * players, (0,) * players)
        legal = [a for a in state.legal_actions() if a != UP]
        assert legal, key
        seat, after = state.seat, []
        for action in legal:
            state = from_joint(players, key, overrides)
            state.act(action)
            after.append(of(joint(state)))
        return Futures(
            sum(f.ways for f in after),
            turns(min, seat, [f.fewest for f in after]),
            turns(max, seat, [f.most for f in after]),
        )

    def turns(pick: Pick, seat: int, after: list[tuple[int, ...]]) -> tuple[int, ...]:
        return tuple(pick(n) + (s == seat) for s, n in enumerate(zip(*after, strict=True)))

    return of(joint(new_round(players, overrides=overrides)))


@pytest.mark.parametrize(("players", "ways"), [(2, 191_520), (3, 80_459_400)])
def test_M3_joint_action_sequences_and_no_dead_end(players: int, ways: int) -> None:
    found = futures(players)
    assert found.ways == ways
    assert found.fewest == found.most == (9,) * players


@pytest.mark.parametrize("limit_counts_memo", [True, False])
def test_M13_teams_have_no_dead_end_and_5_to_10_turns_a_seat(limit_counts_memo: bool) -> None:
    found = futures(4, {"distribution.limit_counts_memo": limit_counts_memo})
    assert found.fewest == (5,) * 4
    assert found.most == (10,) * 4


def test_M3_orders_of_one_player_alone() -> None:
    table = rules_of(3).table

    @cache
    def orders(kept: int, memo: bool, placed: int) -> int:
        if (kept, memo, placed) == (5, False, 3):
            return 1
        # Alone, nothing is received, so the limit of the hand never bites.
        legal = distribution_actions(table, 3, kept, memo, kept, placed)
        return (
            (orders(kept + 1, memo, placed) if KEEP in legal else 0)
            + (orders(kept, False, placed) if PASS in legal else 0)
            + (orders(kept, memo, placed + 1) if DOWN in legal else 0)
        )

    assert orders(0, True, 0) == 504


def test_3_1_M3_limit_of_the_hand_bites_in_one_case_only() -> None:
    table = rules_of(3).table
    blocked = [
        (kept, received, memo)
        for kept in range(5)
        for received in range(2)
        for memo in (True, False)
        if KEEP not in distribution_actions(table, 3, kept + received, memo, kept, 0)
    ]
    assert blocked == [(4, 1, True)]


def test_3_1_a_five_keeps() -> None:
    table = rules_of(3).table
    assert KEEP in distribution_actions(table, 3, 4, False, 4, 3)
    assert KEEP not in distribution_actions(table, 3, 5, False, 5, 3)


def test_3_1_b_one_pass() -> None:
    state = new_round(3)
    state.act(PASS)
    assert state.memos == [False, True, True]
    for _ in range(2):
        state.act(KEEP)
    assert PASS not in state.legal_actions()
    with pytest.raises(ValueError, match="seat 0 may not pass"):
        state.act(PASS)


def test_3_1_b_receiver_gets_the_card_and_no_memo() -> None:
    state = new_round(3)
    card = state.drawn
    state.act(PASS)
    assert state.hands[:3] == [[], [card], []]
    assert state.memos[1]
    assert state.kept == [0, 0, 0]


def test_3_1_c_three_bids_of_the_drawn_card() -> None:
    state = new_round(3)
    drawn = []
    for _ in range(3):
        drawn.append(state.drawn)
        state.act(DOWN)
        state.act(KEEP)
        state.act(KEEP)
    assert [turn.card for turn in state.bids[0]] == drawn
    assert not set(BIDS) & set(state.legal_actions())


def test_3_1_c_M2_icons_count_and_the_face_does_not() -> None:
    state = new_round(3)
    for card, action in ((9, UP), (12, DOWN), (20, UP)):
        state.piles[0][0] = card
        state.act(action)
        state.act(KEEP)
        state.act(KEEP)
    assert state.bid(0) == 2 + 1 + 0
    assert state.appeals(0) == 2


@pytest.mark.parametrize("starter", [0, 1, 2])
def test_M4_first_bid_takes_the_leader_card_once(starter: int) -> None:
    state = new_round(3, starter)
    assert state.leader_card == starter
    state.act(KEEP)
    state.act(UP)
    assert state.leader_card == (starter + 1) % 3
    state.act(DOWN)
    state.act(DOWN)
    assert state.leader_card == (starter + 1) % 3


def test_M4_order_of_draws_stays_and_the_holder_leads() -> None:
    state = new_round(3)
    seats = []
    while state.distributing:
        seats.append(state.seat)
        legal = state.legal_actions()
        state.act(DOWN if len(seats) == 2 else legal[0])
    assert seats == [0, 1, 2] * 9
    assert state.lead == state.seat == state.leader_card == 1


def test_M5_who_sees_which_cards() -> None:
    state = new_round(3)
    passed, down, up = (state.act(action).card for action in (PASS, DOWN, UP))
    assert [[turn.card for turn in view_of(state, seat, 1, [0] * 3).log] for seat in range(3)] == [
        [passed, None, up],
        [passed, down, up],
        [None, None, up],
    ]


def test_M12_clara_is_dealt_her_bid_then_her_hand() -> None:
    state = new_round(2)
    assert state.piles[2] == state.clara_bids + state.hands[2]
    assert (len(state.clara_bids), len(state.hands[2])) == (3, 6)
    assert sum(len(pile) for pile in state.piles[:2]) == 18


def test_M12_players_alternate_and_pass_to_each_other() -> None:
    state = new_round(2, starter=1)
    cards = [state.act(PASS).card, state.act(PASS).card]
    assert state.hands[:2] == [[cards[0]], [cards[1]]]
    assert state.seat == 1


def test_M12_clara_never_makes_the_first_bid() -> None:
    state = new_round(2)
    assert len(state.clara_bids) == 3
    assert state.leader_card == 0
    state.act(KEEP)
    state.act(DOWN)
    assert state.leader_card == 1


def test_M13_pass_goes_to_the_team_mate_and_bids_are_shared_and_seen() -> None:
    state = new_round(4)
    passed, *bids = (state.act(action).card for action in (PASS, DOWN, DOWN, DOWN))
    assert state.hands == [[], [], [passed], []]
    assert [turn.seat for turn in state.bids[1]] == [1, 3]
    assert [len(placed) for placed in state.bids] == [1, 2]
    for seat in range(4):
        log = view_of(state, seat, 1, [0, 0]).log
        assert [turn.card for turn in log] == [passed if seat in (0, 2) else None, *bids]


def _team(held: tuple[int, int], placed: int, memos: bool = True, **overrides: bool) -> Round:
    """Seat 0 to act; its team holds that many cards and has placed that many bid cards."""
    key: Joint = (0, (held[0], 0, held[1], 0), (0,) * 4, (memos, True, memos, True), (placed, 0))
    return from_joint(4, key, {f"distribution.{name}": value for name, value in overrides.items()})


def test_M13_six_cards_lay_both_memos_of_the_team_down() -> None:
    state = _team((5, 2), 0, limit_counts_memo=False)
    state.act(KEEP)
    assert state.memos == [False, True, False, True]


def test_M13_receiving_the_sixth_card_lays_the_memos_down() -> None:
    state = _team((2, 5), 0)
    state.act(PASS)
    assert state.memos == [False, True, False, True]


@pytest.mark.parametrize(("limit_counts_memo", "may_keep"), [(True, False), (False, True)])
def test_M13_limit_counts_memo(limit_counts_memo: bool, may_keep: bool) -> None:
    state = _team((5, 0), 1, limit_counts_memo=limit_counts_memo)
    assert (KEEP in state.legal_actions()) == may_keep
    assert KEEP in _team((5, 0), 1, memos=False).legal_actions()


def test_M13_full_seat_with_full_bid_draws_no_more() -> None:
    state = _team((5, 3), 3, memos=False)
    state.act(KEEP)
    assert not state.draws(0)
    assert state.draws(2)


def test_M13_full_seat_still_draws_to_bid() -> None:
    assert _team((6, 6), 2, memos=False).legal_actions() == BIDS
    assert _team((6, 6), 2, memos=False).draws(0)


def test_M13_one_member_may_place_all_bid_cards() -> None:
    state = new_round(4)
    while len(state.bids[0]) < 3:
        state.act(UP if state.seat == 0 else KEEP)
    assert {turn.seat for turn in state.bids[0]} == {0}
    state.act(KEEP)
    assert not set(BIDS) & set(state.legal_actions())
