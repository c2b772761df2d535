"""The forks of Maids: what can be imposed on a round while cards and luck stay the same.

================  ===================================================================
kind              meaning
================  ===================================================================
``action``        at its ``at``-th turn of the distribution, ``seat`` does action ``value``
                  (the place in :class:`~analyser.games.maids.engine.Action`)
``face``          the ``at``-th bid card that ``seat`` places lies down (``value`` = 0) or up (1)
``card``          to the ``at``-th trick, ``seat`` plays the ``value``-th of its legal cards,
                  counted upwards (seat 2 may be Clara)
``leader``        seat ``value`` leads the first trick
``target``        side ``seat`` keeps a bid of ``value`` within reach as long as it can
``slacker``       in the tricks card ``value`` is a slacker (``at`` = 1) or is none (0)
``zero``          in the tricks the zero ``value`` does not beat its nine
``exchange``      before the tricks cards ``value`` and ``at`` of one suit change places
``restrict``      ``seat`` plays under a restriction, ``value`` being its :class:`Restriction`
================  ===================================================================

All numbers count from 0. A decision that is not legal where it would be imposed leaves the
strategy its choice. What changes in the tricks is known to all in the tricks.
"""

from __future__ import annotations

from enum import IntEnum

from analyser.core.errors import InputError
from analyser.core.forks import Fork
from analyser.core.rules import Rules
from analyser.games.maids.engine import Action, Round

KINDS = (
    "action",
    "face",
    "target",
    "restrict",
    "leader",
    "card",
    "slacker",
    "zero",
    "exchange",
)
"""The kinds in the order of the kernel's codes, which count from 1."""

HIGH_BID = 4
"""What a player who never bids high never bids."""


class Restriction(IntEnum):
    """What a seat never does, as far as it can be helped."""

    NO_APPEAL = 0
    NO_ZERO_BID = 1
    NO_HIGH_BID = 2
    NO_SLACK_WIN = 3
    RANDOM_PASS = 4


def allowed_bids(fork: Fork, most_bid: int) -> int | None:
    """The bids that a fork wants for the side it is about, as bits; None if it wants none."""
    every = (1 << most_bid + 1) - 1
    if fork.kind == "target":
        return 1 << fork.value
    if fork.kind == "restrict" and fork.value == Restriction.NO_ZERO_BID:
        return every & ~1
    if fork.kind == "restrict" and fork.value == Restriction.NO_HIGH_BID:
        return every & (1 << HIGH_BID) - 1
    return None


def in_reach(state: Round, legal: tuple[Action, ...], wanted: int) -> tuple[Action, ...]:
    """The legal actions that leave one of the wanted bids, as bits, in reach; all, if none does."""
    icons, side = state.table.icons, state.side(state.seat)
    reach = {state.bid(side) + icons[state.drawn // 10]}
    for _ in range(state.table.distribution.bid_cards - len(state.bids[side]) - 1):
        reach = {r + i for r in reach for i in icons}
    kept = tuple(a for a in legal if not a.is_bid or any(wanted >> bid & 1 for bid in reach))
    return kept or legal


def check_fork(fork: Fork, rules: Rules) -> None:
    """Raise InputError where a fork names what these rules do not have."""
    limits = rules.table.distribution
    players = range(rules.players)
    seats = range(rules.players + (rules.players == 2))
    sides = range(2 if rules.players == 4 else rules.players)
    cards = rules.table.cards
    suit = [c for c in cards if c // 10 == fork.value // 10]
    turns = range(limits.hand_cards + limits.bid_cards + 1)
    tricks, bids = range(limits.hand_cards), range(limits.bid_cards)
    allowed: dict[str, tuple[object, object, object]] = {
        "action": (range(len(Action)), players, turns),
        "face": (range(2), players, bids),
        "target": (range(rules.table.most_bid + 1), sides, None),
        "restrict": (range(len(Restriction)), players, None),
        "leader": (players, None, None),
        "card": (tricks, seats, tricks),
        "slacker": (cards, None, range(2)),
        "zero": (rules.table.zeros, None, None),
        "exchange": (cards, None, suit),
    }
    if fork.kind not in allowed:
        raise InputError(f"fork kind {fork.kind!r} is unknown; maids has: {', '.join(KINDS)}")
    for name, values in zip(("value", "seat", "at"), allowed[fork.kind], strict=True):
        given = getattr(fork, name)
        if values is not None and given not in values:  # type: ignore[operator]
            raise InputError(f"fork {fork.kind}: {name} = {given}: must be among {list(values)}")  # type: ignore[call-overload]
    if fork.round < 0:
        raise InputError(f"fork {fork.kind}: round = {fork.round}: must be 0 (all) or more")
