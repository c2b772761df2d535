"""Where the package keeps what can be made again: like every cache, it may be deleted."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyser.core.errors import InputError
from analyser.core.files import replacing

if TYPE_CHECKING:
    from numpy.typing import NDArray


def cache_folder() -> Path:
    """``$ANALYSER_CACHE``, else ``$XDG_CACHE_HOME/analyser``, else ``~/.cache/analyser``."""
    if own := os.environ.get("ANALYSER_CACHE"):
        return Path(own)
    shared = os.environ.get("XDG_CACHE_HOME")
    return (Path(shared) if shared else Path.home() / ".cache") / "analyser"


def kept_arrays(
    name: str,
    like: Mapping[str, NDArray[Any]],
    make: Callable[[], Mapping[str, NDArray[Any]]],
) -> Mapping[str, NDArray[Any]]:
    """The arrays that the cache keeps under a name; if it has none, they are made and kept.

    What is damaged, or not of the shapes and types of ``like``, is made again. The name must tell
    all that the arrays depend on.
    """
    import numpy as np

    path = cache_folder() / f"{name}.npz"
    found = _read(path)
    if {key: (a.shape, a.dtype) for key, a in found.items()} == {
        key: (a.shape, a.dtype) for key, a in like.items()
    }:
        return found
    made = make()
    with suppress(OSError, InputError):  # what cannot be kept is made again
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path, f".{os.getpid()}") as file:
            np.savez(file, allow_pickle=False, **made)
    return made


def _read(path: Path) -> dict[str, NDArray[Any]]:
    """The arrays of a file; none if it is missing or damaged."""
    import numpy as np

    try:
        with path.open("rb") as stream, np.load(stream) as file:
            return {key: file[key] for key in file.files}
    except (OSError, ValueError, EOFError, TypeError, zipfile.BadZipFile):
        return {}
