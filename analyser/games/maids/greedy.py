"""`greedy`, a fast rule of thumb: its tables and its twin in Python of the kernel's strategy.

All arithmetic is in integers, probabilities in units of 1 / ONE, so that both engines decide
alike on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from analyser.core.rules import Rules
from analyser.games.maids.engine import Action, trick_winner
from analyser.games.maids.rules import MAX_CARDS, NO_TRUMP, TRUMPS, Table
from analyser.games.maids.view import View

SHIFT = 15
ONE = 1 << SHIFT


@dataclass(frozen=True)
class GreedyTables:
    """What `greedy` computes from the rules before the first card.

    ``win[kind][h]``: chance that a card wins its trick when ``h`` unseen cards of its suit beat
    it; kind 0 is the trump suit, 1 a side suit, 2 any suit of a round without trump.
    ``first_worth[trump][card]``: worth of a card in completed tricks before anything is seen,
    ``mean_worth[trump]``: mean of it over the deck, for cards still to come. ``mean_icon``:
    mean icons of a bid card still to come. ``partner``: chance that the partner wins a trick one
    does not win. ``appeal_gap``: the largest gap between tricks and bid with which an appeal
    pays, negative if none does. All in units of 1 / ONE.
    """

    win: tuple[tuple[int, ...], ...]
    first_worth: tuple[tuple[int, ...], ...]
    mean_worth: tuple[int, ...]
    mean_icon: int
    partner: int
    appeal_gap: int


BEATERS = 10
"""Up to nine higher cards of a suit, and a nine's zero."""

# By kind of suit: trump, side suit, no trump. How found: docs/decisions/greedy.md.
TOP = (1.0, 0.4, 0.85)
FALL = (0.5, 1.0, 1.1)
FIRST_TOP = (1.0, 0.5, 1.0)
FIRST_FALL = (0.4, 0.9, 0.55)
SUCCESS_AT_FIT = 0.48
SUCCESS_LOST = 0.07


@lru_cache(maxsize=16)
def greedy_tables(rules: Rules) -> GreedyTables:
    """Compute the tables from the rules; integers, the same on every machine."""
    table: Table = rules.table
    limits, players, cards = table.distribution, rules.players, table.cards
    hands = max(3, players)
    unseen = len(cards) - limits.hand_cards - limits.bid_cards
    zeros = frozenset(table.zeros)
    held = min(1.0, (hands - 1) * limits.hand_cards / max(1, unseen))
    win = tuple(
        tuple(round(ONE * TOP[k] * max(0.0, 1 - FALL[k] * held) ** h) for h in range(BEATERS + 1))
        for k in range(3)
    )
    partner = round(ONE / 3) if players == 4 else 0
    first_worth = []
    for trump in range(len(TRUMPS)):
        chances = {}
        for card in cards:
            kind = kind_of(card, trump)
            fall = 1 - FIRST_FALL[kind] * held
            chances[card] = FIRST_TOP[kind] * fall ** len(beaters(cards, card, zeros))
        # A trick has one winner, so the mean chance of a card is one in the number of hands.
        scale = len(cards) / hands / sum(chances.values())
        worth = [0] * MAX_CARDS
        for card in cards:
            chance = min(ONE, round(ONE * scale * chances[card]))
            own = 0 if card % 10 in table.trick.slacker_ranks else chance
            worth[card] = own + ((ONE - chance) * partner >> SHIFT)
        first_worth.append(tuple(worth))
    icons = sum(table.icons[c // 10] for c in cards)
    return GreedyTables(
        win=win,
        first_worth=tuple(first_worth),
        mean_worth=tuple(sum(worth) // len(cards) for worth in first_worth),
        mean_icon=ONE * icons // len(cards),
        partner=partner,
        appeal_gap=appeal_gap(table),
    )


def appeal_gap(table: Table) -> int:
    """The largest gap between tricks and bid with which an appeal pays in margin; -1 if none.

    It pays while the chance of success, which falls with the gap, is above the share at which
    its gain and the gift to the others cancel out.
    """
    gain, gift = table.scoring.appeal_success, table.scoring.appeal_failure
    if not gain:
        return -1
    return max(-1, round(ONE * (SUCCESS_AT_FIT - gift / (gain + gift)) / SUCCESS_LOST))


def kind_of(card: int, trump: int) -> int:
    """The row of ``win``: 0 trump suit, 1 side suit, 2 no trump in the round."""
    if trump == NO_TRUMP:
        return 2
    return 0 if card // 10 == trump else 1


@lru_cache(maxsize=1024)
def beaters(cards: tuple[int, ...], card: int, zeros: frozenset[int]) -> frozenset[int]:
    """The cards of its suit that beat a card; ``zeros`` beat the nine of their suit."""
    higher = {c for c in cards if c // 10 == card // 10 and c > card}
    if card in zeros:
        higher.discard(card + 9)
    elif card - 9 in zeros and card % 10 == 9:
        higher.add(card - 9)
    return frozenset(higher)


class Greedy:
    """A rule of thumb: bid what the hand will make, then play for exactly that.

    Every card has a chance to win its trick, from the unseen cards that beat it. Distribution:
    do what brings expected tricks and bid closest, uncertain cards away from the hand. Play: the
    card after which the tricks to come are expected to miss the need least, in mean square; once
    the bid is lost, the cheapest card that wins.
    """

    def __init__(self, rules: Rules) -> None:
        self.table: Table = rules.table
        self.tables = greedy_tables(rules)
        self.cards = self.table.cards

    def chance(self, view: View, card: int) -> int:
        """The chance that a card wins its trick, by the unseen cards that beat it."""
        unseen = beaters(self.cards, card, view.zeros) - view.out
        return self.tables.win[kind_of(card, view.trump)][len(unseen)]

    def worth(self, view: View, card: int) -> int:
        """The chance that the trick of a card counts as completed for its side."""
        chance = self.chance(view, card)
        own = 0 if card in view.slackers else chance
        return own + ((ONE - chance) * self.tables.partner >> SHIFT)

    # Distribution

    def act(
        self, view: View, card: int, legal: Sequence[Action], draw: Callable[[int], int]
    ) -> Action:
        """Choose the action that leaves the smallest gap between tricks and bid."""
        tables, limits = self.tables, self.table.distribution
        first_worth = tables.first_worth[view.trump]
        worth, mean = first_worth[card], tables.mean_worth[view.trump]
        icon = self.table.icons[card // 10] * ONE
        open_hand = limits.hand_cards - len(view.hand)
        open_bids = limits.bid_cards - view.placed
        tricks = sum(first_worth[c] for c in view.hand) + open_hand * mean
        if view.target is None:
            bid = view.bid * ONE + open_bids * tables.mean_icon
        else:
            bid = view.target * ONE
        costs = []
        for action in legal:
            gap, cost = tricks - bid, 0
            if action == Action.KEEP:
                gap += worth - mean
                cost = spread(worth)
            elif action == Action.PASS:
                if view.players == 4:
                    gap += (worth - mean) // 2
            elif view.target is None:
                gap -= icon - tables.mean_icon
            costs.append(abs(gap) + cost)
        best = legal[costs.index(min(costs))]
        if best.is_bid:
            best = Action.BID_UP if min(costs) <= tables.appeal_gap else Action.BID_DOWN
        return best

    # Tricks

    def play(self, view: View, legal: Sequence[int], draw: Callable[[int], int]) -> int:
        """Choose the card after which the tricks are expected to miss the need least."""
        if len(legal) == 1:
            return legal[0]
        played = [p.card for p in view.trick]
        partner = self._partner_chance(view, played)
        alive = 0 <= view.need <= len(view.hand)
        costs = []
        for card in legal:
            chance = self._chance_now(view, [*played, card])
            done = 0 if card in view.slackers else chance
            done += (ONE - chance) * (0 if chance and played else partner) >> SHIFT
            if alive:
                costs.append(self._miss(view, [c for c in view.hand if c != card], done))
            else:
                costs.append(self.chance(view, card) - chance)
        return legal[costs.index(min(costs))]

    def play_clara(self, view: View, legal: Sequence[int], draw: Callable[[int], int]) -> int:
        """Choose for Clara what leaves oneself the smallest expected miss."""
        costs = []
        for card in legal:
            if view.trick:
                trick = [*(p.card for p in view.trick), card]
                costs.append(self._clara_cost(view, trick[0], trick, view.hand))
            else:
                suit = [c for c in view.hand if c // 10 == card // 10]
                costs.append(
                    min(
                        self._clara_cost(view, c, [card, c], [h for h in view.hand if h != c])
                        for c in suit or view.hand
                    )
                )
        return legal[costs.index(min(costs))]

    def _chance_now(self, view: View, cards: Sequence[int]) -> int:
        """The chance that the last of these cards wins the trick in progress."""
        if trick_winner(cards, view.trump, view.zeros) != len(cards) - 1:
            return 0
        card = cards[-1]
        base = self.chance(view, card)
        if card in view.zeros and card + 9 in cards:
            base = self.tables.win[kind_of(card, view.trump)][0]
        return ONE - ((ONE - base) * THREATS[view.players][len(cards) - 1] >> 1)

    def _partner_chance(self, view: View, played: Sequence[int]) -> int:
        """The chance that the partner completes this trick if one does not win it."""
        if view.players != 4:
            return 0
        if len(played) < 2:
            return self.tables.partner
        best = trick_winner(played, view.trump, view.zeros)
        if best != len(played) - 2 or played[best] in view.slackers:
            return 0
        base = self.chance(view, played[best])
        return ONE - ((ONE - base) * THREATS[4][len(played)] >> 1)

    def _miss(self, view: View, rest: Sequence[int], done: int) -> int:
        """The expected square of the gap between tricks and need, in units of 1 / ONE squared.

        ``rest`` is the hand after this trick, ``done`` the chance to complete this trick.
        """
        worths = [self.worth(view, c) for c in rest] + [done]
        gap = sum(worths) - view.need * ONE
        return gap * gap + sum(spread(w) for w in worths) * ONE

    def _clara_cost(self, view: View, mine: int, trick: Sequence[int], rest: Sequence[int]) -> int:
        """The expected miss when Clara's card meets one's own card ``mine``."""
        wins = trick[trick_winner(trick, view.trump, view.zeros)] == mine
        left = self.table.distribution.hand_cards - len(view.tricks)
        if not 0 <= view.need <= left:
            return int(not wins)
        return self._miss(view, rest, ONE if wins and mine not in view.slackers else 0)


def spread(chance: int) -> int:
    """The variance of one trick, in units of 1 / ONE."""
    return chance * (ONE - chance) >> SHIFT


THREATS = {2: (1, 1, 0), 3: (2, 1, 0), 4: (2, 1, 1, 0)}
"""By players and cards played before: opponents still to play whose card one cannot choose."""
