"""What a side can force, as sets of counts of completed tricks: bits of a mask.

A search carries the counts still in question. Whoever chooses for the side adds up what its plays
force, all others keep what every play leaves; so one pass answers all counts at once.
"""

from libc.stdint cimport uint16_t, uint32_t, uint64_t

from maids.deal cimport (
    LANES,
    Position,
    Table,
    Trick,
    after,
    begin_trick,
    below,
    hash_of,
    key_of,
    legal,
    put,
    settle,
)
from maids.state cimport bit, bits_of, highest_bit, lowest_bit


cdef enum Question:
    EXACT  # that many, against everybody else
    AT_LEAST  # that many or more
    POSSIBLE  # that many, with everybody helping


cdef struct Entry:
    uint64_t first
    uint64_t second
    uint16_t known  # counts that were worked out, as bits
    uint16_t value  # those of them that can be forced


cdef struct Search:
    const Table* table
    int question
    uint32_t mine  # seats whose choices the side makes, as bits
    uint32_t ours  # seats whose tricks it takes
    Entry* entries
    int shift  # 64 less the bits of a place in the table


cdef inline Entry* look_up(
    const Search* q, const Position* p, uint64_t* first, uint64_t* second
) noexcept nogil:
    """The entry where the position would stand; and its key."""
    key_of(q.table, p, q.mine, q.ours, q.question, first, second)
    return &q.entries[hash_of(first[0], second[0]) >> q.shift]


cdef inline bint counts_for(Search* q, const Position* p, const Trick* t) noexcept nogil:
    """Whether the settled trick counts for the side."""
    return q.ours >> t.winner & 1 & ~(p.slackers >> t.best)


cdef inline uint32_t group_of(
    const Search* q, const Position* p, const Trick* t, uint32_t left, int group
) noexcept nogil:
    """Of the leads left those to try first (0), second (1), last (2): the rest.

    First cards that nothing in their suit beats, second suits in which the side holds the top.
    """
    cdef uint32_t tops = 0, mates = 0
    cdef int lane, top, seat
    if group == 2:
        return left
    for lane in range(LANES):
        top = p.start[lane + 1] - 1
        if top < p.start[lane]:
            continue
        if t.hand[p.lead] >> top & 1:
            tops |= bit(top)
            while top > p.start[lane] and t.hand[p.lead] >> (top - 1) & 1:
                top -= 1
                tops |= bit(top)
        else:
            for seat in range(q.table.seats):
                if t.hand[seat] >> top & 1 and (q.ours >> seat ^ q.ours >> p.lead) & 1 == 0:
                    mates |= below(p.start[lane + 1]) & ~below(p.start[lane])
    return left & (tops if group == 0 else mates)


cdef uint32_t play(Search* q, const Position* p, Trick* t, int i, uint32_t need) noexcept nogil:
    """Of the counts in `need`, those that the side can force when the i-th is to play."""
    cdef uint32_t left, first, second, acc, sub
    cdef bint mine, counts
    cdef int card, best, winner, group
    cdef Position child
    if i == q.table.seats:
        settle(q.table, p, t)
        counts = counts_for(q, p, t)
        sub = need >> 1 if counts else need
        if counts and q.question == AT_LEAST and need & 1 and sub == 0:
            return 1
        after(q.table, p, t, &child)
        sub = forced(q, &child, sub)
        if not counts:
            return sub
        sub <<= 1
        return sub | (need & 1) if q.question == AT_LEAST else sub
    left = legal(t, i)
    mine = q.question == POSSIBLE or q.mine >> t.chooser[i] & 1
    acc = 0 if mine else need
    best, winner = t.best, t.winner
    if i == 0:
        for group in range(3):
            first = group_of(q, p, t, left, group)
            while first:
                card = highest_bit(first) if group == 0 else lowest_bit(first)
                first ^= bit(card)
                left ^= bit(card)
                put(p, t, 0, card)
                sub = play(q, p, t, 1, need & ~acc if mine else acc)
                if mine:
                    acc |= sub
                    if acc == need:
                        return acc
                else:
                    acc = sub
                    if not acc:
                        return 0
        return acc
    # Cards that win so far come first where an opponent wins so far, last where a friend does.
    first = left & t.may_win & ~(bit(best + 1) - 1)
    if (q.ours >> winner ^ q.ours >> t.seat[i]) & 1 == 0:
        second, first = first, left & ~first
    else:
        second = left & ~first
    for group in range(2):
        left = second if group else first
        while left:
            card = lowest_bit(left)
            left &= left - 1
            t.best, t.winner = best, winner
            put(p, t, i, card)
            sub = play(q, p, t, i + 1, need & ~acc if mine else acc)
            if mine:
                acc |= sub
                if acc == need:
                    return acc
            else:
                acc = sub
                if not acc:
                    return 0
    return acc


cdef inline uint32_t last_trick(Search* q, const Position* p, uint32_t need) noexcept nogil:
    """Of the counts in `need`, those that the last trick brings: nobody has a choice."""
    cdef Trick t
    cdef int i
    cdef bint counts
    begin_trick(q.table, p, &t)
    for i in range(q.table.seats):
        put(p, &t, i, lowest_bit(t.hand[t.seat[i]]))
    settle(q.table, p, &t)
    counts = counts_for(q, p, &t)
    if q.question == AT_LEAST:
        return need & (3 if counts else 1)
    return need & (2 if counts else 1)


cdef inline uint32_t in_range(Search* q, const Position* p) noexcept nogil:
    """The counts that the highest trumps leave possible, as bits.

    Whoever holds the highest trumps wins a trick with each of them, whatever is played.
    """
    cdef uint32_t owner, every = below(p.start[LANES])
    cdef int least = 0, most = p.left, top = p.start[LANES] - 1, seat
    if q.table.trump and p.start[2] <= top and not p.pairs & 4:
        seat = (p.low >> top & 1) | (p.high >> top & 1) << 1
        owner = (p.low if seat & 1 else ~p.low) & (p.high if seat & 2 else ~p.high) & every
        while top >= p.start[2] and owner >> top & 1:
            if q.ours >> seat & 1 and not p.slackers >> top & 1:
                least += 1
            else:
                most -= 1
            top -= 1
    if q.question == AT_LEAST:
        return ((<uint32_t>2 << most) - 1)
    return ((<uint32_t>2 << most) - 1) & ~((<uint32_t>1 << least) - 1)


cdef inline int quick(Search* q, const Position* p, const Trick* t, bint clean) noexcept nogil:
    """Tricks that the leader can take one after the other; `clean`: those without slackers."""
    cdef int lane, top, cap, seat, count = 0
    cdef uint32_t mask, hand = t.hand[p.lead], trumps = t.trumps
    for lane in range(LANES):
        top = p.start[lane + 1] - 1
        if top < p.start[lane] or not hand >> top & 1 or p.pairs >> lane & 1:
            continue
        mask = below(p.start[lane + 1]) & ~below(p.start[lane])
        cap = 10
        if trumps and lane != 2:
            for seat in range(q.table.seats):
                if seat != p.lead and t.hand[seat] & trumps:
                    cap = min(cap, bits_of(t.hand[seat] & mask))
        while cap > 0 and top >= p.start[lane] and hand >> top & 1:
            if not (clean and p.slackers >> top & 1):
                count += 1
            top -= 1
            cap -= 1
    return count


cdef uint32_t forced(Search* q, const Position* p, uint32_t need) noexcept nogil:
    """Of the counts in `need`, those that the side can force from the start of a trick."""
    cdef Entry* entry
    cdef uint64_t first, second
    cdef uint32_t known, value, searched, found
    cdef Trick t
    need &= (<uint32_t>1 << (p.left + 1)) - 1
    if not need:
        return 0
    if p.left == 0:
        return need
    if p.left == 1:
        return last_trick(q, p, need)
    need &= in_range(q, p)
    if not need:
        return 0
    entry = look_up(q, p, &first, &second)
    value = 0
    searched = need
    known = 0
    if entry.first == first and entry.second == second:
        known, value = entry.known, entry.value
        searched = need & ~known
        if not searched:
            return value & need
    begin_trick(q.table, p, &t)
    if q.question == AT_LEAST and q.table.players != 2:
        if q.ours >> p.lead & 1:
            value |= (<uint32_t>2 << quick(q, p, &t, True)) - 1
            known |= value
        else:
            known |= ~((<uint32_t>2 << (p.left - quick(q, p, &t, False))) - 1) & 0xffff
        searched &= ~known
        if not searched:
            return value & need
    found = play(q, p, &t, 0, searched)
    value |= found
    known |= searched
    if q.question == AT_LEAST:
        # Whoever can force a count can force any lower one.
        if value:
            value = (<uint32_t>2 << highest_bit(value)) - 1
        known |= value
        searched = known & ~value
        if searched:
            known |= ~((searched & -searched) - 1) & 0xFFFF
    entry.first, entry.second = first, second
    entry.known, entry.value = <uint16_t>known, <uint16_t>value
    return value & need
