"""What hands are worth to `planner`, by tables: see analyser.games.maids.plans."""

from libc.stdint cimport int32_t, int64_t, uint32_t

from maids.greedy cimport out_for, standing
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


cdef inline void add_suit(
    const Round* r, uint32_t out, uint32_t cards, int suit, const int32_t* row, int* worth,
    const int32_t* other_row, int* other
) noexcept nogil:
    """Add the worth of one suit's cards by one row of worths and by another."""
    cdef int shift = 10 * suit, place, card
    cdef int kind = 0
    if not r.trump_suit & suit_mask(suit):
        kind = BEATERS if r.trump_suit else 2 * BEATERS
    cards &= suit_mask(suit) & ~r.slackers
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        place = kind + BITS_OF_SUIT[(r.beaters[card] & ~out) >> shift & SUIT]
        worth[0] += row[place]
        other[0] += other_row[place]


cdef inline int worth_of_all(
    const Round* r, const int32_t* worth, uint32_t out, uint32_t cards
) noexcept nogil:
    """The worth of cards in a hand together."""
    cdef int suit, sum_ = 0, unused = 0
    cdef const int32_t* row
    for suit in range(3):
        row = worth + length_row(cards, suit, 0)
        add_suit(r, out, cards, suit, row, &sum_, row, &unused)
    return sum_


cdef inline void worth_with(
    const Round* r, const int32_t* worth, uint32_t out, uint32_t cards, int card,
    int* without, int* more
) noexcept nogil:
    """Write the worth of a hand's cards, and how much more it is with another one."""
    cdef int suit, alone = 0, together = 0, unused = 0, mine = suit_of(card)
    cdef const int32_t* row
    cdef const int32_t* longer = worth + length_row(cards | bit(card), mine, 0)
    without[0] = 0
    for suit in range(3):
        if suit != mine:
            row = worth + length_row(cards, suit, 0)
            add_suit(r, out, cards, suit, row, without, row, &unused)
    add_suit(r, out, cards, mine, worth + length_row(cards, mine, 0), &alone, longer, &together)
    without[0] += alone
    more[0] = together - alone
    if not r.slackers & bit(card):
        more[0] += longer[standing(r, out, card)]


cdef struct Hand:
    # The worth of a hand's suits, as they are and with one card less.
    uint32_t cards
    const int32_t* worth
    int total
    int[3] change


cdef inline void value_hand(
    const Round* r, const int32_t* worth, uint32_t out, uint32_t cards, Hand* hand
) noexcept nogil:
    """Fill in the worth of a hand."""
    cdef int suit, whole
    hand.cards, hand.worth = cards, worth
    hand.total = 0
    for suit in range(3):
        whole = hand.change[suit] = 0
        add_suit(
            r, out, cards, suit, worth + length_row(cards, suit, 0), &whole,
            worth + length_row(cards, suit, 1), &hand.change[suit]
        )
        hand.total += whole
        hand.change[suit] -= whole


cdef inline int worth_without(const Round* r, const Hand* hand, int card, int place) noexcept nogil:
    """The worth of the hand after that card is played."""
    cdef int suit = suit_of(card)
    cdef int worth = hand.total + hand.change[suit]
    if r.slackers & bit(card):
        return worth
    return worth - hand.worth[length_row(hand.cards, suit, 1) + place]


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
