"""Records → mergeable sums: integers by cell, so that any order of adding gives the same bytes.

The sums of a cell are the *moments* of its clusters (games): with x_g the vector of what game g
counted there (how many rows, then each outcome), Σx_g and Σx_g x_gᵀ. Every ratio of two entries
gets its estimate and its variance from them (:meth:`Moments.ratio`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import pairwise
from operator import add
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from analyser.analysis.estimates import RatioSums
from analyser.core.records import Records

Integers = NDArray[np.int64]
Numbers = NDArray[Any]
Label = int | str | bool | None

EXACT = 2.0**53
"""Up to here float64 adds integers without rounding, in any order."""
TABLE = 2**16
"""Numbers in a table that is filled at once: few enough for the cache and for reused memory."""
SINGLE_THREADED = 2**17
"""Multiplications in a matrix product that BLAS does not spread over threads, which are ours."""
BLOCKS = 200
"""Blocks of the jackknife: game index modulo this, so never by chunk."""
DENSE = 8
"""Tables hold every cell of every cluster up to this many cells a row of a cluster."""


@dataclass(frozen=True)
class Tally:
    """Sums by key: ``keys`` int64[cells, parts] ascending, ``values`` int64[cells, sums]."""

    keys: Integers
    values: Integers

    def __add__(self, other: Tally) -> Tally:
        if np.array_equal(self.keys, other.keys):
            return Tally(self.keys, self.values + other.values)
        keys, at = np.unique(np.concatenate([self.keys, other.keys]), axis=0, return_inverse=True)
        values = np.zeros((len(keys), self.values.shape[1]), dtype=np.int64)
        np.add.at(values, at.ravel(), np.concatenate([self.values, other.values]))
        return Tally(keys, values)


@dataclass(frozen=True)
class Summary:
    """What an analysis keeps of a batch: named tallies, and the labels of their codes.

    ``labels`` says what the codes of a key part, or the entries of a vector, stand for; a longer
    tuple continues a shorter one of the same name.
    """

    games: int
    rounds: int
    tallies: Mapping[str, Tally]
    labels: Mapping[str, tuple[Label, ...]] = field(default_factory=dict)

    def __add__(self, other: Summary) -> Summary:
        return Summary(
            self.games + other.games,
            self.rounds + other.rounds,
            {name: tally + other.tallies[name] for name, tally in self.tallies.items()},
            {name: max(seen, other.labels[name], key=len) for name, seen in self.labels.items()},
        )

    def to_bytes(self) -> bytes:
        """Return the summary as MessagePack; equal summaries give equal bytes."""
        tallies = {
            name: [[part.shape, part.astype("<i8").tobytes()] for part in (t.keys, t.values)]
            for name, t in self.tallies.items()
        }
        return msgspec.msgpack.encode([self.games, self.rounds, tallies, self.labels])

    @classmethod
    def from_bytes(cls, payload: bytes) -> Summary:
        """Read what :meth:`to_bytes` wrote."""
        games, rounds, tallies, labels = msgspec.msgpack.decode(payload)
        return cls(
            games,
            rounds,
            {
                name: Tally(*(np.frombuffer(raw, "<i8").reshape(shape) for shape, raw in parts))
                for name, parts in tallies.items()
            },
            {name: tuple(seen) for name, seen in labels.items()},
        )


def margins(records: Records) -> Numbers:
    """The margin of each side in each round, times (sides − 1) to be whole: float [sides, rounds].

    The margin is the side's own points minus the mean of the other sides.
    """
    own = records["points"].astype(np.float64)
    return np.asarray(records.sides * own - own.sum(axis=0))


@dataclass(frozen=True)
class Moments:
    """The moments of the clusters of each cell.

    ``clusters`` int64[cells] counts the clusters with the cell, ``totals`` int64[cells, q] is
    Σx and ``products`` int64[cells, q, q] is Σxxᵀ, where x[0] counts the rows.
    """

    clusters: Integers
    totals: Integers
    products: Integers

    @classmethod
    def of(cls, x: Numbers, clusters: Integers) -> Moments:
        """Sum float vectors of whole numbers, shape [cells, q, clusters]."""
        step = max(1, SINGLE_THREADED // x.shape[1] ** 2)
        slices = (x[..., a : a + step] for a in range(0, x.shape[-1], step))
        products = sum(part @ part.transpose(0, 2, 1) for part in slices)
        return cls(clusters, _exact(x.sum(axis=-1)), _exact(np.asarray(products)))

    @classmethod
    def unpack(cls, values: Integers) -> Moments:
        """Read the values of a tally that :meth:`pack` wrote."""
        q = int(np.sqrt(values.shape[1]))  # 1 + q + q² lies between q² and (q + 1)²
        return cls(values[:, 0], values[:, 1 : 1 + q], values[:, 1 + q :].reshape(-1, q, q))

    def pack(self) -> Integers:
        """Return the moments as one row of integers a cell."""
        flat = self.products.reshape(len(self.products), -1)
        return np.column_stack([self.clusters, self.totals, flat])

    def ratio(self, y: int, m: int = 0) -> RatioSums:
        """The sums of the ratio of entry ``y`` to entry ``m``, by cell."""
        totals, products = self.totals.astype(object), self.products.astype(object)
        return RatioSums(
            clusters=self.clusters.astype(object),
            m=totals[:, m],
            y=totals[:, y],
            mm=products[:, m, m],
            my=products[:, m, y],
            yy=products[:, y, y],
        )

    def share(self, whole: Moments, weight: int) -> RatioSums:
        """The sums of the share that each cell has of all rows, whose moments ``whole`` are.

        Entry ``weight`` sums over the rows of a cell how many rows their game has in all.
        """
        totals, products = self.totals.astype(object), self.products.astype(object)

        def every(total: Integers) -> Numbers:
            return np.full(len(totals), int(total), dtype=object)

        return RatioSums(
            clusters=every(whole.clusters[0]),
            m=every(whole.totals[0, 0]),
            y=totals[:, 0],
            mm=every(whole.products[0, 0, 0]),
            my=totals[:, weight],  # y rows of a game with m rows carry the weight m each
            yy=products[:, 0, 0],
        )


def by_game(counts: Sequence[Numbers]) -> Tally:
    """The moments of whole numbers [games], all in one cell."""
    x = np.stack(counts).astype(float)
    moments = Moments.of(x[None], np.array([x.shape[1]]))
    return Tally(np.zeros((1, 1), dtype=np.int64), moments.pack())


def by_block(start: int, counts: Sequence[Numbers]) -> Tally:
    """Sum whole numbers [games], of the games from ``start`` on, by block of the jackknife."""
    block = (start + np.arange(len(counts[0]))) % BLOCKS
    sums = np.stack([np.bincount(block, count, BLOCKS) for count in counts], axis=1)
    return Tally(np.arange(BLOCKS)[:, None], _exact(sums))


def by_cell(codes: Sequence[Numbers], cluster: Integers, outcomes: Sequence[Numbers]) -> Tally:
    """Sum outcomes of rows by cell, and their products over clusters.

    ``codes`` has one array [..., rounds] of small integers ≥ 0 for each part of a cell's key,
    ``cluster`` is int64[rounds], ascending, and ``outcomes`` are whole numbers [..., rounds].
    Returns the packed :class:`Moments` of the cells that occur.
    """
    radices = tuple(int(code.max()) + 1 for code in codes)
    cell = codes[0].astype(np.intp)
    for code, radix in zip(codes[1:], radices[1:], strict=True):
        cell *= radix
        cell += code
    cells, q = int(np.prod(radices)), 1 + len(outcomes)
    rows = cell.size / (cluster[-1] + 1 - cluster[0])
    dense = cells <= DENSE * rows
    step = max(1, int(TABLE / q / (cells if dense else q * rows)))
    starts = np.searchsorted(cluster, np.arange(cluster[0], cluster[-1] + 1, step))
    parts = (
        (_dense if dense else _sparse)(
            cell[..., a:b],
            cells,
            cluster[a:b] - cluster[a],
            [outcome[..., a:b].astype(float).ravel() for outcome in outcomes],
        )
        for a, b in pairwise([*np.unique(starts), len(cluster)])
    )
    total = reduce(add, parts)
    return Tally(np.stack(np.unravel_index(total.keys[:, 0], radices), axis=1), total.values)


def _dense(
    cell: NDArray[np.intp], cells: int, cluster: Integers, outcomes: Sequence[Numbers]
) -> Tally:
    """The moments by number of the cell, by a table of all cells × clusters."""
    clusters = int(cluster[-1]) + 1
    pair = (cell * clusters + cluster).ravel()
    x = np.empty((cells, 1 + len(outcomes), clusters))
    x[:, 0] = np.bincount(pair, minlength=cells * clusters).reshape(cells, clusters)
    for i, outcome in enumerate(outcomes, start=1):
        x[:, i] = np.bincount(pair, outcome, cells * clusters).reshape(cells, clusters)
    present = np.count_nonzero(x[:, 0], axis=-1)
    seen = np.flatnonzero(present)
    return Tally(seen[:, None], Moments.of(x, present).pack()[seen])


def _sparse(
    cell: NDArray[np.intp], cells: int, cluster: Integers, outcomes: Sequence[Numbers]
) -> Tally:
    """The same by sorting, where most cells do not occur in most clusters."""
    clusters = int(cluster[-1]) + 1
    pair = (cell * clusters + cluster).ravel()
    order = np.argsort(pair)
    ordered = pair[order]
    first = np.flatnonzero(np.diff(ordered, prepend=-1))
    rows = np.diff(first, append=pair.size)
    x = np.stack([rows, *(np.add.reduceat(outcome[order], first) for outcome in outcomes)])
    seen, at, present = np.unique(ordered[first] // clusters, return_index=True, return_counts=True)
    totals = np.add.reduceat(x, at, axis=1)
    products = np.add.reduceat(x[:, None] * x, at, axis=2)
    moments = Moments(present, _exact(totals.T), _exact(np.moveaxis(products, -1, 0)))
    return Tally(seen[:, None], moments.pack())


def _exact(sums: Numbers) -> Integers:
    """Turn float sums of whole numbers into integers; raise OverflowError beyond 2⁵³."""
    if sums.size and abs(sums).max() > EXACT:
        raise OverflowError("the sums of a chunk exceed 2^53: play in smaller chunks")
    return sums.astype(np.int64)
