"""Bad usage and bad input: exit 2, one message that names the thing, and nothing on stdout."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from analyser.cli.main import main

from .conftest import Outcome

FILES = {
    "broken.toml": "[trick\nslacker_ranks = 6",
    "latin.toml": b"title = '\xe9'",
    "unknown.toml": '[variant]\ngame = "maids"\n[trick]\nslaker_ranks = [6]',
    "wrong.toml": '[trick]\nslacker_ranks = "six"',
    "contradictory.toml": "[trick]\nslacker_ranks = [1]",
    "foreign.toml": '[variant]\ngame = "bridge"',
    "broken.json": '{"game": "maids"',
    "list.json": "[1, 2]",
    "empty.json": "\n",
    "bytes.json": b"\xff\xfe",
    "twice.json": '{"game": "maids", "game": "maids"}',
    "nan.json": '{"game": "maids", "bids": [NaN, 0, 0]}',
    "nogame.json": '{"bids": [0, 0, 0]}',
    "deep.json": "[" * 100_000,
    "lines.jsonl": (
        '{"game":"maids","players":3,"bids":[4,3,0],"appeals":[2,0,1],'
        '"accepted":[3,2,1],"completed":[3,2,0]}\n\n{"game":"bridge"}\n'
    ),
    "notes.txt": "anything",
    "nothing.toml": "games = 10",
    "misspelt.toml": 'game = "maids"\nplayer = [3]',
    "pages.toml": 'game = "maids"\npages = ["bidz"]',
    "change.toml": 'game = "maids"\nchanges = [{label = "x", rules = {game = {round = 1}}}]',
}

CASES = [
    # command line; what the message must name
    ("nothing", "'nothing'", "games"),
    ("bids", "GAME"),
    ("bids maids extra", "extra"),
    ("bids maids --bogus", "--bogus"),
    ("bids bridge", "'bridge'", "maids"),
    ("bids maid", "'maid'", "did you mean maids"),
    ("bids ''", "''", "maids"),
    ("bids maids:", "''", "standard"),
    ("bids maids:speedy", "'speedy'", "first_to_100"),
    ("bids maids:missing.toml", "missing.toml", "No such file"),
    ("bids maids:broken.toml", "broken.toml", "line 1"),
    ("bids maids:latin.toml", "latin.toml", "UTF-8"),
    ("bids maids:unknown.toml", "unknown.toml", "trick.slaker_ranks", "trick.slacker_ranks"),
    ("bids maids:wrong.toml", "wrong.toml", "trick.slacker_ranks", '"six"'),
    ("bids maids:contradictory.toml", "contradictory.toml", "trick.slacker_ranks", "[1]"),
    ("bids maids:foreign.toml", "foreign.toml", "bridge"),
    ("bids maids --players 5", "5", "2, 3, 4"),
    ("bids maids --players 0", "--players", "'0'"),
    ("bids maids --players three", "--players", "'three'"),
    ("bids maids --set game.rounds", "--set", "'game.rounds'", "KEY=VALUE"),
    ("bids maids --set game.rounds=2 --set game.rounds=3", "game.rounds", "twice"),
    ("bids maids --set game.end_tie=privilege", "game.end_tie", "quotes"),
    ("bids maids --set game.round=2", "game.round", "game.rounds"),
    ("bids maids --set game.rounds=0", "game.rounds", "0"),
    ("bids maids --set game.rounds=-1", "game.rounds", "-1"),
    ("bids maids --set game.rounds=1.5", "game.rounds", "1.5"),
    ("bids maids --set game.rounds=nan", "game.rounds", "NaN"),
    ("bids maids --set game=3", "game", "group"),
    ("bids maids --set trick.slacker_ranks=[99]", "trick.slacker_ranks", "99"),
    ("bids maids --set scoring.success=[30]", "scoring.success", "[30]"),
    ("bids maids --strategy genius", "'genius'", "greedy"),
    ("bids maids --strategy greedy,random", "greedy, random", "3"),
    ("bids maids --strategy ''", "strategy ''", "random"),
    ("bids maids --games 0", "--games", "'0'", "1"),
    ("bids maids --games -5", "--games", "'-5'"),
    ("bids maids --games 1.5", "--games", "'1.5'"),
    ("bids maids --games lots", "--games", "'lots'", "10k"),
    ("bids maids --games 1e30", "--games", "'1e30'", "1000000000000"),
    ("bids maids --seed -1", "--seed", "'-1'", "0"),
    ("bids maids --seed 18446744073709551616", "--seed", "18446744073709551616"),
    ("bids maids --jobs 0", "--jobs", "'0'"),
    ("bids maids --jobs 100000", "--jobs", "'100000'"),
    ("bids maids --by suit", "by", "'suit'", "trump"),
    ("bids maids --by bid,bid", "by", "bid,bid"),
    ("bids maids --by ''", "by", "''", "bid"),
    ("bids maids --json --csv", "--json", "--csv"),
    ("bids maids --from nowhere", "nowhere", "not a run directory"),
    ("bids maids --from notes.txt", "notes.txt", "not a run directory"),
    ("balance bridge --games 10", "'bridge'"),
    ("balance maids --forks 0", "--forks", "'0'", "1"),
    ("balance maids --games 10 --forks 11", "forks", "11", "10"),
    ("balance maids --from nowhere --forks 5", "forks", "5", "nowhere"),
    ("balance maids --seconds 0", "--seconds", "0"),
    ("balance maids --seconds inf", "seconds", "inf", "above 0"),
    ("balance maids --until drama=0.1", "drama", "fixed number"),
    ("rules show", "GAME"),
    ("rules check missing.toml", "missing.toml"),
    ("rules check broken.toml", "broken.toml"),
    ("rules check unknown.toml", "unknown.toml", "trick.slaker_ranks"),
    ("rules check foreign.toml", "foreign.toml", '"bridge"', "maids"),
    ("rules diff maids", "B"),
    ("rules diff maids bridge", "'bridge'"),
    ("moves missing.json", "missing.json"),
    ("moves .", "."),
    ("score broken.json", "broken.json:1", "JSON"),
    ("score list.json", "list.json", "object"),
    ("score empty.json", "empty.json", "no JSON object"),
    ("score bytes.json", "bytes.json", "UTF-8"),
    ("score twice.json", "twice.json", "'game'", "twice"),
    ("score nan.json", "nan.json", "NaN"),
    ("score nogame.json", "nogame.json", "game", "maids"),
    ("score deep.json", "deep.json", "deep"),
    ("score lines.jsonl", "lines.jsonl:3", "'bridge'"),
    ("score lines.jsonl --json", "lines.jsonl:3", "'bridge'"),
    ("replay maids --game -1", "--game", "'-1'"),
    ("replay maids --count 0", "--count", "'0'"),
    ("replay maids --where 'bid = 0'", "'bid = 0'", "bid == 0"),
    ("replay maids --where 'bids == 0'", "bids", "did you mean bid"),
    ("replay maids --where 'bid == 0' --game 50 --games 50", "game = 50", "50"),
    ("simulate maids", "--out", "--records"),
    ("simulate maids --out notes.txt", "notes.txt", "file"),
    ("simulate maids --out .", "other files"),
    ("simulate maids --records r.xlsx --games 10", "r.xlsx", ".csv", ".parquet"),
    ("simulate maids --records no/such/r.csv --games 10", "no/such"),
    ("simulate maids --records folder.csv --games 10", "folder.csv"),
    ("runs resume nowhere", "nowhere"),
    ("runs export nowhere", "nowhere"),
    ("runs list nowhere", "nowhere"),
    ("report bridge", "'bridge'"),
    ("report maids --games 10 --out notes.txt", "notes.txt", "file"),
    ("report maids --games 10 --out .", "no report"),
    ("report maids --players 3,3", "--players", "'3,3'", "twice"),
    ("report maids --players 2,9", "players = 9", "2, 3, 4"),
    ("report maids --players 2,three", "--players", "'three'"),
    ("report maids --strategy greedy,random --players 2,3", "greedy, random", "3"),
    ("report missing.toml", "missing.toml", "No such file"),
    ("report broken.toml", "broken.toml", "line 1"),
    ("report foreign.toml", "foreign.toml", "game", "maids"),
    ("report nothing.toml", "nothing.toml", "game", "maids"),
    ("report misspelt.toml", "misspelt.toml", "player", "did you mean players?"),
    ("report pages.toml", "pages.toml", "pages", "'bidz'", "did you mean bids?"),
    ("report change.toml", "change.toml", '"x"', "game.round", "game.rounds"),
    ("report misspelt.toml --games 0", "--games", "'0'"),
    ("bench --seconds 0", "--seconds", "0"),
]


@pytest.fixture
def folder(run: Callable[..., Outcome], tmp_path: Path) -> Path:
    """The working folder, with files that are bad in all kinds of ways."""
    for name, content in FILES.items():
        data = content if isinstance(content, bytes) else content.encode()
        (tmp_path / name).write_bytes(data)
    (tmp_path / "folder.csv").mkdir()
    return tmp_path


@pytest.mark.parametrize(("line", "named"), [(case[0], case[1:]) for case in CASES])
def test_bad_input(
    run: Callable[..., Outcome], folder: Path, line: str, named: tuple[str, ...]
) -> None:
    before = sorted(folder.iterdir())
    outcome = run(*shlex.split(line))
    assert outcome.code == 2, outcome.err
    assert outcome.out == ""
    assert outcome.err.startswith("Error: ")
    assert outcome.err.count("\n") == 1, "one message, on one line"
    assert "Traceback" not in outcome.err
    for word in named:
        assert word in outcome.err
    assert sorted(folder.iterdir()) == before, "nothing is left behind"


def test_a_run_directory_of_another_run_is_left_alone(
    run: Callable[..., Outcome], tmp_path: Path
) -> None:
    assert run("simulate", "maids", "--games", 20, "--out", "run").code == 0
    ledger = (tmp_path / "run/run.sqlite").read_bytes()
    outcome = run("simulate", "maids", "--games", 30, "--out", "run")
    assert outcome.code == 2
    assert "games is 20 there, 30 here" in outcome.err
    for option in ("--seed=1", "--games=30", "--players=4", "--set=game.rounds=1"):
        outcome = run("bids", "maids", "--from", "run", option)
        assert outcome.code == 2
        assert "the run in run has" in outcome.err
    assert (tmp_path / "run/run.sqlite").read_bytes() == ledger


@pytest.mark.parametrize("damage", [b"", b"not a database at all", None])
def test_a_corrupt_ledger_is_refused(
    run: Callable[..., Outcome], tmp_path: Path, damage: bytes | None
) -> None:
    assert run("simulate", "maids", "--games", 500, "--out", "run").code == 0
    ledger = tmp_path / "run/run.sqlite"
    content = ledger.read_bytes()
    ledger.write_bytes(content[: len(content) // 2] if damage is None else damage)
    outcome = run("bids", "maids", "--from", "run")
    assert outcome.code == 2
    assert outcome.out == ""
    assert "run.sqlite" in outcome.err


def test_an_unexpected_failure_is_one_line(
    run: Callable[..., Outcome], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise RuntimeError("it broke")

    monkeypatch.setattr("analyser.api.games", fail)
    outcome = run("games")
    assert (outcome.code, outcome.out, outcome.err) == (1, "", "Error: RuntimeError: it broke\n")


def test_a_traceback_comes_when_asked_for(
    run: Callable[..., Outcome], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANALYSER_TRACEBACK", "1")
    with pytest.raises(ValueError, match="bridge"):
        main(["bids", "bridge"])


def test_a_search_without_result_fails(run: Callable[..., Outcome]) -> None:
    outcome = run("replay", "maids", "--where", "bid == 99", "--games", 50, "--json")
    assert outcome.code == 1
    assert outcome.out == ""
    assert outcome.err == "Error: No game from 0 on has a round with bid == 99.\n"


def test_no_arguments_print_help(run: Callable[..., Outcome]) -> None:
    outcome = run()
    assert outcome.code == 2
    assert outcome.err.startswith("Usage: analyser")
