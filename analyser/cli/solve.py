"""`analyser solve`."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from analyser import api
from analyser.cli.objects import answer_all
from analyser.cli.options import file_argument, json_option
from analyser.cli.tables import print_json


@click.command()
@file_argument
@click.option(
    "--max-n", is_flag=True, help="Also what sides get when each plays for its own points."
)
@json_option
def command(file: str, max_n: bool, as_json: bool) -> None:
    """Work out what each side can force in a position.

    Everybody sees all cards and plays perfectly; each side faces all the others together. FILE (-
    is standard input) holds one JSON object or JSON Lines; docs/formats.md says which.
    """
    options: dict[str, Any] = {"max_n": True} if max_n else {}  # not every game has it
    if as_json:
        for answer in answer_all(file, partial(api.solve, **options)):
            print_json(answer)
    else:
        click.echo("\n\n".join(answer_all(file, partial(api.solution_text, **options))))
