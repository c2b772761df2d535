"""Play card games by the million and measure how well their rules work.

Every command of the command line has a Python call of the same name here, which returns data and
prints nothing; see :mod:`analyser.api`. Bad input raises :class:`InputError`.
"""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING, Any

from analyser import games, report

if TYPE_CHECKING:
    from analyser.api import (
        balance,
        bench,
        bids,
        bounds,
        cards,
        features,
        metrics,
        moves,
        replay,
        rules_check,
        rules_diff,
        rules_show,
        runs_export,
        runs_list,
        runs_resume,
        score,
        simulate,
        slackers,
        solve,
        solve_batch,
        tournament,
    )
    from analyser.core.errors import InputError

    __version__: str

__all__ = [
    "InputError",
    "__version__",
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
    "solve",
    "solve_batch",
    "tournament",
]


class _Callable(ModuleType):
    """A subpackage whose name is also that of a command: calling it calls the command."""

    def __call__(self, *args: Any, **options: Any) -> Any:
        from analyser import api

        return getattr(api, self.__name__.rpartition(".")[2])(*args, **options)


for _package in (games, report):
    _package.__class__ = _Callable


def __getattr__(name: str) -> Any:
    """Import what is asked for, so that importing the package is cheap."""
    if name == "__version__":
        from importlib.metadata import version

        return version("analyser")
    if name == "InputError":
        from analyser.core.errors import InputError

        return InputError
    if name in __all__:
        from analyser import api

        return getattr(api, name)
    raise AttributeError(f"module 'analyser' has no attribute {name!r}")
