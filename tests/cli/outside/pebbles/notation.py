"""`take 2`."""

from __future__ import annotations

from numberhouse.contract.game import IllegalAction

from .rules import Take


def write(action: Take) -> str:
    return f"take {action.count}"


def parse(text: str) -> Take:
    word, _, count = text.partition(" ")
    if word != "take" or not count.isdigit():
        raise IllegalAction("notation", f"{text!r} is no move; take 2 is one")
    return Take(int(count))
