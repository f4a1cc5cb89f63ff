"""The edge to the terminal: encodings, colours, reading a line, clearing the screen, lost readers."""

from __future__ import annotations

import contextlib
import io
import os
import sys

import click

__all__ = ["ask", "clear", "forget_stdout", "is_terminal", "speak_unicode", "wants_colour"]


def speak_unicode() -> None:
    """UTF-8 on all three streams where they can be changed: the games write △□○, on Windows too."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            with contextlib.suppress(OSError, ValueError):
                stream.reconfigure(encoding="utf-8", errors="replace")


def is_terminal() -> bool:
    """Whether a person sits at both ends."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def wants_colour() -> bool:
    """Whether what we print may be coloured."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def ask(prompt: str) -> str:
    """One line from the person. Raises `EOFError` at the end of input and `KeyboardInterrupt` on Ctrl-C.

    Input that doesn't come from a terminal is echoed, so that what is printed reads as a conversation.
    """
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401 - editing and history for input()
        return input(prompt)
    sys.stdout.write(prompt)
    sys.stdout.flush()
    line = sys.stdin.readline()
    click.echo(line.rstrip("\r\n"))
    if not line:
        raise EOFError
    return line.rstrip("\r\n")


def clear() -> None:
    """Empty the screen, what has scrolled away and the history of lines, so that the next person sees none of
    it. Nothing happens where output isn't a terminal."""
    if not sys.stdout.isatty():
        return
    click.clear()
    if os.name != "nt":
        click.echo("\x1b[3J", nl=False)
    with contextlib.suppress(ImportError, AttributeError):
        import readline

        readline.clear_history()


def forget_stdout() -> None:
    """Nobody reads our output: drop the rest, so that closing it at exit says nothing."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
