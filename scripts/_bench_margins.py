"""Times the solver of Bellboys beside plain minimax in Python: the same fresh deals, in turns.

The solver is called as its users call it. Times are those of the processor. All values of minimax
have to agree.
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
from _tables import Micros, machine, spread, table
from numpy.typing import NDArray

from analyser.api import solve_batch
from analyser.games.bellboys import perfect

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.games.bellboys.minimax import Ending

PASSES = 9
DEALS = 2000
"""In each pass."""
PART = 5
"""Of them solved by minimax as well, whole deals."""
SEED = 0
SUITS, SYMBOLS, HAND = 3, 5, 7

Ints = NDArray[np.int64]
Deals = tuple[Ints, Ints, Ints]
"""Hands [n, 2, size], the cards set aside [n], the seats that lead [n]."""


class Kernel(perfect.Solver):
    """The solver's kernel, with a clock for the time spent in it."""

    seconds = 0.0

    def margins(self, *arguments: Any) -> None:
        began = process_time()
        super().margins(*arguments)
        Kernel.seconds += process_time() - began


def draw(random: np.random.Generator, n: int, size: int = HAND) -> Deals:
    """Deals in which both whole hands have all suits; the first cards of each hand."""
    deck = np.arange(SUITS * SYMBOLS)
    cards = random.permuted(np.tile(deck, (2 * n + 20, 1)), axis=1)
    hands = cards[:, : 2 * HAND].reshape(-1, 2, HAND)
    suits = np.arange(SUITS)[:, None] == hands[..., None, :] // SYMBOLS
    chosen = np.flatnonzero(suits.any(axis=3).all(axis=(1, 2)))[:n]
    return hands[chosen, :, :size], cards[chosen, -1], random.integers(2, size=n)


def solve(deals: Deals, **options: Any) -> tuple[NDArray[np.integer], float, float]:
    """The margins, and microseconds a deal of the solver and of its kernel alone."""
    Kernel.seconds, began = 0.0, process_time()
    margins = solve_batch("bellboys", *deals, **options)
    scale = 1e6 / len(deals[0])
    return margins, (process_time() - began) * scale, Kernel.seconds * scale


def minimax(deals: Deals) -> tuple[list[int], float]:
    """The margins, and microseconds a deal, by plain minimax."""
    began, margins = process_time(), []
    for hands, aside, lead in zip(*(array.tolist() for array in deals), strict=True):
        ending = Ending((tuple(hands[0]), tuple(hands[1])), aside, lead)
        worth = [margin for _, margin in ending.margins()]
        margins.append(min(worth) if lead else max(worth))
    return margins, (process_time() - began) * 1e6 / len(margins)


def passes(random: np.random.Generator, size: int, **options: Any) -> tuple[Micros, Micros]:
    """Microseconds a deal [passes], of the solver and of its kernel; one pass warms up."""
    found = [solve(draw(random, DEALS, size), **options)[1:] for _ in range(PASSES + 1)]
    ours, kernel = np.array(found[1:]).T
    return ours, kernel


def beside(random: np.random.Generator) -> str:
    """Whole deals by the solver and by minimax, in turns."""
    ours, kernel, theirs = [], [], []
    for _ in range(PASSES + 1):
        deals = draw(random, DEALS)
        margins, *times = solve(deals)
        some = (deals[0][:PART], deals[1][:PART], deals[2][:PART])
        expected, peer = minimax(some)
        if margins[:PART].tolist() != expected:
            raise SystemExit("minimax and the solver do not agree")
        ours.append(times[0])
        kernel.append(times[1])
        theirs.append(peer)
    rows = [
        [name, f"{1e6 / np.median(micros[1:]):,.0f}", spread(np.array(micros[1:]), 1)]
        for name, micros in (("solver", ours), ("its kernel", kernel), ("minimax", theirs))
    ]
    ratio = spread(np.array(theirs[1:]) / np.array(ours[1:]), 0)
    return table(["", "deals/s", "µs a deal"], rows) + f"\nminimax / solver: {ratio}\n"


def parts(random: np.random.Generator) -> str:
    """Endings of fewer cards, and the choice of fans."""
    kinds: list[tuple[str, int, dict[str, Any]]] = [
        (f"hands of {size}", size, {}) for size in range(2, HAND + 1)
    ]
    kinds.append(("four fans of a deal", HAND, {"fans": True}))
    rows = [[name, *map(spread, passes(random, size, **more))] for name, size, more in kinds]
    return table(["", "solver, µs", "its kernel, µs"], rows)


def main() -> None:
    """Print the tables."""
    perfect.Solver = Kernel
    random = np.random.default_rng(SEED)
    print(f"{machine()}; seed {SEED}")
    print(f"Medians and quartiles of {PASSES} passes, {DEALS} fresh deals in each")
    print(f"(minimax: {PART} of them)\n")
    for part in (beside, parts):
        print(part(random))
    print(f"afterwards {machine()}")


if __name__ == "__main__":
    main()
