"""The one exception for input that a person got wrong."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class InputError(ValueError):
    """Bad input: one message that names the file or key, the value, and what is allowed."""


def suggest(word: str, allowed: Iterable[str]) -> str:
    """Return `` (did you mean X?)`` for the nearest allowed word, or an empty string."""
    near = difflib.get_close_matches(word, list(allowed), n=1)
    return f" (did you mean {near[0]}?)" if near else ""
