"""`numberhouse verify FILE…`: checks that records are complete and unchanged, and that replay confirms
them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import msgspec

from numberhouse.cli.base.command import HouseCommand
from numberhouse.cli.base.errors import REFUSED, code_of
from numberhouse.cli.base.params import json_option
from numberhouse.record import MOST_BYTES, RecordError
from numberhouse.record import verify as findings_of

__all__ = ["RECORD", "source_of", "verify"]

RECORD = click.Path(dir_okay=False, allow_dash=True)


@click.command(
    cls=HouseCommand,
    examples=("numberhouse verify match.jsonl", "numberhouse verify records/*.jsonl --json"),
)
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=RECORD)
@json_option
@click.pass_context
def verify(ctx: click.Context, files: tuple[str, ...], as_json: bool) -> None:
    """Check that records are whole, unchanged and true.

    The match in every FILE is replayed and compared with the record; - is standard input.

    Exit status: 0 if all records pass; 2 if a record fails, can't be read or can't be replayed here.
    """
    status = 0
    for file in files:
        source = source_of(file)
        findings = all_findings(source)
        if findings:
            status = REFUSED
        if as_json:
            click.echo(msgspec.json.encode(answer(file, findings)).decode())
        else:
            click.echo("\n".join(f"{file}: {line}" for line in verdict_lines(findings)))
    ctx.exit(status)


def all_findings(source: str | Path) -> Sequence[RecordError | OSError]:
    """All problems of one file. A file that can't be read counts as one problem."""
    try:
        return findings_of(source)
    except OSError as error:
        return [error]


def verdict_lines(findings: Sequence[RecordError | OSError]) -> list[str]:
    """One line for each problem, or one line that reports no problem."""
    return [message_of(finding) for finding in findings] or ["whole, unchanged and true"]


def message_of(finding: RecordError | OSError) -> str:
    """One finding in words."""
    return finding.strerror or str(finding) if isinstance(finding, OSError) else str(finding)


def answer(file: str, findings: Sequence[RecordError | OSError]) -> dict[str, Any]:
    """One file's answer for programs."""
    verdict_lines = [
        {
            "error": "file" if isinstance(finding, OSError) else code_of(finding),
            "message": message_of(finding),
            "line": getattr(finding, "line", None),
        }
        for finding in findings
    ]
    return {"file": file, "valid": not findings, "findings": verdict_lines}


def source_of(file: str) -> str | Path:
    """The source of the record: a path, or the text on standard input for `-`."""
    if file != "-":
        return Path(file)
    raw = sys.stdin.buffer.read(MOST_BYTES + 1)
    return raw.decode(errors="replace")
