"""`planner`, the strongest fast strategy: the twin in Python of the kernel's.

It values what a decision leads to by tables that were computed from the rules
(``analyser.games.maids.plans``): an unfinished hand by the worth of its cards, its bid and what is
still to come; a trick by the chances that one's own side, and others whose bids lie open, then
complete just what they need.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from analyser.core.random import Decision
from analyser.core.rules import Rules
from analyser.games.maids.engine import Action, trick_winner
from analyser.games.maids.greedy import ONE, SHIFT, THREATS, beaters, kind_of
from analyser.games.maids.learning import LENGTHS, STEP, Ints
from analyser.games.maids.plans import plans_of
from analyser.games.maids.rules import CLARA, NO_TRUMP, Table
from analyser.games.maids.view import View

MAY_FALL = 2
"""Row of ``hold`` of a card that Clara, for whom the opponent chooses, can beat."""

Outcome = tuple[int, bool]
"""Who wins a trick: the side, and whether with a slacker."""


class Prospect(NamedTuple):
    """What a side needs of the tricks left, None if that is not known, and points at stake."""

    table: Ints
    need: int | None
    stake: int


class Planner:
    """Does what promises the best margin by the tables of its rule set."""

    def __init__(self, rules: Rules) -> None:
        self.table: Table = rules.table
        self.cards = self.table.cards
        self.plans = plans_of(rules)
        self.beliefs = self.plans.beliefs

    # What cards are worth

    def _beaters(self, view: View, out: frozenset[int], card: int) -> int:
        return len(beaters(self.cards, card, view.zeros) - out)

    def _worth(self, view: View, out: frozenset[int], hand: Sequence[int], left: int) -> int:
        """The worth of the cards of a hand together, with so many tricks left."""
        total = 0
        for card in hand:
            if card not in view.slackers:
                length = min(sum(c // 10 == card // 10 for c in hand), LENGTHS) - 1
                kind = kind_of(card, view.trump)
                unseen = self._beaters(view, out, card)
                total += int(self.beliefs.worth[left, length, kind, unseen])
        return total

    def _gone(self, view: View) -> frozenset[int]:
        """The cards that no other hand holds, by the voids that were shown too."""
        others = [s for s in range(view.players) if s != view.seat]
        void = set.intersection(*(set(view.lacks[s]) for s in others))
        return view.out | {c for c in self.cards if c // 10 in void and c not in view.clara}

    # Distribution

    def act(self, view: View, card: int, legal: Sequence[Action], draw: Decision) -> Action:
        """Choose the action after which the round promises most."""
        limits, plans = self.table.distribution, self.plans
        out = view.out | {card}
        hand = self._worth(view, out, view.hand, limits.hand_cards)
        mine = self._worth(view, out, [*view.hand, card], limits.hand_cards) - hand
        mean = plans.mean_worth[view.trump]
        memo, keeps = int(view.memo), limits.hand_cards - 1 - view.kept
        passed = hand
        if view.players == 4:
            memo, keeps = 0, limits.hand_cards - len(view.hand)
            passed = hand + ((mine - mean) >> 1)
        elif not view.received:
            hand += mean
            passed = hand
        places, bid = limits.bid_cards - view.placed, view.bid
        placed = places - 1, bid + self.table.icons[card // 10]
        if view.target is not None:
            places, bid = placed = 0, view.target
        values = []
        appeal = 0
        for action in legal:
            if action is Action.KEEP:
                values.append(self._unfinished(view, keeps - 1, memo, places, bid, hand + mine))
            elif action is Action.PASS:
                values.append(self._unfinished(view, keeps, 0, places, bid, passed))
            else:
                at = view.trump, keeps, memo, *placed
                stakes = plans.stakes
                appeal = stakes.appeal * _between(plans.success[at], hand) - stakes.gift * ONE
                gain = max(0, appeal) if view.target is None else 0
                values.append(_between(plans.value[at], hand) + gain)
        best = legal[values.index(max(values))]
        if best.is_bid:
            return Action.BID_UP if appeal > 0 else Action.BID_DOWN
        return best

    def _unfinished(
        self, view: View, keeps: int, memo: int, places: int, bid: int, worth: int
    ) -> int:
        return _between(self.plans.value[view.trump, keeps, memo, places, bid], worth)

    # Tricks

    def play(self, view: View, legal: Sequence[int], draw: Decision) -> int:
        """Choose the card after which the round promises most."""
        if len(legal) == 1:
            return legal[0]
        left = len(view.hand) - 1
        out, prospects = self._gone(view), self._prospects(view)
        partner, partner_slack = self._partner(view, out)
        accepted = self.plans.stakes.accepted
        played = len(view.trick)
        values = []
        for card in legal:
            worth = self._worth(view, out, [c for c in view.hand if c != card], left)
            chance = self._hold(view, out, card)
            value = 0
            if chance < ONE:
                value = self._lost(view, out, prospects, chance > 0, worth)
                if partner and not (chance and played >= 2):
                    better = self._value(view, prospects, (view.side, partner_slack), worth)
                    value += ((better - value) * partner) >> SHIFT
            if chance:
                won = self._value(view, prospects, (view.side, card in view.slackers), worth)
                value += ((won + accepted - value) * chance) >> SHIFT
            values.append(value + ((accepted * worth) >> SHIFT))
        return legal[values.index(max(values))]

    def play_clara(self, view: View, legal: Sequence[int], draw: Decision) -> int:
        """Choose for Clara the card after which the round promises oneself most."""
        ask: Callable[[View, int], int] = self._clara_follows if view.trick else self._clara_leads
        values = [ask(view, card) for card in legal]
        return legal[values.index(max(values))]

    def _clara_follows(self, view: View, card: int) -> int:
        cards = [*(p.card for p in view.trick), card]
        best = trick_winner(cards, view.trump, view.zeros)
        winner = CLARA if best == len(cards) - 1 else view.trick[best].seat
        left = self.table.distribution.hand_cards - len(view.tricks) - 1
        worth = self._worth(view, self._gone(view), view.hand, left)
        outcome = winner, cards[best] in view.slackers
        value = self._value(view, self._prospects(view), outcome, worth)
        return value + (self.plans.stakes.accepted if winner == view.seat else 0)

    def _clara_leads(self, view: View, card: int) -> int:
        out, prospects = self._gone(view), self._prospects(view)
        left = len(view.hand) - 1
        accepted = self.plans.stakes.accepted
        values = []
        for mine in [c for c in view.hand if c // 10 == card // 10] or view.hand:
            worth = self._worth(view, out, [c for c in view.hand if c != mine], left)
            value = self._value(view, prospects, (1 - view.seat, False), worth)
            if trick_winner([card, mine], view.trump, view.zeros) == 1:
                chance = self._plain_hold(view, out, mine)
                won = self._value(view, prospects, (view.seat, mine in view.slackers), worth)
                value += ((won + accepted - value) * chance) >> SHIFT
            values.append(value + ((accepted * worth) >> SHIFT))
        return max(values)

    # Who wins the trick

    def _hold(self, view: View, out: frozenset[int], card: int) -> int:
        """The chance that one's card wins the trick in progress."""
        before = [p.card for p in view.trick]
        cards = [*before, card]
        if trick_winner(cards, view.trump, view.zeros) != len(before):
            return 0
        threats = behind = THREATS[view.players][len(before)]
        if view.players == 2 and view.lead != CLARA:
            answers = self._clara_beats(view, cards)
            if all(answers):
                return 0
            if before:
                behind = MAY_FALL if any(answers) else 0
        if not behind:
            return ONE
        lacks = [view.lacks[s] for s in self._behind(view)[:threats]]
        suit, kind = card // 10, kind_of(card, view.trump)
        void = kind == 1 and any(suit in lacking for lacking in lacks)
        unseen = beaters(self.cards, card, view.zeros) - out
        if all(suit in lacking for lacking in lacks):
            unseen = frozenset()
        if card in view.zeros and card + 9 in before:
            unseen = frozenset()
        return int(self.beliefs.hold[len(view.hand), behind, int(void), kind, len(unseen)])

    def _behind(self, view: View) -> list[int]:
        """The opponents that play after this seat, whatever their place in the trick."""
        if view.players == 4:
            return [(view.seat + 1) % 4, (view.seat + 3) % 4]
        return [(view.seat + i) % view.players for i in range(1, view.players)]

    def _clara_beats(self, view: View, cards: Sequence[int]) -> list[bool]:
        """For each card that Clara may add to the trick, whether it beats the last one there."""
        follow = [c for c in view.clara if c // 10 == cards[0] // 10]
        return [
            trick_winner([*cards, c], view.trump, view.zeros) == len(cards)
            for c in follow or view.clara
        ]

    def _plain_hold(self, view: View, out: frozenset[int], card: int) -> int:
        """The chance that a card holds against one opponent of whom nothing is known."""
        left = self.table.distribution.hand_cards - len(view.tricks)
        at = left, 1, 0, kind_of(card, view.trump), self._beaters(view, out, card)
        return int(self.beliefs.hold[at])

    def _partner(self, view: View, out: frozenset[int]) -> tuple[int, bool]:
        """The chance that the partner wins this trick if one does not; whether with a slacker."""
        played = len(view.trick)
        if view.players != 4:
            return 0, False
        if played < 2:
            return int(self.beliefs.share[len(view.hand), played]), False
        best = trick_winner([p.card for p in view.trick], view.trump, view.zeros)
        if best != played - 2:
            return 0, False
        card = view.trick[best].card
        chance = ONE if played == 3 else self._plain_hold(view, out, card)
        return chance, chance > 0 and card in view.slackers

    def _lost(
        self,
        view: View,
        out: frozenset[int],
        prospects: Sequence[Prospect],
        beats: bool,
        worth: int,
    ) -> int:
        """What is at stake if one does not win; whether one's card ``beats`` what lies there."""
        played = len(view.trick)
        if view.players == 4:
            return self._value(view, prospects, (1 - view.side, False), worth)
        if played == 2:
            best = trick_winner([p.card for p in view.trick], view.trump, view.zeros)
            play = view.trick[best]
            return self._value(view, prospects, (play.seat, play.card in view.slackers), worth)
        following = (view.seat + 1) % view.players
        chance = ONE
        if view.players == 3:
            other = 3 - view.seat - following
            if played == 0:
                chance = ONE >> 1
            elif not beats:
                chance = ONE - self._plain_hold(view, out, view.trick[0].card)
        else:
            other = CLARA
            if played == 1 and view.lead == CLARA:
                chance = ONE if beats else ONE >> 1
            elif played == 1:
                chance = 0 if beats else ONE
        second = self._value(view, prospects, (other, False), worth)
        first = self._value(view, prospects, (following, False), worth)
        return second + (((first - second) * chance) >> SHIFT)

    # What is at stake

    def _prospects(self, view: View) -> list[Prospect]:
        """The prospects of the sides that somebody plays; unknown where bids lie hidden."""
        stakes, limits = self.plans.stakes, self.table.distribution
        found = []
        for side in range(3 if view.players == 3 else 2):
            appeals = view.appeals_of(side)
            stake = stakes.met + stakes.appeal * appeals
            table, need = self.beliefs.finish, None
            if side == view.side or view.players == 4 or appeals == limits.bid_cards:
                bid = sum(self.table.icons[c // 10] for c in view.bids_of(side) if c is not None)
                need = bid - view.completed[side]
            if side != view.side:
                table = self.beliefs.other
                stake = -stake if view.players == 4 else -(stake >> 1)
            found.append(Prospect(table, need, stake))
        return found

    def _value(
        self, view: View, prospects: Sequence[Prospect], outcome: Outcome, worth: int
    ) -> int:
        """What is at stake after a trick, with cards of that worth left."""
        left = self.table.distribution.hand_cards - len(view.tricks) - 1
        winner, slack = outcome
        value = 0
        for side, (table, need, stake) in enumerate(prospects):
            if need is not None:
                won = side == winner
                need -= won and not slack
                if 0 <= need <= left:
                    row = table[int(view.trump == NO_TRUMP), left, need, int(won)]
                    value += stake * _between(row, worth)
        return value


def _between(row: Ints, worth: int) -> int:
    """Look up a row of a table by worth, between two steps in proportion."""
    step, rest = divmod(max(worth, -ONE) + ONE, STEP)
    here, there = int(row[step]), int(row[step + 1])
    return here + ((there - here) * rest) // STEP
