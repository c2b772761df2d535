"""`analyser games`."""

from __future__ import annotations

import click

from analyser import api
from analyser.cli.options import json_option
from analyser.cli.tables import print_json, print_table


@click.command()
@json_option
def command(as_json: bool) -> None:
    """List games, variants, player counts and strategies."""
    games = api.games()
    if as_json:
        print_json({"games": games})
        return
    for game in games:
        click.echo(f"{game['game']}: {game['title']}\n")
        print_table(
            ("variant", "players"),
            [(v["name"], ", ".join(map(str, v["players"]))) for v in game["variants"]],
        )
        click.echo()
        print_table(
            ("strategy", "rung", "how it plays"),
            [
                (s["usage"], "–" if s["ladder"] is None else str(s["ladder"]), s["description"])
                for s in game["strategies"]
            ],
        )
