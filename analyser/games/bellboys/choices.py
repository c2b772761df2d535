"""What the analysis of choice reads from a trace: the legal cards of each turn."""

from __future__ import annotations

import numpy as np

from analyser.core.rules import Rules
from analyser.games.bellboys.rules import HAND
from analyser.games.bellboys.trace import Trace
from analyser.games.bellboys.tricks import Numbers


def turns(trace: Trace, rules: Rules) -> dict[str, tuple[Numbers, Numbers]]:
    """By phase the number of each turn (from 0) and its legal actions, [turns, rounds] each.

    There is one phase, the tricks; both turns of a trick have its number.
    """
    trick = np.repeat(np.arange(HAND), 2)[:, None]
    return {"trick": (np.broadcast_to(trick, trace.play_options.shape), trace.play_options)}
