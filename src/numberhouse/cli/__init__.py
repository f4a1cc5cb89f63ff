"""The command line `numberhouse`, in four rooms: `commands`, a file each; `match`, a match at this terminal;
`new_game`, the package that `numberhouse new-game` copies; `base`, parts that all commands share.

`numberhouse.cli.house` is the group of all commands. It imports a command when the line names it; heavy
packages (NumPy, Numba, Rich) are imported only where they are used, so that the help appears at once.
"""

from __future__ import annotations

__all__ = ["main"]


def main() -> None:
    """Run the command line of this process and exit with its status."""
    # not at the top: every module of this package runs this file first
    from numberhouse.cli.base.terminal import speak_unicode
    from numberhouse.cli.house import house

    speak_unicode()
    house.main(prog_name="numberhouse")
