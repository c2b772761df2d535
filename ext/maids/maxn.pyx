"""max^n: the points of a round when each side plays for its own, all cards seen (docs/solver.md).

Positions come as solve.pyx takes them. Whoever chooses takes the card that is best for its side;
of several that are, a tie-break picks one, and with it what the others get.
"""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from maids.deal cimport (
    CARDS,
    Deal,
    Place,
    Table,
    Trick,
    begin_trick,
    follow_up,
    hash_of,
    legal,
    lowest_of,
    mark,
    meeting_lanes,
    same_key,
    set_key,
    set_order,
    settle,
)
from maids.needs cimport DEAD, SIDES, dead, of_side, with_task
from maids.squeeze cimport begun, squeeze
from maids.state cimport bit, bits_of, highest_bit, lowest_bit, side_of

cdef enum:
    NOTHING = -1  # points, fewer than any


cdef enum TieBreak:
    FIRST  # the lowest place: plain suits before trumps, low ranks before high
    LAST  # the highest place
    ALTRUISTIC  # most points for the others together, then the lowest place
    SPITEFUL  # fewest points for the others together, then the lowest place


cdef struct Entry:
    uint64_t[3] key
    int16_t[SIDES] points  # to come, by side


cdef struct Stakes:
    # What bids call for, 4 bits a side: completed tricks still needed, appeals at stake.
    uint32_t needs
    uint32_t appeals


cdef struct Scoring:
    int accepted
    int[SIDES] success
    int appeal_success
    int appeal_failure


cdef struct Limits:
    # What can still come of a position, for each set of sides that may be those to meet their bids.
    int sets
    int[8] spare  # tricks that none of these bids calls for
    int[8][SIDES] room  # how many of them each side can take
    int[8][SIDES] points  # by side, without them
    int[8] total  # points of all sides, with them


cdef struct Search:
    const Table* table
    const Scoring* scoring
    const Deal* d
    uint8_t[CARDS] code  # for keys: what each card is
    int sides
    int tie_break
    Entry* entries
    int shift  # 64 less the bits of a place in the table


cdef inline void bury(const Search* q, Stakes* stakes, int left, int* points) noexcept nogil:
    """Mark bids that need more tricks than are left, and pay out what their appeals failed."""
    cdef int side, other, appeals
    for side in range(q.sides):
        if of_side(stakes.needs, side) > left:
            stakes.needs = dead(stakes.needs, side)
            appeals = of_side(stakes.appeals, side)
            stakes.appeals &= ~(<uint32_t>15 << 4 * side)
            for other in range(q.sides):
                if other != side:
                    points[other] += q.scoring.appeal_failure * appeals


cdef inline void reward(const Search* q, Stakes stakes, int* points) noexcept nogil:
    """Pay out the bids that were met, once no trick is left and the others are buried."""
    cdef int side, made = 0
    for side in range(q.sides):
        made += of_side(stakes.needs, side) != DEAD
    for side in range(q.sides):
        if of_side(stakes.needs, side) != DEAD:
            points[side] += q.scoring.success[made - 1]
            points[side] += q.scoring.appeal_success * of_side(stakes.appeals, side)


cdef void limit(
    const Search* q, const Place* at, Stakes stakes, Limits* limits
) noexcept nogil:
    """Find what can still come of a position; dead bids are buried."""
    cdef int alive = 0, met, made, failed, spare, side, n = 0
    cdef int slackers = bits_of(q.d.slackers & at.live)
    cdef const Scoring* scoring = q.scoring
    for side in range(q.sides):
        alive |= (of_side(stakes.needs, side) != DEAD) << side
    met = alive
    while True:
        spare, made, failed = at.left, 0, 0
        for side in range(q.sides):
            if met >> side & 1:
                spare -= of_side(stakes.needs, side)
                made += 1
            else:
                failed += of_side(stakes.appeals, side)
        # A side that meets its bid can take more only with slackers.
        if spare >= 0 and (made < q.sides or spare <= slackers):
            limits.spare[n] = spare
            limits.total[n] = scoring.accepted * at.left
            for side in range(q.sides):
                limits.points[n][side] = scoring.appeal_failure * failed
                if met >> side & 1:
                    limits.room[n][side] = min(spare, slackers)
                    limits.points[n][side] += (
                        scoring.accepted * of_side(stakes.needs, side) + scoring.success[made - 1]
                        + scoring.appeal_success * of_side(stakes.appeals, side)
                    )
                    limits.total[n] -= scoring.accepted * of_side(stakes.needs, side)
                else:
                    limits.room[n][side] = spare
                    limits.points[n][side] -= (
                        scoring.appeal_failure * of_side(stakes.appeals, side)
                    )
                limits.total[n] += limits.points[n][side]
            n += 1
        if not met:
            limits.sets = n
            return
        met = (met - 1) & alive


cdef inline int liking(const Search* q, int total, int other) noexcept nogil:
    """Above 0 if, own points being equal, a side likes a total of all points better than another.

    Below 0 if it likes it less, 0 if it does not care.
    """
    if q.tie_break == ALTRUISTIC:
        return total - other
    if q.tie_break == SPITEFUL:
        return other - total
    return 0


cdef inline int sum_of(const int* points) noexcept nogil:
    return points[0] + points[1] + points[2]


cdef inline bint is_better(
    const Search* q, int side, const int* points, const int* best
) noexcept nogil:
    """Whether the side prefers `points` by side to the `best` so far, from a card tried before."""
    if points[side] != best[side]:
        return points[side] > best[side]
    return liking(q, sum_of(points), sum_of(best)) > 0


cdef inline int wanted(
    const Search* q, const Limits* limits, int n, int side, const int* best, bint better
) noexcept nogil:
    """The spare tricks of the n-th set that the side must take to fare as well as in `best`.

    Or `better`; more than there are if it cannot.
    """
    cdef int unit = q.scoring.accepted, like = liking(q, limits.total[n], sum_of(best)), missing
    missing = best[side] - limits.points[n][side]
    if like < 0 or (better and like == 0):
        missing += 1
    if missing <= 0:
        return 0
    if missing > unit * limits.room[n][side]:
        return limits.spare[n] + 1
    return (missing + unit - 1) // unit


cdef inline bint can_rise(
    const Search* q, const Limits* limits, int side, const int* best
) noexcept nogil:
    """Whether anything can come that the side prefers to `best`."""
    cdef int n
    for n in range(limits.sets):
        if wanted(q, limits, n, side, best, True) <= limits.spare[n]:
            return True
    return False


cdef inline bint can_please(
    const Search* q, const Limits* limits, int side, const int* best, int rival, const int* theirs
) noexcept nogil:
    """Whether the rival can get more than in `theirs` while the side fares as well as in `best`."""
    cdef int n
    for n in range(limits.sets):
        if (
            wanted(q, limits, n, side, best, False) + wanted(q, limits, n, rival, theirs, True)
            <= limits.spare[n]
        ):
            return True
    return False


cdef void take(
    Search* q, const Trick* t, uint32_t top, uint32_t beaten, Stakes stakes, int* points
) noexcept nogil:
    """The points to come when the trick is complete."""
    cdef Place following
    cdef int side, i
    cdef int[SIDES] now
    cdef uint32_t gone = beaten | top
    now[0] = now[1] = now[2] = 0
    top = settle(q.d, top, gone)
    follow_up(q.table, q.d, &t.at, top, gone, &following)
    side = side_of(q.table.players, following.lead)
    now[side] = q.scoring.accepted
    if not q.d.slackers & top:
        stakes.needs = with_task(stakes.needs, side)
    bury(q, &stakes, following.left, now)
    if following.left == 0:
        points[0] = points[1] = points[2] = 0
        reward(q, stakes, points)
    else:
        outcome(q, &following, stakes, points)
    for i in range(SIDES):
        points[i] += now[i]


cdef void play(
    Search* q, Trick* t, int i, uint32_t top, uint32_t beaten, Stakes stakes,
    const Limits* limits, const int* theirs, int* points
) noexcept nogil:
    """The points to come when the i-th is to play.

    Where the one before would not choose them, having `theirs`, it is enough that they say so.
    """
    cdef uint32_t left, card, higher
    cdef int side, rival, k
    cdef int[SIDES] found
    if i == q.table.seats:
        take(q, t, top, beaten, stakes, points)
        return
    side = side_of(q.table.players, t.order.chooser[i])
    rival = side_of(q.table.players, t.order.chooser[i - 1]) if theirs else side
    left = legal(t, i, beaten)
    points[side] = NOTHING
    while left:
        card = bit(highest_bit(left)) if q.tie_break == LAST else lowest_of(left)
        left ^= card
        if i == 0:
            t.led = q.d.lane_of[lowest_bit(card)]
            t.may_win = t.led | q.d.trumps
        higher = card if card & t.may_win and card > top else top
        play(
            q, t, i + 1, higher, beaten | top ^ card ^ higher, stakes, limits,
            NULL if points[side] == NOTHING else points, found
        )
        if is_better(q, side, found, points):
            for k in range(SIDES):
                points[k] = found[k]
            if theirs and not can_please(q, limits, side, points, rival, theirs):
                points[rival] = NOTHING
                return
            if not can_rise(q, limits, side, points):
                return


cdef void outcome(Search* q, const Place* at, Stakes stakes, int* points) noexcept nogil:
    """The points to come from the start of a trick; dead bids are buried."""
    cdef Entry* entry
    cdef uint64_t[3] key
    cdef uint64_t rest
    cdef int k
    cdef Limits limits
    cdef Trick t
    rest = (
        stakes.needs | stakes.appeals << 12 | meeting_lanes(q.d, at.live) << 24
        | q.tie_break << 27 | (q.d.trumps != 0) << 29 | <uint64_t>at.lead << 30
    )
    set_key(q.code, at, q.table.seats, rest, key)
    entry = &q.entries[hash_of(key) >> q.shift]
    if same_key(entry.key, key):
        for k in range(SIDES):
            points[k] = entry.points[k]
        return
    begin_trick(q.table, q.d, at, q.d.slackers, &t)
    limit(q, at, stakes, &limits)
    points[SIDES - 1] = 0
    play(q, &t, 0, 0, 0, stakes, &limits, NULL, points)
    entry.key = key
    for k in range(SIDES):
        entry.points[k] = <int16_t>points[k]


cdef class MaxN:
    """A table of endings that were worked out: for one thread, shared by all its deals.

    For three and four `players`. `slackers` is a mask of cards, `zeros`: whether a zero beats its
    nine; `accepted`, `success`, `appeal_success` and `appeal_failure` are the points of the rules.
    The table has 2 ** `bits` entries of 32 bytes; the newest entry stays. It never changes
    answers, only how soon they come.
    """

    cdef Table table
    cdef Scoring scoring
    cdef uint32_t slackers
    cdef bint zeros
    cdef int shift
    cdef Entry* entries

    def __cinit__(
        self, int players, uint32_t slackers, bint zeros, int accepted, success,
        int appeal_success, int appeal_failure, int bits=16
    ):
        cdef int i
        self.table.players = self.table.seats = players
        set_order(&self.table)
        self.slackers = slackers
        self.zeros = zeros
        self.scoring.accepted = accepted
        for i in range(len(success)):
            self.scoring.success[i] = success[i]
        self.scoring.appeal_success = appeal_success
        self.scoring.appeal_failure = appeal_failure
        self.shift = 64 - bits
        self.entries = <Entry*>calloc(<size_t>1 << bits, sizeof(Entry))
        if self.entries == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.entries)

    def points(
        self, const uint32_t[:, ::1] hands, const int8_t[:, ::1] tricks, const int8_t[::1] trump,
        const int8_t[::1] lead, const uint16_t[::1] needs, const uint16_t[::1] appeals,
        int tie_break, int16_t[:, ::1] out
    ):
        """Write into `out` [n, sides] the points to come when each side maximises its own.

        `needs` and `appeals` [n] hold 4 bits a side: the completed tricks that its bid still calls
        for, 15 where it cannot be met or there is no such side, and the appeals among its cards.
        """
        cdef Deal d
        cdef Place at
        cdef Search q
        cdef Stakes stakes
        cdef Trick t
        cdef int8_t[CARDS] places
        cdef int[SIDES] points
        cdef int[SIDES] now
        cdef Limits limits
        cdef Py_ssize_t i
        cdef int k
        q.table, q.scoring, q.tie_break = &self.table, &self.scoring, tie_break
        q.entries, q.shift = self.entries, self.shift
        q.sides = 2 if self.table.players == 4 else 3
        with nogil:
            for i in range(hands.shape[0]):
                squeeze(
                    &self.table, &hands[i, 0], &tricks[i, 0], trump[i], self.slackers,
                    self.zeros, lead[i], lead[i], &d, &at, places
                )
                q.d = &d
                mark(&d, &at, d.slackers, q.code)
                stakes.needs, stakes.appeals = needs[i], appeals[i]
                now[0] = now[1] = now[2] = 0
                points[0] = points[1] = points[2] = 0
                bury(&q, &stakes, at.left, now)
                if at.left == 0:
                    reward(&q, stakes, points)
                elif tricks[i, 0] < 0:
                    outcome(&q, &at, stakes, points)
                else:
                    begin_trick(&self.table, &d, &at, d.slackers, &t)
                    begun(&self.table, &tricks[i, 0], places, &t)
                    limit(&q, &at, stakes, &limits)
                    play(&q, &t, 0, 0, 0, stakes, &limits, NULL, points)
                for k in range(q.sides):
                    out[i, k] = <int16_t>(now[k] + points[k])
