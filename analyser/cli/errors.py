"""How failures leave the command line: one line on stderr and an exit code."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import click

from analyser.core.errors import InputError

INTERRUPTED = 130


class Interrupted(Exception):
    """Ctrl-C in a command that goes on where it was when it is given again.

    The message says what became of the finished work.
    """


@contextmanager
def resumable() -> Iterator[None]:
    """Let Ctrl-C in the block end with the command that resumes it."""
    try:
        yield
    except KeyboardInterrupt as error:
        raise Interrupted(str(error) or "finished work is saved") from None


def report(error: BaseException, arguments: Sequence[str]) -> int:
    """Print the error's line on stderr and return the exit code that goes with it.

    `arguments` are those of the command line that ended so.
    """
    code, line = _describe(error, arguments)
    click.echo(line, err=True)
    return code


def _describe(error: BaseException, arguments: Sequence[str]) -> tuple[int, str]:
    match error:
        case Interrupted():
            command = shlex.join(["analyser", *arguments])
            return INTERRUPTED, f"Interrupted; {error}; resume with: {command}"
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
