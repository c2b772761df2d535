"""Print a file that is made from the program: ``_docs.py commands`` or ``_docs.py schema``.

They are the reference of all commands, docs/commands.md, from their own help, and the JSON Schema
of report definitions, reports/report.schema.json.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

import click

from analyser.cli.main import cli
from analyser.report.definition import schema

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


def definition_schema() -> str:
    """The schema as text."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.stdout.write({"commands": reference, "schema": definition_schema}[sys.argv[1]]())
