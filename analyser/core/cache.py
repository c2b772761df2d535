"""Where the package keeps what can be made again: like every cache, it may be deleted."""

from __future__ import annotations

import os
from pathlib import Path


def cache_folder() -> Path:
    """``$ANALYSER_CACHE``, else ``$XDG_CACHE_HOME/analyser``, else ``~/.cache/analyser``."""
    if own := os.environ.get("ANALYSER_CACHE"):
        return Path(own)
    shared = os.environ.get("XDG_CACHE_HOME")
    return (Path(shared) if shared else Path.home() / ".cache") / "analyser"
