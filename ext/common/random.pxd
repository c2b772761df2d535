"""Philox4x64-10 words and unbiased draws: the twin of analyser.core.random, word for word."""

from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

cdef extern from "common/intrinsics.h" nogil:
    uint64_t multiply_high(uint64_t a, uint64_t b)

cdef extern from * nogil:
    bint likely(bint condition)  # for the compiler; defined in what Cython writes


cdef enum:
    CARDS = 0  # the stream that deals; seat s decides with stream 1 + s,
    WORLDS = 128  # imagines worlds with stream WORLDS + s,
    LATER = 192  # and the deals that follow in them with LATER + s
    LANE = 65536  # decisions draw from lanes of sixteen bits
    SPLIT = 12  # swaps of a shuffle that share its first word


cdef struct Stream:
    uint64_t seed
    uint64_t number
    uint64_t game
    uint64_t round


cdef inline void draw_block(const Stream* at, uint64_t index, uint64_t* words) noexcept nogil:
    """Write the four words of a block: Salmon et al. (2011), counter and key as NumPy has them."""
    cdef uint64_t c0 = index + 1, c1 = at.round, c2 = at.game, c3 = 0
    cdef uint64_t k0 = at.seed, k1 = at.number
    cdef uint64_t high0, high1
    cdef int _
    for _ in range(10):
        high0 = multiply_high(<uint64_t>0xD2E7470EE14C6C93u, c0)
        high1 = multiply_high(<uint64_t>0xCA5A826395121157u, c2)
        c0, c1, c2, c3 = (
            high1 ^ c1 ^ k0,
            c2 * <uint64_t>0xCA5A826395121157u,
            high0 ^ c3 ^ k1,
            c0 * <uint64_t>0xD2E7470EE14C6C93u,
        )
        k0 += <uint64_t>0x9E3779B97F4A7C15u
        k1 += <uint64_t>0xBB67AE8584CAA73Bu
    words[0] = c0
    words[1] = c1
    words[2] = c2
    words[3] = c3


cdef inline bint split_word(uint64_t word, int bound, int count, int* draws) noexcept nogil:
    """Draw below bound, bound - 1, … from one word; False if the word must be rejected."""
    cdef uint64_t product = 1
    cdef int i
    for i in range(count):
        draws[i] = <int>multiply_high(word, <uint64_t>(bound - i))
        word *= <uint64_t>(bound - i)
        product *= <uint64_t>(bound - i)
    return likely(word >= product) or word >= (0 - product) % product


cdef inline void draw_from(
    const Stream* at, const uint64_t* first, int piece, int bound, int count, int* draws
) noexcept nogil:
    """Draw below bound, bound - 1, … from that word of the first block that does not reject."""
    cdef uint64_t words[4]
    cdef uint64_t attempt = 0
    cdef uint64_t word = first[piece]
    while not likely(split_word(word, bound, count, draws)):
        attempt += 1
        draw_block(at, attempt, words)
        word = words[piece]


cdef inline uint64_t draw_number(
    const Stream* at, const uint64_t* first, int piece, uint64_t bound
) noexcept nogil:
    """Draw below a bound of any size from that word of the first block that does not reject."""
    cdef uint64_t words[4]
    cdef uint64_t attempt = 0
    cdef uint64_t word = first[piece]
    while not likely(word * bound >= bound) and word * bound < (0 - bound) % bound:
        attempt += 1
        draw_block(at, attempt, words)
        word = words[piece]
    return multiply_high(word, bound)


cdef inline void shuffle(
    const Stream* at, const uint64_t* first, unsigned char* cards, int count
) noexcept nogil:
    """Shuffle at most 30 cards with the first two words of the deal's blocks."""
    cdef int jumps[30]
    cdef int shared = min(SPLIT, count - 1)
    cdef int i
    cdef unsigned char card
    draw_from(at, first, 0, count, shared, jumps)
    draw_from(at, first, 1, count - shared, count - 1 - shared, jumps + shared)
    for i in range(count - 1):
        card = cards[i]
        cards[i] = cards[i + jumps[i]]
        cards[i + jumps[i]] = card


cdef inline void draw_lanes(const Stream* at, int count, uint16_t* lanes) noexcept nogil:
    """Write a decision stream's lanes, rounded up to whole blocks of sixteen (little-endian)."""
    cdef uint64_t words[4]
    cdef int i, k
    for i in range(0, count, 16):
        draw_block(at, <uint64_t>(i >> 4), words)
        for k in range(4):
            memcpy(lanes + i + 4 * k, &words[k], 8)


cdef inline int draw_lane(
    const Stream* at, const uint16_t* lanes, Py_ssize_t lane, int bound
) noexcept nogil:
    """Draw below bound from a decision's lane; a rejected lane falls back to a block of its own."""
    cdef uint32_t product = <uint32_t>lanes[lane] * <uint32_t>bound
    cdef uint32_t rest = product & (LANE - 1)
    cdef uint64_t limit, attempt, wide
    cdef uint64_t words[4]
    if likely(rest >= <uint32_t>bound) or rest >= LANE % <uint32_t>bound:
        return <int>(product >> 16)
    limit = <uint64_t>bound
    attempt = 0
    while True:
        attempt += 1
        draw_block(at, (attempt << 8) + <uint64_t>lane, words)
        wide = words[0] * limit
        if wide >= limit or wide >= (0 - limit) % limit:
            return <int>multiply_high(words[0], limit)
