"""Times the solver beside DDS, the solver of bridge: the same fresh deals for both, in turns.

The solver is called as its users call it, DDS in two ways, of which the faster counts. Times are
those of the processor, all threads together. Where both answer a question, they have to agree.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from time import process_time
from typing import Any

import numpy as np
from _dds import TRUMPS, Dds, Values, Way
from _tables import Micros, machine, spread, table
from numpy.typing import NDArray

from analyser.api import solve_batch
from analyser.core.rules import load_rules
from analyser.games.maids import GAME, endings
from analyser.games.maids.endings import QUESTIONS, SEATS, Endings, Solver
from analyser.games.maids.positions import possible_bids

PASSES = 9
DEALS = 1000
"""In each pass."""
PART = 200
"""Of deals of its own that DDS solves where it cannot answer the question."""
SIZE = 6
"""Cards in a hand."""
SEED = 0
BRIDGE = {"trick.slacker_ranks": [], "trick.zero_beats_nine": False}
"""The rules without what bridge does not know."""

Ints = NDArray[np.int64]
Answer = Callable[["Deals"], Values]


@dataclass(frozen=True)
class Deals:
    """n deals as ``solve_batch`` takes them.

    ``hands`` [n, seats, cards] ascending, ``trump`` [n] (-1 for none), ``lead`` [n], ``bids`` and
    ``appeals`` [n, sides].
    """

    players: int
    hands: Ints
    trump: Ints
    lead: Ints
    bids: Ints
    appeals: Ints

    def __len__(self) -> int:
        return len(self.hands)


def draw(random: np.random.Generator, n: int, players: int = 4, size: int = SIZE) -> Deals:
    """Deals in which all is equally likely: cards, trump or none, leader, bids and appeals."""
    table = load_rules(GAME, "standard", players).table
    seats, sides = max(3, players), table.sides(players)
    cards = random.permuted(np.tile(table.cards, (n, 1)), axis=1)[:, : seats * size]
    appeals = random.integers(table.distribution.bid_cards + 1, size=(n, sides))
    appeals[:, players:] = 0  # Clara does not appeal.
    return Deals(
        players,
        np.sort(cards.reshape(n, seats, size)),
        random.choice(TRUMPS, n),
        random.integers(seats, size=n),
        random.choice(possible_bids(table), (n, sides)),
        appeals,
    )


class Kernel(Solver):
    """The solver's kernel, with a clock for the time spent in it."""

    seconds = 0.0

    def masks(self, *arguments: Any) -> None:
        began = process_time()
        super().masks(*arguments)
        Kernel.seconds += process_time() - began

    def points(self, *arguments: Any) -> None:
        began = process_time()
        super().points(*arguments)
        Kernel.seconds += process_time() - began


def value(deals: Deals, question: str, rules: dict[str, Any] | None = None) -> Values:
    """What ``solve_batch`` answers [n] for the leader's side."""
    known: dict[str, Any] = {"players": deals.players, "question": question, "rules": rules}
    if question in ("points", "difference"):
        known |= {"bids": deals.bids, "appeals": deals.appeals}
    return solve_batch("maids", deals.hands, deals.trump, deals.lead, **known)


def sixteen(deals: Deals) -> Values:
    """The most tasks [n, 4, 4] of seats 0 and 2, by trump, the last for none, and leader."""
    found = solve_batch(
        "maids",
        np.repeat(deals.hands, 16, axis=0),
        np.tile(np.repeat(TRUMPS, 4), len(deals)),
        np.tile(np.arange(4), 4 * len(deals)),
        side=0,
        rules=BRIDGE,
    )
    return found.reshape(-1, 4, 4)


def of_leaders(tasks: Values) -> Values:
    """The tasks [..., 4] of seats 0 and 2, by leader, as those of the leader's side."""
    return np.where(np.arange(4) % 2, SIZE - tasks, tasks)


def every_lead(deals: Deals) -> Values:
    """The most tasks [n, cards] of the leader's side after each of the leader's cards.

    Of cards with nobody else's between them only the lowest is tried: they are worth the same.
    """
    n = np.arange(len(deals))
    cards, masks = deals.hands[n, deals.lead], _masks(deals)
    others = np.bitwise_or.reduce(masks, axis=1) ^ masks[n, deals.lead]
    lower, upper = cards[:, :-1], cards[:, 1:]
    between = others[:, None] & ((1 << upper) - (2 << lower))
    tried = np.ones(cards.shape, bool)
    tried[:, 1:] = (lower // 10 != upper // 10) | (between != 0)

    deal, led = np.repeat(n, tried.sum(axis=1)), cards[tried]
    masks = masks[deal]
    masks[np.arange(len(deal)), deals.lead[deal]] ^= 1 << led
    after = _endings(deals, deal, masks, led)
    most = np.empty(len(deal), np.int64)
    for side in range(2):
        chosen = np.flatnonzero(after.lead % 2 == side)
        counts = after.take(chosen).counts("max_completed", side)
        most[chosen] = np.bitwise_count(counts).astype(np.int64) - 1
    return most[np.cumsum(tried).reshape(tried.shape) - 1]


def alone(deals: Deals, solver: Solver) -> Values:
    """The tasks [n], as bits, that the leader can force exactly against the three others."""
    out, masks = np.empty(len(deals), np.uint16), _masks(deals)
    for seat in range(SEATS):
        chosen = np.flatnonzero(deals.lead == seat)
        e, found = _endings(deals, chosen, masks[chosen]), np.empty(len(chosen), np.uint16)
        every, exact = np.full(len(chosen), 0xFFFF, np.uint16), QUESTIONS["exact"]
        places = e.hands, e.tricks, e.trump, e.lead, e.holder
        solver.masks(*places, exact, 1 << seat, 1 << seat, every, found)
        out[chosen] = found
    return out


def _masks(deals: Deals) -> Ints:
    """The hands [n, seats] as masks."""
    masks: Ints = np.bitwise_or.reduce(1 << deals.hands, axis=2)
    return masks


def _endings(deals: Deals, deal: NDArray[np.intp], masks: Ints, led: Ints | int = -1) -> Endings:
    """Endings [m] of the deals given by index, with what is left of hands and the card led."""
    tricks = np.full((len(deal), SEATS), -1, np.int8)
    tricks[:, 0] = led
    trump, lead = deals.trump[deal], deals.lead[deal].astype(np.int8)
    return Endings(
        load_rules(GAME, "standard", deals.players, BRIDGE),
        masks.astype(np.uint32),
        tricks,
        np.where(trump < 0, 3, trump).astype(np.int8),
        lead,
        lead,
    )


@dataclass(frozen=True)
class Times:
    """Microseconds a value [passes] of the solver, of its kernel alone, of DDS in each way."""

    solver: Micros
    kernel: Micros
    dds: dict[str, Micros]

    @property
    def fastest(self) -> str:
        """The fastest way of DDS, by medians."""
        return min(self.dds, key=lambda name: float(np.median(self.dds[name])))

    @property
    def best(self) -> Micros:
        """Its times."""
        return self.dds[self.fastest]

    def medians(self) -> list[str]:
        """As cells of a table."""
        return [f"{np.median(times):.1f}" for times in (self.solver, self.kernel, self.best)]


def take_turns(
    random: np.random.Generator,
    ours: Way,
    theirs: Sequence[Way],
    *,
    deals: int = DEALS,
    values: int = 1,
    players: int = 4,
    size: int = SIZE,
    same: bool = True,
) -> Times:
    """Times of all ways; each pass has fresh deals, each deal ``values`` values; one pass warms up.

    With ``same`` all get the same deals and have to agree; else theirs are others, of four hands.
    """
    spent: dict[str, list[float]] = {way.name: [] for way in (ours, *theirs)}
    kernel = []
    for turn in range(PASSES + 1):
        dealt = draw(random, deals, players, size)
        bridge = dealt if same else draw(random, PART)
        ways = [(ours, dealt), *((way, bridge) for way in theirs)]
        found = {}
        for way, some in ways if turn % 2 else ways[::-1]:
            run = way.prepare(some)
            Kernel.seconds, began = 0.0, process_time()
            raw = run()
            scale = 1e6 / (len(some) * values)
            spent[way.name].append((process_time() - began) * scale)
            if way is ours:
                kernel.append(Kernel.seconds * scale)
            if same:
                found[way.name] = way.read(raw)
        for name, answer in found.items():
            if not np.array_equal(answer, found[ours.name]):
                raise SystemExit(f"{name} and {ours.name} do not agree")
    times = {name: np.array(micros[1:]) for name, micros in spent.items()}
    return Times(times.pop(ours.name), np.array(kernel[1:]), times)


def solver(answer: Answer, read: Callable[[Any], Values] = np.asarray) -> Way:
    """The solver's way: nothing is prepared."""
    return Way("the solver", lambda deals: partial(answer, deals), read)


def most() -> Way:
    """The value that bridge knows."""
    return solver(partial(value, question="max_completed", rules=BRIDGE))


def both(random: np.random.Generator, dds: Dds) -> str:
    """What both answer."""
    measured = {
        "a value of a new deal": take_turns(random, most(), dds.value()),
        "every lead of a new deal": take_turns(random, solver(every_lead), dds.every_lead()),
        "each of 16 values of a new deal": take_turns(
            random, solver(sixteen, of_leaders), dds.sixteen(), deals=DEALS // 4, values=16
        ),
    }
    rows = [
        [name, *times.medians(), times.fastest, spread(times.best / times.solver)]
        for name, times in measured.items()
    ]
    return table(["", "solver, µs", "its kernel", "DDS, µs", "by", "DDS / solver"], rows)


def only_ours(random: np.random.Generator, dds: Dds) -> str:
    """What DDS does not answer, beside one value of DDS."""
    trick = load_rules(GAME, "standard", 4).table.trick
    slackers = sum(1 << 10 * suit + rank for suit in range(3) for rank in trick.slacker_ranks)
    kernel = Kernel(4, True, slackers, trick.zero_beats_nine)
    questions: dict[str, tuple[int, Answer]] = {
        "`exact`, 2 against 2": (4, partial(value, question="exact")),
        "`exact`, 1 against 3": (4, partial(alone, solver=kernel)),
        "`exact`, 1 against 2": (3, partial(value, question="exact")),
        "`exact`, two players and Clara": (2, partial(value, question="exact")),
        "`difference`, 2 against 2": (4, partial(value, question="difference")),
        "`points`, 2 against 2": (4, partial(value, question="points")),
    }
    rows = []
    for name, (players, answer) in questions.items():
        times = take_turns(
            random, solver(answer), dds.value(), deals=DEALS // 2, players=players, same=False
        )
        rows.append([name, *times.medians(), spread(times.solver / times.best)])
    return table(["", "solver, µs", "its kernel", "a value by DDS", "solver / DDS"], rows)


def without_search(random: np.random.Generator, dds: Dds) -> str:
    """What is left when there is little or nothing to search."""
    rows = []
    for size in (1, 2, 4):
        times = take_turns(random, most(), dds.value()[:1], deals=DEALS // 2, size=size)
        rows.append([f"a value of a new deal, hands of {size}", *times.medians()])
    times = take_turns(random, most(), [dds.refused()], deals=1, same=False)
    rows.append(["a call for one deal; a call that DDS refuses", *times.medians()])
    return table(["", "solver, µs", "its kernel", "SolveBoard, µs"], rows)


def main() -> None:
    """Print the tables."""
    endings.Solver = Kernel
    random, dds = np.random.default_rng(SEED), Dds()
    print(f"{machine()}; DDS of endplay {version('endplay')}; seed {SEED}")
    print(
        f"Medians, and quartiles of ratios, of {PASSES} passes with fresh deals: {DEALS} in each "
        f"(16 values: {DEALS // 4}), in the other tables {DEALS // 2} (a value by DDS: {PART})\n"
    )
    for part in (both, only_ours, without_search):
        print(part(random, dds))
    print(f"afterwards {machine()}")


if __name__ == "__main__":
    main()
