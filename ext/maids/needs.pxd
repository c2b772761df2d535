"""What bids still call for, packed: four bits a side, completed tricks that it needs."""

from libc.stdint cimport uint32_t

cdef enum:
    SIDES = 3  # of which the third may be nobody
    DEAD = 15  # needed by a side whose bid cannot be met any more


cdef inline int of_side(uint32_t packed, int side) noexcept nogil:
    return packed >> (4 * side) & 15


cdef inline uint32_t dead(uint32_t needs, int side) noexcept nogil:
    """The needs when the bid of the side cannot be met any more."""
    return needs | <uint32_t>DEAD << (4 * side)


cdef inline uint32_t with_task(uint32_t needs, int side) noexcept nogil:
    """The needs when the side has completed a trick more."""
    cdef int need = of_side(needs, side)
    if need == DEAD:
        return needs
    return needs - (<uint32_t>1 << (4 * side)) if need else dead(needs, side)
