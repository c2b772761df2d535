"""Whole games of Bellboys on the reference engine: cards, decisions, forks of a seeded batch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from analyser.core.branches import Branches
from analyser.core.forks import Fork
from analyser.core.random import Deal, Decisions
from analyser.core.records import Records
from analyser.core.rules import Rules
from analyser.core.strategies import make_player
from analyser.games.bellboys import GAME
from analyser.games.bellboys.engine import Fan, Round, complete_suits, may_be_played
from analyser.games.bellboys.forks import check_fork
from analyser.games.bellboys.rules import HAND, Table
from analyser.games.bellboys.strategies import STRATEGIES
from analyser.games.bellboys.trace import WIDTHS, Trace
from analyser.games.bellboys.view import Strategy, View, view_of

T = TypeVar("T")

SEATS = range(2)


class Dealt(NamedTuple):
    """A deal that stands: hands by seat from left to right, the card set aside, deals before it."""

    hands: tuple[tuple[int, ...], tuple[int, ...]]
    aside: int
    redeals: int


@dataclass(frozen=True)
class FinishedRound:
    """A round played to its end, with the rounds won by seat after it.

    ``hands`` by seat from left to right as fanned; ``leader`` led the first trick.
    """

    number: int
    redeals: int
    hands: tuple[tuple[int, ...], ...]
    leader: int
    round: Round
    totals: tuple[int, ...]


@dataclass(frozen=True)
class Game:
    """A finished game: its rounds and the side that won it."""

    rounds: list[FinishedRound]
    winner: int


@dataclass(frozen=True)
class Standing:
    """Where a game stands: rounds played, rounds won by seat, and who leads the next round."""

    number: int
    totals: tuple[int, ...]
    leader: int


def deal_round(table: Table, seed: int, index: int, number: int) -> Dealt:
    """Deal a round of a game of a seeded batch, again until the deal stands (B1 and B3)."""
    redeals = 0
    while True:
        cards = Deal(seed, index, number + (redeals << 16)).shuffle(table.cards)
        hands = tuple(cards[:HAND]), tuple(cards[HAND : 2 * HAND])
        if may_be_played(table, hands):
            return Dealt(hands, cards[2 * HAND], redeals)
        redeals += 1


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
    if standing is not None and not rounds:  # it was over
        return Game(rounds, int(standing.totals[1] > standing.totals[0]))
    return Game(rounds, rounds[-1].round.winner)


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
    if fork is not None:
        check_fork(fork, rules)
    if standing is None:
        standing = Standing(0, (0, 0), Deal(seed, index, 1).starter(rules.players))
    while not ended(rules.table, standing.totals):
        driver = _Driver(rules, strategies, seed, index, standing, fork, replicate)
        finished = driver.finish()
        yield finished, driver, standing
        standing = Standing(finished.number, finished.totals, finished.round.winner)


def ended(table: Table, totals: Sequence[int]) -> bool:
    """Whether a seat has won rounds enough (section 3.9, ruling B10)."""
    return max(totals) >= table.game.points


class _Driver:
    """Plays the round after a standing: asks the strategies, applies the fork, takes notes.

    ``imposed`` says what became of the fork, as in :class:`~analyser.core.branches.Branches`;
    ``options`` are the numbers of legal cards play by play.
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
        self.number = number = standing.number + 1
        self.table: Table = rules.table
        self.players: list[Strategy] = [
            make_player(
                GAME, STRATEGIES, text, rules, f"seat {seat}, round {number} of game {index}"
            )
            for seat, text in enumerate(strategies)
        ]
        self.standing = standing
        self.fork = fork if fork is not None and fork.round in (0, number) else None
        self.dealt = deal_round(self.table, seed, index, number)
        self.decisions = [Decisions(seed, s, index, number, replicate) for s in SEATS]
        self.sees_aside = [self._trails(seat) for seat in SEATS]
        self.imposed = 0
        self.options: list[int] = []

    def finish(self) -> FinishedRound:
        """Play the round to its end and count who won it."""
        state = Round(self.table, self.dealt.hands, self.dealt.aside, self.standing.leader)
        self._begin(state)
        self._open_hands(state)
        hands, leader = tuple(map(tuple, state.hands)), state.lead
        while not state.finished:
            state.play(self._card(state))
        totals = list(self.standing.totals)
        totals[state.winner] += 1
        return FinishedRound(self.number, self.dealt.redeals, hands, leader, state, tuple(totals))

    def _trails(self, seat: int) -> bool:
        """Whether the seat sees the card set aside as it has won fewer rounds (ruling B10)."""
        totals = self.standing.totals
        trails = totals[seat] < totals[1 - seat]
        return self.table.information.trailing_sees_aside and trails

    def _fork(self, kind: str, seat: int | None = None) -> Fork | None:
        """The fork, if it is of that kind and about that seat."""
        fork = self.fork
        about = fork is not None and fork.kind == kind and seat in (None, fork.seat)
        return fork if about else None

    def _impose(self, choice: T, imposed: T) -> T:
        """Note whether the imposed choice is another one, and return it."""
        self.imposed = 1 + (imposed != choice)
        return imposed

    def _begin(self, state: Round) -> None:
        """Impose what a fork changes before a seat decides anything."""
        if fork := self._fork("leader"):
            state.lead = state.seat = self._impose(state.lead, fork.value)
        elif fork := self._fork("look"):
            seen = self.sees_aside[fork.seat]
            self.sees_aside[fork.seat] = self._impose(seen, fork.value == 1)
        elif fork := self._fork("exchange"):
            self.imposed = 2
            state.exchange(fork.value, fork.at)
        elif fork := self._fork("suit"):
            self.imposed = 2
            stays = fork.value
            state.moving = tuple(m and suit != stays for suit, m in enumerate(state.moving))

    def _open_hands(self, state: Round) -> None:
        """Let both seats fan their hands, neither knowing what the other does (ruling B2)."""
        for seat, fan in enumerate([self._fan(state, seat) for seat in SEATS]):
            state.fan(seat, fan)

    def _fan(self, state: Round, seat: int) -> Fan:
        choice = state.fans[seat]
        if choice is None:
            draw = self.decisions[seat].draws(0)
            choice = self.players[seat].fan(self._view(state, seat), state.legal_fans(), draw)
        if fork := self._fork("fan", seat):
            return self._impose(choice, list(Fan)[fork.value])
        return choice

    def _card(self, state: Round) -> int:
        seat, legal, trick = state.seat, state.legal_cards(), len(state.tricks)
        self.options.append(len(legal))
        draw = self.decisions[seat].draws(1 + trick)
        choice = self.players[seat].play(self._view(state, seat), legal, draw)
        fork = self._fork("card", seat)
        if fork and fork.at == trick and fork.value < len(legal):
            return self._impose(choice, legal[fork.value])
        return choice

    def _view(self, state: Round, seat: int) -> View:
        return view_of(state, seat, self.number, self.standing.totals, self.sees_aside[seat])


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
    rows = []
    for index in range(start, start + count):
        game = play_game(rules, strategies, seed, index, fork, replicate)
        rows += [_fields(finished, game.winner) for finished in game.rounds]
    block = np.array(rows, dtype=np.int16).reshape(-1, Records.fields(GAME.columns, len(SEATS))).T
    return Records(GAME.columns, len(SEATS), start, count, np.ascontiguousarray(block))


def trace(
    rules: Rules, strategies: Sequence[str], seed: int, start: int, count: int
) -> tuple[Records, Trace]:
    """Play a chunk of games and note everything that is done: the twin of the kernel's."""
    records = simulate(rules, strategies, seed, start, count)
    rows = [
        _traced(finished, driver.options)
        for index in range(start, start + count)
        for finished, driver, _ in _rounds(rules, strategies, seed, index)
    ]
    block = np.array(rows, dtype=np.uint8).reshape(-1, sum(WIDTHS)).T
    return records, Trace.of(np.ascontiguousarray(block))


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
    blocks = np.empty((len(forks), len(base.block), base.rounds), dtype=np.int16)
    imposed = np.zeros((len(forks), base.rounds), dtype=np.uint8)
    at = 0
    for index in range(start, start + count):
        for _, _, before in _rounds(rules, strategies, seed, index):
            for f, fork in enumerate(forks):
                driver = _Driver(rules, strategies, seed, index, before, fork)
                branch = driver.finish()
                won = branch.round.winner if ended(rules.table, branch.totals) else -1
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


def _traced(finished: FinishedRound, options: Sequence[int]) -> list[int | None]:
    """The fields of a trace: see :class:`~analyser.games.bellboys.trace.Trace`."""
    state = finished.round
    plays = [play for trick in state.tricks for play in trick.plays]
    return [
        *(card for hand in finished.hands for card in hand),
        state.aside,
        *(int(fan is Fan.REVERSED) for fan in state.fans),
        *(play.seat for play in plays),
        *(play.card for play in plays),
        *(play.position for play in plays),
        *(play.rank for play in plays),
        *options,
        *(trick.winner for trick in state.tricks),
    ]


def _fields(finished: FinishedRound, winner: int) -> list[int]:
    state = finished.round
    return [
        finished.number,
        finished.leader,
        finished.redeals,
        *(sum(trick.winner == seat for trick in state.tricks) for seat in SEATS),
        *map(sum, state.collected),
        *(len(complete_suits(counts)) for counts in state.collected),
        *state.cards,
        *(int(seat == state.winner) for seat in SEATS),
        *finished.totals,
        *(int(seat == winner) for seat in SEATS),
    ]
