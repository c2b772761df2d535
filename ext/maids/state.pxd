"""Rules and state of a Maids round in C: cards are bits 10 * suit + rank of 32-bit masks."""

from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t

from common.random cimport CARDS, Stream, draw_block, draw_lane, shuffle

cdef extern from "common/intrinsics.h" nogil:
    int lowest_bit(uint32_t mask)
    int highest_bit(uint32_t mask)
    const uint8_t BITS_OF_SUIT[1024]


cdef enum:
    MAX_SEATS = 4
    MAX_SIDES = 3
    MAX_WORDS = 8  # four lanes in each
    NO_TRUMP = 3
    CLARA = 2
    SUIT = 0x3FF
    ONE = 1 << 15  # a probability of one
    BEATERS = 11


cdef enum Act:
    KEEP
    PASS
    BID_DOWN
    BID_UP


cdef enum ForkKind:
    NO_FORK
    FORK_ACTION
    FORK_CARD
    FORK_LEADER
    FORK_TARGET
    FORK_SLACKER
    FORK_EXCHANGE


cdef struct Rules:
    # Filled by field name from analyser.games.maids.simulate.kernel_rules.
    int players
    int sides
    int hands  # hands at the table, Clara's included
    int cards
    uint8_t[30] deck
    int hand_cards
    int bid_cards
    bint limit_counts_memo
    int block  # cards that each side draws
    int[3] icons
    uint32_t slackers
    bint zero_beats_nine
    uint32_t[30] beaters  # by card, the cards of its suit that beat it
    int accepted
    int[3] success
    int appeal_success
    int appeal_failure
    int rounds
    int trumps
    int[12] trump
    int end_score
    bint extra_round
    bint leader_card_follows_winner
    int lanes  # decisions that a seat may have in a round
    int play_lane  # where those of the tricks begin
    uint64_t[10] reach  # bit b of reach[m]: m bid cards can add up to b
    int[33] win  # greedy: [kind][unseen beaters], see GreedyTables
    int[4] mean_win
    int mean_icon
    int partner
    int flex
    int doubt
    int appeal_gap


cdef struct Fork:
    int kind
    int round
    int seat
    int at
    int value


cdef struct Round:
    const Rules* rules
    const Fork* fork  # NULL where it does not apply
    Stream[MAX_SEATS] streams  # of each seat's decisions
    uint64_t[MAX_SEATS][MAX_WORDS] words
    uint32_t[MAX_SEATS] hand
    uint32_t[MAX_SEATS] out  # by seat, the cards that it knows no other hand holds
    int[MAX_SEATS] size  # cards in the hand
    int[MAX_SEATS] kept
    int[MAX_SEATS] turns
    bint[MAX_SEATS] memo
    int[MAX_SIDES] bid
    int[MAX_SIDES] placed
    int[MAX_SIDES] appeals
    int[MAX_SIDES] accepted
    int[MAX_SIDES] completed
    int[MAX_SIDES] drawn  # cards that the side has drawn
    uint32_t slackers
    int trump
    int leader_card
    int trick  # number of the trick
    int lead
    uint32_t played  # cards of the trick in progress
    int[3] plays  # the same in order, as far as strategies ask


cdef inline uint32_t bit(int card) noexcept nogil:
    return <uint32_t>1 << card


cdef inline int suit_of(int card) noexcept nogil:
    return card // 10


cdef inline uint32_t suit_mask(int suit) noexcept nogil:
    return <uint32_t>SUIT << (10 * suit)


cdef inline int side_of(const Rules* rules, int seat) noexcept nogil:
    return seat & 1 if rules.players == 4 else seat


cdef inline int nth_card(uint32_t mask, int n) noexcept nogil:
    """The n-th lowest card, from 0."""
    while n:
        mask &= mask - 1
        n -= 1
    return lowest_bit(mask)


cdef inline int winning_card(
    uint32_t played, int led, int trump, bint zero_beats_nine
) noexcept nogil:
    """The card that wins the trick (section 3.2.2, ruling M8)."""
    cdef uint32_t deciding = 0
    cdef int best
    if trump != NO_TRUMP:
        deciding = played & suit_mask(trump)
    if not deciding:
        deciding = played & suit_mask(led)
    best = highest_bit(deciding)
    if zero_beats_nine and best % 10 == 9 and deciding & bit(best - 9):
        best -= 9
    return best


cdef inline bint may_keep(const Round* r, int seat) noexcept nogil:
    """Whether the drawn card may be kept (section 3.1 a, rulings M3 and M13)."""
    cdef const Rules* rules = r.rules
    if rules.players == 4:
        return r.size[seat] + (r.memo[seat] and rules.limit_counts_memo) < rules.hand_cards
    return r.size[seat] + r.memo[seat] < rules.hand_cards and r.kept[seat] < rules.hand_cards - 1


cdef inline bint still_draws(const Round* r, int seat) noexcept nogil:
    """Whether the seat has turns left (section 3.1, ruling M13)."""
    cdef const Rules* rules = r.rules
    if rules.players == 4:
        return r.size[seat] < rules.hand_cards or r.placed[seat & 1] < rules.bid_cards
    return r.turns[seat] < rules.hand_cards + rules.bid_cards


cdef inline void act(Round* r, int seat, int card, int action) noexcept nogil:
    """Do that with the drawn card."""
    cdef const Rules* rules = r.rules
    cdef int side = side_of(rules, seat)
    cdef int to = seat
    cdef int s
    cdef bint first
    r.turns[seat] += 1
    if action >= BID_DOWN:
        first = True
        for s in range(rules.sides):
            first = first and not r.placed[s]
        if first:
            r.leader_card = seat
        r.placed[side] += 1
        r.bid[side] += rules.icons[suit_of(card)]
        r.appeals[side] += action == BID_UP
        if action == BID_UP or rules.players == 4:
            for s in range(rules.players):
                r.out[s] |= bit(card)
        r.out[seat] |= bit(card)
    else:
        if action == PASS:
            r.memo[seat] = False
            to = seat ^ 2
            if rules.players != 4:
                to = seat + 1 if seat + 1 < rules.players else 0
        else:
            r.kept[seat] += 1
        r.hand[to] |= bit(card)
        r.out[to] |= bit(card)
        r.size[to] += 1
    if rules.players == 4:
        if r.size[side] == rules.hand_cards or r.size[side + 2] == rules.hand_cards:
            r.memo[side] = r.memo[side + 2] = False


cdef inline void begin_round(
    Round* r, const Rules* rules, const Fork* fork, uint64_t seed, uint64_t game, int number,
    int starter, uint8_t* order
) noexcept nogil:
    """Deal: clear the table, draw every random word of the round, shuffle the deck."""
    cdef Stream cards
    cdef uint64_t first[4]
    cdef int i, s, at
    r.rules = rules
    r.fork = fork if fork.kind and (fork.round == 0 or fork.round == number) else NULL
    cards.seed, cards.number, cards.game, cards.round = seed, CARDS, game, <uint64_t>number
    draw_block(&cards, 0, first)
    for i in range(rules.cards):
        order[i] = rules.deck[i]
    shuffle(&cards, first, order, rules.cards)
    if r.fork != NULL and r.fork.kind == FORK_EXCHANGE:
        for i in range(rules.cards):
            if order[i] == r.fork.value:
                order[i] = <uint8_t>r.fork.at
            elif order[i] == r.fork.at:
                order[i] = <uint8_t>r.fork.value
    r.slackers = rules.slackers
    if r.fork != NULL and r.fork.kind == FORK_SLACKER:
        r.slackers &= ~bit(r.fork.value)
        if r.fork.at:
            r.slackers |= bit(r.fork.value)
    for s in range(MAX_SEATS):
        r.hand[s] = r.out[s] = 0
        r.size[s] = r.kept[s] = r.turns[s] = 0
        r.memo[s] = True
    for s in range(MAX_SIDES):
        r.bid[s] = r.placed[s] = r.appeals[s] = 0
        r.accepted[s] = r.completed[s] = r.drawn[s] = 0
    r.trump = rules.trump[(number - 1) % rules.trumps]
    r.leader_card = starter
    r.trick = 0
    r.played = 0
    if rules.players == 2:
        at = CLARA * rules.block
        for i in range(rules.bid_cards):
            r.bid[CLARA] += rules.icons[suit_of(order[at + i])]
        for i in range(rules.bid_cards, rules.block):
            r.hand[CLARA] |= bit(order[at + i])
        r.size[CLARA] = rules.hand_cards


cdef inline void draw_decisions(
    Round* r, int seat, uint64_t seed, uint64_t game, int number
) noexcept nogil:
    """Draw the random words of a seat's decisions in the round."""
    cdef Stream* at = &r.streams[seat]
    cdef int i
    at.seed, at.number, at.game, at.round = seed, <uint64_t>(1 + seat), game, <uint64_t>number
    for i in range(0, r.rules.lanes, 16):
        draw_block(at, <uint64_t>(i // 16), &r.words[seat][i // 4])


cdef inline int draw(const Round* r, int seat, int lane, int bound) noexcept nogil:
    """A uniform draw of the seat's decision."""
    return draw_lane(&r.streams[seat], r.words[seat], lane, bound)
