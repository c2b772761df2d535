"""`analyser bids`."""

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
    "--by",
    metavar="A[,B,…]",
    default="bid",
    show_default=True,
    help="Groupings of the rows, such as trump,bid.",
)
@from_option
@until_option
@batch_options("100k")
@output_options
def command(game: str, quiet: bool, as_json: bool, as_csv: bool, **options: Any) -> None:
    """Measure what became of the bids: success, points and margin.

    Rows compare hands that chose so, as played; they do not say what a choice is worth.
    """
    with resumable(), progress(quiet=quiet) as tick:
        result = api.bids(game, progress=tick, **options)
    print_result(result, as_json=as_json, as_csv=as_csv)
