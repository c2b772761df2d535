"""What the benchmarks print: tables in Markdown, and what they ran on."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Micros = NDArray[np.float64]


def spread(values: Micros, digits: int = 2) -> str:
    """The median, and the quartiles."""
    low, middle, high = (f"{v:,.{digits}f}" for v in np.percentile(values, [25, 50, 75]))
    return f"{middle} ({low} to {high})"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown, numbers to the right."""
    rule = ["---", *["--:"] * (len(head) - 1)]
    return "".join(f"| {' | '.join(row)} |\n" for row in (head, rule, *rows))


def machine() -> str:
    """The processor, and how busy the machine is."""
    cpu, load = Path("/proc/cpuinfo"), f"load {os.getloadavg()[0]:.1f}"
    found = re.search(r"^model name\s*: (.*)$", cpu.read_text(), re.M) if cpu.exists() else None
    return f"{found[1] if found else platform.machine()}, {load}"
