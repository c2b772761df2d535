"""The strategy `greedy` in C: twin of analyser.games.maids.strategies.Greedy, step by step."""

from libc.stdint cimport int64_t, uint32_t

from maids.state cimport (
    BEATERS,
    BID_DOWN,
    BID_UP,
    BITS_OF_SUIT,
    CLARA,
    FORK_TARGET,
    KEEP,
    NO_TRUMP,
    ONE,
    PASS,
    SUIT,
    Round,
    Rules,
    bit,
    lowest_bit,
    side_of,
    suit_mask,
    suit_of,
    winning_card,
)


cdef inline int kind_of(const Round* r, int card) noexcept nogil:
    """The row of `win`: 0 trump suit, 1 side suit, 2 no trump in the round."""
    if r.trump == NO_TRUMP:
        return 2
    return suit_of(card) != r.trump


cdef inline int chance_of(const Round* r, int seat, int card) noexcept nogil:
    """The chance that a card wins its trick, by the unseen cards that beat it."""
    cdef uint32_t unseen = r.rules.beaters[card] & ~r.out[seat]
    cdef int count = BITS_OF_SUIT[(unseen >> (10 * suit_of(card))) & SUIT]
    return r.rules.win[BEATERS * kind_of(r, card) + count]


cdef inline int worth_of(const Round* r, int seat, int card) noexcept nogil:
    """The chance that the trick of a card counts as completed for its side."""
    cdef int chance = chance_of(r, seat, card)
    cdef int own = 0 if r.slackers & bit(card) else chance
    return own + ((ONE - chance) * r.rules.partner >> 15)


cdef inline int distance(int gap) noexcept nogil:
    return gap if gap >= 0 else -gap


cdef inline int greedy_act(
    const Round* r, int seat, int card, bint keep, bint give, bint bid
) noexcept nogil:
    """Choose among the legal actions for the drawn card."""
    cdef const Rules* rules = r.rules
    cdef int side = side_of(rules, seat)
    cdef int mean = rules.mean_win[r.trump]
    cdef int worth = worth_of(r, seat, card)
    cdef int open_hand = rules.hand_cards - r.size[seat]
    cdef int open_bids = rules.bid_cards - r.placed[side]
    cdef int gap = open_hand * mean
    cdef uint32_t hand = r.hand[seat]
    cdef bint target = (
        r.fork != NULL and r.fork.kind == FORK_TARGET and r.fork.seat == side
    )
    cdef int best = -1, least = 0, cost
    while hand:
        gap += worth_of(r, seat, lowest_bit(hand))
        hand &= hand - 1
    if target:
        gap -= r.fork.value * ONE
    else:
        gap -= r.bid[side] * ONE + open_bids * rules.mean_icon
    if keep:
        best = KEEP
        least = distance(gap + worth - mean) + (
            (worth * (ONE - worth) >> 15) * rules.doubt >> 15
        )
    if give:
        cost = gap
        if rules.players == 4:
            cost += (worth - mean) >> 1
        cost = distance(cost)
        if best < 0 or cost < least:
            best, least = PASS, cost
    if bid:
        cost = gap
        if not target:
            cost -= rules.icons[suit_of(card)] * ONE - rules.mean_icon
        cost = distance(cost)
        if best < 0 or cost < least:
            least = cost
            best = BID_DOWN
            if rules.appeal_gap >= 0:
                if least <= rules.appeal_gap + (open_hand + open_bids - 1) * rules.flex:
                    best = BID_UP
    return best


cdef inline int threats(int players, int played) noexcept nogil:
    """Opponents still to play to the trick whose card one cannot choose."""
    if players == 2:
        return played < 2
    if players == 3:
        return 2 - played
    return (4 - played) >> 1


cdef inline int chance_now(const Round* r, int seat, int count, int card) noexcept nogil:
    """The chance that this card wins the trick in progress, to which `count` were played."""
    cdef const Rules* rules = r.rules
    cdef uint32_t trick = r.played | bit(card)
    cdef int led = suit_of(r.plays[0]) if count else suit_of(card)
    cdef int base
    if winning_card(trick, led, r.trump, rules.zero_beats_nine) != card:
        return 0
    base = chance_of(r, seat, card)
    if rules.zero_beats_nine and card % 10 == 0 and trick & bit(card + 9):
        base = rules.win[BEATERS * kind_of(r, card)]
    return ONE - ((ONE - base) * threats(rules.players, count) >> 1)


cdef inline int partner_chance(const Round* r, int seat, int count) noexcept nogil:
    """The chance that the partner completes this trick if one does not win it."""
    cdef const Rules* rules = r.rules
    cdef int best, base
    if rules.players != 4:
        return 0
    if count < 2:
        return rules.partner
    best = winning_card(r.played, suit_of(r.plays[0]), r.trump, rules.zero_beats_nine)
    if best != r.plays[count - 2] or r.slackers & bit(best):
        return 0
    base = chance_of(r, seat, best)
    return ONE - ((ONE - base) * threats(4, count) >> 1)


cdef inline void odds(
    const int* worth, int count, int skip, int need, int* made, int* short
) noexcept nogil:
    """The chances that the hand without a card completes the need, and one trick less."""
    cdef int[12] chance
    cdef int i, k, w, lowest
    chance[0] = ONE
    for k in range(1, need + 1):
        chance[k] = 0
    for i in range(count):
        if i == skip:
            continue
        w = worth[i]
        for k in range(need, 0, -1):
            chance[k] = (chance[k] * (ONE - w) + chance[k - 1] * w) >> 15
        chance[0] = chance[0] * (ONE - w) >> 15
    made[0] = chance[need]
    short[0] = chance[need - 1] if need else 0


cdef inline int list_worth(const Round* r, int seat, uint32_t hand, int* worth) noexcept nogil:
    """List the worth of each card of a hand, ascending; return their number."""
    cdef int count = 0
    while hand:
        worth[count] = worth_of(r, seat, lowest_bit(hand))
        hand &= hand - 1
        count += 1
    return count


cdef inline int greedy_play(
    const Round* r, int seat, uint32_t legal, int played
) noexcept nogil:
    """Choose the card with the best chance to end on the bid, then the cheapest win."""
    cdef const Rules* rules = r.rules
    cdef int side = side_of(rules, seat)
    cdef int need = r.bid[side] - r.completed[side]
    cdef uint32_t hand = r.hand[seat]
    cdef uint32_t rest = hand
    cdef int[10] worth
    cdef int count, partner, i = -1, card, chance, done, made = 0, short = 0, best = -1
    cdef int64_t value, most = 0
    cdef bint alive
    if not legal & (legal - 1):
        return lowest_bit(legal)
    count = list_worth(r, seat, hand, worth)
    alive = 0 <= need <= count
    partner = partner_chance(r, seat, played)
    while rest:
        card = lowest_bit(rest)
        rest &= rest - 1
        i += 1
        if not legal & bit(card):
            continue
        chance = chance_now(r, seat, played, card)
        done = 0 if r.slackers & bit(card) else chance
        if not (chance and played):
            done += (ONE - chance) * partner >> 15
        if alive:
            odds(worth, count, i, need, &made, &short)
        value = <int64_t>done * short + <int64_t>(ONE - done) * made
        value = value * (1 << 17) + chance - chance_of(r, seat, card)
        if best < 0 or value > most:
            best, most = card, value
    return best


cdef inline int clara_value(
    const Round* r, int seat, uint32_t trick, int led, int mine, uint32_t rest
) noexcept nogil:
    """The chance to end on the bid when Clara's card meets one's own card `mine`."""
    cdef bint wins = winning_card(trick, led, r.trump, r.rules.zero_beats_nine) == mine
    cdef int need = r.bid[seat] - r.completed[seat]
    cdef int[10] worth
    cdef int made = 0, short = 0
    cdef int count = list_worth(r, seat, rest, worth)
    if 0 <= need <= count + 1:
        odds(worth, count, -1, need, &made, &short)
    return 2 * (short if wins and not r.slackers & bit(mine) else made) + wins


cdef inline int greedy_play_clara(
    const Round* r, int seat, uint32_t legal, int played
) noexcept nogil:
    """Choose for Clara what leaves oneself the best chance to end on the bid."""
    cdef uint32_t hand = r.hand[seat]
    cdef uint32_t rest = legal, replies
    cdef int card, mine, value, of_card, best = -1, most = 0
    while rest:
        card = lowest_bit(rest)
        rest &= rest - 1
        of_card = -1
        if played:
            of_card = clara_value(
                r, seat, r.played | bit(card), suit_of(r.plays[0]), r.plays[0], hand
            )
        else:
            replies = hand & suit_mask(suit_of(card))
            if not replies:
                replies = hand
            while replies:
                mine = lowest_bit(replies)
                replies &= replies - 1
                value = clara_value(
                    r, seat, bit(card) | bit(mine), suit_of(card), mine, hand & ~bit(mine)
                )
                of_card = max(of_card, value)
        if best < 0 or of_card > most:
            best, most = card, of_card
    return best
