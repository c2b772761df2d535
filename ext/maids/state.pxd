"""Rules and state of a Maids round in C: cards are bits 10 * suit + rank of 32-bit masks."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t, uintptr_t
from libc.string cimport memcpy

from common.random cimport CARDS, Stream, draw_block, draw_from, draw_lanes, likely, shuffle

cdef extern from "common/intrinsics.h" nogil:
    int lowest_bit(uint32_t mask)
    int highest_bit(uint32_t mask)
    const uint8_t BITS_OF_SUIT[1024]


cdef enum:
    MAX_SEATS = 4
    MAX_SIDES = 3
    MAX_LANES = 36  # 32 are enough; a seat of 128 bytes is found by a shift
    MAX_NODES = 1024
    NO_TRUMP = 3
    CLARA = 2
    SUIT = 0x3FF
    ONE = 1 << 15  # a probability of one
    APPEAL = 256  # an appeal in the count of a bid
    KINDS = 3  # of suits: trump, side, no trump in the round
    BEATERS = 11  # numbers of unseen beaters, from 0
    CARDS_MAX = 30
    WAYS = (CARDS_MAX + 1) << 9  # at most three hands of seven cards, or two of fifteen
    TRICKS_MAX = 9


cdef enum:  # what may be done with a drawn card
    KEEP
    PASS
    BID_DOWN
    BID_UP


cdef enum:  # kinds of forks; those from FORK_LEADER on change nothing before the tricks
    NO_FORK
    FORK_ACTION
    FORK_FACE
    FORK_TARGET
    FORK_RESTRICT
    FORK_LEADER
    FORK_CARD
    FORK_SLACKER
    FORK_ZERO
    FORK_EXCHANGE


cdef enum:  # restrictions
    NO_APPEAL
    NO_ZERO_BID
    NO_HIGH_BID
    NO_SLACK_WIN
    RANDOM_PASS


cdef struct Plan:
    # What `planner` looks up: see analyser.games.maids.plans.Plans.
    uintptr_t tables  # address of int32: `value` first, the others at these offsets
    int success
    int finish
    int other
    int hold
    int share
    int worth
    int steps  # of worth
    int bids  # from 0
    int[4] mean_worth  # by trump
    int stake
    int appeal_stake
    int appeal_gift
    int accepted


cdef struct Rules:
    # Filled by field name from analyser.games.maids.simulate.kernel_rules.
    int players
    int sides
    int cards
    uint8_t[30] deck
    int hand_cards
    int bid_cards
    bint limit_counts_memo
    int block  # cards that each side draws
    int[30] card_icons  # by card
    int[120] bid_of  # [card][action] the card's icons, and APPEAL where it lies open
    uint32_t slackers
    uint32_t nines  # those that their zeros beat
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
    int[66] worth  # [slacker][kind][unseen beaters] chance that the trick counts as completed
    int[66] spread  # the same: its variance
    int[120] first_worth  # [trump][card]
    int[4] mean_worth
    int mean_icon
    int partner
    int appeal_gap
    Plan plan


cdef struct Fork:
    int kind
    int round
    Py_ssize_t seat
    int at
    int value
    uint64_t bids  # those that it wants for its side, 0 where it wants none


cdef struct Log:
    # All that was done in a round, in order.
    int draws
    int plays
    uint8_t[CARDS_MAX] draw_seat
    uint8_t[CARDS_MAX] draw_card
    uint8_t[CARDS_MAX] draw_action
    uint8_t[CARDS_MAX] draw_mask  # the legal actions, as bits
    uint8_t[CARDS_MAX] play_seat
    uint8_t[CARDS_MAX] play_card
    uint8_t[CARDS_MAX] play_place  # of the card among the legal ones
    uint8_t[CARDS_MAX] play_options
    uint8_t[TRICKS_MAX] trick_winner


cdef struct Node:
    # A side's place in the distribution, and for each of its members what is legal there.
    uint8_t[2] count  # legal actions; 0 where the member draws no more
    uint8_t[2][4] action  # the legal actions in order
    uint8_t[2] mask  # the same as bits
    const Node* after[2][4]  # by action, the node that it leads to
    const Node* received  # the node after a card passed by the neighbour
    uint8_t[2] size  # cards in the hand
    uint8_t placed  # bid cards


cdef struct Seat:
    uint32_t hand
    uint32_t own_bids  # bid cards that the seat placed
    uint32_t given  # the card that it passed
    uint32_t lacks  # the cards of suits that it has shown to be void in
    int hope  # greedy: first worth of the hand
    Stream stream  # of its random decisions
    uint16_t[MAX_LANES] lanes


cdef struct Side:
    const uint8_t* pile  # the cards that it draws, in order
    const Node* node
    int bid  # icons so far, and APPEAL for each appeal
    int accepted
    int completed


cdef struct Round


cdef struct Search:
    # How seats search, and for which round of which game; see maids.rollout.
    int (*act)(const Round*, Py_ssize_t, Py_ssize_t, int, int) noexcept nogil
    int (*play)(const Round*, Py_ssize_t, Py_ssize_t, uint32_t, int) noexcept nogil
    int[MAX_SEATS] worlds
    int[MAX_SEATS] objective
    uint64_t seed
    uint64_t replicate
    uint64_t game
    int number  # of the round
    const int* totals  # before it
    uint64_t[WAYS] ways


cdef struct Round:
    const Rules* rules
    Search* search  # NULL where no seat searches
    const Node* first_node  # where each side's distribution begins
    const Fork* fork  # NULL where it does not apply
    Log* log  # NULL where nobody reads it
    Seat[MAX_SEATS] seats
    Side[MAX_SIDES] sides
    uint8_t[30] order  # the shuffled deck
    uint32_t public  # cards of finished tricks, and bid cards lying open
    uint32_t slackers
    uint32_t nines  # those that their zeros beat
    const uint32_t* beaters  # by card, the cards of its suit that beat it
    uint32_t[CARDS_MAX] changed_beaters  # under a fork
    uint32_t trump_suit  # mask, empty without trump
    int trump
    int leader_card
    int starter  # who draws first
    int led  # who led the first trick
    bint bidding  # somebody has placed a bid card
    int trick  # number of the trick
    int lead
    uint32_t played  # cards of the trick in progress
    uint32_t led_suit  # its mask
    int led_shift  # where it begins
    int[MAX_SEATS] plays  # the same in order
    int[CARDS_MAX] owner  # by card, the seat that played it


# Functions that run often take `players` as an argument: it is a constant where they are called,
# and the compiler makes one copy of each for 2, 3 and 4 players.


cdef inline uint32_t bit(int card) noexcept nogil:
    return <uint32_t>1 << card


cdef inline int bits_of(uint32_t mask) noexcept nogil:
    """The number of cards in a mask."""
    cdef int last = BITS_OF_SUIT[mask >> 20 & SUIT]
    return BITS_OF_SUIT[mask & SUIT] + BITS_OF_SUIT[mask >> 10 & SUIT] + last


cdef inline int suit_of(int card) noexcept nogil:
    return card // 10


cdef inline int bid_of(const Side* side) noexcept nogil:
    """The tasks that the side's bid cards call for."""
    return side.bid & (APPEAL - 1)


cdef inline int appeals_of(const Side* side) noexcept nogil:
    """The side's face-up bid cards."""
    return side.bid >> 8


cdef inline int member_of(int players, Py_ssize_t seat) noexcept nogil:
    return seat >> 1 if players == 4 else 0


cdef inline uint32_t suit_mask(int suit) noexcept nogil:
    return <uint32_t>SUIT << (10 * suit)


cdef inline int side_of(int players, Py_ssize_t seat) noexcept nogil:
    return seat & 1 if players == 4 else seat


cdef inline int trick_cards(int players) noexcept nogil:
    """The cards of a trick; with two players Clara adds one."""
    return 4 if players == 4 else 3


cdef inline int next_seat(int players, Py_ssize_t seat) noexcept nogil:
    return seat + 1 if seat + 1 < players else 0


cdef inline int nth_card(uint32_t mask, int n, int most) noexcept nogil:
    """The n-th lowest card, from 0; `most` is the highest n that can be, known beforehand.

    Counts to `most` whatever n is: a processor foresees that, not a random n.
    """
    cdef int i
    for i in range(most):
        mask &= (mask - 1) | -<uint32_t>(i >= n)
    return lowest_bit(mask)


cdef inline int winning_card(const Round* r, uint32_t played, uint32_t led_suit) noexcept nogil:
    """The card that wins the trick (section 3.2.2, ruling M8)."""
    cdef uint32_t trumps = played & r.trump_suit
    cdef uint32_t deciding = trumps if trumps else played & led_suit
    cdef int best = highest_bit(deciding)
    if r.nines & bit(best) and deciding & bit(best - 9):
        best -= 9
    return best


cdef inline void act(
    int players, bint plain, Round* r, Py_ssize_t seat, Py_ssize_t passes_to, int card,
    Py_ssize_t action
) noexcept nogil:
    """Do that with the drawn card; few branches, since no processor foresees the actions.

    A `plain` table needs no notes of what its seats know.
    """
    cdef Seat* me = &r.seats[seat]
    cdef Side* side = &r.sides[side_of(players, seat)]
    cdef Seat* to = &r.seats[passes_to if action == PASS else seat]
    cdef uint32_t held = bit(card) & (<uint32_t>(action >= BID_DOWN) - 1)
    to.hand |= held
    if not plain:
        to.hope += r.rules.first_worth[30 * r.trump + card] if held else 0
        me.own_bids |= bit(card) ^ held
        me.given |= held if action == PASS else 0
        r.public |= bit(card) ^ held if players == 4 or action == BID_UP else 0
    side.bid += r.rules.bid_of[4 * card + action]
    side.node = side.node.after[member_of(players, seat)][action]
    if players != 4 and not likely(action != PASS):
        r.sides[passes_to].node = r.sides[passes_to].node.received
    if not likely(r.bidding) and action >= BID_DOWN:
        r.bidding = True
        r.leader_card = seat


cdef inline void begin_round(
    Round* r, const Fork* fork, uint64_t seed, uint64_t game, int number
) noexcept nogil:
    """Deal: clear the table and shuffle the deck; a game's first round also draws its starter."""
    cdef Stream cards
    cdef uint64_t first[4]
    r.fork = fork if fork.kind and (fork.round == 0 or fork.round == number) else NULL
    cards.seed, cards.number, cards.game, cards.round = seed, CARDS, game, <uint64_t>number
    draw_block(&cards, 0, first)
    if number == 1:
        draw_from(&cards, first, 2, r.rules.players, 1, &r.leader_card)
    deal_round(r, &cards, first, number)


cdef inline void deal_round(
    Round* r, const Stream* cards, const uint64_t* first, int number
) noexcept nogil:
    """Shuffle the deck with the first words of a stream's block and clear the table."""
    cdef const Rules* rules = r.rules
    cdef int i, s
    cdef const uint8_t* pile
    memcpy(r.order, rules.deck, sizeof(r.order))
    shuffle(cards, first, r.order, rules.cards)
    r.starter = r.leader_card
    r.slackers = rules.slackers
    r.nines = rules.nines
    r.beaters = &rules.beaters[0]
    for s in range(MAX_SEATS):
        r.seats[s].hand = r.seats[s].own_bids = 0
        r.seats[s].given = r.seats[s].lacks = 0
        r.seats[s].hope = 0
    for s in range(MAX_SIDES):
        r.sides[s].pile = r.order + s * rules.block
        r.sides[s].node = r.first_node
        r.sides[s].bid = 0
        r.sides[s].accepted = r.sides[s].completed = 0
    r.trump = rules.trump[(number - 1) % rules.trumps]
    r.trump_suit = 0 if r.trump == NO_TRUMP else suit_mask(r.trump)
    r.bidding = False
    r.public = r.played = 0
    if rules.players == 2:
        pile = r.sides[CLARA].pile
        for i in range(rules.bid_cards):
            r.sides[CLARA].bid += rules.card_icons[pile[i]]
        for i in range(rules.bid_cards, rules.block):
            r.seats[CLARA].hand |= bit(pile[i])


cdef inline uint32_t exchanged(uint32_t mask, uint32_t pair) noexcept nogil:
    """The mask after the two cards of the pair have changed places."""
    return mask ^ pair if mask & pair and (mask & pair) != pair else mask


cdef inline void fork_tricks(Round* r) noexcept nogil:
    """Impose what a fork changes between distribution and tricks."""
    cdef int zero, s
    cdef uint32_t pair
    if r.fork.kind == FORK_LEADER:
        r.leader_card = r.fork.value
    elif r.fork.kind == FORK_SLACKER:
        r.slackers &= ~bit(r.fork.value)
        if r.fork.at:
            r.slackers |= bit(r.fork.value)
    elif r.fork.kind == FORK_ZERO:
        zero = r.fork.value
        r.nines &= ~bit(zero + 9)
        memcpy(r.changed_beaters, r.beaters, sizeof(r.changed_beaters))
        r.changed_beaters[zero] |= bit(zero + 9)
        r.changed_beaters[zero + 9] &= ~bit(zero)
        r.beaters = r.changed_beaters
    elif r.fork.kind == FORK_EXCHANGE and r.fork.value != r.fork.at:
        pair = bit(r.fork.value) | bit(r.fork.at)
        r.public = exchanged(r.public, pair)
        for s in range(MAX_SEATS):
            r.seats[s].hand = exchanged(r.seats[s].hand, pair)
            r.seats[s].own_bids = exchanged(r.seats[s].own_bids, pair)
            r.seats[s].given = exchanged(r.seats[s].given, pair)


cdef inline void draw_decisions(
    Round* r, Py_ssize_t seat, uint64_t seed, uint64_t game, int number, uint64_t replicate,
    int lanes
) noexcept nogil:
    """Draw the random words of a seat's decisions in the round."""
    cdef Stream* at = &r.seats[seat].stream
    at.seed, at.number, at.game = seed, (replicate << 8) + 1 + <uint64_t>seat, game
    at.round = <uint64_t>number
    draw_lanes(at, lanes, r.seats[seat].lanes)
