"""The analyses: each plays a batch of its own, or reads a run directory."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from analyser.api.plans import (
    BOUNDS_GAMES,
    TOURNAMENT_DEALS,
    Overrides,
    Progress,
    Setup,
    checkpoint,
    checkpoints,
    counter,
    expect,
    make_plan,
    opened,
)
from analyser.core.errors import InputError

if TYPE_CHECKING:
    from analyser.analysis.result import Result


def bids(
    game: str,
    *,
    by: str | Sequence[str] = "bid",
    until: str | None = None,
    jobs: int | None = None,
    dask: str | None = None,
    from_: str | Path | None = None,
    progress: Progress | None = None,
    **setup: Unpack[Setup],
) -> Result:
    """Return what became of the bids: success, points and margin by the groupings ``by``.

    Plays a batch, or reads the finished run directory ``from_``; what is said of the games beside
    it must be true of it. With ``until``, ``METRIC[COLUMN=VALUE,…]=HALFWIDTH``, it plays until the
    interval of that metric has this half-width, ``games`` (10,000,000) at most; all intervals are
    then valid at whatever number of games it stops, and ``meta["until"]`` tells how it went.
    """
    from analyser.analysis.bids import analyse_bids

    expect("by", by, str | Sequence, "groupings like trump,bid")
    groupings = [name.strip() for name in by.split(",")] if isinstance(by, str) else list(by)
    with (
        opened(game, setup, from_, until) as (plan, chunks),
        checkpoint(plan, f"bids {groupings} {until}") as kept,
    ):
        return analyse_bids(
            plan,
            groupings,
            chunks=chunks,
            until=until,
            checkpoint=kept,
            jobs=jobs,
            dask=dask,
            progress=counter(progress, plan),
        )


def bounds(
    game: str,
    *,
    feature: str | Sequence[str] | None = None,
    until: str | None = None,
    jobs: int | None = None,
    dask: str | None = None,
    from_: str | Path | None = None,
    progress: Progress | None = None,
    **setup: Unpack[Setup],
) -> Result:
    """Return how often bids that were made could have been met by perfect play of the tricks.

    Plays ``games`` (4000), or those of a finished run directory again, and searches the tricks of
    each. With ``feature``, names of special rules like ``"slackers,zero_nine"``, the rows say what
    these did to that. ``until`` as in :func:`bids`.
    """
    from analyser.analysis.bounds import analyse_bounds

    names = _names(feature)
    with (
        opened(game, setup, from_, until, default_games=BOUNDS_GAMES) as (plan, chunks),
        checkpoint(plan, f"bounds {[*names]} {until}") as kept,
    ):
        return analyse_bounds(
            plan,
            names,
            chunks=chunks,
            until=until,
            checkpoint=kept,
            jobs=jobs,
            dask=dask,
            progress=counter(progress, plan),
        )


def cards(
    game: str,
    *,
    until: str | None = None,
    jobs: int | None = None,
    dask: str | None = None,
    from_: str | Path | None = None,
    progress: Progress | None = None,
    **setup: Unpack[Setup],
) -> Result:
    """Return what each card is worth, the tricks it wins, and what became of it.

    Plays a batch, ``until`` a metric is known well enough or not, or the games of the finished run
    directory ``from_`` again, as it does not hold what was done in them; see :func:`bids`.
    """
    from analyser.analysis.cards import analyse_cards

    with (
        opened(game, setup, from_, until) as (plan, chunks),
        checkpoint(plan, f"cards {until}") as kept,
    ):
        return analyse_cards(
            plan,
            chunks=chunks,
            until=until,
            checkpoint=kept,
            jobs=jobs,
            dask=dask,
            progress=counter(progress, plan),
        )


def features(
    game: str,
    *,
    feature: str | Sequence[str] | None = None,
    until: str | None = None,
    jobs: int | None = None,
    dask: str | None = None,
    from_: str | Path | None = None,
    progress: Progress | None = None,
    **setup: Unpack[Setup],
) -> Result:
    """Return what special rules are worth, by playing the same deals with and without them.

    ``feature`` names rules, as ``"slackers,zero_nine"`` or as a sequence; the first that the game
    has if left out. All games are played once more for each of their cards; those of a finished
    run directory ``from_`` are played again. ``until`` as in :func:`bids`.
    """
    options = {"jobs": jobs, "dask": dask}
    return _features("features", game, _names(feature), until, from_, progress, setup, options)


def slackers(
    game: str,
    *,
    until: str | None = None,
    jobs: int | None = None,
    dask: str | None = None,
    from_: str | Path | None = None,
    progress: Progress | None = None,
    **setup: Unpack[Setup],
) -> Result:
    """Return what slackers are worth: :func:`features` of that name."""
    options = {"jobs": jobs, "dask": dask}
    return _features("slackers", game, ["slackers"], until, from_, progress, setup, options)


def _names(feature: str | Sequence[str] | None) -> Sequence[str]:
    """The names of features, as a text or a sequence holds them."""
    kind = "names like slackers,zero_nine"
    expect("feature", feature, str | Sequence | None, kind)
    if isinstance(feature, str):
        return [name.strip() for name in feature.split(",")]
    for name in feature or ():
        expect("feature", name, str, kind)
    return feature or ()


def _features(
    command: str,
    game: str,
    names: Sequence[str],
    until: str | None,
    from_: str | Path | None,
    progress: Progress | None,
    setup: Setup,
    options: Mapping[str, Any],
) -> Result:
    from analyser.analysis.features import analyse_features

    with (
        opened(game, setup, from_, until) as (plan, chunks),
        checkpoint(plan, f"features {[*names]} {until}") as kept,
    ):
        return analyse_features(
            plan,
            names,
            command=command,
            chunks=chunks,
            until=until,
            checkpoint=kept,
            progress=counter(progress, plan),
            **options,
        )


def balance(
    game: str,
    *,
    forks: int | None = None,
    seconds: float | None = None,
    until: str | None = None,
    jobs: int | None = None,
    dask: str | None = None,
    from_: str | Path | None = None,
    progress: Progress | None = None,
    **setup: Unpack[Setup],
) -> Result:
    """Return who wins, by how much, from where, how the games turn, and what choices are worth.

    Plays a batch, ``until`` a metric is known well enough or not, or reads the finished run
    directory ``from_``, as :func:`bids` does. What takes more play than the batch is measured on
    its first ``forks`` games (20,000, or all), and left out with ``from_``. A decision is said to
    take so many ``seconds`` (10).
    """
    from analyser.analysis.balance import analyse_balance
    from analyser.analysis.choice import SECONDS

    taken = SECONDS if seconds is None else seconds
    expect("seconds", taken, int | float, "a number above 0")
    if not 0 < taken < math.inf:
        raise InputError(f"seconds = {seconds!r}: must be a number above 0")
    if forks is not None and from_ is not None:
        raise InputError(f"forks = {forks!r}: games are played, so none can be read from {from_}")
    with (
        opened(game, setup, from_, until) as (plan, chunks),
        checkpoint(plan, f"balance {until} {forks}") as kept,
    ):
        return analyse_balance(
            plan,
            chunks=chunks,
            forks=forks,
            seconds=taken,
            until=until,
            checkpoint=kept,
            jobs=jobs,
            dask=dask,
            progress=counter(progress, plan),
        )


def tournament(
    game: str,
    *,
    strategies: str | Sequence[str],
    picture: str | Path | None = None,
    players: int | None = None,
    rules: Overrides | None = None,
    games: int | None = None,
    seed: int | None = None,
    jobs: int | None = None,
    dask: str | None = None,
    progress: Progress | None = None,
) -> Result:
    """Return how strategies do against each other on duplicate deals, a row for each ordered pair.

    ``strategies`` are at least two, as ``"A,B"`` or as a sequence; one that is given twice also
    plays among itself. Each of the ``games`` deals (2000) is played in every seating of one side
    of each strategy among others of another; with three sides, three different strategies are
    seated in every order as well. ``picture`` is a file for a matrix of who beats whom: .png, .pdf
    or .svg. ``meta["ratings"]`` has one number a strategy.
    """
    from analyser.analysis.tournament import Tournament, analyse_tournament
    from analyser.report.matrix import check_picture, write_picture

    texts = _several(strategies)
    expect("picture", picture, str | Path | None, "the path of a file")
    if picture is not None:
        check_picture(Path(picture))
    plan = make_plan(game, players, rules, texts[:1], games, seed, default_games=TOURNAMENT_DEALS)
    held = Tournament(plan, tuple(texts))
    with checkpoint(plan, held.identity) as kept:
        result = analyse_tournament(
            held, checkpoint=kept, jobs=jobs, dask=dask, progress=counter(progress, plan)
        )
    if picture is not None:
        write_picture(result, Path(picture))
    return result


def _several(strategies: str | Sequence[str]) -> list[str]:
    """The strategies of a tournament, as a text or a sequence holds them."""
    kind = "at least two strategies, like greedy,random"
    expect("strategies", strategies, str | Sequence, kind)
    names = strategies.split(",") if isinstance(strategies, str) else strategies
    for name in names:
        expect("strategies", name, str, kind)
    if len(names) < 2:
        raise InputError(f"strategies = {strategies!r}: must be {kind}")
    return [name.strip() for name in names]


def report(
    game: str,
    *,
    out: str | Path | None = None,
    players: int | Sequence[int] | None = None,
    rules: Overrides | None = None,
    strategy: str | Sequence[str] | None = None,
    games: int | None = None,
    seed: int | None = None,
    jobs: int | None = None,
    dask: str | None = None,
    progress: Progress | None = None,
) -> Path:
    """Play what a definition says, write its report into the folder ``out``, return that folder.

    ``game`` may also be the path of a definition (docs/reports.md), whose values the other
    parameters override; the game's own definition is used if it is none. ``out`` is
    ``reports/out/NAME`` if left out; an earlier report there is replaced as a whole.
    """
    from analyser.report.definition import command_line, load_definition, report_name
    from analyser.report.render import write_report

    expect("game", game, str, "text: GAME, GAME:VARIANT or the path of a definition")
    expect("players", players, int | Sequence | None, "a whole number or a list of them")
    expect("strategy", strategy, str | Sequence | None, "the name of a strategy, or one a seat")
    given = {
        "players": [players] if isinstance(players, int) else players,
        "strategies": strategy.split(",") if isinstance(strategy, str) else strategy,
        "seed": seed,
        "games": games,
        "rules": rules,
    }
    given = {name: value for name, value in given.items() if value is not None}
    definition = load_definition(game, given)
    folder = Path("reports", "out", report_name(game)) if out is None else Path(out)
    with checkpoints() as kept:
        return write_report(
            definition,
            command_line(game, definition, given),
            folder,
            checkpoints=kept,
            jobs=jobs,
            dask=dask,
            progress=progress,
        )
