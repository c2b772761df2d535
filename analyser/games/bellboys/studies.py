"""The studies of Bellboys: what only this game has to look into."""

from __future__ import annotations

from analyser.core.rules import Rules
from analyser.core.studies import Study
from analyser.games.bellboys.studied.aside import aside
from analyser.games.bellboys.studied.choice import choice
from analyser.games.bellboys.studied.endings import endings
from analyser.games.bellboys.studied.fan import fan
from analyser.games.bellboys.studied.lead import lead
from analyser.games.bellboys.studied.race import race
from analyser.games.bellboys.studied.suits import suits
from analyser.games.bellboys.studied.symbols import symbols


def studies(rules: Rules) -> tuple[Study, ...]:
    """All of them, in the order of their pages."""
    return tuple(
        study(rules) for study in (lead, race, symbols, suits, choice, aside, fan, endings)
    )
