"""Rules and state of a Bellboys round in C: a hand is a row of places, and those left in it."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t, uintptr_t

from common.random cimport CARDS, Stream, draw_block, draw_from, draw_lanes, shuffle

cdef extern from "common/intrinsics.h" nogil:
    int lowest_bit(uint32_t mask)
    const uint8_t BITS_OF_SUIT[1024]


cdef enum:
    SEATS = 2
    SUITS = 3
    SYMBOLS = 5  # cards of a suit
    DECK = 15
    HAND = 7  # cards, and tricks
    WHOLE = 127  # every place of a hand
    PLAYS = 14
    POSITIONS = 8  # in a row of ranks, the first of them unused
    LANES = 16  # the fan's and one a trick, in whole blocks
    NO_CARD = 255


cdef enum:  # kinds of forks
    NO_FORK
    FORK_LEADER
    FORK_FAN
    FORK_LOOK
    FORK_EXCHANGE
    FORK_SUIT
    FORK_CARD


cdef struct Rules:
    # Filled by field name from analyser.games.bellboys.simulate.kernel_rules.
    uint8_t[40] rank  # [symbol][position]
    int suits_needed
    bint sighted_fan
    bint trailing_sees_aside
    int moving  # suits that move when complete, as bits
    int points
    uintptr_t plan  # address of the tables of `planner`, int16; 0 where nobody needs them


cdef struct Fork:
    int kind
    int round
    Py_ssize_t seat
    int at
    int value


cdef struct Log:
    # All that was done in a round, in order.
    uint8_t[PLAYS] hand  # as fanned, seat 0 first
    uint8_t aside
    uint8_t[SEATS] fan
    int plays
    uint8_t[PLAYS] play_seat
    uint8_t[PLAYS] play_card
    uint8_t[PLAYS] play_position
    uint8_t[PLAYS] play_rank
    uint8_t[PLAYS] play_options
    uint8_t[PLAYS] play_choice  # of the card among the legal ones
    uint8_t[HAND] trick_winner


cdef struct Hand:
    # The cards of a seat: places count from 0 at the left, and stay when cards leave.
    uint8_t[8] card
    int left  # the places of cards not yet played, as bits
    int[SUITS] suit  # those of each suit


cdef struct Search:
    # How the seats of a batch search, and which round they play.
    int[SEATS] worlds
    void* perfect  # a Perfect of perfect.pxd
    uint64_t seed
    uint64_t replicate
    uint64_t game
    int number


cdef struct Round:
    const Rules* rules
    const Fork* fork
    Log* log
    Search* search
    Hand[SEATS] hands
    int[SEATS][SUITS] collected
    int[SEATS] tricks
    bint[SEATS] looks  # who sees the card set aside
    int[SEATS] shown  # suits that a seat has played, as bits
    int[SEATS] voids  # suits that it did not follow
    int aside
    int moving
    int redeals
    Py_ssize_t starter
    Py_ssize_t lead
    int trick
    int led_suit
    int led_rank
    Stream[SEATS] decisions
    uint16_t[SEATS][LANES] lanes


cdef inline int suit_of(int card) noexcept nogil:
    """The suit of a card."""
    return card // SYMBOLS


cdef inline void sort_hand(Hand* hand) noexcept nogil:
    """Note which places hold which suit."""
    cdef int i
    hand.suit[0] = hand.suit[1] = hand.suit[2] = 0
    for i in range(HAND):
        hand.suit[suit_of(hand.card[i])] |= 1 << i


cdef inline int suits_in(const Hand* hand) noexcept nogil:
    """The number of suits of a hand."""
    return (hand.suit[0] != 0) + (hand.suit[1] != 0) + (hand.suit[2] != 0)


cdef inline void deal_hands(Round* r, const Stream* deal) noexcept nogil:
    """Deal until both hands hold the suits they need (rulings B1 and B3)."""
    cdef uint64_t[4] words
    cdef uint8_t[16] cards
    cdef Stream at = deal[0]
    cdef int i
    r.redeals = -1
    while True:
        r.redeals += 1
        at.round = deal.round + (<uint64_t>r.redeals << 16)
        draw_block(&at, 0, words)
        for i in range(DECK):
            cards[i] = <uint8_t>i
        shuffle(&at, words, cards, DECK)
        for i in range(HAND):
            r.hands[0].card[i] = cards[i]
            r.hands[1].card[i] = cards[HAND + i]
        sort_hand(&r.hands[0])
        sort_hand(&r.hands[1])
        if suits_in(&r.hands[0]) >= r.rules.suits_needed:
            if suits_in(&r.hands[1]) >= r.rules.suits_needed:
                r.aside = cards[PLAYS]
                return


cdef inline void clear_table(Round* r) noexcept nogil:
    """Begin a round: no card is played, and complete suits move as the rules say."""
    cdef int s, suit
    r.moving = r.rules.moving
    r.trick = 0
    for s in range(SEATS):
        r.tricks[s] = r.shown[s] = r.voids[s] = 0
        for suit in range(SUITS):
            r.collected[s][suit] = 0


cdef inline int first_leader(uint64_t seed, uint64_t game) noexcept nogil:
    """The seat that leads the first trick of a game (ruling B4)."""
    cdef uint64_t[4] words
    cdef Stream at
    cdef int leader
    at.seed, at.number, at.game, at.round = seed, CARDS, game, 1
    draw_block(&at, 0, words)
    draw_from(&at, words, 2, SEATS, 1, &leader)
    return leader


cdef inline void draw_decisions(
    Round* r, Py_ssize_t seat, uint64_t seed, uint64_t game, int number, uint64_t replicate
) noexcept nogil:
    """Draw what the random decisions of a seat need in a round."""
    cdef Stream* at = &r.decisions[seat]
    at.seed, at.game, at.round = seed, game, <uint64_t>number
    at.number = (replicate << 8) + 1 + <uint64_t>seat
    draw_lanes(at, LANES, r.lanes[seat])


cdef inline int position_of(const Hand* hand, int place) noexcept nogil:
    """The position of a card among those left in a hand, from 1 at the left (ruling B5)."""
    return BITS_OF_SUIT[hand.left & ((1 << place) - 1)] + 1


cdef inline int rank_at(const Rules* rules, const Hand* hand, int place) noexcept nogil:
    """The rank that a card has where it lies now."""
    return rules.rank[hand.card[place] % SYMBOLS * POSITIONS + position_of(hand, place)]


cdef inline int legal_places(const Round* r, Py_ssize_t seat, bint follows) noexcept nogil:
    """The places that a seat may play from, as bits: it must follow suit (ruling B7)."""
    cdef const Hand* hand = &r.hands[seat]
    cdef int same = hand.left & hand.suit[r.led_suit] if follows else 0
    return same if same else hand.left


cdef inline int nth_place(int places, int n) noexcept nogil:
    """The n-th of some places, from 0 at the left."""
    cdef int _
    for _ in range(n):
        places &= places - 1
    return lowest_bit(<uint32_t>places)


cdef inline void reverse(Hand* hand) noexcept nogil:
    """Turn a whole hand over, so that its last card is its first."""
    cdef int i
    for i in range(HAND // 2):
        hand.card[i], hand.card[HAND - 1 - i] = hand.card[HAND - 1 - i], hand.card[i]
    sort_hand(hand)


cdef inline void exchange(Round* r, int one, int other) noexcept nogil:
    """Let two cards change places, wherever they lie."""
    cdef int s, i, card
    for s in range(SEATS):
        for i in range(HAND):
            card = r.hands[s].card[i]
            r.hands[s].card[i] = <uint8_t>(one if card == other else other if card == one else card)
        sort_hand(&r.hands[s])
    r.aside = one if r.aside == other else other if r.aside == one else r.aside


cdef inline void lead(Round* r, Py_ssize_t seat, int suit, int rank) noexcept nogil:
    """Note the first card of a trick."""
    r.led_suit, r.led_rank = suit, rank
    r.shown[seat] |= 1 << suit


cdef inline void follow(Round* r, Py_ssize_t seat, int suit, int rank) noexcept nogil:
    """Note the second card of a trick; its winner leads the next (rulings B7 and B8)."""
    cdef Py_ssize_t winner = seat if rank > r.led_rank else 1 - seat
    r.shown[seat] |= 1 << suit
    if suit != r.led_suit:
        r.voids[seat] |= 1 << r.led_suit
    r.collected[winner][r.led_suit] += 1
    r.collected[winner][suit] += 1
    r.tricks[winner] += 1
    r.lead = winner
    r.trick += 1
    if r.trick == HAND:
        r.collected[winner][suit_of(r.aside)] += 1


cdef inline void lead_card(Round* r, Py_ssize_t seat, int place) noexcept nogil:
    """Play the first card of a trick from a place."""
    cdef Hand* hand = &r.hands[seat]
    lead(r, seat, suit_of(hand.card[place]), rank_at(r.rules, hand, place))
    hand.left ^= 1 << place


cdef inline void follow_card(Round* r, Py_ssize_t seat, int place) noexcept nogil:
    """Play the second card of a trick from a place."""
    cdef Hand* hand = &r.hands[seat]
    follow(r, seat, suit_of(hand.card[place]), rank_at(r.rules, hand, place))
    hand.left ^= 1 << place


cdef inline int cards_taken(const Round* r, Py_ssize_t seat) noexcept nogil:
    """The cards that a seat has collected."""
    return r.collected[seat][0] + r.collected[seat][1] + r.collected[seat][2]


cdef inline int suits_taken(const Round* r, Py_ssize_t seat, int among) noexcept nogil:
    """The number of those suits of which a seat has every card."""
    cdef int suit, taken = 0
    for suit in range(SUITS):
        if among >> suit & 1 and r.collected[seat][suit] == SYMBOLS:
            taken += 1
    return taken


cdef inline int cards_kept(const Round* r, Py_ssize_t seat) noexcept nogil:
    """The cards before a seat after complete suits have moved (ruling B9)."""
    cdef int taken = cards_taken(r, seat)
    if taken % DECK == 0:
        return taken
    return taken + SYMBOLS * (suits_taken(r, 1 - seat, r.moving) - suits_taken(r, seat, r.moving))


cdef inline Py_ssize_t round_winner(const Round* r) noexcept nogil:
    """The seat with fewer cards; they are 15 in all, so it is one (ruling B9)."""
    return 0 if 2 * cards_kept(r, 0) < DECK else 1
