"""The strategy `rollout`: each choice is played to the end in the same worlds, the best is done.

In a world all seats play the fast strategy, each with what it would know there. Twin of
analyser.games.maids.rollout.
"""

from libc.stdint cimport int64_t, uint32_t, uint64_t

from common.random cimport LATER, WORLDS, Stream, draw_block
from maids.choose cimport GREEDY
from maids.greedy cimport greedy_act, greedy_play, greedy_play_clara
from maids.rounds cimport play_card
from maids.scoring cimport has_ended, score_round, winning_side
from maids.state cimport (
    BID_UP,
    MAX_SEATS,
    MAX_SIDES,
    TRICKS_MAX,
    Round,
    Rules,
    Search,
    act,
    bit,
    bits_of,
    deal_round,
    lowest_bit,
    next_seat,
    side_of,
)
from maids.worlds cimport Unseen, imagine, look, receiver_of


cdef int[4] EVERYBODY = [GREEDY, GREEDY, GREEDY, GREEDY]  # plays on in the worlds


cdef enum:  # objectives
    MARGIN
    POINTS
    WIN


cdef enum:
    WON = 1 << 24  # a game won, beside the margin that decides among as many


cdef inline Stream world_stream(
    const Search* search, int number, Py_ssize_t seat, int lane, int world
) noexcept nogil:
    """The random words of a world that a seat imagines at the decision of a lane."""
    cdef Stream at
    at.seed, at.game = search.seed, search.game
    at.number = (search.replicate << 8) + WORLDS + <uint64_t>seat
    at.round = <uint64_t>number + (<uint64_t>lane << 16) + (<uint64_t>world << 32)
    return at


cdef inline int margin_of(const Rules* rules, const int* points, int side) noexcept nogil:
    """Own points minus the mean of the others', times the number of others."""
    cdef int s, margin = rules.sides * points[side]
    for s in range(rules.sides):
        margin -= points[s]
    return margin


cdef bint wins(Round* r, const Stream* world, int side) noexcept nogil:
    """Whether the side wins the game that goes on after this round, with imagined deals."""
    cdef const Rules* rules = r.rules
    cdef int[MAX_SIDES] points
    cdef int[MAX_SIDES] totals
    cdef uint64_t[4] first
    cdef Stream at = world[0]
    cdef int s, number = r.search.number
    at.number += LATER - WORLDS
    for s in range(rules.sides):
        totals[s] = r.search.totals[s]
    while True:
        score_round(r, points)
        for s in range(rules.sides):
            totals[s] += points[s]
        if has_ended(rules, number, totals):
            return winning_side(rules, totals, r.leader_card) == side
        number += 1
        at.round += 1
        draw_block(&at, 0, first)
        r.fork = NULL
        deal_round(r, &at, first, number)
        draw_all(r, EVERYBODY)
        play_all(r, EVERYBODY)


cdef int64_t worth_of(
    Round* r, const Stream* world, Py_ssize_t seat
) noexcept nogil:
    """What a finished round is worth to a seat, by its objective."""
    cdef int[MAX_SIDES] points
    cdef int side = side_of(r.rules.players, seat)
    cdef int64_t worth
    score_round(r, points)
    if r.search.objective[seat] == POINTS:
        return points[side]
    worth = margin_of(r.rules, points, side)
    if r.search.objective[seat] == WIN and wins(r, world, side):
        worth += WON
    return worth


cdef int act_by_rollout(
    const Round* r, Py_ssize_t seat, Py_ssize_t turn, int card, int allowed
) noexcept nogil:
    """Choose among the allowed actions (as bits); of equal ones the fast strategy's."""
    cdef int players = r.rules.players
    cdef Py_ssize_t left = receiver_of(players, seat), after = next_seat(players, seat)
    cdef int64_t[4] sums = [0, 0, 0, 0]
    cdef int[MAX_SEATS] turns
    cdef Unseen u
    cdef Stream at
    cdef Round world, branch
    cdef int w, a, s, taken = 0, best
    if not allowed & (allowed - 1):
        return lowest_bit(<uint32_t>allowed)
    best = greedy_act(players, r, r.sides[side_of(players, seat)].node, seat, card, allowed)
    look(r, seat, bit(card), &u)
    for s in range(players):
        taken += u.turns[s]
    for w in range(r.search.worlds[seat]):
        at = world_stream(r.search, r.search.number, seat, turn, w)
        imagine(r, seat, &u, &at, &world)
        for a in range(BID_UP + 1):
            if allowed >> a & 1:
                branch = world
                act(players, False, &branch, seat, left, card, a)
                turns = u.turns
                draw_on(&branch, EVERYBODY, after, turns, taken)
                play_all(&branch, EVERYBODY)
                sums[a] += worth_of(&branch, &at, seat)
    for a in range(BID_UP + 1):
        if allowed >> a & 1 and sums[a] > sums[best]:
            best = a
    return best


cdef int play_by_rollout(
    const Round* r, Py_ssize_t seat, Py_ssize_t chooser, uint32_t allowed, int played
) noexcept nogil:
    """Choose among the allowed cards; of equal ones the fast strategy's."""
    cdef int64_t[TRICKS_MAX] sums
    cdef int[TRICKS_MAX] cards
    cdef Unseen u
    cdef Stream at
    cdef Round world, branch
    cdef int w, i, count = 0, best = 0, lane = r.rules.play_lane + r.trick, fast
    if not allowed & (allowed - 1):
        return lowest_bit(allowed)
    if seat != chooser:
        lane += r.rules.hand_cards
        fast = greedy_play_clara(r, chooser, allowed, played)
    else:
        fast = greedy_play(r.rules.players, r, seat, allowed, played)
    while allowed:
        cards[count] = lowest_bit(allowed)
        sums[count] = 0
        best = count if cards[count] == fast else best
        allowed &= allowed - 1
        count += 1
    look(r, chooser, 0, &u)
    for w in range(r.search.worlds[chooser]):
        at = world_stream(r.search, r.search.number, chooser, lane, w)
        imagine(r, chooser, &u, &at, &world)
        for i in range(count):
            branch = world
            play_card(False, &branch, seat, played, cards[i])
            play_on(&branch, EVERYBODY, branch.trick, played + 1)
            sums[i] += worth_of(&branch, &at, chooser)
    for i in range(count):
        if sums[i] > sums[best]:
            best = i
    return cards[best]


cdef void begin_search(Search* search) noexcept nogil:
    """Say by which functions seats search."""
    search.act = act_by_rollout
    search.play = play_by_rollout
