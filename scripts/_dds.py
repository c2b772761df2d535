"""DDS, the solver of bridge, called as tightly as Python allows.

Its C functions are called with structures that are filled before the clock starts. They come with
the package endplay (extra ``dds``), which only ``Dds`` needs.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from _bench_solver import Deals

MOST = 200
"""Deals that DDS takes in one call; of tables of four trumps a quarter of it."""
TRUMPS = (0, 1, 2, -1)
LEADERS = (0, 2, 1, 3)
"""Partners one after the other, which suits the table that DDS keeps."""

Values = NDArray[np.integer[Any]]


@dataclass(frozen=True)
class Way:
    """A way to answer: ``prepare`` takes deals before the clock starts and returns what is timed.

    ``read`` makes values of what that returned.
    """

    name: str
    prepare: Callable[[Deals], Callable[[], Any]]
    read: Callable[[Any], Values] = np.asarray


def bridge_hands(hands: Values) -> list[list[list[int]]]:
    """Hands [n, seats, cards] as masks by deal, seat and suit, bit 2 for a deuce, 14 for an ace.

    The ranks 0 to 9 become those from five to ace, and the fourth suit stays empty.
    """
    suits = np.zeros((*hands.shape[:2], 4), np.int64)
    for suit in range(3):
        suits[:, :, suit] = np.where(hands // 10 == suit, 1 << hands % 10 + 5, 0).sum(axis=2)
    found: list[list[list[int]]] = suits.tolist()
    return found


class Dds:
    """The ways to call DDS, on one thread; values are tricks of the leader's side."""

    def __init__(self) -> None:
        import endplay._dds as dds

        self.dds, self.library = dds, dds._dll
        self.library.SetMaxThreads(1)

    def refused(self) -> Way:
        """Calls that do nothing, for there is no such thread: what calling costs."""
        return Way("refused", lambda deals: self._calls(self._boards(deals), thread=-1))

    def value(self) -> list[Way]:
        """The value [n] of new deals."""
        return self._both(1, lambda solved: np.array([one.score[0] for one in solved]))

    def every_lead(self) -> list[Way]:
        """The value [n, cards] of each of the leader's cards, ascending."""
        return self._both(3, lambda solved: np.array([_by_card(one) for one in solved]))

    def sixteen(self) -> list[Way]:
        """The values [n, 4, 4] of new deals by trump, the last for none, and leader."""

        def one_by_one(deals: Deals) -> Callable[[], Any]:
            every = replace(
                deals,
                hands=np.repeat(deals.hands, 16, axis=0),
                trump=np.tile(np.repeat(TRUMPS, 4), len(deals)),
                lead=np.tile(LEADERS, 4 * len(deals)),
            )
            # Mode 2 keeps the table.
            return self._calls(self._boards(every), modes=[1, 2, 2, 2] * (len(every) // 4))

        def read(solved: Any) -> Values:
            tricks = np.array([one.score[0] for one in solved]).reshape(-1, 4, 4)
            return tricks[:, :, np.argsort(LEADERS)]

        def read_tables(parts: Any) -> Values:
            by_declarer = [
                [list(one.resTable[trump]) for trump in (0, 1, 2, 4)]
                for known, tables, _ in parts
                for one in tables.results[: known.noOfTables]
            ]
            # The leader sits to the left of the declarer, who is given what is left of 13.
            return 13 - np.roll(by_declarer, 1, axis=2)

        return [
            Way("SolveBoard", one_by_one, read),
            Way("CalcAllTables", self._tables, read_tables),
        ]

    def _both(self, solutions: int, read: Callable[[Any], Values]) -> list[Way]:
        """SolveBoard for each deal, and SolveAllBoards for as many as it takes."""

        def one_by_one(deals: Deals) -> Callable[[], Any]:
            return self._calls(self._boards(deals), solutions=solutions)

        def at_once(deals: Deals) -> Callable[[], Any]:
            parts = []
            for boards in _parts(self._boards(deals), MOST):
                known = self.dds.boards(noOfBoards=len(boards))
                known.deals[: len(boards)] = boards
                for i in range(len(boards)):
                    known.target[i], known.solutions[i], known.mode[i] = -1, solutions, 1
                parts.append((known, self.dds.solvedBoards()))

            def run() -> Any:
                for known, solved in parts:
                    self.dds.SolveAllBoardsBin(known, solved)
                return parts

            return run

        def read_parts(parts: Any) -> Values:
            return read([one for a, b in parts for one in b.solvedBoard[: a.noOfBoards]])

        return [Way("SolveBoard", one_by_one, read), Way("SolveAllBoards", at_once, read_parts)]

    def _tables(self, deals: Deals) -> Callable[[], Any]:
        """CalcAllTables, but for trumps of the suit that is empty."""
        parts = []
        for some in _parts(bridge_hands(deals.hands), MOST // 4):
            known = self.dds.ddTableDeals(noOfTables=len(some))
            for i, hands in enumerate(some):
                for seat, suits in enumerate(hands):
                    known.ddTableDeal[i].cards[seat][:] = suits
            parts.append((known, self.dds.ddTablesRes(), self.dds.allParResults()))

        def run() -> Any:
            for known, tables, par in parts:
                self.dds.CalcAllTables(known, -1, (0, 0, 0, 1, 0), tables, par)
            return parts

        return run

    def _boards(self, deals: Deals) -> list[Any]:
        """The deals as structures."""
        boards = []
        for hands, trump, lead in zip(
            bridge_hands(deals.hands), deals.trump.tolist(), deals.lead.tolist(), strict=True
        ):
            board = self.dds.deal(trump=4 if trump < 0 else trump, first=lead)
            for seat, suits in enumerate(hands):
                board.remainCards[seat][:] = suits
            boards.append(board)
        return boards

    def _calls(
        self,
        boards: Sequence[Any],
        modes: Sequence[int] | None = None,
        solutions: int = 1,
        thread: int = 0,
    ) -> Callable[[], Any]:
        """SolveBoard for each, without what endplay puts around it."""
        solve = self.library.SolveBoard
        solved = [self.dds.futureTricks() for _ in boards]
        places = [ctypes.byref(one) for one in solved]
        calls = list(zip(boards, modes or [1] * len(boards), places, strict=True))

        def run() -> Any:
            for board, mode, place in calls:
                solve(board, -1, solutions, mode, place, thread)
            return solved

        return run


def _parts(things: Sequence[Any], most: int) -> list[Sequence[Any]]:
    return [things[start : start + most] for start in range(0, len(things), most)]


def _by_card(solved: Any) -> list[int]:
    """The scores of the leader's cards, ascending; of equal cards DDS names one, and the others."""
    scores = {}
    for i in range(solved.cards):
        for rank in range(15):
            if (solved.equals[i] | 1 << solved.rank[i]) >> rank & 1:
                scores[solved.suit[i], rank] = solved.score[i]
    return [scores[card] for card in sorted(scores)]
