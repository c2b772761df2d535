"""The kernel of Bellboys: plays chunks of seeded games and writes what the rounds counted.

The twin of ``analyser.games.bellboys.play``: game i of a seed is the same game in both.
"""

from libc.stdint cimport int16_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free

from bellboys.choose cimport RANDOM
from bellboys.output cimport (
    RECORD_FIELDS,
    TRACE_FIELDS,
    write_log,
    write_round,
    write_winner,
)
from bellboys.perfect cimport TABLE
from bellboys.state cimport (
    CARDS,
    WHOLE,
    Rules,
    Stream,
    clear_table,
    deal_hands,
    draw_decisions,
    first_leader,
    round_winner,
)

include "bellboys/search.pxi"
include "bellboys/playing.pxi"


cdef enum:
    UNPLAYED = 0  # of a fork: it could not be imposed,
    SAME = 1  # or it was what was done anyway,
    OTHER = 2  # or it was not


cdef struct Batch:
    # What the games of a batch share.
    int[SEATS] strategies
    bint plain  # all play at random, without forks and logs
    bint searches  # some seat does
    uint64_t seed
    uint64_t replicate


cdef inline void begin_round(
    Round* r, const Batch* batch, const Fork* fork, uint64_t game, int number, const int* totals,
    Py_ssize_t leader
) noexcept nogil:
    """Deal the round that follows those totals and draw what its random decisions need."""
    cdef Py_ssize_t s
    cdef Stream deal
    if batch.searches:
        r.search.game, r.search.number = game, number
    deal.seed, deal.number, deal.game, deal.round = batch.seed, CARDS, game, <uint64_t>number
    deal_hands(r, &deal)
    r.fork = fork if fork.kind and fork.round in (0, number) else NULL
    clear_table(r)
    r.starter = r.lead = leader
    for s in range(SEATS):
        r.hands[s].left = WHOLE
        r.looks[s] = r.rules.trailing_sees_aside and totals[s] < totals[1 - s]
        if batch.plain or batch.strategies[s] == RANDOM:
            draw_decisions(r, s, batch.seed, game, number, batch.replicate)


cdef void play_plain(Round* r, const int* strategies) noexcept nogil:
    """Play a dealt round in which all play at random, without fork and log."""
    play_tricks(True, r, strategies)


cdef void play_all(Round* r, const int* strategies) noexcept nogil:
    """Play a dealt round under its fork."""
    fan_hands(r, strategies)
    play_tricks(False, r, strategies)


cdef inline void play_dealt(Round* r, const Batch* batch) noexcept nogil:
    """Play a dealt round."""
    if batch.plain:
        play_plain(r, batch.strategies)
    else:
        play_all(r, batch.strategies)


cdef inline int leading_side(const Rules* rules, const int* totals) noexcept nogil:
    """The side that has won the game (ruling B10), -1 while none has."""
    return 0 if totals[0] >= rules.points else 1 if totals[1] >= rules.points else -1


cdef int play_game(
    Round* r, const Batch* batch, const Fork* fork, uint64_t game, int16_t* out,
    Py_ssize_t stride, Py_ssize_t room, uint8_t* traces
) noexcept nogil:
    """Play a game into columns `stride` apart; return its rounds, 0 if they exceed the room.

    With `traces`, whose fields lie as far apart, it is also written what was done.
    """
    cdef int[SEATS] totals = [0, 0]
    cdef Py_ssize_t leader = first_leader(batch.seed, game)
    cdef Log log
    cdef int number = 0, won = -1
    if traces != NULL:
        r.log = &log
    while won < 0:
        if number == room:
            return 0
        number += 1
        begin_round(r, batch, fork, game, number, totals, leader)
        play_dealt(r, batch)
        write_round(r, number, totals, out + number - 1, stride)
        if traces != NULL:
            write_log(&log, traces + number - 1, stride)
        leader = round_winner(r)
        won = leading_side(r.rules, totals)
    write_winner(won, out, stride, number)
    return number


cdef inline int standing_of(const Round* r, const Fork* fork, const bint* looks) noexcept nogil:
    """What becomes of a fork, seen from the round as it was played and who looks in it."""
    cdef const Log* log = r.log
    cdef int i, at = 0
    if fork.kind == FORK_LEADER:
        return SAME if r.starter == fork.value else OTHER
    if fork.kind == FORK_FAN:
        return SAME if log.fan[fork.seat] == fork.value else OTHER
    if fork.kind == FORK_LOOK:
        return SAME if looks[fork.seat] == fork.value else OTHER
    if fork.kind == FORK_CARD:
        for i in range(PLAYS):
            if log.play_seat[i] == fork.seat:
                if at == fork.at:
                    if fork.value >= log.play_options[i]:
                        return UNPLAYED
                    return SAME if log.play_choice[i] == fork.value else OTHER
                at += 1
    return OTHER


cdef inline void write_branch(
    const Round* r, int number, const int* totals, int16_t* row, Py_ssize_t stride
) noexcept nogil:
    """Write a finished round that follows those totals, with who wins if the game ends by it."""
    cdef int[SEATS] after = [totals[0], totals[1]]
    write_round(r, number, after, row, stride)
    write_winner(leading_side(r.rules, after), row, stride, 1)


cdef int branch_game(
    Round* r, const Batch* batch, const Fork* forks, Py_ssize_t count, uint64_t game,
    int16_t[:, :, ::1] out, uint8_t[:, ::1] imposed, Py_ssize_t column
) noexcept nogil:
    """Play a game, and each of its rounds again under each fork; return its rounds.

    The records under fork f go to `out[f]`, from that column on; `out[count]` holds the base.
    """
    cdef Fork none
    cdef Round dealt, branch
    cdef Log log
    cdef int[SEATS] totals = [0, 0]
    cdef Py_ssize_t leader = first_leader(batch.seed, game)
    cdef int number = 0
    cdef Py_ssize_t f, field, stride = out.shape[2]
    none.kind = NO_FORK
    while leading_side(r.rules, totals) < 0:
        number += 1
        begin_round(r, batch, &none, game, number, totals, leader)
        dealt = r[0]
        r.log = &log
        play_all(r, batch.strategies)
        write_branch(r, number, totals, &out[count, 0, column], stride)
        for f in range(count):
            imposed[f, column] = UNPLAYED
            if forks[f].round in (0, number):
                imposed[f, column] = <uint8_t>standing_of(r, &forks[f], dealt.looks)
            if imposed[f, column] != OTHER:
                for field in range(RECORD_FIELDS):
                    out[f, field, column] = out[count, field, column]
                continue
            branch = dealt
            branch.fork = &forks[f]
            branch.log = NULL
            play_all(&branch, batch.strategies)
            write_branch(&branch, number, totals, &out[f, 0, column], stride)
        leader = round_winner(r)
        totals[leader] += 1
        column += 1
    return number


cdef inline int play_game_on(
    Round* r, const Batch* batch, uint64_t game, int number, int* totals, Py_ssize_t leader
) noexcept nogil:
    """Play a game on from a standing; return the side that wins it."""
    cdef Fork none
    none.kind = NO_FORK
    while leading_side(r.rules, totals) < 0:
        number += 1
        begin_round(r, batch, &none, game, number, totals, leader)
        play_dealt(r, batch)
        leader = round_winner(r)
        totals[leader] += 1
    return leading_side(r.rules, totals)


cdef struct Play:
    # What a call plays with: set up by begin_batch, freed by end_batch.
    Rules rules
    Search search
    Perfect perfect
    Batch batch
    Round round


cdef int begin_batch(
    Play* p, dict rules, list strategies, uint64_t seed, uint64_t replicate
) except -1:
    """Set up games without forks and logs; raise MemoryError if there is no room."""
    cdef Batch* batch = &p.batch
    p.rules = rules
    batch.plain = not p.rules.sighted_fan
    batch.searches = False
    batch.seed = p.search.seed = seed
    batch.replicate = p.search.replicate = replicate
    for seat, (code, worlds) in enumerate(strategies):
        batch.strategies[seat] = code
        batch.plain = batch.plain and code == RANDOM
        batch.searches = batch.searches or code == SEARCH
        p.search.worlds[seat] = worlds
    p.perfect.deal = 0
    p.perfect.table = <uint64_t*>calloc(TABLE, sizeof(uint64_t))
    if p.perfect.table == NULL:
        raise MemoryError
    p.search.perfect = &p.perfect
    p.round.rules = &p.rules
    p.round.search = &p.search
    p.round.log = NULL
    return 0


cdef void end_batch(Play* p) noexcept nogil:
    """Free what begin_batch took."""
    free(p.perfect.table)


cdef inline int record_fields(const Rules* rules) noexcept:
    """The number of fields of a round's record."""
    return RECORD_FIELDS


cdef inline int trace_fields(const Rules* rules) noexcept:
    """The number of fields of a trace."""
    return TRACE_FIELDS


cdef inline int sides_of(const Rules* rules) noexcept nogil:
    """The number of sides."""
    return SEATS


include "common/batch.pxi"
