"""Endgames with hidden cards: what seats know, against the reference engine; and samples."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from analyser.games.bellboys import play
from analyser.games.bellboys.endgames import Endgame, sample
from analyser.games.bellboys.engine import Round

from .builders import rules_of
from .endgame_trees import Tree, deals_of, known, packed, seen

pytestmark = pytest.mark.kernel

RULES: list[dict[str, Any]] = [
    {},
    {"information.position_public": False, "deal.suits_needed": 1},
    {"information.trailing_sees_aside": True, "deal.suits_needed": 2},
    {"scoring.suits_move": False, "deck.symbols": ["5", "=", "/", "x", "1"]},
]
each_rules = pytest.mark.parametrize("overrides", RULES, ids=str)


def samples(overrides: dict[str, Any], count: int, tricks: int) -> list[Endgame]:
    """Endgames of second rounds, in which one seat trails."""
    found = sample(rules_of(overrides), ("random", "greedy"), 1, 0, count, tricks, number=2)
    return [replace(each, lead=each.lead ^ i % 2) for i, each in enumerate(found)]


def information(endgame: Endgame, player: int) -> list[int]:
    """The keys of a player's information sets in the kernel."""
    form = endgame.sequence_form()
    sets, _ = form.sizes(player)
    keys, parents = np.empty(sets, dtype=np.uint64), np.empty(sets, dtype=np.int32)
    form.information(player, keys, parents, np.empty(sets + 1, dtype=np.int32))
    return keys.tolist()


@each_rules
def test_B3_B7_deals_are_those_in_which_play_so_far_was_legal(overrides: dict[str, Any]) -> None:
    counts = []
    for endgame in [*samples(overrides, 12, 2), *samples(overrides, 2, 3)]:
        expected = packed(endgame, deals_of(endgame)).tolist()
        assert sorted(expected) == sorted(endgame.deals().tolist())
        counts.append(len(expected))
    assert min(counts) < 120
    assert max(counts) == 5040 or overrides.get("deal.suits_needed") != 1


@each_rules
def test_B6_B10_information_sets_are_the_views_of_the_engine(overrides: dict[str, Any]) -> None:
    met: Counter[str] = Counter()
    for endgame in samples(overrides, 6, 2):
        tree = Tree(endgame, deals_of(endgame))
        for player, seat in enumerate(endgame.seats):
            assert endgame.sees_aside(seat) == (
                "information.trailing_sees_aside" in overrides and endgame.totals[seat] == 0
            )
            views = [endgame.view(player, key) for key in information(endgame, player)]
            assert len({known(view) for view in views}) == len(views)
            for view in views:
                assert view == tree.sets[player][known(view)][1]
            kept = {known(view) for view in views}
            met["decided"] += sum(
                len(legal) > 1 and key not in kept
                for key, (_, _, legal) in tree.sets[player].items()
            )
            met["led"] += sum(view.led is not None for view in views)
            met["aside"] += sum(view.aside is not None for view in views)
            met["hidden"] += sum(p.position is None for view in views for p in view.plays)
    assert met["led"]
    assert met["decided"]
    assert bool(met["aside"]) == ("information.trailing_sees_aside" in overrides)
    assert bool(met["hidden"]) == ("information.position_public" in overrides)


def test_only_sets_in_which_the_round_is_decided_are_left_out() -> None:
    def ends(state: Round) -> set[int]:
        if state.finished:
            return {state.winner}
        return set().union(*(ends(state.after(card)) for card in state.legal_cards()))

    for endgame in samples({}, 4, 2):
        kept = [
            {known(endgame.view(player, key)) for key in information(endgame, player)}
            for player in range(2)
        ]
        open_sets: list[set[object]] = [set(), set()]

        def visit(state: Round, endgame: Endgame, found: list[set[object]]) -> None:
            if not state.finished:
                if len(state.legal_cards()) > 1 and len(ends(state)) == 2:
                    player = int(state.seat != endgame.lead)
                    found[player].add(known(seen(endgame, state, state.seat)))
                for card in state.legal_cards():
                    visit(state.after(card), endgame, found)

        for state in deals_of(endgame):
            visit(state, endgame, open_sets)
        assert open_sets == kept


def test_samples_are_the_games_of_the_engine() -> None:
    rules, strategies = rules_of({"game.points": 3}), ("random", "greedy")
    found = sample(rules, strategies, 4, 10, 5, 3, number=2)
    assert len(found) == 5
    for index, endgame in enumerate(found, start=10):
        first, second = play.play_game(rules, strategies, 4, index).rounds[:2]
        before = second.round.tricks[:4]
        assert endgame.number == 2
        assert endgame.totals == first.totals
        assert endgame.lead == before[-1].winner
        assert endgame.plays == tuple(play for trick in before for play in trick.plays)
        assert endgame.tricks == 3
        assert len(endgame.unseen) == 7


def test_games_that_are_over_have_no_endgame_of_a_later_round() -> None:
    rules = rules_of()
    found = sample(rules, ("greedy", "greedy"), 0, 0, 60, 2, number=3)
    ties = [endgame.totals == (1, 1) for endgame in found]
    assert 0 < len(found) < 60
    assert all(ties)


@pytest.mark.parametrize("plays", [0, 4, 14])
def test_the_tricks_to_come_are_limited(plays: int) -> None:
    endgame = samples({}, 1, 1)[0]
    with pytest.raises(ValueError, match=f"{7 - plays // 2} tricks to come: must be from 1 to 4"):
        replace(endgame, plays=(endgame.plays * 2)[:plays])
