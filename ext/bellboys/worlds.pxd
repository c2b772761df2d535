"""What a seat of Bellboys does not see, and every way in which the cards may lie, by its number.

The twin of analyser.games.bellboys.worlds, number for number.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from bellboys.state cimport (
    BITS_OF_SUIT,
    HAND,
    Hand,
    Round,
    lowest_bit,
    sort_hand,
    suit_of,
)


cdef struct Unseen:
    # The cards that a seat has not seen, ascending, and which of them may be set aside.
    int cards
    uint8_t[8] card
    bint looks  # none of them is set aside
    int asides
    uint8_t[8] aside  # places among them
    int hand  # cards of the other's hand
    uint64_t orders  # of that hand


cdef inline bint may_hold(const Round* r, Py_ssize_t other, int suits, bint dealt) noexcept nogil:
    """Whether a hand of those suits, as bits, agrees with what the other seat has played.

    It lacks the suits that it did not follow and, with all that it was `dealt`, has the suits
    that a hand needs (ruling B3).
    """
    if suits & r.voids[other]:
        return False
    return not dealt or BITS_OF_SUIT[suits | r.shown[other]] >= r.rules.suits_needed


cdef inline void find_asides(
    const Round* r, Py_ssize_t other, Unseen* u, bint dealt
) noexcept nogil:
    """Find which of the unseen cards may be set aside."""
    cdef int i, j, suits
    u.asides = 0
    for i in range(u.cards):
        suits = 0
        for j in range(u.cards):
            if j != i:
                suits |= 1 << suit_of(u.card[j])
        if may_hold(r, other, suits, dealt):
            u.aside[u.asides] = <uint8_t>i
            u.asides += 1


cdef inline void look(const Round* r, Py_ssize_t seat, Unseen* u) noexcept nogil:
    """Find what a seat has not seen, and how many ways it may lie: `asides` times `orders`."""
    cdef Py_ssize_t other = 1 - seat
    cdef int seen = 0, left = r.hands[other].left, i
    u.cards = 0
    u.looks = r.looks[seat]
    for i in range(HAND):
        if left >> i & 1:
            seen |= 1 << r.hands[other].card[i]
    if not u.looks:
        seen |= 1 << r.aside
    while seen:
        u.card[u.cards] = <uint8_t>lowest_bit(<uint32_t>seen)
        u.cards += 1
        seen &= seen - 1
    u.hand = BITS_OF_SUIT[left]
    u.orders = 1
    for i in range(2, u.hand + 1):
        u.orders *= <uint64_t>i
    if u.looks:
        u.asides = 1
        return
    find_asides(r, other, u, True)
    if u.asides == 0:  # After a fork that exchanged cards.
        find_asides(r, other, u, False)


cdef inline void imagine(const Unseen* u, uint64_t number, Hand* other, int* aside) noexcept nogil:
    """Lay the unseen cards as the way of that number has it.

    The other's hand keeps its places left, and its other cards, which are played.
    """
    cdef uint8_t[8] cards
    cdef int left = other.left, i, at, count = u.cards
    cdef uint64_t orders = u.orders
    for i in range(u.cards):
        cards[i] = u.card[i]
    if not u.looks:
        at = u.aside[number // orders]
        aside[0] = cards[at]
        count -= 1
        for i in range(at, count):
            cards[i] = cards[i + 1]
    number %= orders
    while left:
        orders //= <uint64_t>count
        at = <int>(number // orders)
        number %= orders
        other.card[lowest_bit(<uint32_t>left)] = cards[at]
        left &= left - 1
        count -= 1
        for i in range(at, count):
            cards[i] = cards[i + 1]
    sort_hand(other)
