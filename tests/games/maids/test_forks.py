"""Forks: one decision imposed, cards and luck left as they were."""

from __future__ import annotations

import pytest

from analyser.core.errors import InputError
from analyser.core.forks import Fork
from analyser.games.maids.engine import Action
from analyser.games.maids.forks import KINDS, check_fork
from analyser.games.maids.play import Game, play_game
from tests.games.maids.builders import rules_of

GAMES = range(12)


def played(fork: Fork | None, players: int = 3, strategy: str = "random") -> list[Game]:
    rules = rules_of(players)
    return [play_game(rules, [strategy] * players, 4, index, fork) for index in GAMES]


def dealt(game: Game) -> list[list[int]]:
    return [sorted(turn.card for turn in r.round.log) for r in game.rounds]


@pytest.mark.parametrize("value", list(Action))
def test_action_is_taken_where_it_is_legal(value: Action) -> None:
    fork = Fork("action", list(Action).index(value), round=2, seat=1, at=0)
    for plain, forked in zip(played(None), played(fork), strict=True):
        assert plain.rounds[0].round.log == forked.rounds[0].round.log
        turn = next(t for t in forked.rounds[1].round.log if t.seat == 1)
        assert turn.action == value
        assert turn.card == next(t.card for t in plain.rounds[1].round.log if t.seat == 1)


def test_action_that_is_not_legal_leaves_the_choice() -> None:
    keep = list(Action).index(Action.KEEP)
    for game in played(Fork("action", keep, seat=0, at=8)):
        for finished in game.rounds:
            assert len(finished.round.log) == 27


def test_card_is_played_where_it_is_legal() -> None:
    imposed = 0
    for game in played(Fork("card", 15, seat=2, at=0)):
        for finished in game.rounds:
            plays = {p.seat: p.card for t in finished.round.tricks for p in t.plays if p.card == 15}
            first = {p.seat: p.card for p in finished.round.tricks[0].plays}
            if 2 in plays and first[0] // 10 == first[1] // 10 == 1:
                assert first[2] == 15
                imposed += 1
    assert imposed


@pytest.mark.parametrize("seat", range(3))
def test_leader_leads_the_first_trick(seat: int) -> None:
    for plain, forked in zip(played(None), played(Fork("leader", seat, round=1)), strict=True):
        state = forked.rounds[0].round
        assert forked.rounds[0].leader == state.tricks[0].lead == seat
        assert state.log == plain.rounds[0].round.log


@pytest.mark.parametrize("target", [0, 3, 6])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_target_keeps_a_bid_within_reach(target: int, players: int) -> None:
    fork = Fork("target", target, seat=1)
    hits = [r.round.bid(1) == target for game in played(fork, players) for r in game.rounds]
    free = [r.round.bid(1) == target for game in played(None, players) for r in game.rounds]
    assert sum(hits) > sum(free)


@pytest.mark.parametrize(("at", "slack"), [(1, True), (0, False)])
def test_slacker_flag_of_one_card(at: int, slack: bool) -> None:
    card = 9 if at else 6
    wins = 0
    for game in played(Fork("slacker", card, at=at)):
        for finished in game.rounds:
            for trick in finished.round.tricks:
                best = next(p.card for p in trick.plays if p.seat == trick.winner)
                expected = slack if best == card else best % 10 == 6
                assert trick.slack == expected
                wins += best == card
    assert wins


def test_exchange_of_two_cards() -> None:
    swap = {5: 27, 27: 5}
    for plain, forked in zip(
        played(None), played(Fork("exchange", 5, round=1, at=27)), strict=True
    ):
        before = [turn.card for turn in plain.rounds[0].round.log]
        after = [turn.card for turn in forked.rounds[0].round.log]
        assert after == [swap.get(card, card) for card in before]


@pytest.mark.parametrize("kind", KINDS)
def test_forks_leave_the_deals(kind: str) -> None:
    fork = Fork(kind, 2, round=1, at=1 if kind != "exchange" else 3)
    for plain, forked in zip(played(None), played(fork), strict=True):
        assert dealt(plain) == dealt(forked)


@pytest.mark.parametrize(
    ("fork", "message"),
    [
        (Fork("deal", 0), "fork kind 'deal' is unknown; maids has: action, card, leader"),
        (Fork("action", 4), "fork action: value = 4: must be among"),
        (Fork("card", 1), "fork card: value = 1: must be among"),
        (Fork("card", 2, seat=3), "fork card: seat = 3: must be among"),
        (Fork("leader", 3), "fork leader: value = 3: must be among"),
        (Fork("target", 7), "fork target: value = 7: must be among"),
        (Fork("slacker", 6, at=2), "fork slacker: at = 2: must be among"),
        (Fork("exchange", 6, at=1), "fork exchange: at = 1: must be among"),
        (Fork("leader", 0, round=-1), "fork leader: round = -1"),
    ],
)
def test_forks_that_cannot_be(fork: Fork, message: str) -> None:
    with pytest.raises(InputError, match=message):
        check_fork(fork, rules_of(3))
