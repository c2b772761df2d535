"""Counts from which `planner` learns its tables: rounds in which all play as they know so far."""

from libc.stdint cimport int64_t, uint32_t, uint64_t

from maids.choose cimport PLANNER, RANDOM, choose_card
from maids.distribution cimport tabulate_all
from maids.greedy cimport standing
from maids.planner cimport hold_cell, share_cell
from maids.plans cimport (
    LENGTHS,
    STEP,
    STEP_BITS,
    Hand,
    gone_for,
    length_row,
    value_hand,
    worths,
)
from maids.rounds cimport (
    begin_tricks,
    chooser_of,
    distribute,
    play_card,
    seat_of,
    take_trick,
)
from maids.state cimport (
    BEATERS,
    KINDS,
    MAX_NODES,
    MAX_SEATS,
    MAX_SIDES,
    ONE,
    TRICKS_MAX,
    Fork,
    Node,
    Round,
    Rules,
    begin_round,
    bid_of,
    bit,
    draw_decisions,
    lowest_bit,
    side_of,
    trick_cards,
    winning_card,
)


cdef enum:
    CLASSES = LENGTHS * KINDS * BEATERS  # of cards
    FEATURES_MAX = TRICKS_MAX + 2  # of a hand: its cards, what is needed, the lead


cdef struct Seen:
    # What a seat sees before a trick: its cells of `finish` and, by side, `other` (-1: none) and
    # the features of its hand; whether it completed the trick.
    Py_ssize_t finish
    Py_ssize_t[MAX_SIDES] other
    int[FEATURES_MAX] features
    int count
    bint done


cdef inline Py_ssize_t finish_cell(
    int players, const Round* r, int side, int worth
) noexcept nogil:
    """The cell of `finish` for what the side needs, nearest to that worth; -1 if it is too late."""
    cdef int sizes = r.rules.hand_cards + 1, left = r.rules.hand_cards - r.trick
    cdef int need = bid_of(&r.sides[side]) - r.sides[side].completed
    cdef Py_ssize_t at
    if not 0 <= need <= left:
        return -1
    at = ((r.trump_suit == 0) * sizes + left) * sizes + need
    at = (2 * at + (side_of(players, r.lead) == side)) * r.rules.plan.steps
    return at + ((max(worth, -ONE) + ONE + STEP // 2) >> STEP_BITS)


cdef inline void see(int players, const Round* r, int seat, Seen* seen) noexcept nogil:
    """Fill in what a seat sees before a trick."""
    cdef int side = side_of(players, seat), left = r.rules.hand_cards - r.trick
    cdef int need = bid_of(&r.sides[side]) - r.sides[side].completed
    cdef uint32_t out = gone_for(players, r, seat), hand = r.seats[seat].hand
    cdef uint32_t rest = hand & ~r.slackers
    cdef int s, card, n = 0
    cdef Hand whole
    value_hand(r, worths(r, left), out, hand, &whole)
    seen.finish = finish_cell(players, r, side, whole.total)
    for s in range(r.rules.sides):
        seen.other[s] = -1
        if s != side and s < players:
            seen.other[s] = finish_cell(players, r, s, whole.total)
    while rest:
        card = lowest_bit(rest)
        rest &= rest - 1
        seen.features[n] = length_row(hand, card // 10, 0) + standing(r, out, card)
        n += 1
    seen.features[n] = CLASSES + 1 + min(max(-1, need), left + 1)
    n += 1
    if r.lead == seat:
        seen.features[n] = CLASSES + r.rules.hand_cards + 3
        n += 1
    seen.count = n


cdef void learn_round(
    int players, Round* r, const int* acts, const int* plays,
    int64_t[:, ::1] finish, int64_t[:, ::1] other, int64_t[:, ::1] hold, int64_t[:, ::1] share,
    int64_t[::1] met, int64_t[:, :, :, ::1] products, int64_t[:, :, ::1] sums
) noexcept nogil:
    """Play a dealt round and add up its cases."""
    cdef Seen[MAX_SEATS][TRICKS_MAX] seen
    cdef Seen* at
    cdef int[MAX_SEATS] held
    cdef int[MAX_SEATS] shares
    cdef int[4] turns = [0, 0, 0, 0]
    cdef bint[MAX_SIDES] success
    cdef int i, s, f, g, card, best, left, more, count = trick_cards(players)
    cdef int no_trump = r.trump_suit == 0
    cdef Py_ssize_t seat, chooser
    distribute(players, False, r, acts, r.starter, turns, 0)
    begin_tricks(r)
    for r.trick in range(r.rules.hand_cards):
        for s in range(players):
            see(players, r, s, &seen[s][r.trick])
        for i in range(count):
            seat = seat_of(players, r, i)
            chooser = chooser_of(players, r, seat)
            card = choose_card(players, False, r, plays[chooser], seat, chooser, i)
            held[i] = shares[i] = -1
            if seat == chooser:
                held[i] = hold_cell(players, r, seat, gone_for(players, r, seat), i, card)
                if players == 4 and i < 2:
                    shares[i] = share_cell(r, i)
            play_card(False, r, seat, i, card)
        best = winning_card(r, r.played, r.led_suit)
        for s in range(players):
            seen[s][r.trick].done = r.owner[best] == s and not r.slackers & bit(best)
        for i in range(count):
            if held[i] >= 0:
                hold[0, held[i]] += 1
                hold[1, held[i]] += r.plays[i] == best
            if shares[i] >= 0 and r.plays[i] != best:
                share[0, shares[i]] += 1
                share[1, shares[i]] += r.plays[i + 2] == best
        take_trick(players, False, r)
    for s in range(r.rules.sides):
        success[s] = r.sides[s].completed == bid_of(&r.sides[s])
    for s in range(players):
        if acts[s] == PLANNER and (players != 4 or acts[s ^ 2] == PLANNER):
            met[0] += 1
            met[1] += success[side_of(players, s)]
        more = 0
        for left in range(1, r.rules.hand_cards + 1):
            at = &seen[s][r.rules.hand_cards - left]
            more += at.done
            if at.finish >= 0:
                finish[0, at.finish] += 1
                finish[1, at.finish] += success[side_of(players, s)]
            for i in range(r.rules.sides):
                if at.other[i] >= 0:
                    other[0, at.other[i]] += 1
                    other[1, at.other[i]] += success[i]
            for f in range(at.count):
                sums[left, no_trump, at.features[f]] += more
                for g in range(at.count):
                    products[left, no_trump, at.features[f], at.features[g]] += 1


def learn(
    dict rules, uint64_t seed, uint64_t start, uint64_t count,
    int64_t[:, ::1] finish, int64_t[:, ::1] other, int64_t[:, ::1] hold, int64_t[:, ::1] share,
    int64_t[::1] met, int64_t[:, :, :, ::1] products, int64_t[:, :, ::1] sums
):
    """Play `count` rounds, in most of which one seat distributes at random, and add up cases.

    The first arrays are int64[2, cells]: how often a cell came up, and how often it turned out
    well. `products` [left, no trump, features, features] and `sums` [left, no trump, features] are
    the normal equations of tricks to come on what a hand holds, what its side needs, and the lead.
    """
    cdef Rules c_rules = rules
    cdef Node[MAX_NODES] nodes
    cdef Round r
    cdef Fork none
    cdef int[4] acts
    cdef int[4] plays
    cdef uint64_t game
    cdef int number, s, odd
    none.kind = 0
    with nogil:
        r.rules = &c_rules
        r.log = NULL
        r.first_node = tabulate_all(&c_rules, nodes)
        for game in range(start, start + count):
            number = 2 + <int>(game % <uint64_t>c_rules.trumps)
            odd = <int>(game // <uint64_t>c_rules.trumps % <uint64_t>(c_rules.players + 1))
            r.leader_card = <int>(game // 7 % <uint64_t>c_rules.players)
            for s in range(c_rules.players):
                acts[s] = RANDOM if s == odd else PLANNER
                plays[s] = PLANNER
            begin_round(&r, &none, seed, game, number)
            if odd < c_rules.players:
                draw_decisions(&r, odd, seed, game, number, 0, c_rules.lanes)
            if c_rules.players == 3:
                learn_round(3, &r, acts, plays, finish, other, hold, share, met, products, sums)
            elif c_rules.players == 2:
                learn_round(2, &r, acts, plays, finish, other, hold, share, met, products, sums)
            else:
                learn_round(4, &r, acts, plays, finish, other, hold, share, met, products, sums)
