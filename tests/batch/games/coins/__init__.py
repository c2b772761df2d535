"""A tiny game for tests of batches: every round a coin is tossed and each side wins points."""

from analyser.core.spec import Column, GameSpec, StrategySpec

GAME = GameSpec(
    name="coins",
    title="Coins",
    players=(2, 3),
    strategies=(StrategySpec("random", 0, "no choice"), StrategySpec("calm", 1, "none either")),
    columns=(
        Column("face", "round", "how the coin fell", ("tails", "heads")),
        Column("points", "side", "points of the round"),
    ),
)
