"""What perfect play makes of a position, told to players."""

from __future__ import annotations

from typing import Any

from analyser.core.text import columns
from analyser.games.bellboys.engine import Fan, Round, TrickTaken, rank
from analyser.games.bellboys.notation import LETTERS, card_text, hand_texts
from analyser.games.bellboys.perfect import margins_of


def best_line(state: Round) -> list[TrickTaken]:
    """The tricks in which both play perfectly; of cards that are equally good the leftmost."""
    while not state.finished:
        cards = state.legal_cards()
        margins = margins_of([state.after(card) for card in cards])
        best = min(margins) if state.seat else max(margins)
        state = state.after(cards[margins.index(best)])
    return state.tricks


def describe(state: Round, answer: dict[str, Any]) -> str:
    """Tell what :func:`solve` answers: hands, who wins, what each card keeps, a best line."""
    parts = [_situation(state), _hands(state), _outcome(state, answer), _actions(state, answer)]
    return "\n\n".join([*parts, _line(state)])


def describe_fans(state: Round, answer: dict[str, Any]) -> str:
    """Tell what :func:`solve` answers where a fan is still to be chosen."""
    rows = [["seat 0", "seat 1", "seat 0 ahead by"]]
    for margins, own in zip(answer["margins"], Fan, strict=True):
        for margin, other in zip(margins, Fan, strict=True):
            if state.fans[0] in (own, None) and state.fans[1] in (other, None):
                rows.append([own, other, _signed(margin)])
    lines = []
    for name, aim, gets in (
        ("margin", "the most cards ahead", "{:+.3f} cards ahead on average"),
        ("win", "a win of the round", "sure to win with probability {:.3f}"),
    ):
        shares = " and ".join(
            f"seat {seat} reverses its hand with probability {share:.3f}"
            for seat, share in enumerate(answer[name]["reversed"])
            if state.fans[seat] is None
        )
        value = gets.format(answer[name]["value"]).replace("-", "−")
        lines.append(f"For {aim}, {shares}: seat 0 is {value}.")
    return "\n\n".join([f"seat {state.lead} leads", _hands(state), columns(rows), "\n".join(lines)])


def _situation(state: Round) -> str:
    text = f"seat {state.lead} leads"
    if state.led is not None:
        text += f" {card_text(state.led.card, state.table)} of rank {state.led.rank}"
    return f"{text}; seat {state.seat} is to play"


def _hands(state: Round) -> str:
    """The hands from left to right, the ranks that their cards have now, and cards collected."""
    rows = [["", "hand", "ranks", "collected"]]
    for seat, hand in enumerate(state.hands):
        ranks = [str(rank(state.table.symbol(card), i)) for i, card in enumerate(hand, start=1)]
        counts = zip(LETTERS, state.collected[seat], strict=True)
        taken = " ".join(f"{letter}{count}" for letter, count in counts)
        cells = " ".join(hand_texts(hand, state.table)), " ".join(ranks), taken
        rows.append([f"seat {seat}", *cells])
    rows.append(["aside", card_text(state.aside, state.table), "", ""])
    return columns(rows)


def _outcome(state: Round, answer: dict[str, Any]) -> str:
    played = 0 if state.led is None else 1
    left = sum(map(len, state.hands)) + played + 1
    cards = left + sum(map(sum, state.collected))
    first = (cards - answer["margin"]) // 2
    return (
        f"With perfect play seat 0 ends with {first} cards and seat 1 with {cards - first}: "
        f"seat {answer['winner']} wins."
    )


def _actions(state: Round, answer: dict[str, Any]) -> str:
    """The legal cards, with the margin that each of them leaves to its own seat."""
    rows = [[f"for seat {state.seat}", "ahead by", "best"]]
    for action in answer["actions"]:
        ahead = -action["margin"] if state.seat else action["margin"]
        best = action["margin"] == answer["margin"]
        rows.append([action["card"], _signed(ahead), "yes" if best else ""])
    return columns(rows)


def _signed(number: float) -> str:
    return f"{number:+}".replace("-", "−")


def _line(state: Round) -> str:
    lines = ["A best line:"]
    for trick in best_line(state):
        plays = " ".join(
            f"{card_text(play.card, state.table)} ({play.rank})" for play in trick.plays
        )
        lines.append(f"  seat {trick.lead} leads {plays}, taken by seat {trick.winner}")
    return "\n".join(lines)
