"""The reference engine of Maids: one round as a state with legal actions, then whole games.

Readable beside the rulebook; the kernel is checked against it game by game. Cards are integers
10 * suit + rank (purple 0, orange 1, blue 2). Seats run clockwise; with two players seat 2 is
Clara's, whose cards a player chooses. Sections and rulings are those that README.md tells.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from copy import copy
from dataclasses import dataclass, replace
from enum import StrEnum

from analyser.games.maids.rules import CLARA, Table


class Action(StrEnum):
    """What may be done with a drawn card (section 3.1), in the order of the kernel's codes."""

    KEEP = "keep"
    PASS = "pass"
    BID_DOWN = "bid-down"
    BID_UP = "bid-up"

    @property
    def is_bid(self) -> bool:
        """Whether the card goes to the bid."""
        return self in (Action.BID_DOWN, Action.BID_UP)


@dataclass(frozen=True)
class Drawn:
    """A turn of the distribution: the seat, the card it drew, what it did with it."""

    seat: int
    card: int
    action: Action


@dataclass(frozen=True)
class Played:
    """A card played to a trick: whose it is, the card, and who chose it."""

    seat: int
    card: int
    by: int


@dataclass(frozen=True)
class TrickTaken:
    """A finished trick: who led, the plays in order, who won, and whether with a slacker."""

    lead: int
    plays: tuple[Played, ...]
    winner: int
    slack: bool


def distribution_actions(
    table: Table, players: int, cards: int, memo: bool, kept: int, placed: int
) -> tuple[Action, ...]:
    """The legal actions of a turn (section 3.1, rulings M3 and M13).

    ``cards`` in the hand without the memo card, ``memo``: it is still held, ``kept`` so far by
    the seat, ``placed``: bid cards of its side.
    """
    limits = table.distribution
    counts_memo = players != 4 or limits.limit_counts_memo
    may_keep = cards + (memo and counts_memo) < limits.hand_cards
    if players != 4:
        may_keep = may_keep and kept < limits.hand_cards - 1
    actions = [Action.KEEP] if may_keep else []
    if memo:
        actions.append(Action.PASS)
    if placed < limits.bid_cards:
        actions += [Action.BID_DOWN, Action.BID_UP]
    return tuple(actions)


def trick_winner(cards: Sequence[int], trump: int, zeros: Container[int]) -> int:
    """The index of the winning card of a trick, the led card first (section 3.2.2, ruling M8).

    ``zeros`` are the cards of rank 0 that beat the nine of their suit.
    """
    led = cards[0] // 10
    deciding = trump if any(c // 10 == trump for c in cards) else led
    ranks = {c % 10: i for i, c in enumerate(cards) if c // 10 == deciding}
    if 9 in ranks and 0 in ranks and cards[ranks[0]] in zeros:
        return ranks[0]
    return ranks[max(ranks)]


class Round:
    """The state of a round.

    Side ``s`` draws the ``s``-th block of the shuffled deck, card by card, so that its k-th draw
    does not depend on who starts; with two players the third block is Clara's bid cards and hand.
    """

    def __init__(
        self, table: Table, players: int, trump: int, starter: int, order: Sequence[int]
    ) -> None:
        limits = table.distribution
        self.table = table
        self.players = players
        self.sides = table.sides(players)
        self.trump = trump
        self.starter = self.seat = self.lead = self.leader_card = starter
        self.distributing = True
        self.slackers = {c for c in table.cards if c % 10 in table.trick.slacker_ranks}
        self.zeros = set(table.zeros)
        block = (2 if players == 4 else 1) * limits.hand_cards + limits.bid_cards
        self.piles = [list(order[s * block : (s + 1) * block]) for s in range(self.sides)]
        self.hands: list[list[int]] = [[] for _ in range(max(3, players))]
        self.clara_bids: list[int] = []
        if players == 2:
            self.clara_bids = self.piles[CLARA][: limits.bid_cards]
            self.hands[CLARA] = self.piles[CLARA][limits.bid_cards :]
        self.kept = [0] * players
        self.turns = [0] * players
        self.memos = [True] * players
        self.bids: list[list[Drawn]] = [[] for _ in range(self.sides)]
        self.log: list[Drawn] = []
        self.exchanged: dict[int, int] = {}
        """The cards that are others since they were drawn: see :meth:`exchange`."""
        self.trick: list[Played] = []
        self.tricks: list[TrickTaken] = []
        self.accepted = [0] * self.sides
        self.completed = [0] * self.sides

    # Who and what

    def side(self, seat: int) -> int:
        """The side that scores for a seat."""
        return seat % 2 if self.players == 4 else seat

    def passes_to(self, seat: int) -> int:
        """The seat that gets the card that a seat passes (section 3.1, ruling M13)."""
        return (seat + (2 if self.players == 4 else 1)) % self.players

    @property
    def finished(self) -> bool:
        """Whether every trick is played."""
        return len(self.tricks) == self.table.distribution.hand_cards

    @property
    def drawn(self) -> int:
        """The card that the seat to act has drawn."""
        return self.piles[self.side(self.seat)][0]

    @property
    def chooser(self) -> int:
        """The seat that chooses the next card: Clara's is chosen for her (ruling M12)."""
        if self.seat != CLARA or self.players != 2:
            return self.seat
        return self.leader_card if self.lead == CLARA else self.lead

    def bid(self, side: int) -> int:
        """The tasks that a side's bid cards call for so far."""
        cards = [turn.card for turn in self.bids[side]]
        if self.players == 2 and side == CLARA:
            cards = self.clara_bids
        return sum(self.table.icons[c // 10] for c in cards)

    def appeals(self, side: int) -> int:
        """The number of a side's face-up bid cards."""
        return sum(turn.action == Action.BID_UP for turn in self.bids[side])

    def points(self) -> list[int]:
        """The points of the finished round by side."""
        sides = range(self.sides)
        components = round_components(
            self.table,
            [self.bid(s) for s in sides],
            [self.appeals(s) for s in sides],
            self.accepted,
            self.completed,
        )
        return [sum(source[s] for source in components.values()) for s in sides]

    # Playing

    def legal_actions(self) -> tuple[Action, ...]:
        """What the seat to act may do with the card that it drew."""
        seat = self.seat
        return distribution_actions(
            self.table,
            self.players,
            len(self.hands[seat]),
            self.memos[seat],
            self.kept[seat],
            len(self.bids[self.side(seat)]),
        )

    def legal_cards(self) -> tuple[int, ...]:
        """The cards that the seat to act may play, ascending (section 3.2.1)."""
        hand = sorted(self.hands[self.seat])
        if self.trick:
            follow = [c for c in hand if c // 10 == self.trick[0].card // 10]
            hand = follow or hand
        return tuple(hand)

    def act(self, action: Action) -> Drawn:
        """Do that with the drawn card; raise ValueError if it is not legal."""
        if action not in self.legal_actions():
            raise ValueError(f"seat {self.seat} may not {action}")
        seat, side = self.seat, self.side(self.seat)
        turn = Drawn(seat, self.piles[side].pop(0), action)
        self.log.append(turn)
        self.turns[seat] += 1
        if action.is_bid:
            if not any(self.bids):
                self.leader_card = seat
            self.bids[side].append(turn)
        elif action == Action.KEEP:
            self.kept[seat] += 1
            self.hands[seat].append(turn.card)
        else:
            self.memos[seat] = False
            self.hands[self.passes_to(seat)].append(turn.card)
        if self.players == 4:
            team = [s for s in range(4) if s % 2 == side]
            if any(len(self.hands[s]) == self.table.distribution.hand_cards for s in team):
                for s in team:
                    self.memos[s] = False
        self._next_to_draw()
        return turn

    def play(self, card: int) -> Played:
        """Play a card of the seat to act; raise ValueError if it is not legal."""
        if card not in self.legal_cards():
            raise ValueError(f"seat {self.seat} may not play {card}")
        played = Played(self.seat, card, self.chooser)
        self.hands[self.seat].remove(card)
        self.trick.append(played)
        order = self.order_of_play()
        if len(self.trick) == len(order):
            self._finish_trick()
        else:
            self.seat = order[len(self.trick)]
        return played

    def after(self, card: int) -> Round:
        """The round after that card, as :meth:`play` would leave it; this one stays as it is."""
        other = copy(self)
        other.hands = [list(hand) for hand in self.hands]
        other.trick, other.tricks = list(self.trick), list(self.tricks)
        other.accepted, other.completed = list(self.accepted), list(self.completed)
        other.play(card)
        return other

    def order_of_play(self) -> list[int]:
        """The seats in the order in which they play to this trick (section 3.2.1, ruling M12)."""
        if self.players != 2:
            return [(self.lead + i) % self.players for i in range(self.players)]
        if self.lead == CLARA:
            return [CLARA, 1 - self.leader_card, self.leader_card]
        return [self.lead, 1 - self.lead, CLARA]

    def draws(self, seat: int) -> bool:
        """Whether the seat still has turns in the distribution."""
        limits = self.table.distribution
        if self.players != 4:
            return self.turns[seat] < limits.hand_cards + limits.bid_cards
        full = len(self.hands[seat]) == limits.hand_cards
        return not full or len(self.bids[seat % 2]) < limits.bid_cards

    def _next_to_draw(self) -> None:
        for step in range(1, self.players + 1):
            seat = (self.seat + step) % self.players
            if self.draws(seat):
                self.seat = seat
                return
        self.start_tricks()

    def start_tricks(self) -> None:
        """The leader-card holder leads the first trick (ruling M4)."""
        self.distributing = False
        self.seat = self.lead = self.leader_card

    def exchange(self, first: int, second: int) -> None:
        """Let two cards of one suit change places, in hands, bid piles and what seats remember.

        The log still tells what was drawn.
        """
        self.exchanged = other = {first: second, second: first}
        self.hands = [[other.get(c, c) for c in hand] for hand in self.hands]
        self.clara_bids = [other.get(c, c) for c in self.clara_bids]
        self.bids = [[replace(t, card=other.get(t.card, t.card)) for t in b] for b in self.bids]

    def _finish_trick(self) -> None:
        cards = [p.card for p in self.trick]
        best = self.trick[trick_winner(cards, self.trump, self.zeros)]
        slack = best.card in self.slackers
        self.tricks.append(TrickTaken(self.lead, tuple(self.trick), best.seat, slack))
        self.accepted[self.side(best.seat)] += 1
        self.completed[self.side(best.seat)] += not slack
        if self.table.game.leader_card_follows_winner and best.seat < self.players:
            self.leader_card = best.seat
        self.trick = []
        self.seat = self.lead = best.seat


def round_components(
    table: Table,
    bids: Sequence[int],
    appeals: Sequence[int],
    accepted: Sequence[int],
    completed: Sequence[int],
) -> dict[str, list[int]]:
    """Points of a finished round by source, each a list by side (section 3.3)."""
    scoring = table.scoring
    made = [c == b for c, b in zip(completed, bids, strict=True)]
    tier = scoring.success[sum(made) - 1] if any(made) else 0
    failed_appeals = [0 if m else a for m, a in zip(made, appeals, strict=True)]
    return {
        "accepted": [scoring.accepted * a for a in accepted],
        "bid": [tier * m for m in made],
        "appeal_success": [
            scoring.appeal_success * a * m for a, m in zip(appeals, made, strict=True)
        ],
        "appeal_failure": [
            scoring.appeal_failure * (sum(failed_appeals) - f) for f in failed_appeals
        ],
    }


def winner(table: Table, players: int, totals: Sequence[int], leader_card: int) -> int:
    """The side that wins a finished game (section 3.4, rulings M11 and M12)."""
    top = [side for side, total in enumerate(totals) if total == max(totals)]
    if players == 2 and CLARA in top:
        return CLARA
    if players == 4:
        return leader_card % 2 if len(top) == 2 else top[0]
    return min(top, key=lambda side: (side - leader_card) % players)


def game_ended(table: Table, number: int, totals: Sequence[int]) -> bool:
    """Whether the game ends after that round (section 3.4, ruling M15)."""
    game = table.game
    if not game.end_score:
        return number == game.rounds
    if max(totals) < game.end_score:
        return False
    shared = list(totals).count(max(totals)) > 1
    return not (shared and game.end_tie == "extra_round")
