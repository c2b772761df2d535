"""Builds rules and states of Maids for the tests."""

from __future__ import annotations

import json
from collections.abc import Mapping
from copy import copy
from functools import cache
from typing import Any

from hypothesis import strategies as st

from analyser.core.rules import Rules, load_rules
from analyser.games.maids import GAME
from analyser.games.maids.engine import Action, Drawn, Round
from analyser.games.maids.notation import parse_card, parse_hand
from analyser.games.maids.rules import NO_TRUMP, SUITS, TRUMPS

TRICKS: dict[str, Any] = {
    "game": "maids",
    "players": 3,
    "trump": "purple",
    "lead": 0,
    "hands": ["P96 O3", "P20 B7", "O98 B2"],
    "bids": [1, 0, 2],
    "appeals": [0, 1, 0],
    "completed": [0, 0, 0],
    "accepted": [0, 0, 0],
    "trick": [],
    "leader_card": 0,
    "rules": {"trick.slacker_ranks": [6]},
}
"""The example of docs/formats.md: a position of the tricks."""

CLARA_TRICKS: dict[str, Any] = {
    "game": "maids",
    "players": 2,
    "trump": None,
    "lead": 2,
    "hands": ["P96", "O98", "P2 B7"],
    "bids": [1, 0, 2],
    "appeals": [0, 1, 0],
}
"""One of two players, Clara leading."""


def rules_of(players: int, overrides: Mapping[str, Any] | None = None) -> Rules:
    """The standard rules, with overrides."""
    return _rules_of(players, json.dumps(overrides or {}))


@cache
def _rules_of(players: int, overrides: str) -> Rules:
    return load_rules(GAME, players=players, overrides=json.loads(overrides))


@st.composite
def drawn_rules(draw: st.DrawFn, most: int = 8) -> Rules:
    """Rules of any kind, with hands of at most so many cards."""
    players = draw(st.sampled_from(GAME.players))
    sides, hands = (2, 4) if players == 4 else (3, 3)
    hand = draw(st.integers(1, min(most, 7 if players == 4 else 8)))
    bids = draw(st.integers(1, min(9, (30 - hands * hand) // sides))) if hand < 7 else 1
    needed = hands * hand + sides * bids
    ranks = draw(st.permutations(range(10)))[: draw(st.integers(-(-needed // 3), 10))]
    points = st.integers(0, 40)
    overrides = {
        "deck.ranks": sorted(ranks),
        "distribution.hand_cards": hand,
        "distribution.bid_cards": bids,
        "distribution.limit_counts_memo": draw(st.booleans()),
        "bidding.icons.purple": draw(st.integers(0, 6)),
        "bidding.icons.orange": draw(st.integers(0, 6)),
        "bidding.icons.blue": draw(st.integers(0, 6)),
        "trick.slacker_ranks": draw(st.lists(st.sampled_from(sorted(ranks)), unique=True)),
        "trick.zero_beats_nine": draw(st.booleans()),
        "scoring.accepted": draw(st.integers(1, 5)),
        "scoring.success": draw(st.lists(points, min_size=sides, max_size=sides)),
        "scoring.appeal_success": draw(points),
        "scoring.appeal_failure": draw(points),
        "game.rounds": draw(st.integers(1, 4)),
        "game.trumps": draw(st.lists(st.sampled_from(TRUMPS), min_size=1, max_size=4)),
        "game.end_score": draw(st.sampled_from([0, 0, 30])),
        "game.end_tie": draw(st.sampled_from(["extra_round", "privilege"])),
        "game.leader_card_follows_winner": draw(st.booleans()),
    }
    return load_rules(GAME, "standard", players, overrides)


def cards(text: str) -> list[int]:
    """Cards from single names: ``"P9 O3"`` in that order."""
    return [parse_card(name, "card") for name in text.split()]


def new_round(
    players: int, starter: int = 0, overrides: Mapping[str, Any] | None = None, trump: str = "none"
) -> Round:
    """A round before its first turn, the deck in ascending order."""
    table = rules_of(players, overrides).table
    code = SUITS.index(trump) if trump in SUITS else NO_TRUMP
    return Round(table, players, code, starter, table.cards)


def at_tricks(
    hands: list[str],
    players: int = 3,
    trump: str = "none",
    lead: int = 0,
    leader_card: int | None = None,
    overrides: Mapping[str, Any] | None = None,
) -> Round:
    """A round whose distribution is over, ``hands`` by seat (the third is Clara's with two)."""
    limits = {"distribution.hand_cards": len(parse_hand(hands[0], "hand"))}
    state = new_round(players, overrides=limits | dict(overrides or {}), trump=trump)
    state.hands = [parse_hand(hand, "hand") for hand in hands]
    state.start_tricks()
    state.lead = state.seat = lead
    state.leader_card = lead if leader_card is None else leader_card
    return state


def play_all(state: Round, plays: str) -> Round:
    """Play cards in turn, each by the seat whose turn it is."""
    for card in cards(plays):
        state.play(card)
    return state


Joint = tuple[int, tuple[int, ...], tuple[int, ...], tuple[bool, ...], tuple[int, ...]]
"""What decides how a distribution goes on: the seat to act; by seat the cards held, the cards
kept (not with four players) and the memo card; by side the bid cards placed."""


def joint(state: Round) -> Joint:
    """The joint state of a distribution."""
    return (
        state.seat,
        tuple(len(state.hands[s]) for s in range(state.players)),
        tuple(state.kept) if state.players != 4 else (0,) * 4,
        tuple(state.memos),
        tuple(len(placed) for placed in state.bids),
    )


def from_joint(players: int, key: Joint, overrides: Mapping[str, Any] | None = None) -> Round:
    """A round in that joint state, with a card 0 to draw and others that do not matter."""
    state = copy(_fresh_round(players, json.dumps(overrides or {})))
    state.seat, held, kept, memos, placed = key
    state.kept, state.memos = list(kept), list(memos)
    state.hands = [[0] * n for n in held]
    state.bids = [[Drawn(0, 0, Action.BID_DOWN)] * n for n in placed]
    state.piles = [[0] for _ in placed]
    state.log = []
    if players != 4:
        state.turns = [k + (not m) + b for k, m, b in zip(kept, memos, placed, strict=False)]
    state.distributing = any(state.draws(seat) for seat in range(players))
    return state


@cache
def _fresh_round(players: int, overrides: str) -> Round:
    return new_round(players, overrides=json.loads(overrides))
