"""Rounds played on from any point: each seat by the strategy of its code."""

from libc.stdint cimport uint8_t

from bellboys.choose cimport choose_fan
from bellboys.state cimport (
    BITS_OF_SUIT,
    FORK_CARD,
    FORK_EXCHANGE,
    FORK_FAN,
    FORK_LEADER,
    FORK_LOOK,
    FORK_SUIT,
    HAND,
    NO_FORK,
    PLAYS,
    SEATS,
    Fork,
    Hand,
    Log,
    Round,
    exchange,
    follow_card,
    lead_card,
    legal_places,
    nth_place,
    position_of,
    rank_at,
    reverse,
)


cdef inline int imposed_place(
    const Round* r, Py_ssize_t seat, int legal, int place
) noexcept nogil:
    """The place that a fork imposes, else the one given."""
    cdef const Fork* fork = r.fork
    if fork.kind == FORK_CARD and fork.seat == seat and fork.at == r.trick:
        if fork.value < BITS_OF_SUIT[legal]:
            return nth_place(legal, fork.value)
    return place


cdef inline void note_play(
    const Round* r, Py_ssize_t seat, int legal, int place
) noexcept nogil:
    """Write a card about to be played into the log."""
    cdef Log* log = r.log
    cdef const Hand* hand = &r.hands[seat]
    cdef int at = log.plays
    log.play_seat[at] = <uint8_t>seat
    log.play_card[at] = hand.card[place]
    log.play_position[at] = <uint8_t>position_of(hand, place)
    log.play_rank[at] = <uint8_t>rank_at(r.rules, hand, place)
    log.play_options[at] = BITS_OF_SUIT[legal]
    log.play_choice[at] = BITS_OF_SUIT[legal & ((1 << place) - 1)]
    log.plays += 1


cdef inline int pick(
    bint plain, Round* r, const int* strategies, Py_ssize_t seat, bint follows
) noexcept nogil:
    """The place that a seat plays from, under the fork."""
    cdef int legal = legal_places(r, seat, follows)
    cdef int place = decide(plain, r, strategies[seat], seat, legal, follows)
    if not plain:
        if r.fork != NULL:
            place = imposed_place(r, seat, legal, place)
        if r.log != NULL:
            note_play(r, seat, legal, place)
    return place


cdef inline void play_tricks(bint plain, Round* r, const int* strategies) noexcept nogil:
    """Play the tricks of a round (section 3)."""
    cdef Py_ssize_t seat
    while r.trick < HAND:
        seat = r.lead
        lead_card(r, seat, pick(plain, r, strategies, seat, False))
        seat = 1 - seat
        follow_card(r, seat, pick(plain, r, strategies, seat, True))
        if not plain and r.log != NULL:
            r.log.trick_winner[r.trick - 1] = <uint8_t>r.lead


cdef inline bint chosen_fan(Round* r, int strategy, Py_ssize_t seat) noexcept nogil:
    """Whether a seat turns its hand over: its choice under `deal.sighted_fan` (ruling B2)."""
    cdef const Fork* fork = r.fork
    cdef bint turned = False
    if r.rules.sighted_fan:
        turned = choose_fan(r, strategy, seat)
    if fork != NULL and fork.kind == FORK_FAN and fork.seat == seat:
        turned = fork.value
    return turned


cdef void fan_hands(Round* r, const int* strategies) noexcept nogil:
    """Impose what a fork changes before the round, and let both seats fan their hands."""
    cdef const Fork* fork = r.fork
    cdef bint[SEATS] turned
    cdef Py_ssize_t s
    cdef int i
    if fork != NULL:
        if fork.kind == FORK_LEADER:
            r.starter = r.lead = fork.value
        elif fork.kind == FORK_LOOK:
            r.looks[fork.seat] = fork.value
        elif fork.kind == FORK_SUIT:
            r.moving &= ~(1 << fork.value)
        elif fork.kind == FORK_EXCHANGE:
            exchange(r, fork.value, fork.at)
    for s in range(SEATS):
        turned[s] = chosen_fan(r, strategies[s], s)
    for s in range(SEATS):
        if turned[s]:
            reverse(&r.hands[s])
        if r.log != NULL:
            r.log.fan[s] = turned[s]
            for i in range(HAND):
                r.log.hand[HAND * s + i] = r.hands[s].card[i]
    if r.log != NULL:
        r.log.aside = <uint8_t>r.aside
        r.log.plays = 0
