"""How a seat decides by a strategy that does not search."""

from bellboys.greedy cimport greedy_fan, greedy_play
from bellboys.planner cimport planner_fan, planner_play
from bellboys.state cimport BITS_OF_SUIT, Round, nth_place
from common.random cimport draw_lane


cdef enum:  # strategies; what searches is in search.pxi
    RANDOM
    GREEDY
    PLANNER
    SEARCH


cdef inline int choose_place(
    bint plain, Round* r, int strategy, Py_ssize_t seat, int legal, bint follows
) noexcept nogil:
    """The place that a strategy plays from."""
    cdef int options = BITS_OF_SUIT[legal]
    if options == 1:
        return nth_place(legal, 0)
    if plain or strategy == RANDOM:
        return nth_place(
            legal, draw_lane(&r.decisions[seat], r.lanes[seat], 1 + r.trick, options)
        )
    if strategy == GREEDY:
        return greedy_play(r, seat, legal, follows)
    return planner_play(r, seat, legal, follows)


cdef inline bint choose_fan(Round* r, int strategy, Py_ssize_t seat) noexcept nogil:
    """Whether a strategy turns the whole hand over, in sight of it."""
    if strategy == RANDOM:
        return draw_lane(&r.decisions[seat], r.lanes[seat], 0, 2)
    if strategy == GREEDY:
        return greedy_fan(r.rules, &r.hands[seat])
    return planner_fan(r, seat)
