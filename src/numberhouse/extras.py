"""The extras of the distribution: the extra that brings each package, and the error for a missing package.

A plain `pip install numberhouse` brings rules, records and the command line. Solvers, bots, the service and
the client need more, as `pyproject.toml` lists. This module imports nothing but the standard library.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

__all__ = ["EXTRAS", "MissingExtra", "missing_extra", "optional_import"]

EXTRAS: Final[Mapping[str, str]] = {
    package: extra
    for extra, packages in {
        "arena": ("openskill",),
        "bots": ("flint", "llvmlite", "numba", "numpy", "ortools"),
        "client": ("httpx", "websockets"),
        "cluster": ("ray",),
        "plots": ("matplotlib",),
        "serve": (
            "aiosqlite",
            "alembic",
            "apprise",
            "argon2",
            "confusable_homoglyphs",
            "h11",
            "litestar",
            "precis_i18n",
            "prometheus_client",
            "psycopg",
            "psycopg_pool",
            "sqlalchemy",
            "structlog",
            "uvicorn",
            "uvloop",
            "zxcvbn",
        ),
        "testing": ("hypothesis", "pytest"),
    }.items()
    for package in packages
}
"""The extra that brings a package, by the package's name in an import."""


class MissingExtra(ImportError):  # noqa: N818 - what is missing
    """A package of an extra is not installed. The message is the command that installs it."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(
            f'this needs {package}, which is not installed; to install: pip install "numberhouse[{extra}]"',
            name=package,
        )
        self.extra = extra


def missing_extra(error: BaseException | None) -> MissingExtra | None:
    """The missing package behind an error or behind one of its causes; None where there is none.

    The causes count because a bot or a game that fails to import is reported by an error of its own.
    """
    visited: set[int] = set()
    while error is not None and id(error) not in visited:
        visited.add(id(error))
        if isinstance(error, MissingExtra):
            return error
        if isinstance(error, ModuleNotFoundError) and error.name is not None:
            package = error.name.partition(".")[0]
            if package in EXTRAS:
                return MissingExtra(package, EXTRAS[package])
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return None


@contextmanager
def optional_import() -> Iterator[None]:
    """Raises `MissingExtra` for an import in the block whose package is not installed.

    >>> with optional_import():
    ...     import msgspec
    """
    try:
        yield
    except ModuleNotFoundError as error:
        raise missing_extra(error) or error from error
