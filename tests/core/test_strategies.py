"""Strategies as text: what is canonical, and what is refused."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from analyser.core.errors import InputError
from analyser.core.registry import get_game
from analyser.core.rules import load_rules
from analyser.core.spec import GameSpec, StrategySpec
from analyser.core.strategies import Parameter, canonical, chosen, make_player

WORLDS = Parameter("worlds", 16, range(1, 4097))
AIM = Parameter("aim", "margin", ("margin", "points", "win"))
SPEC = GameSpec(
    "toy",
    "Toy",
    (2,),
    (
        StrategySpec("random", 0, "plain"),
        StrategySpec("greedy", 1, "plain"),
        StrategySpec("search", 2, "slow", fast=False, parameters=(WORLDS, AIM)),
        StrategySpec("mood", None, "off the ladder", parameters=(AIM,)),
    ),
    (),
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("random", "random"),
        (" random ", "random"),
        ("search", "search:16"),
        ("search:16", "search:16"),
        ("search:0064", "search:64"),
        ("search:16:margin", "search:16"),
        ("search:64:margin", "search:64"),
        ("search:16:win", "search:16:win"),
        ("mood", "mood:margin"),
        ("mood:win", "mood:win"),
    ],
)
def test_canonical_texts(text: str, expected: str) -> None:
    assert canonical(SPEC, text) == expected
    assert canonical(SPEC, expected) == expected
    assert chosen(SPEC, text.strip()) == chosen(SPEC, expected)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "serch:3",
            "strategy 'serch:3' is unknown (did you mean search?); toy has: random,",
        ),
        ("", "strategy '' has no name: a comma too many?; toy has: random,"),
        ("random:3", "strategy 'random:3': random has no parameters"),
        ("search:1:win:2", "strategy 'search:1:win:2': must be search[:worlds[:aim]]"),
        ("search:", "strategy 'search:': worlds = '': must be a whole number from 1 to 4096"),
        ("search:0", "worlds = '0': must be a whole number from 1 to 4096"),
        ("search:4097", "worlds = '4097': must be a whole number from 1 to 4096"),
        ("search:-1", "worlds = '-1': must be a whole number"),
        ("search:1.5", "worlds = '1.5': must be a whole number"),
        ("search:٣", "worlds = '٣': must be a whole number"),
        ("search:" + "9" * 5000, "must be a whole number"),
        ("search:8:fun", "aim = 'fun': must be one of margin, points, win"),
        ("mood:8", "aim = '8': must be one of margin, points, win"),
        (7, "strategy 7: must be the name of a strategy"),
    ],
)
def test_other_texts_are_refused(text: Any, message: str) -> None:
    with pytest.raises(InputError) as refused:
        canonical(SPEC, text)
    assert message in str(refused.value)


def test_values_come_by_name_and_in_their_types() -> None:
    assert chosen(SPEC, "search:64") == ("search", {"worlds": 64, "aim": "margin"})
    assert chosen(SPEC, "search:64:win") == ("search", {"worlds": 64, "aim": "win"})
    assert chosen(SPEC, "random") == ("random", {})


def test_players_are_made_with_their_parameters() -> None:
    rules = load_rules(get_game("maids"))
    makers = {"search": lambda rules, **values: SimpleNamespace(rules=rules, **values)}
    player = make_player(SPEC, makers, "search:3:win", rules, "seat 0")
    assert (player.rules, player.worlds, player.aim) == (rules, 3, "win")


def test_the_default_is_the_highest_fast_rung() -> None:
    assert SPEC.default_strategy == "greedy"


def test_usage_names_the_parameters() -> None:
    assert [s.usage for s in SPEC.strategies] == [
        "random",
        "greedy",
        "search[:worlds[:aim]]",
        "mood[:aim]",
    ]


def test_the_strategy_of_a_text() -> None:
    assert SPEC.strategy("search:3:win") is SPEC.strategies[2]
    assert (SPEC.strategy("/some/bot.py:Bot").ladder, SPEC.strategy("mood:win").ladder) == (
        None,
    ) * 2
