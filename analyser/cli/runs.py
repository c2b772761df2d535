"""`analyser runs list`, `resume` and `export`."""

from __future__ import annotations

from typing import Any

import click

from analyser import api
from analyser.cli.errors import resumable
from analyser.cli.options import jobs_options, json_option, output_options, quiet_option
from analyser.cli.progress import progress
from analyser.cli.tables import print_result, print_run

folder_argument = click.argument("folder", metavar="DIR", type=click.Path())


@click.group()
def command() -> None:
    """List, resume and export run directories."""


@command.command("list")
@click.argument("folder", metavar="[DIR]", type=click.Path(), default=".")
@output_options
def list_(folder: str, as_json: bool, as_csv: bool) -> None:
    """List the run directories in a folder, the current one if left out."""
    result = api.runs_list(folder)
    if result.rows.empty and not (as_json or as_csv):
        click.echo(f"no run directories in {folder}")
    else:
        print_result(result, as_json=as_json, as_csv=as_csv)


@command.command()
@folder_argument
@jobs_options
@quiet_option
@json_option
def resume(folder: str, quiet: bool, as_json: bool, **options: Any) -> None:
    """Play what is missing in a run directory."""
    with resumable(), progress(quiet=quiet) as tick:
        result = api.runs_resume(folder, progress=tick, **options)
    print_run(result, as_json=as_json)


@command.command()
@folder_argument
@click.option(
    "--records",
    metavar="FILE",
    type=click.Path(),
    help="File to write, .csv or .parquet; records.csv in the run directory if left out.",
)
def export(folder: str, records: str | None) -> None:
    """Write the records of a finished run to a file: a row a round and side."""
    click.echo(api.runs_export(folder, records=records))
