"""Hands and a trick in progress, as the positions of deal.pxd."""

from libc.stdint cimport int8_t, uint32_t

from maids.deal cimport LANES, SEATS, Position, Table, Trick, begin_trick, put
from maids.state cimport bit


cdef inline void squeeze(
    Table* table, Position* p, const uint32_t* held, const int8_t* trick, int trump,
    uint32_t slackers, bint zeros, int lead, int holder, int8_t* places
) noexcept nogil:
    """Squeeze hands, masks of cards 10 * suit + rank, and a trick in progress into a sequence.

    Writes the place of each card.
    """
    cdef int lane, suit, rank, place = 0, seat, i
    cdef uint32_t card
    cdef uint32_t[SEATS] hands
    cdef Trick t
    cdef int[3] suits
    cdef bint zero, nine
    if trump == 3:
        suits = [0, 1, 2]
    elif trump == 0:
        suits = [1, 2, 0]
    elif trump == 1:
        suits = [0, 2, 1]
    else:
        suits = [0, 1, 2]
    table.trump = trump != 3
    p.low = p.high = p.slackers = 0
    p.pairs = 0
    p.left, p.lead, p.holder = 0, lead, holder
    p.start[0] = p.start[1] = p.start[2] = p.start[3] = 0
    begin_trick(table, p, &t)
    for i in range(table.seats):
        hands[i] = held[i]
    for i in range(table.seats):
        if trick[i] < 0:
            break
        hands[t.seat[i]] |= <uint32_t>1 << trick[i]
    for lane in range(3):
        suit = suits[lane]
        p.start[lane] = place
        zero = nine = False
        for rank in range(10):
            card = <uint32_t>1 << (10 * suit + rank)
            for seat in range(table.seats):
                if hands[seat] & card:
                    zero = zero or rank == 0
                    nine = nine or rank == 9
                    places[10 * suit + rank] = <int8_t>place
                    p.low |= (seat & 1) << place
                    p.high |= (seat >> 1) << place
                    if slackers & card:
                        p.slackers |= bit(place)
                    place += 1
                    break
        if zeros and zero and nine:
            p.pairs |= 1 << lane
    p.start[LANES] = place
    p.left = place // table.seats


cdef inline int begun(
    const Table* table, const Position* p, Trick* t, const int8_t* cards, const int8_t* places
) noexcept nogil:
    """Play the cards of a trick in progress, up to a negative one; return their number."""
    cdef int i = 0
    begin_trick(table, p, t)
    while i < table.seats and cards[i] >= 0:
        put(p, t, i, places[cards[i]])
        i += 1
    return i
