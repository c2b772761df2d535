"""`analyser report`."""

from __future__ import annotations

from typing import Any

import click

from analyser import api
from analyser.cli.errors import resumable
from analyser.cli.options import batch_options, game_argument
from analyser.cli.progress import progress


@click.command()
@game_argument
@click.option(
    "--out",
    metavar="DIR",
    type=click.Path(),
    help="Folder of the report, replaced as a whole; reports/out/NAME if left out.",
)
@batch_options("1M")
def command(game: str, quiet: bool, **options: Any) -> None:
    """Write a report about a game: PDF, Markdown, figures and tables."""
    with resumable(), progress(quiet=quiet) as tick:
        folder = api.report(game, progress=tick, **options)
    click.echo(folder / "report.pdf")
