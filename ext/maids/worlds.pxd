"""Worlds: rounds that agree with all that a seat may know, each of them equally likely."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from common.random cimport Stream, draw_block, draw_from, draw_number, shuffle
from common.worlds cimport HANDS, Hands, assign, count_ways
from maids.greedy cimport out_for
from maids.state cimport (
    APPEAL,
    CARDS_MAX,
    CLARA,
    FORK_TARGET,
    MAX_SEATS,
    Round,
    Rules,
    Seat,
    bit,
    bits_of,
    lowest_bit,
    next_seat,
    nth_card,
    side_of,
)


cdef struct Unseen:
    # What a seat does not know when it decides.
    int cards  # that it has not seen
    uint8_t[CARDS_MAX] card
    uint8_t[CARDS_MAX] may  # as bits, which of the hands can hold the card
    Hands hands  # those that have shown a void which matters here
    Py_ssize_t[HANDS] seat
    uint64_t ways  # to fill them
    uint32_t[MAX_SEATS] known  # by seat, the cards that it is known to hold
    int[MAX_SEATS] missing  # and the number of others
    int[MAX_SEATS] turns  # that it has had, the current one included
    bint tricks  # whether they have begun


cdef inline Py_ssize_t receiver_of(int players, Py_ssize_t seat) noexcept nogil:
    """The seat to which a seat passes its card."""
    return seat ^ 2 if players == 4 else next_seat(players, seat)


cdef inline void count_turns(int players, const Round* r, int* turns) noexcept nogil:
    """Count the cards that each seat has kept, passed or bid with; before the tricks only."""
    cdef Py_ssize_t s
    for s in range(players):
        turns[s] = bits_of(r.seats[s].hand | r.seats[s].own_bids) + (r.seats[s].given != 0)
    for s in range(players):
        turns[receiver_of(players, s)] -= r.seats[s].given != 0


cdef inline void look(
    const Round* r, Py_ssize_t seat, uint32_t drawn, Unseen* u
) noexcept nogil:
    """Tell apart what the seat knows and does not know; `drawn` is its card, empty in the tricks.

    Of others only numbers of cards are read, and what lies open.
    """
    cdef const Rules* rules = r.rules
    cdef int players = rules.players
    cdef const Seat* me = &r.seats[seat]
    cdef uint32_t seen = out_for(r, me) | me.given | drawn, unseen = 0
    cdef Py_ssize_t s, to = receiver_of(players, seat)
    cdef int i, h
    u.tricks = not drawn
    if players == 2 and u.tricks:
        seen |= r.seats[CLARA].hand
    u.cards = 0
    for i in range(rules.cards):
        if not seen >> rules.deck[i] & 1:
            unseen |= bit(rules.deck[i])
            u.card[u.cards] = rules.deck[i]
            u.may[u.cards] = 0
            u.cards += 1
    u.hands.count = 0
    for s in range(players):
        if s == seat:
            continue
        u.known[s] = me.given & ~(r.public | r.played) if s == to else 0
        u.missing[s] = bits_of(r.seats[s].hand) - bits_of(u.known[s])
        if u.missing[s] and r.seats[s].lacks & unseen:
            h = u.hands.count
            u.hands.count += 1
            u.hands.size[h] = u.missing[s]
            u.seat[h] = s
            for i in range(u.cards):
                if not r.seats[s].lacks >> u.card[i] & 1:
                    u.may[i] |= <uint8_t>(1 << h)
    if u.hands.count:
        u.ways = count_ways(&u.hands, u.cards, u.may, r.search.ways)
    if drawn:
        count_turns(players, r, u.turns)
        u.turns[seat] += 1


cdef inline uint32_t take(const uint8_t* cards, int* at, int count) noexcept nogil:
    """The next cards of a shuffled row."""
    cdef uint32_t taken = 0
    cdef int _
    for _ in range(count):
        taken |= bit(cards[at[0]])
        at[0] += 1
    return taken


cdef inline int icons_of(const Rules* rules, uint32_t cards) noexcept nogil:
    """The tasks that bid cards call for."""
    cdef int icons = 0
    while cards:
        icons += rules.card_icons[lowest_bit(cards)]
        cards &= cards - 1
    return icons


cdef inline void imagine(
    const Round* r, Py_ssize_t seat, const Unseen* u, const Stream* at, Round* world
) noexcept nogil:
    """Write one of the rounds that agree with what the seat knows, drawn from a stream's block.

    The others' strategies know in it what they would.
    """
    cdef const Rules* rules = r.rules
    cdef int players = rules.players, side = side_of(players, seat)
    cdef uint64_t[4] first
    cdef uint8_t[CARDS_MAX] place
    cdef uint8_t[CARDS_MAX] rest
    cdef uint32_t[HANDS] filled
    cdef uint32_t down
    cdef Seat* other
    cdef Py_ssize_t s
    cdef int h, i, left = 0, next = 0
    draw_block(at, 0, first)
    world[0] = r[0]
    world.log = NULL
    if r.fork != NULL and not (r.fork.kind == FORK_TARGET and r.fork.seat == side):
        world.fork = NULL
    if u.hands.count:
        assign(
            &u.hands, u.cards, u.may, r.search.ways, draw_number(at, first, 2, u.ways), place
        )
    for h in range(HANDS):
        filled[h] = 0
    for i in range(u.cards):
        if u.hands.count and place[i] < HANDS:
            filled[place[i]] |= bit(u.card[i])
        else:
            rest[left] = u.card[i]
            left += 1
    shuffle(at, first, rest, left)
    h = 0
    for s in range(players):
        if s == seat:
            continue
        other = &world.seats[s]
        other.hand = u.known[s]
        if h < u.hands.count and u.seat[h] == s:
            other.hand |= filled[h]
            h += 1
        else:
            other.hand |= take(rest, &next, u.missing[s])
        down = other.own_bids & ~world.public
        if down:
            other.own_bids ^= down
            down = take(rest, &next, bits_of(down))
            other.own_bids |= down
            world.sides[s].bid = (world.sides[s].bid & -APPEAL) + icons_of(rules, other.own_bids)
    if players == 2:
        world.sides[CLARA].bid = icons_of(rules, take(rest, &next, rules.bid_cards))
        if not u.tricks:
            world.seats[CLARA].hand = take(rest, &next, rules.hand_cards)
    if not u.tricks:
        imagine_piles(players, u, rest, &next, world)
    imagine_gifts(players, r, seat, u, at, first, world)


cdef inline void imagine_piles(
    int players, const Unseen* u, const uint8_t* rest, int* next, Round* world
) noexcept nogil:
    """Fill what the sides have still to draw."""
    cdef const Rules* rules = world.rules
    cdef uint8_t* pile
    cdef int s, i, drawn
    for s in range(2 if players == 4 else players):
        drawn = u.turns[s]
        if players == 4:
            drawn += u.turns[s + 2]
        pile = world.order + s * rules.block
        world.sides[s].pile = pile
        for i in range(drawn, rules.block):
            pile[i] = rest[next[0]]
            next[0] += 1


cdef inline void imagine_gifts(
    int players, const Round* r, Py_ssize_t seat, const Unseen* u, const Stream* at,
    const uint64_t* first, Round* world
) noexcept nogil:
    """Say which card each of the others has passed to another: any that the hand has held."""
    cdef int[MAX_SEATS] held
    cdef Py_ssize_t s, to
    cdef int every = 1, drawn, most
    cdef uint64_t number
    for s in range(players):
        to = receiver_of(players, s)
        held[s] = 0
        if s != seat and to != seat and r.seats[s].given:
            held[s] = r.rules.hand_cards if u.tricks else bits_of(r.seats[to].hand)
            every *= held[s]
    number = draw_number(at, first, 3, every)
    for s in range(players):
        if held[s]:
            to = receiver_of(players, s)
            drawn = <int>(number % <uint64_t>held[s])
            number //= <uint64_t>held[s]
            most = bits_of(world.seats[to].hand)
            world.seats[s].given = 0
            if drawn < most:
                world.seats[s].given = nth_card(world.seats[to].hand, drawn, most)
