"""Golden transcripts: text files that hold a command and what it prints."""

from __future__ import annotations

import shlex
from pathlib import Path

from click.testing import CliRunner

from analyser.cli.main import cli

FILES = sorted(Path(__file__).parent.glob("*.txt"))
PROMPT = "$ analyser "


def text_of(file: Path) -> str:
    """The golden text that the command in the file's first line gives now."""
    command = file.read_text(encoding="utf-8").splitlines()[0]
    arguments = shlex.split(command.removeprefix(PROMPT))
    result = CliRunner().invoke(cli, arguments, catch_exceptions=False)
    if result.exit_code:
        raise RuntimeError(f"{file.name}: {command}: exit {result.exit_code}: {result.output}")
    return f"{command}\n\n{result.output}"


if __name__ == "__main__":
    for golden in FILES:
        golden.write_text(text_of(golden), encoding="utf-8")
