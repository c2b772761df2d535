"""What a game declares about itself, so that everything else can stay ignorant of it.

A game is a package ``analyser.games.<name>`` whose ``__init__`` holds one :class:`GameSpec`
named ``GAME``. The heavier parts live in modules with fixed names and are imported on first use:

==================  ==============================================================================
``rules``           ``Table``, the frozen dataclass tree of rule keys, with its ``check`` method;
                    ``assumed(table)`` and ``rulings(table, players)``: numbers of rulings
``engine``          the reference engine: the state of a round, legal actions, scoring
``play``            whole games on it: ``play_game(rules, strategies, seed, index)``, and the
                    kernel's twins ``simulate``, ``trace``, ``branches`` and ``resume``, as
                    :class:`~analyser.core.reference.Reference` has them
``forks``           the kinds of forks, and ``check_fork(fork, rules)``
``simulate``        ``simulate``, ``trace``, ``branches`` and ``resume`` on the kernel, as
                    :class:`~analyser.core.kernels.Kernel` has them; also ``play_game``, which
                    the reference engine repeats
``strategies``      the strategies in Python
``positions``       ``moves(position)`` and ``score(finished)``
``solve``           ``solve(position, ...)``, ``solve_batch(variant, ...)`` and
                    ``to_text(position, ...)``, with options of the game's own; a game may come
                    without
``bounds``          ``bounds(rules, strategies, seed, start, count)``: which bids could have been
                    met, all cards seen; a game may come without
``blunders``        ``blunders(rules, strategy)``: whether a strategy makes each of some clear
                    blunders, by name; a game may come without
``transcript``      ``to_dict(game, ...)`` and ``to_text(transcript)``
``analyses``        what the analyses need to know: success, components, groupings, who is better
==================  ==============================================================================
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal

from analyser.core.bots import is_bot
from analyser.core.errors import InputError
from analyser.core.strategies import Parameter, canonical

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from analyser.core.bounds import Bounds
    from analyser.core.branches import Branches
    from analyser.core.forks import Fork
    from analyser.core.records import Records
    from analyser.core.rules import Rules


@dataclass(frozen=True)
class StrategySpec:
    """A way to play: its rung on the game's ladder (0 is the weakest, None is off the ladder).

    ``fast`` ones play about as many games as the kernel can; what searches is not.
    """

    name: str
    ladder: int | None
    description: str
    fast: bool = True
    parameters: tuple[Parameter, ...] = ()

    @property
    def usage(self) -> str:
        """How it is written, like ``name[:first[:second]]``."""
        optional = "".join(f"[:{parameter.name}" for parameter in self.parameters)
        return self.name + optional + "]" * len(self.parameters)


@dataclass(frozen=True)
class Column:
    """An integer column of the records; code ``i`` is written as ``labels[i]`` where given."""

    name: str
    scope: Literal["round", "side"]
    description: str
    labels: tuple[str, ...] | None = None


@dataclass(frozen=True)
class GameSpec:
    """A game: its name, what it is called, who can play it, and where its parts are found.

    ``name`` is the word of the command line; it is also the name of the game's package.
    ``title`` is the published title, ``players`` the player counts, ``strategies`` the ways to
    play in the order of the ladder, ``columns`` what the records count.
    """

    name: str
    title: str
    players: tuple[int, ...]
    strategies: tuple[StrategySpec, ...]
    columns: tuple[Column, ...]

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        from analyser.core.registry import get_game

        return get_game, (self.name,)

    @property
    def default_players(self) -> int:
        """Three where the game allows it, else the smallest number."""
        return 3 if 3 in self.players else min(self.players)

    @property
    def default_strategy(self) -> str:
        """The strongest fast strategy: the highest such rung of the ladder."""
        rungs = {s.ladder: s.name for s in self.strategies if s.fast and s.ladder is not None}
        return rungs[max(rungs)]

    @cached_property
    def folder(self) -> Path:
        """The folder that holds the game's package and its rule files."""
        found = importlib.util.find_spec(f"analyser.games.{self.name}")
        if found is None or found.origin is None:
            raise ModuleNotFoundError(f"analyser.games.{self.name} has no folder")
        return Path(found.origin).parent

    def module(self, name: str) -> ModuleType:
        """Import one of the game's modules."""
        return importlib.import_module(f"analyser.games.{self.name}.{name}")

    def has(self, module: str) -> bool:
        """Whether the game has a module of that name."""
        return (self.folder / f"{module}.py").exists()

    @property
    def analyses(self) -> ModuleType:
        """The module that tells the analyses what success, components and groupings are."""
        return self.module("analyses")

    def variants(self) -> dict[str, Path]:
        """The shipped variants: name to TOML file; ``standard`` first."""
        files = sorted((self.folder / "variants").glob("*.toml"))
        return {"standard": self.folder / "rules.toml"} | {f.stem: f for f in files}

    def variant_players(self, variant: str) -> tuple[int, ...]:
        """The player counts that a shipped variant allows."""
        from analyser.core.rules import read_variant

        return read_variant(self, variant).players

    def sides(self, rules: Rules) -> tuple[str, ...]:
        """How the sides are written in rows, in order."""
        labels: tuple[str, ...] = rules.table.side_labels(rules.players)
        return labels

    def played(self, rules: Rules) -> list[bool]:
        """Which sides somebody plays; one whose label is no number is nobody's (Clara)."""
        return [label.isdigit() for label in self.sides(rules)]

    def seats(self, rules: Rules) -> int:
        """The number of seats that a strategy plays."""
        return rules.players

    def assumed(self, rules: Rules) -> tuple[str, ...]:
        """The numbers of the assumed rulings that results under these rules rest on."""
        numbers: tuple[str, ...] = self.module("rules").assumed(rules.table)
        return numbers

    def rulings(self, rules: Rules) -> tuple[str, ...]:
        """The numbers of the rulings that decide these rules."""
        numbers: tuple[str, ...] = self.module("rules").rulings(rules.table, rules.players)
        return numbers

    def parse_strategies(self, text: str | Sequence[str], rules: Rules) -> tuple[str, ...]:
        """Return the canonical text of one strategy a seat from ``"A"`` or ``"A,B,C"``.

        Raises InputError if there is no such strategy, or not one for all seats or each.
        """
        given = text.split(",") if isinstance(text, str) else list(text)
        texts = [canonical(self, each) for each in given]
        seats = self.seats(rules)
        if len(texts) == 1:
            texts *= seats
        if len(texts) != seats:
            raise InputError(
                f"{len(texts)} strategies given ({', '.join(texts)}) for {seats} seats; "
                f"give one for all or one a seat"
            )
        return tuple(texts)

    def strategy(self, text: str) -> StrategySpec:
        """The strategy of a text; that of a bot is off the ladder."""
        if is_bot(text):
            return StrategySpec(text, None, "a bot of one's own", fast=False)
        name = text.partition(":")[0]
        return next(s for s in self.strategies if s.name == name)

    def player(self, strategies: Sequence[str]) -> ModuleType:
        """The module that plays such a table: the kernel's, or that of the reference engine."""
        kernel = self.has("simulate") and not any(map(is_bot, strategies))
        return self.module("simulate" if kernel else "play")

    def simulate(
        self,
        rules: Rules,
        strategies: Sequence[str],
        seed: int,
        start: int,
        count: int,
        fork: Fork | None = None,
        replicate: int = 0,
    ) -> Records:
        """Play games ``start`` to ``start + count`` of a seeded batch and return their records.

        A ``fork`` is imposed on each of them; another ``replicate`` plays the same cards with
        other random decisions. The kernel plays; its reference engine plays a game that ships
        none, and tables with bots.
        """
        records: Records = self.player(strategies).simulate(
            rules, strategies, seed, start, count, fork, replicate
        )
        return records

    def trace(
        self, rules: Rules, strategies: Sequence[str], seed: int, start: int, count: int
    ) -> tuple[Records, Any]:
        """Play the same games and also return all that was done, as the game's own ``Trace``."""
        traced: tuple[Records, Any] = self.player(strategies).trace(
            rules, strategies, seed, start, count
        )
        return traced

    def branches(
        self,
        rules: Rules,
        strategies: Sequence[str],
        seed: int,
        start: int,
        count: int,
        forks: Sequence[Fork],
    ) -> Branches:
        """Play the same games, and each of their rounds once more under each fork."""
        player = self.player(strategies)
        branches: Branches = player.branches(rules, strategies, seed, start, count, forks)
        return branches

    def resume(
        self,
        rules: Rules,
        strategies: Sequence[str],
        seed: int,
        start: int,
        numbers: NDArray[np.integer],
        totals: NDArray[np.integer],
        leaders: NDArray[np.integer],
    ) -> NDArray[np.int8]:
        """Play n games on from given standings to their end; return the winning sides, int8[n].

        ``numbers`` [n] says how many rounds were played, ``totals`` [n, sides] the scores and
        ``leaders`` [n] who begins the next round. Game i goes on with the cards that game
        ``start + i`` of the seed has in its later rounds.
        """
        winners: NDArray[np.int8] = self.player(strategies).resume(
            rules, strategies, seed, start, numbers, totals, leaders
        )
        return winners

    def bounds(
        self, rules: Rules, strategies: Sequence[str], seed: int, start: int, count: int
    ) -> Bounds:
        """Play the same games and say which bids could have been met, all cards seen.

        Raises InputError if the game cannot tell.
        """
        module = self._optional("bounds", "bounds")
        found: Bounds = module.bounds(rules, strategies, seed, start, count)
        return found

    def replay(
        self, rules: Rules, strategies: Sequence[str], seed: int, index: int
    ) -> dict[str, Any]:
        """Return the transcript of one game of a seeded batch, played by the reference engine.

        What strategies that search do there is taken from the kernel, if the game has one.
        """
        searches = not all(self.strategy(text).fast for text in strategies)
        player = self.player(strategies) if searches else self.module("play")
        game = player.play_game(rules, strategies, seed, index)
        transcript: dict[str, Any] = self.module("transcript").to_dict(
            game, rules, strategies, seed, index
        )
        return transcript

    def transcript_text(self, transcript: dict[str, Any]) -> str:
        """Tell a transcript so that a player can follow it at the table."""
        text: str = self.module("transcript").to_text(transcript)
        return text

    def moves(self, position: dict[str, Any]) -> dict[str, Any]:
        """Return the legal actions of a position; raise InputError naming a bad field."""
        answer: dict[str, Any] = self.module("positions").moves(position)
        return answer

    def solve(self, position: dict[str, Any], **options: Any) -> dict[str, Any]:
        """Return what can be forced from a position when all cards are seen.

        ``options`` are the game's own. Raises InputError naming a bad field or option, or if the
        game has no solver.
        """
        self._check_options(self._solver.solve, options)
        answer: dict[str, Any] = self._solver.solve(position, **options)
        return answer

    def solve_batch(self, variant: str, *arrays: Any, **options: Any) -> NDArray[np.integer]:
        """Return one value for each of many positions given as the game's own arrays."""
        found: NDArray[np.integer] = self._solver.solve_batch(variant, *arrays, **options)
        return found

    def solution_text(self, position: dict[str, Any], **options: Any) -> str:
        """Tell what :meth:`solve` finds so that a player can follow it at the table."""
        self._check_options(self._solver.to_text, options)
        text: str = self._solver.to_text(position, **options)
        return text

    @property
    def _solver(self) -> ModuleType:
        return self._optional("solve", "solver")

    def _check_options(self, function: Callable[..., Any], options: Mapping[str, Any]) -> None:
        """Raise InputError for an option that the game's function does not have."""
        for option in options.keys() - inspect.signature(function).parameters.keys():
            raise InputError(f"{option}: the solver of {self.name} has no such option")

    def _optional(self, module: str, what: str) -> ModuleType:
        """A module that a game may come without; InputError says what it then does not have."""
        if not self.has(module):
            raise InputError(f"{self.name} has no {what}")
        return self.module(module)

    def score(self, finished: dict[str, Any]) -> dict[str, Any]:
        """Return the points of a finished round; raise InputError naming a bad field."""
        answer: dict[str, Any] = self.module("positions").score(finished)
        return answer
