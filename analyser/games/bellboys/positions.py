"""Positions and finished rounds of Bellboys: read, checked, answered (docs/formats.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from analyser.core.fields import FieldError, read_fields
from analyser.core.rules import load_rules
from analyser.games.bellboys import GAME
from analyser.games.bellboys.engine import Fan, Play, Round, cards_after, rank
from analyser.games.bellboys.notation import card_text, hand_texts, parse_card, parse_hand
from analyser.games.bellboys.rules import HAND, SUIT_CARDS, SUITS, Table


class _Fields(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every object of this game says: under which rules it stands."""

    game: str
    players: int = 2
    rules: dict[str, Any] = {}

    def table(self) -> Table:
        _, colon, variant = self.game.partition(":")
        rules = load_rules(GAME, variant if colon else "standard", self.players, self.rules)
        table: Table = rules.table
        return table


class _Led(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card led to a trick, with the place that it was played from."""

    card: str
    position: int


class _Dealt(_Fields, frozen=True):
    """What a position of either phase says."""

    hands: list[list[str]]
    aside: str
    lead: int


class _Fanning(_Dealt, frozen=True):
    """A position before the first trick, hands as dealt; null for who has still to choose."""

    fans: list[str | None]


class _Tricks(_Dealt, frozen=True):
    """A position of the tricks."""

    collected: list[list[int]] = msgspec.field(default_factory=lambda: [[0] * len(SUITS)] * 2)
    trick: list[str | _Led] = []


class _Finished(_Fields, frozen=True):
    """A finished round."""

    collected: list[list[int]]


@dataclass(frozen=True)
class Position:
    """A position of the tricks.

    Cards are 5 * suit + symbol. ``hands`` by seat from left to right, without the card ``led`` by
    seat ``lead``, if one lies on the table; the card set ``aside``; cards ``collected`` by seat
    and suit.
    """

    table: Table
    hands: tuple[tuple[int, ...], tuple[int, ...]]
    aside: int
    lead: int
    collected: tuple[tuple[int, ...], tuple[int, ...]]
    led: Play | None

    def round(self) -> Round:
        """The round in that state, its fans chosen."""
        state = Round(self.table, self.hands, self.aside, self.lead)
        state.fans = [Fan.DEALT, Fan.DEALT]
        state.collected = [list(counts) for counts in self.collected]
        if self.led is not None:
            state.led = self.led
            state.seat = 1 - self.lead
        return state


def moves(position: Mapping[str, Any]) -> dict[str, Any]:
    """Return how the hand may be opened, or the legal cards once the tricks have begun.

    Raises InputError naming the field, its value and what is allowed.
    """
    if "fans" in position:
        return {"fans": [str(fan) for fan in read_fans(position).legal_fans()]}
    found = _read_tricks(position, ranked=False)
    return {"cards": hand_texts(found.round().legal_cards(), found.table)}


def score(finished: Mapping[str, Any]) -> dict[str, Any]:
    """Return the ``cards`` by seat of a finished round, complete suits moved, and its ``winner``.

    Raises InputError naming the field, its value and what is allowed.
    """
    fields = read_fields(finished, _Finished)
    table, collected = fields.table(), fields.collected
    _check_collected(collected)
    for suit, name in enumerate(SUITS):
        if (found := sum(counts[suit] for counts in collected)) != SUIT_CARDS:
            raise FieldError("collected", collected, f"{name} adds to {found}, not {SUIT_CARDS}")
    if 1 in map(sum, collected):
        raise FieldError(
            "collected", collected, "who takes the last trick has its two cards and the one aside"
        )
    cards = cards_after(collected, table.moving)
    return {"cards": list(cards), "winner": cards.index(min(cards))}


def read_position(fields: Mapping[str, Any]) -> Position:
    """Read a position of the tricks in which every rank is known.

    Raises InputError naming the field, its value and what is allowed.
    """
    return _read_tricks(fields, ranked=True)


def read_fans(fields: Mapping[str, Any]) -> Round:
    """Read a position in which a hand is still to be opened; those that are lie as chosen.

    Raises InputError naming the field, its value and what is allowed.
    """
    position = read_fields(fields, _Fanning)
    table = position.table()
    if not table.deal.sighted_fan:
        raise FieldError("fans", position.fans, "are chosen only if rule deal.sighted_fan is true")
    hands, aside = _read_cards(position, table, [])
    for seat, hand in enumerate(hands):
        if len(hand) != HAND:
            raise FieldError(f"hands[{seat}]", position.hands[seat], f"must hold {HAND} cards")
    _check_length("fans", position.fans, 2)
    for seat, fan in enumerate(position.fans):
        if fan is not None and fan not in list(Fan):
            allowed = f"must be one of {', '.join(Fan)}, or null"
            raise FieldError(f"fans[{seat}]", fan, allowed)
    if None not in position.fans:
        raise FieldError("fans", position.fans, "both seats have chosen; leave it out")
    state = Round(table, hands, aside, position.lead)
    for seat, fan in enumerate(position.fans):
        if fan is not None:
            state.fan(seat, Fan(fan))
    return state


def _read_tricks(fields: Mapping[str, Any], ranked: bool) -> Position:
    """Read a position of the tricks; with ``ranked`` the rank of a card led must be known."""
    position = read_fields(fields, _Tricks)
    table = position.table()
    if len(position.trick) > 1:
        raise FieldError("trick", position.trick, "must hold one card at most, the card led")
    trick = [
        parse_card(led.card if isinstance(led, _Led) else led, table, "trick[0]")
        for led in position.trick
    ]
    hands, aside = _read_cards(position, table, trick)
    _check_sizes(position, trick)
    _check_collected(position.collected)
    _check_complete(position.collected, [*hands[0], *hands[1], aside, *trick])
    led = None
    if trick:
        most = len(hands[1 - position.lead])
        led = _led(position.trick[0], trick[0], position.lead, most, table, ranked)
    first, second = (tuple(counts) for counts in position.collected)
    return Position(table, hands, aside, position.lead, (first, second), led)


def _read_cards(
    position: _Dealt, table: Table, trick: Sequence[int]
) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], int]:
    """The hands and the card set aside; no card may stand in two places."""
    if position.lead not in range(2):
        raise FieldError("lead", position.lead, "must be a seat, 0 or 1")
    _check_length("hands", position.hands, 2)
    first, second = (parse_hand(h, table, f"hands[{s}]") for s, h in enumerate(position.hands))
    aside = parse_card(position.aside, table, "aside")
    places = {f"hands[0][{i}]": card for i, card in enumerate(first)}
    places |= {f"hands[1][{i}]": card for i, card in enumerate(second)}
    places |= {"aside": aside} | {f"trick[{i}]": card for i, card in enumerate(trick)}
    seen: dict[int, str] = {}
    for name, card in places.items():
        if card in seen:
            raise FieldError(name, card_text(card, table), f"stands in {seen[card]} too")
        seen[card] = name
    return (first, second), aside


def _check_sizes(position: _Tricks, trick: Sequence[int]) -> None:
    """Raise InputError unless hands are equally long, the card of the trick counted."""
    sizes = [len(hand) for hand in position.hands]
    sizes[position.lead] += len(trick)
    if sizes[0] != sizes[1]:
        raise FieldError(
            "hands",
            position.hands,
            f"must be equal, the card led counted; seats hold {sizes[0]}, {sizes[1]}",
        )
    if sizes[0] not in range(1, HAND + 1):
        raise FieldError("hands", position.hands, f"must hold 1 to {HAND} cards each")


def _check_collected(collected: Sequence[Sequence[int]]) -> None:
    """Raise InputError for counts that no round can have, seat by seat."""
    _check_length("collected", collected, 2)
    for seat, counts in enumerate(collected):
        _check_length(f"collected[{seat}]", counts, len(SUITS))
        for suit, cards in enumerate(counts):
            if cards not in range(SUIT_CARDS + 1):
                field = f"collected[{seat}][{suit}]"
                raise FieldError(field, cards, f"must be a number of cards, 0 to {SUIT_CARDS}")


def _check_complete(collected: Sequence[Sequence[int]], cards: Sequence[int]) -> None:
    """Raise InputError unless collected cards are those missing; all 0 leaves these out."""
    if not any(map(any, collected)):
        return
    left = Counter(card // SUIT_CARDS for card in cards)
    for suit, name in enumerate(SUITS):
        taken, gone = sum(counts[suit] for counts in collected), SUIT_CARDS - left[suit]
        if taken != gone:
            raise FieldError(
                "collected", collected, f"{taken} cards of {name}, but {gone} are played"
            )
    for seat, counts in enumerate(collected):
        if sum(counts) % 2:
            raise FieldError(
                f"collected[{seat}]", counts, "must be an even number of cards, two a trick"
            )


def _led(given: str | _Led, card: int, seat: int, most: int, table: Table, ranked: bool) -> Play:
    """The card led, from one of ``most`` places.

    Where the place is not told, which only who asks for no rank allows, it counts as 0.
    """
    symbol = table.symbol(card)
    position = given.position if isinstance(given, _Led) else None
    if position is not None and position not in range(1, most + 1):
        raise FieldError("trick[0].position", position, f"must be a place of the hand, 1 to {most}")
    if position is None and ranked and not symbol.isdigit():
        text = card_text(card, table)
        write = f'write {{"card": "{text}", "position": …}}'
        raise FieldError("trick[0]", text, f"its rank depends on the place it left; {write}")
    return Play(seat, card, position, rank(symbol, position or 0))


def _check_length(field: str, values: Sequence[object], length: int) -> None:
    if len(values) != length:
        raise FieldError(field, values, f"must hold {length} entries")
