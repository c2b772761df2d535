"""What there is to play and to measure, and single positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from analyser.api.plans import expect
from analyser.core.errors import InputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from analyser.analysis.result import Result
    from analyser.core.spec import GameSpec


def games() -> list[dict[str, Any]]:
    """Return every game: ``game``, ``title``, ``players``, ``variants`` and ``strategies``.

    A strategy's ``ladder`` counts the rungs from the weakest up; null is off the ladder. Its
    ``usage`` is how it is written with its ``parameters``; one that searches is not ``fast``. Its
    ``certificates`` say what tournaments showed of it, one for each rule set and number of players.
    """
    from analyser.core.certificates import certificates
    from analyser.core.registry import games as registered
    from analyser.core.strategies import canonical

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
                {
                    "name": s.name,
                    "ladder": s.ladder,
                    "description": s.description,
                    "fast": s.fast,
                    "usage": s.usage,
                    "parameters": [
                        {"name": p.name, "default": p.default, "allowed": p.expected}
                        for p in s.parameters
                    ],
                    "certificates": [
                        certificate.describe(canonical(spec, s.name))
                        for certificate in certificates(spec).values()
                        if canonical(spec, s.name) in certificate.ladder
                    ],
                }
                for s in spec.strategies
            ],
        }
        for spec in registered().values()
    ]


def metrics() -> Result:
    """Return every metric, with its ``unit``, ``definition`` and ``interval``.

    ``command`` is the analysis that has it; ``subject`` says what it has a row for, if anything.
    """
    import pandas as pd

    from analyser.analysis.metrics import METRICS
    from analyser.analysis.result import Result
    from analyser.batch.plan import package_version

    columns = ["command", "metric", "unit", "subject", "definition", "interval"]
    rows = [[m.command, m.name, m.unit, m.subject, m.definition, m.interval] for m in METRICS]
    frame = pd.DataFrame(rows, columns=columns, dtype=object)
    return Result(frame, {"command": "metrics", "version": package_version()})


def moves(position: Mapping[str, Any]) -> dict[str, Any]:
    """Return the legal actions in a position (docs/formats.md)."""
    return _game_of(position).moves(dict(position))


def score(finished: Mapping[str, Any]) -> dict[str, Any]:
    """Return the points of a finished round (docs/formats.md)."""
    return _game_of(finished).score(dict(finished))


def solve(position: Mapping[str, Any], **options: Any) -> dict[str, Any]:
    """Return what can be forced from a position, everybody seeing all cards (docs/formats.md).

    Maids: ``solve(position, max_n=False)``; with ``max_n`` also what sides get when each plays for
    its own points, over several tie-breaks.
    """
    return _game_of(position).solve(dict(position), **options)


def solve_batch(game: str, *arrays: Any, **options: Any) -> NDArray[np.integer]:
    """Return one value for each of n positions, given as arrays (docs/README.md lists the solvers).

    Maids: ``solve_batch("maids", hands, trump, lead, players=None, leader_card=None,
    question="max_completed", side="leader", bids=None, appeals=None, rules=None, threads=1,
    tie_break=None)``. Bellboys: ``solve_batch("bellboys", hands, aside, lead, fans=False,
    rules=None, threads=1)``.
    """
    from analyser.core.registry import get_game

    expect("game", game, str, "text, GAME or GAME:VARIANT")
    name, colon, variant = game.partition(":")
    return get_game(name).solve_batch(variant if colon else "standard", *arrays, **options)


def solution_text(position: Mapping[str, Any], **options: Any) -> str:
    """Return what :func:`solve` finds, told for players."""
    return _game_of(position).solution_text(dict(position), **options)


def _game_of(state: Mapping[str, Any]) -> GameSpec:
    """The game that a position or finished round names, perhaps with a variant."""
    from analyser.core.registry import games as registered
    from analyser.core.registry import get_game

    if not isinstance(state, Mapping):
        raise InputError(f"{state!r} is not a dict with the fields of docs/formats.md")
    name = state.get("game")
    if not isinstance(name, str):
        raise InputError(f"game = {name!r}: must be one of {', '.join(registered())}")
    return get_game(name.partition(":")[0])
