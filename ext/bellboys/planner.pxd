"""The strategy `planner` of Bellboys: twin of analyser.games.bellboys.planner.

It looks up what a standing is worth in tables that were counted in games against itself; see
analyser.games.bellboys.plans.
"""

from libc.stdint cimport int16_t, uint32_t

from bellboys.state cimport (
    HAND,
    NO_CARD,
    POSITIONS,
    SUITS,
    SYMBOLS,
    Hand,
    Round,
    Rules,
    lowest_bit,
    rank_at,
    reverse,
    suit_of,
)


cdef enum:
    ONE = 1 << 14  # a chance of one
    CLASSES = 14  # of suits
    MIXES = 560  # of the classes of three suits, whichever is which
    BUCKETS = 8  # of hands
    STANDINGS = 28  # of tricks to go and tricks won
    TOP_RANK = 49
    SHIFT = 9  # what hands are rounded to before they are put into buckets
    STEPS = 256
    # Where each table begins:
    CLASS = 0  # [own cards][other's cards][whether held]
    MIX = CLASS + 72  # [class][class][class]
    DANGER = MIX + CLASSES * CLASSES * CLASSES  # [tricks to go][symbol][position]
    BUCKET = DANGER + 8 * SYMBOLS * POSITIONS  # [tricks to go][step]
    LEAD = BUCKET + 8 * STEPS  # [tricks to go][unseen][rank]
    VALUE = LEAD + 8 * 6 * (TOP_RANK + 1)  # [standing][leads][mix][bucket]
    PLAN_SIZE = VALUE + STANDINGS * 2 * MIXES * BUCKETS


cdef inline const int16_t* tables_of(const Rules* rules) noexcept nogil:
    """The tables of the planner."""
    return <const int16_t*>rules.plan


cdef inline int danger_cell(int to_go, int card, int position) noexcept nogil:
    """The place of the chance that a card at that position of a hand wins a trick some day."""
    return DANGER + (to_go * SYMBOLS + card % SYMBOLS) * POSITIONS + position


cdef inline int step_cell(const Rules* rules, const Hand* hand, int left, int to_go) noexcept nogil:
    """The place of the bucket of the cards left in a hand, by the tricks they are likely to win."""
    cdef int position = 0, likely = 0
    while left:
        position += 1
        likely += tables_of(rules)[
            danger_cell(to_go, hand.card[lowest_bit(<uint32_t>left)], position)
        ]
        left &= left - 1
    return BUCKET + to_go * STEPS + (likely >> SHIFT)


cdef inline int standing_of_tricks(int to_go, int won) noexcept nogil:
    """The number of a standing: so many tricks to go, so many of the others won."""
    # One with seven to go, two with six, and so on.
    return (HAND - to_go) * (HAND + 1 - to_go) // 2 + won


cdef inline int cell_of(
    const Rules* rules, const int* own, const int* others, const Hand* hand, int left, int moving,
    int to_go, int won, bint leads
) noexcept nogil:
    """The place of a standing between two tricks among the values.

    `own` and `others` are the cards taken by suit; `left` are the places left in the hand.
    """
    cdef const int16_t* tables = tables_of(rules)
    cdef int suit, mix = 0, held
    for suit in range(SUITS):
        held = (left & hand.suit[suit]) != 0
        mix *= CLASSES
        if moving >> suit & 1:
            mix += tables[CLASS + (own[suit] * 6 + others[suit]) * 2 + held]
    mix = tables[MIX + mix]
    return (
        (standing_of_tricks(to_go, won) * 2 + leads) * MIXES + mix
    ) * BUCKETS + tables[step_cell(rules, hand, left, to_go)]


cdef inline int lead_cell(
    const Round* r, Py_ssize_t seat, int suit, int rank
) noexcept nogil:
    """The place of a card that may be led among the chances to win the trick."""
    cdef const Hand* hand = &r.hands[seat]
    cdef int held = hand.left & hand.suit[suit], unseen = SYMBOLS
    unseen -= r.collected[0][suit] + r.collected[1][suit]
    while held:
        unseen -= 1
        held &= held - 1
    if r.looks[seat] and suit_of(r.aside) == suit:
        unseen -= 1
    return ((HAND - r.trick) * 6 + unseen) * (TOP_RANK + 1) + rank


cdef inline int value_after(
    const Round* r, Py_ssize_t seat, int left, int suit, int second, bint wins
) noexcept nogil:
    """The chance to win the round after a trick of cards of these suits, won or lost.

    A `second` suit of NO_CARD is unknown: the same, unless the suit has no more cards.
    """
    cdef int[2][SUITS] taken
    cdef int i, winner
    for i in range(SUITS):
        taken[0][i] = r.collected[seat][i]
        taken[1][i] = r.collected[1 - seat][i]
    winner = 0 if wins else 1
    taken[winner][suit] += 1
    if second == NO_CARD:
        if taken[0][suit] + taken[1][suit] < SYMBOLS:
            taken[winner][suit] += 1
    else:
        taken[winner][second] += 1
    return tables_of(r.rules)[VALUE + cell_of(
        r.rules, taken[0], taken[1], &r.hands[seat], left, r.moving,
        HAND - 1 - r.trick, r.tricks[seat] + wins, wins
    )]


cdef inline int planner_play(
    const Round* r, Py_ssize_t seat, int legal, bint follows
) noexcept nogil:
    """The card after which the chance to win the round is best, the leftmost among equals."""
    cdef const Hand* hand = &r.hands[seat]
    cdef int best = -1, most = -1, places = legal, place, rank, suit, chance, value
    cdef int left = hand.left
    while places:
        place = lowest_bit(<uint32_t>places)
        places &= places - 1
        suit = suit_of(hand.card[place])
        rank = rank_at(r.rules, hand, place)
        left = hand.left ^ (1 << place)
        if follows:
            value = value_after(r, seat, left, r.led_suit, suit, rank > r.led_rank) * ONE
        else:
            chance = tables_of(r.rules)[LEAD + lead_cell(r, seat, suit, rank)]
            value = chance * value_after(r, seat, left, suit, NO_CARD, True)
            value += (ONE - chance) * value_after(r, seat, left, suit, NO_CARD, False)
        if value > most:
            best, most = place, value
    return best


cdef inline int fan_value(const Round* r, Py_ssize_t seat, const Hand* hand) noexcept nogil:
    """The chance to win the round with a whole hand."""
    cdef int[SUITS] none = [0, 0, 0]
    return tables_of(r.rules)[VALUE + cell_of(
        r.rules, none, none, hand, hand.left, r.moving, HAND, 0, r.lead == seat
    )]


cdef inline bint planner_fan(const Round* r, Py_ssize_t seat) noexcept nogil:
    """Whether a hand is better turned over."""
    cdef Hand turned = r.hands[seat]
    reverse(&turned)
    return fan_value(r, seat, &turned) > fan_value(r, seat, &r.hands[seat])
