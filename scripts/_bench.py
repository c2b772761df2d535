"""Compares the kernels with a peer, turn by turn, so that a noisy machine is fair to both."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

import analyser
from analyser.core.registry import get_game
from analyser.core.rules import load_rules
from analyser.core.spec import GameSpec

PAIRS = 15
GAMES = 200_000
"""Of some rounds each, in chunks as a batch plays them."""
CHUNK = 8192


def rounds_per_second(spec: GameSpec, strategy: str, seed: int) -> float:
    """The rate of a game's kernel on one core."""
    rules = load_rules(spec)
    strategies = spec.parse_strategies(strategy, rules)
    began = time.perf_counter()
    rounds = sum(
        spec.simulate(rules, strategies, seed, start, CHUNK).rounds
        for start in range(0, GAMES, CHUNK)
    )
    return rounds / (time.perf_counter() - began)


def peer_rate(command: list[str]) -> float:
    """The rate that the peer prints."""
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return float(printed.split()[0])


def main(arguments: list[str]) -> None:
    """Print the rate of every kernel, and with a peer the medians of rates and ratios."""
    print(analyser.bench().rows.to_string(index=False))
    if not arguments:
        return
    name, *peer = arguments
    spec = get_game(name)
    print(f"\nmedians of {PAIRS} pairs, one core each, against: {' '.join(peer)}")
    for strategy in (s.name for s in spec.strategies if s.fast):
        pairs = [(peer_rate(peer), rounds_per_second(spec, strategy, i)) for i in range(PAIRS)]
        ratios = sorted(ours / theirs for theirs, ours in pairs)
        theirs, ours = (statistics.median(side) for side in zip(*pairs, strict=True))
        print(
            f"{strategy}: {ours:,.0f} against {theirs:,.0f} rounds/s, "
            f"ratio {statistics.median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
