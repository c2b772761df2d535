"""Conditions on rows of records: what they select, and what is refused."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from analyser.batch.condition import condition, matching_games
from analyser.core.errors import InputError
from analyser.core.records import Records
from analyser.core.spec import Column

COLUMNS = (
    Column("trump", "round", "trump suit", ("purple", "orange", "none")),
    Column("bid", "side", "tricks called for"),
    Column("won", "side", "tricks won"),
)


def play(start: int, count: int) -> Records:
    """Two rounds a game: trump = round's code, bids 0 and 1, side 1 wins as many as its game."""
    game = np.repeat(np.arange(start, start + count), 2)
    rounds = np.tile([1, 2], count)
    zero = np.zeros_like(game)
    block = np.stack([rounds, rounds - 1, zero, zero + 1, zero, game])
    return Records(COLUMNS, 2, start, count, block.astype(np.int16))


def rows(text: str) -> list[tuple[int, int, int]]:
    """The (game, round, side) that a condition selects among three games."""
    frame: pd.DataFrame = play(0, 3).frame()
    chosen = frame[condition(text, COLUMNS)(frame)]
    return list(zip(chosen["game"], chosen["round"], chosen["side"], strict=True))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("won == 2", [(2, 1, 1), (2, 2, 1)]),
        ("won==2 and round==1", [(2, 1, 1)]),
        ("won >= 1 and not won > 1", [(1, 1, 1), (1, 2, 1)]),
        ("0 < won < 2", [(1, 1, 1), (1, 2, 1)]),
        ("won - bid == 1", [(2, 1, 1), (2, 2, 1)]),
        ("won + 1 == -1 + bid + 3 and (round != 1)", [(2, 2, 1)]),
        ("trump == 'orange' and side == 0 and bid <= 0", [(0, 2, 0), (1, 2, 0), (2, 2, 0)]),
        ('"purple" != trump and won == 1 or won == 2 and round == 1', [(1, 2, 1), (2, 1, 1)]),
        ("won == 999999999", []),
    ],
)
def test_selects(text: str, expected: list[tuple[int, int, int]]) -> None:
    assert rows(text) == expected


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not an expression"),
        ("bid ==", "not an expression"),
        ("bid = 0", "not an expression"),
        ("bid == 0; won == 1", "not an expression"),
        ("bid == 0\0", "not an expression"),
        ("bids == 0", "unknown name bids .did you mean bid... known: round, side, trump, bid, won"),
        ("bid", "has bid, a number, where a condition belongs; compare it"),
        ("bid and won == 1", "has bid, a number, where a condition belongs"),
        ("not trump", "has trump, text, where a condition belongs"),
        ("trump == 1", "compares trump with 1, text with a number"),
        ("bid == '0'", "compares bid with '0', a number with text"),
        ("trump < 'orange'", "text knows only == and !="),
        ("trump == 'green'", "compares trump with 'green'; it is purple, orange, none"),
        ("'green' == trump", "compares trump with 'green'; it is purple, orange, none"),
        ("1 == 1", "compares 1 with 1 and thus no column"),
        ("(bid == 1) == (won == 1)", "a condition with a condition"),
        ("bid in (1, 2)", "allowed are column names"),
        ("bid is 1", "something else than == != < <= > >="),
        ("bid == True", "has True; allowed are"),
        ("bid == 1.5", "has 1.5; allowed are"),
        ("bid * 2 == won", r"has bid \* 2; allowed are"),
        ("bid == 99999999999", "a number above 1,000,000,000"),
        ("bid.real == 1", "has bid.real; allowed are"),
        ("__import__('os').system('true') == 0", "allowed are column names"),
        ("[b for b in bid] == 1", "allowed are column names"),
        ("bid == " + "1+" * 200 + "1", "at most 200"),
    ],
)
def test_refused(text: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        condition(text, COLUMNS)


@pytest.mark.parametrize("text", ["(" * 90 + "won == 1" + ")" * 90, "-" * 190 + "won == 1"])
def test_any_nesting_that_fits_is_understood(text: str) -> None:
    assert rows(text) == [(1, 1, 1), (1, 2, 1)]


def test_games_come_in_order_and_only_from_the_range() -> None:
    matches = condition("won > 4 and won != 6", COLUMNS)
    assert list(matching_games(play, matches, 3, 9)) == [5, 7, 8]


def test_games_are_played_only_as_far_as_needed() -> None:
    played: list[int] = []

    def counting(start: int, count: int) -> Records:
        played.append(start)
        return play(start, count)

    found = matching_games(counting, condition("won == 5", COLUMNS), 0, 1000)
    assert next(found) == 5
    assert played == [0, 4]
