"""A round, from the first drawn card to the last trick."""

from libc.stdint cimport uint8_t

from maids.choose cimport choose_act, choose_card
from maids.state cimport (
    CLARA,
    Round,
    Side,
    act,
    bit,
    fork_tricks,
    next_seat,
    side_of,
    suit_mask,
    suit_of,
    winning_card,
)


cdef inline void take_turn(
    int players, bint plain, Round* r, int strategy, Py_ssize_t seat, Py_ssize_t passes_to,
    Py_ssize_t turn, int drawn
) noexcept nogil:
    """Play a turn of the distribution; the side has drawn `drawn` cards before."""
    cdef int card = r.sides[side_of(players, seat)].pile[drawn]
    cdef Py_ssize_t action = choose_act(players, plain, r, strategy, seat, turn, card)
    act(players, plain, r, seat, passes_to, card, action)


cdef inline void distribute(
    int players, bint plain, Round* r, const int* strategies
) noexcept nogil:
    """Play the distribution (section 3.1)."""
    cdef Py_ssize_t seat = r.starter
    cdef Py_ssize_t turn, drawn, left
    cdef int _
    cdef int[4] turns = [0, 0, 0, 0]
    if players == 4:
        for _ in range(2 * r.rules.block):
            while not r.sides[seat & 1].node.count[seat >> 1]:
                seat = next_seat(4, seat)
            drawn = turns[seat & 1] + turns[seat | 2]
            take_turn(4, plain, r, strategies[seat], seat, seat ^ 2, turns[seat], drawn)
            turns[seat] += 1
            seat = next_seat(4, seat)
    else:
        for turn in range(r.rules.block):
            for _ in range(players):
                left = next_seat(players, seat)
                take_turn(players, plain, r, strategies[seat], seat, left, turn, turn)
                seat = left


cdef inline void play_tricks(
    int players, bint plain, Round* r, const int* strategies
) noexcept nogil:
    """Play the tricks (section 3.2, rulings M8 to M12)."""
    cdef uint8_t[30] owner
    cdef Py_ssize_t i, seat, chooser, card
    cdef Side* side
    r.lead = r.leader_card
    for r.trick in range(r.rules.hand_cards):
        r.played = 0
        seat = r.lead
        for i in range(4 if players == 4 else 3):
            chooser = seat
            if players == 2:
                if r.lead == CLARA:
                    chooser = 1 - r.leader_card if i == 1 else r.leader_card
                    seat = CLARA if i == 0 else chooser
                elif i == 2:
                    seat, chooser = CLARA, r.lead
                else:
                    seat = chooser = r.lead ^ i
            card = choose_card(players, plain, r, strategies[chooser], seat, chooser, i)
            r.seats[seat].hand ^= bit(card)
            r.played |= bit(card)
            r.plays[i] = card
            owner[card] = <uint8_t>seat
            if i == 0:
                r.led_shift = 10 * suit_of(card)
                r.led_suit = suit_mask(suit_of(card))
            seat = next_seat(players, seat)
        r.public |= r.played
        card = winning_card(r, r.played, r.led_suit)
        seat = owner[card]
        if not plain and r.log != NULL:
            r.log.trick_winner[r.trick] = <uint8_t>seat
        side = &r.sides[side_of(players, seat)]
        side.accepted += 1
        side.completed += r.slackers & bit(card) == 0
        if r.rules.leader_card_follows_winner and seat < players:
            r.leader_card = seat
        r.lead = seat


cdef inline void play_round(
    int players, bint plain, Round* r, const int* strategies, bint distributed, Round* ready
) noexcept nogil:
    """Play a dealt round, or one `distributed`, up to the last trick.

    What it was before the tricks is copied to `ready`, unless that is NULL.
    """
    if not distributed:
        distribute(players, plain, r, strategies)
    if not plain and ready != NULL:
        ready[0] = r[0]
    if not plain and r.fork != NULL:
        fork_tricks(r)
    r.led = r.leader_card
    play_tricks(players, plain, r, strategies)
