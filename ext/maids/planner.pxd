"""The strategy `planner` in C: twin of analyser.games.maids.planner.Planner, step by step.

What it looks up was computed from the rules: see analyser.games.maids.plans.
"""

from libc.limits cimport INT_MIN, LLONG_MIN
from libc.stdint cimport int32_t, int64_t, uint32_t

from maids.greedy cimport kind_of, out_for, standing, threats
from maids.plans cimport (
    Hand,
    between,
    gone_for,
    unfinished,
    value_hand,
    worth_with,
    worth_without,
    worths,
)
from maids.state cimport (
    BEATERS,
    BID_DOWN,
    BID_UP,
    BITS_OF_SUIT,
    CLARA,
    FORK_TARGET,
    KEEP,
    KINDS,
    ONE,
    PASS,
    SUIT,
    Node,
    Plan,
    Round,
    Rules,
    Seat,
    Side,
    appeals_of,
    bid_of,
    bit,
    lowest_bit,
    member_of,
    side_of,
    suit_mask,
    suit_of,
    winning_card,
)


cdef enum:
    MAY_FALL = 2  # row of `hold`: Clara, whom the opponent plays for, can beat the card


cdef inline int planner_act(
    int players, const Round* r, const Node* node, int seat, int turn, int card, int allowed
) noexcept nogil:
    """Choose among the allowed actions (as bits) for the drawn card."""
    cdef const Rules* rules = r.rules
    cdef const Plan* plan = &rules.plan
    cdef const Seat* me = &r.seats[seat]
    cdef int side = side_of(players, seat)
    cdef int member = member_of(players, seat)
    cdef int memo = node.mask[member] >> PASS & 1
    cdef int places = rules.bid_cards - node.placed
    cdef int bid = bid_of(&r.sides[side])
    cdef uint32_t out = out_for(r, me) | bit(card)
    cdef const int32_t* worth = worths(r, rules.hand_cards)
    cdef int hand, mine
    cdef int mean = plan.mean_worth[r.trump]
    cdef bint target = r.fork != NULL and r.fork.kind == FORK_TARGET and r.fork.seat == side
    cdef int keeps, best = -1, value, most = INT_MIN, appeal = 0
    cdef const int32_t* row
    if not allowed & (allowed - 1):
        return lowest_bit(<uint32_t>allowed)
    worth_with(r, worth, out, me.hand, card, &hand, &mine)
    if players == 4:
        keeps = rules.hand_cards - node.size[member]
        memo = 0
    else:
        keeps = turn - node.placed - (1 - memo)  # kept so far
        if node.size[member] == keeps:
            hand += mean  # the card that will be passed to it
        keeps = rules.hand_cards - 1 - keeps
    if target:
        places, bid = 0, r.fork.value
    if allowed & 1 << KEEP:
        best = KEEP
        most = between(unfinished(r, keeps - 1, memo, places, bid), hand + mine)
    if allowed & 1 << PASS:
        value = hand + ((mine - mean) >> 1) if players == 4 else hand
        value = between(unfinished(r, keeps, 0, places, bid), value)
        if value > most:
            best, most = PASS, value
    if allowed & 1 << BID_DOWN:
        if not target:
            places -= 1
            bid += rules.card_icons[card]
        row = unfinished(r, keeps, memo, places, bid)
        appeal = plan.appeal_stake * between(row + plan.success, hand) - plan.appeal_gift * ONE
        value = between(row, hand)
        if not target and appeal > 0:
            value += appeal
        if value > most:
            best = BID_UP if appeal > 0 else BID_DOWN
    return best


cdef enum:  # what a trick may bring a side
    NOTHING
    DONE  # it wins the trick
    SLACK  # it wins it with a slacker


cdef struct Prospects:
    # What the sides may still reach, for a decision in the tricks: points at stake, those of
    # others negative, and by outcome of the trick the chances to finish, by worth of one's cards.
    int64_t[3] stake
    const int32_t* chances[3][3]


cdef inline const int32_t* chances(
    const Round* r, int table, int left, int need, int lead
) noexcept nogil:
    """The row of `finish` or `other` where so many of the tricks left are needed."""
    cdef int sizes = r.rules.hand_cards + 1
    cdef int inside = -<int>(<unsigned int>need <= <unsigned int>left)
    cdef Py_ssize_t at
    left, need = left & inside, need & inside | 1 + inside  # else a row of zeros; no branch
    at = ((r.trump_suit == 0) * sizes + left) * sizes + need
    return <const int32_t*>r.rules.plan.tables + table + (2 * at + lead) * r.rules.plan.steps


cdef inline void look_ahead(
    int players, const Round* r, int side, Prospects* ahead
) noexcept nogil:
    """Fill in the prospects of the sides whose bids the side knows."""
    cdef const Plan* plan = &r.rules.plan
    cdef const Side* its
    cdef int left = r.rules.hand_cards - r.trick - 1
    cdef int s, need, table
    for s in range(3 if players == 3 else 2):
        its = &r.sides[s]
        table = plan.finish if s == side else plan.other
        need = bid_of(its) - its.completed
        ahead.stake[s] = plan.stake + plan.appeal_stake * appeals_of(its)
        if s != side:
            if players == 4:
                ahead.stake[s] = -ahead.stake[s]
            else:
                ahead.stake[s] = -(ahead.stake[s] >> 1)
                if appeals_of(its) < r.rules.bid_cards:
                    need = -1
        ahead.chances[s][NOTHING] = chances(r, table, left, need, 0)
        ahead.chances[s][DONE] = chances(r, table, left, need - 1, 1)
        ahead.chances[s][SLACK] = chances(r, table, left, need, 1)


cdef inline int64_t value_if(
    int players, const Prospects* ahead, int winner, int how, int worth
) noexcept nogil:
    """What is at stake after a side wins the trick, with one's cards worth so much."""
    cdef int64_t value = 0
    cdef int s
    for s in range(3 if players == 3 else 2):
        value += ahead.stake[s] * between(
            ahead.chances[s][how if s == winner else NOTHING], worth
        )
    return value


cdef inline int64_t expected(int64_t value, int64_t otherwise, int64_t chance) noexcept nogil:
    """What a value is worth that comes with a chance only."""
    return otherwise + (((value - otherwise) * chance) >> 15)


cdef inline int clara_answer(const Round* r, uint32_t trick, int card) noexcept nogil:
    """Clara's cards that could beat `card` in the trick: 0 none, 1 some, 2 all."""
    cdef uint32_t legal = r.seats[CLARA].hand
    cdef uint32_t led = r.led_suit if r.played else suit_mask(suit_of(card))
    cdef bint some = False, every = True
    cdef int reply
    if legal & led:
        legal &= led
    while legal:
        reply = lowest_bit(legal)
        legal &= legal - 1
        if winning_card(r, trick | bit(reply), led) == reply:
            some = True
        else:
            every = False
    return some + (some and every)


cdef inline Py_ssize_t behind_at(int players, Py_ssize_t seat, int step) noexcept nogil:
    """The opponent that plays after the seat, `step` opponents later; not Clara."""
    if players == 2:
        return seat ^ 1
    if players == 4:
        return (seat + 1 + 2 * step) & 3
    seat += 1 + step
    return seat if seat < 3 else seat - 3


cdef inline int hold_cell(
    int players, const Round* r, Py_ssize_t seat, uint32_t out, int count, int card
) noexcept nogil:
    """Where `hold` has the chance that a card wins the trick in progress.

    -1 if it does not, -2 if it surely does.
    """
    cdef uint32_t trick = r.played | bit(card)
    cdef int behind = threats(players, count), answer, step, kind = kind_of(r, card)
    cdef uint32_t none = 0xFFFFFFFF, some = 0, lacks
    if count and winning_card(r, trick, r.led_suit) != card:
        return -1
    if players == 2 and r.lead != CLARA:
        answer = clara_answer(r, trick, card)
        if answer == 2:
            return -1
        if count:
            behind = MAY_FALL if answer else 0
    if not behind:
        return -2
    for step in range(threats(players, count)):
        lacks = r.seats[behind_at(players, seat, step)].lacks
        none &= lacks
        some |= lacks
    trick = r.beaters[card] & ~(out | none)
    if count and card % 10 == 0 and r.nines & r.played & bit(card + 9):
        trick = 0
    return (
        ((r.rules.hand_cards - r.trick) * 8 + 2 * behind + (kind == 1 and some & bit(card) != 0))
        * KINDS + kind
    ) * BEATERS + BITS_OF_SUIT[(trick >> (10 * suit_of(card))) & SUIT]


cdef inline int hold_chance(
    int players, const Round* r, Py_ssize_t seat, uint32_t out, int count, int card
) noexcept nogil:
    """The chance that a card wins the trick in progress."""
    cdef int cell = hold_cell(players, r, seat, out, count, card)
    if cell < 0:
        return 0 if cell == -1 else ONE
    return (<const int32_t*>r.rules.plan.tables)[r.rules.plan.hold + cell]


cdef inline int plain_hold(const Round* r, uint32_t out, int card) noexcept nogil:
    """The chance that a card holds against one opponent of whom nothing is known."""
    cdef int left = r.rules.hand_cards - r.trick
    return (<const int32_t*>r.rules.plan.tables)[
        r.rules.plan.hold + (left * 8 + 2) * KINDS * BEATERS + standing(r, out, card)
    ]


cdef inline int share_cell(const Round* r, int count) noexcept nogil:
    """Where `share` has the chance that a partner yet to play wins if one does not."""
    return (r.rules.hand_cards - r.trick) * 2 + count


cdef inline int partner_hold(const Round* r, uint32_t out, int count) noexcept nogil:
    """The chance that the partner wins this trick if one does not, with four players."""
    cdef int best
    if count < 2:
        return (<const int32_t*>r.rules.plan.tables)[r.rules.plan.share + share_cell(r, count)]
    best = winning_card(r, r.played, r.led_suit)
    if best != r.plays[count - 2]:
        return 0
    if count == 3:
        return ONE
    return plain_hold(r, out, best)


cdef struct Loss:
    # Who wins a trick that one does not: side `first` with that chance, else `second`.
    int first
    int second
    int chance
    int how


cdef inline void lose(
    int players, const Round* r, int seat, uint32_t out, int played, bint beats, Loss* loss
) noexcept nogil:
    """Fill in who wins the trick if one's card, which `beats` what lies there, does not."""
    cdef int best
    loss.chance, loss.how = ONE, DONE
    if players == 4:
        loss.first = loss.second = 1 - (seat & 1)
        return
    loss.first = loss.second = seat + 1 if seat + 1 < players else 0
    if played == 2:
        best = winning_card(r, r.played, r.led_suit)
        loss.first = r.owner[best]
        loss.how = SLACK if r.slackers & bit(best) else DONE
        return
    if players == 3:
        loss.second = 3 - seat - loss.first
        if played == 0:
            loss.chance = ONE >> 1
        elif not beats:
            loss.chance = ONE - plain_hold(r, out, r.plays[0])
    elif played == 1:
        loss.second = CLARA
        if r.lead == CLARA:
            loss.chance = ONE if beats else ONE >> 1
        else:
            loss.chance = 0 if beats else ONE


cdef inline int64_t value_lost(
    int players, const Prospects* ahead, const Loss* loss, int worth
) noexcept nogil:
    """What is at stake after a trick that one does not win."""
    cdef int64_t value = 0
    if loss.chance:
        value = value_if(players, ahead, loss.first, loss.how, worth)
        if loss.chance == ONE:
            return value
    return expected(value, value_if(players, ahead, loss.second, DONE, worth), loss.chance)


cdef inline int planner_play(
    int players, const Round* r, int seat, uint32_t legal, int played
) noexcept nogil:
    """Choose the card after which the round is worth most."""
    cdef int side = side_of(players, seat)
    cdef uint32_t out
    cdef Prospects ahead
    cdef Loss[2] losses
    cdef Hand hand
    cdef int card, chance, partner = 0, partner_how = DONE, worth, how, best = -1
    cdef int64_t value, won, most = LLONG_MIN
    if not legal & (legal - 1):
        return lowest_bit(legal)
    out = gone_for(players, r, seat)
    look_ahead(players, r, side, &ahead)
    value_hand(r, worths(r, r.rules.hand_cards - r.trick - 1), out, r.seats[seat].hand, &hand)
    lose(players, r, seat, out, played, False, &losses[0])
    lose(players, r, seat, out, played, True, &losses[1])
    if players == 4:
        partner = partner_hold(r, out, played)
        if played >= 2 and partner and r.slackers & bit(r.plays[played - 2]):
            partner_how = SLACK
    while legal:
        card = lowest_bit(legal)
        legal &= legal - 1
        worth = worth_without(r, &hand, out, card)
        chance = hold_chance(players, r, seat, out, played, card)
        value = 0
        if chance < ONE:
            value = value_lost(players, &ahead, &losses[chance > 0], worth)
            if players == 4 and partner and not (chance and played >= 2):
                value = expected(value_if(4, &ahead, side, partner_how, worth), value, partner)
        if chance:
            how = SLACK if r.slackers & bit(card) else DONE
            won = value_if(players, &ahead, side, how, worth) + r.rules.plan.accepted
            value = expected(won, value, chance)
        value += (<int64_t>r.rules.plan.accepted * worth) >> 15
        if value > most:
            best, most = card, value
    return best


cdef inline int planner_play_clara(
    const Round* r, int seat, uint32_t legal, int played
) noexcept nogil:
    """Choose for Clara the card after which the round is worth most to oneself."""
    cdef uint32_t hand = r.seats[seat].hand
    cdef uint32_t out = gone_for(2, r, seat)
    cdef uint32_t replies
    cdef int left = r.rules.hand_cards - r.trick - 1
    cdef Hand whole
    cdef Prospects ahead
    cdef int card, mine, best = -1, own, winner, how
    cdef int64_t value, won, of_card, most = LLONG_MIN
    look_ahead(2, r, seat, &ahead)
    value_hand(r, worths(r, left), out, hand, &whole)
    while legal:
        card = lowest_bit(legal)
        legal &= legal - 1
        if played:
            own = winning_card(r, r.played | bit(card), r.led_suit)
            winner = CLARA if own == card else r.owner[own]
            how = SLACK if r.slackers & bit(own) else DONE
            of_card = value_if(2, &ahead, winner, how, whole.total)
            if winner == seat:
                of_card += r.rules.plan.accepted
        else:
            of_card = LLONG_MIN
            replies = hand & suit_mask(suit_of(card))
            if not replies:
                replies = hand
            while replies:
                mine = lowest_bit(replies)
                replies &= replies - 1
                own = worth_without(r, &whole, out, mine)
                value = value_if(2, &ahead, 1 - seat, DONE, own)
                if winning_card(r, bit(card) | bit(mine), suit_mask(suit_of(card))) == mine:
                    how = SLACK if r.slackers & bit(mine) else DONE
                    won = value_if(2, &ahead, seat, how, own) + r.rules.plan.accepted
                    value = expected(won, value, plain_hold(r, out, mine))
                value += (<int64_t>r.rules.plan.accepted * own) >> 15
                of_card = max(of_card, value)
        if of_card > most:
            best, most = card, of_card
    return best
