"""`analyser metrics`."""

from __future__ import annotations

import click

from analyser import api
from analyser.cli.options import output_options
from analyser.cli.tables import print_result


@click.command()
@output_options
def command(as_json: bool, as_csv: bool) -> None:
    """List the metrics, with definition, unit and interval."""
    print_result(api.metrics(), as_json=as_json, as_csv=as_csv)
