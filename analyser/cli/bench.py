"""`analyser bench`."""

from __future__ import annotations

import click

from analyser import api
from analyser.cli.options import output_options
from analyser.cli.tables import print_result


@click.command()
@click.option(
    "--seconds",
    type=click.FloatRange(min=0.01, max=600),
    default=0.5,
    show_default=True,
    help="How long each kernel plays.",
)
@output_options
def command(seconds: float, as_json: bool, as_csv: bool) -> None:
    """Measure the speed of every kernel on one core."""
    print_result(api.bench(seconds=seconds), as_json=as_json, as_csv=as_csv)
