"""Equilibria of endgames with hidden cards, and how far strategies are from them.

Values are the probability that the seat to lead wins the round, between bounds that best responses
prove (docs/bellboys-endgames.md).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyser.core.bots import is_bot
from analyser.core.random import Decisions
from analyser.core.rules import Rules
from analyser.core.strategies import make_player
from analyser.games.bellboys import GAME
from analyser.games.bellboys._ask import choices
from analyser.games.bellboys._endgame import SequenceForm
from analyser.games.bellboys.endgames import Endgame, plays_before
from analyser.games.bellboys.engine import legal_cards
from analyser.games.bellboys.simulate import kernel_strategies, rules_for
from analyser.games.bellboys.strategies import STRATEGIES
from analyser.games.bellboys.view import View

Plan = NDArray[np.float64]
"""Probabilities of a player's sequences: see ``SequenceForm``."""

Keys = NDArray[np.uint64]
"""Keys of information sets of one player, [sets]: see ``SequenceForm``."""

Policy = Callable[[Endgame, int, Keys, NDArray[np.intp]], NDArray[np.float64]]
"""How likely a player of an endgame plays each legal card in some of its information sets.

Given are the keys of the sets and the numbers of legal cards there, [sets] each. Returned are the
probabilities of all these cards: set after set, each from left to right.
"""

STEPS = 10
"""Steps of learning between two looks at the bounds."""


@dataclass(frozen=True)
class Solution:
    """An endgame with plans for both players that are nearly an equilibrium.

    Player 0 leads. With its plan it is sure of ``low``; that of player 1 keeps it below ``high``.
    """

    endgame: Endgame
    form: SequenceForm
    plans: tuple[Plan, Plan]
    low: float
    high: float

    @property
    def value(self) -> float:
        """The probability that the seat to lead wins; it is wrong by half the gap at most."""
        return (self.low + self.high) / 2

    @property
    def gap(self) -> float:
        """What both players together could still gain; 0 in an equilibrium."""
        return self.high - self.low

    def plan(self, player: int, policy: Policy) -> Plan:
        """The plan of a policy as that player; it is asked wherever it can get to."""
        sets, sequences = self.form.sizes(player)
        keys, parents = np.empty(sets, dtype=np.uint64), np.empty(sets, dtype=np.int32)
        firsts = np.empty(sets + 1, dtype=np.int32)
        self.form.information(player, keys, parents, firsts)
        legal, depth = np.diff(firsts).astype(np.intp), plays_before(keys)
        plan = np.zeros(sequences)
        plan[0] = 1
        for plays in np.unique(depth):
            at = np.flatnonzero((depth == plays) & (plan[parents] > 0))
            counts = legal[at]
            sequence = np.repeat(firsts[at] - _starts(counts), counts) + np.arange(counts.sum())
            shares = policy(self.endgame, player, keys[at], counts)
            plan[sequence] = np.repeat(plan[parents[at]], counts) * shares
        return plan

    def worst(self, player: int, plan: Plan) -> float:
        """What a plan of a player loses of the value to the best answer: its exploitability."""
        answered = self.form.best_response(1 - player, plan)
        return self.value - answered if player == 0 else answered - self.value

    def against(self, player: int, plan: Plan) -> float:
        """What a plan of a player loses of the value against the other's plan in equilibrium."""
        if player == 0:
            return self.value - self.form.value(plan, self.plans[1])
        return self.form.value(self.plans[0], plan) - self.value


def solve(endgame: Endgame, gap: float = 0.001) -> Solution:
    """Solve an endgame up to a gap between the bounds of its value, 1e-6 at least.

    Raises ValueError for a smaller gap, which rounding may keep apart.
    """
    if gap < 1e-6:
        raise ValueError(f"gap {gap}: must be 1e-6 at least")
    form = endgame.sequence_form()
    plans = np.empty(form.sizes(0)[1]), np.empty(form.sizes(1)[1])
    low, high = 0.0, 1.0
    while high - low > gap:
        form.improve(STEPS)
        form.plans(*plans)
        low, high = form.best_response(1, plans[0]), form.best_response(0, plans[1])
    return Solution(endgame, form, plans, low, high)


def policy(rules: Rules, strategy: str) -> Policy:
    """What a strategy, given as its text, does in endgames.

    ``random`` mixes evenly. Others are asked once in each information set: what they draw there is
    drawn from seed 0, game 0, once for all.
    """
    if strategy == "random":
        return lambda endgame, player, keys, legal: np.repeat(1 / legal, legal)
    if is_bot(strategy):
        return by_views(_asked(rules, strategy))
    [(code, worlds)] = kernel_strategies([strategy])

    def kernel(
        endgame: Endgame, player: int, keys: Keys, legal: NDArray[np.intp]
    ) -> NDArray[np.float64]:
        seat = endgame.seats[player]
        chosen = np.empty(len(keys), dtype=np.uint8)
        choices(
            rules_for(rules, [strategy]),
            code,
            worlds,
            endgame.number,
            seat,
            endgame.lead,
            endgame.sees_aside(seat),
            np.array([(p.seat, p.card, p.rank) for p in endgame.plays], dtype=np.uint8),
            np.array(endgame.unseen, dtype=np.uint8),
            keys,
            chosen,
        )
        shares = np.zeros(legal.sum())
        shares[_starts(legal) + chosen] = 1
        return shares

    return kernel


def by_views(shares: Callable[[View, tuple[int, ...]], Sequence[float]]) -> Policy:
    """The policy of a player that is given a view and the legal cards, one set at a time."""

    def policy(
        endgame: Endgame, player: int, keys: Keys, legal: NDArray[np.intp]
    ) -> NDArray[np.float64]:
        views = (endgame.view(player, key) for key in keys.tolist())
        found = [shares(view, legal_cards(view.hand, view.led)) for view in views]
        return np.concatenate(found)

    return policy


def _asked(rules: Rules, strategy: str) -> Callable[[View, tuple[int, ...]], list[float]]:
    """What a strategy in Python plays."""
    player = make_player(GAME, STRATEGIES, strategy, rules, "an endgame")

    def play(view: View, legal: tuple[int, ...]) -> list[float]:
        draw = Decisions(0, view.seat, 0, view.number).draws(1 + len(view.plays) // 2)
        choice = player.play(view, legal, draw)
        return [float(card == choice) for card in legal]

    return play


def _starts(counts: NDArray[np.intp]) -> NDArray[np.intp]:
    """Where each group begins, given how many there are in each."""
    return np.cumsum(counts) - counts
