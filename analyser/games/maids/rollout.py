"""`rollout` in Python: the twin of the kernel's search in ``ext/maids/rollout.pxi``.

In the worlds all seats play the fast strategy, each with what it would know there. A bid that a
fork imposes on the own side is kept to in them; of other forks the seat knows nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy

from analyser.core.random import Decision, Words
from analyser.core.rules import Rules
from analyser.games.maids.engine import Action, Round, game_ended, winner
from analyser.games.maids.forks import in_reach
from analyser.games.maids.planner import Planner
from analyser.games.maids.rules import Table
from analyser.games.maids.view import Strategy, View, view_of
from analyser.games.maids.worlds import imagine
from analyser.search.rollout import Rollout


class MaidsRollout(Rollout[View, Round]):
    """Does what is best on average when each choice is played on in the same worlds."""

    def __init__(self, rules: Rules, worlds: int, objective: str) -> None:
        super().__init__(worlds, objective)
        self.table: Table = rules.table
        self.fast: Strategy = Planner(rules)

    # The strategy

    def act(self, view: View, card: int, legal: Sequence[Action], draw: Decision) -> Action:
        """Choose what to do with the drawn card."""
        return self.choose(view, legal, self.fast.act(view, card, legal, draw), draw)

    def play(self, view: View, legal: Sequence[int], draw: Decision) -> int:
        """Choose the card to play."""
        return self.choose(view, legal, self.fast.play(view, legal, draw), draw)

    def play_clara(self, view: View, legal: Sequence[int], draw: Decision) -> int:
        """Choose the card that Clara plays."""
        return self.choose(view, legal, self.fast.play_clara(view, legal, draw), draw)

    # The search

    def imagine(self, known: View, words: Words) -> Round:
        return imagine(known, words)

    def play_on(self, known: View, world: Round, choice: Action | int, luck: Decision) -> Round:
        state = deepcopy(world)
        if isinstance(choice, Action):
            state.act(choice)
        else:
            state.play(choice)
        return self._finish(state, known.number, known.totals, luck, known)

    def side(self, known: View) -> int:
        return known.side

    def points(self, world: Round) -> Sequence[int]:
        return world.points()

    def wins(self, known: View, world: Round, luck: Decision, index: int) -> bool:
        number, totals = known.number, list(known.totals)
        while True:
            totals = [t + p for t, p in zip(totals, world.points(), strict=True)]
            if game_ended(self.table, number, totals):
                break
            number += 1
            order = luck.world(index, number - known.number).shuffle(self.table.cards)
            trump = self.table.trump(number)
            world = Round(self.table, known.players, trump, world.leader_card, order)
            self._finish(world, number, totals, luck)
        return winner(self.table, known.players, totals, world.leader_card) == known.side

    def _finish(
        self,
        state: Round,
        number: int,
        totals: Sequence[int],
        luck: Decision,
        known: View | None = None,
    ) -> Round:
        """Let the fast strategy play a round to its end; what is ``known`` tells the own target."""
        while not state.finished:
            seat = state.seat if state.distributing else state.chooser
            target = known.target if known and known.side == state.side(seat) else None
            view = view_of(state, seat, number, totals, target)
            if state.distributing:
                legal = state.legal_actions()
                if target is not None:
                    legal = in_reach(state, legal, 1 << target)
                state.act(self.fast.act(view, state.drawn, legal, luck))
            else:
                ask = self.fast.play if state.seat == seat else self.fast.play_clara
                state.play(ask(view, state.legal_cards(), luck))
        return state
