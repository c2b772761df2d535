"""Bots at a table of Maids: the documented example, and that they play the games of the kernel."""

from __future__ import annotations

import gc
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import analyser
from analyser.core.bots import bot_text
from analyser.core.errors import InputError
from analyser.core.forks import Fork
from analyser.games.maids import GAME
from analyser.games.maids.engine import Round
from analyser.games.maids.view import Strategy, View, view_of
from tests.games.maids.builders import new_round, rules_of

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs/own-bot.md").read_text(encoding="utf-8")
EXAMPLE = ROOT / "docs/examples/ducker.py"
DUCKER = f"{EXAMPLE}:Ducker"

COPY = """
from analyser.games.maids.greedy import Greedy

class Copy(Greedy):
    pass
"""


@pytest.fixture(scope="module")
def copy_of_greedy(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("bots") / "copy.py"
    path.write_text(COPY)
    return bot_text(f"{path}:Copy")


# The page


def test_the_page_shows_the_example_as_it_is() -> None:
    [shown] = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert shown == EXAMPLE.read_text(encoding="utf-8")


def cells(heading: str) -> list[str]:
    """The first cells of the table below a heading of the page."""
    section = PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    return [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]


def test_the_page_tells_every_attribute_of_a_view() -> None:
    told = re.findall(r"`(\w+)", " ".join(cells("What it is told")))
    known = {*View.__dataclass_fields__, *(n for n in vars(View) if not n.startswith("_"))}
    assert sorted(told) == sorted(known)


def test_the_page_tells_every_method_of_a_strategy() -> None:
    asked = re.findall(r"`(\w+)\(", " ".join(cells("What it is asked")))
    assert set(asked) == {name for name in vars(Strategy) if not name.startswith("_")}


# The example


def test_the_example_beats_random() -> None:
    result = analyser.tournament("maids", strategies=[DUCKER, "random"], games=40, jobs=1)
    row = result.rows.iloc[0]
    assert (row["a"], row["b"]) == (DUCKER, "random")
    assert row["win_share_low"] > 1 / 3


def test_the_example_is_no_match_for_greedy() -> None:
    result = analyser.tournament("maids", strategies=[DUCKER, "greedy"], games=40, jobs=1)
    assert result.rows.iloc[0]["win_share_high"] < 1 / 3
    assert list(result.meta["bots"]) == [DUCKER]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_example_sits_at_every_table(players: int) -> None:
    seats = [DUCKER, *["greedy"] * (players - 1)]
    result = analyser.bids("maids", players=players, strategy=seats, games=3, jobs=1)
    assert result.meta["strategies"] == seats
    own = result.rows["n"].sum()
    assert own == 3 * 3 * (2 if players == 4 else 3)


# The same games


@pytest.mark.kernel
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_bot_plays_the_games_of_the_kernel(players: int, copy_of_greedy: str) -> None:
    rules, greedy = rules_of(players), ["greedy"] * players
    bots = ["greedy", copy_of_greedy, "greedy", copy_of_greedy][:players]
    setting = 7, 100, 3
    records, trace = GAME.trace(rules, bots, *setting)
    expected, expected_trace = GAME.trace(rules, greedy, *setting)
    np.testing.assert_array_equal(records.block, expected.block)
    np.testing.assert_array_equal(trace.play_card, expected_trace.play_card)
    forks = [Fork("target", 2, seat=0), Fork("leader", 1), Fork("exchange", 6, at=7)]
    found = GAME.branches(rules, bots, *setting, forks)
    kernel = GAME.branches(rules, greedy, *setting, forks)
    np.testing.assert_array_equal(found.blocks, kernel.blocks)
    np.testing.assert_array_equal(found.imposed, kernel.imposed)
    again = GAME.simulate(rules, bots, *setting, forks[0], 1)
    np.testing.assert_array_equal(
        again.block, GAME.simulate(rules, greedy, *setting, forks[0], 1).block
    )
    told, plain = (GAME.replay(rules, seats, 7, 101) for seats in (bots, greedy))
    assert told["rounds"] == plain["rounds"]


@pytest.mark.kernel
def test_a_bot_has_the_bounds_of_the_kernel(copy_of_greedy: str) -> None:
    rules = rules_of(3)
    found = GAME.bounds(rules, [copy_of_greedy] * 3, 2, 0, 3)
    kernel = GAME.bounds(rules, ["greedy"] * 3, 2, 0, 3)
    np.testing.assert_array_equal(found.clairvoyant, kernel.clairvoyant)
    standings = np.array([1, 2]), np.array([[50, 60, 70], [9, 9, 9]]), np.array([0, 2])
    np.testing.assert_array_equal(
        GAME.resume(rules, [copy_of_greedy] * 3, 2, 5, *standings),
        GAME.resume(rules, ["greedy"] * 3, 2, 5, *standings),
    )


def test_the_others_are_dealt_the_same_cards() -> None:
    rules = rules_of(3, {"game.rounds": 1})
    drawn = []
    for strategies in ([DUCKER, "random", "random"], ["random"] * 3):
        actions = GAME.replay(rules, strategies, 4, 2)["rounds"][0]["actions"]
        drawn.append([[a["card"] for a in actions if a["seat"] == seat] for seat in range(3)])
    assert drawn[0] == drawn[1]


def test_results_do_not_depend_on_the_workers() -> None:
    strategy = [DUCKER, "random", "random"]
    one, two = (
        analyser.simulate("maids", strategy=strategy, games=12, seed=3, jobs=jobs)
        for jobs in (1, 2)
    )
    assert one.equals(two)


def test_nothing_leads_from_a_view_to_the_table() -> None:
    state = new_round(2)
    state.act(state.legal_actions()[0])
    seen: set[int] = set()
    waiting: list[Any] = [vars(view_of(state, 0, 1, [0, 0, 0]))]
    while waiting:
        thing = waiting.pop()
        assert thing is not state
        assert not isinstance(thing, Round)
        if id(thing) not in seen and isinstance(thing, dict | tuple | frozenset):
            seen.add(id(thing))
            waiting += gc.get_referents(thing)


def test_an_error_tells_seat_round_and_game(tmp_path: Path) -> None:
    path = tmp_path / "late.py"
    path.write_text(
        EXAMPLE.read_text(encoding="utf-8").replace(
            "        winners =", "        1 / (view.number < 2)\n        winners ="
        )
    )
    strategy = ["random", f"{path}:Ducker", "random"]
    with pytest.raises(InputError) as wrong:
        analyser.replay("maids", strategy=strategy, game=6)
    line = 1 + path.read_text().splitlines().index("        1 / (view.number < 2)")
    assert str(wrong.value) == (
        f"{path.resolve()}:{line}: ZeroDivisionError: division by zero (seat 1, round 2 of game 6)"
    )


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("Action.PASS", "Bot.act answered <Action.PASS: 'pass'>, must be one of keep, bid-down"),
        ("'bid'", "Bot.act answered 'bid', must be one of keep, pass, bid-down, bid-up"),
        ("0", "Bot.act answered 0, must be one of keep, pass, bid-down, bid-up"),
    ],
)
def test_an_illegal_action_is_refused(tmp_path: Path, answer: str, message: str) -> None:
    (tmp_path / "bot.py").write_text(
        "from analyser.games.maids.engine import Action\n"
        f"class Bot:\n    __init__ = lambda self, rules: None\n"
        f"    def act(self, view, card, legal, draw):\n        return {answer}\n"
    )
    with pytest.raises(InputError, match=re.escape(message)):
        analyser.replay("maids", strategy=f"{tmp_path}/bot.py:Bot")


def test_an_action_may_be_written_as_text(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(
        "class Bot:\n    __init__ = lambda self, rules: None\n"
        "    def act(self, view, card, legal, draw):\n"
        "        return 'bid-up' if 'bid-up' in legal else legal[0]\n"
        "    def play(self, view, legal, draw):\n        return legal[0]\n"
    )
    told = analyser.replay("maids", strategy=f"{tmp_path}/bot.py:Bot")
    assert {tuple(round_["appeals"]) for round_ in told["rounds"]} == {(3, 3, 3)}
