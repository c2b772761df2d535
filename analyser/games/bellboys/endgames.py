"""Endgames of Bellboys with hidden cards: what both seats know with a few tricks to come.

The game that is solved: every deal that the rules allow after the plays so far is as likely as any
other, and both seats know that. So play up to here tells no more than the rules do: which suits a
seat did not follow, and that both hands had the suits they needed (ruling B3). The order of the
cards left in a hand stays open, since no play shows anything of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from analyser.core.rules import Rules
from analyser.games.bellboys import GAME
from analyser.games.bellboys._endgame import SequenceForm
from analyser.games.bellboys.engine import Play, cards_after, rank, trick_winner
from analyser.games.bellboys.rules import CARDS, HAND, SUIT_CARDS, SUITS, Table
from analyser.games.bellboys.view import View

MOST_TRICKS = 4
"""The tricks to come that can be solved."""

_HISTORY = (1 << 44) - 1
"""The bits of a key that hold plays, 6 each, once those of the hand are gone."""


@dataclass(frozen=True)
class Endgame:
    """The start of a trick, as both seats know it together.

    ``number`` of the round, from 1, and ``totals``, rounds won by seat before it; the seat to
    ``lead``, and all ``plays`` so far in order, with their positions. Player 0 of the solver is
    the seat to lead, player 1 the other.
    """

    table: Table
    number: int
    totals: tuple[int, ...]
    lead: int
    plays: tuple[Play, ...]

    def __post_init__(self) -> None:
        if not 1 <= self.tricks <= MOST_TRICKS:
            raise ValueError(f"{self.tricks} tricks to come: must be from 1 to {MOST_TRICKS}")

    @property
    def tricks(self) -> int:
        """The tricks to come."""
        return HAND - len(self.plays) // 2

    @cached_property
    def seats(self) -> tuple[int, int]:
        """The seats of players 0 and 1."""
        return self.lead, 1 - self.lead

    @cached_property
    def unseen(self) -> tuple[int, ...]:
        """The cards not played yet, ascending."""
        played = {play.card for play in self.plays}
        return tuple(card for card in range(CARDS) if card not in played)

    def lacks(self, seat: int) -> frozenset[int]:
        """The suits that a seat has shown to hold no more (ruling B7)."""
        return frozenset(
            led.card // SUIT_CARDS
            for led, followed in _pairs(self.plays)
            if followed.seat == seat and followed.card // SUIT_CARDS != led.card // SUIT_CARDS
        )

    def sees_aside(self, seat: int) -> bool:
        """Whether a seat has looked at the card set aside (ruling B10)."""
        trailing = self.totals[seat] < self.totals[1 - seat]
        return trailing and self.table.information.trailing_sees_aside

    def deals(self) -> NDArray[np.uint16]:
        """The deals that the rules allow, as :class:`SequenceForm` takes them."""
        k, orders = self.tricks, _orders(2 * self.tricks + 1)
        suits = np.array(self.unseen) // SUIT_CARDS
        hands = orders[:, :k], orders[:, k : 2 * k]
        allowed = np.ones(len(orders), dtype=bool)
        for seat, hand in zip(self.seats, hands, strict=True):
            held = np.bitwise_or.reduce(1 << suits[hand], axis=1)
            played = {play.card // SUIT_CARDS for play in self.plays if play.seat == seat}
            had = held | sum(1 << suit for suit in played)
            allowed &= np.bitwise_count(had) >= self.table.deal.suits_needed
            allowed &= held & sum(1 << suit for suit in self.lacks(seat)) == 0
        first, second = (hand[allowed] @ (1 << 4 * np.arange(k)) for hand in hands)
        return np.stack([first, second, orders[allowed, -1]], axis=1).astype(np.uint16)

    def wins(self) -> NDArray[np.uint8]:
        """Whether player 0 wins the round, by the unseen cards that it takes, as bits."""
        before = _collected(self.plays)
        found = []
        for taken in range(1 << len(self.unseen)):
            counts = [list(by_suit) for by_suit in before]
            for i, card in enumerate(self.unseen):
                counts[self.seats[1 - (taken >> i & 1)]][card // SUIT_CARDS] += 1
            cards = cards_after(counts, self.table.moving)
            found.append(cards[self.seats[0]] < cards[self.seats[1]])
        return np.array(found, dtype=np.uint8)

    def sequence_form(self) -> SequenceForm:
        """The endgame as the kernel has it."""
        places = range(self.tricks)
        ranks = [
            [rank(self.table.symbol(card), place + 1) for place in places] for card in self.unseen
        ]
        told = [
            [
                place if self.table.information.position_public else row.index(row[place])
                for place in places
            ]
            for row in ranks
        ]
        return SequenceForm(
            np.array(self.unseen, dtype=np.uint8) // SUIT_CARDS,
            np.array(ranks, dtype=np.uint8),
            np.array(told, dtype=np.uint8),
            self.wins(),
            sum(self.sees_aside(seat) << player for player, seat in enumerate(self.seats)),
            self.deals(),
        )

    def view(self, player: int, key: int) -> View:
        """What a player knows in an information set of the kernel, given its key."""
        seat = self.seats[player]
        public = self.table.information.position_public
        plays = [
            play if public or play.seat == seat else replace(play, position=None)
            for play in self.plays
        ]
        lead, led, held = self.lead, None, self.tricks
        for card_index, place in _decoded(key):
            turn = lead if led is None else 1 - lead
            held -= turn == seat
            card = self.unseen[card_index]
            position = place + 1 if public or turn == seat else None
            play = Play(turn, card, position, rank(self.table.symbol(card), place + 1))
            plays.append(play)
            if led is None:
                led = play
            else:
                lead, led = trick_winner(led, play), None
        return View(
            table=self.table,
            number=self.number,
            totals=self.totals,
            seat=seat,
            lead=lead,
            hand=tuple(self.unseen[key >> 4 * place & 15] for place in range(held)),
            led=led,
            plays=tuple(plays),
            collected=_collected(plays if led is None else plays[:-1]),
            aside=self.unseen[key >> 60] if self.sees_aside(seat) else None,
            moving=self.table.moving,
        )


def sample(
    rules: Rules,
    strategies: Sequence[str],
    seed: int,
    start: int,
    count: int,
    tricks: int,
    number: int = 1,
) -> list[Endgame]:
    """The endgames of that many ``tricks`` in round ``number`` of the games of a batch.

    Games that end before that round have none; of round 1 there is one a game.
    """
    records, trace = GAME.trace(rules, strategies, seed, start, count)
    so_far = 2 * (HAND - tricks)
    return [
        Endgame(
            rules.table,
            number,
            tuple((records["total"] - records["points"])[:, at].tolist()),
            int(trace.trick_winner[-tricks - 1, at]),
            tuple(
                Play(*play)
                for play in zip(
                    trace.play_seat[:so_far, at].tolist(),
                    trace.play_card[:so_far, at].tolist(),
                    trace.play_position[:so_far, at].tolist(),
                    trace.play_rank[:so_far, at].tolist(),
                    strict=True,
                )
            ),
        )
        for at in np.flatnonzero(records["round"] == number)
    ]


@cache
def _orders(cards: int) -> NDArray[np.uint8]:
    """All orders of that many cards, ascending: [n, cards]."""
    return np.array(list(permutations(range(cards))), dtype=np.uint8)


def plays_before(keys: NDArray[np.uint64]) -> NDArray[np.intp]:
    """The number of plays in the endgame before each of these information sets."""
    history = keys >> 16 & _HISTORY
    return np.searchsorted(64 ** np.arange(8, dtype=np.uint64), history, side="right")


def _decoded(key: int) -> Iterator[tuple[int, int]]:
    """The plays in the key of an information set, the first first: number of the card, place."""
    history = key >> 16 & _HISTORY
    codes = []
    while history:
        codes.append((history & 63) - 1)
        history >>= 6
    return (divmod(code, 4) for code in reversed(codes))


def _pairs(plays: Sequence[Play]) -> Iterator[tuple[Play, Play]]:
    """Finished tricks: the card led and the one that followed."""
    return zip(plays[::2], plays[1::2], strict=True)


def _collected(plays: Sequence[Play]) -> tuple[tuple[int, ...], ...]:
    """The cards taken in finished tricks, by seat and suit."""
    collected = [[0] * len(SUITS) for _ in range(2)]
    for led, followed in _pairs(plays):
        for play in (led, followed):
            collected[trick_winner(led, followed)][play.card // SUIT_CARDS] += 1
    return tuple(map(tuple, collected))
