"""Lazy Bellboys, for 2 players: the rules are told in README.md beside this file."""

from __future__ import annotations

from analyser.core.spec import Column, GameSpec, StrategySpec
from analyser.core.strategies import Parameter

GAME = GameSpec(
    name="bellboys",
    title="Lazy Bellboys",
    players=(2,),
    strategies=(
        StrategySpec("random", 0, "uniform over the legal actions"),
        StrategySpec(
            "greedy", 1, "fast rule of thumb: loses tricks with high cards, fights for whole suits"
        ),
        StrategySpec(
            "planner", 2, "fast: weighs what a trick comes to by chances counted in its own games"
        ),
        StrategySpec(
            "search",
            3,
            "plays what wins most often, all cards seen, in as many worlds as it is told",
            fast=False,
            parameters=(Parameter("worlds", 64, range(1, 10_001)),),
        ),
    ),
    columns=(
        Column("starter", "round", "seat that leads the first trick"),
        Column("redeals", "round", "deals before one in which both hands had the suits they need"),
        Column("tricks", "side", "tricks won"),
        Column("collected", "side", "cards taken, the one set aside too, before suits move"),
        Column("suits", "side", "complete suits taken"),
        Column("cards", "side", "cards after complete suits have moved"),
        Column("points", "side", "1 if the side won the round"),
        Column("total", "side", "rounds won after this one"),
        Column("winner", "side", "1 if the side won the game"),
    ),
)
