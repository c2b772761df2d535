"""The forks of Maids: what can be imposed on a game while cards and luck stay the same.

================  ===================================================================
kind              meaning
================  ===================================================================
``action``        at its ``at``-th turn of the distribution, ``seat`` does action ``value``
                  (the place in :class:`~analyser.games.maids.engine.Action`)
``card``          to the ``at``-th trick, ``seat`` plays card ``value`` (seat 2 may be Clara)
``leader``        seat ``value`` leads the first trick
``target``        side ``seat`` keeps a bid of ``value`` within reach as long as it can
``slacker``       card ``value`` is a slacker (``at`` = 1) or is none (``at`` = 0)
``exchange``      cards ``value`` and ``at`` change places in the shuffled deck
================  ===================================================================

A decision that is not legal where it would be imposed leaves the strategy its choice.
"""

from __future__ import annotations

from analyser.core.errors import InputError
from analyser.core.forks import Fork
from analyser.core.rules import Rules
from analyser.games.maids.engine import Action

KINDS = ("action", "card", "leader", "target", "slacker", "exchange")
"""The kinds in the order of the kernel's codes, which count from 1."""


def check_fork(fork: Fork, rules: Rules) -> None:
    """Raise InputError where a fork names what these rules do not have."""
    limits = rules.table.distribution
    seats = rules.players + (rules.players == 2)
    cards = rules.table.cards
    turns = limits.hand_cards + limits.bid_cards + 1
    allowed: dict[str, tuple[object, object, object]] = {
        "action": (range(len(Action)), range(rules.players), range(turns)),
        "card": (cards, range(seats), range(limits.hand_cards)),
        "leader": (range(rules.players), None, None),
        "target": (
            range(rules.table.most_bid + 1),
            range(min(rules.players, 2 if rules.players == 4 else 3)),
            None,
        ),
        "slacker": (cards, None, range(2)),
        "exchange": (cards, None, cards),
    }
    if fork.kind not in allowed:
        raise InputError(f"fork kind {fork.kind!r} is unknown; maids has: {', '.join(KINDS)}")
    for name, values in zip(("value", "seat", "at"), allowed[fork.kind], strict=True):
        given = getattr(fork, name)
        if values is not None and given not in values:  # type: ignore[operator]
            raise InputError(f"fork {fork.kind}: {name} = {given}: must be among {list(values)}")  # type: ignore[call-overload]
    if fork.round < 0:
        raise InputError(f"fork {fork.kind}: round = {fork.round}: must be 0 (all) or more")
