"""Rules: layers of TOML, messages, digests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from analyser.core.errors import InputError
from analyser.core.registry import get_game
from analyser.core.rules import load_rules, read_variant

MAIDS = get_game("maids")


@pytest.fixture
def variant(tmp_path: Path) -> Any:
    """Write a rules file and return its path."""

    def write(text: str, name: str = "mine.toml") -> str:
        path = tmp_path / name
        path.write_text(text)
        return str(path)

    return write


def test_defaults_by_number_of_players() -> None:
    assert load_rules(MAIDS).players == 3
    assert load_rules(MAIDS, players=3).flat["scoring.success"] == [30, 20, 10]
    assert load_rules(MAIDS, players=4).flat["scoring.success"] == [30, 15]
    assert load_rules(MAIDS, players=4).table.deck.ranks == list(range(10))


def test_layers_override_each_other(variant: Any) -> None:
    path = variant(
        "[scoring]\nappeal_success = 7\nappeal_failure = 8\n"
        "[for_players.4.scoring]\nappeal_failure = 9\n"
    )
    overrides = {"scoring.appeal_success": 6}
    assert load_rules(MAIDS, path).table.scoring.appeal_success == 7
    assert load_rules(MAIDS, path).table.scoring.appeal_failure == 8
    assert load_rules(MAIDS, path, 4).table.scoring.appeal_failure == 9
    assert load_rules(MAIDS, path, 4).table.scoring.success == [30, 15]
    assert load_rules(MAIDS, path, 4, overrides).table.scoring.appeal_success == 6


def test_a_changed_file_is_read_anew(variant: Any) -> None:
    for slacker in (5, 4, 5):
        path = variant(f"[trick]\nslacker_ranks = [{slacker}]\n")
        assert load_rules(MAIDS, path).table.trick.slacker_ranks == [slacker]


def test_rules_share_nothing_with_those_loaded_later() -> None:
    load_rules(MAIDS).table.trick.slacker_ranks.append(9)
    load_rules(MAIDS).flat["deck.ranks"].clear()
    read_variant(MAIDS, "standard").keys(3).clear()
    assert load_rules(MAIDS).table.trick.slacker_ranks == [6]
    assert load_rules(MAIDS).table.deck.ranks == [0, 2, 3, 4, 5, 6, 7, 8, 9]


def test_variant_header(variant: Any) -> None:
    path = variant('[variant]\ngame = "maids"\ntitle = "Ours"\nplayers = [4, 2]\n')
    found = read_variant(MAIDS, path)
    assert (found.name, found.title, found.players) == ("mine", "Ours", (2, 4))
    assert load_rules(MAIDS, path).players == 2
    assert load_rules(MAIDS, path).variant == "mine"
    with pytest.raises(InputError, match="players = 3: maids:mine is played by 2, 4 players"):
        load_rules(MAIDS, path, 3)


def test_digest_names_players_and_rules_but_not_the_way_they_were_given(variant: Any) -> None:
    path = variant("[trick]\nslacker_ranks = [5]\n")
    standard, three = load_rules(MAIDS), load_rules(MAIDS, path)
    by_hand = load_rules(MAIDS, overrides={"trick.slacker_ranks": [5]})
    assert three.digest == by_hand.digest
    assert len({standard.digest, three.digest, load_rules(MAIDS, players=2).digest}) == 3
    assert len(standard.digest) == 16


def test_digest_is_pinned() -> None:
    # Run directories are refused by another digest: changing it orphans every one of them.
    assert load_rules(MAIDS).digest == "f9ed04ed9e85463e"


@pytest.mark.parametrize("bad", [1, 5, 0, -3, True])
def test_players_that_cannot_be(bad: int) -> None:
    with pytest.raises(InputError, match=f"players = {bad}: maids:standard is played by 2, 3, 4"):
        load_rules(MAIDS, players=bad)


def test_unknown_variant() -> None:
    with pytest.raises(InputError, match=r"'first_to_10' of maids is unknown \(did you mean"):
        load_rules(MAIDS, "first_to_10")


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        ({"trick.slacker_rank": [6]}, "did you mean trick.slacker_ranks?"),
        ({"trick": 3}, "trick is a group of rules, not one; it holds: trick.slacker_ranks"),
        ({"trick.zero_beats_nine": 1}, "rule trick.zero_beats_nine = 1: must be true or false"),
        ({"trick.slacker_ranks": [6, 6]}, "rule trick.slacker_ranks = [6, 6]: must be different"),
        ({"trick.slacker_ranks": [1]}, "must be different ranks of the deck, which has [0, 2, 3"),
        (
            {"trick.slacker_ranks": ["6"]},
            'rule trick.slacker_ranks = ["6"]: each entry must be a',
        ),
        (
            {"scoring.accepted": -1},
            "rule scoring.accepted = -1: must be a whole number, at least 0",
        ),
        ({"scoring.accepted": 1.5}, "rule scoring.accepted = 1.5: must be a whole number"),
        ({"scoring.success": [30, 20]}, "must hold 3 numbers"),
        ({"game.trumps": []}, "rule game.trumps = []: must be a list, at least 1 long"),
        ({"game.trumps": ["red"]}, 'rule game.trumps = ["red"]: must be among purple'),
        ({"game.rounds": 0}, "rule game.rounds = 0: must be a whole number, at least 1"),
        ({"game.end_tie": "coin"}, 'rule game.end_tie = "coin": must be among'),
        ({"deck.ranks": [0, 2]}, "6 cards, but 3 players need 27"),
        ({"distribution.hand_cards": 7}, "27 cards, but 3 players need 30"),
        ({"game.end_score": 50, "scoring.accepted": 0}, "needs scoring.accepted of at least 1"),
        (
            {"game.rounds": 100, "scoring.success": [100] * 3, "scoring.appeal_failure": 100},
            "32000",
        ),
    ],
)
def test_rules_that_cannot_be_are_named(overrides: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as error:
        load_rules(MAIDS, overrides=overrides)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[trick\n", "not valid TOML"),
        ("[trick]\nslackers = [6]\n", "rule 'trick.slackers' is unknown"),
        ("[trick]\nzero_beats_nine = 2\n", "rule trick.zero_beats_nine = 2"),
        ('[variant]\ngame = "grace"\n', 'variant.game = "grace": must be "maids"'),
        ("[variant]\nplayers = [5]\n", "variant.players = [5]: must be a list of numbers among"),
        ("[variant]\nplayers = []\n", "variant.players = []: must be a list of numbers among"),
        ("[variant]\nauthor = 1\n", "must be a table of game, title, players"),
        ("[for_players.5.deck]\nranks = [1]\n", "must hold tables named by a number among"),
        ("for_players = 3\n", "must hold tables named by a number among"),
    ],
)
def test_bad_files_are_named(text: str, message: str, variant: Any) -> None:
    path = variant(text)
    with pytest.raises(InputError) as error:
        load_rules(MAIDS, path)
    assert str(error.value).startswith(f"{path}: ")
    assert message in str(error.value)


def test_rule_of_a_file_that_the_overrides_repair(variant: Any) -> None:
    path = variant("[trick]\nslacker_ranks = [1]\n")
    repaired = load_rules(MAIDS, path, overrides={"trick.slacker_ranks": [2]})
    assert repaired.table.trick.slacker_ranks == [2]


def test_unreadable_files(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read: No such file"):
        load_rules(MAIDS, str(tmp_path / "none.toml"))
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(InputError, match="cannot be read: Is a directory"):
        load_rules(MAIDS, str(tmp_path / "folder.toml"))
    (tmp_path / "latin.toml").write_bytes(b'title = "caf\xe9"')
    with pytest.raises(InputError, match="not UTF-8 text"):
        load_rules(MAIDS, str(tmp_path / "latin.toml"))
