"""`analyser features`."""

from __future__ import annotations

from typing import Any

import click

from analyser import api
from analyser.cli.errors import resumable
from analyser.cli.options import (
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
@click.option(
    "--feature",
    metavar="A[,B,…]",
    help="Which special rules, such as slackers,zero_nine; the game's first if left out.",
)
@from_option
@until_option
@batch_options("100k")
@output_options
def command(game: str, quiet: bool, as_json: bool, as_csv: bool, **options: Any) -> None:
    """Measure what special rules are worth, on the same deals with and without them.

    A rule on and off (question `rule`), on and off for one card (`flag`), its card exchanged for
    a neighbour (`exchange`), and how often it decides (`use`). With --from, the games of the run
    are played again.
    """
    with resumable(), progress(quiet=quiet) as tick:
        result = api.features(game, progress=tick, **options)
    print_result(result, as_json=as_json, as_csv=as_csv)
