"""Endgames with hidden cards in sequence form, and their equilibria (docs/bellboys-endgames.md).

The unseen cards are numbered from 0, and so are the players: player 0 leads the first trick. A
hand is a word of four bits a card, from the left; its places count from 0. A *sequence* is all
that a player has chosen since the start, where it had a choice; number 0 is nothing yet. A *plan*
is the probability, for each sequence of a player, that it makes all these choices where the cards
and the other player let it (von Stengel 1996).
"""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, realloc


cdef enum:
    PLAYERS = 2
    MOST_TRICKS = 4
    MOST_CARDS = 9
    NO_CARD = -1


cdef enum:  # how a deal can end for player 0, as bits
    LOST = 1
    WON = 2


cdef struct Game:
    uint8_t[MOST_CARDS] suit
    uint8_t[MOST_CARDS][MOST_TRICKS] rank  # by place
    uint8_t[MOST_CARDS][MOST_TRICKS] told  # the place that the other player takes it to come from
    const uint8_t* wins  # whether player 0 wins, by the cards that it takes, as bits
    int looks  # the players that see the card set aside, as bits


cdef struct Node:
    uint32_t[PLAYERS] hands
    uint64_t[PLAYERS] history  # the plays as each player knows them, six bits each
    int32_t[PLAYERS] sequence
    int aside
    int left  # tricks to come, with this one
    int lead
    int led  # the card led to this trick
    int rank  # and its rank
    int taken  # the cards of player 0, as bits


cdef struct Knowledge:
    # The information sets of a player, each after those on the way to it.
    int32_t size
    int32_t room
    int32_t sequences
    uint64_t* key
    int32_t* parent  # the sequence that leads there
    int32_t* first  # the sequence of the leftmost legal card; the others follow
    int32_t* table  # places for the numbers of sets, plus 1; 0 is free
    uint64_t mask  # of places


cdef struct Leaves:
    # Pairs of sequences, each of a way in which player 0 wins one of the deals.
    Py_ssize_t size
    Py_ssize_t room
    int32_t* pairs


cdef inline int card_at(uint32_t hand, int place) noexcept nogil:
    """The card at a place of a hand."""
    return hand >> 4 * place & 15


cdef inline uint32_t without(uint32_t hand, int place) noexcept nogil:
    """A hand after the card at a place has left it; the cards to its right move up."""
    cdef uint32_t before = (<uint32_t>1 << 4 * place) - 1
    return hand & before | hand >> 4 & ~before


cdef inline int mover(const Node* at) noexcept nogil:
    """The player whose turn it is; it holds as many cards as there are tricks to come."""
    return at.lead if at.led == NO_CARD else 1 - at.lead


cdef inline int legal_places(const Game* g, const Node* at, int* places) noexcept nogil:
    """Write the places from which the mover may play, and return their number (ruling B7)."""
    cdef uint32_t hand = at.hands[mover(at)]
    cdef int place, n = 0
    if at.led != NO_CARD:
        for place in range(at.left):
            if g.suit[card_at(hand, place)] == g.suit[at.led]:
                places[n] = place
                n += 1
    if n > 0:
        return n
    for place in range(at.left):
        places[place] = place
    return at.left


cdef inline void play(const Game* g, const Node* at, int place, Node* after) noexcept nogil:
    """Write the node after the mover's play from a place (rulings B5 to B8)."""
    cdef int player = mover(at)
    cdef int card = card_at(at.hands[player], place)
    after[0] = at[0]
    after.hands[player] = without(at.hands[player], place)
    after.history[player] = at.history[player] << 6 | (card << 2) + place + 1
    after.history[1 - player] = at.history[1 - player] << 6 | (card << 2) + g.told[card][place] + 1
    if at.led == NO_CARD:
        after.led, after.rank = card, g.rank[card][place]
        return
    after.lead = player if g.rank[card][place] > at.rank else at.lead
    after.led, after.left = NO_CARD, at.left - 1
    if after.lead == 0:
        after.taken |= 1 << card | 1 << at.led
        if after.left == 0:
            after.taken |= 1 << at.aside


cdef int outcomes(const Game* g, const Node* at) noexcept nogil:
    """How the deal can still end, whoever plays what."""
    cdef int[MOST_TRICKS] places
    cdef int i, found = 0
    cdef Node after
    if at.left == 0:
        return WON if g.wins[at.taken] else LOST
    for i in range(legal_places(g, at, places)):
        play(g, at, places[i], &after)
        found |= outcomes(g, &after)
        if found == LOST | WON:
            break
    return found


cdef void* resized(void* array, size_t size) except NULL nogil:
    """The array with room for so many bytes."""
    array = realloc(array, size)
    if array == NULL:
        with gil:
            raise MemoryError
    return array


cdef inline uint64_t place_of(const Knowledge* known, uint64_t key) noexcept nogil:
    """The place of a key in the hash table: where it stands, or a free one."""
    cdef uint64_t at = key * <uint64_t>0x9E3779B97F4A7C15u
    at = (at ^ at >> 32) & known.mask
    while known.table[at] and known.key[known.table[at] - 1] != key:
        at = (at + 1) & known.mask
    return at


cdef int make_room(Knowledge* known) except -1 nogil:
    """Make room for twice as many information sets, or for the first."""
    cdef int32_t i
    known.room = max(256, 2 * known.room)
    known.key = <uint64_t*>resized(known.key, known.room * sizeof(uint64_t))
    known.parent = <int32_t*>resized(known.parent, known.room * sizeof(int32_t))
    known.first = <int32_t*>resized(known.first, (known.room + 1) * sizeof(int32_t))
    free(known.table)
    known.table = <int32_t*>calloc(2 * known.room, sizeof(int32_t))
    if known.table == NULL:
        with gil:
            raise MemoryError
    known.mask = 2 * <uint64_t>known.room - 1
    for i in range(known.size):
        known.table[place_of(known, known.key[i])] = i + 1
    return 0


cdef int32_t first_sequence(
    Knowledge* known, uint64_t key, int32_t parent, int choices
) except -1 nogil:
    """The sequence of the first choice in the information set of that key, which may be new."""
    cdef uint64_t at
    if known.size == known.room:
        make_room(known)
    at = place_of(known, key)
    if not known.table[at]:
        known.key[known.size] = key
        known.parent[known.size] = parent
        known.first[known.size] = known.sequences
        known.size += 1
        known.sequences += choices
        known.first[known.size] = known.sequences
        known.table[at] = known.size
    return known.first[known.table[at] - 1]


cdef int add_leaf(Leaves* leaves, const int32_t* sequence) except -1 nogil:
    """Note a deal won by player 0 after these sequences."""
    if leaves.size == leaves.room:
        leaves.room = max(4096, 2 * leaves.room)
        leaves.pairs = <int32_t*>resized(
            leaves.pairs, PLAYERS * leaves.room * sizeof(int32_t)
        )
    leaves.pairs[PLAYERS * leaves.size] = sequence[0]
    leaves.pairs[PLAYERS * leaves.size + 1] = sequence[1]
    leaves.size += 1
    return 0


cdef int unfold(const Game* g, const Node* at, Knowledge* known, Leaves* leaves) except -1 nogil:
    """Add all that can follow in a deal, as far as it can still end in both ways."""
    cdef int[MOST_TRICKS] places
    cdef int i, n, player, found = outcomes(g, at)
    cdef int32_t first = 0
    cdef uint64_t key
    cdef Node after
    if found != LOST | WON:
        return add_leaf(leaves, at.sequence) if found == WON else 0
    n = legal_places(g, at, places)
    player = mover(at)
    if n > 1:
        key = at.history[player] << 16 | at.hands[player]
        if g.looks >> player & 1:
            key |= <uint64_t>at.aside << 60
        first = first_sequence(&known[player], key, at.sequence[player], n)
    for i in range(n):
        play(g, at, places[i], &after)
        if n > 1:
            after.sequence[player] = first + i
        unfold(g, &after, known, leaves)
    return 0


cdef void spread(const Knowledge* known, const double* behaviour, double* plan) noexcept nogil:
    """Write the plan of a behaviour, the probabilities of choices where they come up."""
    cdef int32_t i, s
    plan[0] = 1
    for i in range(known.size):
        for s in range(known.first[i], known.first[i + 1]):
            plan[s] = plan[known.parent[i]] * behaviour[s]


cdef void gains(
    const Leaves* leaves, const Knowledge* known, int player, const double* other, double* gain
) noexcept nogil:
    """Write what each sequence brings by itself against the other's plan.

    In deals won by player 0, for player 1 with the sign turned.
    """
    cdef Py_ssize_t i
    for i in range(known.sequences):
        gain[i] = 0
    if player == 0:
        for i in range(leaves.size):
            gain[leaves.pairs[PLAYERS * i]] += other[leaves.pairs[PLAYERS * i + 1]]
    else:
        for i in range(leaves.size):
            gain[leaves.pairs[PLAYERS * i + 1]] -= other[leaves.pairs[PLAYERS * i]]


cdef double best(const Knowledge* known, double* gain) noexcept nogil:
    """The most that all sequences together can bring; `gain` then holds that from each on."""
    cdef int32_t i, s
    cdef double most
    for i in range(known.size - 1, -1, -1):
        most = gain[known.first[i]]
        for s in range(known.first[i] + 1, known.first[i + 1]):
            most = max(most, gain[s])
        gain[known.parent[i]] += most
    return gain[0]


cdef void regret_matching(
    const Knowledge* known, double* gain, double* regret, double* behaviour
) noexcept nogil:
    """Learn from what each sequence brought by itself: predictive regret matching+.

    Choices become as likely as they were regretted so far (not below 0), the latest regret counted
    once more, as a forecast of the next (Farina, Kroer and Sandholm 2021).
    """
    cdef int32_t i, s, first, end
    cdef double value, total, latest
    for i in range(known.size - 1, -1, -1):
        first, end = known.first[i], known.first[i + 1]
        value = total = 0
        for s in range(first, end):
            value += behaviour[s] * gain[s]
        gain[known.parent[i]] += value
        for s in range(first, end):
            latest = gain[s] - value
            regret[s] = max(0., regret[s] + latest)
            behaviour[s] = max(0., regret[s] + latest)
            total += behaviour[s]
        for s in range(first, end):
            behaviour[s] = behaviour[s] / total if total > 0 else 1. / (end - first)


cdef double* zeros(Py_ssize_t size) except NULL:
    cdef double* made = <double*>calloc(size, sizeof(double))
    if made == NULL:
        raise MemoryError
    return made


cdef class SequenceForm:
    """An endgame in sequence form, and the plans with which both players approach equilibrium.

    `suits` [cards]; `ranks` and `told` [cards, tricks] by place; `wins` [2 ** cards]; `looks`: the
    players that see the card set aside, as bits; `deals` [n, 3], all equally likely: hand of
    player 0, hand of player 1, card set aside. At most 4 tricks. Values are the probability that
    player 0 wins.
    """

    cdef Knowledge[PLAYERS] known
    cdef Leaves leaves_
    cdef Py_ssize_t deals
    cdef double* regret[PLAYERS]
    cdef double* behaviour[PLAYERS]
    cdef double* plan[PLAYERS]
    cdef double* mean[PLAYERS]  # of the plans so far, times weight
    cdef double* gain
    cdef double weight
    cdef int steps

    def __cinit__(
        self, const uint8_t[::1] suits, const uint8_t[:, ::1] ranks, const uint8_t[:, ::1] told,
        const uint8_t[::1] wins, int looks, const uint16_t[:, ::1] deals
    ):
        cdef Game g
        cdef Node at
        cdef int i, k
        cdef int32_t s
        cdef Py_ssize_t d
        cdef Knowledge* known
        for i in range(ranks.shape[0]):
            g.suit[i] = suits[i]
            for k in range(ranks.shape[1]):
                g.rank[i][k], g.told[i][k] = ranks[i, k], told[i, k]
        g.wins, g.looks = &wins[0], looks
        for i in range(PLAYERS):
            make_room(&self.known[i])
            self.known[i].sequences = self.known[i].first[0] = 1
        at.left, at.lead, at.led, at.rank, at.taken = <int>ranks.shape[1], 0, NO_CARD, 0, 0
        at.history[0] = at.history[1] = 0
        at.sequence[0] = at.sequence[1] = 0
        self.deals = deals.shape[0]
        with nogil:
            for d in range(self.deals):
                at.hands[0], at.hands[1], at.aside = deals[d, 0], deals[d, 1], deals[d, 2]
                unfold(&g, &at, self.known, &self.leaves_)
        self.gain = zeros(max(self.known[0].sequences, self.known[1].sequences))
        for i in range(PLAYERS):
            known = &self.known[i]
            self.regret[i] = zeros(known.sequences)
            self.behaviour[i] = zeros(known.sequences)
            self.plan[i] = zeros(known.sequences)
            self.mean[i] = zeros(known.sequences)
            for k in range(known.size):
                for s in range(known.first[k], known.first[k + 1]):
                    self.behaviour[i][s] = 1. / (known.first[k + 1] - known.first[k])
            spread(known, self.behaviour[i], self.plan[i])

    def __dealloc__(self):
        cdef int i
        for i in range(PLAYERS):
            free(self.known[i].key)
            free(self.known[i].parent)
            free(self.known[i].first)
            free(self.known[i].table)
            free(self.regret[i])
            free(self.behaviour[i])
            free(self.plan[i])
            free(self.mean[i])
        free(self.leaves_.pairs)
        free(self.gain)

    def sizes(self, int player):
        """The numbers of information sets and of sequences of a player."""
        return self.known[player].size, self.known[player].sequences

    def information(
        self, int player, uint64_t[::1] keys, int32_t[::1] parents, int32_t[::1] firsts
    ):
        """Write a player's information sets: `keys` [sets], `parents` [sets], `firsts` [sets + 1].

        A key holds the own hand in its lowest 16 bits; above it the plays, the latest lowest, as
        1 + 4 * card + place in 6 bits each; in its highest 4 bits the card set aside, if seen.
        Those that cannot matter, or leave no choice, are left out.
        """
        cdef const Knowledge* known = &self.known[player]
        cdef int32_t i
        for i in range(known.size):
            keys[i], parents[i], firsts[i] = known.key[i], known.parent[i], known.first[i]
        firsts[known.size] = known.sequences

    @property
    def wins(self):
        """The number of the leaves."""
        return self.leaves_.size

    def leaves(self, int32_t[:, ::1] out):
        """Write the pairs of sequences [wins, 2] after which player 0 wins one of the deals."""
        cdef Py_ssize_t i
        cdef int player
        for i in range(self.leaves_.size):
            for player in range(PLAYERS):
                out[i, player] = self.leaves_.pairs[PLAYERS * i + player]

    def value(self, const double[::1] first, const double[::1] second):
        """The value when player 0 plays the first plan and player 1 the second."""
        cdef double won = 0
        cdef Py_ssize_t i
        cdef const int32_t* pairs = self.leaves_.pairs
        with nogil:
            for i in range(self.leaves_.size):
                won += first[pairs[PLAYERS * i]] * second[pairs[PLAYERS * i + 1]]
        return won / self.deals

    def best_response(self, int player, const double[::1] other):
        """The value when that player answers the other's plan as well as it can be answered."""
        cdef double won
        with nogil:
            gains(&self.leaves_, &self.known[player], player, &other[0], self.gain)
            won = best(&self.known[player], self.gain)
        return (won if player == 0 else -won) / self.deals

    def improve(self, int steps):
        """Let both players learn from each other in turns; later plans count more in the mean."""
        cdef int _, player
        cdef int32_t s
        cdef double weight
        with nogil:
            for _ in range(steps):
                self.steps += 1
                weight = <double>self.steps * self.steps
                self.weight += weight
                for player in range(PLAYERS):
                    gains(
                        &self.leaves_, &self.known[player], player, self.plan[1 - player], self.gain
                    )
                    regret_matching(
                        &self.known[player], self.gain, self.regret[player], self.behaviour[player]
                    )
                    spread(&self.known[player], self.behaviour[player], self.plan[player])
                    for s in range(self.known[player].sequences):
                        self.mean[player][s] += weight * self.plan[player][s]

    def plans(self, double[::1] first, double[::1] second):
        """Write the mean plans of both players, which tend to an equilibrium."""
        cdef int32_t s
        for s in range(self.known[0].sequences):
            first[s] = self.mean[0][s] / self.weight
        for s in range(self.known[1].sequences):
            second[s] = self.mean[1][s] / self.weight
