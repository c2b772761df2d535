"""Bots: strategies of one's own, each a class in a Python file.

A bot is named ``path/to/file.py:ClassName``. Its class is called with the rules; the object has the
methods of the game's strategies, which end in the legal answers and ``draw``. Whatever goes wrong
in it becomes an :class:`InputError` that names the file and line.
"""

from __future__ import annotations

import ast
import hashlib
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from traceback import walk_tb
from types import ModuleType
from typing import TYPE_CHECKING, Any

from analyser.core.errors import InputError, suggest

if TYPE_CHECKING:
    from analyser.core.rules import Rules

_TEXT = re.compile(r"(.+?\.py)(?::(.*))?", re.DOTALL)


@dataclass(frozen=True)
class Bot:
    """A class in a file as it was read: ``digest`` names the content, ``line`` is the class's."""

    path: Path
    name: str
    digest: str
    make: Callable[[Rules], Any]
    line: int

    def error(self, line: int | None, problem: str) -> InputError:
        """What to raise for a problem at that line, or at the class where it is not known."""
        return InputError(f"{self.path}:{line or self.line}: {problem}")


_bots: dict[str, Bot] = {}
"""The bots that this process has read, by canonical text."""


def is_bot(text: str) -> bool:
    """Whether the text of a strategy names a file."""
    return _TEXT.fullmatch(text) is not None


def bot_text(text: str) -> str:
    """The canonical text of a bot: with its absolute path; raise InputError without a class."""
    path, name = _parts(text)
    if not name.isidentifier():
        raise InputError(
            f"strategy {text!r}: must name a class of the file, like {path.name}:ClassName"
        )
    return f"{path}:{name}"


def _parts(text: str) -> tuple[Path, str]:
    """The absolute path and the name of the class, "" if there is none."""
    match = _TEXT.fullmatch(text)
    assert match is not None, text
    try:
        return Path(match[1]).expanduser().resolve(), match[2] or ""
    except (RuntimeError, ValueError) as error:
        raise InputError(f"strategy {text!r}: {error}") from None


def read_bot(text: str) -> Bot:
    """Return the bot as its file is now; raise InputError if there is no such class."""
    path, name = _parts(text)
    try:
        source = path.read_bytes()
    except OSError as error:
        raise InputError(f"strategy {text!r}: {path}: {error.strerror}") from None
    digest = hashlib.sha256(source).hexdigest()[:16]
    bot = _bots.get(text)
    if bot is None or bot.digest != digest:
        module, lines = _load(path, source, digest)
        if name not in lines:
            missing = f"the file has no class {name}{suggest(name, lines)}"
            raise InputError(f"strategy {text!r}: {missing}; it has: {', '.join(lines) or 'none'}")
        bot = _bots[text] = Bot(path, name, digest, getattr(module, name), lines[name])
    return bot


def known_bot(text: str) -> Bot:
    """Return the bot as it was when a plan last named it, so that a run sticks to one version."""
    return _bots.get(text) or read_bot(text)


def _load(path: Path, source: bytes, digest: str) -> tuple[ModuleType, dict[str, int]]:
    """Run a file as a module of its own; return it and the line of each of its classes."""
    module = ModuleType(f"bot_{hashlib.sha256(bytes(path)).hexdigest()[:16]}_{digest}")
    module.__file__ = str(path)
    try:
        tree = ast.parse(source, str(path))
        code = compile(tree, str(path), "exec")
    except SyntaxError as error:
        raise InputError(f"{path}:{error.lineno or 1}: {error.msg}") from None
    except ValueError as error:
        raise InputError(f"{path}:1: {error}") from None
    sys.modules[module.__name__] = module
    try:
        _quietly(exec, code, module.__dict__)
    except (Exception, SystemExit) as error:
        del sys.modules[module.__name__]
        raise InputError(f"{path}:{_line_of(error, path) or 1}: {_told(error)}") from error
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    return module, {
        node.name: node.lineno
        for node in classes
        if isinstance(getattr(module, node.name, None), type)
    }


class Guest:
    """An object of a bot's class at a seat; ``where`` says in messages which seat of which game.

    It has every method that it is asked for. What a game asks ends in the legal answers and
    ``draw``; the answer must be one of the former.
    """

    def __init__(self, text: str, rules: Rules, where: str) -> None:
        self._bot = known_bot(text)
        self._where = where
        self._object = self._call(self._bot.make, deepcopy(rules))

    def __getattr__(self, method: str) -> Callable[..., Any]:
        if method.startswith("_"):
            raise AttributeError(method)
        bot = self._bot
        function = getattr(self._object, method, None)
        if not callable(function):
            raise bot.error(None, f"class {bot.name} has no method {method} ({self._where})")

        def ask(*question: Any) -> Any:
            legal: Sequence[Any] = question[-2]
            answer = self._call(function, *question)
            for option in legal:
                if _same(option, answer):
                    return option
            options = ", ".join(map(str, legal))
            raise bot.error(
                self._first_line(function),
                f"{bot.name}.{method} answered {_shown(answer)}, must be one of {options} "
                f"({self._where})",
            )

        return ask

    def _call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        try:
            return _quietly(function, *arguments)
        except (Exception, SystemExit) as error:
            line = _line_of(error, self._bot.path) or self._first_line(function)
            raise self._bot.error(line, f"{_told(error)} ({self._where})") from error

    def _first_line(self, function: Callable[..., Any]) -> int | None:
        """The line at which a method begins, if it stands in the bot's file."""
        code = getattr(function, "__code__", None)
        if code is None or code.co_filename != str(self._bot.path):
            return None
        return int(code.co_firstlineno)


def _quietly(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function whose prints go to stderr: stdout holds results."""
    with redirect_stdout(sys.stderr):
        return function(*arguments)


def _line_of(error: BaseException, path: Path) -> int | None:
    """The innermost line of the file that an exception has passed through."""
    frames = walk_tb(error.__traceback__)
    lines = [line for frame, line in frames if frame.f_code.co_filename == str(path)]
    return lines[-1] if lines else None


def _told(error: BaseException) -> str:
    """An exception as the last line of a traceback, without line breaks."""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _same(option: Any, answer: Any) -> bool:
    """Whether an answer is that option; one that cannot be compared is not."""
    try:
        return bool(option == answer) and not isinstance(answer, bool)
    except Exception:
        return False


def _shown(answer: Any) -> str:
    """An answer in a message, whatever it is."""
    try:
        text = repr(answer)
    except Exception:
        text = f"an object of class {type(answer).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."
