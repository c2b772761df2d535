"""Blunders: the positions are clear-cut, and strategies above the rule of thumb avoid them."""

from __future__ import annotations

import pytest

from analyser.games.maids import GAME
from analyser.games.maids.blunders import ENDINGS, Ending, blunders
from tests.games.maids.builders import rules_of


@pytest.mark.kernel
@pytest.mark.parametrize("ending", ENDINGS, ids=lambda ending: ending.name)
@pytest.mark.parametrize("players", GAME.players)
def test_only_the_good_card_can_be_sure_of_the_bid(ending: Ending, players: int) -> None:
    """Against these hands, all cards seen: what is good here is so against most others."""
    hands = [hand.split() for hand in ending.hands[: max(3, players)]]
    trick = []
    if ending.follows:
        order = [2, 1] if players == 2 else range(1, players)
        trick = [hands[seat].pop(0) for seat in order]
    sides = 2 if players == 4 else 3
    position = {
        "game": "maids",
        "players": players,
        "trump": None if ending.trump == "none" else ending.trump,
        "lead": (2 if players == 2 else 1) if ending.follows else 0,
        "leader_card": 0,
        "hands": [" ".join(hand) for hand in hands],
        "trick": trick,
        "bids": [ending.bid] + [0] * (sides - 1),
        "appeals": [0] * sides,
        "rules": {"distribution.hand_cards": 2},
    }
    sure = {a["card"] for a in GAME.solve(position)["actions"] if ending.bid in a["exact"]}
    assert sure == {ending.good}


@pytest.mark.parametrize("players", GAME.players)
def test_beginners_blunder_and_those_who_search_do_not(players: int) -> None:
    rules = rules_of(players)
    assert any(blunders(rules, "random").values())
    made = blunders(rules, "rollout:8")
    assert len(made) == 5
    assert not any(made.values()), made


@pytest.mark.parametrize("players", GAME.players)
def test_the_rule_of_thumb_leads_low_trumps(players: int) -> None:
    made = [name for name, errs in blunders(rules_of(players), "greedy").items() if errs]
    assert made == ["leads low trumps when every trick is needed"]
