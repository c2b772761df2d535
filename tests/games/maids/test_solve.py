"""Perfect play of positions and of batches: answers, and messages that name what is wrong."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import analyser
from analyser.core.errors import InputError
from analyser.core.rules import load_rules
from analyser.games.maids import GAME
from analyser.games.maids.engine import round_components
from analyser.games.maids.notation import card_text, hand_text
from analyser.games.maids.solve import solve, solve_batch, to_text

from .builders import CLARA_TRICKS, TRICKS
from .minimax import Ending, Won

pytestmark = pytest.mark.kernel

Object = dict[str, Any]

TEAMS: Object = {
    "game": "maids",
    "players": 4,
    "trump": "blue",
    "lead": 3,
    "hands": ["P96 O3", "P20 B7", "O98 B2", "P1 B9"],
    "trick": ["O5"],
    "bids": [3, 1],
    "appeals": [2, 1],
    "accepted": [1, 1],
    "completed": [1, 0],
}
TRUMPS = ("purple", "orange", "blue", None)


def test_the_example() -> None:
    values = {"exact": [], "max_completed": 0, "points": 6}
    assert solve(TRICKS) == {
        "sides": [
            {"side": 0, "max_completed": 0, "exact": [], "points": 6},
            {"side": 1, "max_completed": 1, "exact": [0], "points": 30},
            {"side": 2, "max_completed": 0, "exact": [], "points": 1},
        ],
        "actions": [{"card": card} | values for card in ("P9", "P6", "O3")],
    }


def random_position(random: Random, players: int, size: int) -> Object:
    """A position with scores so far, perhaps within a trick."""
    rules = load_rules(GAME, "standard", players)
    seats, sides = max(3, players), rules.table.sides(players)
    cards = random.sample(rules.table.cards, seats * size)
    hands = [cards[size * seat : size * (seat + 1)] for seat in range(seats)]
    lead = random.randrange(seats)
    trick = []
    if players != 2 or lead != 2:
        trick = [hands[lead].pop()] if random.random() < 0.5 else []
    gone = set(rules.table.cards) - set(cards)
    slack = min(1, len({6, 16, 26} & gone))
    accepted = [1, *(random.randrange(2) for _ in range(sides - 1))]
    return {
        "game": "maids",
        "players": players,
        "trump": random.choice(TRUMPS),
        "lead": lead,
        "hands": list(map(hand_text, hands)),
        "trick": list(map(card_text, trick)),
        "bids": [random.randrange(4) for _ in range(sides)],
        "appeals": [0 if players == 2 and s == 2 else random.randrange(3) for s in range(sides)],
        "accepted": accepted,
        "completed": [accepted[0] - slack, *accepted[1:]],
        "leader_card": lead if lead < players else random.randrange(players),
    }


def ending_of(position: Object) -> Ending:
    codes = {"P": 0, "O": 1, "B": 2}
    hands = tuple(
        tuple(10 * codes[group[0]] + int(rank) for group in hand.split() for rank in group[1:])
        for hand in position["hands"]
    )
    return Ending(
        position["players"],
        TRUMPS.index(position["trump"]),
        hands,
        tuple(10 * codes[card[0]] + int(card[1]) for card in position["trick"]),
        position["lead"],
        position["leader_card"],
        frozenset([6, 16, 26]),
        frozenset([0, 10, 20]),
    )


def minimax_points(position: Object, ending: Ending, side: int, minus: int | None = None) -> int:
    """Points that a side can be sure of, or its lead over side ``minus``, by plain minimax."""
    table = load_rules(GAME, "standard", position["players"]).table

    def at_end(won: Won) -> int:
        accepted = [a + w[0] for a, w in zip(position["accepted"], won, strict=True)]
        completed = [c + w[1] for c, w in zip(position["completed"], won, strict=True)]
        by_source = round_components(
            table, position["bids"], position["appeals"], accepted, completed
        )
        points = [sum(by_side) for by_side in zip(*by_source.values(), strict=True)]
        return points[side] - (0 if minus is None else points[minus])

    return ending.value(side, at_end)


def listed(mask: int, done: int) -> list[int]:
    return [done + k for k in range(16) if mask >> k & 1]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_positions_are_answered_as_by_minimax(players: int) -> None:
    random = Random(players)
    for _ in range(60):
        position = random_position(random, players, 2)
        ending, answer = ending_of(position), solve(position)
        assert len(answer["sides"]) == ending.sides
        for side, found in enumerate(answer["sides"]):
            done = position["completed"][side]
            assert found == {
                "side": side,
                "max_completed": listed(ending.counts("max_completed", side), done)[-1],
                "exact": listed(ending.counts("exact", side), done),
                "points": minimax_points(position, ending, side),
            }
        assert ("difference" in answer) == (players != 3)
        if players != 3:
            assert answer["difference"] == minimax_points(position, ending, 0, minus=1)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_actions_are_the_answers_after_them(players: int) -> None:
    random = Random(players)
    for _ in range(30):
        position = random_position(random, players, 2)
        ending, answer = ending_of(position), solve(position)
        seats, choosers = ending.order(ending.lead, ending.holder)
        seat, side = seats[len(ending.trick)], ending.side(choosers[len(ending.trick)])
        assert {a["card"] for a in answer["actions"]} == set(analyser.moves(position)["cards"])
        for action in answer["actions"]:
            card = "POB".index(action["card"][0]) * 10 + int(action["card"][1])
            hands = [tuple(c for c in hand if c != card) for hand in ending.hands]
            assert len(hands[seat]) < len(ending.hands[seat])
            after = Ending(**vars(ending) | {"hands": tuple(hands), "trick": (*ending.trick, card)})
            done = position["completed"][side]
            expected = {
                "card": action["card"],
                "exact": listed(after.counts("exact", side), done),
                "max_completed": listed(after.counts("max_completed", side), done)[-1],
                "points": minimax_points(position, after, side),
            }
            if players != 3:
                expected["difference"] = minimax_points(position, after, 0, minus=1)
            assert action == expected
        best = max(action["points"] for action in answer["actions"])
        assert best == answer["sides"][side]["points"]


@pytest.mark.parametrize("position", [TRICKS, CLARA_TRICKS, TEAMS])
def test_a_round_without_tricks_left(position: Object) -> None:
    seats = len(position["hands"])
    ended = position | {"hands": [""] * seats, "trick": [], "lead": 0}
    answer = solve(ended)
    done = ended.get("completed", [0, 0, 0])
    assert [side["exact"] for side in answer["sides"]] == [[count] for count in done]
    assert answer["actions"] == []
    assert "no tricks are left" in to_text(ended)


def test_the_text_of_the_example() -> None:
    assert to_text(TRICKS).split("\n\n") == [
        "3 players, purple is trump; seat 0 leads; seat 0 is to play",
        "seat 1                        seat 2\n"
        "P 2 0                         P\n"
        "O                             O 9 8\n"
        "B 7                           B 2\n"
        "               seat 0\n"
        "               P 9 6\n"
        "               O 3\n"
        "               B",
        "can force  bid  completed  at least  exactly  points\n"
        "side 0     1    0          0         –        6\n"
        "side 1     0    0          1         0        30\n"
        "side 2     2    0          0         –        1",
        "for side 0  at least  exactly  points  keeps\n"
        "P9          0         –        6       points, most tricks\n"
        "P6          0         –        6       points, most tricks\n"
        "O3          0         –        6       points, most tricks",
        "A best line for the points of side 0:\n"
        "  seat 0 leads P6 P2 O8, taken by seat 0 with a slacker\n"
        "  seat 0 leads P9 P0 O9, taken by seat 1\n"
        "  seat 1 leads B7 B2 O3, taken by seat 1",
    ]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_best_line_makes_the_points(players: int) -> None:
    from analyser.games.maids.positions import read_tricks
    from analyser.games.maids.solution import Solution

    random = Random(players)
    for _ in range(10):
        position = random_position(random, players, 3)
        fields, state = read_tricks(position)
        rules = fields.load_rules()
        solution = Solution(rules, state, tuple(fields.bids), tuple(fields.appeals))
        side = state.side(state.chooser)
        won = [[a, c] for a, c in zip(state.accepted, state.completed, strict=True)]
        for trick in solution.best_line():
            won[state.side(trick.winner)][0] += 1
            won[state.side(trick.winner)][1] += not trick.slack
        accepted, completed = zip(*won, strict=True)
        components = round_components(rules.table, fields.bids, fields.appeals, accepted, completed)
        points = sum(by_side[side] for by_side in components.values())
        assert points == solve(position)["sides"][side]["points"]


ERRORS: list[tuple[Object, Object, str]] = [
    (TRICKS, {"hands": ["P96 O3", "P26 B7", "O98 B2"]}, 'hands[1] = "P6": stands in hands[0]'),
    (TRICKS, {"hands": ["P96", "P20 B7", "O98 B2"]}, "seats hold 2, 3, 3"),
    (TRICKS, {"hands": ["P16 O3", "P20 B7", "O98 B2"]}, 'hands[0] = "P1": not in the deck'),
    (
        TRICKS,
        {"trick": ["P9", "B7"], "hands": ["P6 O3", "P20", "O98 B2"]},
        'field trick[1] = "B7": seat 1 must follow suit, with P2, P0',
    ),
    (TRICKS, {"completed": [0, 1, 0]}, "field completed[1] = 1: must be at most accepted, 0"),
    (TRICKS, {"accepted": [3, 0, 0]}, "only 2 slackers are gone, which can have won tricks"),
    (TRICKS, {"accepted": [2, 2, 0], "completed": [2, 2, 0]}, "2 tricks are left to play"),
    (TRICKS, {"hands": ["P9", "P2"]}, 'field hands = ["P9", "P2"]: must hold 3 entries'),
    (TRICKS, {"bids": [1, 0]}, "field bids = [1, 0]: must hold 3 entries"),
    (TRICKS, {"drawn": "P3"}, "field drawn is unknown"),
]


@pytest.mark.parametrize(("item", "change", "message"), ERRORS)
def test_bad_fields_are_named(item: Object, change: Object, message: str) -> None:
    for call in (solve, to_text):
        with pytest.raises(InputError) as error:
            call(item | change)
        assert message in str(error.value)
        assert "\n" not in str(error.value)


# Batches


def deals(players: int, size: int, n: int) -> tuple[Any, Any, Any]:
    random = np.random.default_rng(players)
    cards = load_rules(GAME, "standard", players).table.cards
    seats = max(3, players)
    hands = random.permuted(np.tile(cards, (n, 1)), axis=1)[:, : seats * size]
    trump, lead = random.integers(-1, 3, n), random.integers(0, seats, n)
    return hands.reshape(n, seats, size).astype(np.int8), trump.astype(np.int8), lead


def counts(players: int, n: int) -> dict[str, Any]:
    random = np.random.default_rng(players)
    sides = 2 if players == 4 else 3
    appeals = random.integers(0, 4, (n, sides))
    if players == 2:
        appeals[:, 2] = 0
    return {"bids": random.integers(0, 5, (n, sides)), "appeals": appeals}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_batches_answer_as_single_positions(players: int) -> None:
    n = 20
    hands, trump, lead = deals(players, 4, n)
    known = counts(players, n)
    sides = 2 if players == 4 else 3
    for side in range(sides):
        options: Object = {"players": players, "side": side}
        most = solve_batch("standard", hands, trump, lead, **options)
        exact = solve_batch("standard", hands, trump, lead, **options, question="exact")
        points = solve_batch("standard", hands, trump, lead, **options, question="points", **known)
        assert (most.dtype, exact.dtype, points.dtype) == (np.int8, np.int16, np.int16)
        for i in range(n):
            answer = solve(
                {
                    "game": "maids",
                    "players": players,
                    "trump": TRUMPS[trump[i]],
                    "lead": int(lead[i]),
                    "hands": [hand_text(hand) for hand in hands[i].tolist()],
                    "bids": known["bids"][i].tolist(),
                    "appeals": known["appeals"][i].tolist(),
                }
            )
            found = answer["sides"][side]
            assert (most[i], points[i]) == (found["max_completed"], found["points"])
            assert listed(int(exact[i]), 0) == found["exact"]
            if players != 3:
                difference = solve_batch(
                    "standard", hands[i : i + 1], trump[i], lead[i], players,
                    question="difference", bids=known["bids"][i : i + 1],
                    appeals=known["appeals"][i : i + 1],
                )  # fmt: skip
                assert difference.tolist() == [answer["difference"]]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("question", ["max_completed", "exact", "possible", "points"])
def test_threads_do_not_matter(players: int, question: str) -> None:
    n = 301
    hands, trump, lead = deals(players, 4, n)
    known = counts(players, n)

    def values(**options: Any) -> Any:
        return analyser.solve_batch(
            "maids", hands, trump, lead, players, question=question, **known, **options
        )

    np.testing.assert_array_equal(values(threads=3), values())
    by_seat = [values(side=seat % 2 if players == 4 else seat) for seat in range(max(3, players))]
    np.testing.assert_array_equal(values(), np.array(by_seat)[lead, np.arange(n)])


def test_without_bonus_points_are_tricks() -> None:
    hands, trump, lead = deals(3, 5, 50)
    rules = {"scoring.success": [0, 0, 0], "scoring.appeal_success": 0}
    rules |= {"scoring.appeal_failure": 0, "trick.slacker_ranks": []}
    arrays = (hands, trump, lead)
    points = solve_batch("standard", *arrays, question="points", rules=rules, **counts(3, 50))
    np.testing.assert_array_equal(points, solve_batch("standard", *arrays, rules=rules))


def test_points_are_those_of_the_rules_as_they_are_now(tmp_path: Path) -> None:
    # hands of one card: side 0 takes the trick, meets its bid, and nobody has a choice
    file = tmp_path / "mine.toml"
    hands = [[[9], [2], [18]]] * 2
    known: Object = {"bids": [[1, 0, 1], [1, 1, 1]], "appeals": [[2, 0, 3], [1, 0, 0]]}
    for success, alone, failure in ((20, 30, 5), (21, 32, 4), (20, 30, 5)):
        scoring = f"success = [{alone}, {success}, 10]\nappeal_failure = {failure}"
        file.write_text(f"[scoring]\n{scoring}\n")
        points = solve_batch(str(file), hands, 0, 0, question="points", side=0, **known)
        assert points.tolist() == [1 + success + 2 * 10 + 3 * failure, 1 + alone + 10]


def test_variants_and_empty_batches() -> None:
    none = np.zeros((0, 3, 6), np.int8)
    empty = np.zeros(0, np.int8)
    for question in ("max_completed", "exact", "possible", "points"):
        known = {"bids": np.zeros((0, 3), int), "appeals": np.zeros((0, 3), int)}
        found = analyser.solve_batch(
            "maids:first_to_100", none, empty, empty, question=question, **known
        )
        assert found.shape == (0,)


HANDS = np.array([[[9, 6], [2, 0], [19, 18]]])
BATCH: Object = {"hands": HANDS, "trump": [0], "lead": [0]}
KNOWN: Object = {"question": "points", "bids": [[0, 1, 2]], "appeals": [[0, 0, 1]]}
BATCH_ERRORS: list[tuple[Object, str]] = [
    ({"hands": HANDS[0]}, "hands has the shape (3, 2): must be [n, 3 or 4 seats, cards]"),
    ({"hands": HANDS[:, :2]}, "hands has the shape (1, 2, 2)"),
    ({"hands": np.zeros((1, 3, 7), int)}, "must hold 1 to 6 cards a hand"),
    ({"hands": [[[1], [2, 3], [4]]]}, "hands: must be an array of whole numbers"),
    ({"hands": HANDS / 2}, "hands is of the type float64: must be whole numbers"),
    ({"hands": [[[9, 6], [2, 0], [19, 1]]]}, "hands[0, 2, 1] = 1: not in the deck"),
    ({"hands": [[[9, 6], [2, 0], [19, 9]]]}, "hands[0] holds 9 twice"),
    ({"hands": [[[9, 6], [2, 0], [19, -1]]]}, "hands[0, 2, 1] = -1: not in the deck"),
    ({"trump": [3]}, "trump[0] = 3: must be -1 to 2"),
    ({"trump": [0, 1]}, "trump has the shape (2,): must be [1], one a deal"),
    ({"lead": [3]}, "lead[0] = 3: must be 0 to 2"),
    ({"leader_card": [2], "players": 2}, "leader_card[0] = 2: must be 0 to 1"),
    ({"players": 4}, "players = 4: must be 2 or 3 with 3 hands"),
    ({"question": "tricks"}, "question = 'tricks': must be one of exact, max_completed"),
    ({"side": 3}, "side = 3: must be 'leader' or a side, 0 to 2"),
    ({"side": "left"}, "side = 'left': must be 'leader' or a side"),
    ({"threads": 0}, "threads = 0: must be a whole number from 1"),
    ({"threads": True}, "threads = True: must be a whole number from 1"),
    ({"question": "points"}, "bids is missing: points needs bids and appeals"),
    (KNOWN | {"appeals": None}, "appeals is missing: points needs bids and appeals"),
    (KNOWN | {"bids": [[0, 1]]}, "bids has the shape (1, 2): must be [1, 3 sides]"),
    (KNOWN | {"bids": [[0, 1, 7]]}, "bids[0, 2] = 7: must be one of 0, 1, 2"),
    (KNOWN | {"appeals": [[0, 4, 0]]}, "appeals[0, 1] = 4: must be one of 0, 1, 2, 3"),
    (KNOWN | {"players": 2}, "appeals[0, 2] = 1: must be 0 for Clara"),
    (KNOWN | {"question": "difference"}, "is for two or four players, not three"),
    ({"rules": {"trick.slackers": []}}, "rule 'trick.slackers' is unknown"),
]


@pytest.mark.parametrize(("change", "message"), BATCH_ERRORS)
def test_bad_arguments_are_named(change: Object, message: str) -> None:
    with pytest.raises(InputError) as error:
        solve_batch("standard", **(BATCH | change))
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_unknown_games() -> None:
    with pytest.raises(InputError, match="'bridge'"):
        analyser.solve_batch("bridge", HANDS, [0], [0])
    with pytest.raises(InputError, match="'fast'"):
        analyser.solve_batch("maids:fast", HANDS, [0], [0])
