"""What the analyses need to know about Bellboys: who is better, and where points come from."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from analyser.core.questions import Subject
from analyser.core.records import Records
from analyser.core.rules import Rules

HIGHER_WINS = True

COMPONENT_NAMES: Mapping[str, str] = {"rounds": "rounds won"}
"""The sources of points (:func:`components`) as readers know them."""

FEATURE_NAMES: Mapping[str, str] = {"suits": "complete suits that change sides"}
"""The features of the rules as readers know them."""

FEATURE_SUBJECTS: Mapping[str, Subject] = {
    "suits": Subject("suit", "the side that completes it", "complete suits")
}
"""What each feature can be lifted from, one by one."""

GROUPINGS: Mapping[str, object] = {}
"""How bids can be grouped: there are none."""


def components(records: Records, rules: Rules) -> dict[str, NDArray[np.int16]]:
    """Points by source, int16[sides, rounds]: all come from rounds won (section 3.9)."""
    return {"rounds": records["points"]}
