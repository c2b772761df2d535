"""Results on stdout: a table to read, JSON, or CSV."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from analyser.analysis.result import Result
    from analyser.report.words import Unit

PIPED_WIDTH = 160
"""Columns for a table that goes to a file or a pipe, where there is no terminal to ask."""

SYMMETRIC = 1.2
"""An interval whose arms differ by a smaller factor is written with ±."""


def print_json(value: object) -> None:
    """Print one JSON document on one line."""
    click.echo(json.dumps(value, allow_nan=False))


def print_result(result: Result, *, as_json: bool, as_csv: bool) -> None:
    """Print a result; as a table, with what it rests on and each estimate with its interval."""
    if "until" in result.meta and not result.meta["until"]["reached"]:
        click.echo(f"Warning: {_sampled(result.meta['until'])}; give more --games.", err=True)
    if as_json:
        click.echo(result.to_json())
    elif as_csv:
        click.echo(result.to_csv(), nl=False)
    else:
        if "rules_digest" in result.meta:
            _print_meta(result.meta)
        _print_rows(result)


def print_run(result: Result, *, as_json: bool) -> None:
    """Print what was done to a run."""
    if as_json:
        click.echo(result.to_json())
        return
    [row] = result.rows.to_dict("records")
    games, played = row["games"], row["played"]
    place = f"{row['out']}: " if row["out"] else ""
    done = f"{played:,} games played" if played else "already finished"
    click.echo(f"{place}{done}, {games:,} in all")
    if row["records"]:
        click.echo(f"{row['records']}: records written")


def print_table(
    header: Sequence[str], rows: Iterable[Sequence[str]], *, right: Iterable[str] = ()
) -> None:
    """Print a table; the columns named in `right` are set flush right."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for name in header:
        table.add_column(Text(name), justify="right" if name in right else "left")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    Console(width=None if sys.stdout.isatty() else PIPED_WIDTH, highlight=False).print(table)


def print_answer(answer: Mapping[str, Any]) -> None:
    """Print the answer about one position: a line for each field, nested ones indented."""
    for name, value in answer.items():
        if isinstance(value, Mapping):
            click.echo(f"{name}:")
            for inner, part in value.items():
                click.echo(f"  {inner}: {_listed(part)}")
        else:
            click.echo(f"{name}: {_listed(value)}")


def cell(value: Any) -> str:
    """Write a value that is no estimate."""
    if isinstance(value, float):
        return "–" if math.isnan(value) else f"{value:,.0f}" if value >= 1000 else f"{value:.6g}"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, list):
        return ",".join(map(str, value))
    return "–" if value is None else str(value)


def p_value(value: float) -> str:
    """Write a p-value."""
    return "–" if math.isnan(value) else "< 0.001" if value < 0.001 else f"{value:.3f}"


def estimate(value: float, low: float, high: float, unit: Unit) -> str:
    """Write an estimate with its unit and interval, as precisely as the interval allows.

    >>> from analyser.report.words import PERCENT
    >>> estimate(0.4123, 0.4111, 0.4135, PERCENT)
    '41.2 % ± 0.1'
    """
    from analyser.report.words import places, plain

    if math.isnan(value):
        return "–"
    if math.isnan(low) or math.isnan(high):
        return "too few games"
    value, low, high = value * unit.scale, low * unit.scale, high * unit.scale
    decimals = places(low, high)
    text = f"{plain(value, decimals)} {unit.symbol}".rstrip()
    below, above = value - low, high - value
    if max(below, above) <= SYMMETRIC * min(below, above):
        return f"{text} ± {plain((high - low) / 2, decimals)}"
    return f"{text} ({plain(low, decimals)} to {plain(high, decimals)})"


def _print_meta(meta: Mapping[str, Any]) -> None:
    """Say what a result rests on."""
    strategies = meta["strategies"]
    played = strategies[0] if len(set(strategies)) == 1 else ", ".join(strategies)
    games, cluster = f"{meta['games']:,} games", "game"
    if "seatings" in meta:
        games, cluster = f"{meta['games']:,} deals in {meta['seatings']:,} seatings", "deal"
    click.echo(
        f"{meta['game']}:{meta['variant']}, {meta['players']} players, {played}: "
        f"{games}, {meta['rounds']:,} rounds, seed {meta['seed']}"
    )
    click.echo(
        f"rules {meta['rules_digest']}, version {meta['version']}, 95 % intervals by {cluster}"
    )
    if "until" in meta:
        click.echo(f"{_sampled(meta['until'])}; intervals are valid at every look")
    if meta["assumed"]:
        click.echo(f"rests on assumed rulings: {', '.join(meta['assumed'])}")
    click.echo()


def _sampled(until: Mapping[str, Any]) -> str:
    """How far games were played for the sake of one cell."""
    cell = ",".join(f"{column}={value}" for column, value in until["cell"].items())
    name = f"{until['metric']}[{cell}]" if cell else until["metric"]
    found = until["found"]
    width = "not known yet" if math.isnan(found) else f"known to ± {found:.3g}"
    return f"{name} is {width} after {until['looks']} looks, ± {until['halfwidth']:g} was asked for"


def _print_rows(result: Result) -> None:
    """Print the rows, an estimate and its two bounds in one column."""
    rows = result.rows
    estimates = {
        str(name): (f"{name}_low", f"{name}_high") for name in rows if f"{name}_low" in rows
    }
    if {"value", "low", "high"} <= set(rows):
        estimates["value"] = ("low", "high")
    written = {bound for pair in estimates.values() for bound in pair}
    if "value" in estimates:
        written.add("unit")
    shown = [str(name) for name in rows if name not in written]

    def write(name: str, row: Mapping[Any, Any]) -> str:
        if name not in estimates:
            return (p_value if name == "p_adjusted" else cell)(row[name])
        low, high = estimates[name]
        unit = _unit(result.meta["command"], row, name)
        return estimate(row[name], row[low], row[high], unit)

    cells = [[write(name, row) for name in shown] for row in rows.to_dict("records")]
    print_table(shown, cells, right=[*estimates, *rows.select_dtypes("number")])


def _unit(command: str, row: Mapping[Any, Any], name: str) -> Unit:
    """The unit in which an estimate is written: shares as percentages."""
    from analyser.analysis.metrics import METRICS
    from analyser.report.words import PERCENT, PP, Unit

    unit = row.get("unit")
    if unit is None:
        key = command, row.get("metric", name)
        [unit] = [m.unit for m in METRICS if (m.command, m.name) == key]
    if unit.startswith("share"):
        return PERCENT
    return PP if unit.startswith("difference of shares") else Unit(unit)


def _listed(value: Any) -> str:
    items = value if isinstance(value, list) else [value]
    return "  ".join(map(cell, items))
