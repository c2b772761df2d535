"""Report definitions: what they say, what overrides what, and what is refused."""

from __future__ import annotations

import runpy
import shlex
from pathlib import Path
from typing import Any

import pytest

from analyser.core.errors import InputError
from analyser.core.registry import games
from analyser.report.definition import command_line, load_definition, report_name, schema

ROOT = Path(__file__).parents[2]


def write(folder: Path, text: str) -> str:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("game", games())
def test_each_game_ships_the_definition_that_stands_in_reports(game: str) -> None:
    shown = ROOT / "reports" / f"{game}.toml"
    assert shown.resolve() == (games()[game].folder / "report.toml").resolve()
    assert load_definition(str(shown)) == load_definition(game)


def test_a_file_is_laid_over_the_definition_of_its_game(tmp_path: Path) -> None:
    source = write(
        tmp_path,
        """
        game = "maids"
        players = [4, 2]
        rules.trick.slacker_ranks = [5, 6]
        negligible.fairness = 0.5
        """,
    )
    ours, theirs = load_definition(source), load_definition("maids")
    assert ours.players == [4, 2]
    assert ours.overrides == {"trick.slacker_ranks": [5, 6]}
    assert ours.limits == {**theirs.limits, "fairness": 0.5}
    assert ours.pages == theirs.pages
    assert [plan.rules.players for plan in ours.plans()] == [4, 2]
    assert all(plan.rules.flat["trick.slacker_ranks"] == [5, 6] for plan in ours.plans())


def test_options_override_a_file(tmp_path: Path) -> None:
    text = 'game = "maids"\ngames = 10\n[rules]\ngame.rounds = 2\ntrick.zero_beats_nine = false'
    source = write(tmp_path, text)
    given = {"games": 20, "rules": {"game.rounds": 1}}
    definition = load_definition(source, given)
    assert definition.games == 20
    assert definition.overrides == {"game.rounds": 1, "trick.zero_beats_nine": False}
    line = command_line(source, definition, given)
    assert shlex.split(line) == [
        *("analyser", "report", source, "--set", "game.rounds=1", "--games", "20"),
    ]


def test_a_variant_is_found_beside_its_definition(tmp_path: Path) -> None:
    (tmp_path / "quick.toml").write_text("game.rounds = 2\nvariant.players = [2, 4]")
    definition = load_definition(write(tmp_path, 'game = "maids"\nvariant = "quick.toml"'))
    [plan] = definition.plans()
    assert plan.rules.variant == "quick"
    assert plan.rules.flat["game.rounds"] == 2
    assert definition.players == [2], "the default, 3, is not among its players"


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", ("field game", "missing", "maids")),
        ('game = "bridge"', ('"bridge"', "maids")),
        ("game = 3", ("game", "3", "maids")),
        ('game = "maids"\nplayer = [3]', ("player", "did you mean players?", "variant")),
        ('game = "maids"\nplayers = 3', ("players = 3", "a list")),
        ('game = "maids"\nplayers = []', ("players = []", "at least 1")),
        ('game = "maids"\nplayers = [3, 5]', ("players = 5", "2, 3, 4")),
        ('game = "maids"\nplayers = [3, 3]', ("players = [3, 3]", "twice")),
        ('game = "maids"\nvariant = "fist_to_100"', ("fist_to_100", "first_to_100")),
        ('game = "maids"\nvariant = "none.toml"', ("none.toml", "cannot be read")),
        ('game = "maids"\nstrategies = ["gredy"]', ("gredy", "greedy")),
        ('game = "maids"\nstrategies = ["greedy", "random"]', ("2 strategies", "3 seats")),
        ('game = "maids"\nseed = -1', ("seed = -1", "at least 0")),
        ('game = "maids"\nseed = 1e3', ("seed = 1000.0", "whole number")),
        ('game = "maids"\ngames = 0', ("games = 0", "at least 1")),
        ('game = "maids"\ngames = "many"', ('games = "many"', "whole number")),
        ('game = "maids"\npages = ["bidz"]', ("pages", "'bidz'", "did you mean bids?")),
        ('game = "maids"\npages = ["bids", "bids"]', ("pages", "twice")),
        ('game = "maids"\nrules.trick.slaker_ranks = [6]', ("slaker_ranks", "slacker_ranks")),
        ('game = "maids"\nrules.game.rounds = 0', ("game.rounds = 0",)),
        ('game = "maids"\nnegligible.fairnes = 0.1', ("fairnes", "did you mean", "fairness")),
        ('game = "maids"\nnegligible.fairness = 0', ("negligible.fairness = 0", "above 0")),
        ('game = "maids"\nnegligible = 0.02', ("negligible = 0.02", "an object")),
        ('game = "maids"\nseed = = 1', ("TOML", "line 2")),
    ],
)
def test_what_is_refused(tmp_path: Path, text: str, named: tuple[str, ...]) -> None:
    source = write(tmp_path, text)
    with pytest.raises(InputError) as error:
        load_definition(source)
    message = str(error.value)
    assert message.startswith(f"{source}: ") or "none.toml" in message
    assert "\n" not in message
    for word in named:
        assert word in message


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"players": [7]}, "players = 7"),
        ({"rules": {"game.round": 1}}, "game.rounds"),
        ({"strategies": ["genius"]}, "'genius'"),
    ],
)
def test_a_bad_option_is_not_blamed_on_the_file(
    tmp_path: Path, given: dict[str, Any], named: str
) -> None:
    with pytest.raises(InputError, match=named) as error:
        load_definition(write(tmp_path, 'game = "maids"'), given)
    assert "mine.toml" not in str(error.value)


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("maids", "maids"),
        ("maids:standard", "maids"),
        ("maids:first_to_100", "maids-first_to_100"),
        ("maids:rules/quick.toml", "maids-quick"),
        ("reports/mine.toml", "mine"),
    ],
)
def test_a_report_is_called_after_what_it_is_about(source: str, name: str) -> None:
    assert report_name(source) == name


def test_the_command_of_a_game_says_everything() -> None:
    given = {"rules": {"trick.slacker_ranks": [5, 6]}, "players": [2, 4]}
    source = "maids:first_to_100"
    words = shlex.split(command_line(source, load_definition(source, given), given))
    assert words == [
        *("analyser", "report", source, "--players", "2,4", "--strategy", "planner"),
        *("--set", "trick.slacker_ranks=[5, 6]", "--seed", "0", "--games", "1000000"),
    ]


def test_the_schema_is_current_and_knows_every_field() -> None:
    written = (ROOT / "reports" / "report.schema.json").read_text(encoding="utf-8")
    made = runpy.run_path(str(ROOT / "scripts/_docs.py"))["definition_schema"]()
    assert written == made, "stale: run scripts/docs"
    known = schema()["$defs"]["Definition"]["properties"]
    assert list(known) == list(load_definition("maids").describe())
    for game in games():
        first = (ROOT / "reports" / f"{game}.toml").read_text(encoding="utf-8").splitlines()[0]
        assert first == "#:schema ./report.schema.json"
