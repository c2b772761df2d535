"""Forks: one decision of a game imposed, everything else left as it was.

A fork is given to the kernel or the reference engine beside the strategies. Cards and decisions
come from counter-based streams, so the branches of a fork see the same cards and the same luck,
and their difference is the worth of the imposed decision (paired by deal).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Fork:
    """One intervention.

    ``kind`` is a word that the game defines; ``round`` counts from 1, 0 means every round;
    ``seat``, ``at`` (the number of the turn or trick, from 0) and ``value`` mean what the kind
    says. A game lists its kinds in its ``forks`` module.
    """

    kind: str
    value: int
    round: int = 0
    seat: int = 0
    at: int = 0
