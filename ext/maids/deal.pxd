"""A deal of the tricks for the solver: its cards in one sequence, and what is left of them.

The sequence holds one lane a suit, ascending, the trump suit on top, so that of two cards that may
win a trick the higher place wins. Masks of places tell everything else.
"""

from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t

from maids.state cimport CLARA, bit, bits_of, highest_bit, lowest_bit

cdef enum:
    SEATS = 4
    LANES = 3
    CARDS = 30
    CODE = 5  # bits of a card in a key
    ODD = 4  # the one of them for cards that are unlike their neighbours
    IN_WORD = 12  # cards in a word of a key


cdef struct Order:
    # Who plays when in a trick, and who chooses the card.
    int[SEATS] seat
    int[SEATS] chooser


cdef struct Table:
    # What all deals under the same rules share.
    int players
    int seats  # hands: 4 with four players, else 3
    bint follows  # the winner of a trick takes the leader card
    Order[SEATS][2] order  # by the seat that leads, and, with two players, by who holds that card


cdef struct Deal:
    uint32_t[SEATS] hand
    uint32_t slackers
    uint32_t[LANES] lane
    uint32_t[CARDS] lane_of  # by place
    int8_t[CARDS] owner  # by place, the seat to which the card was dealt
    uint32_t trumps  # the last lane, or nothing
    uint32_t[LANES] pair  # the zero and the nine of a lane, where the one beats the other
    uint32_t pairs  # all of these
    int[LANES] start  # of each lane
    uint32_t[LANES] floor  # the lowest place of each lane
    uint32_t floors  # all of these
    uint8_t[CARDS] code  # for keys: lane and owner of each card, never 0


cdef struct Place:
    # Where the play of a deal stands between two tricks.
    uint32_t live  # the cards that are left
    int left  # tricks
    int lead
    int holder  # of the leader card, with two players


cdef struct Trick:
    Place at
    const Order* order
    uint32_t[SEATS] hand  # in order of play, before the trick
    uint32_t alike  # places that may be worth the same as the one below
    uint32_t above  # of these the ones above cards that may be worth the same as the one above
    uint32_t idle  # places in between that are empty
    const uint32_t* chosen  # all bits where the side asked about chooses the i-th card
    uint32_t possible  # counts of the tricks after it
    uint32_t led  # the lane
    uint32_t may_win  # it and the trumps


cdef inline uint32_t below(int place) noexcept nogil:
    return bit(place) - 1


cdef inline void set_order(Table* table) noexcept nogil:
    """Fill in who plays when."""
    cdef int lead, holder, i
    cdef Order* order
    for lead in range(table.seats):
        for holder in range(2):
            order = &table.order[lead][holder]
            for i in range(SEATS):
                order.seat[i] = (lead + i) % table.seats if i < table.seats else i
                order.chooser[i] = order.seat[i]
            if table.players == 2 and lead == CLARA:
                order.seat[1], order.seat[2] = 1 - holder, holder
                order.chooser[0], order.chooser[1], order.chooser[2] = holder, 1 - holder, holder
            elif table.players == 2:
                order.seat[1], order.seat[2] = 1 - lead, CLARA
                order.chooser[1], order.chooser[2] = 1 - lead, lead


cdef inline uint32_t meeting(const Deal* d, uint32_t live) noexcept nogil:
    """The zeros and nines that still meet."""
    cdef uint32_t found = 0
    cdef int lane
    if not d.pairs:
        return 0
    for lane in range(LANES):
        if live & d.pair[lane] == d.pair[lane]:
            found |= d.pair[lane]
    return found


cdef inline uint32_t meeting_lanes(const Deal* d, uint32_t live) noexcept nogil:
    """The lanes whose zero and nine still meet, as bits."""
    cdef uint32_t found = 0, meets
    cdef int lane
    if d.pairs:
        meets = meeting(d, live)
        for lane in range(LANES):
            found |= (meets & d.lane[lane] != 0) << lane
    return found


cdef inline void begin_trick(
    const Table* table, const Deal* d, const Place* at, uint32_t odd, Trick* t
) noexcept nogil:
    """Who plays when, and what each hand holds; `odd` are cards unlike their neighbours."""
    cdef int i
    t.at = at[0]
    t.order = &table.order[at.lead][at.holder]
    for i in range(SEATS):
        t.hand[i] = d.hand[t.order.seat[i]] & at.live
    t.possible = bit(at.left) - 1
    odd = odd & at.live | meeting(d, at.live)
    t.alike = ~(d.floors | odd)
    t.above = t.alike & ~(odd << 1)
    t.idle = t.alike & ~at.live


cdef inline uint32_t legal(const Trick* t, int i, uint32_t beaten) noexcept nogil:
    """The places that the i-th to play may play; of cards worth the same the lowest.

    `beaten` are the cards of the trick that another one beats. Cards of a hand are worth the same
    if nothing lies between them but cards that can beat nothing any more.
    """
    cdef uint32_t cards = t.hand[i], idle, up
    if i and cards & t.led:
        cards &= t.led
    if not cards & (cards - 1):
        return cards
    idle = t.idle | beaten & t.alike
    up = cards << 1 & t.above
    # A sum carries a bit through the idle places.
    return cards & ~((up | (up & idle) + idle) & t.alike)


cdef inline uint32_t lowest_of(uint32_t cards) noexcept nogil:
    return cards & -cards


cdef inline uint32_t settle(const Deal* d, uint32_t top, uint32_t gone) noexcept nogil:
    """The card that wins a complete trick: a zero beats its nine (ruling M8)."""
    cdef int lane
    if d.pairs & top:
        for lane in range(LANES):
            if d.pair[lane] & top and d.pair[lane] & gone == d.pair[lane]:
                return lowest_of(d.pair[lane])
    return top


cdef inline void follow_up(
    const Table* table, const Deal* d, const Place* at, uint32_t top, uint32_t gone,
    Place* following
) noexcept nogil:
    """Where play stands after a settled trick."""
    following.live = at.live & ~gone
    following.left = at.left - 1
    following.lead = d.owner[lowest_bit(top)]
    following.holder = at.holder
    if table.players == 2 and table.follows and following.lead != CLARA:
        following.holder = following.lead


cdef inline uint32_t last_winner(const Deal* d, const Place* at) noexcept nogil:
    """The card that wins the last trick, in which nobody has a choice."""
    cdef uint32_t led = d.lane_of[lowest_bit(at.live & d.hand[at.lead])]
    return settle(d, bit(highest_bit(at.live & (led | d.trumps))), at.live)


cdef inline void mark(
    const Deal* d, const Place* at, uint32_t odd, uint8_t* code
) noexcept nogil:
    """Copy the codes of the cards that are left, with a bit for those that are `odd`."""
    cdef int place
    for place in range(bits_of(at.live)):
        code[place] = d.code[place] | (odd >> place & 1) << ODD


cdef inline uint64_t coded_cards(
    const uint8_t* code, uint32_t* left, int count
) noexcept nogil:
    """The codes of so many of the lowest cards that are left, taken from these."""
    cdef uint64_t word = 0
    cdef int _
    for _ in range(count):
        word = word << CODE | code[lowest_bit(left[0])]
        left[0] &= left[0] - 1
    return word


cdef inline void set_key(
    const uint8_t* code, const Place* at, int seats, uint64_t rest, uint64_t* key
) noexcept nogil:
    """A key of what is left of a deal, whatever deal it is; `rest`: up to 34 bits of other things.
    """
    cdef uint32_t left = at.live
    cdef int cards = at.left * seats
    key[0] = coded_cards(code, &left, min(cards, IN_WORD))
    key[1] = coded_cards(code, &left, min(max(cards - IN_WORD, 0), IN_WORD))
    key[2] = coded_cards(code, &left, max(cards - 2 * IN_WORD, 0))
    key[2] = key[2] << 34 | rest


cdef inline uint64_t hash_of(const uint64_t* key) noexcept nogil:
    """Mix a key; the highest bits are the best mixed."""
    return (
        key[0] * <uint64_t>0x9E3779B97F4A7C15u ^ key[1] * <uint64_t>0xD6E8FEB86659FD93u
        ^ key[2] * <uint64_t>0xA0761D6478BD642Fu
    )


cdef inline bint same_key(const uint64_t* a, const uint64_t* b) noexcept nogil:
    return a[0] == b[0] and a[1] == b[1] and a[2] == b[2]
