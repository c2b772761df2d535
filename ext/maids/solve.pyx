"""The solver: what sides can force in the tricks when all cards are seen (docs/solver.md).

A position is a row of arrays: `hands` [n, 4] as masks of cards 10 * suit + rank, `tricks` [n, 4]
the cards of a trick in progress in order, then -1 (a complete trick counts as still to be taken
in), `trump` [n] (3 for none), the seat that leads and the one that holds the leader card.
"""

from libc.stdint cimport int8_t, int16_t, int32_t, uint16_t, uint32_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from maids.deal cimport CARDS, Position, Table, Trick
from maids.squeeze cimport begun, squeeze
from maids.state cimport bit

include "maids/masks.pxi"
include "maids/values.pxi"


cdef uint32_t answer(
    Search* q, const Position* p, const int8_t* cards, const int8_t* places, uint32_t need
) noexcept nogil:
    """Of the counts in `need`, those that the side can force from there."""
    cdef Trick t
    cdef int i = begun(q.table, p, &t, cards, places)
    return play(q, p, &t, i, need) if i else forced(q, p, need)


cdef uint32_t most_of(
    Search* q, const Position* p, const int8_t* cards, const int8_t* places
) noexcept nogil:
    """The same for AT_LEAST, count by count from the middle."""
    cdef int low = 0, high = p.left, guess = (p.left + 1) // 2
    while low < high:
        if answer(q, p, cards, places, bit(guess)):
            low = guess
        else:
            high = guess - 1
        guess = low + 1 if guess <= low else high
    return (<uint32_t>2 << low) - 1


cdef class Solver:
    """Tables of endings that were worked out: for one thread, shared by all its deals.

    `slackers` is a mask of cards, `zeros`: whether a zero beats its nine, `follows`: whether the
    winner takes the leader card. Each of the two tables has 2 ** `bits` entries of 24 bytes; the
    newest entry stays. A table never changes answers, only how soon they come.
    """

    cdef Table table
    cdef uint32_t slackers
    cdef bint zeros
    cdef int shift
    cdef Entry* entries
    cdef ValueEntry* values
    cdef Goal goal
    cdef uint16_t scale

    def __cinit__(self, int players, bint follows, uint32_t slackers, bint zeros, int bits=15):
        self.table.players = players
        self.table.seats = max(3, players)
        self.table.follows = follows
        self.slackers = slackers
        self.zeros = zeros
        self.shift = 64 - bits
        self.entries = <Entry*>calloc(<size_t>1 << bits, sizeof(Entry))
        self.values = <ValueEntry*>calloc(<size_t>1 << bits, sizeof(ValueEntry))
        if self.entries == NULL or self.values == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.entries)
        free(self.values)

    def masks(
        self, const uint32_t[:, ::1] hands, const int8_t[:, ::1] tricks, const int8_t[::1] trump,
        const int8_t[::1] lead, const int8_t[::1] holder, int question, int mine, int ours,
        const uint16_t[::1] asked, uint16_t[::1] out
    ):
        """Write into `out` [n] masks of counts: bit k for k more completed tricks.

        `mine`: seats whose choices the side makes, `ours`: seats whose tricks it takes, as bits.
        `asked` [n]: the counts to tell of, of which AT_LEAST takes no notice.
        """
        cdef Position p
        cdef Search q
        cdef int8_t[CARDS] places
        cdef uint32_t found
        cdef Py_ssize_t i
        q.table, q.question, q.mine, q.ours = &self.table, question, mine, ours
        q.entries, q.shift = self.entries, self.shift
        with nogil:
            for i in range(hands.shape[0]):
                squeeze(
                    &self.table, &p, &hands[i, 0], &tricks[i, 0], trump[i], self.slackers,
                    self.zeros, lead[i], holder[i], places
                )
                if question == AT_LEAST:
                    found = most_of(&q, &p, &tricks[i, 0], places)
                else:
                    found = answer(
                        &q, &p, &tricks[i, 0], places, asked[i] & ((<uint32_t>2 << p.left) - 1)
                    )
                out[i] = <uint16_t>found

    def points(
        self, const uint32_t[:, ::1] hands, const int8_t[:, ::1] tricks, const int8_t[::1] trump,
        const int8_t[::1] lead, const int8_t[::1] holder, const uint16_t[::1] needs,
        const int32_t[:, ::1] bonus, const int32_t[::1] trick, int mine, int16_t[::1] out
    ):
        """Write into `out` [n] the points to come when the seats in `mine` maximise them.

        `needs` [n]: 4 bits a side, the completed tricks that its bid still calls for, 15 where it
        cannot be met or there is no such side. `bonus` [n, 8]: what the round brings beside
        tricks, by the sides that meet their bids as bits. `trick` [3]: what each trick brings, by
        the side that takes it; with two sides the third is as the first.
        """
        cdef Position p
        cdef ValueSearch q
        cdef Trick t
        cdef int8_t[CARDS] places
        cdef Py_ssize_t i
        cdef int k, first, low, high
        cdef bint same
        q.table, q.mine, q.goal = &self.table, mine, &self.goal
        q.entries, q.shift = self.values, self.shift
        with nogil:
            for i in range(hands.shape[0]):
                same = self.scale > 0
                for k in range(8):
                    same = same and self.goal.bonus[k] == bonus[i, k]
                    self.goal.bonus[k] = bonus[i, k]
                for k in range(3):
                    same = same and self.goal.trick[k] == trick[k]
                    self.goal.trick[k] = trick[k]
                if not same:
                    self.scale += 1
                    if self.scale == 0:
                        memset(
                            self.values, 0, (<size_t>1 << (64 - self.shift)) * sizeof(ValueEntry)
                        )
                        self.scale = 1
                q.scale = self.scale
                squeeze(
                    &self.table, &p, &hands[i, 0], &tricks[i, 0], trump[i], self.slackers,
                    self.zeros, lead[i], holder[i], places
                )
                first = begun(&self.table, &p, &t, &tricks[i, 0], places)
                k = bound_needs(needs[i], p.left)
                limits(&q, k, p.left, &low, &high)
                if first:
                    out[i] = <int16_t>value_play(&q, &p, &t, first, k, low - 1, high + 1)
                else:
                    out[i] = <int16_t>value(&q, &p, k, low - 1, high + 1)
