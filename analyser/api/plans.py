"""From the words of a call to rules and plans."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

from analyser.core.errors import InputError

if TYPE_CHECKING:
    from analyser.batch.checkpoint import Checkpoint
    from analyser.batch.plan import Plan
    from analyser.core.records import Records
    from analyser.core.rules import Rules
    from analyser.core.spec import GameSpec

ANALYSIS_GAMES = 100_000
BOUNDS_GAMES = 4000
TOURNAMENT_DEALS = 2000
UNTIL_GAMES = 10_000_000

Overrides = Mapping[str, Any]
Progress = Callable[[int, int], object]
"""Called with the numbers of games that are finished, and that there are."""


class Setup(TypedDict, total=False):
    """Which games are played, next to the game's name: options that calls share.

    One that is left out, or None, takes its default.
    """

    players: int | None
    rules: Overrides | None
    strategy: str | Sequence[str] | None
    games: int | None
    seed: int | None


def expect(name: str, value: object, kind: Any, what: str) -> None:
    """Raise InputError if an option has a value of another kind; Python callers may err so."""
    if not isinstance(value, kind) or isinstance(value, bool):
        raise InputError(f"{name} = {value!r}: must be {what}")


def read_rules(
    game: str, players: int | None = None, overrides: Overrides | None = None
) -> tuple[GameSpec, Rules]:
    """Resolve ``GAME[:VARIANT]``; whatever follows the first colon is the variant."""
    from analyser.core.registry import get_game
    from analyser.core.rules import load_rules

    expect("game", game, str, "text, GAME or GAME:VARIANT")
    expect("players", players, int | None, "a whole number")
    expect("rules", overrides, Mapping | None, "a dict of dotted keys to values")
    for key in overrides or ():
        expect("key of rules", key, str, "text like game.rounds")
    name, colon, variant = game.partition(":")
    spec = get_game(name)
    return spec, load_rules(spec, variant if colon else "standard", players, overrides)


def make_plan(
    game: str,
    players: int | None = None,
    rules: Overrides | None = None,
    strategy: str | Sequence[str] | None = None,
    games: int | None = None,
    seed: int | None = None,
    *,
    default_games: int = ANALYSIS_GAMES,
) -> Plan:
    """Return the plan of the games that a :class:`Setup` describes."""
    from analyser.batch.plan import Plan

    spec, table = read_rules(game, players, rules)
    expect("strategy", strategy, str | Sequence | None, "the name of a strategy, or one a seat")
    return Plan(
        spec,
        table,
        spec.parse_strategies(spec.default_strategy if strategy is None else strategy, table),
        0 if seed is None else seed,
        default_games if games is None else games,
    )


def counter(progress: Progress | None, plan: Plan) -> Callable[..., object] | None:
    """Return what is called with the number of finished games, and perhaps of expected ones."""
    return None if progress is None else lambda done, games=plan.games: progress(done, games)


@contextmanager
def checkpoint(plan: Plan, analysis: str) -> Iterator[Checkpoint]:
    """Give the checkpoint of an analysis; KeyboardInterrupt says if nothing could be saved."""
    from analyser.batch.checkpoint import Checkpoint

    kept = Checkpoint(plan, analysis)
    try:
        yield kept
    except KeyboardInterrupt:
        raise KeyboardInterrupt(kept.problem or "") from None


@contextmanager
def checkpoints() -> Iterator[Callable[[Plan, str], Checkpoint]]:
    """Give the maker of the checkpoints of a command's parts, kept until the command is done."""
    from analyser.batch.checkpoint import Checkpoint

    made: list[Checkpoint] = []

    def kept(plan: Plan, part: str) -> Checkpoint:
        made.append(Checkpoint(plan, part, part=True))
        return made[-1]

    try:
        yield kept
    except KeyboardInterrupt:
        raise KeyboardInterrupt(next((c.problem for c in made if c.problem), "")) from None
    for checkpoint in made:
        checkpoint.discard()


@contextmanager
def opened(
    game: str,
    setup: Setup,
    folder: str | Path | None,
    until: str | None = None,
    *,
    default_games: int = ANALYSIS_GAMES,
) -> Iterator[tuple[Plan, Iterator[Records] | None]]:
    """Give the plan of an analysis, with its records where a run directory holds them.

    Raises InputError if the run is unfinished, or not what the game and setup say, or if games
    are to be played ``until`` a metric is known well enough.
    """
    expect("until", until, str | None, "text, METRIC=HALFWIDTH")
    if folder is None:
        games = default_games if until is None else UNTIL_GAMES
        yield make_plan(game, **setup, default_games=games), None
        return
    if until is not None:
        raise InputError(f"until = {until!r}: games are played, so none can be read from {folder}")
    from analyser.batch.rundir import load_run

    with load_run(Path(folder)) as run:
        _check_agreement(run.plan, folder, game, **setup)
        yield run.plan, run.chunks()


def _check_agreement(
    plan: Plan,
    folder: str | Path,
    game: str,
    players: int | None = None,
    rules: Overrides | None = None,
    strategy: str | Sequence[str] | None = None,
    games: int | None = None,
    seed: int | None = None,
) -> None:
    name, colon, variant = game.partition(":")
    strategies = None if strategy is None else plan.spec.parse_strategies(strategy, plan.rules)
    said = {
        "game": (name, plan.spec.name),
        "variant": (Path(variant).stem if colon else None, plan.rules.variant),
        "players": (players, plan.rules.players),
        "strategy": (strategies, plan.strategies),
        "games": (games, plan.games),
        "seed": (seed, plan.seed),
    } | {key: (value, plan.rules.flat.get(key)) for key, value in (rules or {}).items()}
    for option, (here, there) in said.items():
        if here is not None and here != there:
            raise InputError(f"{option} = {here!r}: the run in {folder} has {there!r}")
