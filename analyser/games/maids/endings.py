"""Endings of Maids' rounds as arrays, and what the solver's kernel says of them.

An ending is what is left of the tricks, all cards seen. Counts and points are those still to
come: whoever asks adds what was completed and scored before (docs/solver.md).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from analyser.core.rules import Rules
from analyser.games.maids._maxn import MaxN
from analyser.games.maids._solve import Solver
from analyser.games.maids.engine import Round, round_components
from analyser.games.maids.rules import CLARA, SUITS, Table

QUESTIONS = {"exact": 0, "max_completed": 1, "possible": 2}
"""The kernel's code of each question about counts of completed tricks."""

TIE_BREAKS = {"first": 0, "last": 1, "altruistic": 2, "spiteful": 3}
"""The kernel's code of each way to choose among a side's best cards (docs/solver.md)."""

SEATS = 4
"""Seats that the kernel's arrays have, used or not."""

MOST_SIDES = 3
LOST = 15
"""In the kernel, the need of a bid that cannot be met, or of a side that there is not."""


@dataclass(frozen=True)
class Endings:
    """n endings under one rule set.

    ``hands`` uint32[n, 4] are masks of cards 10 * suit + rank, ``tricks`` int8[n, 4] the cards of
    a trick in progress in order, then -1; a complete one is still to be counted. ``trump`` int8[n]
    is 3 for none; ``lead`` and ``holder`` int8[n] are the seats that lead the trick and hold the
    leader card.
    """

    rules: Rules
    hands: NDArray[np.uint32]
    tricks: NDArray[np.int8]
    trump: NDArray[np.int8]
    lead: NDArray[np.int8]
    holder: NDArray[np.int8]

    @classmethod
    def of(cls, rules: Rules, state: Round, plays: Sequence[Sequence[int]] = ((),)) -> Endings:
        """The endings of a round after each of the ``plays``: further cards of its next trick."""
        n = len(plays)
        hands, tricks = np.zeros((n, SEATS), np.uint32), np.full((n, SEATS), -1, np.int8)
        for i, cards in enumerate(plays):
            trick = [*(played.card for played in state.trick), *cards]
            tricks[i, : len(trick)] = trick
            for seat, hand in enumerate(state.hands):
                hands[i, seat] = sum(1 << card for card in hand if card not in cards)
        trump, lead, holder = (
            np.full(n, value, np.int8) for value in (state.trump, state.lead, state.leader_card)
        )
        return cls(rules, hands, tricks, trump, lead, holder)

    def __len__(self) -> int:
        return len(self.hands)

    def take(self, chosen: NDArray[np.intp]) -> Endings:
        """Those of the given indices, in that order."""
        return Endings(
            self.rules,
            self.hands[chosen],
            self.tricks[chosen],
            self.trump[chosen],
            self.lead[chosen],
            self.holder[chosen],
        )

    def counts(
        self, question: str, side: int, asked: NDArray[np.uint16] | None = None
    ) -> NDArray[np.uint16]:
        """Masks [n] of counts of completed tricks to come, bit k for k.

        ``exact``: those that the side can force against all others; ``max_completed``: those that
        it can force at least; ``possible``: those that it reaches with everybody helping.
        ``asked`` [n] are the counts to tell of, which saves time for ``exact`` and ``possible``;
        by default all are.
        """
        out = np.empty(len(self), np.uint16)
        if asked is None:
            asked = np.full(len(self), 0xFFFF, np.uint16)
        players = self.rules.players
        mine, ours = _mask(chooses_for(players, side)), _mask(_takes_for(players, side))
        _kernels.solver(self.rules).masks(
            *self._arrays, QUESTIONS[question], mine, ours, asked, out
        )
        return out

    def points(
        self,
        bids: NDArray[np.int64],
        appeals: NDArray[np.int64],
        completed: NDArray[np.int64],
        weights: Sequence[int],
        side: int,
    ) -> NDArray[np.int16]:
        """Points of the round [n] but for the tricks already taken, when the side maximises them.

        ``bids``, ``appeals`` and ``completed`` so far are [n, sides]. ``weights`` by side say whose
        points: (1, 0, 0) are those of side 0, (1, -1) its points less those of side 1. All others
        minimise them.
        """
        accepted, sides = self.rules.table.scoring.accepted, len(weights)
        rewards = _outcomes(self.rules) @ np.array(weights)
        bonus = (rewards[0] + appeals @ rewards[1:]).astype(np.int32)
        trick = np.zeros(MOST_SIDES, np.int32)
        trick[:sides] = accepted * np.array(weights)
        trick[sides:] = trick[0]
        out = np.empty(len(self), np.int16)
        _kernels.solver(self.rules).points(
            *self._arrays,
            _needs(bids - completed, _left(self)),
            bonus,
            trick,
            _mask(chooses_for(self.rules.players, side)),
            out,
        )
        return out

    def max_n(
        self,
        bids: NDArray[np.int64],
        appeals: NDArray[np.int64],
        completed: NDArray[np.int64],
        tie_break: str,
    ) -> NDArray[np.int16]:
        """Points of the round [n, sides] but for the tricks already taken, by max^n.

        Each side maximises its own; of cards that are equally good for it the ``tie_break`` picks
        one. The counts are as for :meth:`points`; for three and four players.
        """
        out = np.empty(bids.shape, np.int16)
        hands, tricks, trump, lead, _ = self._arrays
        needs = _needs(bids - completed, _left(self))
        kernel = _kernels.max_n(self.rules)
        kernel.points(
            hands, tricks, trump, lead, needs, _packed(appeals, 0), TIE_BREAKS[tie_break], out
        )
        return out

    @property
    def _arrays(
        self,
    ) -> tuple[
        NDArray[np.uint32],
        NDArray[np.int8],
        NDArray[np.int8],
        NDArray[np.int8],
        NDArray[np.int8],
    ]:
        return self.hands, self.tricks, self.trump, self.lead, self.holder


def chooses_for(players: int, side: int) -> list[int]:
    """The seats that choose cards for a side: for Clara nobody does."""
    return [s for s in range(players) if (s % 2 if players == 4 else s) == side]


def _takes_for(players: int, side: int) -> list[int]:
    """The seats whose tricks count for a side."""
    return [CLARA] if players == 2 and side == CLARA else chooses_for(players, side)


def _mask(places: Sequence[int]) -> int:
    return sum(1 << place for place in places)


def _left(endings: Endings) -> NDArray[np.int64]:
    """Tricks [n] still to be counted."""
    held = np.bitwise_count(endings.hands).sum(axis=1, dtype=np.int64)
    played: NDArray[np.int64] = np.count_nonzero(endings.tricks >= 0, axis=1)
    left: NDArray[np.int64] = (held + played) // max(3, endings.rules.players)
    return left


def _needs(missing: NDArray[np.int64], left: NDArray[np.int64]) -> NDArray[np.uint16]:
    """The tasks [n] that bids still call for, 4 bits a side, from what is missing [n, sides]."""
    lost = (missing < 0) | (missing > left[:, None])
    return _packed(np.where(lost, LOST, missing), LOST)


def _packed(counts: NDArray[np.int64], nobody: int) -> NDArray[np.uint16]:
    """Counts [n, sides] as [n], 4 bits a side; ``nobody`` is the count of sides there are not."""
    every = np.full((len(counts), MOST_SIDES), nobody)
    every[:, : counts.shape[1]] = counts
    packed: NDArray[np.uint16] = (every << 4 * np.arange(MOST_SIDES)).sum(axis=1).astype(np.uint16)
    return packed


@lru_cache(maxsize=8)
def _outcomes(rules: Rules) -> NDArray[np.int64]:
    """Points of bids and appeals [1 + sides, 8, sides], by the sides that meet bids as bits.

    First those without appeals, then what an appeal of each side adds; the height of a bid that
    was met brings nothing.
    """
    sides = rules.table.sides(rules.players)
    ones, none = [1] * sides, [0] * sides
    appeals = [none, *np.eye(sides, dtype=int).tolist()]
    points = np.empty((1 + sides, 1 << MOST_SIDES, sides), np.int64)
    for met in range(1 << MOST_SIDES):
        completed = [met >> side & 1 for side in range(sides)]
        for row, appealed in enumerate(appeals):
            by_source = round_components(rules.table, ones, appealed, none, completed)
            points[row, met] = np.sum(list(by_source.values()), axis=0)
    points[1:] -= points[0]
    return points


Kernel = TypeVar("Kernel")


class _Kernels(threading.local):
    """The kernels of a thread, with their tables, kept for its next call under the same rules."""

    def __init__(self) -> None:
        self._kept: dict[object, tuple[object, Any]] = {}

    def solver(self, rules: Rules) -> Solver:
        """The thread's solver under these rules."""
        table: Table = rules.table
        follows = table.game.leader_card_follows_winner
        return self._get(
            Solver, rules.players, follows, _slackers(table), table.trick.zero_beats_nine
        )

    def max_n(self, rules: Rules) -> MaxN:
        """The thread's search of max^n under these rules."""
        table: Table = rules.table
        points = table.scoring
        return self._get(
            MaxN,
            rules.players,
            _slackers(table),
            table.trick.zero_beats_nine,
            points.accepted,
            tuple(points.success),
            points.appeal_success,
            points.appeal_failure,
        )

    def _get(self, kind: Callable[..., Kernel], *key: object) -> Kernel:
        kept_key, kernel = self._kept.get(kind, (None, None))
        if kept_key != key:
            kernel = kind(*key)
            self._kept[kind] = key, kernel
        found: Kernel = kernel
        return found


def _slackers(table: Table) -> int:
    """The slackers as a mask of cards."""
    return _mask([10 * s + r for s in range(len(SUITS)) for r in table.trick.slacker_ranks])


_kernels = _Kernels()
