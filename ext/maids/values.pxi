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
    below,
    follow_up,
    hash_of,
    last_winner,
    legal,
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
    uint8_t[CARDS * SEATS] code  # for keys: what each card is, wherever the lead
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
    const ValueSearch* q, int winner, int seat, int needs, int* gain
) noexcept nogil:
    """What the sides need when the seat has taken a trick with the card `winner`."""
    cdef int side = side_of(q.table.players, seat)
    gain[0] += q.goal.trick[side]
    return needs if q.d.slackers >> winner & 1 else with_task(needs, side)


cdef int value_taken(
    ValueSearch* q, const Trick* t, int best, uint32_t gone, int needs, int low, int high
) noexcept nogil:
    """The value when the trick is complete."""
    cdef Place following
    cdef int gain = 0
    best = settle(q.d, gone, best)
    follow_up(q.table, q.d, &t.at, best, gone, &following)
    needs = with_trick(q, best, following.lead, needs, &gain)
    if following.left == 0:
        return gain + finished(q, bound_needs(needs, 0))
    if following.left == 1:
        best = last_winner(q.d, &following)
        needs = with_trick(q, best, q.d.owner[best], needs, &gain)
        return gain + finished(q, bound_needs(needs, 0))
    return gain + value(q, &following, needs, low - gain, high - gain)


cdef inline int value_play(
    int i, ValueSearch* q, Trick* t, int best, uint32_t gone, int needs, int low, int high
) noexcept nogil:
    """The value when the i-th is to play: exact within the window, else a bound beyond it."""
    cdef uint32_t rest = legal(q.d, t, i, best, gone)
    cdef uint32_t some = rest & t.may_win & ~below(best + 1) if i else 0
    cdef bint mine = q.mine >> t.order.chooser[i] & 1
    cdef int card, top, found, most = -(1 << 14) if mine else 1 << 14
    rest ^= some
    while some | rest:
        if not some:
            some, rest = rest, 0
        card = lowest_bit(some)
        some &= some - 1
        if i == 0:
            t.led = q.d.lane_of[card]
            t.may_win = t.led | q.d.trumps
        top = card if i == 0 or t.may_win >> card & 1 and card > best else best
        found = value_next(i + 1, q, t, top, gone | bit(card), needs, low, high)
        if mine:
            most = max(most, found)
            low = max(low, most)
        else:
            most = min(most, found)
            high = min(high, most)
        if low >= high:
            return most
    return most


cdef inline int value_next(
    int i, ValueSearch* q, Trick* t, int best, uint32_t gone, int needs, int low, int high
) noexcept nogil:
    """The same when i cards have been played."""
    if i == 1:
        return value1(q, t, best, gone, needs, low, high)
    if i == 2:
        return value2(q, t, best, gone, needs, low, high)
    if i == 3 and q.table.seats == 4:
        return value3(q, t, best, gone, needs, low, high)
    return value_taken(q, t, best, gone, needs, low, high)


cdef int value1(
    ValueSearch* q, Trick* t, int best, uint32_t gone, int needs, int low, int high
) noexcept nogil:
    return value_play(1, q, t, best, gone, needs, low, high)


cdef int value2(
    ValueSearch* q, Trick* t, int best, uint32_t gone, int needs, int low, int high
) noexcept nogil:
    return value_play(2, q, t, best, gone, needs, low, high)


cdef int value3(
    ValueSearch* q, Trick* t, int best, uint32_t gone, int needs, int low, int high
) noexcept nogil:
    return value_play(3, q, t, best, gone, needs, low, high)


cdef int value(ValueSearch* q, const Place* at, int needs, int low, int high) noexcept nogil:
    """The value at the start of a trick: exact within the window, else a bound beyond it."""
    cdef ValueEntry* entry
    cdef uint64_t[3] key
    cdef uint32_t place
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
    place = (
        meeting_lanes(q.d, at.live) | at.lead << 3 | at.holder << 5 | needs << 6 | q.mine << 18
        | (q.d.trumps != 0) << 22
    )
    set_key(q.code, 0, at, q.table.seats, place, key)
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
    found = value_play(0, q, &t, 0, 0, needs, low, high)
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
