"""Bounds: what the sides of a batch could have done with the bids they made, all cards seen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyser.core.records import Records

Met = NDArray[np.bool_]
"""Whether each side can meet its bid in each round, bool[sides, rounds]; for a side that nobody
plays it is False."""


@dataclass(frozen=True)
class Bounds:
    """Who could have met the bid made, with the hands and bids of rounds as they were played.

    ``base`` are the records of those rounds. A bid is ``forceable`` if the side can meet it
    exactly against everybody else together, all hands seen; ``clairvoyant``: if it can when it
    also knows what the others at this table will answer, their random decisions included;
    ``possible``: if it can with everybody helping. ``without`` holds, by feature that the rules
    have, what is forceable and possible if that feature did not hold in the tricks.

    Forceable implies clairvoyant, which implies possible; a bid met as played is clairvoyant.
    Whether it was forceable and whether it was met imply nothing of each other.
    """

    base: Records
    forceable: Met
    clairvoyant: Met
    possible: Met
    without: Mapping[str, tuple[Met, Met]]
