"""Checks the browser client: `python web/check.py` writes its types and facts, then runs tsc and eslint."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from web.build import npm
from web.write_facts import main as write_facts
from web.write_types import main as write_types


def main() -> int:
    """0 when nothing is wrong."""
    write_facts()
    write_types()
    try:
        npm("run", "--silent", "check")
    except subprocess.CalledProcessError:
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
