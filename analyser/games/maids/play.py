"""Whole games of Maids on the reference engine: cards, decisions and forks of a seeded batch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyser.core.random import Deal
from analyser.core.reference import Driver, FinishedGame, Reference, Standing
from analyser.core.rules import Rules
from analyser.games.maids import GAME
from analyser.games.maids.engine import (
    Action,
    Round,
    game_ended,
    trick_winner,
    winner,
)
from analyser.games.maids.forks import Restriction, allowed_bids, check_fork, in_reach
from analyser.games.maids.rules import Table
from analyser.games.maids.strategies import STRATEGIES
from analyser.games.maids.trace import Trace
from analyser.games.maids.view import Strategy, View, view_of


@dataclass(frozen=True)
class FinishedRound:
    """A round played to its end, with its points and the totals after it, by side.

    ``leader`` holds the leader card after the distribution and leads the first trick.
    """

    number: int
    round: Round
    leader: int
    points: list[int]
    totals: list[int]

    @property
    def standing(self) -> Standing:
        """Where the game stands after it; the holder of the leader card begins the next one."""
        return Standing(self.number, tuple(self.totals), self.round.leader_card)


Game = FinishedGame[FinishedRound]


def winner_at(rules: Rules, standing: Standing) -> int:
    """The side that has won at a standing, -1 while the game goes on."""
    table: Table = rules.table
    if not game_ended(table, standing.number, standing.totals):
        return -1
    return winner(table, rules.players, standing.totals, standing.leader)


class _Driver(Driver[Strategy, FinishedRound]):
    """Plays a round; the ``options`` are those of the draws, then those of the plays."""

    spec, makers = GAME, STRATEGIES
    table: Table

    def finish(self) -> FinishedRound:
        state, leader = self.play()
        points = state.points()
        totals = [t + p for t, p in zip(self.standing.totals, points, strict=True)]
        return FinishedRound(self.number, state, leader, points, totals)

    def play(self) -> tuple[Round, int]:
        """Play the round to its end; also return the seat that led its first trick."""
        state = self.distribute()
        leader = state.leader_card
        while not state.finished:
            self.options.append(len(state.legal_cards()))
            state.play(self._card(state))
        return state, leader

    def distribute(self) -> Round:
        """Play the distribution, up to the lead of the first trick."""
        table, starter = self.table, self.standing.leader
        order = Deal(self.seed, self.index, self.number).shuffle(table.cards)
        state = Round(table, self.rules.players, table.trump(self.number), starter, order)
        if self.forked("target") or self.forked("restrict"):
            self.imposed = 2
        while state.distributing:
            state.act(self._action(state))
        self._begin_tricks(state)
        return state

    def can_meet(self, state: Round, side: int) -> bool:
        """Whether the side can play on so that it meets its bid, the others as they do."""
        while not state.finished:
            if state.side(state.chooser) == side:
                return any(self.can_meet(state.after(card), side) for card in state.legal_cards())
            state.play(self._card(state))
        return state.completed[side] == state.bid(side)

    def _restricted(self, seat: int, restriction: Restriction) -> bool:
        fork = self.forked("restrict", seat)
        return fork is not None and fork.value == restriction

    def _begin_tricks(self, state: Round) -> None:
        """Impose what a fork changes between distribution and tricks."""
        if fork := self.forked("leader"):
            state.leader_card = self.impose(state.leader_card, fork.value)
            state.start_tricks()
        elif fork := self.forked("slacker"):
            self.imposed = 2
            change = state.slackers.add if fork.at else state.slackers.discard
            change(fork.value)
        elif fork := self.forked("zero"):
            self.imposed = 2
            state.zeros.discard(fork.value)
        elif fork := self.forked("exchange"):
            self.imposed = 2
            state.exchange(fork.value, fork.at)

    def _action(self, state: Round) -> Action:
        seat = state.seat
        legal = state.legal_actions()
        self.options.append(len(legal))
        allowed = self._passing(state, self._on_target(state, legal))
        draw = self.decisions[seat].draws(state.turns[seat])
        choice = self.players[seat].act(self._view(state, seat), state.drawn, allowed, draw)
        if (fork := self.forked("action", seat)) and fork.at == state.turns[seat]:
            action = list(Action)[fork.value]
            return self.impose(choice, action) if action in legal else choice
        if choice.is_bid:
            placed = sum(turn.seat == seat for turn in state.bids[state.side(seat)])
            if self._restricted(seat, Restriction.NO_APPEAL):
                return Action.BID_DOWN
            if (fork := self.forked("face", seat)) and fork.at == placed:
                action = (Action.BID_DOWN, Action.BID_UP)[fork.value]
                return self.impose(choice, action) if action in legal else choice
        return choice

    def _card(self, state: Round) -> int:
        trick = len(state.tricks)
        chooser, legal = state.chooser, state.legal_cards()
        allowed = legal
        limits = self.table.distribution
        lane = limits.hand_cards + limits.bid_cards + 1 + trick
        player = self.players[chooser]
        if state.seat == chooser:
            ask = player.play
            allowed = self._without_slack_wins(state, legal)
        else:
            ask = player.play_clara
            lane += limits.hand_cards
        draw = self.decisions[chooser].draws(lane)
        choice = ask(self._view(state, chooser), allowed, draw)
        fork = self.forked("card", state.seat)
        if fork and fork.at == trick and fork.value < len(legal):
            return self.impose(choice, legal[fork.value])
        return choice

    def _target(self, side: int) -> int | None:
        fork = self.forked("target", side)
        return fork.value if fork else None

    def _on_target(self, state: Round, legal: tuple[Action, ...]) -> tuple[Action, ...]:
        """The legal actions that leave a bid that the fork wants in reach; all, if none does."""
        side = state.side(state.seat)
        fork = self.forked("target", side) or self.forked("restrict", state.seat)
        wanted = allowed_bids(fork, self.table.most_bid) if fork else None
        if wanted is None:
            return legal
        return in_reach(state, legal, wanted)

    def _passing(self, state: Round, legal: tuple[Action, ...]) -> tuple[Action, ...]:
        """Who passes at random passes from a random turn on, as soon as it can, not before."""
        seat = state.seat
        if not self._restricted(seat, Restriction.RANDOM_PASS):
            return legal
        limits = self.table.distribution
        turns = limits.hand_cards + limits.bid_cards
        lane = turns + 1 + limits.hand_cards * (2 if self.rules.players == 2 else 1)
        now = state.turns[seat] >= self.decisions[seat].below(lane, turns)
        return tuple(a for a in legal if (a == Action.PASS) == now) or legal

    def _without_slack_wins(self, state: Round, legal: tuple[int, ...]) -> tuple[int, ...]:
        """The legal cards that are no slacker about to win; all, if there are no others."""
        if not self._restricted(state.seat, Restriction.NO_SLACK_WIN):
            return legal
        trick = [p.card for p in state.trick]

        def wins(card: int) -> bool:
            return trick_winner([*trick, card], state.trump, state.zeros) == len(trick)

        return tuple(c for c in legal if c not in state.slackers or not wins(c)) or legal

    def _view(self, state: Round, seat: int) -> View:
        target = self._target(state.side(seat))
        return view_of(state, seat, self.number, self.standing.totals, target)


def _traced(finished: FinishedRound, options: Sequence[int]) -> list[int]:
    """The fields of a trace: see :class:`~analyser.games.maids.trace.Trace`."""
    state = finished.round
    actions, plays = list(Action), [p for trick in state.tricks for p in trick.plays]
    draws = len(state.log)
    return [
        *(turn.seat for turn in state.log),
        *(turn.card for turn in state.log),
        *(actions.index(turn.action) for turn in state.log),
        *options[:draws],
        *(play.seat for play in plays),
        *(play.card for play in plays),
        *options[draws:],
        *(trick.winner for trick in state.tricks),
    ]


def _fields(finished: FinishedRound, winner: int) -> list[int]:
    state = finished.round
    sides = range(state.sides)
    return [
        finished.number,
        state.trump,
        state.starter,
        *(int(s == state.side(finished.leader)) for s in sides),
        *(state.bid(s) for s in sides),
        *(state.appeals(s) for s in sides),
        *state.accepted,
        *state.completed,
        *finished.points,
        *finished.totals,
        *(int(s == winner) for s in sides),
    ]


REFERENCE = Reference(_Driver, check_fork, winner_at, _fields, _traced, Trace)
play_game, simulate, trace = REFERENCE.play_game, REFERENCE.simulate, REFERENCE.trace
branches, resume = REFERENCE.branches, REFERENCE.resume


def clairvoyant(
    rules: Rules,
    strategies: Sequence[str],
    seed: int,
    games: NDArray[np.integer],
    numbers: NDArray[np.integer],
    starters: NDArray[np.integer],
    sides: NDArray[np.integer],
    totals: NDArray[np.integer],
) -> NDArray[np.bool_]:
    """Whether sides could have met their bids, had they known all: the kernel's twin."""
    found = []
    for game, number, starter, side, total in zip(
        *(a.tolist() for a in (games, numbers, starters, sides, totals)), strict=True
    ):
        before = Standing(number - 1, tuple(total), starter)
        driver = _Driver(rules, strategies, seed, game, before)
        found.append(driver.can_meet(driver.distribute(), side))
    return np.array(found, dtype=bool)
