"""Whole games of Maids on the reference engine: cards, decisions and forks of a seeded batch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from analyser.core.branches import Branches
from analyser.core.forks import Fork
from analyser.core.random import Deal, Decisions
from analyser.core.records import Records
from analyser.core.rules import Rules
from analyser.core.strategies import make_player
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
from analyser.games.maids.trace import Trace, shape_of
from analyser.games.maids.view import Strategy, View, view_of

T = TypeVar("T")

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


@dataclass(frozen=True)
class Standing:
    """Where a game stands: rounds played, totals by side, and the holder of the leader card."""

    number: int
    totals: tuple[int, ...]
    leader_card: int


def play_game(
    rules: Rules,
    strategies: Sequence[str],
    seed: int,
    index: int,
    fork: Fork | None = None,
    replicate: int = 0,
    standing: Standing | None = None,
) -> Game:
    """Play the ``index``-th game of a seeded batch; the same game as the kernel's.

    ``replicate`` draws the seats' decisions from other streams; with a ``standing`` the game is
    played on from there with the cards of its later rounds.
    """
    played = _rounds(rules, strategies, seed, index, fork, replicate, standing)
    rounds = [finished for finished, _, _ in played]
    last = rounds[-1]
    won = winner(rules.table, rules.players, last.totals, last.round.leader_card)
    return Game(rounds, won)


def _rounds(
    rules: Rules,
    strategies: Sequence[str],
    seed: int,
    index: int,
    fork: Fork | None = None,
    replicate: int = 0,
    standing: Standing | None = None,
) -> Iterator[tuple[FinishedRound, _Driver, Standing]]:
    """The rounds of a game, each with the driver that played it and the standing before it."""
    table: Table = rules.table
    if fork is not None:
        check_fork(fork, rules)
    if standing is None:
        starter = Deal(seed, index, 1).starter(rules.players)
        standing = Standing(0, (0,) * table.sides(rules.players), starter)
    ended = False
    while not ended:
        if standing.number == MAX_ROUNDS:
            raise RuntimeError(f"game {index} of seed {seed} has not ended in {MAX_ROUNDS} rounds")
        driver = _Driver(rules, strategies, seed, index, standing, fork, replicate)
        finished = driver.finish()
        yield finished, driver, standing
        standing = Standing(finished.number, tuple(finished.totals), finished.round.leader_card)
        ended = game_ended(table, standing.number, standing.totals)


class _Driver:
    """Plays the round after a standing: asks the strategies, applies the fork, takes notes.

    ``imposed`` says what became of the fork, as in :class:`~analyser.core.branches.Branches`;
    ``draw_options`` and ``play_options`` are the numbers of legal actions turn by turn.
    """

    def __init__(
        self,
        rules: Rules,
        strategies: Sequence[str],
        seed: int,
        index: int,
        standing: Standing,
        fork: Fork | None = None,
        replicate: int = 0,
    ) -> None:
        number = standing.number + 1
        self.rules = rules
        self.table: Table = rules.table
        self.players: list[Strategy] = [
            make_player(
                GAME, STRATEGIES, text, rules, f"seat {seat}, round {number} of game {index}"
            )
            for seat, text in enumerate(strategies)
        ]
        self.standing = standing
        self.number = number
        self.fork = fork if fork is not None and fork.round in (0, number) else None
        self.deal = Deal(seed, index, number)
        self.decisions = [
            Decisions(seed, s, index, number, replicate) for s in range(rules.players)
        ]
        self.imposed = 0
        self.draw_options: list[int] = []
        self.play_options: list[int] = []

    def finish(self) -> FinishedRound:
        """Play the round to its end and count its points."""
        state, leader = self.play()
        points = state.points()
        totals = [t + p for t, p in zip(self.standing.totals, points, strict=True)]
        return FinishedRound(self.number, state, leader, points, totals)

    def play(self) -> tuple[Round, int]:
        """Play the round to its end; also return the seat that led its first trick."""
        state = self.distribute()
        leader = state.leader_card
        while not state.finished:
            self.play_options.append(len(state.legal_cards()))
            state.play(self._card(state))
        return state, leader

    def distribute(self) -> Round:
        """Play the distribution, up to the lead of the first trick."""
        table, starter = self.table, self.standing.leader_card
        order = self.deal.shuffle(table.cards)
        state = Round(table, self.rules.players, table.trump(self.number), starter, order)
        if self._fork("target") or self._fork("restrict"):
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

    def _fork(self, kind: str, seat: int | None = None) -> Fork | None:
        """The fork, if it is of that kind and about that seat."""
        fork = self.fork
        about = fork is not None and fork.kind == kind and seat in (None, fork.seat)
        return fork if about else None

    def _restricted(self, seat: int, restriction: Restriction) -> bool:
        fork = self._fork("restrict", seat)
        return fork is not None and fork.value == restriction

    def _begin_tricks(self, state: Round) -> None:
        """Impose what a fork changes between distribution and tricks."""
        if fork := self._fork("leader"):
            self.imposed = 1 + (state.leader_card != fork.value)
            state.leader_card = fork.value
            state.start_tricks()
        elif fork := self._fork("slacker"):
            self.imposed = 2
            change = state.slackers.add if fork.at else state.slackers.discard
            change(fork.value)
        elif fork := self._fork("zero"):
            self.imposed = 2
            state.zeros.discard(fork.value)
        elif fork := self._fork("exchange"):
            self.imposed = 2
            state.exchange(fork.value, fork.at)

    def _action(self, state: Round) -> Action:
        seat = state.seat
        legal = state.legal_actions()
        self.draw_options.append(len(legal))
        allowed = self._passing(state, self._on_target(state, legal))
        draw = self.decisions[seat].draws(state.turns[seat])
        choice = self.players[seat].act(self._view(state, seat), state.drawn, allowed, draw)
        if (fork := self._fork("action", seat)) and fork.at == state.turns[seat]:
            return self._impose(choice, list(Action)[fork.value], legal)
        if choice.is_bid:
            placed = sum(turn.seat == seat for turn in state.bids[state.side(seat)])
            if self._restricted(seat, Restriction.NO_APPEAL):
                return Action.BID_DOWN
            if (fork := self._fork("face", seat)) and fork.at == placed:
                return self._impose(choice, (Action.BID_DOWN, Action.BID_UP)[fork.value], legal)
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
        fork = self._fork("card", state.seat)
        if fork and fork.at == trick and fork.value < len(legal):
            return self._impose(choice, legal[fork.value], legal)
        return choice

    def _impose(self, choice: T, imposed: T, legal: Sequence[T]) -> T:
        """The imposed choice where it is legal, else the strategy's."""
        if imposed not in legal:
            return choice
        self.imposed = 1 + (imposed != choice)
        return imposed

    def _target(self, side: int) -> int | None:
        fork = self._fork("target", side)
        return fork.value if fork else None

    def _on_target(self, state: Round, legal: tuple[Action, ...]) -> tuple[Action, ...]:
        """The legal actions that leave a bid that the fork wants in reach; all, if none does."""
        side = state.side(state.seat)
        fork = self._fork("target", side) or self._fork("restrict", state.seat)
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


def simulate(
    rules: Rules,
    strategies: Sequence[str],
    seed: int,
    start: int,
    count: int,
    fork: Fork | None = None,
    replicate: int = 0,
) -> Records:
    """Play a chunk of games on the reference engine: the twin of the kernel's ``simulate``."""
    sides = rules.table.sides(rules.players)
    rows = []
    for index in range(start, start + count):
        game = play_game(rules, strategies, seed, index, fork, replicate)
        rows += [_fields(finished, game.winner) for finished in game.rounds]
    block = np.array(rows, dtype=np.int16).reshape(-1, Records.fields(GAME.columns, sides)).T
    return Records(GAME.columns, sides, start, count, np.ascontiguousarray(block))


def trace(
    rules: Rules, strategies: Sequence[str], seed: int, start: int, count: int
) -> tuple[Records, Trace]:
    """Play a chunk of games and note everything that is done: the twin of the kernel's."""
    records = simulate(rules, strategies, seed, start, count)
    rows = [
        _traced(finished.round, driver)
        for index in range(start, start + count)
        for finished, driver, _ in _rounds(rules, strategies, seed, index)
    ]
    shape = shape_of(rules)
    block = np.array(rows, dtype=np.uint8).reshape(-1, shape.fields).T
    return records, Trace.of(np.ascontiguousarray(block), shape)


def branches(
    rules: Rules,
    strategies: Sequence[str],
    seed: int,
    start: int,
    count: int,
    forks: Sequence[Fork],
) -> Branches:
    """Play a chunk of games and every round of it again under each fork: the kernel's twin."""
    for fork in forks:
        check_fork(fork, rules)
    base = simulate(rules, strategies, seed, start, count)
    table, players = rules.table, rules.players
    blocks = np.empty((len(forks), len(base.block), base.rounds), dtype=np.int16)
    imposed = np.zeros((len(forks), base.rounds), dtype=np.uint8)
    at = 0
    for index in range(start, start + count):
        for _, _, before in _rounds(rules, strategies, seed, index):
            for f, fork in enumerate(forks):
                driver = _Driver(rules, strategies, seed, index, before, fork)
                branch = driver.finish()
                won = -1
                if game_ended(table, branch.number, branch.totals):
                    won = winner(table, players, branch.totals, branch.round.leader_card)
                blocks[f, :, at] = _fields(branch, won)
                imposed[f, at] = driver.imposed
            at += 1
    return Branches(base, tuple(forks), blocks, imposed)


def resume(
    rules: Rules,
    strategies: Sequence[str],
    seed: int,
    start: int,
    numbers: NDArray[np.integer],
    totals: NDArray[np.integer],
    leaders: NDArray[np.integer],
) -> NDArray[np.int8]:
    """Play games on from given standings and return who wins: the twin of the kernel's."""
    standings = zip(numbers.tolist(), totals.tolist(), leaders.tolist(), strict=True)
    winners = [
        play_game(
            rules, strategies, seed, start + i, standing=Standing(number, tuple(total), leader)
        ).winner
        for i, (number, total, leader) in enumerate(standings)
    ]
    return np.array(winners, dtype=np.int8)


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


def _traced(state: Round, driver: _Driver) -> list[int]:
    """The fields of a trace: see :class:`~analyser.games.maids.trace.Trace`."""
    actions, plays = list(Action), [p for trick in state.tricks for p in trick.plays]
    return [
        *(turn.seat for turn in state.log),
        *(turn.card for turn in state.log),
        *(actions.index(turn.action) for turn in state.log),
        *driver.draw_options,
        *(play.seat for play in plays),
        *(play.card for play in plays),
        *driver.play_options,
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
