"""The kernel of Maids: plays chunks of seeded games and writes what the rounds counted.

The twin of ``analyser.games.maids.play``: game i of a seed is the same game in both.
"""

from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t

from common.random cimport draw_lane, likely
from maids.distribution cimport tabulate_all
from maids.greedy cimport greedy_act, greedy_play, greedy_play_clara
from maids.state cimport (
    BID_DOWN,
    BITS_OF_SUIT,
    CLARA,
    FORK_ACTION,
    FORK_CARD,
    FORK_LEADER,
    FORK_TARGET,
    MAX_NODES,
    MAX_SIDES,
    Fork,
    Node,
    Round,
    Rules,
    Seat,
    Side,
    act,
    appeals_of,
    begin_round,
    bid_of,
    bit,
    draw_decisions,
    member_of,
    next_seat,
    nth_card,
    side_of,
    suit_mask,
    suit_of,
    winning_card,
)


cdef enum Strategy:
    RANDOM
    GREEDY


cdef enum:
    MAX_ROUNDS = 10000  # a game this long is taken for one that never ends


cdef inline bint on_target(
    int players, const Round* r, const Node* node, Py_ssize_t seat, int card
) noexcept nogil:
    """Whether bidding the card leaves the bid that a fork imposes within reach."""
    cdef int side = side_of(players, seat)
    cdef int missing = r.fork.value - bid_of(&r.sides[side]) - r.rules.card_icons[card]
    if r.fork.kind != FORK_TARGET or r.fork.seat != side:
        return True
    return missing >= 0 and r.rules.reach[r.rules.bid_cards - node.placed - 1] >> missing & 1


cdef inline int choose_act(
    int players, bint plain, const Round* r, int strategy, Py_ssize_t seat, Py_ssize_t turn,
    int card
) noexcept nogil:
    """Ask the seat's strategy what to do with the card of its turn; apply the fork."""
    cdef const Seat* me = &r.seats[seat]
    cdef const Node* node = r.sides[side_of(players, seat)].node
    cdef Py_ssize_t member = member_of(players, seat)
    cdef int count = node.count[member]
    cdef bint bid = node.legal[member][BID_DOWN]
    if not plain and not likely(r.fork == NULL):
        if r.fork.kind == FORK_ACTION and r.fork.seat == seat and r.fork.at == turn:
            if node.legal[member][r.fork.value]:
                return r.fork.value
        elif bid and count > 2 and not on_target(players, r, node, seat, card):
            bid = False
            count -= 2
    if not plain and strategy == GREEDY:
        return greedy_act(players, r, node, seat, card, bid)
    return node.action[member][draw_lane(&me.stream, me.lanes, turn, count)]


cdef inline int choose_card(
    int players, bint plain, const Round* r, int strategy, Py_ssize_t seat, Py_ssize_t chooser,
    int played
) noexcept nogil:
    """Ask the chooser's strategy for the card that the seat plays; apply the fork."""
    cdef const Seat* me = &r.seats[chooser]
    cdef uint32_t legal = r.seats[seat].hand
    cdef uint32_t follow
    cdef int left = r.rules.hand_cards - r.trick
    cdef int count = left
    cdef Py_ssize_t lane
    if played:
        follow = legal & r.led_suit
        legal = follow if follow else legal
        count = BITS_OF_SUIT[follow >> r.led_shift]
        count = count if count else left
    if not plain and not likely(r.fork == NULL) and r.fork.kind == FORK_CARD:
        if r.fork.seat == seat and r.fork.at == r.trick and legal & bit(r.fork.value):
            return r.fork.value
    if plain or strategy == RANDOM:
        lane = r.rules.play_lane + r.trick
        if players == 2 and seat != chooser:
            lane += r.rules.hand_cards
        return nth_card(legal, draw_lane(&me.stream, me.lanes, lane, count), left - 1)
    if players == 2 and seat != chooser:
        return greedy_play_clara(r, chooser, legal, played)
    return greedy_play(players, r, seat, legal, played)


cdef inline void take_turn(
    int players, bint plain, Round* r, int strategy, Py_ssize_t seat, Py_ssize_t passes_to,
    Py_ssize_t turn, int drawn
) noexcept nogil:
    """Play a turn of the distribution; the side has drawn `drawn` cards before."""
    cdef int card = r.sides[side_of(players, seat)].pile[drawn]
    cdef Py_ssize_t action = choose_act(players, plain, r, strategy, seat, turn, card)
    act(players, plain, r, seat, passes_to, card, action)


cdef inline void distribute(
    int players, bint plain, Round* r, const int* strategies
) noexcept nogil:
    """Play the distribution (section 3.1)."""
    cdef Py_ssize_t seat = r.starter
    cdef Py_ssize_t turn, drawn, left
    cdef int _
    cdef int[4] turns = [0, 0, 0, 0]
    if players == 4:
        for _ in range(2 * r.rules.block):
            while not r.sides[seat & 1].node.count[seat >> 1]:
                seat = next_seat(4, seat)
            drawn = turns[seat & 1] + turns[seat | 2]
            take_turn(4, plain, r, strategies[seat], seat, seat ^ 2, turns[seat], drawn)
            turns[seat] += 1
            seat = next_seat(4, seat)
    else:
        for turn in range(r.rules.block):
            for _ in range(players):
                left = next_seat(players, seat)
                take_turn(players, plain, r, strategies[seat], seat, left, turn, turn)
                seat = left


cdef inline void play_tricks(
    int players, bint plain, Round* r, const int* strategies
) noexcept nogil:
    """Play the tricks (section 3.2, rulings M8 to M12)."""
    cdef uint8_t[30] owner
    cdef Py_ssize_t i, seat, chooser, card
    cdef Side* side
    r.lead = r.leader_card
    for r.trick in range(r.rules.hand_cards):
        r.played = 0
        seat = r.lead
        for i in range(4 if players == 4 else 3):
            chooser = seat
            if players == 2:
                if r.lead == CLARA:
                    chooser = 1 - r.leader_card if i == 1 else r.leader_card
                    seat = CLARA if i == 0 else chooser
                elif i == 2:
                    seat, chooser = CLARA, r.lead
                else:
                    seat = chooser = r.lead ^ i
            card = choose_card(players, plain, r, strategies[chooser], seat, chooser, i)
            r.seats[seat].hand ^= bit(card)
            r.played |= bit(card)
            r.plays[i] = card
            owner[card] = <uint8_t>seat
            if i == 0:
                r.led_shift = 10 * suit_of(card)
                r.led_suit = suit_mask(suit_of(card))
            seat = next_seat(players, seat)
        r.public |= r.played
        card = winning_card(r, r.played, r.led_suit)
        seat = owner[card]
        side = &r.sides[side_of(players, seat)]
        side.accepted += 1
        side.completed += r.slackers & bit(card) == 0
        if r.rules.leader_card_follows_winner and seat < players:
            r.leader_card = seat
        r.lead = seat


cdef inline void play_round(
    int players, bint plain, Round* r, const int* strategies
) noexcept nogil:
    """Play a dealt round up to the last trick."""
    distribute(players, plain, r, strategies)
    if not plain and r.fork != NULL and r.fork.kind == FORK_LEADER:
        r.leader_card = r.fork.value
    r.led = r.leader_card
    play_tricks(players, plain, r, strategies)


cdef void play_any_round(Round* r, bint plain, const int* strategies) noexcept nogil:
    """Choose the copy of the code for these players; `plain`: all play at random, no fork."""
    if plain:
        if r.rules.players == 3:
            play_round(3, True, r, strategies)
        elif r.rules.players == 2:
            play_round(2, True, r, strategies)
        else:
            play_round(4, True, r, strategies)
    elif r.rules.players == 3:
        play_round(3, False, r, strategies)
    elif r.rules.players == 2:
        play_round(2, False, r, strategies)
    else:
        play_round(4, False, r, strategies)


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


cdef int play_game(
    Round* r, bint plain, const int* strategies, const Fork* fork, uint64_t seed,
    uint64_t game, int16_t* out, Py_ssize_t stride, Py_ssize_t room
) noexcept nogil:
    """Play a game into columns `stride` apart; return its rounds, 0 if they exceed the room."""
    cdef const Rules* rules = r.rules
    cdef int[MAX_SIDES] totals
    cdef int[MAX_SIDES] points
    cdef int number = 0, s, sides = rules.sides, led, won
    cdef int16_t* row
    cdef int16_t* cell
    for s in range(sides):
        totals[s] = 0
    while number == 0 or not has_ended(rules, number, totals):
        if number == room or number == MAX_ROUNDS:
            return 0
        row = out + number
        number += 1
        begin_round(r, fork, seed, game, number)
        for s in range(rules.players):
            if strategies[s] == RANDOM:
                draw_decisions(r, s, seed, game, number)
        play_any_round(r, plain, strategies)
        led = side_of(rules.players, r.led)
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
    cdef Node[MAX_NODES] nodes
    cdef Round r
    cdef int[4] c_strategies
    cdef Py_ssize_t room = out.shape[1]
    cdef Py_ssize_t rounds = 0
    cdef uint64_t games = 0
    cdef int played
    cdef bint plain = not c_fork.kind
    for seat, strategy in enumerate(strategies):
        c_strategies[seat] = strategy
        plain = plain and strategy == RANDOM
    if out.shape[0] != 3 + 8 * c_rules.sides:
        raise ValueError(f"out has {out.shape[0]} fields, needs {3 + 8 * c_rules.sides}")
    with nogil:
        r.rules = &c_rules
        r.first_node = tabulate_all(&c_rules, nodes)
        while games < count and rounds < room:
            played = play_game(
                &r, plain, c_strategies, &c_fork, seed, start + games, &out[0, rounds], room,
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
