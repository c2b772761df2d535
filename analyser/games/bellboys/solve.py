"""Perfect play when both players see all cards (docs/solver.md)."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from analyser.core.arrays import check_all, check_int, column, integers
from analyser.core.errors import InputError
from analyser.core.rules import load_rules
from analyser.games.bellboys import GAME
from analyser.games.bellboys.engine import Fan, Round
from analyser.games.bellboys.fans import solve_fans
from analyser.games.bellboys.notation import card_text
from analyser.games.bellboys.perfect import Endings, margins_of
from analyser.games.bellboys.positions import read_fans, read_position
from analyser.games.bellboys.rules import CARDS, HAND
from analyser.games.bellboys.solution import describe, describe_fans


def solve(position: Mapping[str, Any]) -> dict[str, Any]:
    """Return the ``margin`` of a position, its ``winner``, and the same after each legal card.

    The margin is the final cards of seat 1 less those of seat 0 when both play perfectly, each
    for the difference in its own favour. ``actions`` are those of the seat to act, from left to
    right.

    Where a fan is still to be chosen, in sight of all cards: ``margins`` by the fan of seat 0 and
    that of seat 1, as dealt and reversed, and two solutions, with the ``value`` for seat 0 and the
    probability with which each seat reverses its hand (``reversed``): ``margin``, where each plays
    for the difference, and ``win``, for the chance of winning the round.

    Raises InputError naming the field, its value and what is allowed.
    """
    if "fans" in position:
        return _solve_fans(read_fans(position))
    state = read_position(position).round()
    cards = state.legal_cards()
    now, *after = margins_of([state, *map(state.after, cards)])
    actions = [
        {"card": card_text(card, state.table), **_result(margin)}
        for card, margin in zip(cards, after, strict=True)
    ]
    return {**_result(now), "actions": actions}


def to_text(position: Mapping[str, Any]) -> str:
    """Tell the same to players: hands, who wins by how much, what each card keeps, a best line.

    Raises InputError naming the field, its value and what is allowed.
    """
    if "fans" in position:
        return describe_fans(read_fans(position), solve(position))
    return describe(read_position(position).round(), solve(position))


def _solve_fans(state: Round) -> dict[str, Any]:
    """The answer where a fan is still to be chosen; a fan that is chosen fills both its places."""
    rounds = []
    for fans in product(Fan, repeat=2):
        opened = deepcopy(state)
        for seat, fan in enumerate(fans):
            opened.fan(seat, state.fans[seat] or fan)
        rounds.append(opened)
    margins = np.array(margins_of(rounds)).reshape(1, 2, 2)
    chosen = [None if fan is None else float(fan is Fan.REVERSED) for fan in state.fans]
    answer: dict[str, Any] = {"margins": margins[0].tolist()}
    for name, games in (("margin", margins), ("win", (margins > 0).astype(np.int8))):
        found = solve_fans(games)
        mix = [
            share if fixed is None else fixed
            for share, fixed in zip(found.reversed[0].tolist(), chosen, strict=True)
        ]
        answer[name] = {"value": float(found.value[0]), "reversed": mix}
    return answer


def _result(margin: int) -> dict[str, int]:
    return {"margin": margin, "winner": int(margin < 0)}


def solve_batch(
    variant: str,
    hands: ArrayLike,
    aside: ArrayLike,
    lead: ArrayLike,
    fans: bool = False,
    rules: Mapping[str, Any] | None = None,
    threads: int = 1,
) -> NDArray[np.int8]:
    """Return the margin of each of n deals: final cards of seat 1 less those of seat 0.

    Parameters
    ----------
    hands : [n, 2, k] from left to right, cards 5 * suit + symbol (family 0, celebrity 1, hitman 2;
        symbols in the order of the rules); with fewer than 7 cards, those missing are nobody's
    aside : [n], the card set aside
    lead : [n], or one for all, the seat that leads
    fans : also with hands reversed: one margin for each fan of seat 0 and each of seat 1, first as
        in ``hands``, then reversed
    rules : dotted rule key to value
    threads : how many work at once

    Returns int8[n], with ``fans`` int8[n, 2, 2]. The GIL is released. Raises InputError naming
    the argument, its value and what is allowed.
    """
    check_int("threads", threads, range(1, 1025), "a whole number from 1 to 1024")
    table = load_rules(GAME, variant, 2, rules).table
    held, n = integers("hands", hands), len(np.atleast_1d(hands))
    if held.ndim != 3 or held.shape[1] != 2 or held.shape[2] not in range(1, HAND + 1):
        raise InputError(
            f"hands has the shape {held.shape}: must be [n, 2 seats, 1 to {HAND} cards]"
        )
    check_all("hands", held, (held >= 0) & (held < CARDS), f"must be 0 to {CARDS - 1}")
    asides = column("aside", aside, n, range(CARDS))
    leads = column("lead", lead, n, range(2))
    _check_different(np.concatenate([held.reshape(n, 2 * held.shape[2]), asides[:, None]], axis=1))
    if not fans:
        return Endings.of_deals(held, asides, leads).margins(table, threads=threads)
    found = np.empty((n, 2, 2), np.int8)
    for first in range(2):
        for second in range(2):
            turned = held.copy()
            for seat, reverse in enumerate((first, second)):
                turned[:, seat] = turned[:, seat, :: -1 if reverse else 1]
            endings = Endings.of_deals(turned, asides, leads)
            found[:, first, second] = endings.margins(table, threads=threads)
    return found


def _check_different(cards: NDArray[np.int64]) -> None:
    """Raise InputError for a deal [n, cards] that has one card in two places."""
    in_order = np.sort(cards, axis=1)
    twice = in_order[:, 1:] == in_order[:, :-1]
    if twice.any():
        deal, place = (int(i) for i in np.argwhere(twice)[0])
        raise InputError(f"hands[{deal}] and aside hold {in_order[deal, place]} twice")
