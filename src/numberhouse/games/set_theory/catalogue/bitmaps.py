"""The table of all properties over all numbers. It is built once on a machine, then mapped from a file.

Building takes ten times the memory of the table. So a process that needs the table never builds it itself: it
has a process of its own build it, one on the machine at a time (`contract/machine_cache.py`).

The name of the file has a digest of the sources that it was made from, its end a digest of its contents, and
a complete file is moved into its place. So processes with different versions never read each other's file,
and a damaged one is built anew. If no folder is writable, the table stays in memory.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from numberhouse.contract.machine_cache import folder, machine_lock
from numberhouse.games.set_theory.catalogue import CATALOGUE, FIRST, LAST, RECIPES, UnknownProperty
from numberhouse.games.set_theory.catalogue.hidden_set import HiddenSet, Listed, Named

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Table = NDArray[np.uint64]
    Flags = NDArray[np.bool_]

__all__ = ["LIMIT", "belongs", "build", "count", "density", "folder", "is_ready", "members", "table"]

LIMIT = LAST + 1

Progress = Callable[[int, int], None]
"""Callback for the progress of a build: number of finished properties, number of all."""

PLACE = {name: divmod(place, 64) for place, name in enumerate(CATALOGUE)}
"""Word of the row and bit of the word, by property id."""

WORDS = -(-len(CATALOGUE) // 64)


def table() -> Table:
    """uint64[1,000,000, words], read-only. Bit p of row n says whether n has property p, in the order of
    `CATALOGUE` (bit p % 64 of word p // 64). Rows 0 … 9 are empty. The table is built if it doesn't exist."""
    return stored()[WORDS * 64 :].reshape(LIMIT, WORDS)


def belongs(name: str, n: int) -> bool:
    """Whether the number has the property. Raises `UnknownProperty`."""
    try:
        word, bit = PLACE[name]
    except KeyError:
        raise UnknownProperty(name) from None
    return bool(rows()[n * WORDS + word] >> bit & 1)


def count(name: str) -> int:
    """Number of members of the property from 10 to 999,999. Raises `UnknownProperty`."""
    if name not in PLACE:
        raise UnknownProperty(name)
    word, bit = PLACE[name]
    return int(stored()[word * 64 + bit])


def density(name: str) -> float:
    """The share of the numbers 10 … 999,999 that have the property."""
    return count(name) / (LAST - FIRST + 1)


@lru_cache(maxsize=64)
def members(hidden: HiddenSet) -> Flags:
    """bool[1,000,000], read-only: whether each number belongs to the set; always false below 10. Raises
    `UnknownProperty`, `BadExpression`, `Undefined`."""
    import numpy as np  # in the extra `bots`

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
    """Whether the table exists, so that no build is needed."""
    return whole(place())


@cache
def rows() -> memoryview[int]:
    """The words of `table`, row after row. Access to a single word is faster than in an array."""
    return stored().data[WORDS * 64 :]


@cache
def stored() -> Table:
    """The words of the file: first the counts, 64 for each word of a row, then the rows."""
    import numpy as np  # in the extra `bots`

    if not intact(place()):
        with machine_lock("set-theory-table"):
            if not intact(place()):  # another process may have built it meanwhile
                build_apart()
        if not intact(place()):
            return build()  # no folder can be written
    return np.memmap(place(), np.uint64, mode="r", shape=(size(),))


def build_apart() -> None:
    """Build the table in a process of its own, whose memory is free again afterwards."""
    paths = os.pathsep.join(path for path in sys.path if path)
    subprocess.run(
        [sys.executable, "-c", f"from {__name__} import build; build()"],
        stdin=subprocess.DEVNULL,
        env=os.environ | {"PYTHONPATH": paths},
        check=False,  # `stored` looks whether there is a table now
    )


def build(progress: Progress | None = None) -> Table:
    """Build the table and write the file. Returns the same as `stored`."""
    import numpy as np  # in the extra `bots`

    from numberhouse.games.set_theory.catalogue.numbers import Numbers

    numbers = Numbers()
    words = np.zeros(size(), np.uint64)
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
        return np.memmap(place(), np.uint64, mode="r", shape=(size(),))
    words.flags.writeable = False
    return words


def size() -> int:
    """Number of words of the table with its counts."""
    return WORDS * 64 + LIMIT * WORDS


def write(words: Table, path: Path) -> None:
    """Write the file under another name, then move it. An unwritable folder is ignored."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix="sets-", delete=False) as file:
            words.tofile(file)
            file.write(hashlib.sha256(words.data).digest())
        os.replace(file.name, path)
    except OSError:
        return


def whole(path: Path) -> bool:
    """Whether the file exists and has the right length."""
    try:
        return path.stat().st_size == 8 * size() + hashlib.sha256().digest_size
    except OSError:
        return False


def intact(path: Path) -> bool:
    """Whether the file is whole and has the contents that were written."""
    import numpy as np  # in the extra `bots`

    if not whole(path):
        return False
    words = np.memmap(path, np.uint64, mode="r", shape=(size(),))
    with path.open("rb") as file:
        file.seek(8 * size())
        return file.read() == hashlib.sha256(words.data).digest()


def place() -> Path:
    """Path of the file, whether or not it exists."""
    return folder() / f"set-theory-{sources()}.u64"


@cache
def sources() -> str:
    """A digest of all files of the catalogue."""
    here = Path(__file__)
    digest = hashlib.sha256()
    for path in sorted(here.parent.rglob("*.py")):
        digest.update(path.relative_to(here.parent).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:32]
