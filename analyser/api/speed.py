"""The speed of the kernels."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from analyser.api.plans import make_plan

if TYPE_CHECKING:
    from analyser.analysis.result import Result
    from analyser.batch.plan import Plan

GAMES = 2000
"""Games in a call of the kernel; their records make the checksum."""

SEARCHED = 5
"""The same for strategies that search."""


def bench(*, seconds: float = 0.5) -> Result:
    """Measure every kernel: ``name``, ``rate``, ``unit`` and ``checksum``.

    Each game is played with each number of players and each strategy at all seats, on one core,
    for about that many seconds. The checksum digests the records of the first games of seed 0:
    where it changes, the games themselves have changed.
    """
    import pandas as pd

    from analyser.analysis.result import Result
    from analyser.batch.plan import package_version
    from analyser.core.registry import games as registered

    rows = [
        _measure(
            make_plan(
                spec.name,
                players,
                strategy=strategy.name,
                games=GAMES if strategy.fast else SEARCHED,
            ),
            seconds,
        )
        for spec in registered().values()
        if spec.has("simulate")
        for players in spec.players
        for strategy in spec.strategies
    ]
    return Result(pd.DataFrame(rows), {"command": "bench", "version": package_version()})


def _measure(plan: Plan, seconds: float) -> dict[str, Any]:
    import hashlib

    checksum = hashlib.sha256(plan.play(0, plan.games).to_bytes()).hexdigest()[:16]
    rounds, began, elapsed = 0, time.perf_counter(), 0.0
    while elapsed < seconds:
        rounds += plan.play(0, plan.games).rounds
        elapsed = time.perf_counter() - began
    name = f"{plan.spec.name}/{plan.rules.players}/{plan.strategies[0]}"
    return {"name": name, "rate": rounds / elapsed, "unit": "rounds/s", "checksum": checksum}
