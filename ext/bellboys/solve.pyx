"""The solver: margins under perfect play when both players know all cards (docs/solver.md)."""

from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from bellboys.perfect cimport TABLE, look_at
from bellboys.state cimport HAND, POSITIONS, SEATS, SYMBOLS, Hand, Rules, sort_hand

include "bellboys/perfect.pxi"


cdef class Solver:
    """A search with its table: for one thread, for any number of deals.

    `rank` [5, 8] are ranks by symbol and position, of which 0 is not used; `moving` the suits that
    move when complete, as bits.
    """

    cdef Rules rules
    cdef int moving
    cdef Perfect search

    def __cinit__(self, const uint8_t[:, ::1] rank, int moving):
        cdef int symbol, position
        for symbol in range(SYMBOLS):
            for position in range(POSITIONS):
                self.rules.rank[symbol * POSITIONS + position] = rank[symbol, position]
        self.moving = moving
        self.search.table = <uint64_t*>calloc(TABLE, sizeof(uint64_t))
        if self.search.table == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.search.table)

    def margins(
        self, const int8_t[:, :, ::1] hands, const int8_t[::1] aside, const int8_t[::1] lead,
        const int8_t[:, ::1] led, const uint8_t[:, ::1] taken, const int8_t[::1] ahead,
        int8_t[::1] out
    ):
        """Write into `out` [n] final cards of seat 1 less those of seat 0 under perfect play.

        `hands` [n, 2, 7] are cards 5 * suit + symbol from left to right, then -1; some hand must
        hold a card. `led` [n, 2] are suit and rank of a card on the table, -1 where there is
        none. `taken` [n, 2] are the suits of which a seat has collected cards, as bits, and
        `ahead` [n] the cards collected by seat 1 less those collected by seat 0.
        """
        cdef Hand[SEATS] held
        cdef Ending e
        cdef Py_ssize_t i
        cdef int seat, place
        with nogil:
            for i in range(hands.shape[0]):
                for seat in range(SEATS):
                    held[seat].left = 0
                    for place in range(HAND):
                        held[seat].card[place] = <uint8_t>max(0, hands[i, seat, place])
                        held[seat].left |= (hands[i, seat, place] >= 0) << place
                    sort_hand(&held[seat])
                    e.left[seat] = <uint32_t>held[seat].left
                    e.taken[seat] = taken[i, seat]
                e.lead, e.led_suit, e.led_rank = lead[i], led[i, 0], led[i, 1]
                e.ahead = ahead[i]
                look_at(&self.search, &self.rules, held, aside[i], self.moving)
                out[i] = <int8_t>perfect_margin(&self.search, &e)
