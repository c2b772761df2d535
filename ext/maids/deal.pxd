"""Positions of the tricks for the solver: the cards that are left, squeezed into one sequence.

The sequence holds one lane a suit, ascending, the trump suit on top, so that of two cards that may
win a trick the higher place wins. Squeezed, equal endings of different deals look alike.
"""

from libc.stdint cimport uint32_t, uint64_t

from maids.state cimport CLARA, bit, highest_bit

cdef enum:
    SEATS = 4
    LANES = 3
    CARDS = 30


cdef struct Table:
    # What all positions of a deal share.
    int players
    int seats  # hands: 4 with four players, else 3
    bint trump  # lane 2 is the trump suit
    bint follows  # the winner of a trick takes the leader card


cdef struct Position:
    uint32_t low  # of each card's owner the bit of 1
    uint32_t high  # and the bit of 2
    uint32_t slackers
    int[LANES + 1] start  # where each lane begins, and where the last one ends
    int pairs  # bit l: zero and nine of lane l are both left
    int left  # tricks
    int lead
    int holder  # of the leader card


cdef struct Trick:
    int[SEATS] seat  # in order of play
    int[SEATS] chooser
    int[SEATS] card
    uint32_t[SEATS] hand  # by seat, before the trick
    uint32_t merges  # places that are worth as much as the place below, in one hand
    uint32_t may_win  # the led lane and the trumps
    uint32_t led  # lane
    uint32_t trumps
    int best  # place of the card that wins so far
    int winner  # its seat


cdef inline uint32_t below(int place) noexcept nogil:
    return bit(place) - 1


cdef inline uint32_t lane_of(const Position* p, int place) noexcept nogil:
    """The lane that holds the place, as a mask."""
    cdef int lane = (place >= p.start[1]) + (place >= p.start[2])
    return below(p.start[lane + 1]) & ~below(p.start[lane])


cdef inline void begin_trick(const Table* table, const Position* p, Trick* t) noexcept nogil:
    """Who plays when, and what each hand holds."""
    cdef uint32_t every = below(p.start[LANES])
    cdef uint32_t breaks
    cdef int i, lane
    t.hand[0] = every & ~p.low & ~p.high
    t.hand[1] = p.low & ~p.high
    t.hand[2] = p.high & ~p.low
    t.hand[3] = p.low & p.high
    # A card is worth more than the place below it where a lane begins, where one of the two is
    # a slacker, and beside a zero and a nine that meet.
    breaks = bit(p.start[0]) | bit(p.start[1]) | bit(p.start[2])
    breaks |= p.slackers ^ (p.slackers << 1)
    for lane in range(LANES):
        if p.pairs >> lane & 1:
            breaks |= bit(p.start[lane] + 1) | bit(p.start[lane + 1] - 1)
    t.merges = ~breaks
    t.trumps = every & ~below(p.start[2]) if table.trump else 0
    if table.players == 2:
        if p.lead == CLARA:
            t.seat[0], t.seat[1], t.seat[2] = CLARA, 1 - p.holder, p.holder
            t.chooser[0], t.chooser[1], t.chooser[2] = p.holder, 1 - p.holder, p.holder
        else:
            t.seat[0], t.seat[1], t.seat[2] = p.lead, 1 - p.lead, CLARA
            t.chooser[0], t.chooser[1], t.chooser[2] = p.lead, 1 - p.lead, p.lead
    else:
        for i in range(table.seats):
            t.seat[i] = p.lead + i - (table.seats if p.lead + i >= table.seats else 0)
            t.chooser[i] = t.seat[i]


cdef inline uint32_t legal(const Trick* t, int i) noexcept nogil:
    """The places that the i-th to play may play; of cards worth the same the lowest."""
    cdef uint32_t cards = t.hand[t.seat[i]]
    if i and cards & t.led:
        cards &= t.led
    return cards & ~(cards << 1 & t.merges)


cdef inline void put(const Position* p, Trick* t, int i, int card) noexcept nogil:
    """Let the i-th to play play a card, and note who wins so far."""
    t.card[i] = card
    if i == 0:
        t.led = lane_of(p, card)
        t.may_win = t.led | t.trumps
        t.best, t.winner = card, t.seat[0]
    elif card > t.best and t.may_win & bit(card):
        t.best, t.winner = card, t.seat[i]


cdef inline void settle(const Table* table, const Position* p, Trick* t) noexcept nogil:
    """Let a zero beat its nine in a trick that is complete (ruling M8)."""
    cdef int lane = (t.best >= p.start[1]) + (t.best >= p.start[2])
    cdef int i
    if p.pairs >> lane & 1 and t.best == p.start[lane + 1] - 1:
        for i in range(table.seats):
            if t.card[i] == p.start[lane]:
                t.best, t.winner = t.card[i], t.seat[i]


cdef inline void after(
    const Table* table, const Position* p, const Trick* t, Position* child
) noexcept nogil:
    """The position after a settled trick."""
    cdef uint32_t gone = 0, under
    cdef int i, lane, card
    child[0] = p[0]
    for i in range(table.seats):
        gone |= bit(t.card[i])
    for lane in range(LANES):
        if p.pairs >> lane & 1 and gone & (bit(p.start[lane]) | bit(p.start[lane + 1] - 1)):
            child.pairs &= ~(1 << lane)
    while gone:
        card = highest_bit(gone)
        gone ^= bit(card)
        under = below(card)
        child.low = (child.low & under) | (child.low >> 1 & ~under)
        child.high = (child.high & under) | (child.high >> 1 & ~under)
        child.slackers = (child.slackers & under) | (child.slackers >> 1 & ~under)
        child.start[1] -= card < child.start[1]
        child.start[2] -= card < child.start[2]
        child.start[3] -= 1
    child.left -= 1
    child.lead = t.winner
    if table.follows and t.winner < table.players:
        child.holder = t.winner


cdef inline void key_of(
    const Table* table, const Position* p, uint32_t mine, uint32_t ours, int question,
    uint64_t* first, uint64_t* second
) noexcept nogil:
    """What tells positions apart, whatever deal they come from: seats count from the leader.

    `mine` are the seats whose choices the side makes and `ours` those whose tricks it takes.
    """
    cdef uint32_t every = below(p.start[LANES])
    cdef uint32_t h0 = every & ~p.low & ~p.high, h1 = p.low & ~p.high
    cdef uint32_t h2 = p.high & ~p.low, h3 = p.low & p.high
    cdef int turn = p.lead, seats = table.seats
    cdef uint64_t who = 0
    if table.players == 2:  # Clara's seat is like no other, so none is turned
        who = 1 + 2 * p.lead + p.holder
    else:
        if seats == 4:
            if turn == 1:
                h0, h1, h2, h3 = h1, h2, h3, h0
            elif turn == 2:
                h0, h1, h2, h3 = h2, h3, h0, h1
            elif turn == 3:
                h0, h1, h2, h3 = h3, h0, h1, h2
        elif turn == 1:
            h0, h1, h2 = h1, h2, h0
        elif turn == 2:
            h0, h1, h2 = h2, h0, h1
        mine = (mine >> turn | mine << (seats - turn)) & ((1 << seats) - 1)
        ours = (ours >> turn | ours << (seats - turn)) & ((1 << seats) - 1)
    first[0] = (h1 | h3) | <uint64_t>(h2 | h3) << 30 | <uint64_t>(seats == 4) << 60
    second[0] = (
        p.slackers | <uint64_t>p.start[1] << 30 | <uint64_t>p.start[2] << 35
        | <uint64_t>p.left << 40 | <uint64_t>p.pairs << 44 | <uint64_t>mine << 47
        | <uint64_t>ours << 51 | <uint64_t>question << 55 | <uint64_t>table.trump << 57
        | who << 58
    )


cdef inline uint64_t hash_of(uint64_t first, uint64_t second) noexcept nogil:
    return first * <uint64_t>0x9E3779B97F4A7C15u ^ second * <uint64_t>0xD6E8FEB86659FD93u
