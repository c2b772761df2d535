"""The strategies of Bellboys in Python: twins of those in the kernel."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from analyser.games.bellboys.engine import Fan
from analyser.games.bellboys.greedy import Greedy
from analyser.games.bellboys.planner import Planner
from analyser.games.bellboys.search import Search
from analyser.games.bellboys.view import Strategy, View


class Random:
    """Uniform over the legal actions."""

    def fan(self, view: View, legal: Sequence[Fan], draw: Callable[[int], int]) -> Fan:
        """Either way."""
        return legal[draw(len(legal))]

    def play(self, view: View, legal: Sequence[int], draw: Callable[[int], int]) -> int:
        """Any legal card."""
        return legal[draw(len(legal))]


STRATEGIES: dict[str, Callable[..., Strategy]] = {
    "random": lambda rules: Random(),
    "greedy": lambda rules: Greedy(),
    "planner": Planner,
    "search": Search,
}
"""By name what makes a strategy from the rules and its parameters."""
