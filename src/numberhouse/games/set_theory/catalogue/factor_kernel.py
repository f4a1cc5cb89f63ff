"""Compiled: functions of the factors of a number, for all numbers below a limit in one pass."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numba import njit
from numpy.typing import NDArray

__all__ = ["Factors", "factors"]

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """Numba's `njit` with a cache, typed so that the signature is kept."""
    decorate: Any = njit
    made: Function = decorate(cache=True, nogil=True)(function)
    return made


class Factors(NamedTuple):
    """Arrays by number. For 0 and 1 the least and the largest prime are 0; for 0 all others are 0 too."""

    least: NDArray[np.int32]
    """The least prime factor."""
    largest: NDArray[np.int32]
    """The largest prime factor."""
    omega: NDArray[np.int8]
    """Number of different prime factors."""
    bigomega: NDArray[np.int8]
    """Number of prime factors, counted with repetition."""
    tau: NDArray[np.int32]
    """Number of divisors."""
    sigma: NDArray[np.int64]
    """The sum of the divisors."""
    phi: NDArray[np.int32]
    """Euler's totient: number of smaller or equal numbers without a common factor."""
    lowest_power: NDArray[np.int8]
    """The least exponent in the factorization."""
    highest_power: NDArray[np.int8]
    """The largest exponent in the factorization."""
    prime_sum: NDArray[np.int32]
    """The sum of the prime factors, counted with repetition."""


def factors(limit: int) -> Factors:
    """The factors of all numbers below `limit`, which is at least 2."""
    return Factors(*_factors(limit))


@compiled
def _factors(limit: int) -> Any:
    least = np.zeros(limit, np.int32)
    for p in range(2, limit):
        if least[p] == 0:
            for q in range(p, limit, p):
                if least[q] == 0:
                    least[q] = p
    largest = np.zeros(limit, np.int32)
    omega = np.zeros(limit, np.int8)
    bigomega = np.zeros(limit, np.int8)
    tau = np.zeros(limit, np.int32)
    sigma = np.zeros(limit, np.int64)
    phi = np.zeros(limit, np.int32)
    low = np.zeros(limit, np.int8)
    high = np.zeros(limit, np.int8)
    prime_sum = np.zeros(limit, np.int32)
    tau[1] = 1
    sigma[1] = 1
    phi[1] = 1
    for n in range(2, limit):
        p = least[n]
        rest = n
        power = 0
        repunit = 1
        whole = 1
        while rest % p == 0:
            rest //= p
            power += 1
            whole *= p
            repunit += whole
        largest[n] = max(p, largest[rest])
        omega[n] = omega[rest] + 1
        bigomega[n] = bigomega[rest] + power
        tau[n] = tau[rest] * (power + 1)
        sigma[n] = sigma[rest] * repunit
        phi[n] = phi[rest] * (whole - whole // p)
        low[n] = power if rest == 1 else min(power, low[rest])
        high[n] = max(power, high[rest])
        prime_sum[n] = prime_sum[rest] + power * p
    return least, largest, omega, bigomega, tau, sigma, phi, low, high, prime_sum
