"""How failures leave the command line: one line on stderr and an exit code."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from analyser.core.errors import InputError

INTERRUPTED = 130


class Interrupted(Exception):
    """Ctrl-C, with the sentence that says what was kept and how to go on."""


@contextmanager
def resumable(saved: str) -> Iterator[None]:
    """Turn Ctrl-C into a message that says what is `saved` and repeats the command."""
    try:
        yield
    except KeyboardInterrupt:
        command = shlex.join(["analyser", *sys.argv[1:]])
        raise Interrupted(f"{saved}; resume with: {command}") from None


def report(error: BaseException) -> int:
    """Print the error's line on stderr and return the exit code that goes with it."""
    code, line = _describe(error)
    click.echo(line, err=True)
    return code


def _describe(error: BaseException) -> tuple[int, str]:
    match error:
        case Interrupted():
            return INTERRUPTED, f"Interrupted: {error}"
        case click.Abort() | KeyboardInterrupt():
            return INTERRUPTED, "Interrupted."
        case click.exceptions.NoArgsIsHelpError():
            return error.exit_code, error.format_message()
        case click.ClickException():
            return error.exit_code, f"Error: {error.format_message()}"
        case InputError():
            return 2, f"Error: {error}"
        case OSError(strerror=str(reason)):
            place = f": {error.filename}" if error.filename else ""
            return 1, f"Error: {reason}{place}"
        case _:
            return 1, f"Error: {type(error).__name__}: {error}"


def discard_stdout() -> None:
    """Let the interpreter's last flush succeed after stdout was closed or its disk is full."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
