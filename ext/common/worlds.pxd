"""Cards that are unseen, and every way in which some hands can hold them, by its number.

The twin of `assignments` in analyser.search.worlds, number for number.
"""

from libc.stdint cimport uint8_t, uint64_t


cdef enum:
    HANDS = 3  # that cannot hold every card


cdef struct Hands:
    # Hands to fill from unseen cards; cards that none of them takes are left over.
    int count
    int[HANDS] size  # cards that each takes
    int width  # bits that hold such a number


cdef inline int state_of(const Hands* hands) noexcept nogil:
    """The numbers of cards that the hands still take, packed; when all are empty."""
    cdef int h, state = 0
    for h in range(hands.count):
        state |= hands.size[h] << (h * hands.width)
    return state


cdef inline uint64_t count_ways(
    Hands* hands, int cards, const uint8_t* may, uint64_t* ways
) noexcept nogil:
    """Count the ways to fill the hands; they must be fewer than 2**64.

    Bit h of `may[i]` says that hand h may hold card i. `ways[i << count * width | state]` becomes
    the number of ways to fill what is left in `state` from card i on: there must be room for
    `cards` + 1 times 2**(count * width) of them.
    """
    cdef int h, i, state, states, full
    cdef uint64_t* here
    cdef const uint64_t* after
    cdef uint64_t found
    hands.width = 0
    for h in range(hands.count):
        while hands.size[h] >> hands.width:
            hands.width += 1
    full = state_of(hands)
    states = 1 << (hands.count * hands.width)
    for state in range(states):
        ways[cards * states + state] = state == 0
    for i in range(cards - 1, -1, -1):
        here, after = ways + i * states, ways + (i + 1) * states
        for state in range(full + 1):
            found = after[state]
            for h in range(hands.count):
                if may[i] >> h & 1 and state >> (h * hands.width) & ((1 << hands.width) - 1):
                    found += after[state - (1 << (h * hands.width))]
            here[state] = found
    return ways[full]


cdef inline void assign(
    const Hands* hands, int cards, const uint8_t* may, const uint64_t* ways, uint64_t number,
    uint8_t* place
) noexcept nogil:
    """Write which hand takes each card in the way of that number; HANDS where none does."""
    cdef int h, i, state = state_of(hands), left
    cdef int states = 1 << (hands.count * hands.width)
    cdef const uint64_t* after
    for i in range(cards):
        place[i] = HANDS
        after = ways + (i + 1) * states
        for h in range(hands.count):
            left = state >> (h * hands.width) & ((1 << hands.width) - 1)
            if may[i] >> h & 1 and left:
                left = state - (1 << (h * hands.width))
                if number < after[left]:
                    place[i] = <uint8_t>h
                    state = left
                    break
                number -= after[left]
