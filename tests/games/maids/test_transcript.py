"""Transcripts: the JSON that checkers read, and the telling of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from analyser.core.rules import load_rules
from analyser.games.maids import GAME
from analyser.games.maids.transcript import to_text
from tests.games.maids.builders import rules_of

TOP = ["game", "variant", "players", "seed", "index", "rules", "strategies", "rounds", "scores"]
ROUND = [
    *("round", "trump", "starter", "actions", "leader_card", "tricks"),
    *("bids", "appeals", "accepted", "completed", "points", "totals"),
]


def transcript(players: int, index: int = 0, **overrides: Any) -> dict[str, Any]:
    rules = rules_of(players, overrides)
    return GAME.replay(rules, ["random"] * players, 7, index)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_keys_in_order(players: int) -> None:
    told = transcript(players)
    assert list(told) == [*TOP, "winner"]
    expected = list(ROUND)
    if players == 2:
        expected.insert(3, "clara")
        assert list(told["rounds"][0]["clara"]) == ["bids", "hand"]
    for round_ in told["rounds"]:
        assert list(round_) == expected
        for turn in round_["actions"]:
            fields = ["seat", "card", "action"] + ["face"] * (turn["action"] == "bid")
            assert list(turn) == fields
            assert turn["action"] in ("keep", "pass", "bid")
        for trick in round_["tricks"]:
            assert list(trick) == ["lead", "plays", "winner", "slack"]
            assert all(list(play) == ["seat", "card", "by"] for play in trick["plays"])


def test_values_of_the_heading() -> None:
    told = transcript(2, 4)
    assert (told["game"], told["variant"], told["players"]) == ("maids", "standard", 2)
    assert (told["seed"], told["index"], told["strategies"]) == (7, 4, ["random", "random"])
    assert told["rules"]["trick.slacker_ranks"] == [6]
    assert told["scores"] == told["rounds"][-1]["totals"]
    assert [round_["trump"] for round_ in told["rounds"]] == ["purple", "orange", None]


def test_variant_is_the_bare_name() -> None:
    rules = load_rules(GAME, "first_to_100", 3)
    assert GAME.replay(rules, ["random"] * 3, 0, 0)["variant"] == "first_to_100"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_survives_json(players: int) -> None:
    told = transcript(players)
    assert json.loads(json.dumps(told)) == told


def test_M12_clara_in_the_transcript() -> None:
    chosen = set()
    for index in range(5):
        for round_ in transcript(2, index)["rounds"]:
            plays = [play for trick in round_["tricks"] for play in trick["plays"]]
            assert len(round_["clara"]["bids"]) == 3
            hand = "".join(group[1:] for group in round_["clara"]["hand"].split())
            assert len(hand) == sum(play["seat"] == 2 for play in plays) == 6
            assert all(play["by"] == play["seat"] for play in plays if play["seat"] < 2)
            chosen |= {play["by"] for play in plays if play["seat"] == 2}
            assert round_["leader_card"] in (0, 1)
    assert chosen == {0, 1}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_text_tells_every_card_and_every_score(players: int) -> None:
    told = transcript(players)
    text = to_text(told)
    assert all(f"plays {name}" in text for name in told["strategies"])
    for round_ in told["rounds"]:
        assert f"Round {round_['round']}: trump {round_['trump'] or 'none'}" in text
        assert all(turn["card"] in text for turn in round_["actions"])
        for side, total in enumerate(round_["totals"]):
            name = f"team {side}+{side + 2}" if players == 4 else f"seat {side}"
            name = "Clara" if (players, side) == (2, 2) else name
            rows = [line for line in text.splitlines() if line.startswith(f"  {name} ")]
            assert any(
                row.split()[-2:] == [str(round_["points"][side]), str(total)] for row in rows
            )


def retold(players: int, totals: list[int], winner: int, leads: int = 0, **rules: Any) -> str:
    """The last line of a game of one round with other totals, its tricks all won by one seat."""
    told = transcript(players, **{"game.rounds": 1} | rules)
    told |= {"scores": totals, "winner": winner}
    for trick in told["rounds"][0]["tricks"]:
        trick["winner"] = leads
    return to_text(told).splitlines()[-1]


def test_text_of_a_clear_win() -> None:
    assert retold(3, [9, 50, 20], 1) == (
        "Result: seat 0 9, seat 1 50, seat 2 20. The winner is seat 1."
    )


def test_text_of_ties_says_how_they_were_broken() -> None:
    assert "level; seat 1 holds the leader card: the winner is seat 1" in (
        retold(3, [50, 50, 20], 1, leads=1)
    )
    assert "level; nearest to the left of seat 2, who holds the leader card: the winner is" in (
        retold(3, [50, 50, 20], 0, leads=2)
    )
    assert "seat 0 and Clara are level; Clara wins ties" in retold(2, [50, 20, 50], 2)
    assert (
        "team 0+2 and team 1+3 are level; seat 3 holds the leader card: the winner is team 1"
        in (retold(4, [50, 50], 1, leads=3))
    )


def test_M15_text_of_extra_rounds() -> None:
    rules = rules_of(3, {"game.end_score": 3, "scoring.success": [1, 1, 1]})
    texts = [to_text(GAME.replay(rules, ["random"] * 3, 5, index)) for index in range(20)]
    assert any("The lead is shared, with" in text for text in texts)
    assert not all("The lead is shared, with" in text for text in texts)
