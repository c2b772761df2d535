"""`analyser games`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from analyser import api
from analyser.cli.options import json_option
from analyser.cli.tables import estimate, p_value, print_json, print_table


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
        _print_certificates(game)


def _print_certificates(game: Mapping[str, Any]) -> None:
    """Print what each rung won from the one below, where that was shown."""
    from analyser.report.words import PERCENT, Unit

    rows = []
    for certificate in (c for s in game["strategies"] for c in s["certificates"]):
        row = certificate["above"]
        if row is None:
            continue
        won, points = (
            estimate(row[name], row[f"{name}_low"], row[f"{name}_high"], unit)
            for name, unit in (("win_share", PERCENT), ("score_difference", Unit("points")))
        )
        rows.append(
            (
                f"{row['a']} among {row['b']}",
                certificate["variant"],
                str(certificate["players"]),
                points,
                won,
                f"{100 * row['win_share_fair']:.1f} %",
                p_value(row["p_adjusted"]),
                f"{row['n']:,}",
                certificate["competent"],
            )
        )
    if rows:
        click.echo()
        names = ("certificate", "variant", "players", "a game", "games won", "fair", "p", "deals")
        print_table((*names, "competent"), rows, right=names[3:8])
