"""Compiled: sequences in which each term depends on the terms before it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numba import njit

__all__ = ["collatz_steps", "conway", "golomb", "kolakoski", "lucky", "ludic", "ulam"]

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """Numba's `njit` with a cache, typed so that the signature is kept."""
    decorate: Any = njit
    made: Function = decorate(cache=True, nogil=True)(function)
    return made


@compiled
def lucky(limit: int) -> Any:
    """bool[limit]: the lucky numbers, A000959. From the odd numbers, each remaining number k in order removes
    every k-th remaining one."""
    terms = np.arange(1, limit, 2)
    size = len(terms)
    at = 1
    while at < size and terms[at] <= size:
        step = terms[at]
        kept = 0
        for k in range(size):
            if (k + 1) % step != 0:
                terms[kept] = terms[k]
                kept += 1
        size = kept
        at += 1
    found = np.zeros(limit, np.bool_)
    for k in range(size):
        found[terms[k]] = True
    return found


@compiled
def ludic(limit: int) -> Any:
    """bool[limit]: the ludic numbers, A003309. As in the sieve of primes, but each number k removes every
    k-th of the remaining numbers, by position."""
    terms = np.arange(2, limit)
    size = len(terms)
    found = np.zeros(limit, np.bool_)
    found[1] = True
    start = 0
    while start < size:
        step = terms[start]
        found[step] = True
        if step > size - start:
            for k in range(start, size):
                found[terms[k]] = True
            return found
        kept = start
        for k in range(start, size):
            if (k - start) % step != 0:
                terms[kept] = terms[k]
                kept += 1
        size = kept
    return found


@compiled
def collatz_steps(limit: int) -> Any:
    """int32[limit]: number of steps, halving or 3n + 1, from n to 1, A006577; 0 for n = 0."""
    steps = np.zeros(limit, np.int32)
    for n in range(2, limit):
        value = n
        count = 0
        while value >= n:
            value = value // 2 if value % 2 == 0 else 3 * value + 1
            count += 1
        steps[n] = count + steps[value]
    return steps


@compiled
def kolakoski(limit: int) -> Any:
    """int8[limit]: term n, from 1, of Kolakoski's sequence 1 2 2 1 1 2 1 …, A000002: its terms are the
    lengths of its own runs."""
    terms = np.zeros(limit + 2, np.int8)
    terms[1], terms[2], terms[3] = 1, 2, 2
    size = 4
    at = 3
    sign = 1
    while size < limit:
        for _ in range(terms[at]):
            terms[size] = sign
            size += 1
        sign = 3 - sign
        at += 1
    return terms[:limit]


@compiled
def conway(limit: int) -> Any:
    """int32[limit]: term n, from 1, of Hofstadter and Conway's sequence, A004001: a(a(n−1)) + a(n−a(n−1))."""
    terms = np.zeros(limit, np.int32)
    terms[1] = terms[2] = 1
    for n in range(3, limit):
        before = terms[n - 1]
        terms[n] = terms[before] + terms[n - before]
    return terms


@compiled
def golomb(limit: int) -> Any:
    """int32[limit]: term n, from 1, of Golomb's sequence, A001462: 1 + a(n − a(a(n−1)))."""
    terms = np.zeros(limit, np.int32)
    terms[1] = 1
    for n in range(2, limit):
        terms[n] = 1 + terms[n - terms[terms[n - 1]]]
    return terms


@compiled
def ulam(limit: int) -> Any:
    """bool[limit]: the Ulam numbers, A002858. After 1 and 2, each is the least number that is a sum of two
    different earlier ones in exactly one way."""
    ways = np.zeros(limit, np.uint8)
    terms = np.zeros(limit // 4, np.int32)
    found = np.zeros(limit, np.bool_)
    terms[0], terms[1] = 1, 2
    found[1] = found[2] = True
    ways[3] = 1
    size = 2
    n = 2
    while True:
        n += 1
        while n < limit and ways[n] != 1:
            n += 1
        if n >= limit:
            return found
        for k in range(size):
            other = terms[k] + n
            if other >= limit:
                break
            if ways[other] < 2:
                ways[other] += 1
        found[n] = True
        terms[size] = n
        size += 1
