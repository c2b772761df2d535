"""Builds rules and states of Bellboys for the tests."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

from analyser.core.rules import Rules, load_rules
from analyser.games.bellboys import GAME
from analyser.games.bellboys.engine import Play, Round, may_be_played
from analyser.games.bellboys.notation import parse_hand
from analyser.games.bellboys.play import Game, play_game
from analyser.games.bellboys.rules import HAND

SIGHTED = {"deal.sighted_fan": True}
TRAILING = {"information.trailing_sees_aside": True}
HIDDEN = {"information.position_public": False}

HANDS = ("F3 C= H/ Fx C^ F/ Hx", "H3 C/ H= F= C3 Cx F^")
"""A deal that stands, with H^ set aside."""


def rules_of(overrides: Mapping[str, Any] | None = None) -> Rules:
    """The standard rules, with overrides."""
    return _rules_of(json.dumps(overrides or {}))


@cache
def _rules_of(overrides: str) -> Rules:
    return load_rules(GAME, overrides=json.loads(overrides))


def cards(text: str, overrides: Mapping[str, Any] | None = None) -> list[int]:
    """Cards from left to right: ``"F3 C="``."""
    return list(parse_hand(text.split(), rules_of(overrides).table, "cards"))


def new_round(
    hands: Sequence[str] = HANDS,
    aside: str = "H^",
    lead: int = 0,
    overrides: Mapping[str, Any] | None = None,
) -> Round:
    """A round with these hands, of any size, as dealt."""
    held = [cards(hand, overrides) for hand in hands]
    return Round(rules_of(overrides).table, held, cards(aside, overrides)[0], lead)


def play_all(state: Round, text: str) -> Round:
    """Play cards in turn, each by the seat whose turn it is."""
    for name in text.split():
        play(state, name)
    return state


def play(state: Round, name: str) -> Play:
    """Play one card by its name."""
    [card] = parse_hand([name], state.table, "card")
    return state.play(card)


def random_round(
    random: Random, decisions: int, overrides: Mapping[str, Any] | None = None
) -> Round:
    """A round of a random deal after so many random decisions, fans among them."""
    table = rules_of(overrides).table
    while True:
        order = random.sample(table.cards, len(table.cards))
        hands = order[:HAND], order[HAND : 2 * HAND]
        if may_be_played(table, hands):
            break
    state = Round(table, hands, order[-1], random.randrange(2))
    for _ in range(decisions):
        if state.fanning:
            state.fan(state.fans.index(None), random.choice(state.legal_fans()))
        elif not state.finished:
            state.play(random.choice(state.legal_cards()))
    return state


def games(
    count: int,
    strategies: Sequence[str] = ("random", "random"),
    overrides: Mapping[str, Any] | None = None,
    **options: Any,
) -> list[Game]:
    """The first games of a seeded batch."""
    rules = rules_of(overrides)
    return [play_game(rules, strategies, 4, index, **options) for index in range(count)]
