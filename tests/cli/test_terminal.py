"""Features of a real terminal: cleared screens, the spinner, colours, formatted pages."""

from __future__ import annotations

import codecs
import contextlib
import os
import select
import signal
import sys
import time

import pytest

from tests.cli.conftest import Spawn

if sys.platform == "win32":
    pytest.skip("there are no pseudo-terminals", allow_module_level=True)

import pty


class Screen:
    """A pseudo-terminal: type lines, read what comes."""

    def __init__(self, spawn: Spawn, *args: str, env: dict[str, str] | None = None) -> None:
        self.master, inner = pty.openpty()
        environment = {"TERM": "xterm", "COLUMNS": "80"} | (env or {})
        self.process = spawn(*args, env=environment, stdin=inner, stdout=inner, stderr=inner)
        os.close(inner)
        self.output = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def until(self, text: str) -> str:
        """The output up to `text`, which must come within a minute."""
        deadline = time.monotonic() + 60
        while text not in self.output and self.more(deadline):
            pass
        before, match, self.output = self.output.partition(text)
        assert match, f"{text!r} never came; last came {before[-2000:]!r}"
        return before + match

    def more(self, deadline: float) -> bool:
        """Whether more output came before `deadline` and the end."""
        ready, _, _ = select.select([self.master], [], [], max(0.0, deadline - time.monotonic()))
        data = b""
        if ready:
            with contextlib.suppress(OSError):  # the other end is closed
                data = os.read(self.master, 4096)
        self.output += self.decoder.decode(data)
        return bool(data)

    def type(self, line: str) -> None:
        os.write(self.master, line.encode() + b"\n")

    def end(self) -> int:
        """The exit status."""
        deadline = time.monotonic() + 60
        while self.more(deadline):
            pass
        os.close(self.master)
        return self.process.wait(30)


def test_hotseat_clears_the_screen_between_two_people(spawn: Spawn) -> None:
    args = ("--hotseat", "--seats", "2", "--seed", "a", "--set", "pile=3")
    screen = Screen(spawn, "play", "pebbles", *args)
    assert "lucky" not in screen.until("Seat 1: press Enter when nobody else looks.")
    screen.type("")
    screen.until("> ")
    screen.type("take 1")
    screen.until("Press Enter to clear the screen and hand over to seat 2.")
    screen.type("")
    between = screen.until("Seat 2: press Enter when nobody else looks.")
    assert "\x1b[2J" in between
    assert "\x1b[3J" in between
    assert "lucky" not in between.partition("\x1b[2J")[2]
    screen.type("")
    screen.until("Pile ●● 2, lucky")
    screen.until("> ")
    screen.type("take 2")
    screen.until("1. you, seat 2: 1")
    assert screen.end() == 0


def test_a_spinner_shows_that_a_bot_thinks(spawn: Spawn) -> None:
    args = ("--bots", "ponderer", "--think", "1", "--set", "pile=1", "--delay", "0")
    screen = Screen(spawn, "watch", "pebbles", *args)
    screen.until("ponderer thinks")
    screen.until("1. Ponderer 1, seat 1: 1")
    assert screen.end() == 0


def test_rules_are_set_and_no_color_is_respected(spawn: Spawn) -> None:
    for env, coloured in (({}, True), ({"NO_COLOR": "1"}, False)):
        screen = Screen(spawn, "games", env=env)
        output = screen.until("Pebbles")
        assert ("\x1b[1m" in output) is coloured
        assert screen.end() == 0
        page = Screen(spawn, "rules", "pebbles", env=env)
        assert "**" not in page.until("Last one wins.")
        assert page.end() == 0


def test_ctrl_c_at_a_terminal(spawn: Spawn) -> None:
    screen = Screen(spawn, "play", "pebbles", "--bots", "shy")
    screen.until("> ")
    time.sleep(0.5)  # between its prompt and its waiting Python overlooks a signal until the next key
    screen.process.send_signal(signal.SIGINT)
    output = screen.until("Interrupted.")
    assert "Traceback" not in output
    assert screen.end() == 130


def test_the_end_of_input_at_a_terminal(spawn: Spawn) -> None:
    screen = Screen(spawn, "play", "pebbles", "--bots", "shy")
    screen.until("> ")
    os.write(screen.master, b"\x04")
    screen.until("Interrupted.")
    assert screen.end() == 130
