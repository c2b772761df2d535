"""The clairvoyant: can a side meet the bid it made if it knows what all others will answer?

He sees all cards, the decisions to come included; the others go on playing their strategies.
"""

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t

from maids.choose cimport RANDOM, choose_card, legal_cards
from maids.distribution cimport tabulate_all
from maids.rounds cimport begin_tricks, chooser_of, play_card, seat_of, take_trick
from maids.state cimport (
    MAX_NODES,
    MAX_SIDES,
    Fork,
    Node,
    Round,
    Rules,
    Search,
    Side,
    begin_round,
    bid_of,
    draw_decisions,
    lowest_bit,
    side_of,
    trick_cards,
)

include "maids/playing.pxi"
include "maids/rollout.pxi"


cdef bint can_meet(
    int players, Round* r, const int* strategies, int side, Py_ssize_t i
) noexcept nogil:
    """Whether the side can meet its bid from the i-th card of a trick on.

    Its own choice is tried first. Cards that are worth the same to it are all tried, for the
    strategies of the others look at their ranks. The round is played on.
    """
    cdef const Side* me = &r.sides[side]
    cdef Py_ssize_t seat, chooser
    cdef int card, missing
    cdef uint32_t legal
    while True:
        if i == trick_cards(players):
            take_trick(players, False, r)
            r.trick += 1
            i = 0
        missing = bid_of(me) - me.completed
        if not 0 <= missing <= r.rules.hand_cards - r.trick:
            return False
        if r.trick == r.rules.hand_cards:
            return True
        seat = seat_of(players, r, i)
        chooser = chooser_of(players, r, seat)
        card = choose_card(players, False, r, strategies[chooser], seat, chooser, i)
        if side_of(players, chooser) == side:
            legal = legal_cards(r, seat, i)
            if legal & (legal - 1):
                return can_meet_by(players, r, strategies, side, i, seat, legal, card)
        play_card(False, r, seat, i, card)
        i += 1


cdef bint can_meet_by(
    int players, const Round* r, const int* strategies, int side, Py_ssize_t i, Py_ssize_t seat,
    uint32_t legal, int card
) noexcept nogil:
    """Whether one of the legal cards lets the side meet its bid, that card tried first."""
    cdef Round after
    while True:
        after = r[0]
        play_card(False, &after, seat, i, card)
        if can_meet(players, &after, strategies, side, i + 1):
            return True
        legal ^= <uint32_t>1 << card
        if not legal:
            return False
        card = lowest_bit(legal)


def search_all(
    dict rules, list strategies, uint64_t seed, const int64_t[:, ::1] cases, uint8_t[::1] found
):
    """Write into `found` [n] whether the side of each case could have met its bid.

    `cases` int64[n, 4 + sides] hold a game of the seed, the number of the round in it from 1, the
    seat that began it, the side, and the totals before it. `strategies` holds a code a seat with
    the worlds and the objective of its search.
    """
    cdef Rules c_rules = rules
    cdef Node[MAX_NODES] nodes
    cdef Round r
    cdef Fork none
    cdef Search search
    cdef int[4] codes
    cdef int[MAX_SIDES] totals
    cdef Py_ssize_t k
    cdef int s, side
    for s, (code, worlds, objective) in enumerate(strategies):
        codes[s] = code
        search.worlds[s], search.objective[s] = worlds, objective
    begin_search(&search)
    search.seed, search.replicate, search.totals = seed, 0, totals
    if cases.shape[1] != 4 + c_rules.sides or cases.shape[0] != found.shape[0]:
        raise ValueError(f"{cases.shape[0]} cases of {cases.shape[1]}, room {found.shape[0]}")
    none.kind = 0
    with nogil:
        r.rules = &c_rules
        r.search = &search
        r.log = NULL
        r.first_node = tabulate_all(&c_rules, nodes)
        for k in range(cases.shape[0]):
            r.leader_card = <int>cases[k, 2]
            begin_round(&r, &none, seed, <uint64_t>cases[k, 0], <int>cases[k, 1])
            for s in range(c_rules.players):
                if codes[s] == RANDOM:
                    draw_decisions(
                        &r, s, seed, <uint64_t>cases[k, 0], <int>cases[k, 1], 0, c_rules.lanes
                    )
            search.game, search.number = <uint64_t>cases[k, 0], <int>cases[k, 1]
            for s in range(c_rules.sides):
                totals[s] = <int>cases[k, 4 + s]
            side = <int>cases[k, 3]
            draw_all(&r, codes)
            begin_tricks(&r)
            r.trick = 0
            if c_rules.players == 3:
                found[k] = can_meet(3, &r, codes, side, 0)
            elif c_rules.players == 2:
                found[k] = can_meet(2, &r, codes, side, 0)
            else:
                found[k] = can_meet(4, &r, codes, side, 0)
