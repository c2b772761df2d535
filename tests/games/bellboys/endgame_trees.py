"""Endgames unfolded deal by deal on the reference engine: what the kernel is checked against."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import permutations

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog
from scipy.sparse import coo_array, csr_array, hstack

from analyser.games.bellboys.endgames import Endgame
from analyser.games.bellboys.engine import Round, may_be_played
from analyser.games.bellboys.view import View, view_of

Shares = Callable[[View, tuple[int, ...]], Sequence[float]]
"""How likely a seat plays each of its legal cards."""


def deals_of(endgame: Endgame) -> Iterator[Round]:
    """The rounds in which the plays so far were legal, and which were not dealt again."""
    return rounds_of(endgame, permutations(endgame.unseen))


def rounds_of(endgame: Endgame, orders: Iterable[Sequence[int]]) -> Iterator[Round]:
    """Those of them in which hands and the card set aside are these unseen cards, in order."""
    k = endgame.tricks
    for order in orders:
        hands = [list(order[:k]), list(order[k : 2 * k])]
        if endgame.lead == 1:
            hands.reverse()
        for play in reversed(endgame.plays):
            hands[play.seat].insert((play.position or 0) - 1, play.card)
        if not may_be_played(endgame.table, hands):
            continue
        state = Round(endgame.table, hands, order[-1], endgame.plays[0].seat)
        try:
            for play in endgame.plays:
                assert state.play(play.card) == play
        except ValueError:  # it had to follow suit
            continue
        state.lead = state.seat = endgame.lead
        yield state


def packed(endgame: Endgame, states: Iterable[Round]) -> NDArray[np.uint16]:
    """Deals as the kernel takes them."""
    rows = []
    for state in states:
        hands = [[endgame.unseen.index(card) for card in state.hands[s]] for s in endgame.seats]
        row = [sum(card << 4 * i for i, card in enumerate(hand)) for hand in hands]
        rows.append([*row, endgame.unseen.index(state.aside)])
    return np.array(rows, dtype=np.uint16)


def seen(endgame: Endgame, state: Round, seat: int) -> View:
    """What a seat sees of such a round."""
    sees_aside = endgame.sees_aside(seat)
    return view_of(state, seat, endgame.number, endgame.totals, sees_aside)


def known(view: View) -> tuple[object, ...]:
    """What tells the information sets of a seat apart."""
    return view.hand, view.plays, view.aside


class Tree:
    """All that can be played in some deals; player 0 leads, a sequence is a set and a card."""

    def __init__(self, endgame: Endgame, states: Iterable[Round]) -> None:
        self.endgame = endgame
        self.sets: list[dict[object, tuple[object, View, tuple[int, ...]]]] = [{}, {}]
        self.won: Counter[tuple[object, object]] = Counter()
        self.deals = 0
        for state in states:
            self.deals += 1
            self._unfold(state, (None, None))

    def _unfold(self, state: Round, sequences: tuple[object, object]) -> None:
        if state.finished:
            self.won[sequences] += state.winner == self.endgame.lead
            return
        player = int(state.seat != self.endgame.lead)
        view = seen(self.endgame, state, state.seat)
        legal = state.legal_cards()
        found = self.sets[player].setdefault(known(view), (sequences[player], view, legal))
        assert found[0] == sequences[player], "a player has forgotten what it did"
        for card in legal:
            after = list(sequences)
            after[player] = (known(view), card)
            self._unfold(state.after(card), (after[0], after[1]))

    def plan(self, player: int, policy: Shares) -> dict[object, float]:
        """The plan of a policy: the probability of each sequence."""
        plan: dict[object, float] = {None: 1.0}
        for key, (parent, view, legal) in self.sets[player].items():
            for card, share in zip(legal, policy(view, legal), strict=True):
                plan[key, card] = plan[parent] * share
        return plan

    def value(self, *plans: dict[object, float]) -> float:
        """The probability that player 0 wins."""
        won = sum(n * plans[0][pair[0]] * plans[1][pair[1]] for pair, n in self.won.items())
        return won / self.deals

    def best_response(self, player: int, other: dict[object, float]) -> float:
        """That probability when the player answers the other's plan as well as it can."""
        gains: Counter[object] = Counter()
        for pair, n in self.won.items():
            gains[pair[player]] += n * other[pair[1 - player]] / self.deals
        for key, (parent, _, legal) in reversed(self.sets[player].items()):
            gains[parent] += (max, min)[player](gains[key, card] for card in legal)
        return gains[None]

    def equilibrium(self) -> float:
        """The value, by linear programming: Koller, Megiddo and von Stengel (1996)."""
        (rows, first), (columns, second) = (self._constraints(player) for player in range(2))
        pairs = np.array([[rows[a], columns[b]] for a, b in self.won]).T
        won = coo_array((list(self.won.values()), pairs), shape=(len(rows), len(columns)))
        bounded = hstack([-won.T / self.deals, second.T], format="csr")
        kept = hstack([first, csr_array((first.shape[0], second.shape[0]))], format="csr")
        target = np.zeros(len(rows) + second.shape[0])
        target[len(rows)] = -1
        result = linprog(
            target,
            bounded,
            np.zeros(len(columns)),
            kept,
            [1.0] + [0.0] * (first.shape[0] - 1),
            bounds=[(0, None)] * len(rows) + [(None, None)] * second.shape[0],
        )
        assert result.success
        return -float(result.fun)

    def _constraints(self, player: int) -> tuple[dict[object, int], csr_array]:
        """Numbers of sequences, and that the choices in a set add up to what led there."""
        numbers: dict[object, int] = {None: 0}
        cells: list[tuple[int, int, float]] = [(0, 0, 1.0)]
        for row, (key, (parent, _, legal)) in enumerate(self.sets[player].items(), start=1):
            cells.append((row, numbers[parent], -1.0))
            for card in legal:
                numbers[key, card] = len(numbers)
                cells.append((row, numbers[key, card], 1.0))
        at: NDArray[np.float64] = np.array(cells)
        shape = (len(self.sets[player]) + 1, len(numbers))
        return numbers, csr_array((at[:, 2], (at[:, 0].astype(int), at[:, 1].astype(int))), shape)
