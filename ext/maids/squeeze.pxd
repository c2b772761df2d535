"""Hands and a trick in progress, as the deals of deal.pxd."""

from libc.stdint cimport int8_t, uint8_t, uint32_t
from libc.string cimport memset

from maids.deal cimport LANES, SEATS, Deal, Place, Table, Trick
from maids.state cimport bit


cdef inline void squeeze(
    const Table* table, const uint32_t* held, const int8_t* trick, int trump, uint32_t slackers,
    bint zeros, int lead, int holder, Deal* d, Place* at, int8_t* places
) noexcept nogil:
    """Put hands, masks of cards 10 * suit + rank, and a trick in progress into a sequence.

    Writes the place of each card.
    """
    cdef int lane, suit, rank, place = 0, seat, i
    cdef uint32_t card
    cdef uint32_t[SEATS] hands
    memset(d, 0, sizeof(Deal))
    at.lead, at.holder = lead, holder if table.players == 2 else 0
    for i in range(table.seats):
        hands[i] = held[i]
    for i in range(table.seats):
        if trick[i] < 0:
            break
        hands[table.order[at.lead][at.holder].seat[i]] |= <uint32_t>1 << trick[i]
    for lane in range(LANES):
        # The suits in their order, but that of trumps last.
        suit = lane
        if trump < LANES:
            suit = trump if lane == LANES - 1 else lane + (lane >= trump)
        d.start[lane] = place
        d.floor[lane] = bit(place)
        d.floors |= d.floor[lane]
        for rank in range(10):
            card = <uint32_t>1 << (10 * suit + rank)
            for seat in range(table.seats):
                if hands[seat] & card:
                    places[10 * suit + rank] = <int8_t>place
                    d.hand[seat] |= bit(place)
                    d.lane[lane] |= bit(place)
                    d.owner[place] = <int8_t>seat
                    if slackers & card:
                        d.slackers |= bit(place)
                    if zeros and (rank == 0 or rank == 9):
                        d.pair[lane] |= bit(place)
                    d.code[place] = <uint8_t>(lane + 1 | seat << 2)
                    place += 1
        if d.pair[lane] & (d.pair[lane] - 1) == 0:
            d.pair[lane] = 0
        d.pairs |= d.pair[lane]
        for i in range(d.start[lane], place):
            d.lane_of[i] = d.lane[lane]
    d.trumps = d.lane[LANES - 1] if trump < LANES else 0
    at.live = bit(place) - 1
    at.left = place // table.seats


cdef inline void begun(
    const Table* table, const int8_t* cards, const int8_t* places, Trick* t
) noexcept nogil:
    """Leave whoever has played in a trick in progress, up to a negative card, with that card."""
    cdef int i
    for i in range(table.seats):
        if cards[i] < 0:
            break
        t.hand[i] = bit(places[cards[i]])
