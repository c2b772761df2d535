"""What the analyses of forks ask about Maids: see :mod:`analyser.core.questions`.

With two players Clara chooses nothing: her side is asked nothing, and the cards that players
choose for her are left out. With four players a question is about a team.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyser.core.forks import Fork
from analyser.core.questions import Cases, Choice, Feature, Imposed, Probe
from analyser.core.records import Records
from analyser.core.rules import Rules
from analyser.games.maids.cards import draws
from analyser.games.maids.engine import Action
from analyser.games.maids.forks import HIGH_BID, Restriction
from analyser.games.maids.rules import CLARA, NO_TRUMP, SUITS, Table
from analyser.games.maids.trace import Trace
from analyser.games.maids.tricks import side_of

Numbers = NDArray[Any]
Cards = tuple[int, ...]

NOWHERE = -1
"""In place of a seat or side: the card is none of theirs."""


def _side(seat: int, rules: Rules) -> int:
    return int(side_of(np.array(seat), rules))


# Choices


def bids(rules: Rules) -> tuple[int, ...]:
    """The bids that bid cards can add up to, ascending."""
    table: Table = rules.table
    sums = {0}
    for _ in range(table.distribution.bid_cards):
        sums = {bid + icons for bid in sums for icons in table.icons}
    return tuple(sorted(sums))


def menu(rules: Rules) -> tuple[Choice, ...]:
    """The bids that each side could aim at, in the order of :func:`bids`."""
    sides = range(min(rules.players, rules.table.sides(rules.players)))
    return tuple(
        Choice(side, tuple(Fork("target", bid, seat=side) for bid in bids(rules))) for side in sides
    )


def faces(rules: Rules) -> tuple[Choice, ...]:
    """For each bid card that each seat may place: face down, face up."""
    return tuple(
        Choice(
            _side(seat, rules),
            (Fork("face", 0, seat=seat, at=at), Fork("face", 1, seat=seat, at=at)),
            "bid card",
            at + 1,
        )
        for seat in range(rules.players)
        for at in range(rules.table.distribution.bid_cards)
    )


def stakes(rules: Rules) -> tuple[int, int]:
    """Points for an appeal if the bid is made, and to every other side if it is not (M14)."""
    scoring = rules.table.scoring
    return scoring.appeal_success, scoring.appeal_failure


def passes(rules: Rules) -> tuple[Choice, ...]:
    """For each turn of each seat: keep the card, pass it on."""
    keep, give = (list(Action).index(action) for action in (Action.KEEP, Action.PASS))
    return tuple(
        Choice(
            _side(seat, rules),
            tuple(Fork("action", action, seat=seat, at=at) for action in (keep, give)),
            "draw",
            at + 1,
        )
        for seat in range(rules.players)
        for at in range(_turns(rules))
    )


def passed(rules: Rules, trace: Trace) -> Numbers:
    """The card of each of the :func:`passes`, -1 where the seat has no such turn."""
    drawn = draws(trace, rules)
    shape = rules.players, _turns(rules), trace.draw_seat.shape[1]
    cards = np.full(shape, -1)
    cards[trace.draw_seat, drawn.turn, np.arange(shape[2])] = drawn.card
    return cards.reshape(-1, shape[2])


def _turns(rules: Rules) -> int:
    """The most turns that a seat can have in the distribution."""
    table: Table = rules.table
    limits = table.distribution
    return limits.hand_cards + limits.bid_cards + (rules.players == 4)


def leaders(rules: Rules) -> tuple[Imposed, ...]:
    """Each seat leads the first trick."""
    return tuple(Imposed(_side(seat, rules), Fork("leader", seat)) for seat in range(rules.players))


def decisions(rules: Rules) -> tuple[Choice, ...]:
    """Every action of every turn of the distribution, and every card of every trick."""
    limits = rules.table.distribution
    choices = []
    for seat in range(rules.players):
        side = _side(seat, rules)
        for at in range(_turns(rules)):
            actions = tuple(Fork("action", a, seat=seat, at=at) for a in range(len(Action)))
            choices.append(Choice(side, actions, "draw", at + 1))
        for at in range(limits.hand_cards):
            cards = range(limits.hand_cards - at)
            plays = tuple(Fork("card", card, seat=seat, at=at) for card in cards)
            choices.append(Choice(side, plays, "trick", at + 1))
    return tuple(choices)


def restrictions(rules: Rules) -> dict[str, tuple[Imposed, ...]]:
    """What a seat could never do, where the rules allow it at all: one fork a seat each."""
    possible = bids(rules)
    named = {"never appeals": Restriction.NO_APPEAL}
    if 0 in possible:
        named["never bids 0"] = Restriction.NO_ZERO_BID
    if possible[-1] >= HIGH_BID:
        named[f"never bids {HIGH_BID} or more"] = Restriction.NO_HIGH_BID
    if rules.table.trick.slacker_ranks:
        named["never wins with a slacker"] = Restriction.NO_SLACK_WIN
    named["passes at random"] = Restriction.RANDOM_PASS
    return {
        name: tuple(
            Imposed(_side(seat, rules), Fork("restrict", int(kind), seat=seat))
            for seat in range(rules.players)
        )
        for name, kind in named.items()
    }


def late(rules: Rules) -> tuple[Choice, ...]:
    """The cards of the second half of the tricks, of the last round if its number is known."""
    game, tricks = rules.table.game, rules.table.distribution.hand_cards
    last = 0 if game.end_score else game.rounds
    return tuple(
        replace(choice, forks=tuple(replace(fork, round=last) for fork in choice.forks))
        for choice in decisions(rules)
        if choice.phase == "trick" and choice.at > tricks // 2 and len(choice.forks) > 1
    )


# Features


def features(rules: Rules) -> tuple[Feature, ...]:
    """The rules that turn a trick, where they are in force: slackers, and 0 over 9."""
    table: Table = rules.table
    found = []
    if ranks := table.trick.slacker_ranks:
        slackers = tuple(c for c in table.cards if c % 10 in ranks)
        pairs = _neighbours(table)
        found.append(
            Feature(
                "slackers",
                f"Slackers: a trick won with {_listed(ranks)} counts for no bid",
                {"trick.slacker_ranks": []},
                (
                    _flag(slackers, tuple(Fork("slacker", card) for card in slackers)),
                    Probe(
                        "exchange",
                        tuple(Fork("exchange", slacker, at=other) for slacker, other in pairs),
                        partial(_exchange_cases, pairs),
                    ),
                ),
            )
        )
    if zeros := table.zeros:
        found.append(
            Feature(
                "zero_nine",
                "0 over 9: the lowest card of a suit beats its highest",
                {"trick.zero_beats_nine": False},
                (_flag(zeros, tuple(Fork("zero", card) for card in zeros)),),
            )
        )
    return tuple(found)


def _listed(ranks: list[int]) -> str:
    return " or ".join(f"a {rank}" for rank in sorted(ranks))


def _neighbours(table: Table) -> tuple[tuple[int, int], ...]:
    """Slackers with each card next to them in their suit that is none."""
    ranks, slackers = sorted(table.deck.ranks), table.trick.slacker_ranks
    return tuple(
        (10 * suit + rank, 10 * suit + ranks[at])
        for suit in range(len(SUITS))
        for place, rank in enumerate(ranks)
        for at in (place - 1, place + 1)
        if rank in slackers and 0 <= at < len(ranks) and ranks[at] not in slackers
    )


def _flag(cards: Cards, forks: tuple[Fork, ...]) -> Probe:
    """What the rule is worth on each of these cards to the side whose hand holds it."""
    return Probe("flag", forks, partial(_flag_cases, cards))


def _flag_cases(cards: Cards, rules: Rules, records: Records, trace: Trace) -> Cases:
    """By the suit of the card, its relation to trump, the holder's bid and number of such cards."""
    seat = _holders(cards, trace)
    side = _played_side(seat, rules)
    suit = np.array(cards)[:, None] // 10
    trump = records["trump"]
    relation = np.where(trump == NO_TRUMP, 2, trump != suit)
    bid = np.take_along_axis(records["bid"], np.maximum(side, 0), axis=0)
    held = (seat[:, None] == seat).sum(axis=1) - 1
    counts = tuple(f"{count} held" for count in range(1, len(cards) + 1))
    return Cases(
        side,
        (
            (np.zeros_like(side), ("all",)),
            (np.broadcast_to(suit, side.shape), SUITS),
            (relation, ("trump", "side suit", "no trump")),
            (bid, tuple(f"bid {b}" for b in range(rules.table.most_bid + 1))),
            (held, counts),
        ),
    )


def _exchange_cases(
    pairs: tuple[tuple[int, int], ...], rules: Rules, records: Records, trace: Trace
) -> Cases:
    """By the rank of the neighbour and where it lies, from the side that holds the slacker.

    Where one hand holds both, nothing can change, and nobody's margin counts. Bid cards of Clara
    are those that nobody sees, unless the deck is larger than what is dealt.
    """
    seat = _holders(tuple(slacker for slacker, _ in pairs), trace)
    others = tuple(other for _, other in pairs)
    other, pile = _holders(others, trace), _bidders(others, rules, trace)
    if rules.players == 2 and len(rules.table.cards) == rules.table.cards_needed(2):
        pile = np.where((other == NOWHERE) & (pile == NOWHERE), CLARA, pile)
    side = _played_side(seat, rules)
    place = np.select(
        [other == seat, other != NOWHERE, pile != NOWHERE],
        [
            NOWHERE,
            np.where(side_of(other, rules) == side, 0, 1),
            np.where(pile == side, 2, 3),
        ],
        NOWHERE,
    )
    places = ("partner's hand", "an opponent's hand", "own bid pile", "an opponent's bid pile")
    ranks = sorted({card % 10 for card in others})
    rank = np.searchsorted(ranks, np.array(others) % 10)[:, None]
    code = np.where(place == NOWHERE, NOWHERE, rank * len(places) + place)
    return Cases(side, ((code, tuple(f"{r}: {where}" for r in ranks for where in places)),))


def _holders(cards: Cards, trace: Trace) -> Numbers:
    """The seat whose hand holds each card when the tricks begin, else NOWHERE, [cards, rounds]."""
    return _found(cards, trace.play_card, trace.play_seat)


def _bidders(cards: Cards, rules: Rules, trace: Trace) -> Numbers:
    """The side among whose bid cards each card lies, else NOWHERE, [cards, rounds]."""
    placed = trace.draw_action >= list(Action).index(Action.BID_DOWN)
    return _found(cards, np.where(placed, trace.draw_card, 255), side_of(trace.draw_seat, rules))


def _found(cards: Cards, places: Numbers, whose: Numbers) -> Numbers:
    """Whose each card is, [cards, rounds], where ``places`` and ``whose`` are [places, rounds]."""
    return np.stack(
        [(whose.astype(np.intp) + 1).sum(axis=0, where=places == card) - 1 for card in cards]
    )


def _played_side(seat: Numbers, rules: Rules) -> Numbers:
    """The side of each seat, NOWHERE for none and for Clara."""
    nobodys = (seat == NOWHERE) | ((seat == CLARA) & (rules.players == 2))
    return np.where(nobodys, NOWHERE, side_of(seat, rules))
