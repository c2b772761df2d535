"""`analyser slackers`."""

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
@from_option
@until_option
@batch_options("100k")
@output_options
def command(game: str, quiet: bool, as_json: bool, as_csv: bool, **options: Any) -> None:
    """Measure what slackers are worth, on the same deals with and without them.

    The same as `features` with --feature slackers.
    """
    with resumable(), progress(quiet=quiet) as tick:
        result = api.slackers(game, progress=tick, **options)
    print_result(result, as_json=as_json, as_csv=as_csv)
