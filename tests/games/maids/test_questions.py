"""What the analyses of forks ask about Maids: forks that exist, cases as transcripts show them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from analyser.core.forks import Fork
from analyser.core.questions import Cases
from analyser.core.rules import Rules
from analyser.games.maids import GAME, questions
from analyser.games.maids.forks import check_fork
from analyser.games.maids.notation import parse_card, parse_hand
from tests.games.maids.builders import rules_of

GAMES = 12
PLAYERS = [2, 3, 4]
OVERRIDES: list[dict[str, Any]] = [
    {},
    {"trick.slacker_ranks": []},
    {"trick.slacker_ranks": [5, 6], "trick.zero_beats_nine": False},
    {"trick.slacker_ranks": [0, 9]},
    {"bidding.icons.purple": 1, "bidding.icons.orange": 1, "bidding.icons.blue": 1},
]


def every_fork(rules: Rules) -> list[Fork]:
    forks = [
        fork
        for ask in (questions.menu, questions.faces, questions.decisions)
        for choice in ask(rules)
        for fork in choice.forks
    ]
    forks += [fork for _, fork in questions.leaders(rules)]
    forks += [fork for seats in questions.restrictions(rules).values() for _, fork in seats]
    for feature in questions.features(rules):
        forks += [fork for probe in feature.probes for fork in probe.forks]
    return forks


@pytest.mark.parametrize("overrides", OVERRIDES, ids=str)
@pytest.mark.parametrize("players", PLAYERS)
def test_all_forks_exist_under_these_rules(players: int, overrides: Mapping[str, Any]) -> None:
    rules = rules_of(players, overrides)
    forks = every_fork(rules)
    assert len(forks) > 100
    assert len(set(forks)) == len(forks)
    for fork in forks:
        check_fork(fork, rules)


@pytest.mark.parametrize("players", PLAYERS)
def test_sides_are_those_that_score_for_the_seat(players: int) -> None:
    rules = rules_of(players)
    sides = {choice.side for choice in questions.menu(rules)}
    assert sides == set(range(min(players, 2 if players == 4 else 3)))
    for side, fork in questions.leaders(rules):
        assert side == (fork.value % 2 if players == 4 else fork.value)
    for choice in (*questions.faces(rules), *questions.decisions(rules)):
        assert {fork.seat for fork in choice.forks} < set(range(players))
        assert {fork.seat % 2 if players == 4 else fork.seat for fork in choice.forks} == {
            choice.side
        }


def test_bids_are_the_sums_of_icons() -> None:
    assert questions.bids(rules_of(3)) == (0, 1, 2, 3, 4, 5, 6)
    threes = {"bidding.icons.purple": 3, "bidding.icons.orange": 0}
    assert questions.bids(rules_of(3, threes)) == (0, 3, 6, 9)
    assert questions.bids(rules_of(3, OVERRIDES[4])) == (3,)


def test_M14_stakes() -> None:
    assert questions.stakes(rules_of(3)) == (10, 5)
    assert questions.stakes(rules_of(3, {"scoring.appeal_failure": 0})) == (10, 0)


def test_restrictions_are_those_that_can_bite() -> None:
    assert [*questions.restrictions(rules_of(2))] == [
        "never appeals",
        "never bids 0",
        "never bids 4 or more",
        "never wins with a slacker",
        "passes at random",
    ]
    plain = questions.restrictions(rules_of(4, OVERRIDES[4] | {"trick.slacker_ranks": []}))
    assert [*plain] == ["never appeals", "passes at random"]
    assert [(side, fork.seat) for side, fork in plain["never appeals"]] == [
        (0, 0),
        (1, 1),
        (0, 2),
        (1, 3),
    ]


def exchanges(overrides: Mapping[str, Any]) -> set[tuple[int, int]]:
    [feature] = [f for f in questions.features(rules_of(3, overrides)) if f.name == "slackers"]
    [probe] = [probe for probe in feature.probes if probe.question == "exchange"]
    return {(fork.value, fork.at) for fork in probe.forks}


def test_exchange_with_the_next_ranks_of_the_deck_that_are_no_slackers() -> None:
    suits = range(3)
    assert exchanges({}) == {(10 * s + 6, 10 * s + r) for s in suits for r in (5, 7)}
    assert exchanges({"trick.slacker_ranks": [5, 6]}) == {
        (10 * s + a, 10 * s + b) for s in suits for a, b in ((5, 4), (6, 7))
    }
    assert exchanges({"trick.slacker_ranks": [9]}) == {(10 * s + 9, 10 * s + 8) for s in suits}
    gap = {"deck.ranks": [0, 1, 2, 3, 4, 6, 8, 9, 7], "trick.slacker_ranks": [6]}
    assert exchanges(gap) == {(10 * s + 6, 10 * s + r) for s in suits for r in (4, 7)}


def test_features_are_the_rules_in_force() -> None:
    def names(overrides: Mapping[str, Any]) -> list[str]:
        return [feature.name for feature in questions.features(rules_of(3, overrides))]

    assert names({}) == ["slackers", "zero_nine"]
    assert names({"trick.zero_beats_nine": False}) == ["slackers"]
    assert names({"trick.slacker_ranks": []}) == ["zero_nine"]
    titles = [feature.title for feature in questions.features(rules_of(3, OVERRIDES[2]))]
    assert titles == ["Slackers: a trick won with a 5 or a 6 counts for no bid"]


@pytest.mark.parametrize("players", PLAYERS)
def test_alternatives_hold_what_was_done(players: int) -> None:
    """At every turn that came up, one of the legal alternatives is what was done.

    Imposing it changes nothing.
    """
    rules = rules_of(players)
    strategies = ["random"] * players
    choices = questions.decisions(rules)
    turns: Counter[str] = Counter()
    for choice in choices:
        branches = GAME.branches(rules, strategies, 3, 0, GAMES, choice.forks)
        done = (branches.imposed == 1).sum(axis=0)
        legal = (branches.imposed > 0).sum(axis=0)
        assert set(done) <= {0, 1}
        assert np.array_equal(done == 1, legal > 0)
        for i, imposed in enumerate(branches.imposed):
            for name in ("led", "bid", "appeals", "accepted", "completed", "points", "total"):
                same = branches.branch(i)[name] == branches.base[name]
                assert same[:, imposed < 2].all()
        turns[choice.phase] += int(done.sum())
    rounds = 3 * GAMES
    assert turns == {
        "draw": rounds * {2: 18, 3: 27, 4: 30}[players],
        "trick": rounds * 6 * players,
    }


@pytest.mark.parametrize("players", PLAYERS)
def test_each_bid_card_lies_up_or_down(players: int) -> None:
    rules = rules_of(players)
    placed = np.zeros(3 * GAMES, dtype=int)
    for choice in questions.faces(rules):
        branches = GAME.branches(rules, ["random"] * players, 3, 0, GAMES, choice.forks)
        down, up = branches.imposed
        assert set(zip(down.tolist(), up.tolist(), strict=True)) <= {(0, 0), (1, 2), (2, 1)}
        placed += up > 0
    assert (placed == 3 * (2 if players == 4 else players)).all()


# Cases


def cases_of(rules: Rules, question: str, feature: str = "slackers") -> tuple[Any, Cases]:
    [found] = [f for f in questions.features(rules) if f.name == feature]
    [probe] = [p for p in found.probes if p.question == question]
    records, trace = GAME.trace(rules, ["random"] * rules.players, 5, 0, GAMES)
    return probe, probe.cases(rules, records, trace)


def rounds_of(rules: Rules) -> list[tuple[dict[int, int], dict[int, int], dict[str, Any]]]:
    """Of each round, as its transcript tells: cards in hands by seat, bid cards by side."""
    found = []
    for index in range(GAMES):
        for told in GAME.replay(rules, ["random"] * rules.players, 5, index)["rounds"]:
            hands = {
                parse_card(play["card"], ""): play["seat"]
                for trick in told["tricks"]
                for play in trick["plays"]
            }
            piles = {
                parse_card(turn["card"], ""): turn["seat"] % 2
                if rules.players == 4
                else turn["seat"]
                for turn in told["actions"]
                if turn["action"] == "bid"
            }
            if rules.players == 2:
                piles |= {parse_card(card, ""): 2 for card in told["clara"]["bids"]}
                assert all(hands[card] == 2 for card in parse_hand(told["clara"]["hand"], ""))
            found.append((hands, piles, told))
    return found


@pytest.mark.parametrize(("feature", "rank"), [("slackers", 6), ("zero_nine", 0)])
@pytest.mark.parametrize("players", PLAYERS)
def test_flag_is_the_holders(players: int, feature: str, rank: int) -> None:
    rules = rules_of(players)
    probe, cases = cases_of(rules, "flag", feature)
    seen: Counter[str] = Counter()
    for at, (hands, _, told) in enumerate(rounds_of(rules)):
        for i, fork in enumerate(probe.forks):
            card = fork.value
            assert card % 10 == rank
            seat = hands.get(card)
            if seat is None or (players == 2 and seat == 2):
                assert cases.side[i, at] == -1
                continue
            side = seat % 2 if players == 4 else seat
            assert cases.side[i, at] == side
            held = sum(hands.get(10 * suit + rank) == seat for suit in range(3))
            suit = ("purple", "orange", "blue")[card // 10]
            relation = "trump" if told["trump"] == suit else "side suit"
            expected = [
                "all",
                suit,
                relation if told["trump"] else "no trump",
                f"bid {told['bids'][side]}",
                f"{held} held",
            ]
            subjects = [labels[codes[i, at]] for codes, labels in cases.groupings]
            assert subjects == expected
            seen.update(subjects)
    assert {"trump", "side suit", "no trump", "1 held", "2 held", "bid 1"} <= seen.keys()


@pytest.mark.parametrize("players", PLAYERS)
def test_exchange_is_told_by_where_the_neighbour_lies(players: int) -> None:
    rules = rules_of(players)
    probe, cases = cases_of(rules, "exchange")
    [(codes, labels)] = cases.groupings
    seen: Counter[str] = Counter()
    for at, (hands, piles, _) in enumerate(rounds_of(rules)):
        for i, fork in enumerate(probe.forks):
            seat, other = hands.get(fork.value), hands.get(fork.at)
            if seat is None or (players == 2 and seat == 2):
                assert cases.side[i, at] == -1
                continue
            side = seat % 2 if players == 4 else seat
            assert cases.side[i, at] == side
            if other == seat:
                assert codes[i, at] == -1
                continue
            if other is not None:
                where = "partner's hand" if players == 4 and other % 2 == side else ""
                where = where or "an opponent's hand"
            elif fork.at in piles:
                where = "own bid pile" if piles[fork.at] == side else "an opponent's bid pile"
            else:
                raise AssertionError("every card is dealt")
            assert labels[codes[i, at]] == f"{fork.at % 10}: {where}"
            seen[where] += 1
    expected = {"an opponent's hand", "own bid pile", "an opponent's bid pile"}
    assert seen.keys() == expected | ({"partner's hand"} if players == 4 else set())


def test_M12_cards_left_over_are_nobodys() -> None:
    """With a deck larger than the deal, a card that nobody sees need not be Clara's."""
    rules = rules_of(2, {"deck.ranks": [*range(10)]})
    probe, cases = cases_of(rules, "exchange")
    [(codes, _)] = cases.groupings
    for at, (hands, piles, _) in enumerate(rounds_of(rules)):
        for i, fork in enumerate(probe.forks):
            if fork.at not in hands and piles.get(fork.at, 2) == 2:
                assert codes[i, at] == -1
