"""Forks: one decision imposed, cards and luck left as they were; what branches and traces hold."""

from __future__ import annotations

import numpy as np
import pytest

from analyser.core.errors import InputError
from analyser.core.forks import Fork
from analyser.games.bellboys import play
from analyser.games.bellboys.engine import Fan, Round
from analyser.games.bellboys.forks import KINDS, check_fork
from analyser.games.bellboys.play import FinishedRound
from analyser.games.bellboys.strategies import STRATEGIES
from analyser.games.bellboys.view import View
from tests.games.bellboys.builders import SIGHTED, TRAILING, games, rules_of

GAMES = 12
RANDOM = ["random", "random"]


def pairs(
    fork: Fork, overrides: dict[str, bool] | None = None
) -> list[tuple[FinishedRound, FinishedRound]]:
    """First rounds as they are and under a fork."""
    batches = (games(GAMES, overrides=overrides, fork=f) for f in (None, fork))
    return [(a.rounds[0], b.rounds[0]) for a, b in zip(*batches, strict=True)]


@pytest.mark.parametrize("seat", range(2))
def test_leader_leads_the_first_trick(seat: int) -> None:
    for plain, forked in pairs(Fork("leader", seat)):
        assert forked.leader == forked.round.tricks[0].lead == seat
        assert forked.hands == plain.hands


@pytest.mark.parametrize("value", range(2))
@pytest.mark.parametrize("overrides", [{}, SIGHTED])
def test_fan_turns_a_hand_over_or_not(value: int, overrides: dict[str, bool]) -> None:
    for plain, forked in pairs(Fork("fan", value, seat=1), overrides):
        fans = plain.round.fans, forked.round.fans
        assert forked.round.fans == [plain.round.fans[0], list(Fan)[value]]
        same = fans[0] == fans[1]
        assert forked.hands == (plain.hands[0], plain.hands[1][:: 1 if same else -1])


@pytest.mark.parametrize("overrides", [{}, TRAILING])
def test_look_shows_or_hides_the_card_set_aside(
    monkeypatch: pytest.MonkeyPatch, overrides: dict[str, bool]
) -> None:
    seen: list[View] = []

    class Witness:
        def play(self, view: View, legal: list[int], draw: object) -> int:
            seen.append(view)
            return legal[0]

    monkeypatch.setitem(STRATEGIES, "random", lambda rules: Witness())
    for value in range(2):
        seen.clear()
        games(4, overrides=overrides, fork=Fork("look", value, seat=0))
        assert {view.aside is not None for view in seen if view.seat == 0} == {bool(value)}
        behind = {view.aside is not None for view in seen if view.seat == 1}
        assert behind == ({True, False} if overrides else {False})


@pytest.mark.parametrize(("first", "second"), [(0, 1), (3, 12), (7, 7)])
def test_exchange_of_two_cards(first: int, second: int) -> None:
    swap = {first: second, second: first}
    moved = 0
    for plain, forked in pairs(Fork("exchange", first, at=second)):
        hands = tuple(tuple(swap.get(card, card) for card in hand) for hand in plain.hands)
        assert forked.hands == hands
        assert forked.round.aside == swap.get(plain.round.aside, plain.round.aside)
        assert forked.redeals == plain.redeals
        moved += forked.hands != plain.hands
    assert moved == (GAMES if first != second else 0)


def test_suit_stays_when_complete() -> None:
    stayed = 0
    for plain, forked in pairs(Fork("suit", 1)):
        assert forked.round.tricks == plain.round.tricks
        assert forked.round.moving == (True, False, True)
        stayed += forked.round.cards != plain.round.cards
    assert stayed


@pytest.mark.parametrize("value", range(3))
def test_card_is_the_nth_legal_one_from_the_left(value: int) -> None:
    imposed = 0
    for plain, forked in pairs(Fork("card", value, seat=1, at=2)):
        assert forked.round.tricks[:2] == plain.round.tricks[:2]
        state = Round(rules_of().table, forked.hands, forked.round.aside, forked.leader)
        for play_ in (p for trick in forked.round.tricks for p in trick.plays):
            if len(state.tricks) == 2 and play_.seat == 1 and value < len(state.legal_cards()):
                assert play_.card == state.legal_cards()[value]
                imposed += 1
            state.play(play_.card)
    assert imposed


@pytest.mark.parametrize("kind", KINDS)
def test_a_fork_of_one_round_leaves_the_others(kind: str) -> None:
    for plain, forked in zip(games(GAMES), games(GAMES, fork=Fork(kind, 1, round=2)), strict=True):
        assert plain.rounds[0].round.tricks == forked.rounds[0].round.tricks


def test_branches_say_what_became_of_a_fork() -> None:
    rules = rules_of(SIGHTED | TRAILING)
    forks = [
        *(Fork("leader", seat) for seat in range(2)),
        *(Fork("fan", value, seat=0) for value in range(2)),
        *(Fork("look", value, seat=1) for value in range(2)),
        Fork("exchange", 2, at=9),
        Fork("suit", 2),
        Fork("card", 0, seat=0, at=6),
        Fork("card", 6, seat=0, at=6),
    ]
    branches = play.branches(rules, RANDOM, 4, 0, GAMES, forks)
    base, trace = play.trace(rules, RANDOM, 4, 0, GAMES)
    np.testing.assert_array_equal(branches.base.block, base.block)
    imposed, rounds = branches.imposed, base.rounds
    for value in range(2):
        np.testing.assert_array_equal(imposed[value], 1 + (base["starter"] != value))
        np.testing.assert_array_equal(imposed[2 + value], 1 + (trace.fan[0] != value))
        before = base["total"] - base["points"]
        looks = before[1] < before[0]
        np.testing.assert_array_equal(imposed[4 + value], 1 + (looks != value))
    assert set(imposed[6]) == set(imposed[7]) == {2}
    assert imposed[8].tolist() == [1] * rounds  # a last card is the only one
    assert imposed[9].tolist() == [0] * rounds
    for f in range(len(forks)):
        same = imposed[f] < 2
        columns = [i for i in range(len(base.block)) if i < 15]  # all but the winner
        np.testing.assert_array_equal(
            branches.blocks[f][columns][:, same], base.block[columns][:, same]
        )
        ended = branches.branch(f)["total"].max(axis=0) == 2
        np.testing.assert_array_equal(branches.branch(f)["winner"].sum(axis=0), ended)


def test_traces_tell_the_rounds_of_the_games() -> None:
    rules = rules_of(SIGHTED)
    records, trace = play.trace(rules, RANDOM, 4, 0, GAMES)
    rounds = [finished for game in games(GAMES, overrides=SIGHTED) for finished in game.rounds]
    assert records.rounds == len(rounds)
    assert trace.hand.dtype == np.uint8
    for r, finished in enumerate(rounds):
        state = finished.round
        plays = [p for trick in state.tricks for p in trick.plays]
        assert trace.hand[:, r].tolist() == [*finished.hands[0], *finished.hands[1]]
        assert trace.aside[:, r].tolist() == [state.aside]
        assert [list(Fan)[turned] for turned in trace.fan[:, r]] == state.fans
        told = zip(
            trace.play_seat[:, r],
            trace.play_card[:, r],
            trace.play_position[:, r],
            trace.play_rank[:, r],
            strict=True,
        )
        assert list(told) == [(p.seat, p.card, p.position, p.rank) for p in plays]
        assert trace.trick_winner[:, r].tolist() == [t.winner for t in state.tricks]
        assert trace.play_options[0, r] == 7
        assert set(trace.play_options[12:, r]) == {1}


@pytest.mark.parametrize(
    ("fork", "message"),
    [
        (Fork("target", 0), "fork kind 'target' is unknown; bellboys has: leader, fan, look"),
        (Fork("leader", 2), "fork leader: value = 2: must be among"),
        (Fork("fan", 2), "fork fan: value = 2: must be among"),
        (Fork("fan", 0, seat=2), "fork fan: seat = 2: must be among"),
        (Fork("look", -1), "fork look: value = -1: must be among"),
        (Fork("exchange", 15), "fork exchange: value = 15: must be among"),
        (Fork("exchange", 0, at=15), "fork exchange: at = 15: must be among"),
        (Fork("suit", 3), "fork suit: value = 3: must be among"),
        (Fork("card", 0, at=7), "fork card: at = 7: must be among"),
        (Fork("leader", 0, round=-1), "fork leader: round = -1"),
    ],
)
def test_forks_that_cannot_be(fork: Fork, message: str) -> None:
    with pytest.raises(InputError, match=message):
        check_fork(fork, rules_of())
    with pytest.raises(InputError, match=message):
        games(1, fork=fork)
