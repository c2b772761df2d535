"""`search`: worlds agree with what the seat knows, each as likely; the kernel searches alike."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from analyser.core.forks import Fork
from analyser.core.rules import load_rules
from analyser.games.bellboys import GAME, play, simulate
from analyser.games.bellboys.engine import Round
from analyser.games.bellboys.play import _Driver
from analyser.games.bellboys.rules import CARDS, HAND, SUIT_CARDS
from analyser.games.bellboys.search import imagined
from analyser.games.bellboys.view import View, view_of
from analyser.games.bellboys.worlds import Worlds

pytestmark = pytest.mark.kernel

RULES: list[dict[str, Any]] = [
    {},
    {"information.trailing_sees_aside": True, "deal.suits_needed": 1},
]


def _views(overrides: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> list[View]:
    """What seats knew whenever they chose a card in some random games."""
    seen: list[View] = []

    def note(driver: _Driver, state: Round, seat: int) -> View:
        sees = driver.sees_aside[seat]
        seen.append(view_of(state, seat, driver.number, driver.standing.totals, sees))
        return seen[-1]

    monkeypatch.setattr(_Driver, "_view", note)
    rules = load_rules(GAME, overrides=overrides)
    for index in range(12):
        list(play.REFERENCE.rounds(rules, ("random", "random"), 2, index))
    return seen


@pytest.mark.parametrize("overrides", RULES, ids=str)
def test_B6_worlds_are_all_that_may_be(
    overrides: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    kinds: Counter[str] = Counter()
    for view in _views(overrides, monkeypatch):
        worlds = Worlds(view)
        theirs = [play for play in view.plays if play.seat != view.seat]
        if len(theirs) < 4:  # The others are too many to list.
            continue
        found = [worlds[number] for number in range(worlds.count)]
        unseen = {*range(CARDS)} - {*view.hand} - {play.card for play in view.plays}
        voids = {
            first.card // SUIT_CARDS
            for first, second in zip(view.plays[::2], view.plays[1::2], strict=False)
            if second.seat != view.seat and first.card // SUIT_CARDS != second.card // SUIT_CARDS
        }
        expected = set()
        for *hand, aside in permutations(unseen):
            suits = {card // SUIT_CARDS for card in hand}
            dealt = suits | {play.card // SUIT_CARDS for play in theirs}
            enough = len(dealt) >= view.table.deal.suits_needed
            if enough and view.aside in (None, aside) and not suits & voids:
                expected.add((tuple(hand), aside))
        assert len(found) == len({*found})
        assert {*found} == expected
        assert len(found[0].hand) == HAND - len(theirs)
        kinds["void"] += bool(voids)
        kinds["seen"] += view.aside is not None
        kinds["led"] += view.led is not None
        state = imagined(view, found[-1])
        assert state.legal_cards()
        assert [sum(counts) for counts in state.collected] == [
            sum(counts) for counts in view.collected
        ]
    assert kinds["void"]
    assert kinds["led"]
    assert bool(kinds["seen"]) == ("information.trailing_sees_aside" in overrides)


@pytest.mark.usefixtures("learns_little")
@pytest.mark.parametrize(
    ("overrides", "strategies"),
    [
        ({}, ("search:3", "search:30")),
        ({}, ("random", "search:26")),
        ({"deal.sighted_fan": True, "information.position_public": False}, ("search:8", "greedy")),
        ({"information.trailing_sees_aside": True}, ("search:8", "random")),
        ({"scoring.suits_move": False, "deal.suits_needed": 1}, ("random", "search:8")),
    ],
    ids=str,
)
def test_the_kernel_searches_as_its_twin(
    overrides: dict[str, Any], strategies: tuple[str, str]
) -> None:
    rules = load_rules(GAME, overrides=overrides)
    found, expected = (m.trace(rules, strategies, 5, 7, 2)[1] for m in (simulate, play))
    for name, values in vars(expected).items():
        assert np.array_equal(getattr(found, name), values), name
    forks = [Fork("exchange", 0, at=11), Fork("look", 1, seat=1), Fork("suit", 0)]
    branches = [m.branches(rules, strategies, 5, 7, 1, forks) for m in (simulate, play)]
    assert np.array_equal(branches[0].blocks, branches[1].blocks)


def test_it_beats_planner() -> None:
    rules = load_rules(GAME)
    won = [
        simulate.simulate(rules, table, 5, 0, 60)["points"][side].mean()
        for side, table in enumerate((("search:16", "planner"), ("planner", "search:16")))
    ]
    assert sum(won) / 2 > 0.55
