"""Finds the games: every package under ``analyser.games`` that defines ``GAME``."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

import analyser.games
from analyser.core.errors import InputError, suggest
from analyser.core.spec import GameSpec


@cache
def games() -> dict[str, GameSpec]:
    """Return every game by name, in alphabetical order."""
    names = sorted(m.name for m in pkgutil.iter_modules(analyser.games.__path__) if m.ispkg)
    return {n: importlib.import_module(f"analyser.games.{n}").GAME for n in names}


def get_game(name: str) -> GameSpec:
    """Return the game of that name; raise InputError, with the names there are, if none has it."""
    known = games()
    if name not in known:
        raise InputError(
            f"game {name!r} is unknown{suggest(name, known)}; there are: {', '.join(known)}"
        )
    return known[name]
