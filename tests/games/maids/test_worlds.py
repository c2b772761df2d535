"""Imagined rounds: they agree with what a seat knows, and each is as likely as any other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from analyser.core.random import Words
from analyser.games.maids.engine import Round
from analyser.games.maids.rules import Table
from analyser.games.maids.view import View, view_of
from analyser.games.maids.worlds import imagine
from tests.games.maids.builders import rules_of

SMALL = {"deck.ranks": [0, 6, 9], "distribution.hand_cards": 2, "distribution.bid_cards": 1}
TEAMS = SMALL | {"deck.ranks": [0, 3, 6, 9]}
"""With four players; two cards stay in the deck."""


def played_some(table: Table, players: int, random: Random, decisions: int) -> Round:
    """A round of random play after so many decisions, before its end."""
    order = random.sample(table.cards, len(table.cards))
    state = Round(table, players, random.randrange(4), random.randrange(players), order)
    for _ in range(decisions):
        step(state, random)
    return state


def step(state: Round, random: Random) -> None:
    if state.distributing:
        state.act(random.choice(state.legal_actions()))
    elif len(state.tricks) < state.table.distribution.hand_cards - 1:
        state.play(random.choice(state.legal_cards()))


def to_decide(state: Round) -> View:
    """What the seat knows that decides next."""
    seat = state.seat if state.distributing else state.chooser
    return view_of(state, seat, 2, range(state.sides))


def all_cards(state: Round) -> list[int]:
    """The cards of a round, wherever they are."""
    return sorted(
        [
            *(card for cards in (*state.hands, *state.piles, state.clara_bids) for card in cards),
            *(turn.card for bids in state.bids for turn in bids),
            *(p.card for plays in (*(t.plays for t in state.tricks), state.trick) for p in plays),
        ]
    )


@given(st.sampled_from([2, 3, 4]), st.integers(0, 2**32), st.integers(0, 50))
def test_a_world_looks_like_the_round(players: int, seed: int, decisions: int) -> None:
    random = Random(seed)
    state = played_some(rules_of(players).table, players, random, decisions)
    known = to_decide(state)
    for index in range(5):
        world = imagine(known, Words(seed, 128, 0, index))
        assert to_decide(world) == known
        assert (world.seat, world.turns, world.kept) == (state.seat, state.turns, state.kept)
        assert list(map(len, world.hands)) == list(map(len, state.hands))
        for each in (world, state):
            each.piles = each.piles[:players] if each.distributing else []
        assert list(map(len, world.piles)) == list(map(len, state.piles))
        if state.distributing:
            assert world.legal_actions() == state.legal_actions()
        else:
            assert world.legal_cards() == state.legal_cards()
        cards = all_cards(world)
        assert len(cards) == len(set(cards)) == len(all_cards(state))
        for seat, lacking in enumerate(known.lacks):
            assert not {card // 10 for card in world.hands[seat]} & lacking


def told(state: Round) -> tuple[Any, ...]:
    """All that tells worlds apart: who drew which cards, who holds them, and what is to come."""
    piles = state.piles[: state.players] if state.distributing else []
    return (
        tuple(state.log),
        tuple(map(frozenset, state.hands)),
        tuple(map(tuple, piles)),
        frozenset(state.clara_bids),
    )


def orders(state: Round, order: list[int]) -> Iterator[Round]:
    """Every order of the deck with which the same might have been seen, played up to here."""
    known = to_decide(state)
    block = state.table.cards_needed(state.players) // state.sides
    drawn = [0] * state.sides
    open_to_it = set()
    for turn in known.log:
        side = known.side_of(turn.seat)
        if turn.card is not None:
            open_to_it.add(side * block + drawn[side])
        drawn[side] += 1
    if state.distributing:
        open_to_it.add(known.side * block + drawn[known.side])
    hidden = [at for at in range(len(order)) if at not in open_to_it]
    plays = [p for trick in (*(t.plays for t in state.tricks), state.trick) for p in trick]
    for cards in permutations([order[at] for at in hidden]):
        other = list(order)
        for at, card in zip(hidden, cards, strict=True):
            other[at] = card
        again = Round(state.table, state.players, state.trump, state.starter, other)
        for turn in state.log:
            again.act(turn.action)
        try:
            for play in plays:
                again.play(play.card)
        except ValueError:
            continue
        if to_decide(again) == known:
            yield again


@pytest.mark.parametrize(
    ("players", "decisions"),
    [*product([2, 3], [4, 6, 8, 9, 10, 11]), *product([4], [10, 11, 13])],
)
@pytest.mark.parametrize("seed", [1, 2])
def test_worlds_are_as_likely_as_the_orders_of_the_deck(
    players: int, decisions: int, seed: int
) -> None:
    table = rules_of(players, TEAMS if players == 4 else SMALL).table
    random = Random(seed)
    start = played_some(table, players, random, 0)
    order = [card for pile in start.piles for card in pile]
    order += [card for card in table.cards if card not in order and players != 2]
    if players == 2:
        order = [*order[:6], *start.clara_bids, *start.hands[2]]
    for _ in range(decisions):
        step(start, random)
    expected = Counter(told(world) for world in orders(start, order))
    known = to_decide(start)
    samples = max(1500, 5 * len(expected))
    found = Counter(told(imagine(known, Words(seed, 130, 0, i))) for i in range(samples))
    assert found.keys() <= expected.keys()
    if len(expected) > 1:
        share = samples / expected.total()
        ways = list(expected)
        counts = [found[way] for way in ways]
        assert chisquare(counts, [share * expected[way] for way in ways]).pvalue > 0.001
