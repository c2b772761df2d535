"""The registry and what a game declares."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import analyser
import analyser.games
from analyser.api import solution_text
from analyser.core import registry
from analyser.core.errors import InputError
from analyser.core.registry import games, get_game
from analyser.core.rules import load_rules

HERE = Path(analyser.games.__file__).parent


def test_every_package_is_a_game_of_its_name() -> None:
    packages = sorted(p.parent.name for p in HERE.glob("*/__init__.py"))
    assert list(games()) == packages
    assert all(spec.name == name for name, spec in games().items())
    assert "maids" in games()


def test_unknown_game_is_answered_with_a_suggestion() -> None:
    with pytest.raises(InputError, match=r"'maid' is unknown \(did you mean maids\?\); there are"):
        get_game("maid")


@pytest.fixture
def solitaire(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a new game that declares itself and no more."""
    package = tmp_path / "solitaire"
    package.mkdir()
    (package / "__init__.py").write_text(
        "from analyser.core.spec import GameSpec\n"
        "GAME = GameSpec('solitaire', 'Solitaire', (1,), (), ())\n"
    )
    monkeypatch.setattr(analyser.games, "__path__", [*analyser.games.__path__, str(tmp_path)])
    registry.games.cache_clear()
    yield package
    registry.games.cache_clear()
    for name in [name for name in sys.modules if name.startswith("analyser.games.solitaire")]:
        del sys.modules[name]


@pytest.mark.usefixtures("solitaire")
def test_new_package_is_found_without_edits_elsewhere() -> None:
    assert get_game("solitaire").title == "Solitaire"
    with pytest.raises(InputError, match="solitaire has no solver"):
        analyser.solve({"game": "solitaire"})


def test_options_of_a_solver_are_those_of_its_game(solitaire: Path) -> None:
    (solitaire / "solve.py").write_text(
        "def solve(position, undo=0):\n    return {'undo': undo}\n"
        "def to_text(position, undo=0):\n    return f'undo {undo}'\n"
    )
    position = {"game": "solitaire"}
    assert analyser.solve(position) == {"undo": 0}
    assert analyser.solve(position, undo=2) == {"undo": 2}
    assert solution_text(position) == "undo 0"
    assert solution_text(position, undo=2) == "undo 2"
    for call in (analyser.solve, solution_text):
        with pytest.raises(InputError, match="max_n: the solver of solitaire has no such option"):
            call(position, max_n=True)


def test_specs_travel_between_processes_by_name() -> None:
    spec = get_game("maids")
    assert pickle.loads(pickle.dumps(spec)) is spec


@pytest.mark.parametrize(
    ("text", "seats"),
    [
        ("random", ("random",) * 3),
        (" greedy, random ,random", ("greedy", "random", "random")),
        (["random", "greedy", "random"], ("random", "greedy", "random")),
    ],
)
def test_strategies_for_the_seats(text: str | list[str], seats: tuple[str, ...]) -> None:
    spec = get_game("maids")
    assert spec.parse_strategies(text, load_rules(spec, players=3)) == seats


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("greedi", r"strategy 'greedi' is unknown \(did you mean greedy\?\); maids has: random"),
        ("random,greedy", r"2 strategies given \(random, greedy\) for 3 seats"),
        ("", "strategy '' has no name"),
    ],
)
def test_bad_strategies(text: str, message: str) -> None:
    spec = get_game("maids")
    with pytest.raises(InputError, match=message):
        spec.parse_strategies(text, load_rules(spec, players=3))


def test_default_strategy_is_the_highest_rung() -> None:
    assert get_game("maids").default_strategy == "planner"
    assert get_game("maids").default_players == 3
