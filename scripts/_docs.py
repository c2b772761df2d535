"""Print the reference of all commands, docs/commands.md, from their own help."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click

from analyser.cli.main import cli

INTRODUCTION = """\
# Commands

What `--help` prints, for every command. `scripts/docs` writes this page.
"""


def reference() -> str:
    """The page as text."""
    return "\n".join([INTRODUCTION, *_sections(cli, "analyser", None)])


def _sections(command: click.Command, name: str, parent: click.Context | None) -> Iterator[str]:
    context = command.make_context(
        name, [], parent=parent, resilient_parsing=True, terminal_width=80
    )
    yield f"## {context.command_path}\n\n```text\n{context.get_help()}\n```\n"
    if isinstance(command, click.Group):
        for inner in command.list_commands(context):
            found = command.get_command(context, inner)
            assert found is not None
            yield from _sections(found, inner, context)


if __name__ == "__main__":
    sys.stdout.write(reference())
