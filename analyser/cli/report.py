"""`analyser report`."""

from __future__ import annotations

from typing import Any

import click

from analyser import api
from analyser.cli.errors import resumable
from analyser.cli.options import (
    Wholes,
    games_option,
    jobs_options,
    play_options,
    quiet_option,
)
from analyser.cli.progress import progress


@click.command()
@click.argument("game", metavar="GAME[:VARIANT]|DEFINITION.toml")
@click.option(
    "--out",
    metavar="DIR",
    type=click.Path(),
    help="Folder of the report, replaced as a whole; reports/out/NAME if left out.",
)
@click.option(
    "--players",
    type=Wholes(1, 100),
    metavar="N[,N,…]",
    help="Numbers of players; with several, each has its pages, and one holds them together.",
)
@play_options
@games_option("1M")
@jobs_options
@quiet_option
def command(game: str, quiet: bool, **options: Any) -> None:
    """Write a report about a game: PDF, Markdown, figures and tables.

    What a report is made of stands in its definition: a file, or the one that comes with the
    game. Options override it.
    """
    with resumable(), progress(quiet=quiet) as tick:
        folder = api.report(game, progress=tick, **options)
    click.echo(folder / "report.pdf")
