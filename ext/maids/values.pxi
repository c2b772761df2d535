"""What points a side can force: alpha-beta over the points of the round.

A position says what each side still needs for its bid; points of tricks taken so far are left out,
so that equal endings of different deals look alike here too.
"""

from libc.stdint cimport int16_t, int32_t, uint16_t, uint32_t, uint64_t

from maids.deal cimport (
    Position,
    Table,
    Trick,
    after,
    begin_trick,
    hash_of,
    key_of,
    legal,
    put,
    settle,
)
from maids.state cimport bit, lowest_bit


cdef struct ValueEntry:
    uint64_t first
    uint64_t second
    uint16_t place  # needs and leader
    uint16_t scale  # of the goal that it was worked out for
    int16_t low  # the value lies between the two
    int16_t high


cdef struct Goal:
    # What a round is worth to whoever maximises, beside the tricks played so far.
    int[8] bonus  # by the sides that met their bids, as bits
    int[3] trick  # by the side that takes it, for every trick


cdef struct ValueSearch:
    const Table* table
    uint32_t mine  # seats whose choices maximise, as bits
    const Goal* goal
    uint16_t scale  # a number of the goal: entries of others do not count
    ValueEntry* entries
    int shift


cdef enum:
    VALUE = 3  # in place of a question, in keys
    MET = 0  # tasks that a side still needs
    DEAD = 15  # it cannot meet its bid any more


cdef inline int need_of(int needs, int side) noexcept nogil:
    return needs >> (4 * side) & 15


cdef inline int side_of_seat(const Table* table, int seat) noexcept nogil:
    return seat & 1 if table.seats == 4 else seat


cdef inline int bound_needs(int needs, int left) noexcept nogil:
    """Needs with those that can no longer be met marked."""
    cdef int side
    for side in range(3):
        if need_of(needs, side) > left:
            needs |= DEAD << (4 * side)
    return needs


cdef inline void limits(
    const ValueSearch* q, int needs, int left, int* low, int* high
) noexcept nogil:
    """What the goal can be at least and at most."""
    cdef int alive = 0, side, mask
    cdef const Goal* goal = q.goal
    for side in range(3):
        alive |= (need_of(needs, side) != DEAD) << side
    low[0], high[0] = 1 << 14, -(1 << 14)
    for mask in range(8):
        if mask & ~alive == 0:
            low[0] = min(low[0], goal.bonus[mask])
            high[0] = max(high[0], goal.bonus[mask])
    low[0] += left * min(min(goal.trick[0], goal.trick[1]), goal.trick[2])
    high[0] += left * max(max(goal.trick[0], goal.trick[1]), goal.trick[2])


cdef inline int finished(const ValueSearch* q, int needs) noexcept nogil:
    """What the round brings beside tricks, when none is left."""
    cdef int made = 0, side
    for side in range(3):
        made |= (need_of(needs, side) == MET) << side
    return q.goal.bonus[made]


cdef int value_after(
    ValueSearch* q, const Position* p, Trick* t, int needs, int low, int high
) noexcept nogil:
    """The value when the trick is complete."""
    cdef Position child
    cdef int side, gain, need
    settle(q.table, p, t)
    side = side_of_seat(q.table, t.winner)
    gain = q.goal.trick[side]
    need = need_of(needs, side)
    if need != DEAD and not p.slackers >> t.best & 1:
        if need == 0:
            needs |= DEAD << (4 * side)
        else:
            needs -= 1 << (4 * side)
    if p.left == 1:
        return gain + finished(q, bound_needs(needs, 0))
    after(q.table, p, t, &child)
    return gain + value(q, &child, needs, low - gain, high - gain)


cdef int value_play(
    ValueSearch* q, const Position* p, Trick* t, int i, int needs, int low, int high
) noexcept nogil:
    """The value when the i-th is to play: exact within the window, else a bound beyond it."""
    cdef uint32_t left, first
    cdef int card, best, winner, group, found, most
    cdef bint mine
    if i == q.table.seats:
        return value_after(q, p, t, needs, low, high)
    left = legal(t, i)
    mine = q.mine >> t.chooser[i] & 1
    most = -(1 << 14) if mine else 1 << 14
    best, winner = t.best, t.winner
    first = left & t.may_win & ~(bit(best + 1) - 1) if i else left
    for group in range(2):
        left = first
        if group:
            left = legal(t, i) & ~first
        while left:
            card = lowest_bit(left)
            left &= left - 1
            t.best, t.winner = best, winner
            put(p, t, i, card)
            found = value_play(q, p, t, i + 1, needs, low, high)
            if mine:
                most = max(most, found)
                low = max(low, most)
            else:
                most = min(most, found)
                high = min(high, most)
            if low >= high:
                return most
    return most


cdef int value(ValueSearch* q, const Position* p, int needs, int low, int high) noexcept nogil:
    """The value at the start of a trick: exact within the window, else a bound beyond it."""
    cdef ValueEntry* entry
    cdef uint64_t first, second
    cdef int least, most, found, place
    cdef Trick t
    needs = bound_needs(needs, p.left)
    if p.left == 0:
        return finished(q, needs)
    limits(q, needs, p.left, &least, &most)
    if least >= high or least == most:
        return least
    if most <= low:
        return most
    key_of(q.table, p, q.mine, 0, VALUE, &first, &second)
    place = needs | p.lead << 12
    entry = &q.entries[hash_of(first, second + place) >> q.shift]
    if (
        entry.first == first and entry.second == second
        and entry.place == place and entry.scale == q.scale
    ):
        if entry.low >= high or entry.low == entry.high:
            return entry.low
        if entry.high <= low:
            return entry.high
        low = max(low, entry.low)
        high = min(high, entry.high)
        least, most = entry.low, entry.high
    begin_trick(q.table, p, &t)
    found = value_play(q, p, &t, 0, needs, low, high)
    if found <= low:
        most = min(most, found)
    elif found >= high:
        least = max(least, found)
    else:
        least = most = found
    entry.first, entry.second, entry.place, entry.scale = first, second, <uint16_t>place, q.scale
    entry.low, entry.high = <int16_t>least, <int16_t>most
    return found
