"""What a side can force, as sets of counts of completed tricks: bits of a mask.

A search carries the counts still in question. Whoever chooses for the side adds up what its plays
force, all others keep what every play leaves; so one pass answers all counts at once.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from maids.deal cimport (
    CARDS,
    LANES,
    SEATS,
    Deal,
    Order,
    Place,
    Table,
    Trick,
    begin_trick,
    coded_cards,
    follow_up,
    hash_of,
    last_winner,
    legal,
    lowest_of,
    mark,
    meeting,
    meeting_lanes,
    same_key,
    set_key,
    settle,
)
from maids.state cimport BITS_OF_SUIT, bit, highest_bit, lowest_bit


cdef enum Question:
    EXACT  # that many, against everybody else
    AT_LEAST  # that many or more
    POSSIBLE  # that many, with everybody helping


cdef struct Entry:
    uint64_t[3] key
    uint16_t known  # counts that were worked out, as bits
    uint16_t value  # those of them that can be forced


cdef struct Search:
    const Table* table
    const Deal* d
    int question
    uint32_t mine  # seats whose choices the side makes, as bits
    uint32_t ours  # seats whose tricks it takes
    uint32_t completing  # cards that complete a trick for it
    uint32_t slackers  # cards that take one for it without
    uint32_t[2] sides  # cards of the others, and its own
    uint32_t[SEATS][2][SEATS] chooses  # all bits where it chooses the i-th card; by lead and holder
    uint64_t[SEATS][2] asked  # for keys: the question, and whose choices and tricks are meant
    uint64_t trumps  # for keys: whether the deal has trumps
    uint8_t[CARDS] code  # for keys: what each card is
    Entry* entries
    int shift  # 64 less the bits of a place in the table
    uint64_t* pairs  # the same for endings of two tricks
    int pairs_shift


cdef inline void ask(Search* q) noexcept nogil:
    """Prepare to search deals: `table`, `question`, `mine` and `ours` are given."""
    cdef int lead, holder, i, seats = q.table.seats
    cdef const Order* order
    for lead in range(seats):
        for holder in range(2):
            order = &q.table.order[lead][holder]
            for i in range(seats):
                q.chooses[lead][holder][i] = -<uint32_t>(
                    q.question == POSSIBLE or q.mine >> order.chooser[i] & 1
                )
            q.asked[lead][holder] = (
                2 * lead + holder | q.mine << 3 | q.ours << 7 | <uint64_t>q.question << 11
            )


cdef inline void look_at(Search* q, const Deal* d, const Place* at) noexcept nogil:
    """Turn to a deal."""
    cdef int seat
    q.d = d
    q.trumps = <uint64_t>(d.trumps != 0) << 13
    q.completing = q.slackers = 0
    for seat in range(q.table.seats):
        if q.ours >> seat & 1:
            q.completing |= d.hand[seat] & ~d.slackers
            q.slackers |= d.hand[seat] & d.slackers
    q.sides[1] = q.completing | q.slackers
    q.sides[0] = ~q.sides[1]
    mark(d, at, q.slackers, q.code)


cdef inline uint64_t beside_cards(const Search* q, const Place* at) noexcept nogil:
    """What a key holds beside the cards, in 17 bits."""
    return (q.asked[at.lead][at.holder] | q.trumps) << 3 | meeting_lanes(q.d, at.live)


cdef inline uint32_t first_leads(const Search* q, const Trick* t, uint32_t cards) noexcept nogil:
    """Of the cards those that nothing beats in their suit."""
    cdef uint32_t found = 0, lane
    cdef int i
    for i in range(LANES):
        lane = q.d.lane[i] & t.at.live
        if lane & cards:
            found |= bit(highest_bit(lane))
    return found & cards


cdef uint32_t leads(Search* q, Trick* t, uint32_t need) noexcept nogil:
    """Of the counts in `need`, those that the side can force when a trick begins.

    The side itself takes those that it can force by this card or that. `left` is what it still
    lacks; where others choose, what they have left to it.
    """
    cdef uint32_t rest = legal(t, 0, 0), first = first_leads(q, t, rest), some, card, sub
    cdef uint32_t mine = t.chosen[0], left = need
    while True:
        some = rest & first
        card = lowest_of(some if some else rest)
        rest ^= card
        t.led = q.d.lane_of[lowest_bit(card)]
        t.may_win = t.led | q.d.trumps
        if q.table.seats == 4:
            sub = second_of_four(q, t, card, 0, left)
        else:
            sub = second_of_three(q, t, card, 0, left)
        left = sub ^ left & mine
        if not (left and rest):
            return left ^ need & mine


ctypedef uint32_t (*Play)(Search*, const Trick*, uint32_t, uint32_t, uint32_t) noexcept nogil


cdef inline uint32_t follow(
    int i, Play after, Search* q, const Trick* t, uint32_t top, uint32_t beaten, uint32_t need
) noexcept nogil:
    """The same when the i-th is to play, and then comes `after`.

    `top` is the card that wins so far, `beaten` are the others that were played.
    """
    cdef uint32_t rest = legal(t, i, beaten), higher, lower, some
    cdef uint32_t win = t.may_win & -(top << 1)  # cards that win so far go first
    cdef uint32_t mine = t.chosen[i], left = need
    while True:
        some = rest & win
        if some:
            higher, lower = lowest_of(some), top
            rest ^= higher
        else:
            higher, lower = top, lowest_of(rest)
            rest ^= lower
        left = after(q, t, higher, beaten | lower, left) ^ left & mine
        if not (left and rest):
            return left ^ need & mine


# The compiler makes one copy of `follow` a place in the trick, each within the one before.


cdef inline uint32_t fourth(
    Search* q, const Trick* t, uint32_t top, uint32_t beaten, uint32_t need
) noexcept nogil:
    return follow(3, taken, q, t, top, beaten, need)


cdef inline uint32_t third_of_four(
    Search* q, const Trick* t, uint32_t top, uint32_t beaten, uint32_t need
) noexcept nogil:
    return follow(2, fourth, q, t, top, beaten, need)


cdef inline uint32_t second_of_four(
    Search* q, const Trick* t, uint32_t top, uint32_t beaten, uint32_t need
) noexcept nogil:
    return follow(1, third_of_four, q, t, top, beaten, need)


cdef inline uint32_t third_of_three(
    Search* q, const Trick* t, uint32_t top, uint32_t beaten, uint32_t need
) noexcept nogil:
    return follow(2, taken, q, t, top, beaten, need)


cdef inline uint32_t second_of_three(
    Search* q, const Trick* t, uint32_t top, uint32_t beaten, uint32_t need
) noexcept nogil:
    return follow(1, third_of_three, q, t, top, beaten, need)


cdef inline uint32_t taken(
    Search* q, const Trick* t, uint32_t top, uint32_t beaten, uint32_t need
) noexcept nogil:
    """The same when the trick is complete."""
    cdef Place following
    cdef uint32_t gone = beaten | top, sub
    cdef int counts
    top = settle(q.d, top, gone)
    counts = q.completing & top != 0
    sub = need >> counts & t.possible
    if not sub or sub == 1 and q.question == AT_LEAST:
        pass
    elif t.at.left > 1:
        follow_up(q.table, q.d, &t.at, top, gone, &following)
        if following.left == 1:
            sub &= last_trick(q, &following)
        else:
            sub = forced(q, &following, sub)
    if not counts:
        return sub
    sub <<= 1
    return sub | (need & 1) if q.question == AT_LEAST else sub


cdef inline uint32_t last_trick(const Search* q, const Place* at) noexcept nogil:
    """The counts that the last trick brings: nobody has a choice."""
    cdef bint counts = q.completing & last_winner(q.d, at) != 0
    if q.question == AT_LEAST:
        return 3 if counts else 1
    return 2 if counts else 1


cdef inline uint32_t two_tricks(Search* q, const Place* at, uint32_t need) noexcept nogil:
    """The same in two tricks: these endings have a table of their own."""
    cdef uint32_t live = at.live, known = 0, value = 0
    cdef uint64_t key = coded_cards(q.code, &live, 2 * q.table.seats)
    cdef uint64_t* entry
    cdef Trick t
    key = key << 17 | beside_cards(q, at)
    entry = &q.pairs[hash_of([key, 0, 0]) >> q.pairs_shift]
    need &= 7
    if entry[0] >> 6 == key:
        known, value = entry[0] >> 3 & 7, entry[0] & 7
        if not need & ~known:
            return value & need
    begin_trick(q.table, q.d, at, q.slackers, &t)
    t.chosen = q.chooses[at.lead][at.holder]
    value |= leads(q, &t, need & ~known)
    entry[0] = key << 6 | (known | need) << 3 | value
    return value & need


cdef inline uint32_t up_to(int count) noexcept nogil:
    """All counts that are not above it."""
    return (<uint32_t>2 << count) - 1


cdef inline int top_shift(const Deal* d, uint32_t cards, int holder, int lane) noexcept nogil:
    """By how much to shift the cards of a lane for the highest ones of a hand to remain."""
    return highest_bit((cards & ~d.hand[holder]) << 1 | d.floor[lane])


cdef inline void count_trumps(
    const Search* q, const Place* at, uint32_t meets, int* least, int* most
) noexcept nogil:
    """Bounds by trumps: whoever holds the highest wins with each of them, whatever is played."""
    cdef uint32_t cards = q.d.trumps & at.live
    cdef int holder, shift, some, slack
    if not cards or cards & meets:
        return
    holder = q.d.owner[highest_bit(cards)]
    shift = top_shift(q.d, cards, holder, LANES - 1)
    some = BITS_OF_SUIT[cards >> shift]
    if q.ours >> holder & 1:
        slack = BITS_OF_SUIT[(cards & q.slackers) >> shift]
        least[0] += some - slack
        most[0] -= slack
    else:
        most[0] -= some


cdef inline int ruffed(
    const Search* q, uint32_t trumps, uint32_t cards, int shift, int tops
) noexcept nogil:
    """How many of the tops of a lane nobody ruffs: whoever holds trumps must follow."""
    cdef int seat
    cdef uint32_t hand
    for seat in range(SEATS):
        hand = q.d.hand[seat]
        if hand & trumps:
            if not hand & cards:
                return 0
            if tops > 1:
                tops = min(tops, <int>BITS_OF_SUIT[(hand & cards) >> shift])
    return tops


cdef inline int quick_tricks(const Search* q, const Place* at, uint32_t meets) noexcept nogil:
    """What the leader's side can take one after the other with the highest cards of its lanes.

    The tops of the leader, then those of one friend, after a lead to these.
    """
    cdef const Deal* d = q.d
    cdef bint ours = q.ours >> at.lead & 1
    cdef uint32_t cards, theirs, count = 0, entered = 0  # bytes by friend
    cdef uint32_t against = q.sides[not ours], trumps = d.trumps & at.live
    cdef int lane, holder, shift, some, slack = 0, own = 0, others = 0
    for lane in range(LANES):
        cards = d.lane[lane] & at.live
        theirs = cards & against
        if cards ^ theirs <= theirs or cards & meets:
            continue
        holder = d.owner[highest_bit(cards)]
        shift = top_shift(d, cards, holder, lane)
        some = BITS_OF_SUIT[cards >> shift]
        if trumps & ~cards:
            some = ruffed(q, trumps, cards, d.start[lane], some)
        if not some:
            continue
        if ours:
            slack = BITS_OF_SUIT[(cards & q.slackers) >> shift]
        if holder == at.lead:
            own += max(0, some - slack)
            continue
        count += <uint32_t>max(0, some - slack) << (8 * holder)
        if d.hand[at.lead] & cards:
            entered |= <uint32_t>255 << (8 * holder)
    count &= entered
    while count:
        others = max(others, <int>(count & 255))
        count >>= 8
    return min(at.left, own + others)


cdef inline uint32_t searched(Search* q, const Place* at, uint32_t need) noexcept nogil:
    """The same, from the table or else by a search."""
    cdef Entry* entry
    cdef uint64_t[3] key
    cdef uint32_t known = 0, value = 0
    cdef Trick t
    set_key(q.code, at, q.table.seats, beside_cards(q, at), key)
    entry = &q.entries[hash_of(key) >> q.shift]
    if same_key(entry.key, key):
        known, value = entry.known, entry.value
        if not need & ~known:
            return value & need
    begin_trick(q.table, q.d, at, q.slackers, &t)
    t.chosen = q.chooses[at.lead][at.holder]
    value |= leads(q, &t, need & ~known)
    known |= need
    if q.question == AT_LEAST:
        # Whoever can force a count can force any lower one.
        if value:
            value = (<uint32_t>2 << highest_bit(value)) - 1
        known |= value
        if known & ~value:
            known |= ~(bit(lowest_bit(known & ~value)) - 1) & 0xFFFF
    entry.key = key
    entry.known, entry.value = <uint16_t>known, <uint16_t>value
    return value & need


cdef uint32_t forced(Search* q, const Place* at, uint32_t need) noexcept nogil:
    """Of the counts in `need`, those that the side can force from the start of a trick."""
    cdef uint32_t meets, found = 0, sure
    cdef int least = 0, most = at.left
    if at.left == 2 and q.question != AT_LEAST:
        return two_tricks(q, at, need)
    meets = meeting(q.d, at.live)
    count_trumps(q, at, meets, &least, &most)
    need &= up_to(most)
    if q.question != AT_LEAST:
        need &= -bit(least)
    else:
        found = need & up_to(least)
        need ^= found
    if not need:
        return found
    if q.table.players != 2 and q.question != POSSIBLE:
        if not q.ours >> at.lead & 1:
            need &= up_to(at.left - quick_tricks(q, at, meets))
        elif q.question == AT_LEAST:
            sure = need & up_to(quick_tricks(q, at, meets))
            found |= sure
            need ^= sure
        if not need:
            return found
    if at.left == 2:
        return found | two_tricks(q, at, need)
    return found | searched(q, at, need)
