"""Perfect play in C: a deal of which all cards are seen, and what may be left of it.

A search turns to a deal with `look_at` and then answers questions about any of its endings
(perfect.pxi). What it works out stays in its table while it looks at that deal.
"""

from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from bellboys.state cimport (
    BITS_OF_SUIT,
    HAND,
    POSITIONS,
    SEATS,
    SUITS,
    SYMBOLS,
    Hand,
    Rules,
    lowest_bit,
    suit_of,
)

cdef extern from "common/intrinsics.h" nogil:
    int highest_bit(uint32_t mask)


cdef enum:
    TABLE_BITS = 11
    TABLE = 1 << TABLE_BITS  # entries of a search's table
    DEALS = 1 << 27  # that its keys tell apart
    PARTS = 1 << HAND  # of a hand: sets of places
    SHARES = 1 << 2 * SUITS  # who has cards of which suits
    NO_SUIT = -1


cdef struct Ending:
    # What is left of a deal when a trick begins, or when its first card lies on the table.
    int[SEATS] left  # places of the cards in hand, as bits
    Py_ssize_t lead  # the seat that leads the trick
    int led_suit  # of the card on the table, which is in no hand; NO_SUIT where there is none
    int led_rank
    int[SEATS] taken  # suits of which a seat has collected cards, as bits
    int ahead  # cards collected by seat 1 less those collected by seat 0


cdef struct Perfect:
    # A search, and the deal that it looks at: one for each thread, of zeros to begin with.
    uint64_t* table  # TABLE entries, owned by the caller: zeros to begin with
    uint64_t deal  # its number, for keys
    uint64_t[SEATS][PARTS] ranks  # by places left, the rank at each place, a byte each
    uint8_t[SEATS][8] suit  # by place
    int[SEATS][SUITS] places  # of each suit, as bits
    uint8_t aside  # the suit of the card set aside, as a bit
    uint8_t[SEATS][8][8] last  # who takes which suits in the last trick: see look_at
    int8_t[SHARES] moved  # see weigh_shares


# Who has collected cards of which suits is written as six bits, the suits of the leader below
# those of the other seat.


cdef inline int count_of(int places) noexcept nogil:
    """The number of places."""
    return BITS_OF_SUIT[places]


cdef inline int rank_of(uint64_t ranks, int place) noexcept nogil:
    """The rank at a place."""
    return <int>(ranks >> 8 * place & 255)


cdef inline int beaters(uint64_t ranks, int rank) noexcept nogil:
    """The places, as bits, with higher ranks than that; all ranks are below 128."""
    cdef uint64_t each = 0x0101010101010101u
    cdef uint64_t higher = (ranks + (127 - <uint64_t>rank) * each) >> 7 & each
    return <int>(higher * 0x0102040810204080u >> 56)


cdef inline int other_way(int taken) noexcept nogil:
    """Who has cards of which suits, when the other seat leads."""
    return taken >> SUITS | (taken & 7) << SUITS


cdef inline void rank_hand(const Rules* rules, const Hand* hand, uint64_t* ranks) noexcept nogil:
    """Write the ranks of each part of what is left of a hand (ruling B5)."""
    cdef int part = 0, place
    cdef uint64_t rank
    ranks[0] = 0
    while True:
        part = (part - hand.left) & hand.left
        if part == 0:
            return
        place = highest_bit(<uint32_t>part)
        rank = rules.rank[hand.card[place] % SYMBOLS * POSITIONS + count_of(part)]
        ranks[part] = ranks[part ^ 1 << place] | rank << 8 * place


cdef inline void weigh_shares(int moving, int8_t* moved) noexcept nogil:
    """Write by how much the moves of complete suits help the leader, by who has which (B9)."""
    cdef int taken, mine, theirs
    for taken in range(SHARES):
        mine, theirs = taken & ~(taken >> SUITS) & 7, taken >> SUITS & ~taken
        if mine == 7 or theirs == 7:
            moved[taken] = 0
        else:
            moved[taken] = <int8_t>(
                2 * SYMBOLS * (count_of(mine & moving) - count_of(theirs & moving))
            )


cdef inline void look_at(
    Perfect* q, const Rules* rules, const Hand* hands, int aside, int moving
) noexcept nogil:
    """Turn to the deal of two hands, or of what is left of them; `moving` suits as bits."""
    cdef int seat, place, first, second, suits
    cdef int[SEATS][8] rank  # in the last trick
    q.deal += 1
    if q.deal == DEALS:
        q.deal = 1
        memset(q.table, 0, TABLE * sizeof(uint64_t))
    weigh_shares(moving, q.moved)
    q.aside = <uint8_t>(1 << suit_of(aside))
    for seat in range(SEATS):
        rank_hand(rules, &hands[seat], q.ranks[seat])
        for place in range(SUITS):
            q.places[seat][place] = hands[seat].suit[place]
        for place in range(HAND):
            if hands[seat].left >> place & 1:
                q.suit[seat][place] = <uint8_t>suit_of(hands[seat].card[place])
                rank[seat][place] = rank_of(q.ranks[seat][1 << place], place)
    for first in range(HAND):
        for second in range(HAND):
            if hands[0].left >> first & hands[1].left >> second & 1:
                suits = 1 << q.suit[0][first] | 1 << q.suit[1][second] | q.aside
                q.last[0][first][second] = <uint8_t>(
                    suits << SUITS if rank[1][second] > rank[0][first] else suits
                )
                q.last[1][second][first] = <uint8_t>(
                    suits << SUITS if rank[0][first] > rank[1][second] else suits
                )
