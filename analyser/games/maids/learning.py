"""How `planner` learns what it believes of a rule set: rounds against itself, counted.

Each pass plays with what the pass before has found. In most rounds one seat distributes at random,
so that hands are seen with bids that do not fit them too. Results are kept in the user's cache
folder, by rules and version.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyser.core.cache import kept_arrays
from analyser.core.rules import Rules
from analyser.games.maids import _learn
from analyser.games.maids.greedy import BEATERS, ONE, greedy_tables
from analyser.games.maids.rules import Table

Ints = NDArray[np.int64]

STEP = ONE // 8
"""Worth is tabulated in steps of an eighth of a trick."""
LENGTHS = 3
"""Lengths of a suit in the hand that are told apart: one card, two, more."""

TABLES = 1
"""Raised whenever `planner` or what it learns changes otherwise than by the numbers below."""
SEED = 0x9E3779B97F4A7C15
ROUNDS = (10_000, 20_000, 40_000)
"""Rounds of self-play in each pass."""
PRIOR = 16
"""For how many cases of a cell counts what was believed before."""
RIDGE = 200
"""The same, for the worth of cards."""
SMOOTH = (1, 2, 3, 4, 3, 2, 1)
"""Weights of neighbouring steps of worth, the middle one the step's own."""
LEAST, MOST = -3 * ONE // 10, ONE
"""Bounds on the worth of a card; hands must stay within the tables."""


@dataclass(frozen=True)
class Beliefs:
    """What is believed of a rule set; chances and worths in units of 1 / ONE.

    ``finish[no trump, left, need, lead, step]``: the chance that a side completes just ``need`` of
    the tricks left, leading to the next or not, by the worth of one's own cards (with teams one's
    partner's are not known); ``other``: that another side completes just so many, which leads or
    not, by the worth of one's own cards. Worth counts from -1 trick on in steps of :data:`STEP`.
    ``hold[left, behind, void, kind, beaters]``: the chance that the card which wins the trick so
    far wins it, by tricks left, opponents yet to play, whether one of them is known void in a suit
    that may be trumped, kind of suit, and unseen cards that beat it. ``share[left, played]``: that
    the partner, yet to play, wins a trick that oneself does not. ``worth[left, length, kind,
    beaters]``: completed tricks that a card adds. ``met``: the share of bids that are met.
    """

    finish: Ints
    other: Ints
    hold: Ints
    share: Ints
    worth: Ints
    met: int


def learned(rules: Rules, make_plans: Callable[[Rules, Beliefs], Any]) -> Beliefs:
    """What self-play teaches about a rule set, or what was kept of that."""
    first = first_beliefs(rules)

    def learn() -> dict[str, Ints]:
        beliefs, start = first, 0
        for rounds in ROUNDS:
            beliefs = _play(rules, beliefs, make_plans(rules, beliefs), start, rounds)
            start += rounds
        return _arrays(beliefs)

    kept = dict(kept_arrays(f"planner-{_key(rules)}", _arrays(first), learn))
    met = int(kept.pop("met"))
    return Beliefs(**kept, met=met)


def _arrays(beliefs: Beliefs) -> dict[str, Ints]:
    return {name: np.asarray(value, dtype=np.int64) for name, value in vars(beliefs).items()}


def _key(rules: Rules) -> str:
    """What the results depend on, as sixteen hex digits."""
    numbers = [TABLES, STEP, LENGTHS, SEED, ROUNDS, PRIOR, RIDGE, SMOOTH, LEAST, MOST]
    said = [rules.flat, rules.players, version("analyser"), numbers]
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:16]


def first_beliefs(rules: Rules) -> Beliefs:
    """What to believe before a round is played: the chances of `greedy`."""
    table: Table = rules.table
    hands = table.distribution.hand_cards
    shape = (2, hands + 1, hands + 1, 2, 8 * (hands + 1) + 2)
    left, need, step = np.ogrid[: hands + 1, : hands + 1, : shape[-1]]
    gap = (step * STEP - ONE) - need * ONE
    width = (ONE // 2 + left * (ONE // 6)) ** 2
    fits = 3 * ONE // 5 * width // (width + gap**2)
    finish = _with_ends(np.broadcast_to(fits[None, :, :, None, :], shape))
    win = np.array(greedy_tables(rules).win, dtype=np.int64)
    behind = np.minimum(2, np.arange(4))[:, None, None, None]
    hold = np.broadcast_to(ONE - (behind * (ONE - win) >> 1), (hands + 1, 4, 2, 3, BEATERS + 1))
    worth = np.broadcast_to(win, (hands + 1, LENGTHS, 3, BEATERS + 1))
    share = np.full((hands + 1, 2), ONE // 3)
    return Beliefs(finish, finish, hold.copy(), share, worth.copy(), 2 * ONE // 5)


def _with_ends(finish: Ints) -> Ints:
    """The table with what is certain: without tricks left, only a need of none is met."""
    table = finish.copy()
    table[:, 0] = 0
    table[:, 0, 0] = ONE
    return table


def _play(rules: Rules, before: Beliefs, plans: Any, start: int, rounds: int) -> Beliefs:
    """Play rounds with these plans and return what is believed after them."""
    from analyser.games.maids.simulate import kernel_rules_with

    tables = (before.finish, before.other, before.hold, before.share)
    counts = [np.zeros((2, t.size), dtype=np.int64) for t in tables]
    met = np.zeros(2, dtype=np.int64)
    hands = len(before.worth) - 1
    features = before.worth[0].size + hands + 4
    products = np.zeros((hands + 1, 2, features, features), dtype=np.int64)
    sums = np.zeros((hands + 1, 2, features), dtype=np.int64)
    fields = kernel_rules_with(rules, plans)
    of_finish, of_other, of_hold, of_share = counts
    _learn.learn(
        fields, SEED, start, rounds, of_finish, of_other, of_hold, of_share, met, products, sums
    )
    finish, other = (_updated(t, c, SMOOTH) for t, c in zip(tables[:2], counts[:2], strict=True))
    hold, share = (_updated(t, c, (1,)) for t, c in zip(tables[2:], counts[2:], strict=True))
    return Beliefs(
        _with_ends(finish),
        _with_ends(other),
        hold,
        share,
        _worth(before.worth, products, sums),
        int(met[1]) * ONE // max(1, int(met[0])),
    )


def _updated(before: Ints, count: Ints, smooth: tuple[int, ...]) -> Ints:
    """The share of good cases in each cell and its neighbours, with what was believed before."""
    middle, steps = len(smooth) // 2, before.shape[-1]
    cases, good = (
        sum(weight * padded[..., i : i + steps] for i, weight in enumerate(smooth))
        for padded in (
            np.pad(c.reshape(before.shape), [(0, 0)] * (before.ndim - 1) + [(middle, middle)])
            for c in count
        )
    )
    prior = PRIOR * max(smooth)
    return np.asarray((good * ONE + prior * before) // (cases + prior))


def _worth(before: Ints, products: Ints, sums: Ints) -> Ints:
    """Regress the tricks that a seat goes on to complete on the cards that it holds.

    Beside the cards stand what its side needs, and whether it leads; ridge towards what was
    believed before. ``products[left, no trump]`` and ``sums`` hold the normal equations.
    """
    after = before.copy()
    cards = before[0].size
    for left in range(1, len(before)):
        for no_trump, kinds in enumerate(((0, 1), (2,))):
            ridge = np.full(sums.shape[-1], 1e-3)
            ridge[:cards] = RIDGE
            prior = np.zeros(sums.shape[-1])
            prior[:cards] = before[left].ravel() / ONE
            found = _solved(
                products[left, no_trump] + np.diag(ridge), sums[left, no_trump] + ridge * prior
            )
            fitted = np.rint(found[:cards].reshape(before.shape[1:]) * ONE).astype(np.int64)
            for kind in kinds:
                after[left, :, kind] = np.clip(fitted[:, kind], LEAST, MOST)
    return after


def _solved(matrix: NDArray[np.float64], right: NDArray[np.float64]) -> NDArray[np.float64]:
    """Solve positive definite equations by elimination, with the same bits on every machine."""
    a = np.column_stack([matrix, right])
    for i in range(len(a)):
        a[i + 1 :] -= (a[i + 1 :, i] / a[i, i])[:, None] * a[i]
    for i in reversed(range(len(a))):
        a[i] /= a[i, i]
        a[:i] -= a[:i, i][:, None] * a[i]
    return np.asarray(a[:, -1])
