"""A round, from the first drawn card to the last trick."""

from libc.stdint cimport uint8_t

from maids.choose cimport choose_act, choose_card
from maids.state cimport (
    CLARA,
    Round,
    Side,
    act,
    bit,
    next_seat,
    side_of,
    suit_mask,
    suit_of,
    trick_cards,
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
    int players, bint plain, Round* r, const int* strategies, Py_ssize_t seat, int* turns,
    int taken
) noexcept nogil:
    """Play the distribution on from a seat (section 3.1).

    The seats have had `turns`, `taken` of them all in all.
    """
    cdef Py_ssize_t turn, drawn, left
    cdef int first = 0, _
    if players == 4:
        for _ in range(taken, 2 * r.rules.block):
            while not r.sides[seat & 1].node.count[seat >> 1]:
                seat = next_seat(4, seat)
            drawn = turns[seat & 1] + turns[seat | 2]
            take_turn(4, plain, r, strategies[seat], seat, seat ^ 2, turns[seat], drawn)
            turns[seat] += 1
            seat = next_seat(4, seat)
    else:
        first = taken % players
        for turn in range(taken // players, r.rules.block):
            for _ in range(first, players):
                left = next_seat(players, seat)
                take_turn(players, plain, r, strategies[seat], seat, left, turn, turn)
                seat = left
            first = 0


cdef inline Py_ssize_t seat_of(int players, const Round* r, Py_ssize_t i) noexcept nogil:
    """The seat whose card is the i-th of the trick (ruling M12)."""
    cdef Py_ssize_t seat = r.lead + i
    if players == 4:
        return seat & 3
    if players == 3:
        return seat if seat < 3 else seat - 3
    if r.lead != CLARA:
        return CLARA if i == 2 else r.lead ^ i
    if i == 0:
        return CLARA
    return 1 - r.leader_card if i == 1 else r.leader_card


cdef inline Py_ssize_t chooser_of(int players, const Round* r, Py_ssize_t seat) noexcept nogil:
    """The seat that chooses the next card of a seat (ruling M12)."""
    if players != 2 or seat != CLARA:
        return seat
    return r.leader_card if r.lead == CLARA else r.lead


cdef inline void play_card(
    bint plain, Round* r, Py_ssize_t seat, Py_ssize_t i, int card
) noexcept nogil:
    """Put the seat's card down as the i-th of the trick."""
    r.seats[seat].hand ^= bit(card)
    r.played |= bit(card)
    r.plays[i] = card
    r.owner[card] = <int>seat
    if i == 0:
        r.led_shift = 10 * suit_of(card)
        r.led_suit = suit_mask(suit_of(card))
    elif not plain and not r.led_suit & bit(card):
        r.seats[seat].lacks |= r.led_suit


cdef inline void take_trick(int players, bint plain, Round* r) noexcept nogil:
    """Give the complete trick to its winner (sections 3.2.2 and 3.2.3, rulings M8 to M10)."""
    cdef int card = winning_card(r, r.played, r.led_suit)
    cdef Py_ssize_t seat = r.owner[card]
    cdef Side* side = &r.sides[side_of(players, seat)]
    if not plain and r.log != NULL:
        r.log.trick_winner[r.trick] = <uint8_t>seat
    side.accepted += 1
    side.completed += r.slackers & bit(card) == 0
    if r.rules.leader_card_follows_winner and seat < players:
        r.leader_card = seat
    r.lead = seat
    r.public |= r.played
    r.played = 0


cdef inline void play_tricks(
    int players, bint plain, Round* r, const int* strategies, int trick, Py_ssize_t played
) noexcept nogil:
    """Play on from the trick of that number, to which so many cards were played (section 3.2)."""
    cdef Py_ssize_t i, seat, chooser
    cdef int card
    for r.trick in range(trick, r.rules.hand_cards):
        for i in range(played, trick_cards(players)):
            seat = seat_of(players, r, i)
            chooser = chooser_of(players, r, seat)
            card = choose_card(players, plain, r, strategies[chooser], seat, chooser, i)
            play_card(plain, r, seat, i, card)
        take_trick(players, plain, r)
        played = 0


cdef inline void begin_tricks(Round* r) noexcept nogil:
    """The holder of the leader card leads the first trick (ruling M4)."""
    r.led = r.lead = r.leader_card
