"""`analyser bench`."""

from __future__ import annotations

import click

from analyser import api
from analyser.cli.options import output_options
from analyser.cli.tables import print_csv, print_json, print_table, json_rows


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
    rows = api.bench(seconds=seconds)
    if as_json:
        print_json({"meta": {"command": "bench"}, "rows": json_rows(rows)})
    elif as_csv:
        print_csv(rows)
    else:
        cells = [(r.name, f"{r.rate:,.0f} {r.unit}", r.checksum) for r in rows.itertuples()]
        print_table(("kernel", "rate", "checksum"), cells, right=("rate",))
