"""The solver: what sides can force in the tricks when all cards are seen (docs/solver.md).

A position is a row of arrays: `hands` [n, 4] as masks of cards 10 * suit + rank, `tricks` [n, 4]
the cards of a trick in progress in order, then -1 (a complete trick counts as still to be taken
in), `trump` [n] (3 for none), the seat that leads and the one that holds the leader card.
"""

from libc.stdint cimport int8_t, int16_t, int32_t, uint16_t, uint32_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from maids.deal cimport (
    CARDS,
    LANES,
    Deal,
    Place,
    Table,
    Trick,
    begin_trick,
    mark,
    set_order,
)
from maids.squeeze cimport begun, squeeze
from maids.state cimport bit

include "maids/masks.pxi"
include "maids/values.pxi"


cdef uint32_t answer(
    Search* q, const Place* at, const int8_t* cards, const int8_t* places, uint32_t need
) noexcept nogil:
    """Of the counts in `need`, those that the side can force from there."""
    cdef Trick t
    need &= (<uint32_t>2 << at.left) - 1
    if at.left == 0:
        return need
    if cards[0] < 0:
        return forced(q, at, need)
    begin_trick(q.table, q.d, at, q.slackers, &t)
    t.chosen = q.chooses[at.lead][at.holder]
    begun(q.table, cards, places, &t)
    return leads(q, &t, need)


cdef int likely(const Search* q, const Place* at) noexcept nogil:
    """The tricks that the side will about be able to force, from its highest cards.

    The worth of the highest cards of a lane are eighths of a trick: the coefficients of a linear
    regression on deals of four hands of six, rounded.
    """
    cdef int[12] worth = [8, 5, 3, 3, 4, 0, 0, 0, 7, 2, 1, 0]  # trumps, other suits, no trump
    cdef int lane, i, kind, ours = 0, every = 0, seats = q.table.seats, held = 0
    cdef uint32_t left
    for i in range(seats):
        held += q.ours >> i & 1
    for lane in range(LANES):
        kind = 8 if not q.d.trumps else 0 if lane == LANES - 1 else 4
        left = q.d.lane[lane] & at.live
        for i in range(4):
            if not left:
                break
            every += worth[kind + i]
            if (q.completing | q.slackers) >> highest_bit(left) & 1:
                ours += worth[kind + i]
            left ^= bit(highest_bit(left))
    return (held * at.left * 8 + 2 * (ours * seats - held * every) + 7 * seats) // (8 * seats)


cdef uint32_t most_of(
    Search* q, const Place* at, const int8_t* cards, const int8_t* places
) noexcept nogil:
    """The same for AT_LEAST, count by count from a likely one."""
    cdef int low = 0, high = at.left, guess = max(1, min(high, likely(q, at)))
    while low < high:
        if answer(q, at, cards, places, bit(guess)):
            low = guess
        else:
            high = guess - 1
        guess = low + 1 if guess <= low else high
    return (<uint32_t>2 << low) - 1


cdef int best_points(
    ValueSearch* q, const Place* at, const int8_t* cards, const int8_t* places, int needs
) noexcept nogil:
    """The value from there."""
    cdef Trick t
    cdef int low, high
    limits(q, needs, at.left, &low, &high)
    if cards[0] < 0:
        return value(q, at, needs, low - 1, high + 1)
    begin_trick(q.table, q.d, at, q.d.slackers, &t)
    begun(q.table, cards, places, &t)
    return value_leads(q, &t, needs, low - 1, high + 1)


cdef class Solver:
    """Tables of endings that were worked out: for one thread, shared by all its deals.

    `slackers` is a mask of cards, `zeros`: whether a zero beats its nine, `follows`: whether the
    winner takes the leader card. Two tables, for counts and for points, have 2 ** `bits` entries
    of 32 bytes, that of counts in two tricks eight times as many of 8 bytes; the newest entry
    stays. A table never changes answers, only how soon they come.
    """

    cdef Table table
    cdef uint32_t slackers
    cdef bint zeros
    cdef int shift
    cdef Entry* entries
    cdef uint64_t* pairs
    cdef ValueEntry* values
    cdef Goal goal
    cdef uint16_t scale

    def __cinit__(self, int players, bint follows, uint32_t slackers, bint zeros, int bits=10):
        self.table.players = players
        self.table.seats = max(3, players)
        self.table.follows = follows
        set_order(&self.table)
        self.slackers = slackers
        self.zeros = zeros
        self.shift = 64 - bits
        self.entries = <Entry*>calloc(<size_t>1 << bits, sizeof(Entry))
        self.pairs = <uint64_t*>calloc(<size_t>8 << bits, sizeof(uint64_t))
        self.values = <ValueEntry*>calloc(<size_t>1 << bits, sizeof(ValueEntry))
        if self.entries == NULL or self.pairs == NULL or self.values == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.entries)
        free(self.pairs)
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
        cdef Deal d
        cdef Place at
        cdef Search q
        cdef int8_t[CARDS] places
        cdef uint32_t found
        cdef Py_ssize_t i
        q.table, q.question, q.mine, q.ours = &self.table, question, mine, ours
        q.entries, q.shift = self.entries, self.shift
        q.pairs, q.pairs_shift = self.pairs, self.shift - 3
        ask(&q)
        with nogil:
            for i in range(hands.shape[0]):
                squeeze(
                    &self.table, &hands[i, 0], &tricks[i, 0], trump[i], self.slackers,
                    self.zeros, lead[i], holder[i], &d, &at, places
                )
                look_at(&q, &d, &at)
                if question == AT_LEAST:
                    found = most_of(&q, &at, &tricks[i, 0], places)
                else:
                    found = answer(&q, &at, &tricks[i, 0], places, asked[i])
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
        cdef Deal d
        cdef Place at
        cdef ValueSearch q
        cdef int8_t[CARDS] places
        cdef Py_ssize_t i
        cdef int k
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
                    &self.table, &hands[i, 0], &tricks[i, 0], trump[i], self.slackers,
                    self.zeros, lead[i], holder[i], &d, &at, places
                )
                q.d = &d
                mark(&d, &at, d.slackers, q.code)
                out[i] = <int16_t>best_points(
                    &q, &at, &tricks[i, 0], places, bound_needs(needs[i], at.left)
                )
