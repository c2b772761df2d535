"""The Python calls: one for every command, with its name and options.

They return data, print nothing, and raise :class:`analyser.InputError` on bad input. Parameters
that many of them share:

game
    ``"maids"``, with a shipped variant ``"maids:first_to_100"``, or with the path of a rules file
    ``"maids:path/to/variant.toml"``.
players
    Number of players; three where the game allows it, else its smallest number.
rules
    Overrides: dotted rule key to value, such as ``{"trick.slacker_ranks": [5, 6]}``.
strategy
    One strategy for all seats (``"greedy"``), or one a seat, as ``"greedy,random,random"`` or as
    a sequence; the strongest fast one if left out.
games, seed
    How many complete games (100,000 for analyses, 1,000,000 for reports), and of which seed (0).
    The same seed gives the same games whatever the workers.
jobs, dask
    Number of workers (one a core), or the address of a Dask cluster to use instead.
progress
    Called with the numbers of games that are finished, and that there are.

Everything heavy is imported inside the calls, so that importing them is cheap.
"""

from __future__ import annotations

from analyser.api.analyses import (
    balance,
    bids,
    bounds,
    cards,
    features,
    report,
    slackers,
    tournament,
)
from analyser.api.lookup import games, metrics, moves, score, solution_text, solve, solve_batch
from analyser.api.play import replay, replays, simulate
from analyser.api.rules import rules_check, rules_diff, rules_show
from analyser.api.runs import runs_export, runs_list, runs_resume
from analyser.api.speed import bench

__all__ = [
    "balance",
    "bench",
    "bids",
    "bounds",
    "cards",
    "features",
    "games",
    "metrics",
    "moves",
    "replay",
    "replays",
    "report",
    "rules_check",
    "rules_diff",
    "rules_show",
    "runs_export",
    "runs_list",
    "runs_resume",
    "score",
    "simulate",
    "slackers",
    "solution_text",
    "solve",
    "solve_batch",
    "tournament",
]
