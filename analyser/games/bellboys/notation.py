"""Cards and hands as text: ``"F3"``, ``["C=", "H/", "Fx", "C^"]``, by the symbols of the deck."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from analyser.core.errors import InputError
from analyser.games.bellboys.rules import SUIT_CARDS, Table

LETTERS = "FCH"


def card_text(card: int, table: Table) -> str:
    """Write a card: suit letter and symbol."""
    return LETTERS[card // SUIT_CARDS] + table.symbol(card)


def hand_texts(cards: Iterable[int], table: Table) -> list[str]:
    """Write cards in the order given, as a hand from left to right."""
    return [card_text(card, table) for card in cards]


def parse_card(text: object, table: Table, field: str) -> int:
    """Read a card; raise InputError naming the field."""
    symbols = table.deck.symbols
    if (
        not isinstance(text, str)
        or len(text) != 2
        or text[0] not in LETTERS
        or text[1] not in symbols
    ):
        raise InputError(
            f"{field}: {text!r} is no card; write a suit letter ({', '.join(LETTERS)}) and a "
            f"symbol ({', '.join(symbols)}), as {LETTERS[0]}{symbols[0]}"
        )
    return SUIT_CARDS * LETTERS.index(text[0]) + symbols.index(text[1])


def parse_hand(texts: Sequence[object], table: Table, field: str) -> tuple[int, ...]:
    """Read a hand from left to right; raise InputError naming the field."""
    return tuple(parse_card(text, table, f"{field}[{i}]") for i, text in enumerate(texts))
