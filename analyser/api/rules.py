"""Rules shown, checked and compared."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyser.api.plans import Overrides, read_rules
from analyser.core.errors import InputError

if TYPE_CHECKING:
    from analyser.core.rules import Rules
    from analyser.core.spec import GameSpec


def rules_show(game: str, *, players: int | None = None, rules: Overrides | None = None) -> Rules:
    """Return the resolved rules: ``.flat`` is a dict of dotted keys, ``.digest`` names them."""
    return read_rules(game, players, rules)[1]


def rules_check(file: str | Path) -> dict[str, Any]:
    """Validate a rules file for every number of players that it allows.

    Returns ``game``, ``players`` and, by number of players, ``rules_digest``. Raises InputError
    naming the file, the key, its value and what is allowed.
    """
    from analyser.core.rules import load_rules, read_variant

    spec = _game_of(Path(file))
    path = os.path.join(os.curdir, file)  # never the name of a shipped variant
    players = read_variant(spec, path).players
    return {
        "game": spec.name,
        "players": list(players),
        "rules_digest": {str(n): load_rules(spec, path, n).digest for n in players},
    }


def rules_diff(a: str, b: str, *, players: int | None = None) -> list[dict[str, Any]]:
    """Return the rules in which two rule sets differ: ``key``, ``a`` and ``b``.

    Each is ``GAME[:VARIANT]`` or the path of a rules file. A key that only one of them has is
    null in the other.
    """
    one, other = (read_rules(_with_game(text), players)[1] for text in (a, b))
    left, right = ({"game": r.game, "players": r.players} | r.flat for r in (one, other))
    return [
        {"key": key, "a": left.get(key), "b": right.get(key)}
        for key in left | right
        if left.get(key) != right.get(key)
    ]


def _with_game(text: str) -> str:
    """Put the game before the path of a rules file."""
    from analyser.core.registry import games as registered

    if text.partition(":")[0] in registered() or not text.endswith(".toml"):
        return text
    return f"{_game_of(Path(text)).name}:{text}"


def _game_of(file: Path) -> GameSpec:
    """The game of a rules file: the one it names, else the one that has most of its keys."""
    from analyser.core.registry import games as registered
    from analyser.core.rules import load_rules, read_toml, toml_value

    content = read_toml(file)
    header = content.pop("variant", {})
    if isinstance(header, dict) and "game" in header:
        name = header["game"]
        if name not in registered():
            allowed = ", ".join(registered())
            raise InputError(f"{file}: variant.game = {toml_value(name)}: must be one of {allowed}")
        return registered()[name]
    tables = {name: table for name, table in content.items() if isinstance(table, dict)}
    keys = {f"{name}.{key}" for name, table in tables.items() for key in table}
    known = {
        spec: sum(".".join(key.split(".")[:2]) in keys for key in load_rules(spec).flat)
        for spec in registered().values()
    }
    best = [spec for spec, count in known.items() if count == max(known.values())]
    if len(best) > 1:
        names = ", ".join(spec.name for spec in best)
        raise InputError(f"{file}: may be rules of {names}; name the game in variant.game")
    return best[0]
