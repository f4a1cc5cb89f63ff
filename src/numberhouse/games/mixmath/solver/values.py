"""The values of tiles kept on a rack."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

__all__ = ["tile_values"]


@lru_cache(maxsize=1)
def tile_values() -> NDArray[np.float64]:
    """float64[93]: points that each tile kept is expected to bring, by tile, one up so that a blank is first.
    The last entry is for each tile beyond the first of its kind."""
    return np.zeros(93)
