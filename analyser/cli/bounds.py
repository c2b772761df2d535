"""`analyser bounds`."""

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
    help="Tell what these special rules did to the bounds, such as slackers,zero_nine.",
)
@from_option
@until_option
@batch_options("4000")
@output_options
def command(game: str, quiet: bool, as_json: bool, as_csv: bool, **options: Any) -> None:
    """Measure how often bids could have been met by perfect play of the tricks.

    With the hands and bids that the strategies made, and all cards seen: met as played
    (`success`), against everybody else together (`forceable`), by a clairvoyant who knows what
    this table will answer, and with everybody helping (`possible`). A clairvoyant does at least
    as well as play; what is forceable is no limit to it. With --from, the games of the run are
    played again.
    """
    with resumable(), progress(quiet=quiet) as tick:
        result = api.bounds(game, progress=tick, **options)
    print_result(result, as_json=as_json, as_csv=as_csv)
