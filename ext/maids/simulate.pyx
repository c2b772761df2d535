"""The kernel of Maids: plays chunks of seeded games and writes what the rounds counted.

The twin of ``analyser.games.maids.play``: game i of a seed is the same game in both.
"""

from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t

from maids.greedy cimport greedy_act, greedy_play, greedy_play_clara
from maids.state cimport (
    BID_UP,
    CARDS,
    CLARA,
    FORK_ACTION,
    FORK_CARD,
    FORK_LEADER,
    FORK_TARGET,
    KEEP,
    MAX_SIDES,
    NO_TRUMP,
    PASS,
    Fork,
    Round,
    Rules,
    Stream,
    act,
    begin_round,
    bit,
    draw,
    draw_block,
    draw_decisions,
    may_keep,
    nth_card,
    side_of,
    still_draws,
    suit_mask,
    suit_of,
    winning_card,
    BITS_OF_SUIT,
)

from common.random cimport draw_from


cdef enum Strategy:
    RANDOM
    GREEDY


cdef enum:
    MAX_ROUNDS = 10000  # a game this long is taken for one that never ends


cdef inline int choose_act(const Round* r, int strategy, int seat, int card) noexcept nogil:
    """Ask the seat's strategy what to do with the drawn card; apply the fork."""
    cdef const Rules* rules = r.rules
    cdef int side = side_of(rules, seat)
    cdef bint keep = may_keep(r, seat)
    cdef bint give = r.memo[seat]
    cdef bint bid = r.placed[side] < rules.bid_cards
    cdef bint on_target = True
    cdef int missing, choice
    if r.fork != NULL:
        if r.fork.kind == FORK_TARGET and r.fork.seat == side and bid:
            missing = r.fork.value - r.bid[side] - rules.icons[suit_of(card)]
            on_target = missing >= 0 and (
                rules.reach[rules.bid_cards - r.placed[side] - 1] >> missing & 1
            )
        elif r.fork.kind == FORK_ACTION and r.fork.seat == seat and r.fork.at == r.turns[seat]:
            choice = r.fork.value
            if keep if choice == KEEP else give if choice == PASS else bid:
                return choice
    if not on_target and (keep or give):
        bid = False
    if strategy == GREEDY:
        return greedy_act(r, seat, card, keep, give, bid)
    choice = draw(r, seat, r.turns[seat], keep + give + 2 * bid)
    choice += not keep
    choice += choice >= PASS and not give
    return choice


cdef inline int choose_card(
    const Round* r, int strategy, int seat, int chooser, int played
) noexcept nogil:
    """Ask the chooser's strategy for the card that the seat plays; apply the fork."""
    cdef const Rules* rules = r.rules
    cdef uint32_t legal = r.hand[seat]
    cdef uint32_t follow = 0
    cdef int count = r.size[seat]
    cdef int led
    if played:
        led = suit_of(r.plays[0])
        follow = legal & suit_mask(led)
        if follow:
            legal = follow
            count = BITS_OF_SUIT[follow >> (10 * led)]
    if r.fork != NULL and r.fork.kind == FORK_CARD:
        if r.fork.seat == seat and r.fork.at == r.trick and legal & bit(r.fork.value):
            return r.fork.value
    if strategy == RANDOM:
        led = rules.play_lane + r.trick
        if seat != chooser:
            led += rules.hand_cards
        return nth_card(legal, draw(r, chooser, led, count))
    if seat == chooser:
        return greedy_play(r, seat, legal, played)
    return greedy_play_clara(r, chooser, legal, played)


cdef inline void distribute(
    Round* r, const int* strategies, const uint8_t* order, int starter
) noexcept nogil:
    """Play the distribution (section 3.1)."""
    cdef const Rules* rules = r.rules
    cdef int players = rules.players
    cdef int seat = starter
    cdef int left = rules.sides * rules.block
    cdef int side, card
    if players == 2:
        left -= rules.block
    while left:
        if still_draws(r, seat):
            side = side_of(rules, seat)
            card = order[side * rules.block + r.drawn[side]]
            r.drawn[side] += 1
            act(r, seat, card, choose_act(r, strategies[seat], seat, card))
            left -= 1
        seat = seat + 1 if seat + 1 < players else 0


cdef inline void play_tricks(Round* r, const int* strategies) noexcept nogil:
    """Play the tricks (section 3.2, rulings M8 to M12)."""
    cdef const Rules* rules = r.rules
    cdef int[30] owner
    cdef int i, s, seat, chooser, card
    r.lead = r.leader_card
    for r.trick in range(rules.hand_cards):
        r.played = 0
        seat = r.lead
        for i in range(rules.hands):
            chooser = seat
            if rules.players == 2:
                if r.lead == CLARA:
                    chooser = 1 - r.leader_card if i == 1 else r.leader_card
                    seat = CLARA if i == 0 else chooser
                elif i == 2:
                    seat, chooser = CLARA, r.lead
                else:
                    seat = chooser = r.lead ^ i
            card = choose_card(r, strategies[chooser], seat, chooser, i)
            r.hand[seat] ^= bit(card)
            r.size[seat] -= 1
            r.played |= bit(card)
            if i < 3:
                r.plays[i] = card
            owner[card] = seat
            for s in range(rules.players):
                r.out[s] |= bit(card)
            seat = seat + 1 if seat + 1 < rules.players else 0
        card = winning_card(r.played, suit_of(r.plays[0]), r.trump, rules.zero_beats_nine)
        seat = owner[card]
        r.accepted[side_of(rules, seat)] += 1
        if not r.slackers & bit(card):
            r.completed[side_of(rules, seat)] += 1
        if rules.leader_card_follows_winner and seat < rules.players:
            r.leader_card = seat
        r.lead = seat


cdef inline void score_round(const Round* r, int* points) noexcept nogil:
    """The points of the round by side (section 3.3, ruling M14)."""
    cdef const Rules* rules = r.rules
    cdef int s, made = 0, failed_appeals = 0
    for s in range(rules.sides):
        if r.completed[s] == r.bid[s]:
            made += 1
        else:
            failed_appeals += r.appeals[s]
    for s in range(rules.sides):
        points[s] = rules.accepted * r.accepted[s]
        if r.completed[s] == r.bid[s]:
            points[s] += rules.success[made - 1] + rules.appeal_success * r.appeals[s]
            points[s] += rules.appeal_failure * failed_appeals
        else:
            points[s] += rules.appeal_failure * (failed_appeals - r.appeals[s])


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


cdef int play_game(
    const Rules* rules, const int* strategies, const Fork* fork, uint64_t seed, uint64_t game,
    int16_t* out, Py_ssize_t stride, Py_ssize_t room
) noexcept nogil:
    """Play a game into columns `stride` apart; return its rounds, 0 if they exceed the room."""
    cdef Round r
    cdef Stream deal
    cdef uint64_t[4] first
    cdef uint8_t[30] order
    cdef int[MAX_SIDES] totals
    cdef int[MAX_SIDES] points
    cdef int number = 0, s, sides = rules.sides, starter, led, won
    cdef int16_t* row
    cdef int16_t* cell
    deal.seed, deal.number, deal.game, deal.round = seed, CARDS, game, 1
    draw_block(&deal, 0, first)
    draw_from(&deal, first, 2, rules.players, 1, &starter)
    for s in range(sides):
        totals[s] = 0
    while number == 0 or not has_ended(rules, number, totals):
        if number == room or number == MAX_ROUNDS:
            return 0
        row = out + number
        number += 1
        begin_round(&r, rules, fork, seed, game, number, starter, order)
        for s in range(rules.players):
            if strategies[s] == RANDOM:
                draw_decisions(&r, s, seed, game, number)
        distribute(&r, strategies, order, starter)
        if r.fork != NULL and r.fork.kind == FORK_LEADER:
            r.leader_card = r.fork.value
        led = side_of(rules, r.leader_card)
        play_tricks(&r, strategies)
        score_round(&r, points)
        row[0] = <int16_t>number
        row[stride] = <int16_t>r.trump
        row[2 * stride] = <int16_t>starter
        for s in range(sides):
            totals[s] += points[s]
            cell = row + (3 + s) * stride
            cell[0] = s == led
            cell[sides * stride] = <int16_t>r.bid[s]
            cell[2 * sides * stride] = <int16_t>r.appeals[s]
            cell[3 * sides * stride] = <int16_t>r.accepted[s]
            cell[4 * sides * stride] = <int16_t>r.completed[s]
            cell[5 * sides * stride] = <int16_t>points[s]
            cell[6 * sides * stride] = <int16_t>totals[s]
        starter = r.leader_card
    won = winning_side(rules, totals, r.leader_card)
    for s in range(sides):
        cell = out + (3 + 7 * sides + s) * stride
        for led in range(number):
            cell[led] = s == won
    return number


def play_chunk(
    dict rules, list strategies, dict fork, uint64_t seed, uint64_t start, uint64_t count,
    int16_t[:, ::1] out
):
    """Play games from `start` on into the columns of `out`, while there is room.

    Parameters: `rules` and `fork` hold every field of the structs, `strategies` a code a seat,
    `out` is int16[fields, room]. Returns the number of games and of rounds that were played.
    """
    cdef Rules c_rules = rules
    cdef Fork c_fork = fork
    cdef int[4] c_strategies
    cdef Py_ssize_t room = out.shape[1]
    cdef Py_ssize_t rounds = 0
    cdef uint64_t games = 0
    cdef int played
    for seat, strategy in enumerate(strategies):
        c_strategies[seat] = strategy
    if out.shape[0] != 3 + 8 * c_rules.sides:
        raise ValueError(f"out has {out.shape[0]} fields, needs {3 + 8 * c_rules.sides}")
    with nogil:
        while games < count and rounds < room:
            played = play_game(
                &c_rules, c_strategies, &c_fork, seed, start + games, &out[0, rounds], room,
                room - rounds
            )
            if not played:
                break
            games += 1
            rounds += played
    return games, rounds


def rule_fields():
    """The fields of the C struct of rules."""
    cdef Rules rules
    rules.players = 0
    return sorted(<object>rules)
