"""Fields of what people write: positions, finished rounds, report definitions.

A game declares the fields as a msgspec ``Struct`` with ``forbid_unknown_fields=True``; what does
not fit becomes one message that names the field, its value and what is allowed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, TypeVar, get_args, get_type_hints

import msgspec

from analyser.core.errors import InputError, suggest

T = TypeVar("T", bound=msgspec.Struct)

_WORDS = {
    "int": "a whole number",
    "str": "text",
    "bool": "true or false",
    "float": "a number",
    "array": "a list",
    "object": "an object",
}
_BOUNDS = {">=": "at least", "<=": "at most", ">": "above"}


class FieldError(InputError):
    """A field whose value cannot be: names the field, the value and what is allowed."""

    def __init__(self, field: str, value: object, allowed: str) -> None:
        text = json.dumps(value, ensure_ascii=False, default=str)
        super().__init__(f"field {field} = {text}: {allowed}")


def read_fields(fields: Mapping[str, Any], kind: type[T]) -> T:
    """Return the object as a ``kind``; raise InputError naming the first field that is wrong."""
    try:
        return msgspec.convert(fields, kind)
    except msgspec.ValidationError as error:
        raise _explain(error, fields, kind) from None


def _explain(
    error: msgspec.ValidationError, fields: Mapping[str, Any], kind: type[T]
) -> InputError:
    what, _, path = str(error).partition(" - at `$")
    path = path.rstrip("`").removeprefix(".")
    inner = f"{path}." if path else ""
    name = what.partition("`")[2].rstrip("`")
    if what.startswith("Object contains unknown field"):
        known = _fields_at(kind, path)
        there_are = f"; there are: {', '.join(known)}" if known else ""
        return InputError(f"field {inner}{name} is unknown{suggest(name, known)}{there_are}")
    if what.startswith("Object missing required field"):
        return InputError(f"field {inner}{name} is missing")
    return FieldError(path, _value_at(fields, path), in_words(what))


def _fields_at(kind: Any, path: str) -> tuple[str, ...]:
    """The fields of the struct at a path such as ``actions[2]``; none if it is no struct."""
    for name in re.findall(r"[^.\[\]\d]+", path):
        kinds = [get_type_hints(kind)[name]]
        while kinds and not hasattr(kind := kinds.pop(), "__struct_fields__"):
            kinds += get_args(kind)
    return getattr(kind, "__struct_fields__", ())


def _value_at(fields: Any, path: str) -> Any:
    """The value at a path such as ``actions[2].seat``."""
    for index, key in re.findall(r"\[(\d+)\]|([^.\[\]]+)", path):
        fields = fields[int(index) if index else key]
    return fields


def in_words(what: str) -> str:
    """Say ``Expected `array | null`, got `int``` or ``Expected `int` >= 1`` as a person would."""
    wanted = re.findall(r"`([^`]*)`", what)[0].split(" | ")
    words = "must be " + " or ".join(_WORDS.get(word, word) for word in wanted)
    bound = re.search(r"(>=|<=|>) (\d+)(\.0)?$", what)
    if bound:
        words += f", {_BOUNDS[bound[1]]} {bound[2]}"
        words += " long" if "length" in what else ""
    return words
