"""Certificates of strength: what tournaments on duplicate deals said of a game's ladder.

They stand in ``certificates.json`` in the game's folder, one for each rule set and number of
players, and are found by the digest of the rules: under other rules there is none, it has lapsed.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal

import msgspec

from analyser.core.spec import GameSpec

FILE = "certificates.json"
"""The file in a game's folder that holds its certificates; a game may come without."""

COMPETENT = 0.1
"""Who is competent loses less than this share of what a beginner loses at the same table."""

Verdict = Literal["yes", "no", "unclear"]


class Held(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How one side that played ``a`` did among others that played ``b``: a row of a tournament.

    The intervals are of 95 %; ``p_adjusted`` is of an edge of 0 (Holm, all rows of the tournament).
    """

    a: str
    b: str
    n: int
    seed: int
    win_share: float
    win_share_low: float
    win_share_high: float
    win_share_fair: float
    edge: float
    edge_low: float
    edge_high: float
    score_difference: float
    score_difference_low: float
    score_difference_high: float
    p_adjusted: float

    @property
    def better(self) -> bool:
        """Whether ``a`` is shown to be better, in games won or in points."""
        return self.edge_low > 0 or self.score_difference_low > 0

    def to_dict(self) -> dict[str, Any]:
        """The row as plain data."""
        fields: dict[str, Any] = msgspec.to_builtins(self)
        return fields


class Blunders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Clear-cut positions in which a strategy found a good action, ``passed`` out of ``of``."""

    passed: int
    of: int


class Certificate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is known of a game's ladder under one rule set with one number of players.

    ``ladder`` has the canonical text of each rung from the weakest up, ``rows`` how they did among
    each other, ``blunders`` those of each strategy that was asked.
    """

    variant: str
    players: int
    rules_digest: str
    version: str
    ladder: tuple[str, ...]
    rows: tuple[Held, ...]
    blunders: dict[str, Blunders] = {}

    def held(self, a: str, b: str) -> Held | None:
        """How ``a`` did among ``b``, if that was played."""
        return next((row for row in self.rows if (row.a, row.b) == (a, b)), None)

    def below(self, strategy: str) -> str | None:
        """The rung below a strategy; None for the lowest, and off the ladder."""
        if strategy not in self.ladder[1:]:
            return None
        return self.ladder[self.ladder.index(strategy) - 1]

    def step(self, strategy: str) -> Held | None:
        """How a strategy did among the rung below."""
        below = self.below(strategy)
        return None if below is None else self.held(strategy, below)

    def alone(self, strategy: str) -> Held | None:
        """How a strategy did alone at a table of the top rung."""
        return self.held(strategy, self.ladder[-1])

    def doubled(self, strategy: str) -> Held | None:
        """What a strategy that searches did with twice the budget, among itself."""
        name = strategy.partition(":")[0]
        return next((r for r in self._responders(strategy) if r.a.partition(":")[0] == name), None)

    def exploited(self, strategy: str) -> Held | None:
        """Who did best among copies of a strategy: the best response to it gains no less."""
        better = [row for row in self._responders(strategy) if row.score_difference_low > 0]
        return max(better, key=lambda row: row.score_difference, default=None)

    def competent(self, strategy: str) -> Verdict:
        """Whether a strategy loses less than :data:`COMPETENT` of what a beginner does.

        Both alone at a table of the top rung. Clear only if it is so at the worst and best ends of
        both intervals, so no interval of the ratio is needed, nor how the two hang together.
        """
        if strategy == self.ladder[-1]:
            return "yes"
        own, beginner = self.alone(strategy), self.alone(self.ladder[0])
        if own is None or beginner is None or beginner.score_difference_high >= 0:
            return "unclear"
        least, most = -own.score_difference_high, -own.score_difference_low
        if most < COMPETENT * -beginner.score_difference_high:
            return "yes"
        return "no" if least >= COMPETENT * -beginner.score_difference_low else "unclear"

    @property
    def competents(self) -> tuple[str, ...]:
        """The rungs that are shown to be competent, from the weakest up."""
        return tuple(name for name in self.ladder if self.competent(name) == "yes")

    def describe(self, strategy: str) -> dict[str, Any]:
        """All that is known of a rung, as plain data; what was not measured is None."""
        rows = {
            "above": self.step(strategy),
            "below": self.held(self.below(strategy) or "", strategy),
            "alone": self.alone(strategy),
            "doubled": self.doubled(strategy),
            "exploited": self.exploited(strategy),
        }
        return {
            "strategy": strategy,
            "variant": self.variant,
            "players": self.players,
            "rules_digest": self.rules_digest,
            "version": self.version,
            **{name: row and row.to_dict() for name, row in rows.items()},
            "blunders": msgspec.to_builtins(self.blunders.get(strategy)),
            "competent": self.competent(strategy),
        }

    def _responders(self, strategy: str) -> list[Held]:
        return [row for row in self.rows if row.b == strategy]


@cache
def certificates(spec: GameSpec) -> Mapping[str, Certificate]:
    """The certificates of a game by the digest of the rules, read once; none without a file."""
    path = spec.folder / FILE
    if not path.exists():
        return {}
    read = msgspec.json.decode(path.read_bytes(), type=list[Certificate])
    return {each.rules_digest: each for each in read}
