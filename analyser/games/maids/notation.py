"""Cards and hands as text: ``"P9"``, ``"P96 O32 B70"``. A card is the integer 10 * suit + rank."""

from __future__ import annotations

from collections.abc import Iterable

from analyser.core.errors import InputError

LETTERS = "POB"


def card_text(card: int) -> str:
    """Write a card: suit letter and rank digit."""
    return f"{LETTERS[card // 10]}{card % 10}"


def parse_card(text: object, field: str) -> int:
    """Read a card; raise InputError naming the field."""
    if (
        not isinstance(text, str)
        or len(text) != 2
        or text[0] not in LETTERS
        or not text[1].isdecimal()
    ):
        raise InputError(
            f"{field}: {text!r} is no card; write a suit letter (P, O, B) and a rank digit, as P9"
        )
    return 10 * LETTERS.index(text[0]) + int(text[1])


def in_hand_order(cards: Iterable[int]) -> list[int]:
    """Sort cards as a hand is written: by suit, the highest rank first."""
    return sorted(cards, key=lambda c: (c // 10, -(c % 10)))


def hand_text(cards: Iterable[int]) -> str:
    """Write a hand: ranks by suit, highest first."""
    held = in_hand_order(cards)
    groups = ["".join(str(c % 10) for c in held if c // 10 == s) for s in range(3)]
    return " ".join(letter + ranks for letter, ranks in zip(LETTERS, groups, strict=True) if ranks)


def parse_hand(text: object, field: str) -> list[int]:
    """Read a hand; raise InputError naming the field."""
    if not isinstance(text, str):
        raise InputError(f"{field}: {text!r} is no hand; write ranks by suit, as P96 O3")
    cards = []
    for group in text.split():
        if group[0] not in LETTERS or not group[1:].isdecimal():
            raise InputError(
                f"{field}: {group!r} is no group of cards; write a suit letter (P, O, B) and its "
                f"ranks, as P96"
            )
        cards += [10 * LETTERS.index(group[0]) + int(digit) for digit in group[1:]]
    if len(set(cards)) != len(cards):
        raise InputError(f"{field}: {text!r} holds a card twice")
    return cards
