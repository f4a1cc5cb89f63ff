"""The table of all properties over all numbers: built once on a machine, then mapped from a file.

The file is named for a digest of the sources that it was made from, and moved into its place whole, so that
processes that build at once, or different versions, never see each other's halves. Where nothing can be
written the table is kept in memory. `NUMBERHOUSE_CACHE` names another folder than the platform's.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numberhouse.games.set_theory.catalogue import CATALOGUE, FIRST, LAST, RECIPES, UnknownProperty
from numberhouse.games.set_theory.catalogue.hidden_set import HiddenSet, Listed, Named

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Table = NDArray[np.uint64]
    Flags = NDArray[np.bool_]

__all__ = ["LIMIT", "belongs", "build", "count", "density", "is_ready", "members", "table"]

LIMIT = LAST + 1

Progress = Callable[[int, int], None]
"""Told how many of how many properties are done."""

PLACE = {name: divmod(place, 64) for place, name in enumerate(CATALOGUE)}
"""Word of the row and bit of the word, by id."""

WORDS = -(-len(CATALOGUE) // 64)


def table() -> Table:
    """uint64[1,000,000, words], read-only: bit p of row n says whether n has property p, in the order of
    `CATALOGUE` (bit p % 64 of word p // 64). Rows 0 … 9 are empty. Built when it isn't there yet."""
    return stored()[WORDS * 64 :].reshape(LIMIT, WORDS)


def belongs(name: str, n: int) -> bool:
    """Whether the number has the property. Raises `UnknownProperty`."""
    try:
        word, bit = PLACE[name]
    except KeyError:
        raise UnknownProperty(name) from None
    return bool(rows()[n * WORDS + word] >> bit & 1)


def count(name: str) -> int:
    """How many of the numbers 10 … 999,999 have the property. Raises `UnknownProperty`."""
    if name not in PLACE:
        raise UnknownProperty(name)
    word, bit = PLACE[name]
    return int(stored()[word * 64 + bit])


def density(name: str) -> float:
    """The share of the numbers 10 … 999,999 that have the property."""
    return count(name) / (LAST - FIRST + 1)


@lru_cache(maxsize=64)
def members(hidden: HiddenSet) -> Flags:
    """bool[1,000,000], read-only: which numbers belong to the set; never one below 10. Raises
    `UnknownProperty`, `BadExpression`, `Undefined`."""
    import numpy as np  # of the extra `bots`

    if isinstance(hidden, Named):
        if hidden.id not in PLACE:
            raise UnknownProperty(hidden.id)
        word, bit = PLACE[hidden.id]
        flags: Flags = (table()[:, word] >> np.uint64(bit) & np.uint64(1)).astype(bool)
    elif isinstance(hidden, Listed):
        flags = np.zeros(LIMIT, bool)
        flags[list(hidden.numbers)] = True
        flags[:FIRST] = False
    else:
        from numberhouse.games.set_theory.catalogue.predicates.values import over_range  # NumPy and Numba

        flags = np.zeros(LIMIT, bool)
        flags[FIRST:] = over_range(hidden.expression, FIRST, LAST)
    flags.flags.writeable = False
    return flags


def is_ready() -> bool:
    """Whether the table is there already, so that nothing has to be built."""
    return whole(place())


@cache
def rows() -> memoryview[int]:
    """The words of `table`, row after row: one of them is had quicker than from an array."""
    return stored().data[WORDS * 64 :]


@cache
def stored() -> Table:
    """The file's words: the counts, 64 to a word of the row, then the rows."""
    import numpy as np  # of the extra `bots`

    if not whole(place()):
        return build()
    return np.memmap(place(), np.uint64, mode="r")


def build(progress: Progress | None = None) -> Table:
    """Make the table anew and write it down; what `stored` gives."""
    import numpy as np  # of the extra `bots`

    from numberhouse.games.set_theory.catalogue.numbers import Numbers

    numbers = Numbers()
    words = np.zeros(WORDS * 64 + LIMIT * WORDS, np.uint64)
    by_row = words[WORDS * 64 :].reshape(LIMIT, WORDS)
    packed = np.zeros(LIMIT, np.uint64)
    for done, (name, recipe) in enumerate(RECIPES.items(), start=1):
        flags = np.asarray(recipe(numbers), bool).copy()
        flags[:FIRST] = False
        word, bit = PLACE[name]
        words[done - 1] = np.count_nonzero(flags)
        packed |= flags.astype(np.uint64) << np.uint64(bit)
        if bit == 63 or done == len(RECIPES):
            by_row[:, word] = packed
            packed[:] = 0
        if progress is not None:
            progress(done, len(RECIPES))
    write(words, place())
    if whole(place()):
        return np.memmap(place(), np.uint64, mode="r")
    words.flags.writeable = False
    return words


def write(words: Table, path: Path) -> None:
    """Into a file of another name first, then moved. A folder that can't be written is passed over."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix="sets-", delete=False) as file:
            words.tofile(file)
        os.replace(file.name, path)
    except OSError:
        return


def whole(path: Path) -> bool:
    """Whether the file is there and of the right length."""
    try:
        return path.stat().st_size == 8 * (WORDS * 64 + LIMIT * WORDS)
    except OSError:
        return False


def place() -> Path:
    """Where the file is or will be."""
    return folder() / f"set-theory-{sources()}.u64"


def folder() -> Path:
    """The cache's folder: `NUMBERHOUSE_CACHE`, else the platform's custom."""
    named: Any = os.environ.get("NUMBERHOUSE_CACHE")
    if named:
        return Path(named)
    if sys.platform == "win32":
        return (
            Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
            / "numberhouse"
            / "Cache"
        )
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "numberhouse"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "numberhouse"


@cache
def sources() -> str:
    """A digest of all the catalogue's files."""
    here = Path(__file__)
    digest = hashlib.sha256()
    for path in sorted(here.parent.rglob("*.py")):
        digest.update(path.relative_to(here.parent).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:32]
