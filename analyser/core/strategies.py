"""Strategies as text: ``name``, ``name:parameter:parameter``, or ``path/to/file.py:ClassName``.

Plans and results keep *canonical* texts: the first parameter is always written, those after it
only up to the last that is not the default; a file is written with its absolute path.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analyser.core.bots import Guest, bot_text, is_bot
from analyser.core.errors import InputError, suggest

if TYPE_CHECKING:
    from analyser.core.rules import Rules
    from analyser.core.spec import GameSpec, StrategySpec

Value = int | str


@dataclass(frozen=True)
class Parameter:
    """A parameter of a strategy: one of some words, or a whole number in a range."""

    name: str
    default: Value
    allowed: range | tuple[str, ...]

    @property
    def expected(self) -> str:
        """What it may be, in words."""
        if isinstance(self.allowed, range):
            return f"a whole number from {self.allowed[0]} to {self.allowed[-1]}"
        return f"one of {', '.join(self.allowed)}"

    def read(self, text: str) -> Value:
        """Return the value that a text stands for; raise InputError if it is none."""
        number = text.isascii() and text.isdigit() and len(text) < 20
        value = int(text) if number and isinstance(self.allowed, range) else text
        if value not in self.allowed:
            raise InputError(f"{self.name} = {text!r}: must be {self.expected}")
        return value


def canonical(spec: GameSpec, text: object) -> str:
    """Return the canonical text of a strategy; raise InputError if the game has none like it.

    The file of a bot is not read.
    """
    if not isinstance(text, str):
        raise InputError(f"strategy {text!r}: must be the name of a strategy")
    text = text.strip()
    if is_bot(text):
        return bot_text(text)
    strategy, values = _read(spec, text)
    parameters = strategy.parameters
    changed = [i for i, p in enumerate(parameters) if values[p.name] != p.default]
    written = list(values.values())[: max(changed, default=0) + 1]
    return ":".join([strategy.name, *map(str, written)])


def chosen(spec: GameSpec, text: str) -> tuple[str, Mapping[str, Value]]:
    """The name of a strategy and the values of its parameters by name, from its text."""
    strategy, values = _read(spec, text)
    return strategy.name, values


def make_player(
    spec: GameSpec, makers: Mapping[str, Callable[..., Any]], text: str, rules: Rules, where: str
) -> Any:
    """Return what plays a seat: a new object of a bot's class, or what the game's maker makes.

    ``makers`` by name of strategy are given the rules and the parameters by name. ``where`` tells
    the seat and its game in messages about a bot.
    """
    if is_bot(text):
        return Guest(text, rules, where)
    name, values = chosen(spec, text)
    return makers[name](rules, **values)


def _read(spec: GameSpec, text: str) -> tuple[StrategySpec, dict[str, Value]]:
    name, *given = text.split(":")
    known = {s.name: s for s in spec.strategies}
    if name not in known:
        wrong = f"is unknown{suggest(name, known)}" if name else "has no name: a comma too many?"
        raise InputError(
            f"strategy {text!r} {wrong}; {spec.name} has: "
            f"{', '.join(s.usage for s in spec.strategies)}; or path/to/file.py:ClassName"
        )
    strategy = known[name]
    parameters = strategy.parameters
    if len(given) > len(parameters):
        allowed = f"must be {strategy.usage}" if parameters else f"{name} has no parameters"
        raise InputError(f"strategy {text!r}: {allowed}")
    values = {p.name: p.default for p in parameters}
    for parameter, value in zip(parameters, given, strict=False):
        try:
            values[parameter.name] = parameter.read(value)
        except InputError as error:
            raise InputError(f"strategy {text!r}: {error}") from None
    return strategy, values
