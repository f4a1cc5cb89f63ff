"""Who plays: a registered bot, a bot by its Python path, or a program of its own.

greedy                      a bot of the game
greedy@nodes=500            with a budget of its own
mine.py:Shrewd              a class or a function in a file that makes a bot
package.module:Shrewd       the same in an installed module
program:node shrewd.mjs     a program that speaks the line protocol (`programs`)
strong=mine.py:Shrewd       under another name
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import math
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any, Final, TypeAlias

import msgspec

from numberhouse.contract.bot import Bot, Budget
from numberhouse.registry import InstalledGame

__all__ = ["AnyBot", "BadEntrant", "Entrant", "make_bot", "parse_entrant", "parse_entrants"]

AnyBot: TypeAlias = Bot[Any, Any]

PROGRAM: Final = "program:"
SUFFIX: Final = re.compile(r"@(seconds|nodes)=([0-9.]+)$")
NAMED: Final = re.compile(r"([A-Za-z0-9_.-]{1,60})=(.+)", re.DOTALL)
LONGEST_SECONDS: Final = 3600.0


class BadEntrant(ValueError):  # noqa: N818 - what is wrong
    """The text names no bot that could play. The message says what would be accepted."""


class Entrant(msgspec.Struct, frozen=True, kw_only=True):
    """One of those who play, and how long it may think about an action."""

    name: str
    """The name in results; no two entrants have the same."""
    source: str
    """A registered name, a Python path with `:`, or `program:` with a command."""
    seconds: float | None = None
    nodes: int | None = None

    def budget(self) -> Budget:
        """A fresh budget, which begins now."""
        return Budget(seconds=self.seconds, nodes=self.nodes)


def parse_entrant(text: str, *, seconds: float | None = None, nodes: int | None = None) -> Entrant:
    """The entrant that `text` names; its budget is `seconds` and `nodes`, unless the text says otherwise.
    Raises `BadEntrant`."""
    bare = text.strip()
    limits: dict[str, float | int] = {}
    while found := SUFFIX.search(bare):
        with suppress(ValueError):
            limits[found[1]] = float(found[2]) if found[1] == "seconds" else int(found[2])
        if not 0 < limits.get(found[1], 0) < math.inf or limits.get("seconds", 0) > LONGEST_SECONDS:
            raise BadEntrant(
                f"{text!r}: a budget is @seconds= with more than 0 and up to {LONGEST_SECONDS:.0f}, or "
                "@nodes= with a whole number from 1"
            )
        bare = bare[: found.start()]
    name = text.strip()
    if match := NAMED.fullmatch(bare):
        name, bare = match[1], match[2]
    if not bare:
        raise BadEntrant(f"{text!r} names no bot: a bot's name, FILE.py:NAME or program:COMMAND is accepted")
    if limits:
        seconds, nodes = limits.get("seconds"), limits.get("nodes")  # type: ignore[assignment]
    return Entrant(name=name, source=bare, seconds=seconds, nodes=nodes)


def parse_entrants(
    texts: Sequence[str], *, seconds: float | None = None, nodes: int | None = None
) -> tuple[Entrant, ...]:
    """All entrants. Raises `BadEntrant` for two with one name."""
    entrants = tuple(parse_entrant(text, seconds=seconds, nodes=nodes) for text in texts)
    names = [entrant.name for entrant in entrants]
    for name in names:
        if names.count(name) > 1:
            raise BadEntrant(f"two entrants are called {name!r}; give one another name: other={name}")
    return entrants


def make_bot(installed: InstalledGame, entrant: Entrant) -> AnyBot:
    """A new bot. Raises `UnknownBot` and `BadEntrant`."""
    source = entrant.source
    if source.startswith(PROGRAM):
        from numberhouse.arena.programs import ProgramBot  # starts processes: only where one is wanted

        return ProgramBot(installed, entrant)
    if ":" not in source:
        return installed.bot(source)
    place, _, name = source.rpartition(":")
    module = load_module(place, source)
    factory: Callable[[], AnyBot] | None = getattr(module, name, None)
    if factory is None:
        raise BadEntrant(f"{source!r}: {place} has no {name!r}")
    return factory()


def load_module(place: str, source: str) -> ModuleType:
    """The module of that dotted name or file. Raises `BadEntrant` where there is none; what the module itself
    raises goes on."""
    if not place.endswith(".py"):
        try:
            return importlib.import_module(place)
        except ModuleNotFoundError as error:
            raise BadEntrant(f"{source!r}: there is no module {error.name!r}") from error
    path = Path(place).resolve()
    name = f"numberhouse_entrant_{hashlib.sha256(str(path).encode()).hexdigest()[:16]}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    if not path.is_file() or spec is None or spec.loader is None:
        raise BadEntrant(f"{source!r}: there is no file {place}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module
