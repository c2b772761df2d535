"""What the analyses read from a trace, held against the reference engine round by round."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest

from analyser.core.records import Records
from analyser.core.rules import Rules, load_rules
from analyser.games.maids import GAME, cards, choices, tricks, uses
from analyser.games.maids.analyses import demand, success
from analyser.games.maids.engine import Action, Round, trick_winner
from analyser.games.maids.notation import card_text
from analyser.games.maids.play import play_game, trace
from analyser.games.maids.trace import Trace
from tests.games.maids.builders import cards as parsed

PLAYERS = pytest.mark.parametrize("players", [2, 3, 4])
GAMES = 30
OTHER = {"trick.slacker_ranks": [0, 5, 9], "deck.ranks": [0, 2, 3, 5, 6, 7, 8, 9, 1, 4]}


@cache
def batch(players: int, changed: bool = False) -> tuple[Rules, Records, Trace, list[Round]]:
    rules = load_rules(GAME, "standard", players, OTHER if changed else {})
    strategies = ["greedy", "random", "random", "greedy"][:players]
    records, traced = trace(rules, strategies, 4, 0, GAMES)
    games = [play_game(rules, strategies, 4, index) for index in range(GAMES)]
    return rules, records, traced, [r.round for game in games for r in game.rounds]


def played_sides(rules: Rules) -> int:
    return sum(label.isdigit() for label in GAME.sides(rules))


@PLAYERS
@pytest.mark.parametrize("changed", [False, True])
def test_draws_are_those_of_the_engine(players: int, changed: bool) -> None:
    rules, records, traced, rounds = batch(players, changed)
    found, names = cards.draws(traced, rules), cards.names(rules)
    assert names == [card_text(card) for card in rules.table.cards]
    assert found.card.shape[1] == records.rounds == len(rounds)
    fates = list(cards.ACTIONS)
    for r, state in enumerate(rounds):
        turns = [0] * players
        winners = {p.card for t in state.tricks for p in t.plays if p.seat == t.winner}
        assert len(state.log) == len(found.card)
        for i, drawn in enumerate(state.log):
            assert names[found.card[i, r]] == card_text(drawn.card)
            assert found.side[i, r] == state.side(drawn.seat)
            assert found.turn[i, r] == turns[drawn.seat]
            turns[drawn.seat] += 1
            fate = "bid" if drawn.action.is_bid else drawn.action.value
            assert fates[found.action[i, r]] == fate
            assert found.won[i, r] == (drawn.card in winners)
    np.testing.assert_array_equal(found.forced, traced.draw_options == 1)


@PLAYERS
def test_every_card_of_a_player_is_drawn_once_and_every_trick_is_won_by_one_card(
    players: int,
) -> None:
    rules, records, traced, _ = batch(players)
    found = cards.draws(traced, rules)
    limits = rules.table.distribution
    sides = played_sides(rules)
    hands = 2 if players == 4 else 1
    each = hands * limits.hand_cards + limits.bid_cards
    for side in range(sides):
        assert ((found.side == side).sum(axis=0) == each).all()
    for r in range(records.rounds):
        assert len(set(found.card[:, r])) == sides * each
    assert ((found.action == 2).sum(axis=0) == sides * limits.bid_cards).all()
    best = tricks.winning_cards(traced)
    assert all(len(set(column)) == limits.hand_cards for column in best.T)
    if players != 2:  # Clara's cards are nobody's draws.
        assert (found.won.sum(axis=0) == limits.hand_cards).all()


@PLAYERS
@pytest.mark.parametrize("changed", [False, True])
def test_tricks_and_slack_add_to_what_the_records_count(players: int, changed: bool) -> None:
    rules, records, traced, rounds = batch(players, changed)
    slack = tricks.slack(traced, rules)
    for r, state in enumerate(rounds):
        assert slack[:, r].tolist() == [trick.slack for trick in state.tricks]
    completed = tricks.completed(records, traced, rules)
    np.testing.assert_array_equal(completed.sum(axis=0), records["completed"])
    lost = records["accepted"].sum(axis=0) - records["completed"].sum(axis=0)
    np.testing.assert_array_equal(slack.sum(axis=0), lost)
    if not changed:
        assert slack.sum(axis=0).max() <= 3  # there are three 6s


@PLAYERS
def test_a_bid_is_hopeless_once_no_play_can_meet_it(players: int) -> None:
    rules, records, traced, rounds = batch(players)
    found = tricks.hopeless(records, traced, rules)
    for r, state in enumerate(rounds):
        completed = [0] * state.sides
        for t, trick in enumerate(state.tricks):
            left = len(state.tricks) - t
            reach = [range(done, done + left + 1) for done in completed]
            bids = [state.bid(side) for side in range(state.sides)]
            assert found[t, :, r].tolist() == [b not in c for b, c in zip(bids, reach, strict=True)]
            completed[state.side(trick.winner)] += not trick.slack
    # Once out of reach, always; and who makes the bid never was.
    assert (found[1:] >= found[:-1]).all()
    assert not (found.any(axis=0) & success(records)).any()
    assert found[0].sum() == (records["bid"] > len(found)).sum()
    assert 0 < found.mean() < 0.5


@PLAYERS
def test_turns_and_their_legal_actions(players: int) -> None:
    rules, _, traced, rounds = batch(players)
    found = choices.turns(traced, rules)
    assert list(found) == ["draw", "trick"]
    hand = rules.table.distribution.hand_cards
    hands = max(3, players)
    number, options = found["trick"]
    for t in range(hand):
        assert ((number == t).sum(axis=0) == hands).all()
    assert ((options >= 1) & (options <= hand - number)).all()
    assert (options[number == hand - 1] == 1).all()
    # Who leads a trick may play any card.
    np.testing.assert_array_equal(options[::hands], (hand - number)[::hands])
    number, options = found["draw"]
    assert options.max() == len(Action)
    assert (options[number == 0] == len(Action)).all()
    for r, state in enumerate(rounds):
        turns = [sum(d.seat == seat for d in state.log) for seat in range(players)]
        assert sorted(number[:, r]) == sorted(k for n in turns for k in range(n))


def test_the_relation_of_cards_to_trumps() -> None:
    rules = batch(3)[0]
    assert cards.relation("P9", "purple", rules) is True
    assert cards.relation("O0", "purple", rules) is False
    assert cards.relation("B3", "blue", rules) is True
    assert cards.relation("B3", "none", rules) is None
    _, records, _, _ = batch(3)
    words = [cards.CONTEXTS[code] for code in cards.context(records)[:3]]
    assert words == ["purple", "orange", "none"]


@PLAYERS
def test_demand_is_bids_minus_tricks(players: int) -> None:
    rules, records, _, _ = batch(players)
    expected = records["bid"].sum(axis=0) - rules.table.distribution.hand_cards
    np.testing.assert_array_equal(demand(records), expected)


def use_rows(state: Round, players: int, rule: str) -> Iterator[tuple[bool, bool, bool]]:
    """Used, saved and broke of each trick, worked out by playing it without the rule."""
    made = [state.completed[side] == state.bid(side) for side in range(state.sides)]
    sides = range(2 if players != 3 else 3)
    for trick in state.tricks:
        deck = [p.card for p in trick.plays]
        without = trick.plays[
            trick_winner(deck, state.trump, () if rule == "zero_nine" else state.zeros)
        ]
        ordinary = without.card not in state.slackers or rule == "slackers"
        then = list(state.completed)
        then[state.side(trick.winner)] -= not trick.slack
        then[state.side(without.seat)] += ordinary
        used = without.seat != trick.winner if rule == "zero_nine" else trick.slack
        used = used and state.side(trick.winner) in sides
        after = [then[side] == state.bid(side) for side in range(state.sides)]
        yield (
            used,
            used and any(made[s] and not after[s] for s in sides),
            used and any(after[s] and not made[s] for s in sides),
        )


@PLAYERS
@pytest.mark.parametrize("changed", [False, True])
def test_uses_are_what_the_tricks_would_have_been_without_the_rule(
    players: int, changed: bool
) -> None:
    rules, records, traced, rounds = batch(players, changed)
    found = uses.uses(records, traced, rules)
    assert list(found) == ["slackers", "zero_nine"]
    for rule, use in found.items():
        rows = [list(use_rows(state, players, rule)) for state in rounds]
        expected = np.array(rows).transpose(2, 1, 0)
        for name, flags in zip(("used", "saved", "broke"), expected, strict=True):
            np.testing.assert_array_equal(getattr(use, name), flags, err_msg=f"{rule} {name}")
            assert flags.any() or (changed and rule == "zero_nine")


def test_rules_that_are_off_have_no_use() -> None:
    off = {"trick.slacker_ranks": [], "trick.zero_beats_nine": False}
    rules = load_rules(GAME, overrides=off)
    assert uses.uses(*trace(rules, ["greedy"] * 3, 0, 0, 1), rules) == {}


def one_round(plays: str, winners: list[int], bids: list[int]) -> tuple[Records, Trace]:
    """A round of three whose tricks are given, seat 0 leading all that it has not lost."""
    rules = load_rules(GAME)
    records, traced = trace(rules, ["random"] * 3, 0, 0, 1)
    records.block[:, 1:] = records.block[:, :1]
    played = np.array(parsed(plays), dtype=np.uint8)
    seats, lead = [], 0
    for winner in winners:
        seats += [(lead + i) % 3 for i in range(3)]
        lead = winner
    best = [
        played[3 * t : 3 * t + 3][seats[3 * t : 3 * t + 3].index(w)] for t, w in enumerate(winners)
    ]
    for side in range(3):
        won = [card for card, winner in zip(best, winners, strict=True) if winner == side]
        records["bid"][side] = bids[side]
        records["accepted"][side] = len(won)
        records["completed"][side] = sum(card % 10 != 6 for card in won)
    column = [traced.draw_seat, traced.draw_card, traced.draw_action, traced.draw_options]
    rows = [played, np.array(seats, dtype=np.uint8)]
    wide = [np.repeat(row[:, None], records.rounds, axis=1) for row in rows]
    return records, Trace(
        *column, wide[1], wide[0], np.ones_like(wide[0]),
        np.repeat(np.array(winners, dtype=np.uint8)[:, None], records.rounds, axis=1),
    )  # fmt: skip


PLAYS = "P6 P5 P2  O0 O9 O2  B9 B8 B0  P9 P8 P7  O8 O7 O6  B7 B6 B5"
WINNERS = [0, 0, 2, 2, 2, 2]
"""A slack trick of seat 0; its 0 beats the 9 of seat 1; the 0 of seat 2 beats its 9; and so on."""


@pytest.mark.parametrize(
    ("bids", "hopeless"),
    [
        ([1, 0, 4], ["", "", "", "", "", ""]),
        ([0, 0, 4], ["", "", "0", "0", "0", "0"]),  # one too many after the second trick
        ([6, 6, 6], ["", "012", "012", "012", "012", "012"]),  # the slacker completes nothing
        ([2, 1, 3], ["", "", "", "", "", ""]),  # missed in the last trick only
        ([3, 0, 2], ["", "", "", "", "", "02"]),  # two short, and one too many
    ],
)
def test_hopeless_bids_by_hand(bids: list[int], hopeless: list[str]) -> None:
    records, traced = one_round(PLAYS, WINNERS, bids)
    assert records["completed"][:, 0].tolist() == [1, 0, 4]
    found = tricks.hopeless(records, traced, load_rules(GAME))[..., 0]
    text = ["".join(str(s) for s in np.flatnonzero(row)) for row in found]
    assert text == hopeless


def test_uses_by_hand() -> None:
    # Seats 0 and 2 make 1 and 4; seat 1 makes its 0 only because its O9 lost to the O0.
    records, traced = one_round(PLAYS, WINNERS, [1, 0, 4])
    found = uses.uses(records, traced, load_rules(GAME))
    slack, zero = found["slackers"], found["zero_nine"]
    assert slack.used[:, 0].tolist() == [True] + [False] * 5
    assert slack.saved[0, 0]
    assert not slack.broke.any()
    assert zero.used[:, 0].tolist() == [False, True, True, False, False, False]
    assert zero.saved[:, 0].tolist() == zero.used[:, 0].tolist()
    assert not zero.broke.any()
    # Seat 0 wanted 2: the slacker broke it. Seat 1 wanted 1: the O0 broke it.
    records, traced = one_round(PLAYS, WINNERS, [2, 1, 4])
    found = uses.uses(records, traced, load_rules(GAME))
    assert found["slackers"].broke[:, 0].tolist() == [True] + [False] * 5
    assert not found["slackers"].saved.any()
    assert found["zero_nine"].broke[:, 0].tolist() == [False, True, True, False, False, False]
