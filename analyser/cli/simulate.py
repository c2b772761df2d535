"""`analyser simulate`."""

from __future__ import annotations

from typing import Any

import click

from analyser import api
from analyser.cli.errors import resumable
from analyser.cli.options import batch_options, game_argument, json_option
from analyser.cli.progress import progress
from analyser.cli.tables import print_run


@click.command()
@game_argument
@batch_options("100k")
@click.option("--out", metavar="DIR", type=click.Path(), help="Run directory to play into.")
@click.option(
    "--records",
    metavar="FILE",
    type=click.Path(),
    help="Write the records to this file, .csv or .parquet: a row a round and side.",
)
@json_option
def command(game: str, quiet: bool, as_json: bool, **options: Any) -> None:
    """Play a batch into a run directory or a file.

    The same command on an unfinished run directory resumes it.
    """
    if options["out"] is None and options["records"] is None:
        raise click.UsageError("Missing option '--out DIR', '--records FILE' or both.")
    with resumable(), progress(quiet=quiet) as tick:
        result: Any = api.simulate(game, progress=tick, **options)
    print_run(result, as_json=as_json)
