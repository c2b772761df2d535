"""The strategy `greedy` in C: twin of analyser.games.maids.greedy.Greedy, step by step."""

from libc.stdint cimport int64_t, uint32_t

from maids.state cimport (
    BEATERS,
    BID_DOWN,
    BID_UP,
    BITS_OF_SUIT,
    FORK_TARGET,
    KEEP,
    KINDS,
    ONE,
    PASS,
    SUIT,
    Node,
    Round,
    Rules,
    Seat,
    Side,
    bid_of,
    bit,
    lowest_bit,
    member_of,
    side_of,
    suit_mask,
    suit_of,
    winning_card,
)


cdef inline int kind_of(const Round* r, int card) noexcept nogil:
    """The row of `win`: 0 trump suit, 1 side suit, 2 no trump in the round."""
    if not r.trump_suit:
        return 2
    return r.trump_suit & bit(card) == 0


cdef inline uint32_t out_for(const Round* r, const Seat* me) noexcept nogil:
    """The cards that the seat knows no other hand holds."""
    return r.public | r.played | me.own_bids | me.hand


cdef inline int standing(const Round* r, uint32_t out, int card) noexcept nogil:
    """The place in `win` of a card: its kind and the number of unseen cards that beat it."""
    cdef uint32_t unseen = r.beaters[card] & ~out
    return BEATERS * kind_of(r, card) + BITS_OF_SUIT[(unseen >> (10 * suit_of(card))) & SUIT]


cdef inline int slack_row(const Round* r, int card) noexcept nogil:
    """Where the row of `worth` and `spread` begins that holds for the card."""
    return KINDS * BEATERS * (r.slackers >> card & 1)


cdef inline int distance(int gap) noexcept nogil:
    return gap if gap >= 0 else -gap


cdef inline int spread(int chance) noexcept nogil:
    """The variance of one trick, in units of 1 / ONE."""
    return chance * (ONE - chance) >> 15


cdef inline int greedy_act(
    int players, const Round* r, const Node* node, int seat, int card, int allowed
) noexcept nogil:
    """Choose among the allowed actions (as bits) for the drawn card."""
    cdef const Rules* rules = r.rules
    cdef int side = side_of(players, seat)
    cdef int member = member_of(players, seat)
    cdef int mean = rules.mean_worth[r.trump]
    cdef int worth = rules.first_worth[30 * r.trump + card]
    cdef int open_hand = rules.hand_cards - node.size[member]
    cdef int open_bids = rules.bid_cards - node.placed
    cdef int gap = r.seats[seat].hope + open_hand * mean
    cdef bint target = r.fork != NULL and r.fork.kind == FORK_TARGET and r.fork.seat == side
    cdef int best = -1, least = 0, cost
    if target:
        gap -= r.fork.value * ONE
    else:
        gap -= bid_of(&r.sides[side]) * ONE + open_bids * rules.mean_icon
    if allowed & 1 << KEEP:
        best = KEEP
        least = distance(gap + worth - mean) + spread(worth)
    if allowed & 1 << PASS:
        cost = distance(gap + ((worth - mean) >> 1) if players == 4 else gap)
        if best < 0 or cost < least:
            best, least = PASS, cost
    if allowed & 1 << BID_DOWN:
        cost = distance(gap if target else gap - rules.card_icons[card] * ONE + rules.mean_icon)
        if best < 0 or cost < least:
            best = BID_UP if cost <= rules.appeal_gap else BID_DOWN
    return best


cdef inline int threats(int players, int played) noexcept nogil:
    """Opponents still to play to the trick whose card one cannot choose."""
    if players == 2:
        return played < 2
    if players == 3:
        return 2 - played
    return (4 - played) >> 1


cdef inline int chance_now(
    int players, const Round* r, int count, int card, int base
) noexcept nogil:
    """The chance that this card wins the trick in progress, to which `count` were played."""
    cdef uint32_t trick = r.played | bit(card)
    if count:
        if winning_card(r, trick, r.led_suit) != card:
            return 0
        if card % 10 == 0 and r.nines & trick & bit(card + 9):
            base = r.rules.win[BEATERS * kind_of(r, card)]
    return ONE - ((ONE - base) * threats(players, count) >> 1)


cdef inline int partner_chance(
    int players, const Round* r, uint32_t out, int count
) noexcept nogil:
    """The chance that the partner completes this trick if one does not win it."""
    cdef int best
    if players != 4:
        return 0
    if count < 2:
        return r.rules.partner
    best = winning_card(r, r.played, r.led_suit)
    if best != r.plays[count - 2] or r.slackers & bit(best):
        return 0
    return ONE - ((ONE - r.rules.win[standing(r, out, best)]) * threats(4, count) >> 1)


cdef inline int64_t miss(int mean, int variance, int need) noexcept nogil:
    """The expected square of the gap between tricks and need, in units of 1 / ONE squared."""
    cdef int64_t gap = mean - need * ONE
    return gap * gap + <int64_t>variance * ONE


cdef inline int greedy_play(
    int players, const Round* r, int seat, uint32_t legal, int played
) noexcept nogil:
    """Choose the card after which the tricks are expected to miss the need least."""
    cdef const Seat* me = &r.seats[seat]
    cdef const Side* side = &r.sides[side_of(players, seat)]
    cdef int need = bid_of(side) - side.completed
    cdef uint32_t out = out_for(r, me)
    cdef uint32_t rest = me.hand
    cdef int[30] places
    cdef int mean = 0, variance = 0, partner, card, chance, done, place, base, best = -1
    cdef int64_t cost, least = 0
    cdef bint alive = 0 <= need <= r.rules.hand_cards - r.trick
    if not legal & (legal - 1):
        return lowest_bit(legal)
    while rest:
        card = lowest_bit(rest)
        rest &= rest - 1
        places[card] = standing(r, out, card)
        place = places[card] + slack_row(r, card)
        mean += r.rules.worth[place]
        variance += r.rules.spread[place]
    partner = partner_chance(players, r, out, played)
    while legal:
        card = lowest_bit(legal)
        legal &= legal - 1
        base = r.rules.win[places[card]]
        chance = chance_now(players, r, played, card, base)
        if alive:
            done = 0 if r.slackers & bit(card) else chance
            if players == 4 and not (chance and played):
                done += (ONE - chance) * partner >> 15
            place = places[card] + slack_row(r, card)
            cost = miss(
                mean - r.rules.worth[place] + done,
                variance - r.rules.spread[place] + spread(done),
                need,
            )
        else:
            cost = base - chance
        if best < 0 or cost < least:
            best, least = card, cost
    return best


cdef inline int64_t clara_cost(
    const Round* r, int seat, uint32_t trick, uint32_t led_suit, int mine, uint32_t rest
) noexcept nogil:
    """The expected miss when Clara's card meets one's own card `mine`."""
    cdef bint wins = winning_card(r, trick, led_suit) == mine
    cdef int need = bid_of(&r.sides[seat]) - r.sides[seat].completed
    cdef int left = r.rules.hand_cards - r.trick
    cdef uint32_t out = out_for(r, &r.seats[seat])
    cdef int mean = 0, variance = 0, card, place
    if not 0 <= need <= left:
        return not wins
    while rest:
        card = lowest_bit(rest)
        rest &= rest - 1
        place = standing(r, out, card) + slack_row(r, card)
        mean += r.rules.worth[place]
        variance += r.rules.spread[place]
    if wins and not r.slackers & bit(mine):
        mean += ONE
    return miss(mean, variance, need)


cdef inline int greedy_play_clara(
    const Round* r, int seat, uint32_t legal, int played
) noexcept nogil:
    """Choose for Clara what leaves oneself the smallest expected miss."""
    cdef uint32_t hand = r.seats[seat].hand
    cdef uint32_t replies
    cdef int card, mine, best = -1
    cdef int64_t cost, of_card, least = 0
    while legal:
        card = lowest_bit(legal)
        legal &= legal - 1
        if played:
            of_card = clara_cost(r, seat, r.played | bit(card), r.led_suit, r.plays[0], hand)
        else:
            of_card = -1
            replies = hand & suit_mask(suit_of(card))
            if not replies:
                replies = hand
            while replies:
                mine = lowest_bit(replies)
                replies &= replies - 1
                cost = clara_cost(
                    r, seat, bit(card) | bit(mine), suit_mask(suit_of(card)), mine,
                    hand & ~bit(mine)
                )
                if of_card < 0 or cost < of_card:
                    of_card = cost
        if best < 0 or of_card < least:
            best, least = card, of_card
    return best
