"""The package that `numberhouse new-game` writes: a copy of `twenty_one`, a small whole game, renamed.

The copy passes the contract suite at once. Its author then changes the rules and keeps it passing.
"""

from __future__ import annotations

import keyword
import re
import sys
from importlib.resources import as_file, files
from pathlib import Path
from typing import Final

__all__ = ["NewGameError", "check_name", "write_package"]

NAME: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST: Final = 40
"""Largest length of a name, in characters."""


class NewGameError(Exception):
    """The package can't be written. The message gives the reason and what would be accepted."""


def write_package(name: str, folder: Path) -> list[Path]:
    """Write the package of a game named `name` into `folder`, which must be new or empty, and return its
    files. Raises `NewGameError` for a name that no game can have and for a folder that isn't empty."""
    check_name(name)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise NewGameError(f"{folder} is there already and not empty; name another folder")
    written = []
    with as_file(files(__name__) / "twenty_one") as template:
        for source in sorted(template.rglob("*")):
            if source.is_file() and "__pycache__" not in source.parts:
                target = folder / renamed(source.relative_to(template).as_posix(), name)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(renamed(source.read_text(encoding="utf-8"), name), encoding="utf-8")
                written.append(target)
    return written


def check_name(name: str) -> None:
    """Raises `NewGameError` for a name that no game can have."""
    module = name.replace("-", "_")
    if not NAME.fullmatch(name) or len(name) > LONGEST:
        raise NewGameError(
            f"{name[:LONGEST]!r} can't be the name of a game: lower-case words joined by hyphens, such as "
            f"my-game, of at most {LONGEST} characters are accepted"
        )
    if keyword.iskeyword(module) or module in sys.stdlib_module_names or module == "numberhouse":
        raise NewGameError(f"{name!r} is a name of Python's or of the house; choose another one")


def renamed(text: str, name: str) -> str:
    """The template's text with its own name replaced by the new one."""
    words = name.split("-")
    for old, new in {
        "twenty-one": name,
        "twenty_one": "_".join(words),
        "TwentyOne": "".join(map(str.capitalize, words)),
        "Twenty-One": " ".join(map(str.capitalize, words)),
    }.items():
        text = text.replace(old, new)
    return text
