"""Positions and finished rounds of Maids: read, checked, answered (docs/formats.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Any

import msgspec

from analyser.core.errors import InputError
from analyser.core.fields import FieldError, read_fields
from analyser.core.rules import Rules, load_rules
from analyser.games.maids import GAME
from analyser.games.maids.engine import Action, Round, round_components
from analyser.games.maids.notation import card_text, in_hand_order, parse_card, parse_hand
from analyser.games.maids.rules import CLARA, NO_TRUMP, SUITS, Table


class _Fields(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every object of this game says: under which rules it stands."""

    game: str
    players: int
    rules: dict[str, Any] = {}

    def load_rules(self) -> Rules:
        _, colon, variant = self.game.partition(":")
        return load_rules(GAME, variant if colon else "standard", self.players, self.rules)


class _Turn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A turn of the distribution, as in a transcript; a card left out is not known."""

    seat: int
    action: str
    card: str | None = None
    face: str | None = None


class _Drawing(_Fields, frozen=True):
    """A position of the distribution: the turns so far and the card just drawn."""

    trump: str | None
    starter: int
    drawn: str
    actions: list[_Turn] = []


class _Counts(_Fields, frozen=True):
    """Lists by side."""

    bids: list[int]
    appeals: list[int]


class Tricks(_Counts, frozen=True):
    """A position of the trick phase; ``accepted`` and ``completed`` default to each other."""

    trump: str | None
    lead: int
    hands: list[str]
    completed: list[int] | None = None
    accepted: list[int] | None = None
    trick: list[str] = []
    leader_card: int | None = None


class _Finished(_Counts, frozen=True):
    """A finished round."""

    accepted: list[int]
    completed: list[int]


def moves(position: Mapping[str, Any]) -> dict[str, Any]:
    """Return the legal actions with a drawn card, or the legal cards once the tricks have begun.

    Raises InputError naming the field, its value and what is allowed.
    """
    if "drawn" in position:
        drawing = _distribution(read_fields(position, _Drawing))
        return {"actions": [str(action) for action in drawing.legal_actions()]}
    state = read_tricks(position)[1]
    return {"cards": [card_text(c) for c in in_hand_order(state.legal_cards())]}


def score(finished: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``points``, ``successful`` and ``components`` of a finished round, by side.

    Raises InputError naming the field, its value and what is allowed.
    """
    fields = read_fields(finished, _Finished)
    rules = fields.load_rules()
    counts = (fields.bids, fields.appeals, fields.accepted, fields.completed)
    _check_counts(rules, *counts)
    tricks = rules.table.distribution.hand_cards
    if sum(fields.accepted) != tricks:
        raise FieldError(
            "accepted", fields.accepted, f"must add to {tricks}, the tricks of a round"
        )
    components = round_components(rules.table, *counts)
    return {
        "points": [sum(by_side) for by_side in zip(*components.values(), strict=True)],
        "successful": [c == b for c, b in zip(fields.completed, fields.bids, strict=True)],
        "components": components,
    }


def _distribution(position: _Drawing) -> Round:
    """The round after the turns so far, whatever the cards: what is legal depends on turns only."""
    rules = position.load_rules()
    cards = {"drawn": position.drawn} | {
        f"actions[{i}].card": turn.card
        for i, turn in enumerate(position.actions)
        if turn.card is not None
    }
    _check_different({name: [parse_card(c, name)] for name, c in cards.items()}, rules.table)
    _check_seat("starter", position.starter, rules.players)
    trump = _trump(position.trump)
    state = Round(rules.table, rules.players, trump, position.starter, rules.table.cards)
    for i, turn in enumerate(position.actions):
        field = f"actions[{i}]"
        if not state.distributing:
            raise InputError(f"{field}: the distribution ends before it, after {i} turns")
        if turn.seat != state.seat:
            raise FieldError(f"{field}.seat", turn.seat, f"it is the turn of seat {state.seat}")
        action = "-".join(word for word in (turn.action, turn.face) if word is not None)
        legal = state.legal_actions()
        if action not in legal:
            raise FieldError(f"{field}", action, f"seat {turn.seat} may do: {', '.join(legal)}")
        state.act(Action(action))
    if not state.distributing:
        raise FieldError("drawn", position.drawn, "the distribution has ended; no card is left")
    return state


def read_tricks(fields: Mapping[str, Any]) -> tuple[Tricks, Round]:
    """Read a position of the trick phase; return it with the round in the state it describes.

    Raises InputError naming the field, its value and what is allowed.
    """
    position = read_fields(fields, Tricks)
    rules = position.load_rules()
    table: Table = rules.table
    seats, sides = max(3, rules.players), table.sides(rules.players)
    accepted, completed = position.accepted, position.completed
    if accepted is None:
        accepted = [0] * sides if completed is None else completed
    if completed is None:
        completed = accepted
    _check_counts(rules, position.bids, position.appeals, accepted, completed)
    _check_seat("lead", position.lead, seats)
    holder = position.lead if position.lead < rules.players else 0
    if position.leader_card is not None:
        _check_seat("leader_card", position.leader_card, rules.players)
        holder = position.leader_card
    _check_length("hands", position.hands, seats)
    if len(position.trick) >= seats:
        raise FieldError("trick", position.trick, f"must hold fewer than {seats} cards, one a seat")

    state = Round(table, rules.players, _trump(position.trump), holder, table.cards)
    state.lead = state.seat = position.lead
    state.accepted, state.completed = list(accepted), list(completed)
    hands = {f"hands[{s}]": parse_hand(h, f"hands[{s}]") for s, h in enumerate(position.hands)}
    trick = {f"trick[{i}]": parse_card(c, f"trick[{i}]") for i, c in enumerate(position.trick)}
    _check_different(hands | {name: [card] for name, card in trick.items()}, table)
    state.hands = list(hands.values())
    for seat, card in zip(state.order_of_play(), trick.values(), strict=False):
        state.hands[seat].append(card)
    sizes = [len(hand) for hand in state.hands]
    if len(set(sizes)) > 1:
        raise FieldError(
            "hands",
            position.hands,
            f"must be equal, cards of the trick counted; seats hold {', '.join(map(str, sizes))}",
        )
    most = table.distribution.hand_cards - sum(accepted)
    if sizes[0] > most:
        raise FieldError(
            "hands", position.hands, f"{most} tricks are left to play, but hands hold {sizes[0]}"
        )
    gone = state.slackers.difference(*state.hands)
    if sum(accepted) - sum(completed) > len(gone):
        raise FieldError(
            "completed", completed, f"only {len(gone)} slackers are gone, which can have won tricks"
        )
    for name, card in trick.items():
        seat, legal = state.seat, state.legal_cards()
        if card not in legal:
            cards = ", ".join(card_text(c) for c in in_hand_order(legal))
            raise FieldError(name, card_text(card), f"seat {seat} must follow suit, with {cards}")
        state.play(card)
    return position, state


def _check_counts(
    rules: Rules,
    bids: Sequence[int],
    appeals: Sequence[int],
    accepted: Sequence[int],
    completed: Sequence[int],
) -> None:
    """Raise InputError for counts that no round of these rules can have."""
    table: Table = rules.table
    limits = table.distribution
    counts = {"bids": bids, "appeals": appeals, "accepted": accepted, "completed": completed}
    possible = {
        "bids": possible_bids(table),
        "appeals": range(limits.bid_cards + 1),
        "accepted": range(limits.hand_cards + 1),
        "completed": range(limits.hand_cards + 1),
    }
    for name, values in counts.items():
        _check_length(name, values, table.sides(rules.players))
        for side, value in enumerate(values):
            if value not in possible[name]:
                allowed = ", ".join(map(str, possible[name]))
                raise FieldError(f"{name}[{side}]", value, f"must be one of {allowed}")
    if rules.players == 2 and appeals[CLARA]:
        raise FieldError(f"appeals[{CLARA}]", appeals[CLARA], "must be 0: Clara makes no appeals")
    if sum(accepted) > limits.hand_cards:
        raise FieldError("accepted", accepted, f"a round has only {limits.hand_cards} tricks")
    for side, (won, done) in enumerate(zip(accepted, completed, strict=True)):
        if done > won:
            raise FieldError(f"completed[{side}]", done, f"must be at most accepted, {won}")
    slackers = len(SUITS) * len(table.trick.slacker_ranks)
    if sum(accepted) - sum(completed) > slackers:
        raise FieldError("completed", completed, f"only {slackers} tricks can be won with slackers")


def possible_bids(table: Table) -> list[int]:
    """The bids that a side's bid cards can add up to, ascending."""
    hands = combinations_with_replacement(range(len(SUITS)), table.distribution.bid_cards)
    ranks = len(table.deck.ranks)
    return sorted(
        {
            sum(table.icons[suit] for suit in suits)
            for suits in hands
            if max(map(suits.count, suits)) <= ranks
        }
    )


def _check_different(places: Mapping[str, Sequence[int]], table: Table) -> None:
    """Raise InputError for a card that is not in the deck or stands in two places."""
    seen: dict[int, str] = {}
    for name, cards in places.items():
        for card in cards:
            if card not in table.cards:
                ranks = "".join(map(str, sorted(table.deck.ranks)))
                raise FieldError(name, card_text(card), f"not in the deck, whose ranks are {ranks}")
            if card in seen:
                raise FieldError(name, card_text(card), f"stands in {seen[card]} too")
            seen[card] = name


def _check_seat(field: str, seat: int, seats: int) -> None:
    if seat not in range(seats):
        raise FieldError(field, seat, f"must be a seat, 0 to {seats - 1}")


def _check_length(field: str, values: Sequence[object], length: int) -> None:
    if len(values) != length:
        raise FieldError(field, values, f"must hold {length} entries")


def _trump(name: str | None) -> int:
    if name is not None and name not in SUITS:
        raise FieldError("trump", name, f"must be one of {', '.join(SUITS)}, or null")
    return NO_TRUMP if name is None else SUITS.index(name)
