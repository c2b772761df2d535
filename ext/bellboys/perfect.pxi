"""Perfect play: what whoever leads can be sure of, when both know all cards.

The searches ask whether the leader comes out some number of cards ahead: with so many fewer than
the other, of those that are still to be collected, after complete suits have moved. The number is
odd, since 15 cards are shared out two by two and one. A margin is found by one question after
the other.
"""

from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t

from bellboys.perfect cimport (
    NO_SUIT,
    SUITS,
    TABLE_BITS,
    Ending,
    Perfect,
    beaters,
    count_of,
    lowest_bit,
    other_way,
    rank_of,
)


cdef enum:
    FAR = 100  # more than any number of cards


cdef inline bint ends(
    const Perfect* q, Py_ssize_t lead, int mine, int theirs, int taken, int need
) noexcept nogil:
    """Whether the leader reaches what it needs in the last trick, in which nobody has a choice."""
    cdef int suits = q.last[lead][lowest_bit(<uint32_t>mine)][lowest_bit(<uint32_t>theirs)]
    return (3 if suits >> SUITS else -3) + q.moved[taken | suits] >= need


cdef bint reaches_in_two(
    const Perfect* q, Py_ssize_t lead, int mine, int theirs, int taken, int need
) noexcept nogil:
    """Whether the leader reaches what it needs in the last two tricks."""
    cdef Py_ssize_t other = 1 - lead
    cdef uint64_t own = q.ranks[lead][mine], ranks = q.ranks[other][theirs]
    cdef int rest = mine, place, led, legal, suits
    cdef bint held
    while rest:
        led = lowest_bit(<uint32_t>rest)
        rest &= rest - 1
        legal = theirs & q.places[other][q.suit[lead][led]]
        legal = legal if legal else theirs
        held = True
        while legal and held:
            place = lowest_bit(<uint32_t>legal)
            legal &= legal - 1
            suits = 1 << q.suit[lead][led] | 1 << q.suit[other][place]
            if rank_of(ranks, place) > rank_of(own, led):
                suits |= other_way(taken)
                held = not ends(q, other, theirs ^ 1 << place, mine ^ 1 << led, suits, 4 - need)
            else:
                suits |= taken
                held = ends(q, lead, mine ^ 1 << led, theirs ^ 1 << place, suits, need + 2)
        if held:
            return True
    return False


cdef bint holds(
    Perfect* q, Py_ssize_t lead, int mine, int theirs, int suit, int win, int legal, int taken,
    int need
) noexcept nogil:
    """Whether the leader reaches what it needs, whichever legal card follows to that suit.

    The led card has left the hand; `win` are the places of cards that beat it.
    """
    cdef Py_ssize_t other = 1 - lead
    cdef uint64_t ranks = q.ranks[other][theirs]
    cdef int place, score, best, suits, rest
    while legal:
        best, rest = FAR << 10, legal
        while rest:
            place = lowest_bit(<uint32_t>rest)
            rest &= rest - 1
            score = 4 * count_of(theirs >> place)
            if win >> place & 1:
                score = 4 * score - 8 * rank_of(ranks, place) - 16
            else:
                score += rank_of(ranks, place)
            if q.suit[other][place] != suit:
                score += 16 * count_of(mine & q.places[lead][q.suit[other][place]])
            best = min(best, 8 * score + place)
        place = best & 7
        legal ^= 1 << place
        suits = 1 << suit | 1 << q.suit[other][place]
        if win >> place & 1:
            suits |= other_way(taken)
            if reaches(q, other, theirs ^ 1 << place, mine, suits, 4 - need):
                return False
        elif not reaches(q, lead, mine, theirs ^ 1 << place, taken | suits, need + 2):
            return False
    return True


cdef bint leads(
    Perfect* q, Py_ssize_t lead, int mine, int theirs, int taken, int need
) noexcept nogil:
    """Whether the leader reaches what it needs with one of its cards."""
    cdef Py_ssize_t other = 1 - lead
    cdef uint64_t own = q.ranks[lead][mine], ranks = q.ranks[other][theirs]
    cdef int[8] order
    cdef int rest = mine, size = 0, place, suit, legal, win, score, best, i
    while rest:
        place = lowest_bit(<uint32_t>rest)
        rest &= rest - 1
        suit = q.suit[lead][place]
        legal = theirs & q.places[other][suit]
        score = 0 if legal else 28
        legal = legal if legal else theirs
        win = legal & beaters(ranks, rank_of(own, place))
        score += 48 * count_of(legal) - 32 * count_of(legal ^ win) - 32 * (legal == win)
        score += 16 * count_of(mine & q.places[lead][suit]) + 8 * count_of(mine >> place)
        score += rank_of(own, place)
        order[size] = score << 17 | win << 10 | legal << 3 | place
        size += 1
    while size:
        size -= 1
        best = size
        for i in range(size):
            if order[i] < order[best]:
                best = i
        order[best], score = order[size], order[best]
        place = score & 7
        if holds(
            q, lead, mine ^ 1 << place, theirs, q.suit[lead][place],
            score >> 10 & 127, score >> 3 & 127, taken, need
        ):
            return True
    return False


cdef bint reaches(
    Perfect* q, Py_ssize_t lead, int mine, int theirs, int taken, int need
) noexcept nogil:
    """Whether the leader reaches what it needs from the start of a trick.

    With no trick left, whoever would lead it takes the card set aside (ruling B8).
    """
    cdef uint64_t key
    cdef uint64_t* entry
    cdef int size = count_of(mine), low = -FAR, high = FAR
    cdef bint found
    if size == 2:
        return reaches_in_two(q, lead, mine, theirs, taken, need)
    if size == 1:
        return ends(q, lead, mine, theirs, taken, need)
    if size == 0:
        return q.moved[taken | q.aside] - 1 >= need
    key = q.deal << 21 | <uint64_t>(mine | theirs << 7 | taken << 14 | <int>lead << 20)
    entry = &q.table[key * <uint64_t>0x9E3779B97F4A7C15u >> (64 - TABLE_BITS)]
    if entry[0] >> 16 == key:
        low, high = <int8_t>(entry[0] & 255), <int8_t>(entry[0] >> 8 & 255)
        if need <= low:
            return True
        if need > high:
            return False
    found = leads(q, lead, mine, theirs, taken, need)
    if found:
        low = need
    else:
        high = need - 2
    entry[0] = key << 16 | <uint64_t>(<uint8_t>high) << 8 | <uint8_t>low
    return found


cdef inline bint comes_out(Perfect* q, const Ending* e, int need) noexcept nogil:
    """Whether the seat that leads the trick ends the round that many cards ahead, an odd number."""
    cdef Py_ssize_t lead = e.lead, other = 1 - lead
    cdef int taken = e.taken[lead] | e.taken[other] << SUITS
    cdef int mine = e.left[lead], theirs = e.left[other], legal
    need += e.ahead if lead else -e.ahead
    if e.led_suit == NO_SUIT:
        return reaches(q, lead, mine, theirs, taken, need)
    legal = theirs & q.places[other][e.led_suit]
    legal = legal if legal else theirs
    return holds(
        q, lead, mine, theirs, e.led_suit, beaters(q.ranks[other][theirs], e.led_rank), legal,
        taken, need
    )


cdef inline bint perfect_wins(Perfect* q, const Ending* e, Py_ssize_t seat) noexcept nogil:
    """Whether a seat wins the round under perfect play; some card must be in hand."""
    return comes_out(q, e, 1) == (seat == e.lead)


cdef inline int perfect_margin(Perfect* q, const Ending* e) noexcept nogil:
    """Cards of seat 1 less those of seat 0 under perfect play; some card must be in hand."""
    cdef int low = -15, high = 15, guess = 1
    while low < high:
        if comes_out(q, e, guess):
            low = guess
            guess += 2
        else:
            high = guess - 2
            guess -= 2
    return -low if e.lead else low
