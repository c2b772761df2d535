"""Bots at a table of Bellboys: what the page says of them, and that they play like a strategy."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import analyser
from analyser.core.bots import bot_text
from analyser.core.errors import InputError
from analyser.core.forks import Fork
from analyser.games.bellboys import GAME
from analyser.games.bellboys.view import Strategy, View
from tests.games.bellboys.builders import SIGHTED, TRAILING, rules_of

PAGE = (Path(__file__).parents[3] / "docs/own-bot.md").read_text(encoding="utf-8")
SECTION = PAGE.partition("## Lazy Bellboys\n")[2].partition("\n## ")[0]

BOT = """
class Copy:
    '''Plays as `random`.'''
    def __init__(self, rules):
        self.rules = rules
    def fan(self, view, legal, draw):
        return ("dealt", "reversed")[draw(2)]
    def play(self, view, legal, draw):
        return legal[draw(len(legal))]
"""


@pytest.fixture
def copy_of_random(tmp_path: Path) -> str:
    path = tmp_path / "copy.py"
    path.write_text(BOT)
    return bot_text(f"{path}:Copy")


def cells(heading: str) -> list[str]:
    """The names in the first cells of the table with that heading."""
    table = SECTION.partition(f"| {heading} |")[2].partition("\n\n")[0]
    first = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    return re.findall(r"`(\w+)", " ".join(first))


def test_the_page_tells_every_attribute_of_a_view() -> None:
    known = {*View.__dataclass_fields__, *(n for n in vars(View) if not n.startswith("_"))}
    assert sorted(cells("attribute")) == sorted(known)


def test_the_page_tells_every_method_of_a_strategy() -> None:
    assert set(cells("method")) == {name for name in vars(Strategy) if not name.startswith("_")}


@pytest.mark.kernel
def test_a_bot_plays_the_games_of_the_strategy_that_it_copies(copy_of_random: str) -> None:
    rules = rules_of(SIGHTED | TRAILING)
    tables = ["greedy", copy_of_random], ["greedy", "random"]
    forks = [Fork("fan", 1, seat=1), Fork("look", 1, seat=0), Fork("card", 2, seat=1, at=1)]
    found, plain = (GAME.branches(rules, table, 7, 100, 8, forks) for table in tables)
    np.testing.assert_array_equal(found.base.block, plain.base.block)
    np.testing.assert_array_equal(found.blocks, plain.blocks)
    np.testing.assert_array_equal(found.imposed, plain.imposed)
    told, same = (GAME.replay(rules, table, 7, 101) for table in tables)
    assert told["rounds"] == same["rounds"]


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("'left'", "Bot.fan answered 'left', must be one of dealt, reversed (seat 0, round 1"),
        ("True", "Bot.fan answered True, must be one of dealt, reversed (seat 0, round 1"),
    ],
)
def test_an_illegal_fan_is_refused(tmp_path: Path, answer: str, message: str) -> None:
    (tmp_path / "bot.py").write_text(
        "class Bot:\n    __init__ = lambda self, rules: None\n"
        f"    def fan(self, view, legal, draw):\n        return {answer}\n"
    )
    with pytest.raises(InputError, match=re.escape(message)):
        analyser.replay("bellboys", strategy=f"{tmp_path}/bot.py:Bot", rules=SIGHTED)
