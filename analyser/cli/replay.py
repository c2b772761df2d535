"""`analyser replay`."""

from __future__ import annotations

from typing import Any

import click

from analyser import api
from analyser.cli.options import (
    MAX_GAMES,
    Whole,
    game_argument,
    games_option,
    json_option,
    setup_options,
)
from analyser.cli.tables import print_json


@click.command()
@game_argument
@setup_options
@click.option(
    "--game",
    "index",
    type=Whole(0, MAX_GAMES - 1),
    metavar="I",
    default=0,
    show_default=True,
    help="Index of the game in the batch, from 0.",
)
@click.option(
    "--count",
    type=Whole(1, MAX_GAMES),
    metavar="N",
    default=1,
    show_default=True,
    help="How many games.",
)
@click.option(
    "--where",
    metavar="EXPR",
    help='Only games with a round like this, as in "bid==0 and accepted>=3".',
)
@games_option("100k")
@json_option
def command(game: str, index: int, as_json: bool, **options: Any) -> None:
    """Tell what happened in games of a seeded batch.

    EXPR compares columns of the records (`analyser simulate` writes them) with numbers or quoted
    text; and, or, not, + and - work as in Python. With it, --games bounds the search.
    """
    from analyser.core.registry import get_game

    found = 0
    for found, transcript in enumerate(api.replays(game, game=index, **options), start=1):
        if as_json:
            print_json(transcript)
            continue
        if found > 1:
            click.echo()
        click.echo(get_game(transcript["game"]).transcript_text(transcript))
    if not found:
        raise click.ClickException(f"No game from {index} on has a round with {options['where']}.")
