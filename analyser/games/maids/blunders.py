"""Blunders that players complain of in bots: clear-cut positions, and what a strategy does there.

In each, one choice is as good as any other or better, whatever the others hold. The positions are
those of seat 0, who plays a strategy; endings are of hands of few cards, under rules that say so.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from analyser.core.random import Decisions
from analyser.core.rules import Rules, override
from analyser.core.strategies import make_player
from analyser.games.maids import GAME
from analyser.games.maids.engine import Action, Drawn, Round
from analyser.games.maids.notation import parse_card, parse_hand
from analyser.games.maids.rules import CLARA, NO_TRUMP, SUITS, Table
from analyser.games.maids.strategies import STRATEGIES
from analyser.games.maids.view import Strategy, view_of


class Ending(NamedTuple):
    """The last tricks: ``hands`` from seat 0 on, as many as there are; what must be played.

    With ``follows``, the others have led and played the first card of theirs; else seat 0 leads.
    """

    name: str
    trump: str
    hands: tuple[str, ...]
    follows: bool
    bid: int
    good: str


ENDINGS = (
    Ending(
        "leads low trumps when every trick is needed",
        "purple",
        ("P9 P2", "P5 B3", "P3 O2", "B2 O3"),
        False,
        2,
        "P9",
    ),
    Ending(
        "wins a trick that breaks a met bid, though it may lose it",
        "none",
        ("P9 P2", "P7 B9", "P5 B8", "P4 O2"),
        True,
        0,
        "P2",
    ),
    Ending(
        "loses a trick when every one is needed, though it may win it",
        "none",
        ("P9 P2", "P7 B9", "P5 B8", "P4 O2"),
        True,
        2,
        "P9",
    ),
    Ending(
        "does not trump a trick when every one is needed",
        "purple",
        ("P2 O9", "B9 O3", "B7 O2", "B5 O4"),
        True,
        2,
        "P2",
    ),
)

STRONG = "P9 P8 P7 O9 O8 B9 O2 B0 B2"
"""What seat 0, or its team, draws first, purple being trump."""


def blunders(rules: Rules, strategy: str) -> dict[str, bool]:
    """Which blunders a strategy makes under these rules, and which not, by name."""
    made = {ending.name: _errs(ending, rules, strategy) for ending in ENDINGS}
    made["bids nothing with the highest trumps in hand"] = not _strong_bid(rules, strategy)
    return made


def _errs(ending: Ending, rules: Rules, strategy: str) -> bool:
    """Whether a strategy plays a wrong card in an ending."""
    hands = [parse_hand(hand, "hands") for hand in ending.hands[: max(3, rules.players)]]
    rules = override(GAME, rules, {"distribution.hand_cards": len(hands[0])})
    table: Table = rules.table
    trump = NO_TRUMP if ending.trump == "none" else SUITS.index(ending.trump)
    last = rules.players == 2  # seat 0 plays last where it holds the leader card and Clara leads
    state = Round(table, rules.players, trump, int(ending.follows and not last), table.cards)
    state.hands = [list(hand) for hand in hands]
    free = iter(sorted(set(table.cards).difference(*hands), reverse=True))
    own = _bid_cards(table, ending.bid, [card for hand in hands for card in hand])
    rest = [card for card in free if card not in own]
    for side in range(state.sides):
        size = table.distribution.bid_cards
        cards = own if side == 0 else [rest.pop() for _ in range(size)]
        if side == CLARA and rules.players == 2:
            state.clara_bids = cards
        else:
            state.bids[side] = [Drawn(side, card, Action.BID_DOWN) for card in cards]
            state.log += state.bids[side]
    state.start_tricks()
    if ending.follows:
        if last:
            state.lead = state.seat = CLARA
        for seat in state.order_of_play()[:-1]:
            state.play(parse_card(ending.hands[seat].split()[0], "card"))
    view = view_of(state, 0, 1, [0] * state.sides)
    player = _player(rules, strategy)
    choice = player.play(view, state.legal_cards(), Decisions(0, 0, 0, 1).draws(0))
    return choice != parse_card(ending.good, "card")


def _bid_cards(table: Table, bid: int, held: list[int]) -> list[int]:
    """Bid cards that call for so many tasks, none of them in a hand."""
    free = [card for card in table.cards if card not in held]
    found: Iterator[tuple[int, ...]] = combinations(free, table.distribution.bid_cards)
    return list(next(c for c in found if sum(table.icons[card // 10] for card in c) == bid))


def _strong_bid(rules: Rules, strategy: str) -> int:
    """What a strategy bids that draws the highest trumps; the others play the default strategy."""
    table: Table = rules.table
    drawn = [parse_card(name, "card") for name in STRONG.split()]
    order = drawn + [card for card in table.cards if card not in drawn]
    state = Round(table, rules.players, SUITS.index("purple"), 0, order)
    players = [
        _player(rules, strategy if state.side(seat) == 0 else GAME.default_strategy)
        for seat in range(rules.players)
    ]
    while state.distributing:
        seat = state.seat
        view = view_of(state, seat, 1, [0] * state.sides)
        draw = Decisions(0, seat, 0, 1).draws(state.turns[seat])
        state.act(players[seat].act(view, state.drawn, state.legal_actions(), draw))
    return state.bid(0)


def _player(rules: Rules, strategy: str) -> Strategy:
    player: Strategy = make_player(GAME, STRATEGIES, strategy, rules, "seat 0 of a position")
    return player
