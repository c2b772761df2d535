"""Points, the end of a game, and who wins it."""

from maids.state cimport (
    CLARA,
    Round,
    Rules,
    appeals_of,
    bid_of,
)


cdef inline void score_round(const Round* r, int* points) noexcept nogil:
    """The points of the round by side (section 3.3, ruling M14)."""
    cdef const Rules* rules = r.rules
    cdef int s, made = 0, failed_appeals = 0
    for s in range(rules.sides):
        if r.sides[s].completed == bid_of(&r.sides[s]):
            made += 1
        else:
            failed_appeals += appeals_of(&r.sides[s])
    for s in range(rules.sides):
        points[s] = rules.accepted * r.sides[s].accepted
        if r.sides[s].completed == bid_of(&r.sides[s]):
            points[s] += rules.success[made - 1] + rules.appeal_success * appeals_of(&r.sides[s])
            points[s] += rules.appeal_failure * failed_appeals
        else:
            points[s] += rules.appeal_failure * (failed_appeals - appeals_of(&r.sides[s]))


cdef inline int winning_side(const Rules* rules, const int* totals, int leader_card) noexcept nogil:
    """The side that wins the finished game (section 3.4, rulings M11 and M12)."""
    cdef int s, best = 0
    for s in range(1, rules.sides):
        best = max(best, totals[s]) if s > 1 else max(totals[0], totals[1])
    if rules.players == 4:
        if totals[0] == totals[1]:
            return leader_card & 1
        return totals[1] > totals[0]
    if rules.players == 2 and totals[CLARA] == best:
        return CLARA
    for s in range(rules.players):
        if totals[(leader_card + s) % rules.players] == best:
            return (leader_card + s) % rules.players
    return -1


cdef inline bint has_ended(const Rules* rules, int number, const int* totals) noexcept nogil:
    """Whether the game ends after that round (section 3.4, ruling M15)."""
    cdef int s, best = 0, top = 0
    if not rules.end_score:
        return number == rules.rounds
    for s in range(rules.sides):
        best = max(best, totals[s])
    if best < rules.end_score:
        return False
    for s in range(rules.sides):
        top += totals[s] == best
    return top == 1 or not rules.extra_round
