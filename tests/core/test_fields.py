"""Objects that people write: messages that name the field."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import pytest

from analyser.core.errors import InputError
from analyser.core.fields import FieldError, read_fields


class Inner(msgspec.Struct, forbid_unknown_fields=True):
    seat: int


class Outer(msgspec.Struct, forbid_unknown_fields=True):
    lead: int
    turns: list[Inner] = []
    counts: list[int] | None = None
    best: Inner | None = None
    scale: Annotated[float, msgspec.Meta(gt=0)] = 1.0


def test_fields_that_fit() -> None:
    found = read_fields({"lead": 2, "turns": [{"seat": 1}]}, Outer)
    assert found == Outer(2, [Inner(1)])


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({}, "field lead is missing"),
        (
            {"lead": 1, "led": 1},
            "field led is unknown (did you mean lead?); there are: lead, turns",
        ),
        ({"lead": None}, "field lead = null: must be a whole number"),
        ({"lead": 1, "turns": {}}, "field turns = {}: must be a list"),
        ({"lead": 1, "turns": [{"seat": 1}, 7]}, "field turns[1] = 7: must be an object"),
        ({"lead": 1, "turns": [{"seat": 1}, {}]}, "field turns[1].seat is missing"),
        ({"lead": 1, "turns": [{"seat": "é"}]}, 'field turns[0].seat = "é": must be a whole'),
        (
            {"lead": 1, "turns": [{"seat": 1, "seta": 2}]},
            "field turns[0].seta is unknown (did you mean seat?); there are: seat",
        ),
        ({"lead": 1, "counts": 3}, "field counts = 3: must be a list or null"),
        (
            {"lead": 1, "best": {"seats": 1}},
            "field best.seats is unknown (did you mean seat?); there are: seat",
        ),
        ({"lead": 1, "scale": 0}, "field scale = 0: must be a number, above 0"),
    ],
)
def test_fields_that_do_not_fit(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as error:
        read_fields(fields, Outer)
    assert str(error.value).startswith(message)


def test_field_error_reads_as_json() -> None:
    assert str(FieldError("trump", None, "must be a suit")) == "field trump = null: must be a suit"
