"""Counts what `planner` of Bellboys looks up, in rounds that strategies play with one another."""

from libc.stdint cimport int64_t, uint64_t

from bellboys.choose cimport choose_place
from bellboys.planner cimport (
    BUCKET,
    CLASS,
    DANGER,
    LEAD,
    MIX,
    PLAN_SIZE,
    VALUE,
    cell_of,
    danger_cell,
    lead_cell,
    step_cell,
)
from bellboys.state cimport (
    BITS_OF_SUIT,
    CARDS,
    HAND,
    SEATS,
    WHOLE,
    Round,
    Rules,
    Stream,
    clear_table,
    deal_hands,
    draw_decisions,
    follow_card,
    lead_card,
    legal_places,
    nth_place,
    rank_at,
    round_winner,
    suit_of,
)
from common.random cimport draw_lane


cdef enum:
    EXPLORE = 8  # one in so many cards is played at random


cdef struct Seen:
    # What a round shows: the standings before each trick and the leads, until it is known how
    # they ended.
    int[SEATS][HAND] cell
    int[SEATS][HAND] left
    int[HAND] lead
    Py_ssize_t[HAND] leader
    Py_ssize_t[HAND] winner
    int[SEATS] won  # places of cards that won a trick


cdef inline int explored(
    Round* r, int strategy, Py_ssize_t seat, bint follows
) noexcept nogil:
    """The place that a strategy plays from, sometimes at random."""
    cdef int legal = legal_places(r, seat, follows), options = BITS_OF_SUIT[legal]
    if draw_lane(&r.decisions[seat], r.lanes[seat], HAND + 1 + r.trick, EXPLORE) == 0:
        return nth_place(
            legal, draw_lane(&r.decisions[seat], r.lanes[seat], 1 + r.trick, options)
        )
    return choose_place(False, r, strategy, seat, legal, follows)


cdef void play_seen(Round* r, int strategy, Seen* seen) noexcept nogil:
    """Play a dealt round and note what it shows."""
    cdef Py_ssize_t s, lead
    cdef int place, led, at
    seen.won[0] = seen.won[1] = 0
    while r.trick < HAND:
        at = r.trick
        lead = r.lead
        for s in range(SEATS):
            seen.left[s][at] = r.hands[s].left
            seen.cell[s][at] = cell_of(
                r.rules, r.collected[s], r.collected[1 - s], &r.hands[s], r.hands[s].left,
                r.moving, HAND - at, r.tricks[s], lead == s
            )
        led = explored(r, strategy, lead, False)
        seen.lead[at] = lead_cell(
            r, lead, suit_of(r.hands[lead].card[led]), rank_at(r.rules, &r.hands[lead], led)
        )
        seen.leader[at] = lead
        lead_card(r, lead, led)
        place = explored(r, strategy, 1 - lead, True)
        follow_card(r, 1 - lead, place)
        seen.winner[at] = r.lead
        seen.won[r.lead] |= 1 << (led if r.lead == lead else place)


cdef void count(const Round* r, const Seen* seen, int64_t* counts, int64_t* wins) noexcept nogil:
    """Add what a round showed: DANGER, LEAD and VALUE at their places of the tables."""
    cdef Py_ssize_t s, winner = round_winner(r)
    cdef int at, left, place, position, cell
    for at in range(HAND):
        cell = LEAD + seen.lead[at]
        counts[cell] += 1
        wins[cell] += seen.winner[at] == seen.leader[at]
        for s in range(SEATS):
            cell = VALUE + seen.cell[s][at]
            counts[cell] += 1
            wins[cell] += s == winner
            counts[step_cell(r.rules, &r.hands[s], seen.left[s][at], HAND - at)] += 1
            left, position = seen.left[s][at], 0
            while left:
                place = nth_place(left, 0)
                left &= left - 1
                position += 1
                cell = danger_cell(HAND - at, r.hands[s].card[place], position)
                counts[cell] += 1
                wins[cell] += seen.won[s] >> place & 1


def play_counted(
    dict rules, int strategy, uint64_t seed, uint64_t start, uint64_t rounds,
    int64_t[::1] counts, int64_t[::1] wins
):
    """Play single rounds, both seats by one strategy, and count how often what came up ended well.

    `counts` and `wins` are int64[PLAN_SIZE]: at the place of each number of the tables that is
    learned how often it came up, and how often it ended well: a standing with the round won, a
    lead with the trick, a card of a hand with some trick.
    """
    cdef Rules c_rules = rules
    cdef Round r
    cdef Seen seen
    cdef Stream deal
    cdef uint64_t game
    cdef Py_ssize_t s
    if counts.shape[0] != PLAN_SIZE or wins.shape[0] != PLAN_SIZE:
        raise ValueError(f"counts and wins need {PLAN_SIZE} numbers")
    with nogil:
        r.rules = &c_rules
        r.fork = NULL
        r.log = NULL
        deal.seed, deal.number, deal.round = seed, CARDS, 1
        for game in range(start, start + rounds):
            deal.game = game
            deal_hands(&r, &deal)
            clear_table(&r)
            r.starter = r.lead = game & 1
            for s in range(SEATS):
                r.hands[s].left = WHOLE
                r.looks[s] = False
                draw_decisions(&r, s, seed, game, 1, 0)
            play_seen(&r, strategy, &seen)
            count(&r, &seen, &counts[0], &wins[0])


def layout():
    """The place of each table among all of them, by name, and their size."""
    return {
        "class": CLASS, "mix": MIX, "danger": DANGER, "bucket": BUCKET, "lead": LEAD,
        "value": VALUE, "size": PLAN_SIZE,
    }
