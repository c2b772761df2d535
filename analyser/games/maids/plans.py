"""What `planner` knows about a rule set: tables computed from the rules, by playing them.

Self-play tells how often cards hold and how often hands finish as they are bid (see
``analyser.games.maids.learning``); from that a dynamic programme over the distribution values every
unfinished hand. All is integers, in units of 1 / ONE, so that both engines decide alike on every
machine. How it was found: docs/decisions/planner.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyser.core.rules import Rules
from analyser.games.maids.greedy import ONE, beaters, kind_of
from analyser.games.maids.learning import STEP, Beliefs, Ints, learned
from analyser.games.maids.rules import NO_TRUMP, TRUMPS, Table


@dataclass(frozen=True)
class Stakes:
    """What is at stake in a round, in points of margin.

    ``met``: a bid met rather than failed, without appeals; ``appeal``: what each appeal adds to
    that; ``gift``: what a failed appeal costs. ``accepted``: a trick won, in units of 1 / ONE.
    """

    met: int
    appeal: int
    gift: int
    accepted: int

    @classmethod
    def of(cls, rules: Rules, met: int) -> Stakes:
        """The stakes where sides meet their bids with that chance, in units of 1 / ONE."""
        table: Table = rules.table
        scoring, others = table.scoring, table.sides(rules.players) - 1
        chances = [ONE]  # of so many others that succeed
        for _ in range(others):
            pairs = zip([*chances, 0], [0, *chances], strict=True)
            chances = [(a * (ONE - met) + b * met) // ONE for a, b in pairs]
        total = 0
        for succeed, chance in enumerate(chances):
            lost = 0  # by those others, who share the tier
            if succeed:
                lost = succeed * (scoring.success[succeed - 1] - scoring.success[succeed])
            total += chance * (others * scoring.success[succeed] + lost)
        return cls(
            met=total // (others * ONE),
            appeal=scoring.appeal_success + scoring.appeal_failure,
            gift=scoring.appeal_failure,
            accepted=ONE * scoring.accepted * (others + 1) // others,
        )


@dataclass(frozen=True)
class Plans:
    """The tables of a rule set.

    ``value[trump, keeps, memo, places, bid, step]`` is the margin to expect from a round when the
    hand lacks ``keeps`` kept cards, may still pass (``memo``) and has ``places`` bid cards to come,
    by the worth of its cards from -1 trick on in steps of :data:`STEP`; ``success`` is the chance
    that its bid is met. ``mean_worth[trump]``: of a card still to come.
    """

    beliefs: Beliefs
    stakes: Stakes
    value: Ints
    success: Ints
    mean_worth: tuple[int, ...]

    @property
    def tables(self) -> dict[str, Ints]:
        """All tables, in the order in which the kernel holds them."""
        beliefs = self.beliefs
        return {
            "value": self.value,
            "success": self.success,
            "finish": beliefs.finish,
            "other": beliefs.other,
            "hold": beliefs.hold,
            "share": beliefs.share,
            "worth": beliefs.worth,
        }

    def kernel_fields(self) -> tuple[dict[str, Any], NDArray[np.int32]]:
        """The fields of the kernel's struct, and the tables at whose address it looks."""
        tables = self.tables
        flat = np.concatenate([t.ravel() for t in tables.values()]).astype(np.int32)
        ends = np.cumsum([t.size for t in tables.values()]).tolist()
        offsets = dict(zip(list(tables)[1:], ends[:-1], strict=True))
        fields = {
            "tables": flat.ctypes.data,
            **offsets,
            "steps": self.value.shape[-1],
            "bids": self.value.shape[-2],
            "mean_worth": list(self.mean_worth),
            "stake": self.stakes.met,
            "appeal_stake": self.stakes.appeal,
            "appeal_gift": self.stakes.gift,
            "accepted": self.stakes.accepted,
        }
        return fields, flat


_learning = Lock()


def plans_of(rules: Rules) -> Plans:
    """The tables of a rule set: a second of self-play, kept in the user's cache folder.

    Threads that need them at once wait for one of them to learn.
    """
    with _learning:
        return _plans_of(rules)


@lru_cache(maxsize=16)
def _plans_of(rules: Rules) -> Plans:
    return make_plans(rules, learned(rules, make_plans))


def make_plans(rules: Rules, beliefs: Beliefs) -> Plans:
    """Value the unfinished hands, given what is believed about finished ones."""
    table: Table = rules.table
    limits, teams = table.distribution, rules.players == 4
    stakes = Stakes.of(rules, beliefs.met)
    bids = table.most_bid + 1
    shape = (limits.hand_cards + 1, 2, limits.bid_cards + 1, bids, beliefs.finish.shape[-1])
    value = np.zeros((len(TRUMPS), *shape), dtype=np.int64)
    success = np.zeros_like(value)
    means = []
    for trump in range(len(TRUMPS)):
        worths = _worths(table, trump, beliefs)
        means.append(sum(worth * n for (worth, _), n in worths.items()) // len(table.cards))
        if trump not in {table.trump(i + 1) for i in range(len(table.game.trumps))}:
            continue
        final = _final(beliefs.finish[int(trump == NO_TRUMP)], table.sides(rules.players), bids)
        worth = np.arange(shape[-1]) * STEP - ONE
        success[trump, 0, 0, 0] = final
        value[trump, 0, 0, 0] = stakes.met * final + (stakes.accepted * worth >> 15)
        draws = Draws.of(worths, bids, shape[-1])
        for at in _places(limits.hand_cards - (not teams), 1 if teams else 2, limits.bid_cards):
            _fill(value[trump], success[trump], at, draws, stakes)
    return Plans(beliefs, stakes, value, success, tuple(means))


@dataclass(frozen=True)
class Draws:
    """The different cards that may be drawn next, n of them, by worth and icons.

    ``count`` [n]: how many there are of each. For hands worth so much more, ``step`` and ``after``
    [n, steps] are where a table is to be looked up, in the proportion of ``rest`` [n, 1] to
    :data:`STEP`; for bids so much higher, ``bid`` [n, bids].
    """

    count: Ints
    step: Ints
    after: Ints
    rest: Ints
    bid: Ints

    @classmethod
    def of(cls, cards: Counter[tuple[int, int]], bids: int, steps: int) -> Draws:
        """The draws that so many cards of each worth and icons give."""
        worth, icons = np.array(list(cards), dtype=np.int64).T
        step, rest = np.divmod(worth[:, None], STEP)
        step = np.clip(np.arange(steps) + step, 0, steps - 1)
        return cls(
            count=np.array(list(cards.values()))[:, None],
            step=step,
            after=np.minimum(step + 1, steps - 1),
            rest=rest,
            bid=np.minimum(np.arange(bids) + icons[:, None], bids - 1),
        )

    def kept(self, rows: Ints) -> Ints:
        """What rows [bids, steps] say once a card is kept, [bids, n, steps]."""
        here, there = rows[:, self.step], rows[:, self.after]
        return np.asarray(here + (there - here) * self.rest // STEP)

    def placed(self, rows: Ints) -> Ints:
        """What rows [bids, steps] say once it is a bid card, [bids, n, steps]."""
        return np.swapaxes(rows[self.bid], 0, 1)

    def mean(self, values: Ints) -> Ints:
        """The mean over the draws of values [bids, n, steps]."""
        return np.asarray((self.count * values).sum(axis=1) // self.count.sum())


def _worths(table: Table, trump: int, beliefs: Beliefs) -> Counter[tuple[int, int]]:
    """How many cards have a worth and icons, by what one may expect to see of their beaters."""
    limits, cards, zeros = table.distribution, table.cards, frozenset(table.zeros)
    middle = beliefs.worth[limits.hand_cards, 1]
    seen, rest = limits.hand_cards + limits.bid_cards - 1, len(cards) - 1
    found: Counter[tuple[int, int]] = Counter()
    for card in cards:
        worth = 0
        if card % 10 not in table.trick.slacker_ranks:
            over = len(beaters(cards, card, zeros))
            chances = middle[kind_of(card, trump)].tolist()
            ways = [comb(over, n) * comb(rest - over, seen - n) for n in range(min(over, seen) + 1)]
            worth = sum(w * chances[over - n] for n, w in enumerate(ways)) // comb(rest, seen)
        found[worth, table.icons[card // 10]] += 1
    return found


def _final(finish: Ints, sides: int, bids: int) -> Ints:
    """The chance that a full hand meets its bid, whoever leads, [bids, steps]."""
    full = finish[-1]
    final = np.zeros((bids, finish.shape[-1]), dtype=np.int64)
    final[: len(full)] = ((full[:, 0] * (sides - 1) + full[:, 1]) // sides)[:bids]
    return final


def _places(keeps: int, memos: int, places: int) -> Iterator[tuple[int, int, int]]:
    """The places in the distribution of an unfinished hand, each after those it leads to."""
    for keep in range(keeps + 1):
        for memo in range(memos):
            for place in range(places + 1):
                if keep or memo or place:
                    yield keep, memo, place


def _fill(
    value: Ints, success: Ints, at: tuple[int, int, int], draws: Draws, stakes: Stakes
) -> None:
    """Fill in a place: for each card that may be drawn, what is best to do with it."""
    keeps, memo, places = at
    options = []
    if keeps:
        to = keeps - 1, memo, places
        options.append((draws.kept(value[to]), draws.kept(success[to])))
    if memo:
        options.append((value[keeps, 0, places][:, None], success[keeps, 0, places][:, None]))
    if places:
        to = keeps, memo, places - 1
        chance = draws.placed(success[to])
        appeal = np.maximum(0, stakes.appeal * chance - stakes.gift * ONE)
        options.append((draws.placed(value[to]) + appeal, chance))
    best, chance = options[0]
    for other, its_chance in options[1:]:
        chance = np.where(other > best, its_chance, chance)
        best = np.maximum(other, best)
    value[at], success[at] = draws.mean(best), draws.mean(chance)
