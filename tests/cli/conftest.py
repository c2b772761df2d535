"""Running command lines inside the test process."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from analyser.cli.main import main


@dataclass(frozen=True)
class Outcome:
    """How a command line ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one JSON document on stdout of a command that succeeded."""
        assert self.code == 0, self.err
        return json.loads(self.out)


@pytest.fixture
def run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> Callable[..., Outcome]:
    """Run `analyser` with these arguments, in a folder and with a cache of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ANALYSER_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("ANALYSER_TRACEBACK", raising=False)

    def run(*arguments: object) -> Outcome:
        capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        return Outcome(code, *capsys.readouterr())

    return run
