"""Checkpoints: the sum so far of an unfinished analysis, in the user's cache folder.

An analysis is a sum over games, so one small file holds all of its finished work. It is replaced
as a whole, hence always complete, even if two processes run the same analysis at once; whoever
finishes removes it. What consists of several analyses keeps their sums until all are finished.
Like every cache it may be deleted at any time.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import zlib
from contextlib import suppress
from typing import Any

from analyser.batch.plan import Plan
from analyser.batch.spans import Span, gaps, joined
from analyser.core.cache import cache_folder
from analyser.core.errors import InputError
from analyser.core.files import replacing


class Checkpoint:
    """Where the unfinished work of one analysis of a plan is kept.

    ``analysis`` names what is summed: the command and every option that changes the sums.
    ``part`` says that it is one of several, whose file stays until it is discarded. ``problem``
    says why the last save failed, None if it did not; an analysis goes on without its checkpoint.
    """

    def __init__(self, plan: Plan, analysis: str, *, part: bool = False) -> None:
        name = hashlib.sha256(f"{plan.digest} {analysis}".encode()).hexdigest()[:32]
        self.path = cache_folder() / f"{name}.partial"
        self.problem: str | None = None
        self._games = plan.games
        self._part = part

    def load(self) -> tuple[list[Span], Any]:
        """Return the games that are covered and their sum, or none and None.

        A file that cannot be read, or is damaged, counts as none.
        """
        try:
            content = self.path.read_bytes()
            checksum, body = content[:4], content[4:]
            if zlib.crc32(body).to_bytes(4, "little") != checksum:
                return [], None
            # Our own file: it holds nothing that this program did not put there.
            covered, total = pickle.loads(body)
            gaps(covered, self._games)
        except Exception:
            return [], None
        return covered, total

    def save(self, covered: list[Span], total: Any) -> None:
        """Replace the file by the sum over the games that are covered."""
        covered[:] = joined(covered)
        body = pickle.dumps((covered, total), protocol=5)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with replacing(self.path, f".{os.getpid()}") as file:
                file.write(zlib.crc32(body).to_bytes(4, "little") + body)
            self.problem = None
        except (OSError, InputError) as error:
            self.problem = f"unfinished work is not saved: {error}"

    def finish(self, covered: list[Span], total: Any) -> None:
        """Remove the file of a complete analysis, or keep its sum if it is part of another."""
        if self._part:
            self.save(covered, total)
        else:
            self.discard()

    def discard(self) -> None:
        """Remove the file, and what killed processes left of it."""
        with suppress(OSError):
            for path in [self.path, *self.path.parent.glob(f".{self.path.name}.*.part")]:
                path.unlink(missing_ok=True)
