"""Random streams: NumPy's Philox as the twin of the words that the kernels draw.

A block of four 64-bit words belongs to (seed, stream, game, round, index). Stream 0 deals the
cards, stream 1 + seat makes that seat's random decisions, so another strategy leaves the deals
unchanged and any game can be replayed alone; what a seat imagines has streams of its own.
Philox: Salmon, Moraes, Dror, Shaw (2011). Bounded draws multiply and keep the high part, and
reject the few words that would bias them (Lemire 2019; several draws from one word:
Brackett-Rozinsky and Lemire 2024).
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from itertools import count

import numpy as np

CARDS = 0
"""The stream that deals; seat ``s`` decides with stream ``1 + s``."""

WORLDS = 128
"""Seat ``s`` imagines worlds with stream ``WORLDS + s``."""

LATER = 192
"""And the deals of the rounds that follow in them with stream ``LATER + s``."""

WORD = 1 << 64
LANE = 1 << 16
LANES = 16
"""Sixteen-bit lanes in a block: one for each of a seat's decisions in a round."""

SPLIT = 12
"""How many swaps of a shuffle share the block's first word; the second serves the others."""


def block(seed: int, stream: int, game: int, round_: int, index: int = 0) -> list[int]:
    """Return the four words of a block: what NumPy's Philox yields first at that counter."""
    bits = np.random.Philox(
        key=np.array([seed, stream], dtype=np.uint64),
        counter=np.array([index, round_, game, 0], dtype=np.uint64),
    )
    return [int(w) for w in bits.random_raw(4)]


def split_word(word: int, bounds: Sequence[int]) -> list[int] | None:
    """Return one draw below each bound from a single word, or None if the word must be rejected.

    The product of the bounds must be far below 2**64.
    """
    draws = []
    product = 1
    for bound in bounds:
        word *= bound
        draws.append(word // WORD)
        word %= WORD
        product *= bound
    return None if word < WORD % product else draws


class Words:
    """Draws from the four words of a stream's first block.

    A word that must be rejected is replaced by its like in the blocks that follow.
    """

    def __init__(self, seed: int, stream: int, game: int, round_: int) -> None:
        self._at = (seed, stream, game, round_)
        self._blocks: list[list[int]] = []

    def draws(self, word: int, bounds: Sequence[int]) -> list[int]:
        """Return one draw below each bound from that word."""
        attempt = 0
        while True:
            if attempt == len(self._blocks):
                self._blocks.append(block(*self._at, attempt))
            draws = split_word(self._blocks[attempt][word], bounds)
            if draws is not None:
                return draws
            attempt += 1

    def shuffle(self, cards: Sequence[int]) -> list[int]:
        """Return the cards in uniformly random order (at most 30 of them), from two words."""
        deck = list(cards)
        bounds = [len(deck) - i for i in range(len(deck) - 1)]
        jumps = self.draws(0, bounds[:SPLIT]) + self.draws(1, bounds[SPLIT:])
        for i, jump in enumerate(jumps):
            deck[i], deck[i + jump] = deck[i + jump], deck[i]
        return deck


class Deal(Words):
    """The random words that deal one round."""

    def __init__(self, seed: int, game: int, round_: int) -> None:
        super().__init__(seed, CARDS, game, round_)

    def starter(self, seats: int) -> int:
        """Return a uniformly random seat."""
        return self.draws(2, [seats])[0]


class Decisions:
    """The random words of one seat's decisions in one round: a lane for each decision.

    Another ``replicate`` has other words beside the same cards.
    """

    def __init__(self, seed: int, seat: int, game: int, round_: int, replicate: int = 0) -> None:
        self._at = (seed, (replicate << 8) + 1 + seat, game, round_)
        self._worlds = (seed, (replicate << 8) + WORLDS + seat, game, round_)
        self._blocks: dict[int, list[int]] = {}

    def draws(self, lane: int) -> Decision:
        """Return the luck of one decision."""
        return Decision(self, lane)

    def below(self, lane: int, bound: int, number: int = 0) -> int:
        """Return a uniform draw below ``bound``: that decision's draw of that number, from 0."""
        at, piece = divmod(lane, LANES)
        if number:
            value, space = block(*self._at, (number << 32) + lane)[0], WORD
        else:
            if at not in self._blocks:
                self._blocks[at] = block(*self._at, at)
            value = self._blocks[at][piece // 4] >> (16 * (piece % 4)) & (LANE - 1)
            space = LANE
        draw, rest = divmod(value * bound, space)
        attempt = 0
        while rest < space % bound:
            attempt += 1
            space = WORD
            value = block(*self._at, (number << 32) + (attempt << 8) + lane)[0]
            draw, rest = divmod(value * bound, space)
        return draw

    def words(self, lane: int, world: int, later: int) -> Words:
        """Return the words of a world that the seat imagines there: see :class:`Decision`."""
        seed, stream, game, round_ = self._worlds
        if later:
            stream += LATER - WORLDS
        return Words(seed, stream, game, round_ + later + (lane << 16) + (world << 32))


class Decision:
    """The luck of one decision: called, it draws first from its lane, then from words of its own.

    It gives a uniform number below a bound from 1 to 2**64 and raises ValueError on others.
    """

    def __init__(self, decisions: Decisions, lane: int) -> None:
        self._decisions = decisions
        self._lane = lane
        self._number = count()

    def __call__(self, bound: int) -> int:
        if not 1 <= operator.index(bound) <= WORD:
            raise ValueError(f"a draw below {bound}: must be from 1 to 2**64")
        return self._decisions.below(self._lane, operator.index(bound), next(self._number))

    def world(self, index: int, later: int = 0) -> Words:
        """Return the words of a world to imagine, or of the deal that many rounds later in it."""
        return self._decisions.words(self._lane, index, later)
