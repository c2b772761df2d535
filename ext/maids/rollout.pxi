"""The strategy `rollout`: each choice is played to the end in the same worlds, the best is done.

The fast strategy's choice is left only for one that gains more than the standard error of its gain.

In a world all seats play the fast strategy, each with what it would know there. Twin of
analyser.games.maids.rollout.
"""

from libc.stdint cimport int64_t, uint32_t, uint64_t

from common.random cimport LATER, WORLDS, Stream, draw_block
from maids.choose cimport PLANNER
from maids.planner cimport planner_act, planner_play, planner_play_clara
from maids.rounds cimport play_card
from maids.scoring cimport has_ended, score_round, winning_side
from maids.state cimport (
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


cdef int[4] EVERYBODY = [PLANNER, PLANNER, PLANNER, PLANNER]  # plays on in the worlds


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


cdef struct Trial:
    # Choices that are tried in the same worlds, the fast strategy's first.
    int count
    int[TRICKS_MAX] choice
    int64_t[TRICKS_MAX] worth  # in one world
    int64_t[TRICKS_MAX] gain  # over the first choice, all in all
    int64_t[TRICKS_MAX] squares  # of the gains in each world


cdef void begin_trial(Trial* trial, int usual, uint32_t choices) noexcept nogil:
    """Begin with no worlds, the choices being bits."""
    cdef int i
    trial.choice[0] = usual
    trial.count = 1
    choices &= ~bit(usual)
    while choices:
        trial.choice[trial.count] = lowest_bit(choices)
        trial.count += 1
        choices &= choices - 1
    for i in range(trial.count):
        trial.gain[i] = trial.squares[i] = 0


cdef void end_world(Trial* trial) noexcept nogil:
    """Take in what the choices were worth in a world."""
    cdef int i
    cdef int64_t gain
    for i in range(1, trial.count):
        gain = trial.worth[i] - trial.worth[0]
        trial.gain[i] += gain
        trial.squares[i] += gain * gain


cdef int best_of(const Trial* trial) noexcept nogil:
    """The choice that gains most, among those that gain more than the error of the sum."""
    cdef int i, best = 0
    for i in range(1, trial.count):
        if trial.gain[i] > trial.gain[best]:
            if <double>trial.gain[i] * <double>trial.gain[i] > <double>trial.squares[i]:
                best = i
    return trial.choice[best]


cdef int act_by_rollout(
    const Round* r, Py_ssize_t seat, Py_ssize_t turn, int card, int allowed
) noexcept nogil:
    """Choose among the allowed actions (as bits) for the drawn card."""
    cdef int players = r.rules.players
    cdef Py_ssize_t left = receiver_of(players, seat), after = next_seat(players, seat)
    cdef int[MAX_SEATS] turns
    cdef Unseen u
    cdef Trial trial
    cdef Stream at
    cdef Round world, branch
    cdef int w, i, s, taken = 0, fast
    if not allowed & (allowed - 1):
        return lowest_bit(<uint32_t>allowed)
    fast = planner_act(
        players, r, r.sides[side_of(players, seat)].node, <int>seat, <int>turn, card, allowed
    )
    begin_trial(&trial, fast, <uint32_t>allowed)
    look(r, seat, bit(card), &u)
    for s in range(players):
        taken += u.turns[s]
    for w in range(r.search.worlds[seat]):
        at = world_stream(r.search, r.search.number, seat, turn, w)
        imagine(r, seat, &u, &at, &world)
        for i in range(trial.count):
            branch = world
            act(players, False, &branch, seat, left, card, trial.choice[i])
            turns = u.turns
            draw_on(&branch, EVERYBODY, after, turns, taken)
            play_all(&branch, EVERYBODY)
            trial.worth[i] = worth_of(&branch, &at, seat)
        end_world(&trial)
    return best_of(&trial)


cdef int play_by_rollout(
    const Round* r, Py_ssize_t seat, Py_ssize_t chooser, uint32_t allowed, int played
) noexcept nogil:
    """Choose among the allowed cards of a seat, perhaps not the chooser's own."""
    cdef Unseen u
    cdef Trial trial
    cdef Stream at
    cdef Round world, branch
    cdef int w, i, lane = r.rules.play_lane + r.trick, fast
    if not allowed & (allowed - 1):
        return lowest_bit(allowed)
    if seat != chooser:
        lane += r.rules.hand_cards
        fast = planner_play_clara(r, chooser, allowed, played)
    else:
        fast = planner_play(r.rules.players, r, seat, allowed, played)
    begin_trial(&trial, fast, allowed)
    look(r, chooser, 0, &u)
    for w in range(r.search.worlds[chooser]):
        at = world_stream(r.search, r.search.number, chooser, lane, w)
        imagine(r, chooser, &u, &at, &world)
        for i in range(trial.count):
            branch = world
            play_card(False, &branch, seat, played, trial.choice[i])
            play_on(&branch, EVERYBODY, branch.trick, played + 1)
            trial.worth[i] = worth_of(&branch, &at, chooser)
        end_world(&trial)
    return best_of(&trial)


cdef void begin_search(Search* search) noexcept nogil:
    """Say by which functions seats search."""
    search.act = act_by_rollout
    search.play = play_by_rollout
