"""What was played, written into records and traces: fields lie `stride` apart."""

from libc.stdint cimport int16_t, uint8_t

from bellboys.state cimport (
    HAND,
    PLAYS,
    SEATS,
    SUITS,
    Log,
    Round,
    cards_kept,
    cards_taken,
    round_winner,
    suits_taken,
)


cdef enum:
    RECORD_FIELDS = 17
    TRACE_FIELDS = 94


cdef inline void write_round(
    const Round* r, int number, int* totals, int16_t* row, Py_ssize_t stride
) noexcept nogil:
    """Count a finished round and write its fields, all but the winner, `stride` apart."""
    cdef Py_ssize_t s, won = round_winner(r)
    cdef int16_t* cell
    row[0] = <int16_t>number
    row[stride] = <int16_t>r.starter
    row[2 * stride] = <int16_t>r.redeals
    totals[won] += 1
    for s in range(SEATS):
        cell = row + (3 + s) * stride
        cell[0] = <int16_t>r.tricks[s]
        cell[2 * stride] = <int16_t>cards_taken(r, s)
        cell[4 * stride] = <int16_t>suits_taken(r, s, (1 << SUITS) - 1)
        cell[6 * stride] = <int16_t>cards_kept(r, s)
        cell[8 * stride] = s == won
        cell[10 * stride] = <int16_t>totals[s]


cdef inline void write_winner(int won, int16_t* row, Py_ssize_t stride, int rounds) noexcept nogil:
    """Write the winner, -1 for nobody, into the rows of a game."""
    cdef int s, i
    for s in range(SEATS):
        for i in range(rounds):
            row[(15 + s) * stride + i] = s == won


cdef inline void write_log(const Log* log, uint8_t* row, Py_ssize_t stride) noexcept nogil:
    """Write a log as the fields of a trace, `stride` apart."""
    cdef int i
    for i in range(PLAYS):
        row[i * stride] = log.hand[i]
    row += PLAYS * stride
    row[0] = log.aside
    for i in range(SEATS):
        row[(1 + i) * stride] = log.fan[i]
    row += (1 + SEATS) * stride
    for i in range(PLAYS):
        row[i * stride] = log.play_seat[i]
        row[(PLAYS + i) * stride] = log.play_card[i]
        row[(2 * PLAYS + i) * stride] = log.play_position[i]
        row[(3 * PLAYS + i) * stride] = log.play_rank[i]
        row[(4 * PLAYS + i) * stride] = log.play_options[i]
    row += 5 * PLAYS * stride
    for i in range(HAND):
        row[i * stride] = log.trick_winner[i]
