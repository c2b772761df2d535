"""Every command has help, and the pages made from it are current."""

from __future__ import annotations

import runpy
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest

import analyser
from analyser.cli.main import COMMANDS, cli

from .conftest import Outcome

ROOT = Path(__file__).parents[2]


def commands(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every command and group below one."""
    context = click.Context(group)
    for name in group.list_commands(context):
        yield (*path, name)
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))


def command_at(path: tuple[str, ...]) -> click.Command:
    command: click.Command = cli
    for name in path:
        assert isinstance(command, click.Group)
        found = command.get_command(click.Context(command), name)
        assert found is not None
        command = found
    return command


PATHS = list(commands(cli))


@pytest.mark.parametrize("path", PATHS, ids=" ".join)
def test_every_command_and_option_has_help(
    run: Callable[..., Outcome], path: tuple[str, ...]
) -> None:
    outcome = run(*path, "--help")
    assert outcome.code == 0
    assert outcome.out.startswith(f"Usage: analyser {' '.join(path)}")
    command = command_at(path)
    summary = (command.help or "").strip().splitlines()[0]
    assert summary.endswith(".")
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert (parameter.help or "").endswith("."), parameter.name


@pytest.mark.parametrize(
    "path", [p for p in PATHS if not isinstance(command_at(p), click.Group)], ids=" ".join
)
def test_every_command_has_a_python_call(path: tuple[str, ...]) -> None:
    call = getattr(analyser, "_".join(path))
    assert callable(call)
    assert call.__doc__


def test_the_reference_is_current() -> None:
    reference = runpy.run_path(str(ROOT / "scripts/_docs.py"))["reference"]()
    written = (ROOT / "docs/commands.md").read_text(encoding="utf-8")
    assert written == reference, "stale: run scripts/docs"
    for path in PATHS:
        assert f"## analyser {' '.join(path)}\n" in reference


def test_version(run: Callable[..., Outcome]) -> None:
    assert analyser.__version__ in run("--version").out


def test_commands_are_the_modules() -> None:
    folder = ROOT / "analyser/cli"
    modules = {p.stem for p in folder.glob("*.py") if "\ndef command(" in p.read_text("utf-8")}
    assert modules == set(COMMANDS)
