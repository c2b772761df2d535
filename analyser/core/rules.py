"""Rules: read from TOML, laid over each other, validated, digested.

The layers, each overriding the keys it names: the game's ``rules.toml``, a variant's file, and
overrides given by hand. A file may hold a table ``for_players.N`` whose keys count only with N
players, and a table ``variant`` that says what the file is (its game, title and player counts).
The result is the game's frozen ``Table`` with every key resolved.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, get_type_hints

import msgspec

from analyser.core.errors import InputError, suggest
from analyser.core.fields import in_words
from analyser.core.spec import GameSpec

HEADER = ("game", "title", "players")
"""Keys of a rules file's ``variant`` table, which says what the file is; all optional."""


class RuleError(InputError):
    """A rule whose value cannot be: names the key, the value and what is allowed."""

    def __init__(self, key: str, value: object, allowed: str) -> None:
        super().__init__(f"rule {key} = {toml_value(value)}: {allowed}")
        self.key = key


@dataclass(frozen=True)
class Rules:
    """A validated, resolved rule set of one game for one number of players."""

    game: str
    variant: str
    players: int
    table: Any

    def __hash__(self) -> int:
        return hash(self.digest)

    @cached_property
    def flat(self) -> dict[str, Any]:
        """Every rule key, dotted, with its value as TOML would give it."""
        return dict(flatten(msgspec.to_builtins(self.table)))

    @cached_property
    def digest(self) -> str:
        """Sixteen hex digits that name the game, the number of players and every rule."""
        text = json.dumps([self.game, self.players, self.flat], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True)
class VariantFile:
    """A rules file: its title, the player counts it allows, and the dotted keys it sets.

    ``source`` is the path that messages name, empty for what ships with the game. ``always`` holds
    the keys that count with any number of players, ``for_players`` those of some numbers.
    """

    name: str
    source: str
    title: str
    players: tuple[int, ...]
    always: Mapping[str, Any]
    for_players: Mapping[int, Mapping[str, Any]]

    def keys(self, players: int) -> dict[str, Any]:
        """The dotted keys that the file sets for that number of players."""
        return {**self.always, **self.for_players.get(players, {})}


def toml_value(value: object) -> str:
    """Write a value as TOML would (JSON agrees with TOML on everything that a rule can be)."""
    return json.dumps(value, ensure_ascii=False, default=str)


def read_variant(spec: GameSpec, variant: str) -> VariantFile:
    """Read a shipped variant by name, or a rules file by path.

    A path is read anew by every call. Raises InputError if there is no such variant or file, or
    the file is not what it should be.
    """
    shipped = _shipped(spec)
    if variant in shipped:
        return shipped[variant]
    path = Path(variant)
    if path.suffix != ".toml" and not path.is_file():
        raise InputError(
            f"variant {variant!r} of {spec.name} is unknown{suggest(variant, shipped)}; there are: "
            f"{', '.join(shipped)}; or give the path of a .toml file"
        )
    return _read_file(spec, path, path.stem)


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file; raise InputError, naming the file and line, if that cannot be done."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
        raise InputError(f"{path}: cannot be read: {reason}") from None
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path}: not valid TOML: {error}") from None


def load_rules(
    spec: GameSpec,
    variant: str = "standard",
    players: int | None = None,
    overrides: Mapping[str, Any] | None = None,
) -> Rules:
    """Resolve the rules of a variant for a number of players.

    Parameters
    ----------
    variant : a shipped variant's name, or the path of a TOML file
    players : default three where the variant allows it, else its smallest number
    overrides : dotted rule key to value

    Raises InputError naming the key (and file), the value, and what is allowed.
    """
    chosen = read_variant(spec, variant)
    if players is None:
        players = 3 if 3 in chosen.players else min(chosen.players)
    if players not in chosen.players or isinstance(players, bool):
        allowed = ", ".join(map(str, chosen.players))
        raise InputError(
            f"players = {players}: {spec.name}:{chosen.name} is played by {allowed} players"
        )
    layers = [(chosen.source, chosen.keys(players)), ("", dict(overrides or {}))]
    flat = read_variant(spec, "standard").keys(players)
    known = list(flat)
    origin: dict[str, str] = {}
    for source, keys in layers:
        for key, value in keys.items():
            if key not in flat:
                raise InputError(_prefix(source) + _unknown_key(key, known, spec.name))
            flat[key] = value
            origin[key] = source
    table_type = spec.module("rules").Table
    try:
        table = msgspec.convert(_nest(flat), table_type)
        table.check(players)
    except msgspec.ValidationError as error:
        bad = _explain(error, flat, table_type)
        raise InputError(_prefix(origin.get(bad.key, "")) + str(bad)) from None
    except RuleError as bad:
        raise InputError(_prefix(origin.get(bad.key, "")) + str(bad)) from None
    return Rules(spec.name, chosen.name, players, table)


def override(spec: GameSpec, rules: Rules, overrides: Mapping[str, Any]) -> Rules:
    """The same rules but for some keys; InputError as in :func:`load_rules`."""
    ground = next(v for v in spec.variants() if rules.players in spec.variant_players(v))
    return load_rules(spec, ground, rules.players, rules.flat | dict(overrides))


def _prefix(source: str) -> str:
    return f"{source}: " if source else ""


@cache
def _shipped(spec: GameSpec) -> Mapping[str, VariantFile]:
    """The variants that ship with a game by name, read once, as its modules are."""
    return {
        name: dataclasses.replace(_read_file(spec, path, name), source="")
        for name, path in spec.variants().items()
    }


def _read_file(spec: GameSpec, path: Path, name: str) -> VariantFile:
    content = read_toml(path)
    header, overlays = (content.pop(name, {}) for name in ("variant", "for_players"))
    if not isinstance(header, dict) or not set(header) <= set(HEADER):
        raise InputError(
            f"{path}: variant = {toml_value(header)}: must be a table of {', '.join(HEADER)}"
        )
    if header.get("game", spec.name) != spec.name:
        raise InputError(
            f"{path}: variant.game = {toml_value(header['game'])}: must be {toml_value(spec.name)}"
        )
    players = header.get("players", list(spec.players))
    if (
        not isinstance(players, list)
        or not players
        or any(type(p) is not int or p not in spec.players for p in players)
    ):
        raise InputError(
            f"{path}: variant.players = {toml_value(players)}: must be a list of numbers among "
            f"{list(spec.players)}"
        )
    if (
        not isinstance(overlays, dict)
        or not set(overlays) <= {str(p) for p in spec.players}
        or not all(isinstance(tables, dict) for tables in overlays.values())
    ):
        raise InputError(
            f"{path}: for_players = {toml_value(overlays)}: must hold tables named by a number "
            f"among {list(spec.players)}"
        )
    return VariantFile(
        name,
        str(path),
        str(header.get("title", name)),
        tuple(sorted(set(players))),
        dict(flatten(content)),
        {int(number): dict(flatten(tables)) for number, tables in overlays.items()},
    )


def flatten(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every value of nested tables with its dotted key."""
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from flatten(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value


def _nest(flat: Mapping[str, Any]) -> dict[str, Any]:
    tree: dict[str, Any] = {}
    for key, value in flat.items():
        *path, last = key.split(".")
        node = tree
        for part in path:
            node = node.setdefault(part, {})
        node[last] = value
    return tree


def _unknown_key(key: str, known: list[str], game: str) -> str:
    below = [k for k in known if k.startswith(f"{key}.")]
    if below:
        return f"{key} is a group of rules, not one; it holds: {', '.join(below)}"
    return f"rule {key!r} is unknown{suggest(key, known)}; {game} has: {', '.join(known)}"


def _explain(error: msgspec.ValidationError, flat: Mapping[str, Any], table: Any) -> RuleError:
    """Turn msgspec's message into one that names the key, its value and what is allowed."""
    what, _, path = str(error).partition(" - at `$.")
    key = re.sub(r"\[.*", "", path.rstrip("`"))
    if what.startswith("Invalid enum value"):
        kind = table
        for part in key.split("."):
            kind = get_type_hints(kind)[part]
        words = re.findall(r"'(\w+)'", str(kind))
        return RuleError(key, flat.get(key), f"must be among {', '.join(words)}")
    each = "each entry " if "[" in path else ""
    return RuleError(key, flat.get(key), each + in_words(what))
