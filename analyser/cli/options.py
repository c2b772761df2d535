"""Arguments and options that commands share.

Parameter types turn text into values and say in one sentence what they expected; everything
that depends on a game (its rules, its strategies) is checked by the library.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])
Decorator = Callable[[Command], Command]

MAX_GAMES = 10**12
"""More games than any run will play, and few enough for every counter to stay exact."""

MAX_SEED = 2**64 - 1
MAX_JOBS = 1024

_NUMBER = re.compile(r"([+-]?\d+(?:\.\d+)?)(?:e(\d{1,3})|([km]))?", re.ASCII | re.IGNORECASE)
_POWER = {"k": 3, "m": 6}
_KEY = re.compile(r"[a-z_][a-z0-9_]*(\.[a-z_][a-z0-9_]*)*", re.ASCII | re.IGNORECASE)


class Whole(click.ParamType[int]):
    """A whole number from `least` to `most`, which may be written like 10k, 1e6 or 2M."""

    name = "number"

    def __init__(self, least: int, most: int) -> None:
        self.least = least
        self.most = most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        match = _NUMBER.fullmatch(value.strip())
        if match is None:
            self.fail(f"{value!r} is not a number like 2000, 10k, 1e6 or 2M.", param, ctx)
        digits, exponent, suffix = match.groups()
        power = int(exponent or _POWER.get((suffix or "").lower(), 0))
        number = Fraction(digits) * 10**power
        if number.denominator != 1:
            self.fail(f"{value!r} is not a whole number.", param, ctx)
        if not self.least <= number <= self.most:
            self.fail(f"{value!r} is not between {self.least} and {self.most}.", param, ctx)
        return int(number)


class Wholes(Whole):
    """Several different whole numbers, separated by commas."""

    name = "numbers"

    def convert(  # type: ignore[override]
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> list[int]:
        if isinstance(value, list):
            return value
        numbers = [super(Wholes, self).convert(part, param, ctx) for part in value.split(",")]
        if len(set(numbers)) < len(numbers):
            self.fail(f"{value!r} names a number twice.", param, ctx)
        return numbers


class Setting(click.ParamType[tuple[str, object]]):
    """One rule as KEY=VALUE: a dotted key and a TOML value."""

    name = "key=value"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, object]:
        if isinstance(value, tuple):
            return value
        key, equals, text = value.partition("=")
        key, text = key.strip(), text.strip()
        if not equals or not _KEY.fullmatch(key):
            self.fail(f"{value!r} is not KEY=VALUE, like game.rounds=2.", param, ctx)
        try:
            parsed = tomllib.loads(f"value = {text}")
        except (ValueError, RecursionError):
            parsed = {}
        if parsed.keys() != {"value"}:
            advice = _advice(key, text)
            self.fail(f"{text!r}, the value of {key}, is not TOML: {advice}", param, ctx)
        return key, parsed["value"]


def _advice(key: str, text: str) -> str:
    """How to write what was probably meant."""
    if text.lower() in ("true", "false"):
        return f"write {key}={text.lower()}."
    if re.fullmatch(r"[\w ./-]+", text) and not text[:1].isdigit():
        return f"write text in quotes, '{key}=\"{text}\"'."
    return 'write a number, true, false, "text" or a list like [5, 6].'


def _settings(
    ctx: click.Context, param: click.Parameter, pairs: tuple[tuple[str, object], ...]
) -> dict[str, object]:
    """Collect the pairs; a key given twice is more likely a slip than an intention."""
    settings: dict[str, object] = {}
    for key, value in pairs:
        if key in settings:
            raise click.BadParameter(f"{key!r} is given twice.", ctx, param)
        settings[key] = value
    return settings


def _together(*decorators: Decorator[Any]) -> Decorator[Any]:
    """One decorator that applies all of them, so that help lists them in this order."""

    def decorate(command: Any) -> Any:
        for decorator in reversed(decorators):
            command = decorator(command)
        return command

    return decorate


game_argument = click.argument("game", metavar="GAME[:VARIANT]")

file_argument = click.argument(
    "file", metavar="FILE", type=click.Path(dir_okay=False, allow_dash=True)
)

players_option = click.option(
    "--players",
    type=Whole(1, 100),
    metavar="N",
    help="Number of players; 3 where the game allows it, else its smallest number.",
)

set_option = click.option(
    "--set",
    "rules",
    type=Setting(),
    multiple=True,
    callback=_settings,
    metavar="KEY=VALUE",
    help="Override one rule: a dotted key and a TOML value. Repeatable.",
)

rules_options = _together(players_option, set_option)

seed_option = click.option(
    "--seed",
    type=Whole(0, MAX_SEED),
    metavar="S",
    help="Seed of the batch, 0 if left out: the same seed gives the same games.",
)

play_options = _together(
    set_option,
    click.option(
        "--strategy",
        metavar="A[,B,…]",
        help="One strategy for all seats, or one a seat; the strongest fast one if left out. "
        "Parameters follow colons; path/to/file.py:ClassName is a bot of your own.",
    ),
    seed_option,
)

setup_options = _together(players_option, play_options)

jobs_options = _together(
    click.option(
        "--jobs",
        type=Whole(1, MAX_JOBS),
        metavar="J",
        help="Workers; one a core if left out.",
    ),
    click.option("--dask", metavar="ADDRESS", help="Address of a Dask cluster to use instead."),
)

quiet_option = click.option("--quiet", is_flag=True, help="Show no progress.")

from_option = click.option(
    "--from",
    "from_",
    metavar="DIR",
    type=click.Path(),
    help="Read this finished run directory instead of playing.",
)

until_option = click.option(
    "--until",
    metavar="METRIC=HALFWIDTH",
    help="Play until the 95 % interval is that narrow, valid however often one looks, but "
    "--games at most (10M if left out). A cell is named like success[bid=0] or win_share[0].",
)


def games_option(default: str) -> Decorator[Any]:
    """`--games`; the library knows the default, this is how one would type it."""
    return click.option(
        "--games",
        type=Whole(1, MAX_GAMES),
        metavar="N",
        help=f"Complete games to play (2000, 10k, 1e6, 2M); {default} if left out.",
    )


def batch_options(games: str) -> Decorator[Any]:
    """Everything that says which games are played, and by how many workers."""
    return _together(setup_options, games_option(games), jobs_options, quiet_option)


def _one_format(ctx: click.Context, param: click.Parameter, value: bool) -> bool:
    """Refuse two formats at once."""
    if value and ctx.meta.setdefault("analyser.format", param.name) != param.name:
        raise click.UsageError("--json and --csv exclude each other.", ctx)
    return value


json_option = click.option(
    "--json", "as_json", is_flag=True, callback=_one_format, help="Print JSON."
)

output_options = _together(
    json_option,
    click.option("--csv", "as_csv", is_flag=True, callback=_one_format, help="Print CSV."),
)
