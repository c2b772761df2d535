"""The strategy `greedy` of Bellboys: twin of analyser.games.bellboys.greedy."""

from libc.stdint cimport uint32_t

from bellboys.state cimport (
    HAND,
    POSITIONS,
    SUITS,
    SYMBOLS,
    Hand,
    Round,
    Rules,
    lowest_bit,
    rank_at,
)


cdef enum:
    MANY = 3  # cards of a suit that make it likely to be completed


cdef inline int highest(const Rules* rules, const Hand* hand, int places, int limit) noexcept nogil:
    """The leftmost place with the highest rank up to a limit; -1 if all are above it."""
    cdef int best = -1, most = -1, place, rank
    while places:
        place = lowest_bit(<uint32_t>places)
        places &= places - 1
        rank = rank_at(rules, hand, place)
        if most < rank <= limit:
            best, most = place, rank
    return best


cdef inline int lowest(const Rules* rules, const Hand* hand, int places, int limit) noexcept nogil:
    """The leftmost place with the lowest rank above a limit; -1 if all are up to it."""
    cdef int best = -1, least = 256, place, rank
    while places:
        place = lowest_bit(<uint32_t>places)
        places &= places - 1
        rank = rank_at(rules, hand, place)
        if limit < rank < least:
            best, least = place, rank
    return best


cdef inline bint is_hot(const Round* r, int suit) noexcept nogil:
    """Whether one seat alone has taken cards of a suit, and many: both want the next ones."""
    cdef int one = r.collected[0][suit], other = r.collected[1][suit]
    return (one == 0 or other == 0) and one + other >= MANY and r.moving >> suit & 1


cdef inline int greedy_play(
    const Round* r, Py_ssize_t seat, int legal, bint follows
) noexcept nogil:
    """Lose tricks, and lose them with high cards; but keep the other from a complete suit."""
    cdef const Hand* hand = &r.hands[seat]
    cdef int place = -1, suit, wanted = 0
    if follows:
        if is_hot(r, r.led_suit):
            place = lowest(r.rules, hand, legal, r.led_rank)
        if place < 0:
            place = highest(r.rules, hand, legal, r.led_rank)
        return place if place >= 0 else highest(r.rules, hand, legal, 255)
    for suit in range(SUITS):
        if is_hot(r, suit):
            wanted |= hand.suit[suit] & legal
    if wanted:
        return highest(r.rules, hand, wanted, 255)
    return lowest(r.rules, hand, legal, -1)


cdef inline bint greedy_fan(const Rules* rules, const Hand* hand) noexcept nogil:
    """Whether the ranks of a whole hand add up to less when it is turned over."""
    cdef int place, gain = 0
    for place in range(HAND):
        gain += rules.rank[hand.card[place] % SYMBOLS * POSITIONS + place + 1]
        gain -= rules.rank[hand.card[place] % SYMBOLS * POSITIONS + HAND - place]
    return gain > 0
