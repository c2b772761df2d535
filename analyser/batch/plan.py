"""Plans: everything that determines the results of a batch."""

from __future__ import annotations

import hashlib
import json
import operator
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib.metadata import version
from typing import Any

from analyser.core.bots import is_bot, read_bot
from analyser.core.errors import InputError
from analyser.core.records import Records
from analyser.core.registry import get_game
from analyser.core.rules import Rules, load_rules
from analyser.core.spec import GameSpec

SEEDS = 1 << 64
"""Seeds run from 0 to below this: a word of the random streams."""

MAX_GAMES = 10**12


IDENTITY = ("game", "players", "rules", "strategies", "bots", "seed", "games", "version")
"""The keys of a plan's description that determine its results; only tables with bots have some."""


def package_version() -> str:
    """The version of this package, which results depend on."""
    return version("analyser")


@dataclass(frozen=True)
class Plan:
    """A batch to play: ``games`` complete games from game 0 of a seed.

    ``strategies`` may be given as ``"A"``, ``"A,B,C"`` or a sequence; it is kept as one canonical
    text a seat. ``bots`` has the digest of the file of each that is a bot, by text; the files are
    read unless it is given. Raises InputError that names the field, its value and what is allowed.
    """

    spec: GameSpec
    rules: Rules
    strategies: tuple[str, ...]
    seed: int
    games: int
    version: str = field(default_factory=package_version)
    bots: Mapping[str, str] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        strategies = self.spec.parse_strategies(self.strategies, self.rules)
        object.__setattr__(self, "strategies", strategies)
        bots = sorted({text for text in strategies if is_bot(text)})
        if bots != sorted(self.bots):
            object.__setattr__(self, "bots", {text: read_bot(text).digest for text in bots})
        object.__setattr__(self, "seed", _whole("seed", self.seed, 0, SEEDS - 1))
        object.__setattr__(self, "games", _whole("games", self.games, 1, MAX_GAMES))

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Arrive in another process."""
        self.__dict__.update(state)
        self.check_bots()

    def check_bots(self) -> None:
        """Read the files of the bots again; raise InputError if one is not what it was."""
        for text, digest in self.bots.items():
            if read_bot(text).digest != digest:
                raise InputError(f"strategy {text!r}: the file has changed since the run began")

    @cached_property
    def identity(self) -> dict[str, Any]:
        """What two plans must share to have the same results, game by game."""
        return identity_of(self.describe())

    @cached_property
    def digest(self) -> str:
        """Sixteen hex digits that name the identity."""
        text = json.dumps(self.identity, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def describe(self) -> dict[str, Any]:
        """Return what results say about their origin, in the order in which it is printed."""
        return {
            "game": self.spec.name,
            "variant": self.rules.variant,
            "rules": self.rules.flat,
            "rules_digest": self.rules.digest,
            "players": self.rules.players,
            "strategies": list(self.strategies),
            **({"bots": dict(self.bots)} if self.bots else {}),
            "seed": self.seed,
            "games": self.games,
            "version": self.version,
            "assumed": list(self.spec.assumed(self.rules)),
            "rulings": list(self.spec.rulings(self.rules)),
        }

    @classmethod
    def from_description(cls, description: Mapping[str, Any]) -> Plan:
        """Rebuild a plan from what :meth:`describe` returned, its version included.

        Raises InputError if this version no longer knows the game, a rule or a strategy.
        """
        spec = get_game(description["game"])
        players = description["players"]
        # The description holds every rule, so any variant for these players can be overridden.
        ground = next(
            (v for v in spec.variants() if players in spec.variant_players(v)), "standard"
        )
        rules = load_rules(spec, ground, players, description["rules"])
        return cls(
            spec,
            replace(rules, variant=description["variant"]),
            tuple(description["strategies"]),
            description["seed"],
            description["games"],
            description["version"],
            description.get("bots", {}),
        )

    def play(self, start: int, count: int) -> Records:
        """Play ``count`` games from game ``start``."""
        return self.spec.simulate(self.rules, self.strategies, self.seed, start, count)

    def trace(self, start: int, count: int) -> tuple[Records, Any]:
        """Play the same games and also return what was done in them, as the game's trace."""
        return self.spec.trace(self.rules, self.strategies, self.seed, start, count)


def identity_of(description: Mapping[str, Any]) -> dict[str, Any]:
    """The part of a plan's description that determines its results."""
    return {key: description[key] for key in IDENTITY if key in description}


def _whole(name: str, value: object, low: int, high: int) -> int:
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        number = None
    if number is None or isinstance(value, bool) or not low <= number <= high:
        raise InputError(f"{name} = {value!r}: must be a whole number from {low} to {high}")
    return number
