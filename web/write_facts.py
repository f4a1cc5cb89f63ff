"""Writes what boards know besides their views: `python web/write_facts.py`.

A game's package may bring `facts`, constants of its rules by name. They are written to `board/facts.ts` in
its folder, which belongs to the sources, because building the client needs no Python but its own. Its
`reference`, larger and loaded only when it is opened, becomes `board/reference.ts`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from numberhouse.registry import InstalledGame, games

HEAD = "/** Written from coach/{name}.py by web/write_facts.py. */"


def main() -> None:
    """Write the files whose content has changed."""
    for path, text in told():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def told() -> Iterator[tuple[Path, str]]:
    """Every file of facts, with what it should hold."""
    for installed in games().values():
        for name, facts in (("facts", installed.facts()), ("reference", installed.reference())):
            if facts:
                head = HEAD.format(name=name)
                text = "\n".join([head, *map(constant, facts, facts.values())]) + "\n"
                yield path_of(installed, name), text


def path_of(installed: InstalledGame, name: str) -> Path:
    """Where a file of facts of a game's board is."""
    return Path(str(files(installed.package or ""))) / "board" / f"{name}.ts"


def constant(name: str, value: Any) -> str:
    """A line of TypeScript. Numbers in a row are looked up by any number; words keep their own types."""
    text = msgspec.json.encode(value).decode()
    if isinstance(value, str | int):
        return f"export const {name} = {text};"
    listed = not isinstance(value, Mapping) and all(isinstance(one, int) for one in value)
    return (
        f"export const {name}: readonly number[] = {text};"
        if listed
        else f"export const {name} = {text} as const;"
    )


if __name__ == "__main__":
    main()
