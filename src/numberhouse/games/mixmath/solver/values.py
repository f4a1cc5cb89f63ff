"""The values of tiles kept on a rack, as self-play found them (`bench/mixmath/train_values.py`)."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from numberhouse.games.mixmath.rules.tiles import VALUES

__all__ = ["TABLE", "tile_values"]

TABLE: Final = Path(__file__).with_name("tile_values.txt")
"""A line for each value that tiles have, in order, and one for each tile beyond the first of its kind."""


@lru_cache(maxsize=1)
def tile_values() -> NDArray[np.float64]:
    """float64[93]: points that a tile kept brings beyond an average one, by tile, one up so that a blank is
    first. The last entry is for each tile beyond the first of its kind."""
    *kept, double = map(float, TABLE.read_text(encoding="ascii").split())
    values = np.zeros(VALUES[-1] + 3)
    values[[value + 1 for value in VALUES]] = kept
    values[0] = max(kept)  # a blank is never trained, and can be any tile
    values[-1] = double
    return values
