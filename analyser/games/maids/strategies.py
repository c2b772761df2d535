"""The strategies of Maids in Python: twins of those in the kernel."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from analyser.games.maids.engine import Action
from analyser.games.maids.greedy import Greedy
from analyser.games.maids.planner import Planner
from analyser.games.maids.rollout import MaidsRollout
from analyser.games.maids.view import Strategy, View


class Random:
    """Uniform over the legal actions."""

    def act(
        self, view: View, card: int, legal: Sequence[Action], draw: Callable[[int], int]
    ) -> Action:
        """Any legal action."""
        return legal[draw(len(legal))]

    def play(self, view: View, legal: Sequence[int], draw: Callable[[int], int]) -> int:
        """Any legal card."""
        return legal[draw(len(legal))]

    play_clara = play


STRATEGIES: dict[str, Callable[..., Strategy]] = {
    "random": lambda rules: Random(),
    "greedy": Greedy,
    "planner": Planner,
    "rollout": MaidsRollout,
}
"""By name what makes a strategy from the rules and its parameters."""
