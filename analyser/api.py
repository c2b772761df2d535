"""The Python calls: one for every command, with its name and options.

They return data, print nothing, and raise :class:`analyser.InputError` on bad input. Common
parameters:

game
    ``"maids"``, ``"maids:first_to_100"``, or ``"maids:path/to/variant.toml"``.
players
    Number of players; three where the game allows it, else its smallest number.
rules
    Overrides: dotted rule key to value, such as ``{"trick.slacker_ranks": [5, 6]}``.
strategy
    One strategy for all seats (``"greedy"``), or one a seat, as ``"greedy,random,random"`` or a
    sequence; the strongest fast one if left out.
games, seed
    How many complete games, and of which seed: the same seed gives the same games, whatever
    ``jobs`` is.
jobs, dask
    Number of worker processes (all cores if left out); the address of a Dask cluster instead.
progress
    Called with the number of games finished so far.

Everything heavy is imported inside the calls, so that importing this module is cheap.
"""

from __future__ import annotations

import operator
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, SupportsIndex

from analyser.core.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

    from analyser.analysis.result import Result
    from analyser.batch.plan import Plan
    from analyser.core.rules import Rules
    from analyser.core.spec import GameSpec

Overrides = Mapping[str, Any]
Strategies = str | Sequence[str]
Progress = Callable[[int], None]

ANALYSIS_GAMES = 100_000
REPORT_GAMES = 1_000_000

BENCH_GAMES = 1000
"""Games whose records are digested into a benchmark's checksum."""


def games() -> list[dict[str, Any]]:
    """Return every game: ``game``, ``title``, ``players``, ``variants`` and ``strategies``."""
    from analyser.core.registry import games as registered

    return [
        {
            "game": spec.name,
            "title": spec.title,
            "players": list(spec.players),
            "variants": [
                {"name": name, "players": list(spec.variant_players(name))}
                for name in spec.variants()
            ],
            "strategies": [
                {"name": s.name, "ladder": s.ladder, "description": s.description}
                for s in spec.strategies
            ],
        }
        for spec in registered().values()
    ]


def rules_show(
    game: str, *, players: int | None = None, rules: Overrides | None = None
) -> Rules:
    """Return the resolved rules: ``.flat`` is a dict of dotted keys, ``.digest`` names them."""
    return _rules(game, players, rules)[1]


def rules_check(file: str | Path) -> dict[str, Any]:
    """Validate a rules file for every number of players that it allows.

    Returns ``game``, ``players`` and ``rules_digest`` by number of players. Raises InputError
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

    Each is a game with its variant, as elsewhere, or the path of a rules file. A key that only
    one of them has is null in the other.
    """
    one, other = (_rules(_with_game(text), players, None)[1] for text in (a, b))
    pairs = [{"players": r.players} | r.flat for r in (one, other)]
    keys = list(pairs[0] | pairs[1])
    return [
        {"key": key, "a": pairs[0].get(key), "b": pairs[1].get(key)}
        for key in keys
        if pairs[0].get(key) != pairs[1].get(key)
    ]


def moves(position: Mapping[str, Any]) -> dict[str, Any]:
    """Return the legal actions in a position (docs/formats.md)."""
    return _spec_of(position).moves(dict(position))


def score(finished: Mapping[str, Any]) -> dict[str, Any]:
    """Return the points of a finished round (docs/formats.md)."""
    return _spec_of(finished).score(dict(finished))


def replay(
    title: str,
    /,
    *,
    players: int | None = None,
    rules: Overrides | None = None,
    strategy: Strategies | None = None,
    seed: int = 0,
    game: int = 0,
    count: int | None = None,
    where: str | None = None,
    games: int = ANALYSIS_GAMES,
) -> dict[str, Any] | list[dict[str, Any]]:
    """Return the transcript of one game of a seeded batch, or a list of ``count`` of them.

    ``game`` is the index of the first, from 0. With ``where``, a condition on the rows of the
    records such as ``"bid == 0 and accepted >= 3"``, they are the first games from there on with
    such a row, among the first ``games`` of the batch. Raises InputError if there is none.
    """
    found = replays(
        title,
        players=players,
        rules=rules,
        strategy=strategy,
        seed=seed,
        game=game,
        count=1 if count is None else count,
        where=where,
        games=games,
    )
    return next(found) if count is None else list(found)


def replays(
    title: str,
    /,
    *,
    players: int | None = None,
    rules: Overrides | None = None,
    strategy: Strategies | None = None,
    seed: int = 0,
    game: int = 0,
    count: int = 1,
    where: str | None = None,
    games: int = ANALYSIS_GAMES,
) -> Iterator[dict[str, Any]]:
    """Yield the transcripts that :func:`replay` returns, each played when it is asked for."""
    from analyser.batch.condition import condition, matching_games

    for name, value, low in (("game", game, 0), ("count", count, 1)):
        if not isinstance(value, SupportsIndex) or operator.index(value) < low:
            raise InputError(f"{name} = {value!r}: must be a whole number from {low}")
    plan = _plan(title, players, rules, strategy, seed, games if where else game + count)
    if where is None:
        indices: Iterator[int] = iter(range(game, game + count))
    else:
        if game >= plan.games:
            raise InputError(f"game = {game}: the batch ends before it, with {plan.games} games")
        matches = condition(where, plan.spec.columns)
        indices = islice(matching_games(plan.play, matches, game, plan.games), count)
    index = None
    for index in indices:
        yield plan.spec.replay(plan.rules, plan.strategies, plan.seed, index)
    if index is None:
        raise InputError(
            f"where = {where!r}: no game from {game} to {plan.games - 1} has such a round"
        )


def bench(*, seconds: float = 0.5) -> pd.DataFrame:
    """Measure every kernel: ``name``, ``rate``, ``unit``, ``checksum``.

    Each game plays with each number of players and each strategy at all seats, on one core, for
    about that many ``seconds`` each. The checksum digests the records of the first games of seed
    0: another one means that the games themselves have changed.
    """
    import pandas as pd

    from analyser.core.registry import games as registered

    rows = [
        _measure(_plan(spec.name, players, None, strategy.name, 0, BENCH_GAMES), seconds)
        for spec in registered().values()
        if spec.has("simulate")
        for players in spec.players
        for strategy in spec.strategies
    ]
    return pd.DataFrame(rows, columns=["name", "rate", "unit", "checksum"])


def _measure(plan: Plan, seconds: float) -> dict[str, Any]:
    import hashlib

    checksum = hashlib.sha256(plan.play(0, BENCH_GAMES).to_bytes()).hexdigest()[:16]
    rounds, begin, elapsed = 0, time.perf_counter(), 0.0
    while elapsed < seconds:
        rounds += plan.play(0, BENCH_GAMES).rounds
        elapsed = time.perf_counter() - begin
    name = f"{plan.spec.name}/{plan.rules.players} players/{plan.strategies[0]}"
    return {"name": name, "rate": rounds / elapsed, "unit": "rounds/s", "checksum": checksum}


def _rules(
    game: str, players: int | None, overrides: Overrides | None
) -> tuple[GameSpec, Rules]:
    """Read ``GAME[:VARIANT]``; a path may hold colons of its own."""
    from analyser.core.registry import get_game
    from analyser.core.rules import load_rules

    name, colon, variant = game.partition(":")
    spec = get_game(name)
    return spec, load_rules(spec, variant if colon else "standard", players, overrides)


def _plan(
    game: str,
    players: int | None,
    rules: Overrides | None,
    strategy: Strategies | None,
    seed: int,
    games: int,
) -> Plan:
    from analyser.batch.plan import Plan

    spec, table = _rules(game, players, rules)
    strategies = spec.default_strategy if strategy is None else strategy
    return Plan(spec, table, spec.parse_strategies(strategies, table), seed, games)


def _spec_of(state: Mapping[str, Any]) -> GameSpec:
    """The game that a position or finished round names."""
    from analyser.core.registry import games as registered
    from analyser.core.registry import get_game

    name = state.get("game")
    if not isinstance(name, str):
        raise InputError(f"field game = {name!r}: must be one of {', '.join(registered())}")
    return get_game(name.partition(":")[0])


def _with_game(text: str) -> str:
    """Put the game before the path of a rules file, if it is not there."""
    from analyser.core.registry import games as registered

    if text.partition(":")[0] in registered() or not text.endswith(".toml"):
        return text
    return f"{_game_of(Path(text)).name}:{text}"


def _game_of(file: Path) -> GameSpec:
    """The game of a rules file: the one it names, else the one that knows most of its keys."""
    from analyser.core.registry import games as registered
    from analyser.core.registry import get_game
    from analyser.core.rules import load_rules, read_toml, toml_value

    content = read_toml(file)
    header = content.pop("variant", {})
    if isinstance(header, dict) and "game" in header:
        name = header["game"]
        if name not in registered():
            allowed = ", ".join(registered())
            raise InputError(f"{file}: variant.game = {toml_value(name)}: must be one of {allowed}")
        return get_game(name)
    keys = {f"{name}.{key}" for name, table in content.items() if isinstance(table, dict) for key in table}
    known = {
        spec: sum(".".join(key.split(".")[:2]) in keys for key in load_rules(spec).flat)
        for spec in registered().values()
    }
    best = [spec for spec, count in known.items() if count == max(known.values())]
    if len(best) > 1:
        names = ", ".join(spec.name for spec in best)
        raise InputError(f"{file}: these may be rules of {names}; name the game in variant.game")
    return best[0]
