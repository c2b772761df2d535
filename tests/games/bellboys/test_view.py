"""What a seat is told when it has to decide: all that it may know, and nothing else."""

from __future__ import annotations

import gc
from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyser.games.bellboys.engine import Play, Round
from analyser.games.bellboys.view import View, view_of
from tests.games.bellboys.builders import (
    HIDDEN,
    SIGHTED,
    cards,
    new_round,
    play_all,
    random_round,
)


def view(state: Round, seat: int, sees_aside: bool = False) -> View:
    return view_of(state, seat, 2, (0, 1), sees_aside)


@given(st.integers(0, 2**32), st.integers(0, 14), st.booleans(), st.booleans())
def test_nothing_hidden_can_be_told_from_a_view(
    seed: int, decisions: int, sees_aside: bool, sighted: bool
) -> None:
    random = Random(seed)
    state = random_round(random, decisions, SIGHTED if sighted else None)
    for seat in range(2):
        hidden = list(state.hands[1 - seat])
        hidden += [] if sees_aside else [state.aside]
        random.shuffle(hidden)
        other = deepcopy(state)
        if not sees_aside:
            other.aside = hidden.pop()
        other.hands[1 - seat] = hidden
        if state.fanning:
            other.fans[1 - seat] = None
        assert view(other, seat, sees_aside) == view(state, seat, sees_aside)


def test_a_view_tells_the_round() -> None:
    state = play_all(new_round(), "F/ F= Cx")
    seen = view(state, 0)
    assert (seen.number, seen.totals, seen.seat, seen.lead) == (2, (0, 1), 0, 1)
    assert list(seen.hand) == cards("F3 C= H/ Fx C^ Hx")
    assert seen.led == Play(1, *cards("Cx"), 5, 10)
    assert [(p.seat, p.position, p.rank) for p in seen.plays] == [(0, 6, 3), (1, 4, 4), (1, 5, 10)]
    assert seen.collected == ((0, 0, 0), (2, 0, 0))
    assert seen.moving == (True, True, True)


def test_a_view_ranks_the_own_cards_where_they_are_now() -> None:
    state = play_all(new_round(), "F3 F=")
    ranks = [view(state, 0).rank(card) for card in state.hands[0]]
    assert ranks == [1, 1, 6, 16, 2, 12]


def test_B1_the_card_set_aside_is_not_seen() -> None:
    state = new_round()
    assert view(state, 0).aside is None
    assert view(state, 0, sees_aside=True).aside == state.aside


def test_B6_positions_are_public_and_ranks_always() -> None:
    plays = "F/ F= Cx C^"
    public, hidden = play_all(new_round(), plays), play_all(new_round(overrides=HIDDEN), plays)
    for seat in range(2):
        told, known = view(hidden, seat).plays, view(public, seat).plays
        assert [p.position for p in known] == [6, 4, 5, 5]
        assert told == tuple(p if p.seat == seat else replace(p, position=None) for p in known)


@pytest.mark.parametrize(("seat", "position"), [(0, 6), (1, None)])
def test_B6_the_card_led_hides_its_position_too(seat: int, position: int | None) -> None:
    seen = view(play_all(new_round(overrides=HIDDEN), "F/"), seat)
    assert seen.led == seen.plays[-1]
    assert seen.led is not None
    assert (seen.led.position, seen.led.rank) == (position, 3)


def test_nothing_leads_from_a_view_to_the_table() -> None:
    seen: set[int] = set()
    waiting: list[Any] = [vars(view(play_all(new_round(), "F3"), 1))]
    while waiting:
        thing = waiting.pop()
        assert not isinstance(thing, Round)
        if id(thing) not in seen and isinstance(thing, dict | tuple | list):
            seen.add(id(thing))
            waiting += gc.get_referents(thing)
