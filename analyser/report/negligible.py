"""Sizes below which a difference does not matter to a player at the table.

With many games every difference is told from nothing; a verdict asks whether it is large enough to
be noticed. A report definition may set each size; these are the defaults.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Size:
    """A size by default, in its unit ("share" is a fraction), and what it is held against."""

    default: float
    unit: str
    meaning: str


SIZES: dict[str, Size] = {
    "starting": Size(0.02, "share", "games won by the starter, from an even share"),
    "seats": Size(0.02, "share", "games won by a side, from an even share"),
    "bid_use": Size(0.01, "share", "how often the rarest bid is made"),
    "bid_menu": Size(3, "bids", "how many bids are worth making, the menu size"),
    "appeal": Size(0.5, "points", "what an appeal earns or costs, in margin"),
    "slacker": Size(0.5, "points", "what one slacker is worth, in margin"),
    "zero_nine": Size(0.2, "points", "what it is worth that a 0 beats its 9, in margin"),
    "dead": Size(0.2, "share", "cards played by sides whose bid is impossible by then"),
    "skill": Size(0.05, "share", "games won by the stronger strategy, above an even share"),
    "length": Size(45, "minutes", "how long a game takes"),
    "bystander": Size(0.1, "share", "games won by a side that nobody plays, from an even share"),
    "round": Size(0.15, "share", "what the least decisive round decides"),
    "comeback": Size(0.1, "share", "games won from behind in the last round"),
}
"""Every size that a verdict of page one is held against, by name."""
