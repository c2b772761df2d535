"""The ledger: which games of a plan are finished, and their records, in one SQLite file.

Every chunk is one transaction in a write-ahead log, so a killed process loses at most the chunks
that it was playing. A writer holds the file exclusively. A finished ledger is one plain file
without a log, which can be read from anywhere.
"""

from __future__ import annotations

import errno
import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from analyser.batch.plan import Plan, identity_of
from analyser.batch.spans import Span, gaps
from analyser.core.errors import InputError

APPLICATION = 0x414E4C59
"""Marks our files in SQLite's header ("ANLY")."""

FORMAT = 1

WAIT = 1.0
"""Seconds to wait for another process that is just closing the file."""

SCHEMA = f"""
CREATE TABLE plan (description TEXT NOT NULL);
CREATE TABLE chunks (start INTEGER PRIMARY KEY, count INTEGER NOT NULL, payload BLOB NOT NULL);
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {FORMAT};
"""


class DamagedError(InputError):
    """The file is no ledger, or is one no longer."""


class InUseError(InputError):
    """Another process holds the ledger."""


class Ledger:
    """An open ledger; a context manager that closes it.

    ``description`` is what the plan said of itself (``Plan.describe``), ``identity`` the part of
    it that determines results, ``games`` how many there are in all, ``done`` how many of them the
    ledger holds, ``missing`` the spans that were not there when it was opened.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection
        with _explained(path):
            plans = connection.execute("SELECT description FROM plan").fetchall()
            spans = connection.execute("SELECT start, count FROM chunks ORDER BY start")
            try:
                [(text,)] = plans
                self.description: dict[str, Any] = json.loads(text)
                self.identity = identity_of(self.description)
                self.games: int = self.identity["games"]
                self.missing = gaps(spans, self.games)
            except (ValueError, TypeError, KeyError) as error:
                raise DamagedError(f"{path}: damaged: {error}") from None
        self.done: int = self.games - sum(count for _, count in self.missing)

    @classmethod
    def attach(cls, path: Path, plan: Plan) -> Ledger:
        """Open the plan's ledger for writing, or create it.

        Raises InputError if the file is damaged, in use, not writable, or another plan's: then
        it says what differs.
        """
        with _explained(path):
            connection = _connect(path, "rwc")
            try:
                connection.execute("PRAGMA locking_mode = EXCLUSIVE")
                connection.execute("BEGIN EXCLUSIVE")
                if _is_empty(connection):
                    _create(connection, plan)
                connection.execute("COMMIT")
                _check_format(path, connection)
                (damage,) = connection.execute("PRAGMA quick_check(1)").fetchone()
                if damage != "ok":
                    raise DamagedError(f"{path}: damaged: {damage}")
                ledger = cls(path, connection)
                if differences := _differences(ledger.identity, plan.identity):
                    raise InputError(f"{path}: holds another run: {'; '.join(differences)}")
                if not ledger.finished:
                    connection.execute("PRAGMA journal_mode = WAL")
                    connection.execute("PRAGMA synchronous = NORMAL")
            except BaseException:
                connection.close()
                raise
            return ledger

    @classmethod
    def read(cls, path: Path) -> Ledger:
        """Open an existing ledger for reading.

        Raises InputError if there is none, or if it is damaged or held by a writer.
        """
        with _explained(path):
            connection = _connect(path, "ro")
            try:
                _check_format(path, connection)
                return cls(path, connection)
            except BaseException:
                connection.close()
                raise

    @property
    def finished(self) -> bool:
        """Whether all games are in the ledger."""
        return self.done == self.games

    def commit(self, span: Span, payload: bytes) -> None:
        """Keep the records of a finished chunk.

        Raises OSError, with path and reason, if that fails, such as on a full disk; the chunks
        before are safe.
        """
        with _explained(self.path):
            self._connection.execute("INSERT INTO chunks VALUES (?, ?, ?)", (*span, payload))
        self.done += span[1]

    def seal(self) -> None:
        """Make a finished ledger a single plain file."""
        with _explained(self.path):
            [mode] = self._connection.execute("PRAGMA journal_mode = DELETE").fetchone()
            if mode == "delete":
                # A reader of the unfinished run may have left these; nobody else has it open now.
                for suffix in ("-shm", "-wal"):
                    Path(f"{self.path}{suffix}").unlink(missing_ok=True)

    def payloads(self) -> Iterator[tuple[int, int, bytes]]:
        """Yield (first game, number of games, payload) of every chunk in game order."""
        with _explained(self.path):
            chunks = self._connection.execute("SELECT * FROM chunks ORDER BY start")
            # "yield from" would close the cursor with this generator, perhaps after the ledger.
            for start, count, payload in chunks:  # noqa: UP028
                yield start, count, payload

    def close(self) -> None:
        """Close the file; it can then be opened by others."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    return sqlite3.connect(uri, uri=True, timeout=WAIT, isolation_level=None)


def _is_empty(connection: sqlite3.Connection) -> bool:
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return not tables


def _create(connection: sqlite3.Connection, plan: Plan) -> None:
    for statement in SCHEMA.strip().split("\n"):
        connection.execute(statement)
    connection.execute("INSERT INTO plan VALUES (?)", (json.dumps(plan.describe()),))


def _check_format(path: Path, connection: sqlite3.Connection) -> None:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (format_,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION:
        raise DamagedError(f"{path}: not a ledger of analyser")
    if format_ != FORMAT:
        raise DamagedError(f"{path}: has format {format_}, this version reads format {FORMAT}")


def _differences(there: dict[str, Any], here: dict[str, Any]) -> list[str]:
    """Say of every value that two identities do not share what it is in each."""
    old, new = _values(there), _values(here)
    return [
        f"{key} is {old.get(key)} there, {new.get(key)} here"
        for key in new | old
        if old.get(key) != new.get(key)
    ]


def _values(identity: dict[str, Any]) -> dict[str, str]:
    """The values of an identity as JSON, each rule by itself."""
    flat = identity | identity["rules"]
    return {key: json.dumps(value) for key, value in flat.items() if key != "rules"}


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into ours: what a person can mend, and what the system refused."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorname", "")
        if code.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            raise InUseError(f"{path}: in use by another process") from None
        if code.startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_PERM")):
            raise InputError(f"{path}: cannot be opened: {error}") from None
        if code.startswith(("SQLITE_FULL", "SQLITE_IOERR")):
            number = errno.ENOSPC if code == "SQLITE_FULL" else errno.EIO
            kept = f"{error}; the chunks saved before are kept"
            raise OSError(number, kept, str(path)) from None
        raise DamagedError(f"{path}: damaged: {error}") from None
