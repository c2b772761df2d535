"""Forks: one decision imposed, cards and luck left as they were."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from analyser.core.errors import InputError
from analyser.core.forks import Fork
from analyser.core.records import Records
from analyser.games.maids import GAME
from analyser.games.maids.engine import Action
from analyser.games.maids.forks import HIGH_BID, KINDS, Restriction, check_fork
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


@pytest.mark.parametrize("value", range(2))
def test_card_is_the_nth_legal_one(value: int) -> None:
    imposed = 0
    for game in played(Fork("card", value, seat=2, at=1)):
        for finished in game.rounds:
            later = [p.card for t in finished.round.tricks[1:] for p in t.plays if p.seat == 2]
            led = finished.round.tricks[1].plays[0]
            follow = [c for c in later if c // 10 == led.card // 10 and led.seat != 2]
            legal = sorted(follow or later)
            if value < len(legal):
                assert later[0] == legal[value]
                imposed += 1
    assert imposed


@pytest.mark.parametrize(("value", "face"), list(enumerate((Action.BID_DOWN, Action.BID_UP))))
@pytest.mark.parametrize("players", [2, 4])
def test_face_of_a_seats_second_bid_card(value: int, face: Action, players: int) -> None:
    fork = Fork("face", value, seat=1, at=1)
    pairs = zip(played(None, players), played(fork, players), strict=True)
    for finished in (round_ for pair in pairs for round_ in pair[1].rounds):
        bids = [t.action for t in finished.round.log if t.seat == 1 and t.action.is_bid]
        assert bids[1:2] in ([face], [])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_restrictions(players: int) -> None:
    rules, strategies = rules_of(players), ["random"] * players

    def restricted(value: int) -> Records:
        fork = Fork("restrict", value, seat=1)
        return GAME.simulate(rules, strategies, 4, 0, 1000, fork)

    free = GAME.simulate(rules, strategies, 4, 0, 1000)

    def slack_wins(records: Records) -> int:
        return int((records["accepted"] - records["completed"])[1].sum())

    appeals = restricted(Restriction.NO_APPEAL)["appeals"][1]
    assert appeals.max() == (0 if players != 4 else 3)
    assert appeals.sum() < 0.6 * free["appeals"][1].sum()
    for value, happens in (
        (Restriction.NO_ZERO_BID, lambda r: (r["bid"][1] == 0).sum()),
        (Restriction.NO_HIGH_BID, lambda r: (r["bid"][1] >= HIGH_BID).sum()),
        (Restriction.NO_SLACK_WIN, slack_wins),
    ):
        assert happens(restricted(value)) < 0.92 * happens(free)
        np.testing.assert_array_equal(restricted(value)["trump"], free["trump"])


def test_who_passes_at_random_passes_at_any_turn() -> None:
    fork = Fork("restrict", Restriction.RANDOM_PASS, seat=1)
    turns = Counter(
        [turn.action for turn in finished.round.log if turn.seat == 1].index(Action.PASS)
        for game in (play_game(rules_of(3), ["greedy"] * 3, 4, i, fork) for i in range(120))
        for finished in game.rounds
    )
    # Not at the last turn: whoever has received a card must pass before it can keep a fifth.
    assert sorted(turns) == list(range(8))
    assert min(turns.values()) > 15


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


def test_zero_of_one_suit_loses_to_its_nine() -> None:
    met = 0
    for game in played(Fork("zero", 10)):
        for trick in (t for finished in game.rounds for t in finished.round.tricks):
            cards = {p.card: p.seat for p in trick.plays}
            for zero in (0, 10, 20):
                if {zero, zero + 9} <= set(cards) and trick.winner in (
                    cards[zero],
                    cards[zero + 9],
                ):
                    met += zero == 10
                    assert trick.winner == cards[zero + 9 if zero == 10 else zero]
    assert met


@pytest.mark.parametrize("players", [2, 3, 4])
def test_exchange_of_two_cards_before_the_tricks(players: int) -> None:
    swap = {5: 7, 7: 5}
    moved = 0
    pairs = zip(
        played(None, players), played(Fork("exchange", 5, round=1, at=7), players), strict=True
    )
    for plain, forked in pairs:
        before, after = plain.rounds[0].round, forked.rounds[0].round
        assert after.log == before.log
        assert [after.bid(s) for s in range(after.sides)] == [
            before.bid(s) for s in range(before.sides)
        ]
        held = [{p.card: p.seat for t in r.tricks for p in t.plays} for r in (before, after)]
        assert held[1] == {swap.get(card, card): seat for card, seat in held[0].items()}
        moved += held[0] != held[1]
    assert moved


@pytest.mark.parametrize("kind", KINDS)
def test_forks_leave_the_deals(kind: str) -> None:
    at = {"exchange": 3}.get(kind, 1)
    fork = Fork(kind, {"zero": 10, "face": 0}.get(kind, 2), round=1, at=at)
    for plain, forked in zip(played(None), played(fork), strict=True):
        assert dealt(plain) == dealt(forked)


@pytest.mark.parametrize(
    ("fork", "message"),
    [
        (Fork("deal", 0), "fork kind 'deal' is unknown; maids has: action, face, target"),
        (Fork("action", 4), "fork action: value = 4: must be among"),
        (Fork("card", 6), "fork card: value = 6: must be among"),
        (Fork("face", 2), "fork face: value = 2: must be among"),
        (Fork("zero", 9), "fork zero: value = 9: must be among"),
        (Fork("restrict", 5), "fork restrict: value = 5: must be among"),
        (Fork("card", 2, seat=3), "fork card: seat = 3: must be among"),
        (Fork("leader", 3), "fork leader: value = 3: must be among"),
        (Fork("target", 7), "fork target: value = 7: must be among"),
        (Fork("slacker", 6, at=2), "fork slacker: at = 2: must be among"),
        (Fork("exchange", 6, at=17), "fork exchange: at = 17: must be among"),
        (Fork("leader", 0, round=-1), "fork leader: round = -1"),
    ],
)
def test_forks_that_cannot_be(fork: Fork, message: str) -> None:
    with pytest.raises(InputError, match=message):
        check_fork(fork, rules_of(3))
