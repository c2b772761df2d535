"""Perfect play: what whoever leads can be sure of, when both know all cards.

The value of an ending is how many cards its leader comes out ahead: the cards that the other still
gets less those that the leader gets, after complete suits have moved. It is odd, since 15 cards
are shared out two by two and one. Each search asks whether the value is at least what the leader
needs. It answers with a bound: one that is not below the need is a lower one, any other is
an upper one. A margin is found by one question after the other.
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
    highest_bit,
    legal_for,
    lowest_bit,
    other_way,
    rank_of,
)


cdef enum:
    FAR = 100  # more than any number of cards


cdef inline int in_last(
    const Perfect* q, Py_ssize_t seat, bint follows, int own, int place, int taken
) noexcept nogil:
    """What a seat comes out ahead in the last trick, its own card and that of the other given."""
    cdef int suits = q.last[seat][follows][own][place]
    return (3 if suits >> SUITS else -3) + q.moved[taken | suits]


cdef inline int in_two(
    const Perfect* q, Py_ssize_t lead, int led, int own, int place, int other, int led_rank,
    int rank, int taken
) noexcept nogil:
    """The value of the last two tricks: first `led` and `place` are played, then the others."""
    cdef bint lost = rank > led_rank
    cdef int suits = q.bit[lead][led] | q.bit[1 - lead][place]
    taken |= suits << (SUITS if lost else 0)
    return in_last(q, lead, lost, own, other, taken) + (2 if lost else -2)


cdef inline int led_in_two(
    const Perfect* q, Py_ssize_t lead, int led, int own, uint32_t theirs, uint64_t own_ranks,
    uint64_t ranks, int taken, int need
) noexcept nogil:
    """The same when that card is led first."""
    cdef uint32_t legal = legal_for(q, 1 - lead, theirs, q.suit[lead][led])
    cdef int low = lowest_bit(theirs), high = highest_bit(theirs), rank = rank_of(own_ranks, led)
    cdef int value = FAR
    if legal >> low & 1:
        value = in_two(q, lead, led, own, low, high, rank, rank_of(ranks, low), taken)
    if value >= need and legal >> high & 1:
        value = min(
            value, in_two(q, lead, led, own, high, low, rank, rank_of(ranks, high), taken)
        )
    return value


cdef inline int bound_in_two(
    const Perfect* q, Py_ssize_t lead, uint32_t mine, uint32_t theirs, int taken, int need
) noexcept nogil:
    """A bound of the value of the last two tricks."""
    cdef uint64_t own_ranks = q.ranks[lead][mine], ranks = q.ranks[1 - lead][theirs]
    cdef int low = lowest_bit(mine), high = highest_bit(mine)
    cdef int value = led_in_two(q, lead, low, high, theirs, own_ranks, ranks, taken, need)
    if value >= need:
        return value
    return max(
        value, led_in_two(q, lead, high, low, theirs, own_ranks, ranks, taken, need)
    )


cdef inline int bound_by_replies(
    Perfect* q, Py_ssize_t lead, uint32_t mine, uint32_t theirs, int size, int suit,
    uint32_t legal, uint32_t win, int taken, int need
) noexcept nogil:
    """A bound of the value once a card of that suit is led.

    It has left the leader's hand, of `size` cards now. Of the other's `legal` cards those that
    `win` the trick are tried first.
    """
    cdef Py_ssize_t other = 1 - lead
    cdef int place, suits, found, value = FAR
    cdef uint32_t left
    while legal:
        place = highest_bit(win if win else legal)
        legal &= ~(<uint32_t>1 << place)
        left = theirs ^ <uint32_t>1 << place
        suits = 1 << suit | q.bit[other][place]
        if win:
            win ^= <uint32_t>1 << place
            suits |= other_way(taken)
            found = 2 - bound(q, other, left, mine, size, suits, 4 - need)
        else:
            found = bound(q, lead, mine, left, size, taken | suits, need + 2) - 2
        if found < need:
            return found
        value = min(value, found)
    return value


cdef inline int list_leads(
    const Perfect* q, Py_ssize_t lead, uint32_t mine, uint32_t theirs, uint32_t* leads
) noexcept nogil:
    """Write for each card of the leader when to try it, and what it meets; return their number.

    Numbers whose last bits are the place (3), the legal cards of the other (7), and those of them
    that win the trick (7). The lowest is to be tried first: a card that leaves the other few
    choices, above all few that win; of a short suit; on the right. These weights were found by
    how many endings a search has to look at.
    """
    cdef uint64_t own_ranks = q.ranks[lead][mine], ranks = q.ranks[1 - lead][theirs]
    cdef uint32_t rest = mine, legal, win, lose
    cdef int size = 0, place, suit, score
    while rest:
        place = lowest_bit(rest)
        rest &= rest - 1
        suit = q.suit[lead][place]
        score = 4 * count_of(mine & q.places[lead][suit]) + count_of(mine >> place)
        legal = theirs & q.places[1 - lead][suit]
        if not legal:
            legal = theirs
            score += 8
        win = legal & beaters(ranks, rank_of(own_ranks, place))
        lose = legal ^ win
        score += 12 * count_of(win)
        if lose:
            score += 4 * count_of(lose) + 8
        leads[size] = <uint32_t>score << 17 | win << 10 | legal << 3 | <uint32_t>place
        size += 1
    return size


cdef inline int bound_by_leads(
    Perfect* q, Py_ssize_t lead, uint32_t mine, uint32_t theirs, int taken, int need
) noexcept nogil:
    """A bound of the value from the start of a trick, by its cards."""
    cdef uint32_t[8] leads
    cdef uint32_t chosen
    cdef int size = list_leads(q, lead, mine, theirs, leads), left = size
    cdef int place, found, value = -FAR, i, best
    while left:
        left -= 1
        best = left
        for i in range(left):
            if leads[i] < leads[best]:
                best = i
        chosen = leads[best]
        leads[best] = leads[left]
        place = chosen & 7
        found = bound_by_replies(
            q, lead, mine ^ <uint32_t>1 << place, theirs, size - 1, q.suit[lead][place],
            chosen >> 3 & 127, chosen >> 10 & 127, taken, need
        )
        if found >= need:
            return found
        value = max(value, found)
    return value


cdef int bound(
    Perfect* q, Py_ssize_t lead, uint32_t mine, uint32_t theirs, int size, int taken, int need
) noexcept nogil:
    """A bound of the value from the start of a trick, of which `size` are left.

    With none left, whoever would lead it takes the card set aside (ruling B8).
    """
    cdef uint64_t key
    cdef uint64_t* entry
    cdef int low = -FAR, high = FAR, found
    if size == 2:
        return bound_in_two(q, lead, mine, theirs, taken, need)
    if size == 1:
        return in_last(q, lead, False, lowest_bit(mine), lowest_bit(theirs), taken)
    if size == 0:
        return q.moved[taken | q.aside] - 1
    key = q.deal << 21 | <uint64_t>(mine | theirs << 7 | <uint32_t>taken << 14)
    key |= <uint64_t>lead << 20
    entry = &q.table[key * <uint64_t>0x9E3779B97F4A7C15u >> (64 - TABLE_BITS)]
    if entry[0] >> 16 == key:
        low, high = <int8_t>(entry[0] & 255), <int8_t>(entry[0] >> 8 & 255)
        if low >= need:
            return low
        if high < need:
            return high
    found = bound_by_leads(q, lead, mine, theirs, taken, need)
    if found >= need:
        low = found
    else:
        high = found
    entry[0] = key << 16 | <uint64_t>(<uint8_t>high) << 8 | <uint8_t>low
    return found


cdef inline int ahead_by(Perfect* q, const Ending* e, int need) noexcept nogil:
    """A bound of how many cards the seat that leads the trick is ahead at the end of the round.

    Some card must be in hand.
    """
    cdef Py_ssize_t lead = e.lead, other = 1 - lead
    cdef uint32_t mine = e.left[lead], theirs = e.left[other], legal
    cdef int taken = e.taken[lead] | e.taken[other] << SUITS
    cdef int ahead = -e.ahead if lead else e.ahead
    need -= ahead
    if e.led_suit == NO_SUIT:
        return ahead + bound(q, lead, mine, theirs, count_of(mine), taken, need)
    legal = legal_for(q, other, theirs, e.led_suit)
    return ahead + bound_by_replies(
        q, lead, mine, theirs, count_of(mine), e.led_suit,
        legal, legal & beaters(q.ranks[other][theirs], e.led_rank), taken, need
    )


cdef inline bint perfect_wins(Perfect* q, const Ending* e, Py_ssize_t seat) noexcept nogil:
    """Whether a seat wins the round under perfect play; some card must be in hand."""
    return (ahead_by(q, e, 1) >= 1) == (seat == e.lead)


cdef inline int perfect_margin(Perfect* q, const Ending* e) noexcept nogil:
    """Cards of seat 1 less those of seat 0 under perfect play; some card must be in hand."""
    cdef int low = -15, high = 15, need = 1, found
    while low < high:
        found = ahead_by(q, e, need)
        if found >= need:
            low, need = found, found + 2
        else:
            high, need = found, found
    return -low if e.lead else low
