"""Records: what the finished rounds of a batch counted, as integer columns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from analyser.core.spec import Column

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Records:
    """The rounds of consecutive complete games, in game order.

    ``block`` is int16 of shape (fields, rounds), contiguous by field: first the number of the
    round (from 1), then each round column, then each side column once a side. ``start`` is the
    index of the first game and ``games`` the number of games.
    """

    columns: tuple[Column, ...]
    sides: int
    start: int
    games: int
    block: NDArray[np.int16]

    @staticmethod
    def fields(columns: tuple[Column, ...], sides: int) -> int:
        """The number of fields that records of these columns have."""
        return 1 + sum(sides if c.scope == "side" else 1 for c in columns)

    @cached_property
    def _offsets(self) -> dict[str, tuple[int, int]]:
        offsets = {"round": (0, 1)}
        at = 1
        for column in self.columns:
            width = self.sides if column.scope == "side" else 1
            offsets[column.name] = (at, width)
            at += width
        return offsets

    def __getitem__(self, name: str) -> NDArray[np.int16]:
        """A round column as int16[rounds], a side column as int16[sides, rounds] (views)."""
        at, width = self._offsets[name]
        side = any(c.name == name and c.scope == "side" for c in self.columns)
        return self.block[at : at + width] if side else self.block[at]

    @property
    def rounds(self) -> int:
        """The number of rounds."""
        return int(self.block.shape[1])

    @cached_property
    def game(self) -> NDArray[np.int64]:
        """The index of each round's game, int64[rounds]."""
        return np.cumsum(self["round"] == 1, dtype=np.int64) + (self.start - 1)

    @cached_property
    def last(self) -> NDArray[np.bool_]:
        """True in the last round of each game, bool[rounds]."""
        first = self["round"] == 1
        return np.append(first[1:], True)

    def frame(self) -> pd.DataFrame:
        """Return one row a round and side, in game order, codes written as their labels."""
        import pandas as pd

        def spread(values: NDArray[np.generic]) -> NDArray[np.generic]:
            return np.repeat(values, self.sides)

        data: dict[str, object] = {
            "game": spread(self.game),
            "round": spread(self["round"]),
            "side": np.tile(np.arange(self.sides, dtype=np.int16), self.rounds),
        }
        for column in self.columns:
            values = self[column.name]
            flat = values.T.ravel() if column.scope == "side" else spread(values)
            if column.labels is None:
                data[column.name] = flat
            else:
                labels = pd.Index(column.labels)
                data[column.name] = pd.Categorical.from_codes(flat.astype(np.int8), labels)
        return pd.DataFrame(data)

    def to_bytes(self) -> bytes:
        """Return the block as bytes; the shape follows from their number."""
        return self.block.tobytes()

    @classmethod
    def from_bytes(
        cls, payload: bytes, columns: tuple[Column, ...], sides: int, start: int, games: int
    ) -> Records:
        """Read what :meth:`to_bytes` wrote; raise ValueError if the bytes do not fit."""
        block = np.frombuffer(payload, dtype=np.int16).reshape(cls.fields(columns, sides), -1)
        return cls(columns, sides, start, games, block)
