"""Records: columns by name, games and last rounds, rows, bytes."""

from __future__ import annotations

import numpy as np
import pytest

from analyser.core.records import Records
from analyser.core.spec import Column

COLUMNS = (
    Column("trump", "round", "trump suit", ("purple", "none")),
    Column("bid", "side", "tasks called for"),
    Column("starter", "round", "seat that draws first"),
)


@pytest.fixture
def records() -> Records:
    """Games 5 (two rounds) and 6 (one round) of two sides."""
    block = np.array(
        [
            [1, 2, 1],  # round
            [0, 1, 0],  # trump
            [4, 5, 6],  # bid of side 0
            [7, 8, 9],  # bid of side 1
            [1, 0, 1],  # starter
        ],
        dtype=np.int16,
    )
    return Records(COLUMNS, 2, 5, 2, block)


def test_columns_by_name(records: Records) -> None:
    assert records["round"].tolist() == [1, 2, 1]
    assert records["trump"].tolist() == [0, 1, 0]
    assert records["bid"].tolist() == [[4, 5, 6], [7, 8, 9]]
    assert records["starter"].tolist() == [1, 0, 1]
    assert np.shares_memory(records["bid"], records.block)


def test_side_column_of_one_side_keeps_its_shape() -> None:
    block = np.zeros((4, 3), dtype=np.int16)
    assert Records(COLUMNS, 1, 0, 3, block)["bid"].shape == (1, 3)


def test_unknown_column(records: Records) -> None:
    with pytest.raises(KeyError, match="points"):
        records["points"]


def test_games_and_last_rounds(records: Records) -> None:
    assert records.rounds == 3
    assert records.game.tolist() == [5, 5, 6]
    assert records.last.tolist() == [False, True, True]


def test_number_of_fields() -> None:
    assert Records.fields(COLUMNS, 2) == 5
    assert Records.fields(COLUMNS, 3) == 6


def test_frame_has_one_row_a_round_and_side(records: Records) -> None:
    frame = records.frame()
    assert list(frame) == ["game", "round", "side", "trump", "bid", "starter"]
    assert frame.astype(str).to_numpy().tolist() == [
        ["5", "1", "0", "purple", "4", "1"],
        ["5", "1", "1", "purple", "7", "1"],
        ["5", "2", "0", "none", "5", "0"],
        ["5", "2", "1", "none", "8", "0"],
        ["6", "1", "0", "purple", "6", "1"],
        ["6", "1", "1", "purple", "9", "1"],
    ]


def test_bytes_round_trip(records: Records) -> None:
    again = Records.from_bytes(records.to_bytes(), COLUMNS, 2, 5, 2)
    np.testing.assert_array_equal(again.block, records.block)
    assert (again.start, again.games, again.sides) == (5, 2, 2)
    assert again.frame().equals(records.frame())


def test_bytes_that_do_not_fit(records: Records) -> None:
    with pytest.raises(ValueError, match="reshape"):
        Records.from_bytes(records.to_bytes()[:-2], COLUMNS, 2, 5, 2)
