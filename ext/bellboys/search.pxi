"""The strategy `search`: plays what wins in most of the worlds that may be, if all saw their cards.

The fast strategy's choice is left only for one that gains more than the standard error of its
gain. Where the worlds are no more than it may look at, it looks at each once. Twin of
analyser.games.bellboys.search.
"""

from libc.stdint cimport int64_t, uint32_t, uint64_t

from bellboys.choose cimport SEARCH, choose_place
from bellboys.perfect cimport NO_SUIT, Ending, Perfect, look_at
from bellboys.planner cimport planner_play
from bellboys.state cimport (
    BITS_OF_SUIT,
    SEATS,
    SUITS,
    Hand,
    Round,
    Search,
    cards_taken,
    lowest_bit,
    rank_at,
    suit_of,
)
from bellboys.worlds cimport Unseen, imagine, look
from common.random cimport WORLDS, Stream, draw_block, draw_number

include "bellboys/perfect.pxi"


cdef struct Trial:
    int place
    int64_t gain
    int64_t squares


cdef inline Stream world_stream(
    const Search* search, Py_ssize_t seat, int lane, int world
) noexcept nogil:
    """The random words of a world that a seat imagines at the decision of a lane."""
    cdef Stream at
    at.seed, at.game = search.seed, search.game
    at.number = (search.replicate << 8) + WORLDS + <uint64_t>seat
    at.round = <uint64_t>search.number + (<uint64_t>lane << 16) + (<uint64_t>world << 32)
    return at


cdef inline void collect(Ending* e, Py_ssize_t winner, int suits) noexcept nogil:
    """A seat takes a trick with cards of those suits, as bits, and leads the next."""
    e.lead = winner
    e.led_suit = NO_SUIT
    e.taken[winner] |= suits
    e.ahead += 2 if winner else -2


cdef inline Ending ending_of(const Round* r) noexcept nogil:
    """What is left of a round, before the card that is about to be played."""
    cdef Ending e
    cdef int s, i
    for s in range(SEATS):
        e.left[s] = r.hands[s].left
        e.taken[s] = 0
        for i in range(SUITS):
            e.taken[s] |= (r.collected[s][i] != 0) << i
    e.ahead = cards_taken(r, 1) - cards_taken(r, 0)
    e.lead, e.led_suit, e.led_rank = r.lead, r.led_suit, r.led_rank
    return e


cdef inline bint wins_with(
    Perfect* q, const Round* r, Ending e, Py_ssize_t seat, int place
) noexcept nogil:
    """Whether a seat wins the round if it plays from a place and then all play perfectly."""
    cdef int suit = suit_of(r.hands[seat].card[place])
    cdef int rank = rank_at(r.rules, &r.hands[seat], place)
    e.left[seat] ^= 1 << place
    if seat == e.lead:
        e.led_suit, e.led_rank = suit, rank
    else:
        collect(&e, seat if rank > e.led_rank else e.lead, 1 << suit | 1 << e.led_suit)
    return perfect_wins(q, &e, seat)


cdef int search_play(const Round* r, Py_ssize_t seat, int legal, bint follows) noexcept nogil:
    """The place that gains most over the fast strategy's, if more than the error of its gain."""
    cdef const Search* search = r.search
    cdef Perfect* q = <Perfect*>search.perfect
    cdef Ending e = ending_of(r)
    cdef Unseen u
    cdef Trial[HAND] trials
    cdef Hand[SEATS] hands
    cdef uint64_t[4] words
    cdef Stream at
    cdef uint64_t number, ways
    cdef int usual = planner_play(r, seat, legal, follows), best = usual
    cdef int count = 0, world, worlds = search.worlds[seat], i, gain, aside = r.aside
    cdef int64_t most = 0
    cdef bint every, won
    while legal:
        trials[count].place = lowest_bit(<uint32_t>legal)
        trials[count].gain = trials[count].squares = 0
        legal &= legal - 1
        count += trials[count].place != usual
    look(r, seat, &u)
    ways = <uint64_t>u.asides * u.orders
    every = ways <= <uint64_t>worlds
    if every:
        worlds = <int>ways
    hands[seat] = r.hands[seat]
    for world in range(worlds):
        number = <uint64_t>world
        if not every:
            at = world_stream(search, seat, 1 + r.trick, world)
            draw_block(&at, 0, words)
            number = draw_number(&at, words, 0, ways)
        hands[1 - seat] = r.hands[1 - seat]
        imagine(&u, number, &hands[1 - seat], &aside)
        look_at(q, r.rules, hands, aside, r.moving)
        won = wins_with(q, r, e, seat, usual)
        for i in range(count):
            gain = <int>wins_with(q, r, e, seat, trials[i].place) - <int>won
            trials[i].gain += gain
            trials[i].squares += gain * gain
    for i in range(count):
        if trials[i].gain > most:
            if every or trials[i].gain * trials[i].gain > trials[i].squares:
                best, most = trials[i].place, trials[i].gain
    return best


cdef inline int decide(
    bint plain, Round* r, int strategy, Py_ssize_t seat, int legal, bint follows
) noexcept nogil:
    """The place that any strategy plays from; in a `plain` round all play at random."""
    if not plain and strategy == SEARCH and legal & (legal - 1):
        return search_play(r, seat, legal, follows)
    return choose_place(plain, r, strategy, seat, legal, follows)
