"""The command `analyser`: its commands and how it ends."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

import click

from analyser.cli.errors import discard_stdout, report

COMMANDS = (
    "games",
    "metrics",
    "rules",
    "moves",
    "score",
    "solve",
    "replay",
    "simulate",
    "runs",
    "bids",
    "cards",
    "features",
    "slackers",
    "bounds",
    "balance",
    "tournament",
    "report",
    "bench",
)
"""In the order of help and docs: look things up, look at games, play them, analyse them."""


class Commands(click.Group):
    """Commands that are imported when they are asked for, each from the module of its name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"analyser.cli.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            raise click.UsageError(f"No such command {name!r}; there are {', '.join(COMMANDS)}.")
        return super().resolve_command(ctx, args)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="analyser")
def cli() -> None:
    """Play card games by the million and measure how well their rules work."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code.

    0 done; 1 a failure; 2 bad usage or input; 130 interrupted. `ANALYSER_TRACEBACK=1` in the
    environment lets the exception through instead of its one-line message.
    """
    try:
        code = cli.main(arguments, prog_name="analyser", standalone_mode=False)
        sys.stdout.flush()
    except BrokenPipeError:
        discard_stdout()
        return 1
    except (Exception, KeyboardInterrupt) as error:
        if os.environ.get("ANALYSER_TRACEBACK"):
            raise
        if isinstance(error, OSError):
            discard_stdout()
        return report(error, sys.argv[1:] if arguments is None else arguments)
    return code if isinstance(code, int) else 0
