#!/usr/bin/env python3
"""Everything one does with Numberhouse from a fresh clone, with nothing but Python 3.11 or newer.

    python3 dev.py play [ARGS]     install what is missing, then `numberhouse play` (Turing Machine by default)
    python3 dev.py test [ARGS]     the gate: all checks, then all tests; --long adds the long ones, ARGS go to pytest
    python3 dev.py check           formatting, lints, types and the direction of imports
    python3 dev.py bench [NAMES]   the benchmarks under bench/, or the named ones
    python3 dev.py docs            build the documentation into build/docs
    python3 dev.py install         make or refresh the development environment in .venv
    python3 dev.py lock            renew requirements/*.txt; --upgrade moves to the newest versions

Packages come from hash-locked lists into `.venv`; uv, kept in `.tools`, makes that fast, and pip does it
where uv can't be had. A stamp in `.venv` says what was installed, so the next run starts at once.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent
LOCKS = ROOT / "requirements"
TOOLS = ROOT / ".tools"
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
STAMP = VENV / "numberhouse.json"
EXAMPLE = ROOT / "examples" / "hidden-nim"  # a game from outside the house; tests play it as such
OLDEST = (3, 11)

CHECKS = {
    "ruff check": ["ruff", "check", "--quiet"],
    "ruff format": ["ruff", "format", "--check", "--quiet"],
    "mypy": ["mypy", "--no-error-summary"],
    "lint-imports": ["lint-imports"],
}


class Trouble(Exception):
    """Something the person at the terminal has to know; its text is all that is shown."""


def main() -> int:
    """Run the command named on the command line and return the exit status."""
    commands = {
        "play": play,
        "test": test,
        "check": check,
        "bench": bench,
        "docs": docs,
        "install": install,
        "lock": lock,
    }
    name, *args = sys.argv[1:] or ["help"]
    if name in ("help", "-h", "--help"):
        print(__doc__.strip())
        return 0
    try:
        if name not in commands:
            raise Trouble("There is no command %r. There are: %s." % (name, ", ".join(commands)))
        refuse_old_python()
        return commands[name](args)
    except Trouble as trouble:
        say(str(trouble))
        return 2
    except KeyboardInterrupt:
        return 130


# The commands


def play(args: list[str]) -> int:
    """Hand over to `numberhouse play`."""
    ensure("run")
    return hand_over([BIN / "numberhouse", "play", *(args or ["turing-machine"])])


def test(args: list[str]) -> int:
    """Run every check and every test; the last line of a good run is pytest's."""
    chosen = ["-m", "long or not long"] if "--long" in args else []
    ensure("dev")
    broken = failing_checks()
    tests = run([PYTHON, "-m", "pytest", "-q", *chosen, *(arg for arg in args if arg != "--long")])
    if tests:
        broken.append("pytest")
    return report(broken)


def check(args: list[str]) -> int:
    """Run every check, show what each of them has to say, and fail if any did."""
    refuse_arguments(args)
    ensure("dev")
    return report(failing_checks())


def bench(args: list[str]) -> int:
    """Run the benchmarks one after another, alone on the machine as far as we can."""
    ensure("dev")
    every = {path.stem: path for path in sorted((ROOT / "bench").glob("[!_]*.py"))}
    unknown = [name for name in args if name not in every]
    if unknown or not every:
        raise Trouble(
            "No such benchmark: %s. There are: %s." % (" ".join(unknown), " ".join(every) or "none")
        )
    return max(run([PYTHON, every[name]]) for name in args or every)


def docs(args: list[str]) -> int:
    """Build the documentation; a warning is an error."""
    refuse_arguments(args)
    ensure("dev")
    status = run([PYTHON, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html", "docs", "build/docs"])
    if not status:
        say("Built: build/docs/index.html")
    return status


def install(args: list[str]) -> int:
    """Make the development environment, whatever the stamp says."""
    refuse_arguments(args)
    STAMP.unlink(missing_ok=True)
    ensure("dev")
    return 0


def lock(args: list[str]) -> int:
    """Resolve the requirements for every platform at once and write them with their hashes."""
    refuse_arguments([arg for arg in args if arg != "--upgrade"])
    uv = find_uv(sys.executable)
    if not uv:
        raise Trouble("Locking needs uv, and pip could not install it into .tools.")
    run_lock = LOCKS / "run.txt"
    compile_lock(uv, run_lock, ["pyproject.toml", "--group", "build", *args])
    compile_lock(
        uv,
        LOCKS / "dev.txt",
        ["pyproject.toml", "--group", "build", "--extra", "dev", "-c", str(run_lock), *args],
    )
    compile_lock(uv, LOCKS / "tools.txt", ["-", *args], stdin="uv")
    return 0


# The environment


def ensure(which: str) -> None:
    """Make `.venv` hold the packages of ``which`` ("run" or "dev") and the house itself; at once if it does."""
    wanted = {name: fingerprint(name) for name in ("run", "dev")}
    if PYTHON.exists() and installed().get(which) == wanted[which]:
        return
    began = time.monotonic()
    say(
        "Installing into .venv (%s) ..."
        % ("the first time takes about half a minute" if not PYTHON.exists() else which)
    )
    make_venv()
    STAMP.unlink(missing_ok=True)
    installer = find_installer()
    call([*installer, "--require-hashes", "-r", LOCKS / f"{which}.txt"])
    projects = [ROOT, EXAMPLE] if which == "dev" and (EXAMPLE / "pyproject.toml").exists() else [ROOT]
    for project in projects:
        call([*installer, "--no-deps", "--no-build-isolation", "-e", project])
    # The development set holds the other one, version for version.
    STAMP.write_text(json.dumps(wanted if which == "dev" else {"run": wanted["run"]}), encoding="utf-8")
    say("Installed in %.0f s." % (time.monotonic() - began))


def fingerprint(which: str) -> str:
    """A hash of everything that decides what an installation of ``which`` holds."""
    parts = [LOCKS / "run.txt", ROOT / "pyproject.toml", ROOT / "hatch_build.py"]
    if which == "dev":
        parts += [LOCKS / "dev.txt", EXAMPLE / "pyproject.toml"]
    games = sorted(str(rules.relative_to(ROOT)) for rules in ROOT.glob("src/numberhouse/games/*/rules.py"))
    digest = hashlib.sha256(repr((str(ROOT), games)).encode())
    for part in parts:
        digest.update(part.read_bytes() if part.exists() else b"none")
    return digest.hexdigest()


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
        raise Trouble(
            "This Python can make no virtual environment: its modules venv and ensurepip are missing.\n"
            "On Debian and Ubuntu: sudo apt-get install python3-venv"
        )


def find_installer() -> list[str | Path]:
    """The beginning of a command that installs into `.venv`."""
    uv = find_uv(sys.executable) or find_uv(PYTHON)
    if uv:
        return [uv, "pip", "install", "--quiet", "--compile-bytecode", "--python", PYTHON]
    if not has_pip(PYTHON):
        call([PYTHON, "-m", "ensurepip", "--default-pip"])
    return [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]


def find_uv(python: str | Path) -> Path | None:
    """The path of the locked uv in `.tools`, put there by the pip of ``python``; None if that can't be done."""
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


def compile_lock(uv: Path, target: Path, args: list[str], stdin: str | None = None) -> None:
    """Write one lock: versions and hashes for every platform, and no address of any registry."""
    say(f"Locking {target.relative_to(ROOT)} ...")
    oldest = "%d.%d" % OLDEST
    plain = ["--universal", "--generate-hashes", "--no-annotate", "--no-header", "--python-version", oldest]
    call([uv, "pip", "compile", "--quiet", *plain, *args, "-o", target], stdin=stdin)
    lines = target.read_text(encoding="utf-8").splitlines(keepends=True)
    target.write_text("".join(line for line in lines if "://" not in line), encoding="utf-8")


# The checks


def failing_checks() -> list[str]:
    """Run every check and return the names of those that failed."""
    failing = []
    for name, command in CHECKS.items():
        began = time.monotonic()
        done = subprocess.run(
            [BIN / command[0], *command[1:]],
            cwd=ROOT,
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
        )
        if done.returncode:
            failing.append(name)
            print(done.stdout.rstrip())
        say("%-12s %-6s %4.1f s" % (name, "failed" if done.returncode else "ok", time.monotonic() - began))
    return failing


def report(broken: list[str]) -> int:
    """Say what is broken, if anything, and return the exit status."""
    if broken:
        say("Failed: %s." % ", ".join(broken))
    return int(bool(broken))


# Running other programs


def run(command: list[str | Path], quiet: bool = False) -> int:
    """Run a program at the project's root and return its exit status; a missing program counts as a failure."""
    output = subprocess.DEVNULL if quiet else None
    try:
        return subprocess.run(command, cwd=ROOT, env=environment(), stdout=output, stderr=output).returncode
    except OSError:
        return 127


def call(command: list[str | Path], stdin: str | None = None) -> None:
    """Run a program that has to succeed."""
    done = subprocess.run(command, cwd=ROOT, env=environment(), input=stdin, text=True)
    if done.returncode:
        raise Trouble("This failed, see above: %s" % " ".join(map(str, command)))


def hand_over(command: list[str | Path]) -> int:
    """Become another program where the system can; elsewhere run it and return its status."""
    sys.stdout.flush()
    if os.name == "nt":
        return subprocess.run(command).returncode
    os.execv(command[0], [str(part) for part in command])


def environment() -> dict[str, str]:
    """Our environment for tools: no Python is downloaded, and nobody's warnings setting makes an installer fail."""
    kept = {key: value for key, value in os.environ.items() if key not in ("PYTHONWARNINGS", "VIRTUAL_ENV")}
    return {**kept, "UV_PYTHON_DOWNLOADS": "never", "PYTHONUTF8": "1"}


def say(text: str) -> None:
    """Print at once, in order with what other programs print."""
    print(text, flush=True)


def refuse_arguments(args: list[str]) -> None:
    """Refuse what a command has no use for."""
    if args:
        raise Trouble("Not understood: %s" % " ".join(args))


def refuse_old_python() -> None:
    """Refuse a Python that can't run the house, and name one that can if it is at hand."""
    if sys.version_info >= OLDEST:
        return
    newer = [name for name in ("python3.14", "python3.13", "python3.12", "python3.11") if shutil.which(name)]
    hint = "Try: %s dev.py" % newer[0] if newer else "See python.org/downloads or your system's packages."
    raise Trouble(
        "Numberhouse needs Python %d.%d or newer; this is %d.%d. " % (*OLDEST, *sys.version_info[:2]) + hint
    )


if __name__ == "__main__":
    sys.exit(main())
