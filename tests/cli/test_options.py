"""Counts and settings as people type them."""

from __future__ import annotations

import click
import pytest

from analyser.cli.options import Setting, Whole


@pytest.mark.parametrize(
    ("text", "games"),
    [
        ("1", 1),
        ("2000", 2000),
        ("10k", 10_000),
        ("10K", 10_000),
        ("1e6", 10**6),
        ("1E6", 10**6),
        ("2M", 2 * 10**6),
        ("1.5M", 1_500_000),
        ("2.5e1", 25),
        ("0.5k", 500),
        (" 7 ", 7),
        ("1e12", 10**12),
    ],
)
def test_count(text: str, games: int) -> None:
    found = Whole(1, 10**12).convert(text, None, None)
    assert found == games
    assert type(found) is int


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("0", "not between 1 and"),
        ("1e13", "not between 1 and"),
        ("1e999", "not between 1 and"),
        ("9" * 400, "not between 1 and"),
        ("0.5", "not a whole number"),
        ("1.0005k", "not a whole number"),
        ("-5", "not between 1 and"),
        ("", "not a number like"),
        ("ten", "not a number like"),
        ("10kk", "not a number like"),
        ("1_000", "not a number like"),
        ("nan", "not a number like"),
        ("inf", "not a number like"),
        ("0x10", "not a number like"),
        ("٣", "not a number like"),
    ],
)
def test_count_refused(text: str, reason: str) -> None:
    with pytest.raises(click.BadParameter, match=reason):
        Whole(1, 10**12).convert(text, None, None)


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("game.rounds=2", ("game.rounds", 2)),
        ("trick.slacker_ranks=[5, 6]", ("trick.slacker_ranks", [5, 6])),
        ("trick.zero_beats_nine = false", ("trick.zero_beats_nine", False)),
        ('game.end_tie="privilege"', ("game.end_tie", "privilege")),
        ("game.end_tie='a=b'", ("game.end_tie", "a=b")),
        ("x=1.5", ("x", 1.5)),
    ],
)
def test_setting(text: str, pair: tuple[str, object]) -> None:
    assert Setting().convert(text, None, None) == pair


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("game.rounds", "not KEY=VALUE"),
        ("=3", "not KEY=VALUE"),
        ("game..rounds=3", "not KEY=VALUE"),
        ("game.rounds=", "write a number"),
        ("game.end_tie=privilege", "write text in quotes, 'game.end_tie=\"privilege\"'"),
        ("trick.zero_beats_nine=True", "write trick.zero_beats_nine=true"),
        ("game.rounds=2\nother=3", "is not TOML"),
        ("game.rounds=[1", "is not TOML"),
        ("game.rounds=" + "9" * 5000, "is not TOML"),
        ("game.rounds=" + "[" * 5000, "is not TOML"),
    ],
)
def test_setting_refused(text: str, reason: str) -> None:
    with pytest.raises(click.BadParameter, match=reason):
        Setting().convert(text, None, None)
