"""`analyser tournament`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from analyser import api
from analyser.cli.errors import resumable
from analyser.cli.options import (
    MAX_GAMES,
    Whole,
    game_argument,
    jobs_options,
    output_options,
    players_option,
    quiet_option,
    seed_option,
    set_option,
)
from analyser.cli.progress import progress
from analyser.cli.tables import estimate, print_result, print_table

if TYPE_CHECKING:
    from analyser.analysis.result import Result


@click.command()
@game_argument
@click.option(
    "--strategies",
    required=True,
    metavar="A,B[,…]",
    help="The strategies, at least two; one that is given twice also plays among itself.",
)
@click.option(
    "--picture",
    metavar="FILE",
    type=click.Path(),
    help="Draw who beats whom as a matrix into this file, .png, .pdf or .svg.",
)
@players_option
@set_option
@seed_option
@click.option(
    "--games",
    type=Whole(1, MAX_GAMES),
    metavar="N",
    help="Deals (complete games), each played in every seating; 2000 if left out.",
)
@jobs_options
@quiet_option
@output_options
def command(game: str, quiet: bool, as_json: bool, as_csv: bool, **options: Any) -> None:
    """Hold strategies against each other on duplicate deals.

    A row is about one side that plays `a` among others that play `b`: its share of the wins
    beside a fair one (what it would be if a were b), and its score over theirs. Each deal is played
    in every seating, so that both have the same cards.
    """
    with resumable(), progress(quiet=quiet) as tick:
        result = api.tournament(game, progress=tick, **options)
    print_result(result, as_json=as_json, as_csv=as_csv)
    if not as_json and not as_csv:
        _print_ratings(result)
        _print_gain(result)


def _print_ratings(result: Result) -> None:
    """Print who is rated how, unless all are the same strategy."""
    from analyser.report.words import PLAIN

    ratings = result.meta["ratings"]
    if len(ratings) < 2:
        return
    click.echo()
    click.echo("Ratings (Plackett and Luce): d above another finishes ahead of it e^d times to one")
    click.echo()
    rows = [
        [
            row["strategy"],
            estimate(row["rating"], row["rating_low"], row["rating_high"], PLAIN),
        ]
        for row in ratings
    ]
    print_table(["strategy", "rating"], rows, right=["rating"])


def _print_gain(result: Result) -> None:
    """Say how many games on deals of their own would have told as much."""
    rows = result.rows[result.rows["a"] != result.rows["b"]]
    games = result.meta["games"] * result.meta["pair_seatings"]
    told = []
    for name, what in (("win_share", "win shares"), ("score_difference", "score differences")):
        worth = games * rows[f"{name}_gain"].dropna()
        if len(worth):
            ends = dict.fromkeys(f"{end:,.0f}" for end in (worth.min(), worth.max()))
            told.append(f"{' to '.join(ends)} (about {what})")
    if told:
        click.echo()
        click.echo(
            f"Duplicate play: {games:,} games of a pair on {result.meta['games']:,} deals tell as "
            f"much as {' or '.join(told)} independent games"
        )
