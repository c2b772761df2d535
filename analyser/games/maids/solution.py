"""A round as the solver sees it: what can be forced, a best line of play, and both as text."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyser.core.rules import Rules
from analyser.core.text import columns
from analyser.games.maids.endings import TIE_BREAKS, Endings, chooses_for
from analyser.games.maids.engine import Round, TrickTaken
from analyser.games.maids.notation import LETTERS, card_text, in_hand_order
from analyser.games.maids.rules import CLARA, NO_TRUMP, SUITS, Table

WIDTH = 15
"""Columns of a hand in the diagram."""


@dataclass(frozen=True)
class Solution:
    """A round within its tricks, with bids and appeals by side."""

    rules: Rules
    state: Round
    bids: tuple[int, ...]
    appeals: tuple[int, ...]

    def after(self, plays: Sequence[Sequence[int]]) -> Endings:
        """The endings after each of the ``plays``, further cards of the trick in progress."""
        return Endings.of(self.rules, self.state, plays)

    def forced(self, endings: Endings, side: int) -> list[dict[str, Any]]:
        """What the side can force in the whole round, from each of its endings."""
        done = self.state.completed[side]
        most = endings.counts("max_completed", side).tolist()
        exact = endings.counts("exact", side).tolist()
        return [
            {
                "max_completed": done + at_least.bit_length() - 1,
                "exact": [done + k for k in range(exactly.bit_length()) if exactly >> k & 1],
                "points": points,
            }
            for at_least, exactly, points in zip(
                most, exact, self.points(endings, side), strict=True
            )
        ]

    def points(self, endings: Endings, side: int) -> list[int]:
        """The points of the whole round that the side can be sure of, from each ending."""
        weights = [int(s == side) for s in range(self.state.sides)]
        return self._weighed(endings, weights, side)

    def differences(self, endings: Endings) -> list[int]:
        """Points of side 0 less those of side 1, under best play of both, from each ending."""
        return self._weighed(endings, [1, -1, 0][: self.state.sides], 0)

    def max_n(self, ending: Endings) -> dict[str, Any]:
        """Points of the whole round by side when each side maximises its own, from one ending.

        ``tie_breaks``: by tie-break; ``low`` and ``high``: the range over these.
        """
        by_side = (self.bids, self.appeals, self.state.completed)
        bids, appeals, completed = (_rows(counts, 1) for counts in by_side)
        table: Table = self.rules.table
        so_far = table.scoring.accepted * np.array(self.state.accepted)
        points = {
            name: so_far + ending.max_n(bids, appeals, completed, name)[0] for name in TIE_BREAKS
        }
        return {
            "tie_breaks": {name: found.tolist() for name, found in points.items()},
            "low": np.min(list(points.values()), axis=0).tolist(),
            "high": np.max(list(points.values()), axis=0).tolist(),
        }

    def _weighed(self, endings: Endings, weights: Sequence[int], side: int) -> list[int]:
        table: Table = self.rules.table
        n = len(endings)
        so_far = table.scoring.accepted * int(np.dot(weights, self.state.accepted))
        to_come = endings.points(
            _rows(self.bids, n),
            _rows(self.appeals, n),
            _rows(self.state.completed, n),
            weights,
            side,
        )
        return [so_far + points for points in to_come.tolist()]

    def best_line(self) -> list[TrickTaken]:
        """Tricks in which the side to act gets the points it can be sure of, all others minimise.

        Of cards that are worth the same the lowest is played, the suits in order.
        """
        side = self.state.side(self.state.chooser)
        mine = chooses_for(self.rules.players, side)
        state = deepcopy(self.state)
        ahead = replace(self, state=state)
        while state.trick or any(state.hands):
            cards = state.legal_cards()
            worth = ahead.points(ahead.after([(card,) for card in cards]), side)
            best = max(worth) if state.chooser in mine else min(worth)
            state.play(cards[worth.index(best)])
        return state.tricks


def _rows(by_side: Sequence[int], n: int) -> NDArray[np.int64]:
    return np.tile(np.array(by_side, np.int64), (n, 1))


def describe(solution: Solution, answer: dict[str, Any]) -> str:
    """Tell the answer to players: hands, what can be forced, which cards keep it, a best line."""
    parts = [_situation(solution), _diagram(solution), _sides(solution, answer)]
    if "max_n" in answer:
        parts.append(_max_n(solution, answer["max_n"]))
    if answer["actions"]:
        parts += [_actions(solution, answer), _line(solution)]
    return "\n\n".join(parts)


def _situation(solution: Solution) -> str:
    state = solution.state
    trump = "no trump" if state.trump == NO_TRUMP else f"{SUITS[state.trump]} is trump"
    text = f"{solution.rules.players} players, {trump}; {_seat(solution, state.lead)} leads"
    if state.trick:
        played = ", ".join(f"{card_text(p.card)} by {_seat(solution, p.seat)}" for p in state.trick)
        text += f": {played}"
    if not any(state.hands):
        return f"{text}; no tricks are left"
    text += f"; {_seat(solution, state.seat)} is to play"
    if state.chooser != state.seat:
        text += f", chosen by {_seat(solution, state.chooser)}"
    return text


def _seat(solution: Solution, seat: int) -> str:
    return "Clara" if solution.rules.players == 2 and seat == CLARA else f"seat {seat}"


def _side(solution: Solution, side: int) -> str:
    labels = solution.rules.table.side_labels(solution.rules.players)
    return f"side {labels[side]}" if labels[side].isdecimal() else str(labels[side]).capitalize()


def _diagram(solution: Solution) -> str:
    """The hands around the table, clockwise, seat 0 at the bottom."""
    blocks = []
    for seat, hand in enumerate(solution.state.hands):
        suits = [
            " ".join([LETTERS[s], *(str(c % 10) for c in in_hand_order(hand) if c // 10 == s)])
            for s in range(len(SUITS))
        ]
        blocks.append([_seat(solution, seat), *suits])
    bottom, left, *top, right = blocks
    lines = [" " * WIDTH + line for block in top for line in block]
    lines += [west.ljust(2 * WIDTH) + east for west, east in zip(left, right, strict=True)]
    lines += [" " * WIDTH + line for line in bottom]
    return "\n".join(line.rstrip() for line in lines)


def _sides(solution: Solution, answer: dict[str, Any]) -> str:
    state = solution.state
    rows = [["can force", "bid", "completed", "at least", "exactly", "points"]]
    for found in answer["sides"]:
        side = found["side"]
        done = state.completed[side], found["max_completed"], _listed(found["exact"])
        rows.append([_side(solution, side), *map(str, (solution.bids[side], *done))])
        rows[-1].append(str(found["points"]))
    text = columns(rows)
    if "difference" in answer:
        text += f"\npoints of side 0 less those of side 1: {answer['difference']}"
    return text


def _max_n(solution: Solution, found: dict[str, Any]) -> str:
    """What sides get when each plays for its own points, by tie-break."""
    rows = [["each for itself", *found["tie_breaks"], "range"]]
    for side in range(solution.state.sides):
        low, high = found["low"][side], found["high"][side]
        by_tie_break = [str(points[side]) for points in found["tie_breaks"].values()]
        span = str(low) if low == high else f"{low} to {high}"
        rows.append([_side(solution, side), *by_tie_break, span])
    return columns(rows)


def _actions(solution: Solution, answer: dict[str, Any]) -> str:
    """The legal cards, with what they leave and which of what the side could force they keep."""
    side = solution.state.side(solution.state.chooser)
    before = answer["sides"][side] | {"difference": answer.get("difference")}
    rows = [[f"for {_side(solution, side)}", "at least", "exactly", "points", "keeps"]]
    names = {"points": "points", "max_completed": "most tricks", "difference": "difference"}
    for action in answer["actions"]:
        kept = [
            text for name, text in names.items() if name in action and action[name] == before[name]
        ]
        bid = solution.bids[side]
        if bid in before["exact"] and bid in action["exact"]:
            kept.insert(0, "bid")
        cells = action["max_completed"], _listed(action["exact"]), action["points"]
        rows.append([action["card"], *map(str, cells), ", ".join(kept) or "–"])
    return columns(rows)


def _line(solution: Solution) -> str:
    side = solution.state.side(solution.state.chooser)
    lines = [f"A best line for the points of {_side(solution, side)}:"]
    for trick in solution.best_line():
        cards = " ".join(card_text(played.card) for played in trick.plays)
        taken = f"{_seat(solution, trick.winner)}{' with a slacker' if trick.slack else ''}"
        lines.append(f"  {_seat(solution, trick.lead)} leads {cards}, taken by {taken}")
    return "\n".join(lines)


def _listed(counts: Sequence[int]) -> str:
    return ",".join(map(str, counts)) or "–"
