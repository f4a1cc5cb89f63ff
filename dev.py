#!/usr/bin/env python3
"""Sets Numberhouse up from a fresh clone, with nothing but Python 3.11 or newer, and runs it or its tests.

    python3 dev.py play [ARGS]     install what is missing, then open the house in the browser
    python3 dev.py test [ARGS]     the gate: all checks, then all tests, on all cores; --coverage shows the
                                   lines that no test runs; other ARGS, like --long or -n 0, go to pytest
    python3 dev.py matrix [ARGS]   the gate on every Python that the house supports and this machine has
    python3 dev.py install         make or renew the development environment in .venv

Packages come from hash-locked lists into `.venv`; uv, kept in `.tools`, makes that fast, and pip does it
where uv can't be had. A stamp in `.venv` says what was installed, so the next run starts at once. The single
tools (ruff, mypy, pytest, sphinx-build, the benchmarks) are run from `.venv/bin`: see CONTRIBUTING.md.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent
LOCKS = ROOT / "requirements"
TOOLS = ROOT / ".tools"
VENV = ROOT / os.environ.get("NUMBERHOUSE_VENV", ".venv")
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
STAMP = VENV / "numberhouse.json"
OLDEST = (3, 11)
SUPPORTED = ["3.11", "3.12", "3.13", "3.14"]

CHECKS = [
    "mypy --no-error-summary",
    "python web/check.py",
    "lint-imports --no-logo",
    "ruff check --quiet",
    "ruff format --check --quiet",
]
"""The longest first: they run side by side."""

COVERAGE = ["-ppytest_cov", "--cov", "--cov-report=term-missing:skip-covered"]
"""What pytest gets for --coverage; the settings are in pyproject.toml."""


class DevError(Exception):
    """Something the person at the terminal has to know; its text is all that is shown."""


def main() -> int:
    """Run the command named on the command line and return the exit status."""
    commands = {"play": play, "test": test, "matrix": matrix, "install": install}
    name, *args = sys.argv[1:] or ["help"]
    if name in ("help", "-h", "--help"):
        print(__doc__.strip())
        return 0
    try:
        if name not in commands:
            raise DevError(f"There is no command {name!r}. There are: {', '.join(commands)}.")
        refuse_old_python()
        return commands[name](args)
    except DevError as error:
        say(str(error))
        return 2
    except KeyboardInterrupt:
        return 130


# The commands


def play(args: list[str]) -> int:
    """Hand over to `numberhouse serve`, which opens the house in the browser or prints its address."""
    ensure("run")
    build_pages()
    (ROOT / "build").mkdir(exist_ok=True)
    return hand_over(
        [BIN / "numberhouse", "serve", "--open", "--database", ROOT / "build" / "play.sqlite", *args]
    )


def test(args: list[str]) -> int:
    """Run every check and every test; the last line of a good run is pytest's."""
    fresh = ensure("dev")
    build_pages()
    # Else each process of the tests would compile the same kernels at the same moment, for minutes.
    preparation = [f"numberhouse prepare {game.replace('_', '-')}" for game in games()] if fresh else []
    longest, *others = CHECKS
    broken = failing([longest, *preparation, *others])
    spread = ["-n", workers(), "--dist", "loadfile", "--no-loadscope-reorder"]  # tests/conftest.py orders
    wanted = [part for arg in args for part in (COVERAGE if arg == "--coverage" else [arg])]
    tests = run([PYTHON, "-m", "pytest", "-q", *spread, *wanted])
    if tests:
        broken.append("pytest")
    return report(broken)


def matrix(args: list[str]) -> int:
    """Run the gate once with each interpreter, in an environment of its own, and name missing ones."""
    verdicts: dict[str, str] = {}
    for version in SUPPORTED:
        python = interpreter(version)
        if not python:
            verdicts[version] = "not on this machine"
            continue
        say(f"Python {version}: {python}")
        env = {**environment(), "NUMBERHOUSE_VENV": f".venv-{version}"}
        failed = subprocess.run([python, __file__, "test", *args], cwd=ROOT, env=env).returncode
        verdicts[version] = "failed" if failed else "ok"
    for version, verdict in verdicts.items():
        say(f"Python {version}: {verdict}")
    return int("failed" in verdicts.values())


def interpreter(version: str) -> Path | None:
    """A Python of this version that runs: one of pyenv's, or one on the PATH (where pyenv's may not run)."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    found = sorted(pyenv.glob(f"versions/{version}.*/bin/python{version}"))
    on_path = shutil.which(f"python{version}")
    candidates = [*reversed(found), *([Path(on_path)] if on_path else [])]
    return next((path for path in candidates if not run([path, "-c", ""], quiet=True)), None)


def workers() -> str:
    """Half as many again as there are cores: tests of the service and of browsers wait a good deal."""
    return str(cores() + cores() // 2)


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def install(args: list[str]) -> int:
    """Make the development environment, whatever the stamp says."""
    if args:
        raise DevError(f"Not understood: {' '.join(args)}")
    STAMP.unlink(missing_ok=True)
    ensure("dev")
    return 0


# The environment


def ensure(which: str) -> bool:
    """Make `.venv` hold the packages of ``which`` ("run" or "dev") and the house itself.

    Returns whether anything had to be installed.
    """
    wanted = {name: fingerprint(name) for name in ("run", "dev")}
    if PYTHON.exists() and installed().get(which) == wanted[which]:
        return False
    began = time.monotonic()
    note = "" if PYTHON.exists() else " (about half a minute, the first time)"
    say(f"Installing into .venv{note} ...")
    make_venv()
    STAMP.unlink(missing_ok=True)
    if not any(fill_venv(installer, which) for installer in installers()):
        raise DevError("The packages could not be installed; the reason is above.")
    # The development set holds the other one, version for version.
    STAMP.write_text(json.dumps(wanted if which == "dev" else {"run": wanted["run"]}), encoding="utf-8")
    say(f"Installed in {time.monotonic() - began:.0f} s.")
    return True


def build_pages() -> None:
    """Build the browser client unless no source of it has changed."""
    if run([PYTHON, "web/build.py"]):
        say("Going on without the pages; the service and the terminal need none.")


def fingerprint(which: str) -> str:
    """A hash of everything that decides what an installation of ``which`` holds."""
    parts = [LOCKS / "run.txt", ROOT / "pyproject.toml", ROOT / "hatch_build.py"]
    if which == "dev":
        parts += [LOCKS / "dev.txt"]
    digest = hashlib.sha256(repr((str(ROOT), games())).encode())
    for part in parts:
        digest.update(part.read_bytes() if part.exists() else b"none")
    return digest.hexdigest()


def games() -> list[str]:
    """The names of the folders of games."""
    return sorted(path.parent.name for path in ROOT.glob("src/numberhouse/games/*/__init__.py"))


def installed() -> dict[str, str]:
    """The fingerprints of what `.venv` holds, as its stamp tells."""
    try:
        stamp: dict[str, str] = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp


def make_venv() -> None:
    """Make `.venv` if there is none that runs: with uv where we have it, else with Python's own venv."""
    if PYTHON.exists() and not run([PYTHON, "-c", ""], quiet=True):
        return
    shutil.rmtree(VENV, ignore_errors=True)
    uv = find_uv(sys.executable)
    if uv:
        call([uv, "venv", "--quiet", "--python", sys.executable, VENV])
    elif find_spec("venv") and find_spec("ensurepip"):
        call([sys.executable, "-m", "venv", VENV])
    else:
        raise DevError(
            "This Python can make no virtual environment: its modules venv and ensurepip are missing.\n"
            "On Debian and Ubuntu: sudo apt-get install python3-venv"
        )


def fill_venv(installer: list[str | Path], which: str) -> bool:
    """Install the locked packages of ``which`` and the house itself, editable; whether that went well."""
    if run([*installer, "--require-hashes", "-r", LOCKS / f"{which}.txt"]):
        return False
    # Forced, because game folders that came or went change the entry points and nothing pip would look at.
    editable = ["--no-deps", "--no-build-isolation", "--force-reinstall"]
    return not run([*installer, *editable, "-e", ROOT])


def installers() -> Iterator[list[str | Path]]:
    """The beginnings of the commands that can install into `.venv`, best first."""
    uv = find_uv(sys.executable) or find_uv(PYTHON)
    if uv:
        yield [uv, "pip", "install", "--quiet", "--compile-bytecode", "--python", PYTHON]
    quiet = ["install", "--quiet", "--disable-pip-version-check"]
    if has_pip(PYTHON):
        yield [PYTHON, "-m", "pip", *quiet]
    elif has_pip(sys.executable):
        yield [sys.executable, "-m", "pip", "--python", PYTHON, *quiet]


@lru_cache
def find_uv(python: str | Path) -> Path | None:
    """The locked uv in `.tools`, put there by the pip of ``python`` if need be; None if that fails."""
    uv = TOOLS / "bin" / ("uv.exe" if os.name == "nt" else "uv")
    stamp = TOOLS / "tools.txt"
    locked = (LOCKS / "tools.txt").read_bytes()
    if uv.exists() and stamp.exists() and stamp.read_bytes() == locked:
        return uv
    if not has_pip(python):
        return None
    shutil.rmtree(TOOLS, ignore_errors=True)
    options = ["--quiet", "--disable-pip-version-check", "--require-hashes", "--only-binary", ":all:"]
    failed = run(
        [python, "-m", "pip", "install", *options, "--target", TOOLS, "-r", LOCKS / "tools.txt"], quiet=True
    )
    if failed or run([uv, "--version"], quiet=True):
        return None
    stamp.write_bytes(locked)
    return uv


def has_pip(python: str | Path) -> bool:
    """Whether ``python`` can run pip."""
    return Path(python).exists() and not run([python, "-c", "import pip"], quiet=True)


# The checks


def failing(commands: Sequence[str]) -> list[str]:
    """Run every command, as many at once as there are cores, and return those that failed."""
    with ThreadPoolExecutor(cores()) as pool:
        passed = pool.map(passes, commands)
        return [command for command, good in zip(commands, passed, strict=True) if not good]


def passes(command: str) -> bool:
    """Run one command of the environment; what it has to say is shown whole, under its verdict."""
    program, *options = command.split()
    began = time.monotonic()
    done = subprocess.run([BIN / program, *options], cwd=ROOT, env=environment(), capture_output=True)
    verdict = "failed" if done.returncode else "ok"
    shown = f"{command:34} {verdict:6} {time.monotonic() - began:5.1f} s\n".encode()
    if done.returncode:
        shown += done.stdout + done.stderr
    sys.stdout.buffer.write(shown)  # in one piece: another command may end at the same moment
    sys.stdout.flush()
    return not done.returncode


def report(broken: list[str]) -> int:
    """Say what is broken, if anything, and return the exit status."""
    if broken:
        say(f"Failed: {', '.join(broken)}.")
    return int(bool(broken))


# Running other programs


def run(command: list[str | Path], quiet: bool = False) -> int:
    """Run a program at the project's root and return its exit status; 127 if there is no such program."""
    output = subprocess.DEVNULL if quiet else None
    try:
        return subprocess.run(command, cwd=ROOT, env=environment(), stdout=output, stderr=output).returncode
    except OSError:
        return 127


def call(command: list[str | Path]) -> None:
    """Run a program that has to succeed."""
    if run(command):
        raise DevError(f"This failed, see above: {' '.join(map(str, command))}")


def hand_over(command: list[str | Path]) -> int:
    """Become another program where the system can; elsewhere run it and return its status."""
    if os.name != "nt":
        os.execv(command[0], [str(part) for part in command])
    return subprocess.run(command).returncode


def environment() -> dict[str, str]:
    """Our environment for tools: uv downloads no Python, and nobody's warnings setting fails an installer.

    Bytecode is written even where the machine says otherwise, as container images do: the tests start many
    processes, and each of them would compile the house anew.
    """
    ignored = ("PYTHONDONTWRITEBYTECODE", "PYTHONWARNINGS", "VIRTUAL_ENV")
    kept = {key: value for key, value in os.environ.items() if key not in ignored}
    return {**kept, "UV_PYTHON_DOWNLOADS": "never", "PYTHONUTF8": "1"}


def say(text: str) -> None:
    """Print at once, in order with what other programs print."""
    print(text, flush=True)


def refuse_old_python() -> None:
    """Refuse a Python that can't run the house, and name one that can if it is at hand."""
    if sys.version_info >= OLDEST:
        return
    newer = next(filter(shutil.which, ["python3.14", "python3.13", "python3.12", "python3.11"]), None)
    hint = f"Try: {newer} dev.py" if newer else "See python.org/downloads, or your system's packages."
    raise DevError(
        f"Numberhouse needs Python {OLDEST[0]}.{OLDEST[1]} or newer;"
        f" this is {sys.version_info[0]}.{sys.version_info[1]}. {hint}"
    )


if __name__ == "__main__":
    sys.exit(main())
