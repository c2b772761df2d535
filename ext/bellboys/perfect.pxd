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
    SHARES = 1 << 2 * SUITS  # ways in which two seats have cards of suits
    NO_SUIT = -1


cdef struct Ending:
    # What is left of a deal when a trick begins, or when its first card lies on the table.
    uint32_t[SEATS] left  # places of the cards in hand, as bits
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
    uint8_t[SEATS][8] bit  # the same as a bit
    uint32_t[SEATS][SUITS] places  # of each suit, as bits
    uint8_t aside  # the suit of the card set aside, as a bit
    uint8_t[SEATS][2][8][8] last  # see last_tricks
    int8_t[SHARES] moved  # see weigh_shares


# Who has collected cards of which suits is written as six bits: the suits of one seat, and above
# them those of the other.


cdef inline int count_of(uint32_t places) noexcept nogil:
    """The number of places."""
    return BITS_OF_SUIT[places]


cdef inline int rank_of(uint64_t ranks, int place) noexcept nogil:
    """The rank at a place."""
    return <int>(ranks >> 8 * place & 255)


cdef inline uint32_t beaters(uint64_t ranks, int rank) noexcept nogil:
    """The places, as bits, with higher ranks than that; all ranks are below 128."""
    cdef uint64_t each = 0x0101010101010101u
    cdef uint64_t higher = (ranks + (127 - <uint64_t>rank) * each) >> 7 & each
    return <uint32_t>(higher * 0x0102040810204080u >> 56)


cdef inline uint32_t legal_for(
    const Perfect* q, Py_ssize_t seat, uint32_t places, int suit
) noexcept nogil:
    """The places that a seat may play from to a suit (ruling B7)."""
    cdef uint32_t same = places & q.places[seat][suit]
    return same if same else places


cdef inline int other_way(int taken) noexcept nogil:
    """Who has cards of which suits, as the other seat sees it."""
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
        rank = rules.rank[hand.card[place] % SYMBOLS * POSITIONS + count_of(<uint32_t>part)]
        ranks[part] = ranks[part ^ 1 << place] | rank << 8 * place


cdef inline void weigh_shares(int moving, int8_t* moved) noexcept nogil:
    """Write by how much the moves of complete suits help a seat, by who has which (B9)."""
    cdef int taken, mine, theirs
    for taken in range(SHARES):
        mine, theirs = taken & ~(taken >> SUITS) & 7, taken >> SUITS & ~taken
        if mine == 7 or theirs == 7:
            moved[taken] = 0
        else:
            moved[taken] = <int8_t>(
                2 * SYMBOLS
                * (count_of(<uint32_t>(mine & moving)) - count_of(<uint32_t>(theirs & moving)))
            )


cdef inline void last_tricks(Perfect* q, Py_ssize_t seat, int mine, int theirs) noexcept nogil:
    """Write for the last trick who gets cards of which suits, as a seat sees it.

    By the seat, whether it follows, its card, and that of the other, of those at the places given.
    """
    cdef Py_ssize_t other = 1 - seat
    cdef int own, place, suits, gap
    for own in range(HAND):
        for place in range(HAND):
            if mine >> own & theirs >> place & 1:
                suits = q.bit[seat][own] | q.bit[other][place] | q.aside
                gap = rank_of(q.ranks[other][1 << place], place)
                gap -= rank_of(q.ranks[seat][1 << own], own)
                q.last[seat][0][own][place] = <uint8_t>(suits << SUITS if gap > 0 else suits)
                q.last[seat][1][own][place] = <uint8_t>(suits << SUITS if gap >= 0 else suits)


cdef inline void look_at(
    Perfect* q, const Rules* rules, const Hand* hands, int aside, int moving
) noexcept nogil:
    """Turn to the deal of two hands, or of what is left of them; `moving` suits as bits."""
    cdef int seat, place, suit
    q.deal += 1
    if q.deal == DEALS:
        q.deal = 1
        memset(q.table, 0, TABLE * sizeof(uint64_t))
    weigh_shares(moving, q.moved)
    q.aside = <uint8_t>(1 << suit_of(aside))
    for seat in range(SEATS):
        rank_hand(rules, &hands[seat], q.ranks[seat])
        for suit in range(SUITS):
            q.places[seat][suit] = <uint32_t>hands[seat].suit[suit]
        for place in range(HAND):
            if hands[seat].left >> place & 1:
                suit = suit_of(hands[seat].card[place])
                q.suit[seat][place], q.bit[seat][place] = <uint8_t>suit, <uint8_t>(1 << suit)
    last_tricks(q, 0, hands[0].left, hands[1].left)
    last_tricks(q, 1, hands[1].left, hands[0].left)
