"""`analyser moves`."""

from __future__ import annotations

import click

from analyser import api
from analyser.cli.objects import answer_all
from analyser.cli.options import file_argument, json_option
from analyser.cli.tables import print_answer, print_json


@click.command()
@file_argument
@json_option
def command(file: str, as_json: bool) -> None:
    """List the legal actions in a position.

    FILE (- is standard input) holds one JSON object or JSON Lines; docs/formats.md says which.
    """
    for answer in answer_all(file, api.moves):
        print_json(answer) if as_json else print_answer(answer)
