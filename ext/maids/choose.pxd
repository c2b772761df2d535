"""What a seat does: its strategy is asked, a fork applied, and the log written."""

from libc.stdint cimport uint8_t, uint32_t

from common.random cimport draw_lane, likely
from maids.greedy cimport greedy_act, greedy_play, greedy_play_clara
from maids.planner cimport planner_act, planner_play, planner_play_clara
from maids.state cimport (
    BID_DOWN,
    BID_UP,
    BITS_OF_SUIT,
    FORK_ACTION,
    FORK_CARD,
    FORK_FACE,
    FORK_RESTRICT,
    FORK_TARGET,
    NO_APPEAL,
    NO_SLACK_WIN,
    PASS,
    RANDOM_PASS,
    Fork,
    Log,
    Node,
    Round,
    Seat,
    bid_of,
    bit,
    bits_of,
    lowest_bit,
    member_of,
    nth_card,
    side_of,
    suit_mask,
    suit_of,
    winning_card,
)


cdef enum Strategy:
    RANDOM
    GREEDY
    PLANNER
    ROLLOUT


cdef enum:
    BIDS = 1 << BID_DOWN | 1 << BID_UP  # as bits of legal actions


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
    if strategy == PLANNER:
        action = planner_act(players, r, node, seat, turn, card, allowed)
    elif strategy == GREEDY:
        action = greedy_act(players, r, node, seat, card, allowed)
    elif strategy == ROLLOUT:
        action = r.search.act(r, seat, turn, card, allowed)
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


cdef inline uint32_t legal_cards(const Round* r, Py_ssize_t seat, int played) noexcept nogil:
    """What the seat may play to a trick of so many cards (section 3.2.1)."""
    cdef uint32_t hand = r.seats[seat].hand
    cdef uint32_t follow = hand & r.led_suit
    return follow if played and follow else hand


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
    cdef uint32_t legal = legal_cards(r, seat, played)
    cdef uint32_t allowed = legal
    cdef int left = r.rules.hand_cards - r.trick
    cdef int count = left, card
    cdef Log* log = r.log
    cdef Py_ssize_t lane = r.rules.play_lane + r.trick
    if played:
        count = BITS_OF_SUIT[(legal & r.led_suit) >> r.led_shift]
        count = count if count else left
    if players == 2 and seat != chooser:
        lane += r.rules.hand_cards
    if plain:
        return nth_card(legal, draw_lane(&me.stream, me.lanes, lane, count), left - 1)
    if not likely(r.fork == NULL) and seat == chooser and restricted(r, seat, NO_SLACK_WIN):
        allowed = without_slack_wins(r, legal)
    if strategy == RANDOM:
        card = draw_lane(&me.stream, me.lanes, lane, bits_of(allowed))
        card = nth_card(allowed, card, left - 1)
    elif strategy == ROLLOUT:
        card = r.search.play(r, seat, chooser, allowed, played)
    elif strategy == PLANNER:
        if players == 2 and seat != chooser:
            card = planner_play_clara(r, chooser, allowed, played)
        else:
            card = planner_play(players, r, seat, allowed, played)
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
