"""What a seat of Maids may know when it has to decide, and what a strategy must be able to do.

Cards are integers, 10 * suit + rank (purple 0, orange 1, blue 2). Seats run clockwise from 0; with
two players the third hand is Clara's, and so is the third side. With four, a side is a team.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Protocol

from analyser.core.random import Decision
from analyser.games.maids.engine import Action, Played, Round, TrickTaken
from analyser.games.maids.rules import CLARA, Table

BIDS = (Action.BID_DOWN, Action.BID_UP)


class Turn(NamedTuple):
    """A turn of the distribution as a seat saw it; ``card`` is None if it does not know it."""

    seat: int
    action: Action
    card: int | None


@dataclass(frozen=True)
class View:
    """What a seat may know when it has to decide, and nothing else.

    The table: ``table`` of the rules and number of ``players``; ``slackers`` and ``zeros`` (the
    zeros that beat their nine) are cards. The game: ``number`` of the round, from 1, and ``totals``
    by side before it. The round: ``trump`` (3 is none), ``starter`` of the distribution, holder of
    the ``leader_card``.

    The distribution: ``log`` of its turns so far; the card ``drawn``, about which to decide, None
    during the tricks; ``memos`` by seat, who still holds the memo card; ``target``, the bid that a
    fork imposes on the own side, else None. The tricks: ``lead`` of this
    trick and the cards played to it in ``trick``; finished ``tricks``; ``accepted`` and
    ``completed`` by side.

    Hands: the own ``hand``, ascending; ``sizes``, the cards in each hand; ``clara``, her hand while
    it lies open, during the tricks.
    """

    table: Table
    players: int
    slackers: frozenset[int]
    zeros: frozenset[int]
    number: int
    totals: tuple[int, ...]
    trump: int
    starter: int
    leader_card: int
    seat: int
    log: tuple[Turn, ...]
    drawn: int | None
    memos: tuple[bool, ...]
    target: int | None
    lead: int
    trick: tuple[Played, ...]
    tricks: tuple[TrickTaken, ...]
    accepted: tuple[int, ...]
    completed: tuple[int, ...]
    hand: tuple[int, ...]
    sizes: tuple[int, ...]
    clara: tuple[int, ...]

    def side_of(self, seat: int) -> int:
        """The side that scores for a seat."""
        return seat % 2 if self.players == 4 else seat

    def passes_to(self, seat: int) -> int:
        """The seat that gets the card that a seat passes."""
        return (seat + (2 if self.players == 4 else 1)) % self.players

    # Bids

    def bids_of(self, side: int) -> tuple[int | None, ...]:
        """A side's bid cards so far in the order placed; None where the seat does not know one."""
        if side == CLARA and self.players == 2:
            return (None,) * self.table.distribution.bid_cards
        turns = (t for t in self.log if t.action in BIDS and self.side_of(t.seat) == side)
        return tuple(t.card for t in turns)

    def appeals_of(self, side: int) -> int:
        """The number of a side's appeals so far."""
        return sum(t.action == Action.BID_UP and self.side_of(t.seat) == side for t in self.log)

    # The own side

    @cached_property
    def side(self) -> int:
        """The own side."""
        return self.side_of(self.seat)

    @cached_property
    def bid(self) -> int:
        """The tasks that the bid cards of the own side call for so far."""
        cards = self.bids_of(self.side)
        return sum(self.table.icons[card // 10] for card in cards if card is not None)

    @cached_property
    def placed(self) -> int:
        """The number of bid cards that the own side has placed."""
        return len(self.bids_of(self.side))

    @cached_property
    def need(self) -> int:
        """How many tasks the own side has still to complete; below 0 once it has too many."""
        return self.bid - self.completed[self.side]

    # The own seat

    @cached_property
    def memo(self) -> bool:
        """Whether the seat still holds its memo card."""
        return self.memos[self.seat]

    @cached_property
    def turn(self) -> int:
        """The turns of the distribution that the seat has had."""
        return sum(turn.seat == self.seat for turn in self.log)

    @cached_property
    def kept(self) -> int:
        """The cards that the seat has kept."""
        return sum(turn.seat == self.seat and turn.action == Action.KEEP for turn in self.log)

    @cached_property
    def received(self) -> int:
        """The cards that have been passed to the seat."""
        return sum(
            turn.action == Action.PASS and self.passes_to(turn.seat) == self.seat
            for turn in self.log
        )

    # Cards

    @cached_property
    def played(self) -> frozenset[int]:
        """The cards played so far."""
        finished = (play.card for trick in self.tricks for play in trick.plays)
        return frozenset(finished) | {play.card for play in self.trick}

    @cached_property
    def out(self) -> frozenset[int]:
        """The cards that no other hand holds: the own, played ones, and bid cards that it knows."""
        bids = {t.card for t in self.log if t.action in BIDS and t.card is not None}
        return self.played.union(self.hand, bids)

    @cached_property
    def given(self) -> int | None:
        """The card that the seat passed, while the receiver still holds it; else None."""
        for turn in self.log:
            if turn.seat == self.seat and turn.action == Action.PASS:
                return None if turn.card in self.played else turn.card
        return None

    @cached_property
    def unseen(self) -> frozenset[int]:
        """The cards of which the seat does not know where they are."""
        return frozenset(self.table.cards) - self.out - {self.drawn, self.given, *self.clara}

    @cached_property
    def lacks(self) -> tuple[frozenset[int], ...]:
        """By hand, the suits that it has shown to hold no more."""
        shown: list[set[int]] = [set() for _ in self.sizes]
        for plays in (*(trick.plays for trick in self.tricks), self.trick):
            for play in plays:
                if play.card // 10 != plays[0].card // 10:
                    shown[play.seat].add(plays[0].card // 10)
        return tuple(map(frozenset, shown))


def view_of(
    state: Round, seat: int, number: int, totals: Sequence[int], target: int | None = None
) -> View:
    """What a seat may know of a round: nothing else of the state goes into the view.

    ``number`` of the round in its game, ``totals`` by side before it; see :class:`View`.
    """
    open_clara = state.players == 2 and not state.distributing
    return View(
        table=state.table,
        players=state.players,
        slackers=frozenset(state.slackers),
        zeros=frozenset(state.zeros),
        number=number,
        totals=tuple(totals),
        trump=state.trump,
        starter=state.starter,
        leader_card=state.leader_card,
        seat=seat,
        log=_remembered(state, seat),
        drawn=state.drawn if state.distributing and seat == state.seat else None,
        memos=tuple(state.memos),
        target=target,
        lead=state.lead,
        trick=tuple(state.trick),
        tricks=tuple(state.tricks),
        accepted=tuple(state.accepted),
        completed=tuple(state.completed),
        hand=tuple(sorted(state.hands[seat])),
        sizes=tuple(map(len, state.hands)),
        clara=tuple(sorted(state.hands[CLARA])) if open_clara else (),
    )


def _remembered(state: Round, seat: int) -> tuple[Turn, ...]:
    """The distribution as a seat remembers it (section 3.1, rulings M5 and M13)."""
    open_to_all = BIDS if state.players == 4 else BIDS[1:]
    giver = next(s for s in range(state.players) if state.passes_to(s) == seat)
    card_now = state.exchanged.get
    log = []
    for turn in state.log:
        who, action, card = turn.seat, turn.action, turn.card
        if who == seat or action in open_to_all or (action is Action.PASS and who == giver):
            log.append(Turn(who, action, card_now(card, card)))
        else:
            log.append(Turn(who, action, None))
    return tuple(log)


class Strategy(Protocol):
    """How a seat decides; ``draw(n)`` is a uniform random number below n from its stream."""

    def act(self, view: View, card: int, legal: Sequence[Action], draw: Decision) -> Action:
        """Choose what to do with the drawn card."""

    def play(self, view: View, legal: Sequence[int], draw: Decision) -> int:
        """Choose the card to play, one's own."""

    def play_clara(self, view: View, legal: Sequence[int], draw: Decision) -> int:
        """Choose the card that Clara plays."""
