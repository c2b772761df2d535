"""What `planner` looks up under a rule set: counted in rounds that it plays against itself.

The first pass is played by `greedy`, each later one with what the passes before have found; one
card in eight is played at random, so that standings are seen that good play would avoid. All
numbers are integers, chances in units of 1 / :data:`ONE`, so that every machine finds the same.
"""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from importlib.metadata import version
from itertools import combinations_with_replacement, product
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyser.core.cache import kept_arrays
from analyser.core.rules import Rules
from analyser.games.bellboys import _learn
from analyser.games.bellboys.rules import HAND, SUIT_CARDS

Ints = NDArray[np.int64]
Tables = NDArray[np.int16]
"""All tables, one after the other."""

ONE = 1 << 14
BUCKETS = 8
"""Kinds of hands that are told apart with as many tricks to go, each as frequent as the others."""
STEPS = 256
STEP = 1 << 9
"""A hand's likely tricks are rounded down to so many before they are put into buckets."""
TOP_RANK = 49

TABLES = 1
"""Raised whenever `planner` or what it counts changes otherwise than by the numbers below."""
SEED = 0x9E3779B97F4A7C15
ROUNDS = (50_000, 50_000, 200_000, 400_000)
"""Rounds of self-play in each pass."""
PRIOR = 16
"""For how many cases of a cell counts what is believed of those like it."""

LAYOUT: dict[str, int] = _learn.layout()
"""Where each table begins among all of them."""

SPOILED, UNTAKEN = 0, 1
"""The classes of suits that both have cards of, or nobody."""


def suit_class(own: int, others: int, held: bool) -> int:
    """What a suit may come to, by the cards that oneself and the other have taken of it.

    ``held``: whether some card of it is left in one's hand, which matters if many are taken.
    """
    if (own and others) or own + others > SUIT_CARDS:
        return SPOILED
    taken = own or others
    if not taken:
        return UNTAKEN
    return 2 + 6 * (not own) + {1: 0, 2: 0, 3: 1 + held, 4: 3 + held, SUIT_CARDS: 5}[taken]


CLASSES = 14
MIXES = {mix: at for at, mix in enumerate(combinations_with_replacement(range(CLASSES), 3))}
"""The number of each mix of the classes of three suits, in ascending order."""


def layout_of(tables: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """Views of the tables by name, in their shapes."""
    shapes = {
        "class": (SUIT_CARDS + 1, SUIT_CARDS + 1, 2),
        "mix": (CLASSES,) * 3,
        "danger": (HAND + 1, SUIT_CARDS, HAND + 1),
        "bucket": (HAND + 1, STEPS),
        "lead": (HAND + 1, SUIT_CARDS + 1, TOP_RANK + 1),
        "value": (HAND * (HAND + 1) // 2, 2, len(MIXES), BUCKETS),
    }
    return {
        name: tables[LAYOUT[name] :][: int(np.prod(shape))].reshape(shape)
        for name, shape in shapes.items()
    }


_learning = Lock()


def tables_of(rules: Rules) -> Tables:
    """The tables of `planner` under these rules, int16, one after the other.

    They take about two seconds of self-play, and are kept in the user's cache folder. Threads that
    need them at once wait for one of them to learn.
    """
    with _learning:
        return _tables_of(rules)


@lru_cache(maxsize=16)
def _tables_of(rules: Rules) -> Tables:
    first = {"tables": first_tables()}
    kept = kept_arrays(f"planner-{_key(rules)}", first, lambda: {"tables": learn(rules)})
    return kept["tables"]


def _key(rules: Rules) -> str:
    """What the results depend on, as sixteen hex digits."""
    said = [rules.flat, rules.game, version("analyser"), TABLES, SEED, ROUNDS, PRIOR]
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:16]


def learn(rules: Rules) -> Tables:
    """Count the tables in :data:`ROUNDS` of self-play."""
    from analyser.games.bellboys.simulate import CODES, kernel_rules_with

    tables = first_tables()
    start = 0
    for number, rounds in enumerate(ROUNDS):
        strategy = CODES["planner" if number else "greedy"]
        counts = np.zeros((2, len(tables)), dtype=np.int64)
        fields = kernel_rules_with(rules, tables)
        _learn.play_counted(fields, strategy, SEED, start, rounds, *counts)
        start += rounds
        tables = counted(tables, counts, number)
    return tables


def first_tables() -> Tables:
    """What holds of all rules, and nothing else."""
    tables = np.zeros(LAYOUT["size"], dtype=np.int16)
    views = layout_of(tables)
    for own, others, held in product(range(6), range(6), range(2)):
        views["class"][own, others, held] = suit_class(own, others, bool(held))
    for mix in product(range(CLASSES), repeat=3):
        views["mix"][mix] = MIXES[tuple(sorted(mix))]  # type: ignore[index]
    return tables


def counted(before: Tables, counts: Ints, number: int) -> Tables:
    """The tables after a pass: how often each number of them came up, and ended well.

    What cards are likely to win is counted in the first pass only and hands are put into buckets
    by the second, so that these mean the same in all later ones.
    """
    tables = before.copy()
    views, cases, good = (layout_of(numbers) for numbers in (tables, *counts))
    if number == 0:
        views["danger"][:] = _shares(good["danger"], cases["danger"], ONE // 2)
    if number == 1:
        seen = cases["bucket"].cumsum(axis=1) - cases["bucket"] // 2
        views["bucket"][:] = np.minimum(BUCKETS - 1, BUCKETS * seen // np.maximum(1, seen[:, -1:]))
    by_rank = _shares(good["lead"].sum((0, 1)), cases["lead"].sum((0, 1)), ONE // 2)
    views["lead"][:] = _shares(good["lead"], cases["lead"], by_rank)
    flat = _shares(good["value"].sum((2, 3)), cases["value"].sum((2, 3)), ONE // 2)
    mixed = _shares(good["value"].sum(3), cases["value"].sum(3), flat[..., None])
    views["value"][:] = _shares(good["value"], cases["value"], mixed[..., None])
    return tables


def _shares(good: Ints, cases: Ints, prior: Ints | int) -> Ints:
    """The share of good cases in each cell, with what is believed of those like it."""
    return np.asarray((good * ONE + PRIOR * np.asarray(prior)) // (cases + PRIOR))
