"""What every kernel offers, included after the game's own parts.

The game brings the structs `Fork` and `Play`, which holds the `rules`, a `round` and a `batch`
that knows whether it is `plain`: without forks and traces. It also brings these functions:

- `begin_batch` fills a Play in, `end_batch` frees what that took;
- `play_game`, `branch_game` and `play_game_on` play a game, each of its rounds again under forks,
  and a game on from a standing;
- `record_fields`, `trace_fields` and `sides_of` say how much there is to write under some rules.
"""

from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc


cdef enum:
    MOST_SIDES = 8


cdef int check_size(str what, Py_ssize_t given, Py_ssize_t needed) except -1:
    """Raise ValueError where an array would be written beyond its end."""
    if given != needed:
        raise ValueError(f"{what} has {given} fields, needs {needed}")
    return 0


def play_chunk(
    dict rules, list strategies, dict fork, uint64_t seed, uint64_t start, uint64_t count,
    uint64_t replicate, int16_t[:, ::1] out, uint8_t[:, ::1] traces
):
    """Play games from `start` on into the columns of `out`, while there is room.

    Parameters: `rules` and `fork` hold every field of the structs, `strategies` what `begin_batch`
    reads of each seat, `out` is int16[fields, room], and `traces` uint8[fields of a trace, room],
    or has no fields.
    Returns the number of games and of rounds that were played.
    """
    cdef Play p
    cdef Fork c_fork = fork
    cdef Py_ssize_t room = out.shape[1]
    cdef Py_ssize_t rounds = 0
    cdef uint64_t games = 0
    cdef int played
    cdef bint traced = traces.shape[0] > 0
    begin_batch(&p, rules, strategies, seed, replicate)
    try:
        p.batch.plain = p.batch.plain and not c_fork.kind and not traced
        check_size("out", out.shape[0], record_fields(&p.rules))
        if traced:
            check_size("traces", traces.shape[0], trace_fields(&p.rules))
            check_size("a row of traces", traces.shape[1], room)
        with nogil:
            while games < count and rounds < room:
                played = play_game(
                    &p.round, &p.batch, &c_fork, start + games, &out[0, rounds], room,
                    room - rounds, &traces[0, rounds] if traced else NULL
                )
                if not played:
                    break
                games += 1
                rounds += played
    finally:
        end_batch(&p)
    return games, rounds


def play_branches(
    dict rules, list strategies, list forks, uint64_t seed, uint64_t start, uint64_t count,
    int16_t[:, :, ::1] out, uint8_t[:, ::1] imposed
):
    """Play games from `start` on, and each of their rounds again under each fork.

    `out` is int16[forks + 1, fields, rounds], its last entry for the rounds as they were played,
    `imposed` is uint8[forks, rounds]; `rounds` must be what the games have.
    """
    cdef Play p
    cdef Py_ssize_t number = len(forks), i, rounds = 0
    cdef uint64_t games
    cdef Fork* c_forks = <Fork*>malloc(max(1, number) * sizeof(Fork))
    if c_forks == NULL:
        raise MemoryError
    try:
        for i in range(number):
            c_forks[i] = forks[i]
        begin_batch(&p, rules, strategies, seed, 0)
        try:
            p.batch.plain = False
            check_size("out", out.shape[1], record_fields(&p.rules))
            check_size("out", out.shape[0], number + 1)
            check_size("imposed", imposed.shape[0], number)
            with nogil:
                for games in range(count):
                    rounds += branch_game(
                        &p.round, &p.batch, c_forks, number, start + games, out, imposed, rounds
                    )
        finally:
            end_batch(&p)
    finally:
        free(c_forks)
    return rounds


def play_on_all(
    dict rules, list strategies, uint64_t seed, uint64_t start, const int32_t[::1] numbers,
    const int32_t[:, ::1] totals, const int32_t[::1] leaders, int8_t[::1] winners
):
    """Play a game on from each standing; write who wins it, -1 where it never ends.

    `numbers` int32[n] of rounds played, `totals` int32[n, sides], `leaders` int32[n].
    """
    cdef Play p
    cdef int[MOST_SIDES] scores
    cdef Py_ssize_t i
    cdef int s
    begin_batch(&p, rules, strategies, seed, 0)
    try:
        check_size("totals", totals.shape[1], sides_of(&p.rules))
        for given in (totals.shape[0], leaders.shape[0], winners.shape[0]):
            check_size("numbers", numbers.shape[0], given)
        with nogil:
            for i in range(numbers.shape[0]):
                for s in range(sides_of(&p.rules)):
                    scores[s] = totals[i, s]
                winners[i] = <int8_t>play_game_on(
                    &p.round, &p.batch, start + <uint64_t>i, numbers[i], scores, leaders[i]
                )
    finally:
        end_batch(&p)


def rule_fields():
    """The fields of the C struct of rules."""
    cdef Play p
    return sorted(<object>p.rules)
