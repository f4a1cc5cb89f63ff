"""Cuts a text into numbered pieces that chat programs accept."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

__all__ = ["LONGEST", "SHORTEST", "for_chat", "length", "pieces"]

LONGEST: Final = 2000
"""Characters of a piece, its number included, in UTF-16 units: the strictest chat programs count so."""

SHORTEST: Final = 200
NUMBER: Final = 16
"""Characters reserved for `(123/456)` and its line feed."""

FENCE = re.compile(r"^(`{3,})(\w*)$")


def pieces(text: str, longest: int = LONGEST) -> list[str]:
    """The text in pieces of at most `longest` characters, each beginning with a line such as `(2/5)`. A line
    is cut only if it is longer than a piece, and then between words if it has any. A fenced block that is cut
    is closed at the end of a piece and opened again in the next one."""
    if not SHORTEST <= longest <= LONGEST:
        raise ValueError(f"pieces of {longest} characters; {SHORTEST} to {LONGEST} are possible")
    blocks = list(_blocks(text.splitlines(), longest - NUMBER))
    return [f"({number}/{len(blocks)})\n{block}" for number, block in enumerate(blocks, start=1)]


def for_chat(text: str) -> list[str]:
    """The unchanged text if it fits, else numbered pieces."""
    return [text] if length(text) <= LONGEST else pieces(text)


def length(text: str) -> int:
    """The length in UTF-16 units: most characters are one unit, rare ones two."""
    return len(text) + sum(char > "\uffff" for char in text)


def _blocks(lines: Sequence[str], room: int) -> Iterator[str]:
    block: list[str] = []
    size = 0
    opening, fence = "", ""
    for whole in lines:
        fence_line = FENCE.match(whole)
        for line in _cut(whole, room - 2 * _MOST_FENCE):
            closing = length(fence) + 1 if fence else 0
            if block and size + length(line) + closing > room:
                yield "\n".join([*block, fence] if fence else block)
                block = [opening] if fence else []
                size = length(opening) + 1 if fence else 0
            block.append(line)
            size += length(line) + 1
        if fence_line and not fence and length(whole) <= _MOST_FENCE:
            opening, fence = whole, fence_line[1]
        elif fence_line and whole == fence:
            opening, fence = "", ""
    if block:
        yield "\n".join(block)


_MOST_FENCE: Final = 40
"""Characters of a line that opens a fenced block; a longer one is taken for text."""


def _cut(line: str, room: int) -> Iterator[str]:
    while length(line) > room:
        fitting = _fitting_length(line, room)
        blank = line.rfind(" ", room // 2, fitting)
        end = blank if blank > 0 else fitting
        yield line[:end]
        line = line[end + 1 :] if end == blank else line[end:]
    yield line


def _fitting_length(line: str, room: int) -> int:
    """The number of characters that fit."""
    size = 0
    for index, char in enumerate(line):
        size += length(char)
        if size > room:
            return index
    return len(line)
