"""What points a side can force: alpha-beta over the points of the round.

A position says what each side still needs for its bid; points of tricks taken so far are left out,
so that equal endings of different deals look alike here too.
"""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t

from maids.deal cimport (
    CARDS,
    SEATS,
    Deal,
    Place,
    Table,
    Trick,
    begin_trick,
    follow_up,
    hash_of,
    last_winner,
    legal,
    lowest_of,
    meeting_lanes,
    same_key,
    set_key,
    settle,
)
from maids.needs cimport DEAD, SIDES, dead, of_side, with_task
from maids.state cimport bit, lowest_bit, side_of


cdef struct ValueEntry:
    uint64_t[3] key
    uint16_t scale  # of the goal that it was worked out for
    int16_t low  # the value lies between the two
    int16_t high


cdef struct Goal:
    # What a round is worth to whoever maximises, beside the tricks played so far.
    int[8] bonus  # by the sides that met their bids, as bits
    int[SIDES] trick  # by the side that takes it, for every trick


cdef struct ValueSearch:
    const Table* table
    const Deal* d
    uint32_t mine  # seats whose choices maximise, as bits
    uint8_t[CARDS] code  # for keys: what each card is
    const Goal* goal
    uint16_t scale  # a number of the goal: entries of others do not count
    ValueEntry* entries
    int shift


cdef inline int bound_needs(int needs, int left) noexcept nogil:
    """Needs with those that can no longer be met marked."""
    cdef int side
    for side in range(SIDES):
        if of_side(needs, side) > left:
            needs = dead(needs, side)
    return needs


cdef inline void limits(
    const ValueSearch* q, int needs, int left, int* low, int* high
) noexcept nogil:
    """What the goal can be at least and at most."""
    cdef int alive = 0, side, mask
    cdef const Goal* goal = q.goal
    for side in range(SIDES):
        alive |= (of_side(needs, side) != DEAD) << side
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
    for side in range(SIDES):
        made |= (of_side(needs, side) == 0) << side
    return q.goal.bonus[made]


cdef inline int with_trick(
    const ValueSearch* q, uint32_t winner, int seat, int needs, int* gain
) noexcept nogil:
    """What the sides need when the seat has taken a trick with the card `winner`."""
    cdef int side = side_of(q.table.players, seat)
    gain[0] += q.goal.trick[side]
    return needs if q.d.slackers & winner else with_task(needs, side)


cdef inline int value_taken(
    ValueSearch* q, const Trick* t, uint32_t top, uint32_t beaten, int needs, int low, int high
) noexcept nogil:
    """The value when the trick is complete."""
    cdef Place following
    cdef int gain = 0
    cdef uint32_t gone = beaten | top
    top = settle(q.d, top, gone)
    follow_up(q.table, q.d, &t.at, top, gone, &following)
    needs = with_trick(q, top, following.lead, needs, &gain)
    if following.left == 0:
        return gain + finished(q, bound_needs(needs, 0))
    if following.left == 1:
        top = last_winner(q.d, &following)
        needs = with_trick(q, top, q.d.owner[lowest_bit(top)], needs, &gain)
        return gain + finished(q, bound_needs(needs, 0))
    return gain + value(q, &following, needs, low - gain, high - gain)


ctypedef int (*ValuePlay)(
    ValueSearch*, const Trick*, uint32_t, uint32_t, int, int, int
) noexcept nogil


cdef inline int value_follow(
    int i, ValuePlay after, ValueSearch* q, const Trick* t, uint32_t top, uint32_t beaten,
    int needs, int low, int high
) noexcept nogil:
    """The value when the i-th is to play, and then comes `after`.

    Exact within the window, else a bound beyond it.
    """
    cdef uint32_t rest = legal(t, i, beaten), some = rest & t.may_win & -(top << 1), higher, lower
    cdef bint mine = q.mine >> t.order.chooser[i] & 1
    cdef int found, most = -(1 << 14) if mine else 1 << 14
    rest ^= some
    while some | rest:
        if some:
            higher, lower = lowest_of(some), top
            some ^= higher
        else:
            higher, lower = top, lowest_of(rest)
            rest ^= lower
        found = after(q, t, higher, beaten | lower, needs, low, high)
        if mine:
            most = max(most, found)
            low = max(low, most)
        else:
            most = min(most, found)
            high = min(high, most)
        if low >= high:
            return most
    return most


cdef inline int value_fourth(
    ValueSearch* q, const Trick* t, uint32_t top, uint32_t beaten, int needs, int low, int high
) noexcept nogil:
    return value_follow(3, value_taken, q, t, top, beaten, needs, low, high)


cdef inline int value_third_of_four(
    ValueSearch* q, const Trick* t, uint32_t top, uint32_t beaten, int needs, int low, int high
) noexcept nogil:
    return value_follow(2, value_fourth, q, t, top, beaten, needs, low, high)


cdef inline int value_second_of_four(
    ValueSearch* q, const Trick* t, uint32_t top, uint32_t beaten, int needs, int low, int high
) noexcept nogil:
    return value_follow(1, value_third_of_four, q, t, top, beaten, needs, low, high)


cdef inline int value_third_of_three(
    ValueSearch* q, const Trick* t, uint32_t top, uint32_t beaten, int needs, int low, int high
) noexcept nogil:
    return value_follow(2, value_taken, q, t, top, beaten, needs, low, high)


cdef inline int value_second_of_three(
    ValueSearch* q, const Trick* t, uint32_t top, uint32_t beaten, int needs, int low, int high
) noexcept nogil:
    return value_follow(1, value_third_of_three, q, t, top, beaten, needs, low, high)


cdef int value_leads(ValueSearch* q, Trick* t, int needs, int low, int high) noexcept nogil:
    """The same when a trick begins."""
    cdef uint32_t rest = legal(t, 0, 0), card
    cdef bint mine = q.mine >> t.order.chooser[0] & 1
    cdef int found, most = -(1 << 14) if mine else 1 << 14
    while rest:
        card = lowest_of(rest)
        rest ^= card
        t.led = q.d.lane_of[lowest_bit(card)]
        t.may_win = t.led | q.d.trumps
        if q.table.seats == 4:
            found = value_second_of_four(q, t, card, 0, needs, low, high)
        else:
            found = value_second_of_three(q, t, card, 0, needs, low, high)
        if mine:
            most = max(most, found)
            low = max(low, most)
        else:
            most = min(most, found)
            high = min(high, most)
        if low >= high:
            return most
    return most


cdef int value(ValueSearch* q, const Place* at, int needs, int low, int high) noexcept nogil:
    """The value at the start of a trick: exact within the window, else a bound beyond it."""
    cdef ValueEntry* entry
    cdef uint64_t[3] key
    cdef uint64_t rest
    cdef int least, most, found
    cdef Trick t
    needs = bound_needs(needs, at.left)
    if at.left == 0:
        return finished(q, needs)
    limits(q, needs, at.left, &least, &most)
    if least >= high or least == most:
        return least
    if most <= low:
        return most
    rest = (
        meeting_lanes(q.d, at.live) | at.lead << 3 | at.holder << 5 | needs << 6 | q.mine << 18
        | (q.d.trumps != 0) << 22
    )
    set_key(q.code, at, q.table.seats, rest, key)
    entry = &q.entries[hash_of(key) >> q.shift]
    if entry.scale == q.scale and same_key(entry.key, key):
        if entry.low >= high or entry.low == entry.high:
            return entry.low
        if entry.high <= low:
            return entry.high
        low = max(low, entry.low)
        high = min(high, entry.high)
        least, most = entry.low, entry.high
    begin_trick(q.table, q.d, at, q.d.slackers, &t)
    found = value_leads(q, &t, needs, low, high)
    if found <= low:
        most = min(most, found)
    elif found >= high:
        least = max(least, found)
    else:
        least = most = found
    entry.key = key
    entry.scale = q.scale
    entry.low, entry.high = <int16_t>least, <int16_t>most
    return found
