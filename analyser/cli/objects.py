"""JSON objects from a file or from standard input."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from analyser.core.errors import InputError

Object = dict[str, Any]
T = TypeVar("T")


def answer_all(file: str, answer: Callable[[Object], T]) -> list[T]:
    """Apply `answer` to every object of the file (`-`: stdin), in order.

    The file holds one JSON object or JSON Lines. Raises InputError, naming the file and line, at
    the first object that is bad, so that nothing is printed for a file that is bad anywhere.
    """
    answers = []
    for place, item in _objects(file):
        try:
            answers.append(answer(item))
        except InputError as error:
            raise InputError(f"{place}: {error}") from None
    return answers


def _objects(file: str) -> list[tuple[str, Object]]:
    """Every object with the place it stands at: the file, or file:line in JSON Lines."""
    name = "<stdin>" if file == "-" else file
    text = _read(file, name)
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not lines:
        raise InputError(f"{name}: holds no JSON object")
    if len(lines) > 1 and _is_json(lines[0][1]):
        return [(f"{name}:{number}", _parse(line, name, number)) for number, line in lines]
    return [(name, _parse(text, name, 1))]


def _read(file: str, name: str) -> str:
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{name}: is not UTF-8 text") from None
    except OSError as error:
        raise InputError(f"{name}: cannot be read: {error.strerror}") from None


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _parse(text: str, name: str, line: int) -> Object:
    """Read one object that starts on that line."""
    try:
        value = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        place = f"{name}:{line + error.lineno - 1}"
        raise InputError(f"{place}: not JSON: {error.msg} at column {error.colno}") from None
    except RecursionError:
        raise InputError(f"{name}:{line}: not JSON that makes sense: nested too deeply") from None
    except ValueError as error:
        raise InputError(f"{name}:{line}: {error}") from None
    if not isinstance(value, dict):
        raise InputError(f"{name}:{line}: must be a JSON object, not {json.dumps(value)[:40]}")
    return value


def _unique(pairs: list[tuple[str, Any]]) -> Object:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"field {twice!r} is given twice")
    return found


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")
