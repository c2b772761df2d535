"""Whole games of Maids on the reference engine: cards, decisions and forks of a seeded batch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from analyser.core.forks import Fork
from analyser.core.random import Deal, Decisions
from analyser.core.records import Records
from analyser.core.rules import Rules
from analyser.games.maids import GAME
from analyser.games.maids.engine import (
    Action,
    Round,
    game_ended,
    round_components,
    winner,
)
from analyser.games.maids.forks import check_fork
from analyser.games.maids.rules import CLARA, Table
from analyser.games.maids.strategies import STRATEGIES, Strategy, View

MAX_ROUNDS = 10_000
"""A game this long is taken for one that never ends."""


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


@dataclass(frozen=True)
class Game:
    """A finished game: its rounds and the side that won it."""

    rounds: list[FinishedRound]
    winner: int


def play_game(
    rules: Rules,
    strategies: Sequence[str],
    seed: int,
    index: int,
    fork: Fork | None = None,
) -> Game:
    """Play the ``index``-th game of a seeded batch; the same game as the kernel's."""
    table: Table = rules.table
    if fork is not None:
        check_fork(fork, rules)
    players = [STRATEGIES[name](rules) for name in strategies]
    totals = [0] * table.sides(rules.players)
    leader_card = Deal(seed, index, 1).starter(rules.players)
    rounds: list[FinishedRound] = []
    while not rounds or not game_ended(table, len(rounds), totals):
        number = len(rounds) + 1
        if number > MAX_ROUNDS:
            raise RuntimeError(f"game {index} of seed {seed} has not ended in {MAX_ROUNDS} rounds")
        applies = fork is not None and fork.round in (0, number)
        driver = _Driver(rules, players, seed, index, number, fork if applies else None)
        state, leader = driver.play(leader_card)
        leader_card = state.leader_card
        points = round_points(table, state)
        totals = [t + p for t, p in zip(totals, points, strict=True)]
        rounds.append(FinishedRound(number, state, leader, points, totals))
    return Game(rounds, winner(table, rules.players, totals, leader_card))


def round_points(table: Table, round_: Round) -> list[int]:
    """The points of a finished round by side."""
    sides = range(round_.sides)
    components = round_components(
        table,
        [round_.bid(s) for s in sides],
        [round_.appeals(s) for s in sides],
        round_.accepted,
        round_.completed,
    )
    return [sum(source[s] for source in components.values()) for s in sides]


class _Driver:
    """Plays one round: asks the strategies, applies the fork."""

    def __init__(
        self,
        rules: Rules,
        players: Sequence[Strategy],
        seed: int,
        index: int,
        number: int,
        fork: Fork | None,
    ) -> None:
        self.rules = rules
        self.table: Table = rules.table
        self.players = players
        self.fork = fork
        self.number = number
        self.deal = Deal(seed, index, number)
        self.decisions = [Decisions(seed, s, index, number) for s in range(rules.players)]

    def play(self, starter: int) -> tuple[Round, int]:
        """Play the round to its end; also return the seat that led its first trick."""
        table, fork = self.table, self.fork
        order = self.deal.shuffle(table.cards)
        if fork is not None and fork.kind == "exchange":
            swap = {fork.value: fork.at, fork.at: fork.value}
            order = [swap.get(c, c) for c in order]
        state = Round(table, self.rules.players, table.trump(self.number), starter, order)
        if fork is not None and fork.kind == "slacker":
            change = state.slackers.add if fork.at else state.slackers.discard
            change(fork.value)
        while state.distributing:
            state.act(self._action(state))
        if fork is not None and fork.kind == "leader":
            state.leader_card = fork.value
            state.start_tricks()
        leader = state.leader_card
        while not state.finished:
            state.play(self._card(state))
        return state, leader

    def _action(self, state: Round) -> Action:
        seat, fork = state.seat, self.fork
        legal = self._on_target(state, state.legal_actions())
        draw = partial(self.decisions[seat].below, state.turns[seat])
        choice = self.players[seat].act(self._view(state, seat), state.drawn, legal, draw)
        if fork is not None and fork.at_decision("action", seat, state.turns[seat]):
            imposed = list(Action)[fork.value]
            choice = imposed if imposed in state.legal_actions() else choice
        return choice

    def _card(self, state: Round) -> int:
        fork, trick = self.fork, len(state.tricks)
        chooser, legal = state.chooser, state.legal_cards()
        limits = self.table.distribution
        lane = 2 * limits.hand_cards + limits.bid_cards + 1 + trick
        ask: Callable[..., int] = self.players[chooser].play_clara
        if state.seat == chooser:
            lane -= limits.hand_cards
            ask = self.players[chooser].play
        draw = partial(self.decisions[chooser].below, lane)
        choice = ask(self._view(state, chooser), legal, draw)
        if fork is not None and fork.at_decision("card", state.seat, trick):
            choice = fork.value if fork.value in legal else choice
        return choice

    def _target(self, side: int) -> int | None:
        fork = self.fork
        return fork.value if fork and fork.kind == "target" and fork.seat == side else None

    def _on_target(self, state: Round, legal: tuple[Action, ...]) -> tuple[Action, ...]:
        """The legal actions that leave an imposed bid within reach; all, if none does."""
        side = state.side(state.seat)
        target = self._target(side)
        if target is None:
            return legal
        icons = self.table.icons
        reach = {0}
        for _ in range(self.table.distribution.bid_cards - len(state.bids[side]) - 1):
            reach = {r + i for r in reach for i in icons}
        missing = target - state.bid(side) - icons[state.drawn // 10]
        kept = tuple(a for a in legal if not a.is_bid or missing in reach)
        return kept or legal

    def _view(self, state: Round, seat: int) -> View:
        side = state.side(seat)
        hand = state.hands[seat]
        return View(
            table=self.table,
            players=state.players,
            trump=state.trump,
            seat=seat,
            side=side,
            hand=tuple(sorted(hand)),
            out=frozenset(state.out[seat]),
            kept=state.kept[seat],
            received=len(hand) - state.kept[seat],
            memo=state.memos[seat],
            turn=state.turns[seat],
            bid=state.bid(side),
            placed=len(state.bids[side]),
            target=self._target(side),
            completed=state.completed[side],
            trick_number=len(state.tricks),
            lead=state.lead,
            trick=tuple(state.trick),
            clara=tuple(sorted(state.hands[CLARA])) if state.players == 2 else (),
            slackers=frozenset(state.slackers),
        )


def simulate(
    rules: Rules,
    strategies: Sequence[str],
    seed: int,
    start: int,
    count: int,
    fork: Fork | None = None,
) -> Records:
    """Play a chunk of games on the reference engine: the twin of the kernel's ``simulate``."""
    sides = rules.table.sides(rules.players)
    rows = []
    for index in range(start, start + count):
        game = play_game(rules, strategies, seed, index, fork)
        rows += [_fields(finished, game.winner) for finished in game.rounds]
    block = np.array(rows, dtype=np.int16).reshape(-1, Records.fields(GAME.columns, sides)).T
    return Records(GAME.columns, sides, start, count, np.ascontiguousarray(block))


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
