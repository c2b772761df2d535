"""Run directories: a batch on disk, played, resumed, read and listed.

A run directory holds ``run.sqlite``, the ledger with the records of every finished chunk, and
``run.json``, the plan's description for people to read.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import pyarrow as pa

from analyser.batch.ledger import DamagedError, InUseError, Ledger
from analyser.batch.plan import Plan
from analyser.batch.runner import Progress, play
from analyser.batch.spans import Span
from analyser.core.errors import InputError
from analyser.core.files import replacing
from analyser.core.records import Records

LEDGER = "run.sqlite"
DESCRIPTION = "run.json"

_HEADER = struct.Struct("<QI")
"""Before compressed records: their uncompressed size, and a checksum of what is compressed."""


class Run:
    """A run directory whose ledger is open, with the plan that it plays."""

    def __init__(self, folder: Path, plan: Plan, ledger: Ledger) -> None:
        self.folder = folder
        self.plan = plan
        self._ledger = ledger

    @property
    def done(self) -> int:
        """The number of games that are finished and kept."""
        return self._ledger.done

    @property
    def finished(self) -> bool:
        """Whether all games of the plan are."""
        return self._ledger.finished

    def play(
        self,
        *,
        jobs: int | None = None,
        dask: str | None = None,
        progress: Progress | None = None,
        chunk: int | None = None,
    ) -> None:
        """Play the games that are missing; options and errors as in :func:`.runner.run`.

        Raises OSError if the disk is full; what was finished is kept, as it is after Ctrl-C.
        """
        plan = self.plan
        plan.check_bots()
        play(
            lambda start, count: pack(plan.play(start, count)),
            self._ledger.missing,
            self._ledger.commit,
            done=self.done,
            jobs=jobs,
            dask=dask,
            progress=progress,
            chunk=chunk,
            processes=bool(plan.bots),
        )
        self._ledger.seal()

    def chunks(self) -> Iterator[Records]:
        """Yield the records of a finished run in game order, a chunk at a time.

        Raises InputError if the run is unfinished or its ledger damaged.
        """
        if not self.finished:
            raise InputError(
                f"{self.folder}: unfinished, {self.done} of {self.plan.games} games; finish it "
                f"with: analyser runs resume {self.folder}"
            )
        return (self._unpack(*chunk) for chunk in self._ledger.payloads())

    def _unpack(self, start: int, count: int, payload: bytes) -> Records:
        try:
            return unpack(self.plan, (start, count), payload)
        except ValueError as error:
            raise DamagedError(
                f"{self._ledger.path}: the chunk from game {start} is damaged: {error}"
            ) from None


@contextmanager
def open_run(folder: Path, plan: Plan) -> Iterator[Run]:
    """Open the plan's run directory for playing, made if it is not there.

    Raises InputError if the path is something else, another run's, damaged, in use by another
    process, or not writable.
    """
    path = folder / LEDGER
    try:
        folder.mkdir(parents=True, exist_ok=True)
        occupied = any(folder.iterdir()) and not path.exists()
    except FileExistsError:
        raise InputError(f"{folder}: is a file; give a new or empty folder") from None
    except OSError as error:
        raise InputError(f"{folder}: cannot be made or read: {error.strerror}") from None
    if occupied:
        raise InputError(
            f"{folder}: holds other files and no run of analyser; give a new or empty folder"
        )
    with Ledger.attach(path, plan) as ledger:
        if not (folder / DESCRIPTION).exists():
            with replacing(folder / DESCRIPTION) as file:
                text = json.dumps(plan.describe(), indent=2, ensure_ascii=False)
                file.write(f"{text}\n".encode())
        yield Run(folder, plan, ledger)


@contextmanager
def load_run(folder: Path) -> Iterator[Run]:
    """Open a run directory for reading, with its plan as it was.

    Raises InputError if it is no run directory, or its ledger is damaged or being written.
    """
    path = folder / LEDGER
    if not path.is_file():
        raise InputError(f"{folder}: not a run directory: there is no {LEDGER} in it")
    with Ledger.read(path) as ledger:
        try:
            plan = Plan.from_description(ledger.description)
        except (KeyError, TypeError, AttributeError):
            raise DamagedError(f"{path}: damaged: its plan is not complete") from None
        except InputError as error:
            raise InputError(f"{path}: {error}") from None
        yield Run(folder, plan, ledger)


@dataclass(frozen=True)
class RunStatus:
    """What ``runs list`` tells of a run directory; the last three are None if unreadable."""

    folder: Path
    state: Literal["finished", "unfinished", "in use", "damaged"]
    done: int | None = None
    games: int | None = None
    description: dict[str, Any] | None = None


def list_runs(parent: Path) -> list[RunStatus]:
    """Return the run directories in a folder, by name; the folder itself if it is one.

    Raises InputError if the folder cannot be read.
    """
    try:
        folders = [parent, *sorted(p for p in parent.iterdir() if p.is_dir())]
    except OSError as error:
        raise InputError(f"{parent}: cannot be read: {error.strerror}") from None
    return [_status(folder) for folder in folders if (folder / LEDGER).is_file()]


def _status(folder: Path) -> RunStatus:
    try:
        with Ledger.read(folder / LEDGER) as ledger:
            state: Literal["finished", "unfinished"]
            state = "finished" if ledger.finished else "unfinished"
            return RunStatus(folder, state, ledger.done, ledger.games, ledger.description)
    except InUseError:
        return RunStatus(folder, "in use")
    except (InputError, OSError):
        return RunStatus(folder, "damaged")


def pack(records: Records) -> bytes:
    """Compress records for the ledger."""
    raw = records.to_bytes()
    body: bytes = pa.compress(raw, codec="zstd", asbytes=True)
    return _HEADER.pack(len(raw), zlib.crc32(body, len(raw) & 0xFFFFFFFF)) + body


def unpack(plan: Plan, span: Span, payload: bytes) -> Records:
    """Read what :func:`pack` wrote; raise ValueError if it is damaged."""
    if len(payload) < _HEADER.size:
        raise ValueError("it is too short")
    size, checksum = _HEADER.unpack_from(payload)
    body = payload[_HEADER.size :]
    if zlib.crc32(body, size & 0xFFFFFFFF) != checksum:
        raise ValueError("its checksum is wrong")
    raw = pa.decompress(body, decompressed_size=size, codec="zstd", asbytes=True)
    sides = len(plan.spec.sides(plan.rules))
    records = Records.from_bytes(raw, plan.spec.columns, sides, *span)
    if int((records["round"] == 1).sum()) != span[1]:
        raise ValueError(f"it does not hold {span[1]} games")
    return records
