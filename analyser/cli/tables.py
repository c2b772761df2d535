"""Results on stdout: a table to read, JSON, or CSV."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    import pandas as pd

PIPED_WIDTH = 160
"""Columns for a table that goes to a file or a pipe, where there is no terminal to ask."""

SYMMETRIC = 1.2
"""An interval whose arms differ by a smaller factor is written with ±."""


def print_json(value: object) -> None:
    """Print one JSON document on one line."""
    click.echo(json.dumps(value, allow_nan=False))


def print_csv(rows: pd.DataFrame) -> None:
    """Print rows as CSV in full precision; what is unknown stays empty."""
    click.echo(rows.to_csv(index=False, lineterminator="\n"), nl=False)


def json_rows(rows: pd.DataFrame) -> list[dict[str, Any]]:
    """Return rows as JSON knows them: plain numbers, and null for what is unknown."""
    return [
        {str(name): _plain(value) for name, value in row.items()} for row in rows.to_dict("records")
    ]


def _plain(value: Any) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value.item() if hasattr(value, "item") else value


def print_meta(meta: Mapping[str, Any]) -> None:
    """Print what a result rests on: game, strategies, size, seed and rules."""
    strategies = meta["strategies"]
    same = len(set(strategies)) == 1
    click.echo(
        f"{meta['game']}:{meta['variant']}, {meta['players']} players, "
        f"{strategies[0] if same else ','.join(strategies)}; "
        f"{meta['games']:,} games, {meta['rounds']:,} rounds, seed {meta['seed']}, "
        f"rules {meta['rules_digest']}, analyser {meta['version']}"
    )
    if meta["assumed"]:
        click.echo(f"Rests on assumed rulings: {', '.join(meta['assumed'])}")


def print_table(
    header: Sequence[str], rows: Iterable[Sequence[str]], *, right: Sequence[str] = ()
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


def estimate(value: float | None, low: float | None, high: float | None, unit: str) -> str:
    """Write an estimate with its unit and interval, to two digits of the interval's half-width.

    A unit of ``%`` is for shares, which are written times a hundred.

    >>> estimate(0.4123, 0.4111, 0.4135, "%")
    '41.23 % ± 0.12'
    """
    if value is None or math.isnan(value):
        return "–"
    scale = 100 if unit in ("%", "pp") else 1
    value *= scale
    unit = f" {unit}" if unit else ""
    if low is None or high is None or math.isnan(low) or math.isnan(high):
        return f"{value:.4g}{unit} (no interval)"
    low, high = low * scale, high * scale
    half = (high - low) / 2
    digits = max(0, 1 - math.floor(math.log10(half))) if half > 0 else 2
    below, above = value - low, high - value
    if max(below, above) <= SYMMETRIC * min(below, above):
        return f"{value:,.{digits}f}{unit} ± {half:.{digits}f}"
    return f"{value:,.{digits}f}{unit} [{low:,.{digits}f}, {high:,.{digits}f}]"


def cell(value: Any) -> str:
    """Write any other value of a row."""
    if isinstance(value, float):
        return "–" if math.isnan(value) else f"{value:,.6g}"
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    return "–" if value is None else str(value)


def print_answer(answer: Mapping[str, Any]) -> None:
    """Print the answer to one position: a line for each field, nested fields indented."""
    for name, value in answer.items():
        if isinstance(value, Mapping):
            click.echo(f"{name}:")
            for inner, part in value.items():
                click.echo(f"  {inner}: {_listed(part)}")
        else:
            click.echo(f"{name}: {_listed(value)}")


def _listed(value: Any) -> str:
    items = value if isinstance(value, list) else [value]
    return "  ".join(map(cell, items))
