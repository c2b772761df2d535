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
    below,
    coded_cards,
    follow_up,
    hash_of,
    last_winner,
    legal,
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
    uint32_t[SEATS][2] chooses  # bit i: it chooses the i-th card; by who leads and the holder
    uint64_t[SEATS][2] asked  # for keys: the question, and whose choices and tricks are meant
    uint64_t trumps  # for keys: whether the deal has trumps
    uint8_t[CARDS * SEATS] code  # for keys: what each card is, by the seat that leads
    Entry* entries
    int shift  # 64 less the bits of a place in the table
    uint64_t* pairs  # the same for endings of two tricks
    int pairs_shift


cdef inline void ask(Search* q) noexcept nogil:
    """Prepare to search deals: `table`, `question`, `mine` and `ours` are given."""
    cdef int lead, holder, i, seats = q.table.seats
    cdef uint64_t mine, ours, who
    cdef const Order* order
    for lead in range(seats):
        for holder in range(2):
            order = &q.table.order[lead][holder]
            q.chooses[lead][holder] = 0
            for i in range(seats):
                if q.question == POSSIBLE or q.mine >> order.chooser[i] & 1:
                    q.chooses[lead][holder] |= bit(i)
            mine, ours, who = q.mine, q.ours, 2 * lead + holder
            if q.table.players > 2:
                mine = (mine >> lead | mine << (seats - lead)) & ((1 << seats) - 1)
                ours = (ours >> lead | ours << (seats - lead)) & ((1 << seats) - 1)
                who = 0
            q.asked[lead][holder] = who | mine << 3 | ours << 7 | <uint64_t>q.question << 11


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
    """Of the counts in `need`, those that the side can force when a trick begins."""
    cdef uint32_t rest = legal(q.d, t, 0, 0, 0)
    cdef uint32_t some = first_leads(q, t, rest), acc = need, sub
    cdef bint mine = q.chooses[t.at.lead][t.at.holder] & 1
    cdef int card
    rest ^= some
    if mine:
        acc = 0
    while some | rest:
        if not some:
            some, rest = rest, 0
        card = lowest_bit(some)
        some &= some - 1
        t.led = q.d.lane_of[card]
        t.may_win = t.led | q.d.trumps
        sub = follow1(q, t, card, bit(card), need ^ acc if mine else acc)
        if mine:
            acc |= sub
            if acc == need:
                return acc
        else:
            acc = sub
            if not acc:
                return 0
    return acc


cdef inline uint32_t follow(
    int i, Search* q, Trick* t, int best, uint32_t gone, uint32_t need
) noexcept nogil:
    """The same when the i-th is to play."""
    cdef uint32_t rest = legal(q.d, t, i, best, gone), acc = need, sub
    cdef uint32_t some = rest & t.may_win & ~below(best + 1)  # those that win so far go first
    cdef bint mine = q.chooses[t.at.lead][t.at.holder] >> i & 1
    cdef int card
    rest ^= some
    if mine:
        acc = 0
    while some | rest:
        if some:
            card = lowest_bit(some)
            some &= some - 1
            sub = next_card(i + 1, q, t, card, gone | bit(card), need ^ acc if mine else acc)
        else:
            card = lowest_bit(rest)
            rest &= rest - 1
            sub = next_card(i + 1, q, t, best, gone | bit(card), need ^ acc if mine else acc)
        if mine:
            acc |= sub
            if acc == need:
                return acc
        else:
            acc = sub
            if not acc:
                return 0
    return acc


cdef inline uint32_t next_card(
    int i, Search* q, Trick* t, int best, uint32_t gone, uint32_t need
) noexcept nogil:
    """The same when i cards have been played."""
    if i == 1:
        return follow1(q, t, best, gone, need)
    if i == 2:
        return follow2(q, t, best, gone, need)
    if i == 3 and q.table.seats == 4:
        return follow3(q, t, best, gone, need)
    return taken(q, t, best, gone, need)


# One copy of the code a place in the trick.


cdef uint32_t follow1(
    Search* q, Trick* t, int best, uint32_t gone, uint32_t need
) noexcept nogil:
    return follow(1, q, t, best, gone, need)


cdef uint32_t follow2(
    Search* q, Trick* t, int best, uint32_t gone, uint32_t need
) noexcept nogil:
    return follow(2, q, t, best, gone, need)


cdef uint32_t follow3(
    Search* q, Trick* t, int best, uint32_t gone, uint32_t need
) noexcept nogil:
    return follow(3, q, t, best, gone, need)


cdef inline uint32_t taken(
    Search* q, Trick* t, int best, uint32_t gone, uint32_t need
) noexcept nogil:
    """The same when the trick is complete."""
    cdef Place following
    cdef uint32_t sub
    cdef bint counts
    best = settle(q.d, gone, best)
    counts = q.completing >> best & 1
    sub = need >> 1 if counts else need
    if counts and q.question == AT_LEAST and need & 1 and sub == 0:
        return 1
    follow_up(q.table, q.d, &t.at, best, gone, &following)
    if following.left == 0:
        sub &= 1
    elif following.left == 1:
        sub &= last_trick(q, &following)
    else:
        sub = forced(q, &following, sub)
    if not counts:
        return sub
    sub <<= 1
    return sub | (need & 1) if q.question == AT_LEAST else sub


cdef inline uint32_t last_trick(const Search* q, const Place* at) noexcept nogil:
    """The counts that the last trick brings: nobody has a choice."""
    cdef bint counts = q.completing >> last_winner(q.d, at) & 1
    if q.question == AT_LEAST:
        return 3 if counts else 1
    return 2 if counts else 1


cdef uint32_t two_tricks(Search* q, const Place* at, uint32_t need) noexcept nogil:
    """The same in two tricks: these endings have a table of their own."""
    cdef uint32_t live = at.live, known = 0, value = 0
    cdef uint64_t key = coded_cards(q.code, at.lead, &live, 2 * q.table.seats)
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
    value |= leads(q, &t, need & ~known)
    entry[0] = key << 6 | (known | need) << 3 | value
    return value & need


cdef inline int ruffed(
    const Search* q, const Place* at, int holder, uint32_t cards, int shift, int tops
) noexcept nogil:
    """How many of the tops of a lane nobody ruffs: whoever holds trumps must follow."""
    cdef int seat
    cdef uint32_t hand
    for seat in range(SEATS):
        hand = q.d.hand[seat] & at.live
        if seat != holder and hand & q.d.trumps:
            if not hand & cards:
                return 0
            if tops > 1:
                tops = min(tops, <int>BITS_OF_SUIT[(hand & cards) >> shift])
    return tops


cdef inline void bound(const Search* q, const Place* at, int* least, int* most) noexcept nogil:
    """Bounds of what can be forced, from the highest cards.

    Whoever holds the highest trumps wins a trick with each of them, whatever is played. And the
    leader's side can take quick tricks, one after the other: the tops of the leader, then those
    of one friend, after a lead to these. That tells how many the side can take at least, or if
    others lead, how many they can leave to it at most.
    """
    cdef const Deal* d = q.d
    cdef bint ours = q.ours >> at.lead & 1
    cdef uint32_t cards, tops, rest, friends = 0, entered = 0, meets = meeting(d, at.live)
    cdef int[SEATS] count = [0, 0, 0, 0]
    cdef int lane, holder, some, slack, quick = 0
    if q.table.players != 2 and q.question != POSSIBLE and (not ours or q.question == AT_LEAST):
        friends = q.ours if ours else ~q.ours
    least[0], most[0] = 0, at.left
    for lane in range(LANES):
        cards = d.lane[lane] & at.live
        if not cards or cards & meets:
            continue
        holder = d.owner[highest_bit(cards)]
        if not (friends >> holder & 1 or cards & d.trumps):
            continue
        tops = cards & d.hand[holder]
        rest = cards ^ tops
        if rest:
            tops &= ~below(highest_bit(rest))
        some = BITS_OF_SUIT[tops >> d.start[lane]]
        slack = BITS_OF_SUIT[(tops & q.slackers) >> d.start[lane]]
        if cards & d.trumps:
            if q.ours >> holder & 1:
                least[0] += some - slack
                most[0] -= slack
            else:
                most[0] -= some
        if not friends >> holder & 1:
            continue
        if d.trumps & at.live & ~cards:
            some = ruffed(q, at, holder, cards, d.start[lane], some)
        if some and d.hand[at.lead] & cards:
            entered |= bit(holder)
        if ours:
            some = max(some - slack, 0)
        count[holder] += some
    if not friends:
        return
    for holder in range(SEATS):
        if holder != at.lead and entered >> holder & 1:
            quick = max(quick, count[holder])
    quick = min(at.left, quick + count[at.lead])
    if ours:
        least[0] = max(least[0], quick)
    else:
        most[0] = min(most[0], at.left - quick)


cdef inline uint32_t forced(Search* q, const Place* at, uint32_t need) noexcept nogil:
    """Of the counts in `need`, those that the side can force from the start of a trick."""
    cdef uint32_t value = 0
    cdef int least, most
    if at.left == 2 and q.question != AT_LEAST:
        return two_tricks(q, at, need)
    bound(q, at, &least, &most)
    need &= (<uint32_t>2 << most) - 1
    if q.question == AT_LEAST:
        value = need & (<uint32_t>2 << least) - 1
        need ^= value
    else:
        need &= ~((<uint32_t>1 << least) - 1)
    if not need:
        return value
    if at.left == 2:
        return value | two_tricks(q, at, need)
    return value | searched(q, at, need)


cdef uint32_t searched(Search* q, const Place* at, uint32_t need) noexcept nogil:
    """The same, from the table or else by a search."""
    cdef Entry* entry
    cdef uint64_t[3] key
    cdef uint32_t known = 0, value = 0
    cdef Trick t
    set_key(q.code, at.lead, at, q.table.seats, beside_cards(q, at), key)
    entry = &q.entries[hash_of(key) >> q.shift]
    if same_key(entry.key, key):
        known, value = entry.known, entry.value
        if not need & ~known:
            return value & need
    begin_trick(q.table, q.d, at, q.slackers, &t)
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
