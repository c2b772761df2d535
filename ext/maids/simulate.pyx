"""The kernel of Maids: plays chunks of seeded games and writes what the rounds counted.

The twin of ``analyser.games.maids.play``: game i of a seed is the same game in both.
"""

from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc

from common.random cimport draw_lane, likely
from maids.distribution cimport tabulate_all
from maids.greedy cimport greedy_act, greedy_play, greedy_play_clara
from maids.state cimport (
    BID_DOWN,
    BID_UP,
    BITS_OF_SUIT,
    CLARA,
    FORK_ACTION,
    FORK_CARD,
    FORK_FACE,
    FORK_LEADER,
    FORK_RESTRICT,
    FORK_TARGET,
    MAX_NODES,
    MAX_SIDES,
    NO_APPEAL,
    NO_SLACK_WIN,
    PASS,
    RANDOM_PASS,
    Fork,
    Log,
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
    bits_of,
    draw_decisions,
    fork_tricks,
    lowest_bit,
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
    BIDS = 1 << BID_DOWN | 1 << BID_UP  # as bits of legal actions
    UNPLAYED = 0  # of a fork: it could not be imposed,
    SAME = 1  # or it was what was done anyway,
    OTHER = 2  # or it was not


cdef inline bint restricted(const Round* r, Py_ssize_t seat, int restriction) noexcept nogil:
    """Whether the seat plays under that restriction."""
    cdef const Fork* fork = r.fork
    return fork.kind == FORK_RESTRICT and fork.seat == seat and fork.value == restriction


cdef inline bint within_reach(
    int players, const Round* r, const Node* node, Py_ssize_t seat, int card
) noexcept nogil:
    """Whether bidding the card leaves a bid that a fork wants within reach."""
    cdef int side = side_of(players, seat)
    cdef int bid = bid_of(&r.sides[side]) + r.rules.card_icons[card]
    return r.fork.bids >> bid & r.rules.reach[r.rules.bid_cards - node.placed - 1] != 0


cdef inline int allowed_acts(
    int players, const Round* r, const Node* node, Py_ssize_t seat, Py_ssize_t turn, int card,
    int legal
) noexcept nogil:
    """The legal actions, as bits, that a fork allows; all, if it allows none."""
    cdef const Seat* me = &r.seats[seat]
    cdef Py_ssize_t about = side_of(players, seat) if r.fork.kind == FORK_TARGET else seat
    cdef int allowed = legal
    if r.fork.bids and r.fork.seat == about:
        if legal & BIDS and not within_reach(players, r, node, seat, card):
            allowed &= ~BIDS
    elif restricted(r, seat, RANDOM_PASS):
        if turn >= draw_lane(
            &me.stream, me.lanes, r.rules.lanes, r.rules.hand_cards + r.rules.bid_cards
        ):
            allowed &= 1 << PASS
        else:
            allowed &= ~(1 << PASS)
    return allowed if allowed else legal


cdef inline int imposed_act(
    const Round* r, Py_ssize_t seat, Py_ssize_t turn, int legal, int action
) noexcept nogil:
    """What a fork makes of the seat's choice."""
    cdef const Fork* fork = r.fork
    if fork.kind == FORK_ACTION and fork.seat == seat and fork.at == turn:
        return fork.value if legal >> fork.value & 1 else action
    if action >= BID_DOWN:
        if restricted(r, seat, NO_APPEAL):
            return BID_DOWN
        if fork.kind == FORK_FACE and fork.seat == seat:
            if bits_of(r.seats[seat].own_bids) == fork.at:
                return BID_DOWN + fork.value
    return action


cdef inline int choose_act(
    int players, bint plain, const Round* r, int strategy, Py_ssize_t seat, Py_ssize_t turn,
    int card
) noexcept nogil:
    """Ask the seat's strategy what to do with the card of its turn; apply the fork."""
    cdef const Seat* me = &r.seats[seat]
    cdef const Node* node = r.sides[side_of(players, seat)].node
    cdef Py_ssize_t member = member_of(players, seat)
    cdef int legal = node.mask[member], allowed = legal, action
    cdef Log* log = r.log
    if plain:
        return node.action[member][draw_lane(&me.stream, me.lanes, turn, node.count[member])]
    if not likely(r.fork == NULL):
        allowed = allowed_acts(players, r, node, seat, turn, card, legal)
    if strategy == GREEDY:
        action = greedy_act(players, r, node, seat, card, allowed)
    else:
        action = draw_lane(&me.stream, me.lanes, turn, bits_of(allowed))
        action = nth_card(allowed, action, BID_UP)
    if not likely(r.fork == NULL):
        action = imposed_act(r, seat, turn, legal, action)
    if log != NULL:
        log.draw_seat[log.draws] = <uint8_t>seat
        log.draw_card[log.draws] = <uint8_t>card
        log.draw_action[log.draws] = <uint8_t>action
        log.draw_mask[log.draws] = <uint8_t>legal
        log.draws += 1
    return action


cdef inline uint32_t without_slack_wins(const Round* r, uint32_t legal) noexcept nogil:
    """The legal cards that are no slacker about to win; all, if there are no others."""
    cdef uint32_t left = legal & r.slackers
    cdef uint32_t kept = legal
    cdef uint32_t led_suit
    cdef int card
    while left:
        card = lowest_bit(left)
        left &= left - 1
        led_suit = r.led_suit if r.played else suit_mask(suit_of(card))
        if winning_card(r, r.played | bit(card), led_suit) == card:
            kept ^= bit(card)
    return kept if kept else legal


cdef inline int choose_card(
    int players, bint plain, const Round* r, int strategy, Py_ssize_t seat, Py_ssize_t chooser,
    int played
) noexcept nogil:
    """Ask the chooser's strategy for the card that the seat plays; apply the fork."""
    cdef const Seat* me = &r.seats[chooser]
    cdef uint32_t legal = r.seats[seat].hand
    cdef uint32_t follow, allowed
    cdef int left = r.rules.hand_cards - r.trick
    cdef int count = left, card
    cdef Log* log = r.log
    cdef Py_ssize_t lane = r.rules.play_lane + r.trick
    if played:
        follow = legal & r.led_suit
        legal = follow if follow else legal
        count = BITS_OF_SUIT[follow >> r.led_shift]
        count = count if count else left
    allowed = legal
    if players == 2 and seat != chooser:
        lane += r.rules.hand_cards
    if plain:
        return nth_card(legal, draw_lane(&me.stream, me.lanes, lane, count), left - 1)
    if not likely(r.fork == NULL) and seat == chooser and restricted(r, seat, NO_SLACK_WIN):
        allowed = without_slack_wins(r, legal)
    if strategy == RANDOM:
        card = draw_lane(&me.stream, me.lanes, lane, bits_of(allowed))
        card = nth_card(allowed, card, left - 1)
    elif players == 2 and seat != chooser:
        card = greedy_play_clara(r, chooser, allowed, played)
    else:
        card = greedy_play(players, r, seat, allowed, played)
    if not likely(r.fork == NULL) and r.fork.kind == FORK_CARD:
        if r.fork.seat == seat and r.fork.at == r.trick and r.fork.value < count:
            card = nth_card(legal, r.fork.value, left - 1)
    if log != NULL:
        log.play_seat[log.plays] = <uint8_t>seat
        log.play_card[log.plays] = <uint8_t>card
        log.play_place[log.plays] = <uint8_t>bits_of(legal & (bit(card) - 1))
        log.play_options[log.plays] = <uint8_t>count
        log.plays += 1
    return card


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
        if not plain and r.log != NULL:
            r.log.trick_winner[r.trick] = <uint8_t>seat
        side = &r.sides[side_of(players, seat)]
        side.accepted += 1
        side.completed += r.slackers & bit(card) == 0
        if r.rules.leader_card_follows_winner and seat < players:
            r.leader_card = seat
        r.lead = seat


cdef inline void play_round(
    int players, bint plain, Round* r, const int* strategies, bint distributed, Round* ready
) noexcept nogil:
    """Play a dealt round, or one `distributed`, up to the last trick.

    What it was before the tricks is copied to `ready`, unless that is NULL.
    """
    if not distributed:
        distribute(players, plain, r, strategies)
    if not plain and ready != NULL:
        ready[0] = r[0]
    if not plain and r.fork != NULL:
        fork_tricks(r)
    r.led = r.leader_card
    play_tricks(players, plain, r, strategies)


cdef void play_any_round(
    Round* r, bint plain, const int* strategies, bint distributed, Round* ready
) noexcept nogil:
    """Choose the copy of the code for these players; `plain`: all play at random, no fork, no log.
    """
    if plain:
        if r.rules.players == 3:
            play_round(3, True, r, strategies, False, NULL)
        elif r.rules.players == 2:
            play_round(2, True, r, strategies, False, NULL)
        else:
            play_round(4, True, r, strategies, False, NULL)
    elif r.rules.players == 3:
        play_round(3, False, r, strategies, distributed, ready)
    elif r.rules.players == 2:
        play_round(2, False, r, strategies, distributed, ready)
    else:
        play_round(4, False, r, strategies, distributed, ready)


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


cdef struct Batch:
    # What the games of a batch share.
    const int* strategies
    bint plain  # all play at random, without forks and logs
    uint64_t seed
    uint64_t replicate


cdef inline void deal(
    Round* r, const Batch* batch, const Fork* fork, uint64_t game, int number
) noexcept nogil:
    """Deal a round and draw what its random decisions need."""
    cdef int s, lanes
    begin_round(r, fork, batch.seed, game, number)
    for s in range(r.rules.players):
        lanes = r.rules.lanes
        if not batch.plain and r.fork != NULL:
            lanes += restricted(r, s, RANDOM_PASS)
        if batch.strategies[s] == RANDOM or lanes > r.rules.lanes:
            draw_decisions(r, s, batch.seed, game, number, batch.replicate, lanes)


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
        deal(r, batch, fork, game, number)
        if traces != NULL:
            log.draws = log.plays = 0
            r.log = &log
        play_any_round(r, batch.plain, batch.strategies, False, NULL)
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
        deal(r, batch, &none, game, number)
        dealt = r[0]
        log.draws = log.plays = 0
        r.log = &log
        play_any_round(r, False, batch.strategies, False, &ready)
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
            play_any_round(&branch, False, batch.strategies, not early, NULL)
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


cdef inline int play_on(
    Round* r, const Batch* batch, uint64_t game, int number, int* totals, int leader_card
) noexcept nogil:
    """Play a game on from a standing; return the side that wins it, -1 if it never ends."""
    cdef const Rules* rules = r.rules
    cdef int[MAX_SIDES] points
    cdef Fork none
    cdef bint ended = False
    cdef int s
    none.kind = 0
    r.leader_card = leader_card
    while not ended:
        if number == MAX_ROUNDS:
            return -1
        number += 1
        deal(r, batch, &none, game, number)
        play_any_round(r, batch.plain, batch.strategies, False, NULL)
        score_round(r, points)
        for s in range(rules.sides):
            totals[s] += points[s]
        ended = has_ended(rules, number, totals)
    return winning_side(rules, totals, r.leader_card)


cdef int fill_in(Batch* batch, int* codes, list strategies, uint64_t seed) except -1:
    """Fill in a batch of games without forks and logs."""
    batch.strategies = codes
    batch.plain = True
    batch.seed = seed
    batch.replicate = 0
    for seat, strategy in enumerate(strategies):
        codes[seat] = strategy
        batch.plain = batch.plain and strategy == RANDOM
    return 0


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

    Parameters: `rules` and `fork` hold every field of the structs, `strategies` a code a seat,
    `out` is int16[fields, room], and `traces` uint8[fields of a trace, room], or has no fields.
    Returns the number of games and of rounds that were played.
    """
    cdef Rules c_rules = rules
    cdef Fork c_fork = fork
    cdef Node[MAX_NODES] nodes
    cdef Round r
    cdef Batch batch
    cdef int[4] codes
    cdef Py_ssize_t room = out.shape[1]
    cdef Py_ssize_t rounds = 0
    cdef uint64_t games = 0
    cdef int played
    cdef bint traced = traces.shape[0] > 0
    fill_in(&batch, codes, strategies, seed)
    batch.plain = batch.plain and not c_fork.kind and not traced
    batch.replicate = replicate
    check_size("out", out.shape[0], 3 + 8 * c_rules.sides)
    if traced:
        check_size("traces", traces.shape[0], trace_fields(&c_rules))
        check_size("a row of traces", traces.shape[1], room)
    with nogil:
        r.rules = &c_rules
        r.log = NULL
        r.first_node = tabulate_all(&c_rules, nodes)
        while games < count and rounds < room:
            played = play_game(
                &r, &batch, &c_fork, start + games, &out[0, rounds], room, room - rounds,
                &traces[0, rounds] if traced else NULL
            )
            if not played:
                break
            games += 1
            rounds += played
    return games, rounds


cdef inline int trace_fields(const Rules* rules) noexcept:
    """The number of fields of a trace."""
    cdef int draws = rules.block * min(rules.sides, rules.players)
    return 4 * draws + (3 * max(3, rules.players) + 1) * rules.hand_cards


def play_branches(
    dict rules, list strategies, list forks, uint64_t seed, uint64_t start, uint64_t count,
    int16_t[:, :, ::1] out, uint8_t[:, ::1] imposed
):
    """Play games from `start` on, and each of their rounds again under each fork.

    `out` is int16[forks + 1, fields, rounds], its last entry for the rounds as they were played,
    `imposed` is uint8[forks, rounds]; `rounds` must be what the games have.
    """
    cdef Rules c_rules = rules
    cdef Node[MAX_NODES] nodes
    cdef Round r
    cdef Batch batch
    cdef int[4] codes
    cdef Py_ssize_t number = len(forks), i, rounds = 0
    cdef uint64_t games
    cdef Fork* c_forks = <Fork*>malloc(max(1, number) * sizeof(Fork))
    if c_forks == NULL:
        raise MemoryError
    try:
        for i in range(number):
            c_forks[i] = forks[i]
        fill_in(&batch, codes, strategies, seed)
        batch.plain = False
        check_size("out", out.shape[1], 3 + 8 * c_rules.sides)
        check_size("out", out.shape[0], number + 1)
        check_size("imposed", imposed.shape[0], number)
        with nogil:
            r.rules = &c_rules
            r.log = NULL
            r.first_node = tabulate_all(&c_rules, nodes)
            for games in range(count):
                rounds += branch_game(
                    &r, &batch, c_forks, number, start + games, out, imposed, rounds
                )
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
    cdef Rules c_rules = rules
    cdef Node[MAX_NODES] nodes
    cdef Round r
    cdef Batch batch
    cdef int[4] codes
    cdef int[MAX_SIDES] scores
    cdef Py_ssize_t i
    cdef int s
    fill_in(&batch, codes, strategies, seed)
    check_size("totals", totals.shape[1], c_rules.sides)
    for given in (totals.shape[0], leaders.shape[0], winners.shape[0]):
        check_size("numbers", numbers.shape[0], given)
    with nogil:
        r.rules = &c_rules
        r.log = NULL
        r.first_node = tabulate_all(&c_rules, nodes)
        for i in range(numbers.shape[0]):
            for s in range(c_rules.sides):
                scores[s] = totals[i, s]
            winners[i] = <int8_t>play_on(
                &r, &batch, start + <uint64_t>i, numbers[i], scores, leaders[i]
            )


def rule_fields():
    """The fields of the C struct of rules."""
    cdef Rules rules
    rules.players = 0
    return sorted(<object>rules)
