"""Worlds: rounds that agree with all that a seat may know, each of them equally likely.

Uniform over the orders of the deck and over who was passed what, whatever the others' choices may
have been: what somebody bids says nothing here about the hand. The twin of
``ext/maids/worlds.pxd``, card for card.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import prod

from analyser.core.random import Words
from analyser.games.maids.engine import Action, Drawn, Round
from analyser.games.maids.rules import CLARA
from analyser.games.maids.view import View
from analyser.search.worlds import Assignments


def imagine(view: View, words: Words) -> Round:
    """Draw a round that agrees with what the seat knows when it is to decide."""
    hands, rest = _hands(view, words)
    seats = [seat for seat in range(view.players) if seat != view.seat]
    down: dict[int, Iterator[int]] = {}
    for seat in seats:
        if seat not in hands:
            held = _given(view, seat)
            hands[seat] = held + _take(rest, view.sizes[seat] - len(held))
        hidden = sum(t.seat == seat and t.action.is_bid and t.card is None for t in view.log)
        down[seat] = iter(_take(rest, hidden))
    clara_bids: list[int] = []
    hands[view.seat] = list(view.hand)
    if view.players == 2:
        clara_bids = _take(rest, view.table.distribution.bid_cards)
        hands[CLARA] = list(view.clara) or _take(rest, view.table.distribution.hand_cards)
    state = _table(view, hands, clara_bids)
    if view.drawn is not None:
        _fill_piles(state, view, rest)
    gifts = _gifts(view, words, hands)
    state.log = list(_told(view, down, gifts, hands))
    for turn in state.log:
        if turn.action.is_bid:
            state.bids[state.side(turn.seat)].append(turn)
    return state


def _take(cards: Iterator[int], count: int) -> list[int]:
    return list(islice(cards, count))


def _given(view: View, seat: int) -> list[int]:
    """The cards that another seat is known to hold: that which was passed to it, if any."""
    return [view.given] if view.passes_to(view.seat) == seat and view.given is not None else []


def _hands(view: View, words: Words) -> tuple[dict[int, list[int]], Iterator[int]]:
    """The hands that have shown a void which matters, and the other unseen cards in any order."""
    unseen = sorted(view.unseen)
    missing = {
        seat: view.sizes[seat] - len(_given(view, seat))
        for seat in range(view.players)
        if seat != view.seat
    }
    void = [
        seat
        for seat, count in missing.items()
        if count and any(card // 10 in view.lacks[seat] for card in unseen)
    ]
    if not void:
        return {}, iter(words.shuffle(unseen))
    may = [
        [h for h, seat in enumerate(void) if card // 10 not in view.lacks[seat]] for card in unseen
    ]
    ways = Assignments(may, [missing[seat] for seat in void])
    places = ways.places(words.draws(2, [ways.count])[0])
    hands: dict[int, list[int]] = {}
    for h, seat in enumerate(void):
        filled = [card for card, place in zip(unseen, places, strict=True) if place == h]
        hands[seat] = _given(view, seat) + filled
    rest = [card for card, place in zip(unseen, places, strict=True) if place is None]
    return hands, iter(words.shuffle(rest))


def _table(view: View, hands: dict[int, list[int]], clara_bids: list[int]) -> Round:
    """A round with those hands that stands where the view does, without log, bids and piles."""
    state = Round(view.table, view.players, view.trump, view.starter, view.table.cards)
    state.hands = [hands[seat] for seat in range(len(view.sizes))]
    state.clara_bids = clara_bids
    state.slackers, state.zeros = set(view.slackers), set(view.zeros)
    state.memos = list(view.memos)
    for turn in view.log:
        state.turns[turn.seat] += 1
        state.kept[turn.seat] += turn.action == Action.KEEP
    state.distributing = view.drawn is not None
    state.lead, state.leader_card = view.lead, view.leader_card
    state.trick, state.tricks = list(view.trick), list(view.tricks)
    state.accepted, state.completed = list(view.accepted), list(view.completed)
    state.seat = view.seat if state.distributing else state.order_of_play()[len(state.trick)]
    return state


def _fill_piles(state: Round, view: View, rest: Iterator[int]) -> None:
    """Give the sides the cards that they have still to draw."""
    assert view.drawn is not None
    limits = view.table.distribution
    block = (2 if view.players == 4 else 1) * limits.hand_cards + limits.bid_cards
    for side in range(2 if view.players == 4 else view.players):
        drawn = sum(view.side_of(turn.seat) == side for turn in view.log)
        own = [view.drawn] if side == view.side else []
        state.piles[side] = own + _take(rest, block - drawn - len(own))


def _gifts(view: View, words: Words, hands: dict[int, list[int]]) -> dict[int, int]:
    """By seat, the card that it passed unseen: any that the hand has held."""
    held: dict[int, list[int]] = {}
    for turn in view.log:
        if turn.action == Action.PASS and turn.card is None:
            to = view.passes_to(turn.seat)
            held[turn.seat] = sorted(hands[to]) + _played_by(view, to)
    number = words.draws(3, [prod(map(len, held.values()))])[0]
    gifts = {}
    for seat in sorted(held):
        number, drawn = divmod(number, len(held[seat]))
        gifts[seat] = held[seat][drawn]
    return gifts


def _played_by(view: View, seat: int) -> list[int]:
    """The cards that a seat has played."""
    tricks = (*(trick.plays for trick in view.tricks), view.trick)
    return [play.card for plays in tricks for play in plays if play.seat == seat]


def _told(
    view: View,
    down: dict[int, Iterator[int]],
    gifts: dict[int, int],
    hands: dict[int, list[int]],
) -> Iterator[Drawn]:
    """The turns of the distribution with all their cards."""
    passed = {t.seat: t.card for t in view.log if t.action == Action.PASS and t.card is not None}
    got = {view.passes_to(seat): card for seat, card in (gifts | passed).items()}
    kept = {
        seat: iter([c for c in [*hands[seat], *_played_by(view, seat)] if c != got.get(seat)])
        for seat in down
    }
    for turn in view.log:
        card = turn.card
        if card is None and turn.action.is_bid:
            card = next(down[turn.seat])
        elif card is None:
            card = gifts[turn.seat] if turn.action == Action.PASS else next(kept[turn.seat])
        yield Drawn(turn.seat, card, turn.action)
