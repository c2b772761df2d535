"""What hands are worth to `planner`, by tables: see analyser.games.maids.plans."""

from libc.stdint cimport int32_t, int64_t, uint32_t

from maids.greedy cimport kind_of, out_for
from maids.state cimport (
    BEATERS,
    BITS_OF_SUIT,
    CLARA,
    KINDS,
    ONE,
    SUIT,
    Plan,
    Round,
    bit,
    lowest_bit,
    next_seat,
    suit_mask,
    suit_of,
)


cdef enum:
    STEP_BITS = 12  # a step of worth is an eighth of a trick
    STEP = 1 << STEP_BITS
    LENGTHS = 3  # of suits in a hand that are told apart: one card, two, more


cdef inline uint32_t gone_for(int players, const Round* r, Py_ssize_t seat) noexcept nogil:
    """The cards that the seat knows no other hand holds, by the voids that were shown too."""
    cdef uint32_t gone
    if players == 2:
        gone = r.seats[1 - seat].lacks & ~r.seats[CLARA].hand
    elif players == 3:
        gone = r.seats[next_seat(3, seat)].lacks & r.seats[seat - 1 if seat else 2].lacks
    else:
        gone = r.seats[seat ^ 1].lacks & r.seats[seat ^ 2].lacks & r.seats[seat ^ 3].lacks
    return gone | out_for(r, &r.seats[seat])


cdef inline const int32_t* worths(const Round* r, int left) noexcept nogil:
    """The worth of a card, so many tricks left, by length of its suit, kind, unseen beaters."""
    cdef const Plan* plan = &r.rules.plan
    return <const int32_t*>plan.tables + plan.worth + left * LENGTHS * KINDS * BEATERS


cdef inline int length_row(uint32_t cards, int suit, int less) noexcept nogil:
    """Where the worths of that suit's cards begin, in a hand that loses `less` of them."""
    cdef int length = BITS_OF_SUIT[cards >> (10 * suit) & SUIT] - less
    return KINDS * BEATERS * (0 if length < 2 else min(length, LENGTHS) - 1)


cdef inline int kind_row(const Round* r, int suit) noexcept nogil:
    """Where the worths of a kind of suit begin."""
    return BEATERS * kind_of(r, 10 * suit)


cdef inline int beaters_of(const Round* r, uint32_t out, int card, int suit) noexcept nogil:
    """The number of cards that beat a card of that suit and are not known to be out."""
    return BITS_OF_SUIT[(r.beaters[card] & ~out) >> (10 * suit) & SUIT]


cdef inline void worth_with(
    const Round* r, const int32_t* worth, uint32_t out, uint32_t cards, int card,
    int* without, int* more
) noexcept nogil:
    """Write the worth of a hand's cards, and how much more it is with another one."""
    cdef int suit, place, total = 0, total_with = 0
    cdef const int32_t* row[3]
    cdef const int32_t* row_with[3]
    for suit in range(3):
        row[suit] = worth + kind_row(r, suit) + length_row(cards, suit, 0)
        row_with[suit] = worth + kind_row(r, suit) + length_row(cards | bit(card), suit, 0)
    cards &= ~r.slackers
    if not r.slackers & bit(card):
        suit = suit_of(card)
        total_with = row_with[suit][beaters_of(r, out, card, suit)]
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        suit = suit_of(card)
        place = beaters_of(r, out, card, suit)
        total += row[suit][place]
        total_with += row_with[suit][place]
    without[0] = total
    more[0] = total_with - total


cdef struct Hand:
    # The worth of a hand, what it changes by if a suit has one card less, and where the worths
    # of such a suit's cards begin.
    int total
    int[3] change
    const int32_t* shorter[3]


cdef inline void value_hand(
    const Round* r, const int32_t* worth, uint32_t out, uint32_t cards, Hand* hand
) noexcept nogil:
    """Fill in the worth of a hand."""
    cdef int suit, card, place
    cdef const int32_t* row[3]
    hand.total = 0
    for suit in range(3):
        row[suit] = worth + kind_row(r, suit) + length_row(cards, suit, 0)
        hand.shorter[suit] = worth + kind_row(r, suit) + length_row(cards, suit, 1)
        hand.change[suit] = 0
    cards &= ~r.slackers
    while cards:  # not suit by suit: no processor foresees the ends of three short loops
        card = lowest_bit(cards)
        cards &= cards - 1
        suit = suit_of(card)
        place = beaters_of(r, out, card, suit)
        hand.total += row[suit][place]
        hand.change[suit] += hand.shorter[suit][place] - row[suit][place]


cdef inline int worth_without(
    const Round* r, const Hand* hand, uint32_t out, int card
) noexcept nogil:
    """The worth of the hand after that card is played."""
    cdef int suit = suit_of(card)
    cdef int worth = hand.total + hand.change[suit]
    if r.slackers & bit(card):
        return worth
    return worth - hand.shorter[suit][beaters_of(r, out, card, suit)]


cdef inline int between(const int32_t* row, int worth) noexcept nogil:
    """Look up a row of a table by worth, between two steps in proportion."""
    cdef int step, rest
    worth = worth + ONE if worth > -ONE else 0
    step = worth >> STEP_BITS
    rest = worth & (STEP - 1)
    return row[step] + <int>((<int64_t>(row[step + 1] - row[step]) * rest) >> STEP_BITS)


cdef inline const int32_t* unfinished(
    const Round* r, int keeps, int memo, int places, int bid
) noexcept nogil:
    """The row of `value` for a hand that lacks so many cards and a bid so far."""
    cdef const Plan* plan = &r.rules.plan
    cdef Py_ssize_t at = r.trump * (r.rules.hand_cards + 1) + keeps
    at = ((2 * at + memo) * (r.rules.bid_cards + 1) + places) * plan.bids + bid
    return <const int32_t*>plan.tables + at * plan.steps
