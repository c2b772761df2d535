"""Rounds played on from any point: one copy of the code for each number of players."""

from maids.rounds cimport begin_tricks, distribute, play_tricks
from maids.state cimport Round, fork_tricks


cdef void draw_on(
    Round* r, const int* strategies, Py_ssize_t seat, int* turns, int taken
) noexcept nogil:
    """Play the distribution on from a seat; see distribute."""
    if r.rules.players == 3:
        distribute(3, False, r, strategies, seat, turns, taken)
    elif r.rules.players == 2:
        distribute(2, False, r, strategies, seat, turns, taken)
    else:
        distribute(4, False, r, strategies, seat, turns, taken)


cdef void play_on(
    Round* r, const int* strategies, int trick, Py_ssize_t played
) noexcept nogil:
    """Play the tricks on; see play_tricks."""
    if r.rules.players == 3:
        play_tricks(3, False, r, strategies, trick, played)
    elif r.rules.players == 2:
        play_tricks(2, False, r, strategies, trick, played)
    else:
        play_tricks(4, False, r, strategies, trick, played)


cdef void draw_all(Round* r, const int* strategies) noexcept nogil:
    """Play the distribution of a dealt round."""
    cdef int[4] turns = [0, 0, 0, 0]
    draw_on(r, strategies, r.starter, turns, 0)


cdef void play_all(Round* r, const int* strategies) noexcept nogil:
    """Play all tricks after a distribution, under the fork."""
    if r.fork != NULL:
        fork_tricks(r)
    begin_tricks(r)
    play_on(r, strategies, 0, 0)
