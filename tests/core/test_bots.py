"""Bots: which text is one, how its file is read, and how its errors are told."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analyser.core.bots import Guest, bot_text, is_bot, read_bot
from analyser.core.errors import InputError
from analyser.core.registry import get_game
from analyser.core.rules import Rules, load_rules

GOOD = """
class Bot:
    def __init__(self, rules):
        self.players = rules.players

    def choose(self, view, legal, draw):
        return legal[-1]
"""


@pytest.fixture
def rules() -> Rules:
    return load_rules(get_game("maids"))


def written(folder: Path, source: str, name: str = "bot.py") -> str:
    """The text of class Bot in a new file."""
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(source, encoding="utf-8")
    return bot_text(f"{folder / name}:Bot")


def seated(text: str, rules: Rules) -> Guest:
    read_bot(text)
    return Guest(text, rules, "seat 1")


@pytest.mark.parametrize(
    "text", ["bot.py:Bot", "/a/b.py:Bot", "a.py", "C:\\bots\\b.py:Bot", "b.py:"]
)
def test_texts_that_name_a_file(text: str) -> None:
    assert is_bot(text)


@pytest.mark.parametrize("text", ["", "random", "rollout:64", "bot.pyc:Bot", "bot:Bot", ".py"])
def test_texts_that_do_not(text: str) -> None:
    assert not is_bot(text)


def test_the_canonical_path_is_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = bot_text("bots/../my bot.py:Bot")
    assert text == f"{tmp_path.resolve()}/my bot.py:Bot"
    assert bot_text(text) == text


def test_a_bot_answers_at_its_seat(tmp_path: Path, rules: Rules) -> None:
    player: Any = seated(written(tmp_path, GOOD), rules)
    assert player.choose("view", [3, 5], None) == 5


def test_each_guest_is_an_object_of_its_own(tmp_path: Path, rules: Rules) -> None:
    text = written(
        tmp_path,
        "class Bot:\n"
        "    def __init__(self, rules):\n        self.asked = -1\n"
        "    def choose(self, view, legal, draw):\n"
        "        self.asked += 1\n        return legal[self.asked]\n",
    )
    one: Any = seated(text, rules)
    other: Any = seated(text, rules)
    assert [one.choose("", "ab", None), one.choose("", "ab", None)] == ["a", "b"]
    assert other.choose("", "ab", None) == "a"


def test_files_of_one_name_do_not_collide(tmp_path: Path, rules: Rules) -> None:
    texts = [
        written(tmp_path / folder, GOOD.replace("legal[-1]", f"legal[{at}]"))
        for at, folder in enumerate("ab")
    ]
    players: list[Any] = [seated(text, rules) for text in texts]
    assert [player.choose("", [7, 8], None) for player in players] == [7, 8]


def test_a_changed_file_is_another_bot(tmp_path: Path, rules: Rules) -> None:
    text = written(tmp_path, GOOD)
    before = read_bot(text)
    assert read_bot(text) is before
    written(tmp_path, GOOD.replace("legal[-1]", "legal[0]"))
    player: Any = Guest(text, rules, "")
    assert player.choose("", [7, 8], None) == 8, "a run sticks to the version that it read"
    assert read_bot(text).digest != before.digest
    player = Guest(text, rules, "")
    assert player.choose("", [7, 8], None) == 7


def test_a_file_may_hold_what_modules_hold(tmp_path: Path, rules: Rules) -> None:
    source = (
        "from __future__ import annotations\n"
        "from dataclasses import dataclass\n"
        "from analyser.core.rules import Rules\n"
        "class Base:\n    def choose(self, view, legal, draw):\n        return legal[0]\n"
        "@dataclass\nclass Bot(Base):\n    rules: Rules\n"
    )
    player: Any = seated(written(tmp_path, source), rules)
    assert player.choose("", [4], None) == 4


@pytest.mark.parametrize("answer", ["np.int64(8)", "8", "np.array(8)"])
def test_an_answer_equal_to_a_legal_one_is_that_one(
    tmp_path: Path, rules: Rules, answer: str
) -> None:
    source = f"import numpy as np\n{GOOD.replace('legal[-1]', answer)}"
    player: Any = seated(written(tmp_path, source), rules)
    assert type(player.choose("", [7, 8], None)) is int


def test_prints_do_not_reach_stdout(
    tmp_path: Path, rules: Rules, capsys: pytest.CaptureFixture[str]
) -> None:
    source = "print('read')\n" + GOOD.replace(
        "        return", "        print('asked')\n        return"
    )
    player: Any = seated(written(tmp_path, source), rules)
    player.choose("", [1], None)
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", "read\nasked\n")


@pytest.mark.parametrize(
    ("source", "line", "message"),
    [
        ("class Bot:\n  def choose(:\n", 2, "invalid syntax"),
        ("class Bot:\nx = 1\n", 2, "expected an indented block"),
        ("x = 1\0\n", 1, "null bytes"),
        (
            "\n\nimport nothing_like_it\n",
            3,
            "ModuleNotFoundError: No module named 'nothing_like_it'",
        ),
        ("def f():\n    return 1 / 0\nx = f()\n", 2, "ZeroDivisionError: division by zero"),
        ("import sys\nsys.exit(3)\n", 2, "SystemExit: 3"),
    ],
)
def test_a_file_that_cannot_be_run(tmp_path: Path, source: str, line: int, message: str) -> None:
    text = written(tmp_path, source)
    modules = set(sys.modules)
    with pytest.raises(InputError) as refused:
        read_bot(text)
    assert str(refused.value).startswith(f"{tmp_path.resolve()}/bot.py:{line}: ")
    assert message in str(refused.value)
    assert not {name for name in set(sys.modules) - modules if name.startswith("bot_")}


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Bto", "the file has no class Bto (did you mean Bot?); it has: Bot"),
        ("Path", "the file has no class Path; it has: Bot"),
    ],
)
def test_a_class_that_is_not_there(tmp_path: Path, name: str, message: str) -> None:
    text = written(tmp_path, "from pathlib import Path\n" + GOOD)
    with pytest.raises(InputError) as refused:
        read_bot(text.replace(":Bot", f":{name}"))
    assert message in str(refused.value)


@pytest.mark.parametrize("name", ["", ":", ":3", ":Bot:2", ":a b"])
def test_a_text_without_a_class(name: str) -> None:
    with pytest.raises(InputError, match=r"must name a class of the file, like bot.py:ClassName"):
        bot_text(f"bot.py{name}")


@pytest.mark.parametrize("name", ["none.py", "folder.py"])
def test_a_file_that_cannot_be_read(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder.py").mkdir()
    with pytest.raises(InputError, match=rf"{name}: (No such file|Is a directory)"):
        read_bot(bot_text(f"{tmp_path / name}:Bot"))


WRONG = [
    ("        return view.nothing", 7, "AttributeError: 'str' object has no attribute 'nothing'"),
    ("        return legal[9]", 7, "IndexError: list index out of range"),
    ("        return self.helper()\n    def helper(self):\n        return {}[1]", 9, "KeyError: 1"),
    ("        exit(1)", 7, "SystemExit: 1"),
    ("        raise ValueError('two\\nlines')", 7, "ValueError: two lines"),
    ("        int('x')", 7, "ValueError: invalid literal"),
    ("        return 9", 6, "Bot.choose answered 9, must be one of 0, 1 (seat 1)"),
    ("        pass", 6, "Bot.choose answered None, must be one of 0, 1 (seat 1)"),
    ("        return True", 6, "Bot.choose answered True, must be one of 0, 1 (seat 1)"),
    ("        return 'x' * 99", 6, "Bot.choose answered 'xxx"),
    ("        return [0]", 6, "Bot.choose answered [0], must be one of 0, 1 (seat 1)"),
    (
        "        return self.Odd()\n    class Odd:\n        __eq__ = __repr__ = None",
        6,
        "an object of class Odd, must",
    ),
]


@pytest.mark.parametrize(("body", "line", "message"), WRONG)
def test_a_wrong_answer_names_file_and_line(
    tmp_path: Path, rules: Rules, body: str, line: int, message: str
) -> None:
    player: Any = seated(written(tmp_path, GOOD.replace("        return legal[-1]", body)), rules)
    with pytest.raises(InputError) as wrong:
        player.choose("view", [0, 1], None)
    assert str(wrong.value).startswith(f"{tmp_path.resolve()}/bot.py:{line}: ")
    assert message in str(wrong.value)
    assert "\n" not in str(wrong.value)


@pytest.mark.parametrize(
    ("source", "line", "message"),
    [
        ("\nclass Bot:\n    pass\n", 2, "TypeError: Bot() takes no arguments (seat 1)"),
        ("class Bot:\n    def __init__(self, rules):\n        1 / 0\n", 3, "ZeroDivisionError"),
    ],
)
def test_an_object_that_cannot_be_made(
    tmp_path: Path, rules: Rules, source: str, line: int, message: str
) -> None:
    text = written(tmp_path, source)
    with pytest.raises(InputError) as wrong:
        seated(text, rules)
    assert str(wrong.value).startswith(f"{tmp_path.resolve()}/bot.py:{line}: ")
    assert message in str(wrong.value)


@pytest.mark.parametrize(
    ("source", "line", "message"),
    [
        (GOOD.replace("choose", "chose"), 2, "class Bot has no method choose (seat 1)"),
        (GOOD + "    choose = 3\n", 2, "class Bot has no method choose (seat 1)"),
        (GOOD.replace("view, ", ""), 6, "TypeError: Bot.choose() takes 3 positional arguments"),
    ],
)
def test_a_method_that_cannot_be_called(
    tmp_path: Path, rules: Rules, source: str, line: int, message: str
) -> None:
    player: Any = seated(written(tmp_path, source), rules)
    with pytest.raises(InputError) as wrong:
        player.choose("view", [0, 1], None)
    assert str(wrong.value).startswith(f"{tmp_path.resolve()}/bot.py:{line}: ")
    assert message in str(wrong.value)


def test_arrays_are_no_answer(tmp_path: Path, rules: Rules) -> None:
    source = "import numpy as np\n" + GOOD.replace("legal[-1]", "np.zeros(3)")
    player: Any = seated(written(tmp_path, source), rules)
    with pytest.raises(InputError, match=r"answered array\(\[0., 0., 0.\]\), must be"):
        player.choose("view", [np.int64(0)], None)
