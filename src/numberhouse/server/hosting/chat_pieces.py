"""A text cut into numbered pieces that chat programs take."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

__all__ = ["LONGEST", "SHORTEST", "for_chat", "length", "pieces"]

LONGEST: Final = 2000
"""Characters of a piece, its number included; counted as UTF-16 does, which is how the strictest count."""

SHORTEST: Final = 200
NUMBER: Final = 16
"""Characters kept for `(123/456)` and its line feed."""

FENCE = re.compile(r"^(`{3,})(\w*)$")


def pieces(text: str, longest: int = LONGEST) -> list[str]:
    """The text in pieces of at most `longest` characters, each beginning with a line such as `(2/5)`. A line
    is cut only if it is longer than a piece, and then between words if it has any. A fenced block that goes
    on in the next piece is closed in the one and opened again in the other."""
    if not SHORTEST <= longest <= LONGEST:
        raise ValueError(f"pieces of {longest} characters; {SHORTEST} to {LONGEST} are possible")
    blocks = list(_blocks(text.splitlines(), longest - NUMBER))
    return [f"({number}/{len(blocks)})\n{block}" for number, block in enumerate(blocks, start=1)]


def for_chat(text: str) -> list[str]:
    """The text as it is where it fits, else in numbered pieces."""
    return [text] if length(text) <= LONGEST else pieces(text)


def length(text: str) -> int:
    """In UTF-16 units: most signs are one, rare ones two."""
    return len(text) + sum(sign > "\uffff" for sign in text)


# Below


def _blocks(lines: Sequence[str], room: int) -> Iterator[str]:
    block: list[str] = []
    used = 0
    opened, fence = "", ""
    for whole in lines:
        found = FENCE.match(whole)
        for line in _cut(whole, room - 2 * _MOST_FENCE):
            closing = length(fence) + 1 if fence else 0
            if block and used + length(line) + closing > room:
                yield "\n".join([*block, fence] if fence else block)
                block = [opened] if fence else []
                used = length(opened) + 1 if fence else 0
            block.append(line)
            used += length(line) + 1
        if found and not fence and length(whole) <= _MOST_FENCE:
            opened, fence = whole, found[1]
        elif found and whole == fence:
            opened, fence = "", ""
    if block:
        yield "\n".join(block)


_MOST_FENCE: Final = 40
"""Characters of a line that opens a fenced block; a longer one is taken for text."""


def _cut(line: str, room: int) -> Iterator[str]:
    while length(line) > room:
        fitting = _fitting(line, room)
        blank = line.rfind(" ", room // 2, fitting)
        at = blank if blank > 0 else fitting
        yield line[:at]
        line = line[at + 1 :] if at == blank else line[at:]
    yield line


def _fitting(line: str, room: int) -> int:
    """How many characters fit."""
    used = 0
    for place, sign in enumerate(line):
        used += length(sign)
        if used > room:
            return place
    return len(line)
