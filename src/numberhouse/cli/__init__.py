"""The command line `numberhouse`: a noun a file, a command a noun.

`numberhouse.cli.house` is the group of all commands; each is imported when it is asked for, and what is heavy
(NumPy, Numba, Rich) only where it works.
"""

from __future__ import annotations

__all__ = ["main"]


def main() -> None:
    """Run the command line of this process and exit with its status."""
    from numberhouse.cli.house import house
    from numberhouse.cli.terminal import speak_unicode

    speak_unicode()
    house.main(prog_name="numberhouse")
