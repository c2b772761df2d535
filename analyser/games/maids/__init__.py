"""Clumsy Room Maids, for 2, 3 and 4 players: the rules are told in README.md beside this file."""

from __future__ import annotations

from analyser.core.spec import Column, GameSpec, StrategySpec
from analyser.core.strategies import Parameter

GAME = GameSpec(
    name="maids",
    title="Clumsy Room Maids",
    players=(2, 3, 4),
    strategies=(
        StrategySpec("random", 0, "uniform over the legal actions"),
        StrategySpec(
            "greedy", 1, "fast rule of thumb: fits the bid to the hand, then plays for it"
        ),
        StrategySpec(
            "planner", 2, "fast: values hands and tricks by tables that it computes from the rules"
        ),
        StrategySpec(
            "rollout",
            3,
            "plays each choice on in as many worlds as it is told, for margin, points or win",
            fast=False,
            parameters=(
                Parameter("worlds", 64, range(1, 10_001)),
                Parameter("objective", "margin", ("margin", "points", "win")),
            ),
        ),
    ),
    columns=(
        Column("trump", "round", "trump suit", ("purple", "orange", "blue", "none")),
        Column("starter", "round", "seat that draws first"),
        Column("led", "side", "1 if the side led the first trick"),
        Column("bid", "side", "completed tricks that the side's bid cards call for"),
        Column("appeals", "side", "bid cards placed as appeals"),
        Column("accepted", "side", "tricks won"),
        Column("completed", "side", "tricks won with a card that is no slacker"),
        Column("points", "side", "points of the round"),
        Column("total", "side", "points of the game after the round"),
        Column("winner", "side", "1 if the side won the game"),
    ),
)
