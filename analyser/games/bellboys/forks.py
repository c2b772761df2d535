"""The forks of Bellboys: what can be imposed on a round while cards and luck stay the same.

================  ===================================================================
kind              meaning
================  ===================================================================
``leader``        seat ``value`` leads the first trick
``fan``           ``seat`` opens its hand as dealt (``value`` = 0) or reversed (1), even where
                  fans are chosen blind
``look``          ``seat`` sees the card set aside (``value`` = 1) or does not (0)
``exchange``      before the fans cards ``value`` and ``at`` change places, in hands or aside;
                  nothing is dealt again
``suit``          suit ``value`` stays where it is when complete
``card``          to the ``at``-th trick, ``seat`` plays the ``value``-th of its legal cards,
                  counted from the left
================  ===================================================================

All numbers count from 0. A card that is not there leaves the strategy its choice. That a suit
stays is known to both seats from the start.
"""

from __future__ import annotations

from collections.abc import Collection

from analyser.core.errors import InputError
from analyser.core.forks import Fork
from analyser.core.rules import Rules
from analyser.games.bellboys.rules import HAND, SUITS

KINDS = ("leader", "fan", "look", "exchange", "suit", "card")
"""In the order of the kernel's codes, which count from 1."""


def check_fork(fork: Fork, rules: Rules) -> None:
    """Raise InputError where a fork names what these rules do not have."""
    seats, cards, tricks = range(rules.players), rules.table.cards, range(HAND)
    allowed: dict[str, dict[str, Collection[int]]] = {
        "leader": {"value": seats},
        "fan": {"value": range(2), "seat": seats},
        "look": {"value": range(2), "seat": seats},
        "exchange": {"value": cards, "at": cards},
        "suit": {"value": range(len(SUITS))},
        "card": {"value": tricks, "seat": seats, "at": tricks},
    }
    if fork.kind not in allowed:
        raise InputError(
            f"fork kind {fork.kind!r} is unknown; {rules.game} has: {', '.join(KINDS)}"
        )
    for name, values in allowed[fork.kind].items():
        given = getattr(fork, name)
        if given not in values:
            raise InputError(f"fork {fork.kind}: {name} = {given}: must be among {list(values)}")
    if fork.round < 0:
        raise InputError(f"fork {fork.kind}: round = {fork.round}: must be 0 (all) or more")
