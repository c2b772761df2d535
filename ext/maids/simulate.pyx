"""The kernel of Maids: plays chunks of seeded games and writes what the rounds counted.

The twin of ``analyser.games.maids.play``: game i of a seed is the same game in both.
"""

from libc.stdint cimport int16_t, uint8_t, uint64_t

from maids.choose cimport RANDOM, ROLLOUT, restricted
from maids.distribution cimport tabulate_all
from maids.output cimport write_log, write_round, write_winner
from maids.rounds cimport begin_tricks, distribute, play_tricks
from maids.scoring cimport has_ended, score_round, winning_side
from maids.state cimport (
    BID_DOWN,
    FORK_ACTION,
    FORK_CARD,
    FORK_FACE,
    FORK_LEADER,
    FORK_RESTRICT,
    MAX_NODES,
    MAX_SEATS,
    MAX_SIDES,
    RANDOM_PASS,
    Fork,
    Log,
    Node,
    Plan,
    Round,
    Rules,
    Search,
    begin_round,
    draw_decisions,
)

include "maids/playing.pxi"
include "maids/rollout.pxi"


cdef enum:
    MAX_ROUNDS = 10000  # a game this long is taken for one that never ends
    UNPLAYED = 0  # of a fork: it could not be imposed,
    SAME = 1  # or it was what was done anyway,
    OTHER = 2  # or it was not


cdef void play_plain(Round* r, const int* strategies) noexcept nogil:
    """Play a dealt round in which all play at random, without fork and log."""
    cdef int[4] turns = [0, 0, 0, 0]
    if r.rules.players == 3:
        distribute(3, True, r, strategies, r.starter, turns, 0)
        begin_tricks(r)
        play_tricks(3, True, r, strategies, 0, 0)
    elif r.rules.players == 2:
        distribute(2, True, r, strategies, r.starter, turns, 0)
        begin_tricks(r)
        play_tricks(2, True, r, strategies, 0, 0)
    else:
        distribute(4, True, r, strategies, r.starter, turns, 0)
        begin_tricks(r)
        play_tricks(4, True, r, strategies, 0, 0)


cdef struct Batch:
    # What the games of a batch share.
    int[MAX_SEATS] strategies
    bint plain  # all play at random, without forks and logs
    bint searches  # some seat does
    uint64_t seed
    uint64_t replicate


cdef inline void deal(
    Round* r, const Batch* batch, const Fork* fork, uint64_t game, int number, const int* totals
) noexcept nogil:
    """Deal the round that follows those totals and draw what its random decisions need."""
    cdef int s, lanes
    begin_round(r, fork, batch.seed, game, number)
    if batch.searches:
        r.search.game, r.search.number, r.search.totals = game, number, totals
    for s in range(r.rules.players):
        lanes = r.rules.lanes
        if not batch.plain and r.fork != NULL:
            lanes += restricted(r, s, RANDOM_PASS)
        if batch.strategies[s] == RANDOM or lanes > r.rules.lanes:
            draw_decisions(r, s, batch.seed, game, number, batch.replicate, lanes)


cdef inline void play_dealt(Round* r, const Batch* batch) noexcept nogil:
    """Play a dealt round."""
    if batch.plain:
        play_plain(r, batch.strategies)
    else:
        draw_all(r, batch.strategies)
        play_all(r, batch.strategies)


cdef int play_game(
    Round* r, const Batch* batch, const Fork* fork, uint64_t game, int16_t* out,
    Py_ssize_t stride, Py_ssize_t room, uint8_t* traces
) noexcept nogil:
    """Play a game into columns `stride` apart; return its rounds, 0 if they exceed the room.

    With `traces`, whose fields lie as far apart, it is also written what was done.
    """
    cdef const Rules* rules = r.rules
    cdef int[MAX_SIDES] totals
    cdef Log log
    cdef int number = 0, s
    for s in range(rules.sides):
        totals[s] = 0
    while number == 0 or not has_ended(rules, number, totals):
        if number == room or number == MAX_ROUNDS:
            return 0
        number += 1
        deal(r, batch, fork, game, number, totals)
        if traces != NULL:
            log.draws = log.plays = 0
            r.log = &log
        play_dealt(r, batch)
        write_round(r, number, totals, out + number - 1, stride)
        if traces != NULL:
            write_log(&log, traces + number - 1, stride, rules.hand_cards)
    write_winner(rules, winning_side(rules, totals, r.leader_card), out, stride, number)
    return number


cdef inline int standing_of(const Round* r, const Fork* fork, const Log* log) noexcept nogil:
    """What becomes of a fork, seen from the round as it was played."""
    cdef int i, at = 0
    cdef bint face = fork.kind == FORK_FACE
    if fork.kind == FORK_LEADER:
        return SAME if r.led == fork.value else OTHER
    if fork.kind == FORK_ACTION or face:
        for i in range(log.draws):
            if log.draw_seat[i] == fork.seat and (not face or log.draw_action[i] >= BID_DOWN):
                if at == fork.at:
                    at = log.draw_action[i] - (BID_DOWN if face else 0)
                    if not face and not log.draw_mask[i] >> fork.value & 1:
                        return UNPLAYED
                    return SAME if at == fork.value else OTHER
                at += 1
        return UNPLAYED
    if fork.kind == FORK_CARD:
        for i in range(log.plays):
            if log.play_seat[i] == fork.seat:
                if at == fork.at:
                    if fork.value >= log.play_options[i]:
                        return UNPLAYED
                    return SAME if log.play_place[i] == fork.value else OTHER
                at += 1
    return OTHER


cdef int branch_game(
    Round* r, const Batch* batch, const Fork* forks, Py_ssize_t count, uint64_t game,
    int16_t[:, :, ::1] out, uint8_t[:, ::1] imposed, Py_ssize_t column
) noexcept nogil:
    """Play a game, and each of its rounds again under each fork; return its rounds.

    The records under fork f go to `out[f]`, from that column on; `out[count]` holds the base.
    """
    cdef const Rules* rules = r.rules
    cdef Fork none
    cdef Round dealt, ready, branch
    cdef Log log
    cdef int[MAX_SIDES] totals
    cdef int[MAX_SIDES] after
    cdef int number = 0, s, won
    cdef Py_ssize_t f, stride = out.shape[2], field
    cdef bint early
    none.kind = 0
    for s in range(rules.sides):
        totals[s] = 0
    while number == 0 or not has_ended(rules, number, totals):
        number += 1
        deal(r, batch, &none, game, number, totals)
        dealt = r[0]
        log.draws = log.plays = 0
        r.log = &log
        draw_all(r, batch.strategies)
        ready = r[0]
        play_all(r, batch.strategies)
        for s in range(rules.sides):
            after[s] = totals[s]
        write_round(r, number, after, &out[count, 0, column], stride)
        won = winning_side(rules, after, r.leader_card) if has_ended(rules, number, after) else -1
        write_winner(rules, won, &out[count, 0, column], stride, 1)
        for f in range(count):
            imposed[f, column] = UNPLAYED
            if forks[f].round == 0 or forks[f].round == number:
                imposed[f, column] = <uint8_t>standing_of(r, &forks[f], &log)
            if imposed[f, column] != OTHER:
                for field in range(out.shape[1]):
                    out[f, field, column] = out[count, field, column]
                continue
            early = forks[f].kind < FORK_LEADER
            branch = dealt if early else ready
            branch.fork = &forks[f]
            branch.log = NULL
            if forks[f].kind == FORK_RESTRICT and forks[f].value == RANDOM_PASS:
                s = <int>forks[f].seat
                draw_decisions(
                    &branch, s, batch.seed, game, number, batch.replicate, rules.lanes + 1
                )
            if early:
                draw_all(&branch, batch.strategies)
            play_all(&branch, batch.strategies)
            for s in range(rules.sides):
                after[s] = totals[s]
            write_round(&branch, number, after, &out[f, 0, column], stride)
            won = -1
            if has_ended(rules, number, after):
                won = winning_side(rules, after, branch.leader_card)
            write_winner(rules, won, &out[f, 0, column], stride, 1)
        for s in range(rules.sides):
            totals[s] = out[count, 3 + 6 * rules.sides + s, column]
        column += 1
    return number


cdef inline int play_game_on(
    Round* r, const Batch* batch, uint64_t game, int number, int* totals, int leader_card
) noexcept nogil:
    """Play a game on from a standing; return the side that wins it, -1 if it never ends."""
    cdef const Rules* rules = r.rules
    cdef int[MAX_SIDES] points
    cdef Fork none
    cdef int s
    none.kind = 0
    r.leader_card = leader_card
    while not has_ended(rules, number, totals):
        if number == MAX_ROUNDS:
            return -1
        number += 1
        deal(r, batch, &none, game, number, totals)
        play_dealt(r, batch)
        score_round(r, points)
        for s in range(rules.sides):
            totals[s] += points[s]
    return winning_side(rules, totals, r.leader_card)


cdef struct Play:
    # What a call plays with.
    Rules rules
    Search search
    Batch batch
    Node[MAX_NODES] nodes
    Round round


cdef int begin_batch(
    Play* p, dict rules, list strategies, uint64_t seed, uint64_t replicate
) except -1:
    """Fill in what games without forks and logs are played with.

    `strategies` holds a code a seat, with the worlds and the objective of its search.
    """
    cdef Batch* batch = &p.batch
    cdef Search* search = &p.search
    p.rules = rules
    batch.plain = True
    batch.searches = False
    batch.seed = search.seed = seed
    batch.replicate = search.replicate = replicate
    for seat, (code, worlds, objective) in enumerate(strategies):
        batch.strategies[seat] = code
        batch.plain = batch.plain and code == RANDOM
        batch.searches = batch.searches or code == ROLLOUT
        search.worlds[seat], search.objective[seat] = worlds, objective
    begin_search(search)
    p.round.rules = &p.rules
    p.round.search = search
    p.round.log = NULL
    p.round.first_node = tabulate_all(&p.rules, p.nodes)
    return 0


cdef inline void end_batch(Play* p) noexcept:
    """Nothing is to be freed."""


cdef inline int record_fields(const Rules* rules) noexcept:
    """The number of fields of a round's record."""
    return 3 + 8 * rules.sides


cdef inline int trace_fields(const Rules* rules) noexcept:
    """The number of fields of a trace."""
    cdef int draws = rules.block * min(rules.sides, rules.players)
    return 4 * draws + (3 * max(3, rules.players) + 1) * rules.hand_cards


cdef inline int sides_of(const Rules* rules) noexcept nogil:
    """The number of sides."""
    return rules.sides


include "common/batch.pxi"


def plan_fields():
    """The fields of the C struct of plans."""
    cdef Plan plan
    plan.tables = 0
    return sorted(<object>plan)
