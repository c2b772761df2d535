"""The distribution as an automaton: what a side may do at each place, tabulated for a rule set."""

from libc.stdint cimport uint8_t

from maids.state cimport BID_DOWN, BID_UP, KEEP, PASS, Node, Rules


cdef struct Place:
    # Of a side; the second member is there with four players only.
    int[2] size  # cards in the hand
    int[2] memo  # 1 while the memo card is held
    int received  # 1 once the neighbour has passed a card, with 2 and 3 players
    int placed  # bid cards


cdef inline int number_of(const Rules* rules, const Place* at) noexcept nogil:
    """Number a place: a mixed-radix number of what tells places apart."""
    cdef int sizes = rules.hand_cards + 1
    cdef int second = at.size[1] if rules.players == 4 else at.received
    return (
        ((at.size[0] * sizes + second) * 2 + at.memo[0]) * 2 + at.memo[1]
    ) * (rules.bid_cards + 1) + at.placed


cdef inline bint is_legal(
    const Rules* rules, const Place* at, int member, int action
) noexcept nogil:
    """Whether an action is legal (section 3.1, rulings M3 and M13)."""
    cdef int held = at.size[member]
    if action == PASS:
        return at.memo[member]
    if action != KEEP:
        return at.placed < rules.bid_cards
    if rules.players != 4 and held - at.received == rules.hand_cards - 1:
        return False
    if rules.players != 4 or rules.limit_counts_memo:
        held += at.memo[member]
    return held < rules.hand_cards


cdef inline bint has_turns(const Rules* rules, const Place* at, int member) noexcept nogil:
    """Whether the member still draws."""
    cdef int own = at.size[member] - at.received
    if rules.players == 4:
        return own < rules.hand_cards or at.placed < rules.bid_cards
    return own < rules.hand_cards - 1 or at.memo[member] or at.placed < rules.bid_cards


cdef inline int number_after(
    const Rules* rules, const Place* at, int member, int action
) noexcept nogil:
    """The number of the place that an action leads to."""
    cdef Place to = at[0]
    if action >= BID_DOWN:
        to.placed += 1
    elif action == KEEP:
        to.size[member] += 1
    else:
        to.memo[member] = 0
        if rules.players == 4:
            to.size[1 - member] += 1
    if rules.players == 4:
        if to.size[0] == rules.hand_cards or to.size[1] == rules.hand_cards:
            to.memo[0] = to.memo[1] = 0
    return number_of(rules, &to)


cdef inline void tabulate(const Rules* rules, const Place* at, Node* nodes) noexcept nogil:
    """Fill in the node of a place."""
    cdef Node* node = &nodes[number_of(rules, at)]
    cdef int member, action
    cdef Place to = at[0]
    node.placed = <uint8_t>at.placed
    for member in range(2 if rules.players == 4 else 1):
        node.size[member] = <uint8_t>at.size[member]
        node.count[member] = 0
        node.mask[member] = 0
        for action in range(BID_UP + 1):
            if has_turns(rules, at, member) and is_legal(rules, at, member, action):
                node.mask[member] |= <uint8_t>(1 << action)
                node.action[member][node.count[member]] = <uint8_t>action
                node.count[member] += 1
                node.after[member][action] = nodes + number_after(rules, at, member, action)
    if rules.players != 4 and not at.received:
        to.received = 1
        to.size[0] += 1
        node.received = nodes + number_of(rules, &to)


cdef inline bint can_be(const Rules* rules, const Place* at) noexcept nogil:
    """Whether play can lead to a place of these numbers: no memo lies beside a full team's hand."""
    if rules.players == 4:
        return not (at.memo[0] or at.memo[1]) or (
            at.size[0] < rules.hand_cards and at.size[1] < rules.hand_cards
        )
    return 0 <= at.size[0] - at.received < rules.hand_cards


cdef inline const Node* tabulate_all(const Rules* rules, Node* nodes) noexcept nogil:
    """Fill in every place that hands and bids allow; return the node of the first."""
    cdef Place at
    cdef int second, memos
    cdef bint teams = rules.players == 4
    for at.size[0] in range(rules.hand_cards + 1):
        for second in range(rules.hand_cards + 1 if teams else 2):
            at.size[1] = second if teams else 0
            at.received = 0 if teams else second
            for memos in range(4 if teams else 2):
                at.memo[0] = memos & 1
                at.memo[1] = memos >> 1
                for at.placed in range(rules.bid_cards + 1):
                    if can_be(rules, &at):
                        tabulate(rules, &at, nodes)
    at.size[0] = at.size[1] = at.received = at.placed = 0
    at.memo[0] = 1
    at.memo[1] = teams
    return nodes + number_of(rules, &at)
