"""Output files: checked before the work, written aside, renamed when they are complete."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from analyser.core.errors import InputError


def check_writable(path: Path) -> None:
    """Raise InputError if no file can be put at the path."""
    folder = path.absolute().parent
    if path.is_dir():
        raise InputError(f"{path}: is a folder; give the name of a file")
    if not folder.is_dir():
        raise InputError(f"{path}: the folder {folder} does not exist")
    if not os.access(folder, os.W_OK):
        raise InputError(f"{path}: the folder {folder} is not writable")


@contextmanager
def replacing(path: Path, writer: str = "") -> Iterator[BinaryIO]:
    """Write a file that takes the path's place when the block ends, and only then.

    Two processes that may write the same path at once need different ``writer`` marks; without
    them one name serves every attempt, so that the next one clears up after a killed one.

    Raises InputError if nothing can be written there, and OSError, with the path and a reason
    such as a full disk, if writing fails; what was at the path before is then untouched.
    """
    check_writable(path)
    aside = path.with_name(f".{path.name}{writer}.part")
    try:
        file = open(aside, "wb")  # noqa: SIM115
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror}") from None
    try:
        with file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(aside, path)
    except BaseException as error:
        aside.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename is None:
            raise OSError(error.errno, error.strerror or str(error), str(path)) from error
        raise
