"""Conditions on the rows of records, such as ``bid == 0 and accepted >= 3``.

The language is a small part of Python's expressions: column names, whole numbers, quoted text,
``+`` and ``-``, comparisons, ``and``, ``or``, ``not`` and parentheses. An expression is checked
as a whole before any game is played, and nothing in it is ever executed by Python.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator, Mapping
from functools import reduce
from typing import TYPE_CHECKING, Any, Literal

from analyser.core.errors import InputError, suggest
from analyser.core.spec import Column

if TYPE_CHECKING:
    import pandas as pd

    from analyser.core.records import Records

Kind = Literal["a number", "text", "a condition"]
Evaluate = Callable[["pd.DataFrame"], Any]

MAX_LENGTH = 200
"""Characters; so short a text cannot nest beyond what Python's parser and stack take."""

MAX_NUMBER = 10**9
CHUNK = 4096
FIRST_CHUNK = 4
"""Games looked through at a time, at most and at first, whence twice as many each time: few enough
that the first match is shown at once, however slow the strategies are."""

_COMPARE: Mapping[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_EQUAL = (ast.Eq, ast.NotEq)
_ARITHMETIC: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
}


def condition(text: str, columns: tuple[Column, ...]) -> Callable[[pd.DataFrame], pd.Series[bool]]:
    """Compile a condition into a function from :meth:`Records.frame` to a mask of its rows.

    ``columns`` are those of the game; ``round`` and ``side`` are known beside them. Raises
    InputError, naming the part that is wrong and what is allowed.
    """
    return _Compiler(text, columns).compile()


class _Compiler:
    """Turns the syntax tree into closures, checking kinds on the way."""

    def __init__(self, text: str, columns: tuple[Column, ...]) -> None:
        self.text = text
        self.labels: dict[str, tuple[str, ...] | None] = {"round": None, "side": None}
        self.labels |= {column.name: column.labels for column in columns}

    def compile(self) -> Evaluate:
        if len(self.text) > MAX_LENGTH:
            raise InputError(f"condition of {len(self.text)} characters: at most {MAX_LENGTH}")
        try:
            tree = ast.parse(self.text.strip(), mode="eval").body
        except (SyntaxError, ValueError):
            problem = "is not an expression like bid == 0 and accepted >= 3"
            raise self.error(problem) from None
        return self.expect("a condition", tree)

    def error(self, problem: str) -> InputError:
        return InputError(f"condition {self.text!r} {problem}")

    def source(self, node: ast.expr) -> str:
        return ast.unparse(node)

    def expect(self, kind: Kind, node: ast.expr) -> Evaluate:
        found, evaluate = self.visit(node)
        if found != kind:
            hint = "; compare it, as in bid == 0" if kind == "a condition" else ""
            raise self.error(f"has {self.source(node)}, {found}, where {kind} belongs{hint}")
        return evaluate

    def visit(self, node: ast.expr) -> tuple[Kind, Evaluate]:
        match node:
            case ast.Name(id=name):
                return self.column(name)
            case ast.Constant(value=int(number)) if not isinstance(number, bool):
                if number > MAX_NUMBER:
                    raise self.error(f"has a number above {MAX_NUMBER:,}")
                return "a number", lambda frame: number
            case ast.Constant(value=str(word)):
                return "text", lambda frame: word
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                negated = self.expect("a number", inner)
                return "a number", lambda frame: -negated(frame)
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                denied = self.expect("a condition", inner)
                return "a condition", lambda frame: ~denied(frame)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _ARITHMETIC:
                apply = _ARITHMETIC[type(op)]
                first, second = self.expect("a number", left), self.expect("a number", right)
                return "a number", lambda frame: apply(first(frame), second(frame))
            case ast.BoolOp(op=op, values=values):
                join = operator.and_ if isinstance(op, ast.And) else operator.or_
                parts = [self.expect("a condition", value) for value in values]
                return "a condition", lambda frame: reduce(join, [part(frame) for part in parts])
            case ast.Compare(left=left, ops=ops, comparators=rest):
                operands = [left, *rest]
                pairs = [
                    self.compare(a, op, b) for a, op, b in zip(operands, ops, rest, strict=False)
                ]
                return "a condition", lambda frame: reduce(operator.and_, [p(frame) for p in pairs])
            case _:
                raise self.error(
                    f"has {self.source(node)}; allowed are column names, whole numbers, "
                    "quoted text, + -, == != < <= > >=, and, or, not and parentheses"
                )

    def column(self, name: str) -> tuple[Kind, Evaluate]:
        if name not in self.labels:
            known = ", ".join(self.labels)
            raise self.error(
                f"has the unknown name {name}{suggest(name, self.labels)}; known: {known}"
            )
        if self.labels[name] is not None:
            return "text", lambda frame: frame[name].astype("object")
        return "a number", lambda frame: frame[name].astype("int64")

    def compare(self, left: ast.expr, op: ast.cmpop, right: ast.expr) -> Evaluate:
        (kind, first), (other, second) = self.visit(left), self.visit(right)
        if type(op) not in _COMPARE:
            raise self.error("compares with something else than == != < <= > >=")
        written = f"{self.source(left)} with {self.source(right)}"
        if kind != other or kind == "a condition":
            raise self.error(f"compares {written}, {kind} with {other}")
        if kind == "text":
            if not isinstance(op, _EQUAL):
                raise self.error(f"compares {written}; text knows only == and !=")
            self.check_label(left, right)
            self.check_label(right, left)
        if not any(isinstance(node, ast.Name) for e in (left, right) for node in ast.walk(e)):
            raise self.error(f"compares {written} and thus no column")
        apply = _COMPARE[type(op)]
        return lambda frame: apply(first(frame), second(frame))

    def check_label(self, column: ast.expr, word: ast.expr) -> None:
        """Refuse to compare a column with text that it never holds."""
        if isinstance(column, ast.Name) and isinstance(word, ast.Constant):
            labels = self.labels[column.id] or ()
            if word.value not in labels:
                raise self.error(
                    f"compares {column.id} with {word.value!r}; it is {', '.join(labels)}"
                )


def matching_games(
    play: Callable[[int, int], Records],
    matches: Callable[[pd.DataFrame], pd.Series[bool]],
    first: int,
    end: int,
) -> Iterator[int]:
    """Yield the games from ``first`` up to ``end`` that have a matching row, in order.

    ``play(start, count)`` returns the records of that many games; games are played as they are
    asked for.
    """
    count = FIRST_CHUNK
    while first < end:
        frame = play(first, min(count, end - first)).frame()
        yield from map(int, frame.loc[matches(frame), "game"].unique())
        first += count
        count = min(2 * count, CHUNK)
