"""Two machine instructions on words of 64 bits, for compiled kernels."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

__all__ = ["lowest", "ones"]


def _emit_ones(_typing: Any, _word: Any) -> Any:
    """Emit the instruction that counts the set bits of a word."""

    def emit(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.uint64), emit


def _emit_lowest(_typing: Any, _word: Any) -> Any:
    """Emit the instruction that gives the number of a word's lowest set bit. The word isn't zero."""

    def emit(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), emit


ones: Any = intrinsic(_emit_ones)
"""The number of set bits of a uint64, as int64."""

lowest: Any = intrinsic(_emit_lowest)
"""The number of the lowest set bit of a uint64 that isn't zero, as int64."""
