"""Whole games of Bellboys on the reference engine: cards, decisions, forks of a seeded batch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from analyser.core.random import Deal
from analyser.core.reference import Driver, FinishedGame, Reference, Standing
from analyser.core.rules import Rules
from analyser.games.bellboys import GAME
from analyser.games.bellboys.engine import Fan, Round, complete_suits, may_be_played
from analyser.games.bellboys.forks import check_fork
from analyser.games.bellboys.rules import HAND, Table
from analyser.games.bellboys.strategies import STRATEGIES
from analyser.games.bellboys.trace import Trace
from analyser.games.bellboys.view import Strategy, View, view_of

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

    @property
    def standing(self) -> Standing:
        """Where the game stands after it; who won it leads the next one."""
        return Standing(self.number, self.totals, self.round.winner)


Game = FinishedGame[FinishedRound]


def deal_round(table: Table, seed: int, index: int, number: int) -> Dealt:
    """Deal a round of a game of a seeded batch, again until the deal stands (B1 and B3)."""
    redeals = 0
    while True:
        cards = Deal(seed, index, number + (redeals << 16)).shuffle(table.cards)
        hands = tuple(cards[:HAND]), tuple(cards[HAND : 2 * HAND])
        if may_be_played(table, hands):
            return Dealt(hands, cards[2 * HAND], redeals)
        redeals += 1


def ended(table: Table, totals: Sequence[int]) -> bool:
    """Whether a seat has won rounds enough (section 3.9, ruling B10)."""
    return max(totals) >= table.game.points


def winner(rules: Rules, standing: Standing) -> int:
    """The seat that has won at a standing, -1 while the game goes on."""
    totals = standing.totals
    return totals.index(max(totals)) if ended(rules.table, totals) else -1


class _Driver(Driver[Strategy, FinishedRound]):
    """Plays a round; the ``options`` are those of the plays."""

    spec, makers = GAME, STRATEGIES
    table: Table
    sees_aside: list[bool]

    def finish(self) -> FinishedRound:
        dealt = deal_round(self.table, self.seed, self.index, self.number)
        state = Round(self.table, dealt.hands, dealt.aside, self.standing.leader)
        self.sees_aside = [self._trails(seat) for seat in SEATS]
        self._begin(state)
        self._open_hands(state)
        hands, leader = tuple(map(tuple, state.hands)), state.lead
        while not state.finished:
            state.play(self._card(state))
        totals = list(self.standing.totals)
        totals[state.winner] += 1
        return FinishedRound(self.number, dealt.redeals, hands, leader, state, tuple(totals))

    def _trails(self, seat: int) -> bool:
        """Whether the seat sees the card set aside as it has won fewer rounds (ruling B10)."""
        totals = self.standing.totals
        trails = totals[seat] < totals[1 - seat]
        return self.table.information.trailing_sees_aside and trails

    def _begin(self, state: Round) -> None:
        """Impose what a fork changes before a seat decides anything."""
        if fork := self.forked("leader"):
            state.lead = state.seat = self.impose(state.lead, fork.value)
        elif fork := self.forked("look"):
            seen = self.sees_aside[fork.seat]
            self.sees_aside[fork.seat] = self.impose(seen, fork.value == 1)
        elif fork := self.forked("exchange"):
            self.imposed = 2
            state.exchange(fork.value, fork.at)
        elif fork := self.forked("suit"):
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
        if fork := self.forked("fan", seat):
            return self.impose(choice, list(Fan)[fork.value])
        return choice

    def _card(self, state: Round) -> int:
        seat, legal, trick = state.seat, state.legal_cards(), len(state.tricks)
        self.options.append(len(legal))
        draw = self.decisions[seat].draws(1 + trick)
        choice = self.players[seat].play(self._view(state, seat), legal, draw)
        fork = self.forked("card", seat)
        if fork and fork.at == trick and fork.value < len(legal):
            return self.impose(choice, legal[fork.value])
        return choice

    def _view(self, state: Round, seat: int) -> View:
        return view_of(state, seat, self.number, self.standing.totals, self.sees_aside[seat])


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


REFERENCE = Reference(_Driver, check_fork, winner, _fields, _traced, Trace)
play_game, simulate, trace = REFERENCE.play_game, REFERENCE.simulate, REFERENCE.trace
branches, resume = REFERENCE.branches, REFERENCE.resume
