"""`search`: plays what wins in most of the worlds that may be, if from then on all saw all cards.

The fast strategy's choice is left only for one that gains more than the standard error of its
gain. Where the worlds are no more than it may look at, it looks at each once, and any gain counts.

Perfect play of imagined worlds knows too much: it takes for granted that both will guess right
later on, and sees no worth in hiding or learning anything (strategy fusion: Frank and Basin 1998).
The twin of the kernel's strategy, one world at a time.
"""

from __future__ import annotations

from collections.abc import Sequence

from analyser.core.random import Decision
from analyser.core.rules import Rules
from analyser.games.bellboys.engine import Fan, Round
from analyser.games.bellboys.perfect import margins_of
from analyser.games.bellboys.planner import Planner
from analyser.games.bellboys.view import View
from analyser.games.bellboys.worlds import World, Worlds
from analyser.search.rollout import is_clear


class Search:
    """Looks at so many ``worlds``; fans its hand as `planner` does."""

    def __init__(self, rules: Rules, worlds: int) -> None:
        self._fast = Planner(rules)
        self.fan = self._fast.fan
        self.worlds = worlds

    def play(self, view: View, legal: Sequence[int], draw: Decision) -> int:
        """The card that gains most over the fast strategy's, if that is clear."""
        usual = self._fast.play(view, legal, draw)
        if len(legal) == 1:
            return usual
        worlds = Worlds(view)
        every = worlds.count <= self.worlds
        numbers = (
            range(worlds.count)
            if every
            else (draw.world(i).draws(0, [worlds.count])[0] for i in range(self.worlds))
        )
        gains: dict[int, list[int]] = {card: [] for card in legal if card != usual}
        for number in numbers:
            won = self._won(view, legal, worlds[number])
            for card, gained in gains.items():
                gained.append(won[card] - won[usual])
        clear = [card for card, gained in gains.items() if sum(gained) > 0]
        if not every:
            clear = [card for card in clear if is_clear(gains[card])]
        return max(clear, key=lambda card: sum(gains[card]), default=usual)

    def _won(self, view: View, legal: Sequence[int], world: World) -> dict[int, bool]:
        """Whether the seat wins the round after each card, if then both play perfectly."""
        state = imagined(view, world)
        margins = margins_of([state.after(card) for card in legal])
        return {
            card: (margin > 0) == (view.seat == 0)
            for card, margin in zip(legal, margins, strict=True)
        }


def imagined(view: View, world: World) -> Round:
    """The round of a view, with the cards that the seat does not see as a world has them."""
    hands = (view.hand, world.hand)
    state = Round(view.table, hands if view.seat == 0 else hands[::-1], world.aside, view.lead)
    state.fans = [Fan.DEALT, Fan.DEALT]
    state.seat = view.seat
    state.led = view.led
    state.moving = view.moving
    state.collected = [list(counts) for counts in view.collected]
    return state
