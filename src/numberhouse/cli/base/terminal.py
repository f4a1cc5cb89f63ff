"""Access to the terminal: encodings, colours, reading a line, clearing the screen, closed pipes."""

from __future__ import annotations

import contextlib
import io
import os
import sys

import click

__all__ = ["ask", "clear", "forget_stdout", "is_terminal", "speak_unicode", "wants_colour"]


def speak_unicode() -> None:
    """Switch the three standard streams to UTF-8 where possible: the games print △□○, on Windows too."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            with contextlib.suppress(OSError, ValueError):
                stream.reconfigure(encoding="utf-8", errors="replace")


def is_terminal() -> bool:
    """Whether both input and output are a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def wants_colour() -> bool:
    """Whether the output may be coloured: it is a terminal, and NO_COLOR isn't set."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def ask(prompt: str) -> str:
    """One line from the person. Raises `EOFError` at the end of input and `KeyboardInterrupt` on Ctrl-C.

    Input that doesn't come from a terminal is echoed, so that the output reads as a conversation.
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
    """Empty the screen, its scrollback and the history of input lines, so that the next person sees none of
    them. Does nothing where output isn't a terminal."""
    if not sys.stdout.isatty():
        return
    click.clear()
    if os.name != "nt":
        click.echo("\x1b[3J", nl=False)
    with contextlib.suppress(ImportError, AttributeError):
        import readline  # Windows has none

        readline.clear_history()


def forget_stdout() -> None:
    """Discard further output after the reader has closed the pipe; else Python reports an error at exit."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
