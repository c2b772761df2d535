"""What the strategies of the kernel play in the information sets of endgames (endgame.pyx)."""

from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport calloc, free

from bellboys.perfect cimport TABLE
from bellboys.state cimport (
    HAND,
    POSITIONS,
    SYMBOLS,
    Rules,
    clear_table,
    draw_decisions,
    follow,
    lead,
    legal_places,
    sort_hand,
    suit_of,
)

include "bellboys/search.pxi"


cdef void play_so_far(Round* r, const uint8_t[:, ::1] plays) noexcept nogil:
    """Bring a round to where those plays leave it."""
    cdef int i
    clear_table(r)
    r.aside = 0
    for i in range(<int>plays.shape[0]):
        if i % 2 == 0:
            lead(r, plays[i, 0], suit_of(plays[i, 1]), plays[i, 2])
        else:
            follow(r, plays[i, 0], suit_of(plays[i, 1]), plays[i, 2])


cdef inline void add_card(Hand* hand, int card) noexcept nogil:
    """Put a card to the right of a hand."""
    hand.card[BITS_OF_SUIT[hand.left]] = <uint8_t>card
    hand.left = hand.left << 1 | 1


cdef inline bint play_on(
    Round* r, Py_ssize_t seat, const uint8_t* unseen, int cards, uint64_t key
) noexcept nogil:
    """Bring a round to an information set of a seat; return whether it follows there.

    Of the `unseen` cards, those that the seat has not seen lie anywhere.
    """
    cdef uint64_t history = key >> 16 & ((<uint64_t>1 << 44) - 1)
    cdef int hidden = (1 << cards) - 1, shift = 0, held = cards // 2, code, i, rank
    cdef bint follows = False
    cdef Py_ssize_t mover
    r.hands[0].left = r.hands[1].left = 0
    while history >> shift:
        shift += 6
    while shift:
        shift -= 6
        code = <int>(history >> shift & 63) - 1
        i = unseen[code >> 2]
        rank = r.rules.rank[i % SYMBOLS * POSITIONS + (code & 3) + 1]
        mover = 1 - r.lead if follows else r.lead
        if follows:
            follow(r, mover, suit_of(i), rank)
        else:
            lead(r, mover, suit_of(i), rank)
        follows = not follows
        hidden ^= 1 << (code >> 2)
        held -= mover == seat
    for i in range(held):
        code = <int>(key >> 4 * i & 15)
        add_card(&r.hands[seat], unseen[code])
        hidden ^= 1 << code
    if r.looks[seat]:
        code = <int>(key >> 60)
        r.aside = unseen[code]
        hidden ^= 1 << code
    for i in range(cards):
        if hidden >> i & 1:
            hidden ^= 1 << i
            if hidden or r.looks[seat]:
                add_card(&r.hands[1 - seat], unseen[i])
            else:
                r.aside = unseen[i]
    sort_hand(&r.hands[0])
    sort_hand(&r.hands[1])
    return follows


def choices(
    dict rules, int strategy, int worlds, int number, int seat, int leader, bint looks,
    const uint8_t[:, ::1] plays, const uint8_t[::1] unseen, const uint64_t[::1] keys,
    uint8_t[::1] out
):
    """Write into `out` [n] which of its legal cards, from the left, a strategy plays in each set.

    The endgame: `number` of the round, the `leader` of the trick, the `plays` before [m, 3] (seat,
    card, rank), and the `unseen` cards, in order. The sets: `keys` [n], of a `seat` that `looks`
    at the card set aside or not. `strategy` is a code; it draws from seed 0, game 0.
    """
    cdef Rules c_rules = rules
    cdef Search search
    cdef Perfect perfect
    cdef Round start, r
    cdef Py_ssize_t i
    cdef int legal, place
    cdef bint follows
    perfect.deal = 0
    perfect.table = <uint64_t*>calloc(TABLE, sizeof(uint64_t))
    if perfect.table == NULL:
        raise MemoryError
    search.worlds[0] = search.worlds[1] = worlds
    search.perfect = &perfect
    search.seed = search.replicate = search.game = 0
    search.number = number
    start.rules, start.search = &c_rules, &search
    start.looks[seat], start.looks[1 - seat] = looks, False
    for i in range(HAND):
        start.hands[0].card[i] = start.hands[1].card[i] = 0
    with nogil:
        play_so_far(&start, plays)
        start.lead = leader
        draw_decisions(&start, seat, 0, 0, number, 0)
        for i in range(keys.shape[0]):
            r = start
            follows = play_on(&r, seat, &unseen[0], <int>unseen.shape[0], keys[i])
            legal = legal_places(&r, seat, follows)
            place = decide(False, &r, strategy, seat, legal, follows)
            out[i] = BITS_OF_SUIT[legal & ((1 << place) - 1)]
        free(perfect.table)
