"""What a seat is told when it has to decide: all that it may know, and nothing else."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyser.games.maids.engine import Action, Round
from analyser.games.maids.rules import CLARA
from analyser.games.maids.view import Turn, View, view_of
from tests.games.maids.builders import at_tricks, cards, new_round, play_all, rules_of

KEEP, PASS, DOWN, UP = Action


def played_some(players: int, random: Random, decisions: int) -> Round:
    """A round of random play after so many decisions."""
    table = rules_of(players).table
    order = random.sample(table.cards, len(table.cards))
    state = Round(table, players, random.randrange(4), random.randrange(players), order)
    for _ in range(decisions):
        if state.distributing:
            state.act(random.choice(state.legal_actions()))
        elif not state.finished:
            state.play(random.choice(state.legal_cards()))
    return state


def view(state: Round, seat: int) -> View:
    return view_of(state, seat, 2, range(state.sides))


def with_other_cards(state: Round, other: dict[int, int]) -> Round:
    """The same round where each card is another one."""
    changed = deepcopy(state)
    for cards_ in (*changed.piles, *changed.hands, changed.clara_bids):
        cards_[:] = [other.get(card, card) for card in cards_]
    for turns in (changed.log, *changed.bids):
        turns[:] = [replace(turn, card=other.get(turn.card, turn.card)) for turn in turns]
    return changed


each_moment = given(st.sampled_from([2, 3, 4]), st.integers(0, 2**32), st.integers(0, 50))


def played_cards(state: Round) -> set[int]:
    return {p.card for plays in (*(t.plays for t in state.tricks), state.trick) for p in plays}


def known_to(state: Round, seat: int) -> set[int]:
    """The cards that a seat knows by the rules."""
    known = played_cards(state).union(state.hands[seat])
    for turn in state.log:
        mine = seat == turn.seat or (turn.action == PASS and seat == state.passes_to(turn.seat))
        if mine or turn.action == UP or (turn.action == DOWN and state.players == 4):
            known.add(turn.card)
    if state.distributing and seat == state.seat:
        known.add(state.drawn)
    if state.players == 2 and not state.distributing:
        known.update(state.hands[CLARA])
    return known


@each_moment
def test_nothing_hidden_can_be_told_from_a_view(players: int, seed: int, decisions: int) -> None:
    random = Random(seed)
    state = played_some(players, random, decisions)
    for seat in range(players):
        hidden = sorted(set(state.table.cards) - known_to(state, seat))
        other = dict(zip(hidden, random.sample(hidden, len(hidden)), strict=True))
        again = with_other_cards(state, other)
        assert view(again, seat) == view(state, seat)
        if seat == state.seat and state.distributing:
            assert again.legal_actions() == state.legal_actions()
        elif seat == state.seat and not state.finished:
            assert again.legal_cards() == state.legal_cards()


@each_moment
def test_every_card_that_may_be_known_is_told(players: int, seed: int, decisions: int) -> None:
    state = played_some(players, Random(seed), decisions)
    for seat in range(players):
        told = view(state, seat)
        assert told.unseen == set(state.table.cards) - known_to(state, seat)
        assert told.played == played_cards(state)


@each_moment
def test_counts_are_those_of_the_round(players: int, seed: int, decisions: int) -> None:
    state = played_some(players, Random(seed), decisions)
    for seat in range(players):
        told = view(state, seat)
        side = state.side(seat)
        assert (told.number, told.totals) == (2, tuple(range(state.sides)))
        assert told.hand == tuple(sorted(state.hands[seat]))
        assert told.sizes == tuple(len(hand) for hand in state.hands)
        assert (told.bid, told.placed) == (state.bid(side), len(state.bids[side]))
        assert told.need == state.bid(side) - state.completed[side]
        assert (told.turn, told.kept) == (state.turns[seat], state.kept[seat])
        assert told.memo == state.memos[seat]
        if state.distributing:
            assert told.received == len(told.hand) - told.kept
        for each in range(state.sides):
            assert told.appeals_of(each) == state.appeals(each)
            nobody = players == 2 and each == CLARA
            assert len(told.bids_of(each)) == (3 if nobody else len(state.bids[each]))


def test_bids_face_down_are_known_to_their_seat_only() -> None:
    state = new_round(3)
    first, second = state.act(DOWN).card, state.act(UP).card
    assert [view(state, seat).bids_of(0) for seat in range(3)] == [(first,), (None,), (None,)]
    assert {view(state, seat).bids_of(1) for seat in range(3)} == {(second,)}
    assert view(state, 2).log == (Turn(0, DOWN, None), Turn(1, UP, second))


def test_the_drawn_card_is_known_to_its_seat_only() -> None:
    state = new_round(3)
    assert [view(state, seat).drawn for seat in range(3)] == [state.drawn, None, None]
    assert state.drawn not in view(state, 0).unseen
    assert state.drawn in view(state, 1).unseen


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_card_given_is_known_until_it_is_played(players: int) -> None:
    state = new_round(players)
    card = state.act(PASS).card
    told = view(state, 0)
    assert told.given == card
    assert card not in told.unseen
    assert card not in told.out
    while state.distributing:
        state.act(state.legal_actions()[-1])
    while not state.finished:
        held = card in state.hands[state.passes_to(0)]
        assert view(state, 0).given == (card if held else None)
        state.play(state.legal_cards()[0])
    assert view(state, 0).given is None


def test_claras_hand_is_open_during_the_tricks_only() -> None:
    state = new_round(2)
    clara = tuple(state.hands[CLARA])
    while state.distributing:
        assert view(state, 0).clara == ()
        assert view(state, 0).unseen.issuperset(clara)
        state.act(state.legal_actions()[-1])
    assert view(state, 0).clara == view(state, 1).clara == clara
    assert view(state, 1).bids_of(CLARA) == (None, None, None)


def test_who_does_not_follow_lacks_the_suit() -> None:
    state = at_tricks(["P2 O9", "P3 O7", "O8 B9"])
    assert view(state, 0).lacks == (frozenset(),) * 3
    play_all(state, "P2 P3")
    assert view(state, 0).lacks == (frozenset(),) * 3
    play_all(state, "B9")
    assert view(state, 1).lacks == (frozenset(), frozenset(), {0})
    assert view(state, 1).played == set(cards("P2 P3 B9"))


def test_seats_remember_the_cards_that_an_exchange_left_them() -> None:
    state = new_round(3)
    assert [state.act(action).card for action in (KEEP, DOWN, UP)] == [0, 10, 20]
    state.exchange(10, 12)
    told = view(state, 1)
    assert told.log == (Turn(0, KEEP, None), Turn(1, DOWN, 12), Turn(2, UP, 20))
    assert told.bids_of(1) == (12,)
    assert (10 in told.unseen, 12 in told.unseen) == (True, False)
    assert view(state, 0).log[1] == Turn(1, DOWN, None)
