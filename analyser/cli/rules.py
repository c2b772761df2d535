"""`analyser rules show`, `check` and `diff`."""

from __future__ import annotations

from typing import Any

import click

from analyser import api
from analyser.cli.options import game_argument, json_option, players_option, rules_options
from analyser.cli.tables import print_json, print_table


@click.group()
def command() -> None:
    """Show, check and compare rules."""


@command.command()
@game_argument
@rules_options
@json_option
def show(game: str, as_json: bool, **options: Any) -> None:
    """Print the resolved rules as TOML, ready to be edited as a variant."""
    rules = api.rules_show(game, **options)
    if as_json:
        print_json(
            {
                "game": rules.game,
                "variant": rules.variant,
                "players": rules.players,
                "rules_digest": rules.digest,
                "rules": rules.flat,
            }
        )
        return
    from analyser.core.rules import toml_value

    click.echo(f"[variant]\ngame = {toml_value(rules.game)}\nplayers = [{rules.players}]")
    table = ""
    for key, value in rules.flat.items():
        path, _, name = key.rpartition(".")
        if path != table:
            table = path
            click.echo(f"\n[{table}]")
        click.echo(f"{name} = {toml_value(value)}")


@command.command()
@click.argument("file", metavar="FILE", type=click.Path(dir_okay=False))
@json_option
def check(file: str, as_json: bool) -> None:
    """Validate a rules file for every number of players that it allows."""
    found = api.rules_check(file)
    if as_json:
        print_json(found)
        return
    players = ", ".join(map(str, found["players"]))
    click.echo(f"{file}: valid rules of {found['game']} for {players} players")


@command.command()
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@players_option
@json_option
def diff(a: str, b: str, players: int | None, as_json: bool) -> None:
    """Print the rules in which A and B differ; each is GAME[:VARIANT] or a rules file."""
    from analyser.core.rules import toml_value

    rows = api.rules_diff(a, b, players=players)
    if as_json:
        print_json(rows)
    elif rows:
        cells = [(r["key"], toml_value(r["a"]), toml_value(r["b"])) for r in rows]
        print_table(("rule", a, b), cells)
    else:
        click.echo("no difference")
