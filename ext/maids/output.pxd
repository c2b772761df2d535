"""What was played, written into records and traces: fields lie `stride` apart."""

from libc.stdint cimport int16_t, uint8_t

from maids.scoring cimport score_round
from maids.state cimport (
    BITS_OF_SUIT,
    MAX_SIDES,
    Log,
    Round,
    Rules,
    appeals_of,
    bid_of,
    side_of,
)


cdef inline void write_round(
    const Round* r, int number, int* totals, int16_t* row, Py_ssize_t stride
) noexcept nogil:
    """Count a finished round and write its fields, all but the winner, `stride` apart."""
    cdef int[MAX_SIDES] points
    cdef int s, sides = r.rules.sides, led = side_of(r.rules.players, r.led)
    cdef int16_t* cell
    score_round(r, points)
    row[0] = <int16_t>number
    row[stride] = <int16_t>r.trump
    row[2 * stride] = <int16_t>r.starter
    for s in range(sides):
        totals[s] += points[s]
        cell = row + (3 + s) * stride
        cell[0] = s == led
        cell[sides * stride] = <int16_t>bid_of(&r.sides[s])
        cell[2 * sides * stride] = <int16_t>appeals_of(&r.sides[s])
        cell[3 * sides * stride] = <int16_t>r.sides[s].accepted
        cell[4 * sides * stride] = <int16_t>r.sides[s].completed
        cell[5 * sides * stride] = <int16_t>points[s]
        cell[6 * sides * stride] = <int16_t>totals[s]


cdef inline void write_winner(
    const Rules* rules, int won, int16_t* row, Py_ssize_t stride, int rounds
) noexcept nogil:
    """Write the winner, -1 for nobody, into the rows of a game."""
    cdef int s, i
    cdef int16_t* cell
    for s in range(rules.sides):
        cell = row + (3 + 7 * rules.sides + s) * stride
        for i in range(rounds):
            cell[i] = s == won


cdef inline void write_log(
    const Log* log, uint8_t* row, Py_ssize_t stride, int tricks
) noexcept nogil:
    """Write a log as the fields of a trace, `stride` apart."""
    cdef int i, draws = log.draws, plays = log.plays
    for i in range(draws):
        row[i * stride] = log.draw_seat[i]
        row[(draws + i) * stride] = log.draw_card[i]
        row[(2 * draws + i) * stride] = log.draw_action[i]
        row[(3 * draws + i) * stride] = BITS_OF_SUIT[log.draw_mask[i]]
    row += 4 * draws * stride
    for i in range(plays):
        row[i * stride] = log.play_seat[i]
        row[(plays + i) * stride] = log.play_card[i]
        row[(2 * plays + i) * stride] = log.play_options[i]
    row += 3 * plays * stride
    for i in range(tricks):
        row[i * stride] = log.trick_winner[i]
