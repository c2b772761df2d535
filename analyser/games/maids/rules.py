"""The rule keys of Clumsy Room Maids and what each of them may be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from msgspec import Meta

from analyser.core.rules import RuleError

SUITS = ("purple", "orange", "blue")
NO_TRUMP = 3
"""Code of a round without trump; 0, 1, 2 are the suits."""

TRUMPS = (*SUITS, "none")
CLARA = 2
"""Seat and side of the virtual third player of the 2-player game."""

MAX_CARDS = 30
MAX_TOTAL = 32_000
"""The most points a game may reach, so that totals fit into the 16 bits of a record."""

Rank = Annotated[int, Meta(ge=0, le=9)]
Points = Annotated[int, Meta(ge=0, le=100)]
Icons = Annotated[int, Meta(ge=0, le=6)]
Cards = Annotated[int, Meta(ge=1, le=9)]


@dataclass(frozen=True)
class Deck:
    """The cards: three suits of the ranks given (ruling M1)."""

    ranks: list[Rank]


@dataclass(frozen=True)
class Distribution:
    """How hands and bids come about (section 3.1, rulings M3 and M13).

    ``hand_cards`` cards end in each hand, ``bid_cards`` are placed by each side;
    ``limit_counts_memo``: with four players the limit of the hand counts the memo card too.
    """

    hand_cards: Cards
    bid_cards: Cards
    limit_counts_memo: bool


@dataclass(frozen=True)
class IconsBySuit:
    """Tasks that a bid card of each suit calls for."""

    purple: Icons
    orange: Icons
    blue: Icons


@dataclass(frozen=True)
class Bidding:
    """What bid cards say (section 3.1, ruling M2)."""

    icons: IconsBySuit


@dataclass(frozen=True)
class Trick:
    """How tricks count (sections 3.2.2 and 3.2.3, rulings M8 and M9)."""

    slacker_ranks: list[Rank]
    zero_beats_nine: bool


@dataclass(frozen=True)
class Scoring:
    """Points (section 3.3, ruling M14).

    ``accepted`` for each trick won; ``success[i]`` for a bid made when i + 1 sides make theirs;
    ``appeal_success`` for each appeal of a bid made; ``appeal_failure`` to every other side for
    each appeal of a bid failed.
    """

    accepted: Points
    success: list[Points]
    appeal_success: Points
    appeal_failure: Points


@dataclass(frozen=True)
class Game:
    """Rounds and the end (section 3.4, rulings M6, M11 and M15).

    ``trumps`` repeats over the rounds. With ``end_score`` above 0 the game ends after the round
    in which a side reaches it, instead of after ``rounds``; ``end_tie`` says whether a shared
    lead then calls for an extra round or goes to the privileged side as in the game of rounds.
    """

    rounds: Annotated[int, Meta(ge=1, le=100)]
    trumps: Annotated[
        list[Literal["purple", "orange", "blue", "none"]], Meta(min_length=1, max_length=12)
    ]
    end_score: Annotated[int, Meta(ge=0, le=10_000)]
    end_tie: Literal["extra_round", "privilege"]
    leader_card_follows_winner: bool


@dataclass(frozen=True)
class Table:
    """All rule keys of Maids."""

    deck: Deck
    distribution: Distribution
    bidding: Bidding
    trick: Trick
    scoring: Scoring
    game: Game

    @property
    def icons(self) -> tuple[int, int, int]:
        """Tasks by suit."""
        return (self.bidding.icons.purple, self.bidding.icons.orange, self.bidding.icons.blue)

    @property
    def cards(self) -> tuple[int, ...]:
        """The deck, card = 10 * suit + rank, ascending."""
        return tuple(10 * s + r for s in range(len(SUITS)) for r in sorted(self.deck.ranks))

    @property
    def zeros(self) -> tuple[int, ...]:
        """The cards of rank 0 that beat the nine of their suit (ruling M8)."""
        if not self.trick.zero_beats_nine:
            return ()
        return tuple(c for c in self.cards if c % 10 == 0 and c + 9 in self.cards)

    @property
    def most_bid(self) -> int:
        """The highest bid that bid cards can add up to."""
        return max(self.icons) * self.distribution.bid_cards

    def trump(self, round_: int) -> int:
        """The trump code of a round (from 1)."""
        trumps = self.game.trumps
        return TRUMPS.index(trumps[(round_ - 1) % len(trumps)])

    @staticmethod
    def sides(players: int) -> int:
        """Two teams with four players, otherwise three sides (Clara is one with two)."""
        return 2 if players == 4 else 3

    @staticmethod
    def side_labels(players: int) -> tuple[str, ...]:
        """The sides as rows write them."""
        return {2: ("0", "1", "clara"), 3: ("0", "1", "2"), 4: ("0", "1")}[players]

    def cards_needed(self, players: int) -> int:
        """How many cards a round deals."""
        hands = 4 if players == 4 else 3
        return (
            hands * self.distribution.hand_cards + self.sides(players) * self.distribution.bid_cards
        )

    def round_points(self, players: int) -> int:
        """An upper bound of the points that one side can make in a round."""
        scoring, bids = self.scoring, self.distribution.bid_cards
        others = self.sides(players) - 1
        return (
            scoring.accepted * self.distribution.hand_cards
            + max(scoring.success)
            + scoring.appeal_success * bids
            + scoring.appeal_failure * bids * others
        )

    def check(self, players: int) -> None:
        """Raise RuleError where the rules contradict each other for that number of players."""
        ranks = self.deck.ranks
        if not ranks or len(set(ranks)) != len(ranks):
            raise RuleError("deck.ranks", ranks, "must be different ranks, at least one")
        needed = self.cards_needed(players)
        if len(self.cards) < needed:
            raise RuleError(
                "deck.ranks",
                ranks,
                f"{len(self.cards)} cards, but {players} players need {needed} "
                f"(distribution.hand_cards = {self.distribution.hand_cards}, "
                f"distribution.bid_cards = {self.distribution.bid_cards})",
            )
        slackers = self.trick.slacker_ranks
        if len(set(slackers)) != len(slackers) or not set(slackers) <= set(ranks):
            raise RuleError(
                "trick.slacker_ranks",
                slackers,
                f"must be different ranks of the deck, which has {sorted(ranks)}",
            )
        if len(self.scoring.success) != self.sides(players):
            raise RuleError(
                "scoring.success",
                self.scoring.success,
                f"must hold {self.sides(players)} numbers, points when 1, 2, … sides succeed, "
                f"with {players} players",
            )
        if self.game.end_score and not self.scoring.accepted:
            raise RuleError(
                "game.end_score",
                self.game.end_score,
                "needs scoring.accepted of at least 1, or a game might never end",
            )
        rounds = 2 if self.game.end_score else self.game.rounds
        if self.game.end_score + rounds * self.round_points(players) > MAX_TOTAL:
            raise RuleError(
                "game.rounds",
                self.game.rounds,
                f"a side could score more than {MAX_TOTAL} points in a game; lower the rounds, "
                f"the end score or the scoring",
            )


def assumed(table: Table) -> tuple[str, ...]:
    """The numbers of the assumed rulings that these rules rest on: Maids has none."""
    return ()


def rulings(table: Table, players: int) -> tuple[str, ...]:
    """The numbers of the rulings that decide these rules, as README.md tells them."""
    numbers = ["M1", "M2", "M3", "M4", "M5", "M6", "M8", "M9", "M10", "M11", "M14"]
    if players == 2:
        numbers.append("M12")
    if players == 4:
        numbers.remove("M3")
        numbers.append("M13")
    if table.game.end_score:
        numbers.append("M15")
    return tuple(sorted(numbers, key=lambda number: int(number[1:])))
