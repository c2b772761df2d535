"""`analyser balance`."""

from __future__ import annotations

from typing import Any

import click

from analyser import api
from analyser.cli.errors import resumable
from analyser.cli.options import (
    MAX_GAMES,
    Whole,
    batch_options,
    from_option,
    game_argument,
    output_options,
    until_option,
)
from analyser.cli.progress import progress
from analyser.cli.tables import print_result


@click.command()
@game_argument
@from_option
@until_option
@click.option(
    "--forks",
    type=Whole(1, MAX_GAMES),
    metavar="N",
    help="Games at the start that are played many times over, with other choices, players and "
    "luck; 20k, or all, if left out.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(0, min_open=True),
    metavar="S",
    help="Seconds that a decision takes, for the length of a game; 10 if left out.",
)
@batch_options("100k")
@output_options
def command(game: str, quiet: bool, as_json: bool, as_csv: bool, **options: Any) -> None:
    """Measure who wins, how games turn, and what choices are worth.

    With --from, what takes more play than the run holds is left out.
    """
    with resumable(), progress(quiet=quiet) as tick:
        result = api.balance(game, progress=tick, **options)
    print_result(result, as_json=as_json, as_csv=as_csv)
