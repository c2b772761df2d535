"""Arrays that callers hand in: read and checked, with messages that name the argument."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from analyser.core.errors import InputError

Ints = NDArray[np.int64]


def integers(name: str, values: ArrayLike) -> Ints:
    """The values as an array of whole numbers; raise InputError where they are none."""
    try:
        array = np.asarray(values)
    except ValueError:
        raise InputError(
            f"{name}: must be an array of whole numbers, all rows equally long"
        ) from None
    if array.dtype.kind not in "iu":
        raise InputError(f"{name} is of the type {array.dtype}: must be whole numbers")
    return array.astype(np.int64)


def column(name: str, values: ArrayLike, n: int, allowed: range) -> Ints:
    """The values [n], one for all or one each; raise InputError for one that is not allowed."""
    array = integers(name, values)
    if array.shape not in ((), (n,)):
        raise InputError(f"{name} has the shape {array.shape}: must be [{n}], one a deal")
    array = np.broadcast_to(array, n)
    inside = (array >= allowed.start) & (array < allowed.stop)
    check_all(name, array, inside, f"must be {allowed.start} to {allowed.stop - 1}")
    return array


def check_all(name: str, values: Ints, good: NDArray[np.bool_], allowed: str) -> None:
    """Raise InputError naming the first value that is not good."""
    if not good.all():
        place = [int(i) for i in np.argwhere(~good)[0]]
        raise InputError(f"{name}{place} = {values[tuple(place)]}: {allowed}")


def check_int(name: str, value: object, allowed: Sequence[int], what: str) -> None:
    """Raise InputError unless the value is one of the whole numbers allowed."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value not in allowed:
        raise InputError(f"{name} = {value!r}: must be {what}")
