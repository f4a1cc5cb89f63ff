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
from numberhouse.record import MOST_BYTES, Header, RecordError, read
from numberhouse.record import verify as findings_of
from numberhouse.seeding import Seeding

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

    The match in every FILE is replayed and compared with the record; - is standard input. In the record of a
    match on a service, the seed is made again of the service's secret and the players' contributions.

    Exit status: 0 if all records pass; 2 if a record fails, can't be read or can't be replayed here.
    """
    status = 0
    for file in files:
        source = source_of(file)
        findings = all_findings(source)
        if findings:
            status = REFUSED
        if as_json:
            click.echo(msgspec.json.encode(answer(file, findings, source)).decode())
        else:
            click.echo("\n".join(f"{file}: {line}" for line in verdict_lines(findings, source)))
    ctx.exit(status)


def all_findings(source: str | Path) -> Sequence[RecordError | OSError]:
    """All problems of one file. A file that can't be read counts as one problem."""
    try:
        return findings_of(source)
    except OSError as error:
        return [error]


def verdict_lines(findings: Sequence[RecordError | OSError], source: str | Path) -> list[str]:
    """One line for each problem. Without a problem, a line that says so, and the making of the seed."""
    if findings:
        return [message_of(finding) for finding in findings]
    return ["whole, unchanged and true", *seeding_lines(seeding_of(source))]


def seeding_of(source: str | Path) -> Seeding | None:
    """The making of the seed of a record without problems; None where nobody had committed to the seed."""
    header: Header = read(source).header
    return header.seeding if isinstance(header.seeding, Seeding) else None


def seeding_lines(seeding: Seeding | None) -> list[str]:
    """The making of the seed, in words."""
    if seeding is None:
        return ["nobody had committed to its seed, so the maker of the match may have chosen it"]
    return [
        f"its seed was made of the service's commitment {seeding.commitment}",
        *(
            f"and of seat {seat}'s contribution {contribution}"
            if contribution
            else f"seat {seat} contributed nothing"
            for seat, contribution in enumerate(seeding.contributions, 1)
        ),
    ]


def message_of(finding: RecordError | OSError) -> str:
    """One finding in words."""
    return finding.strerror or str(finding) if isinstance(finding, OSError) else str(finding)


def answer(file: str, findings: Sequence[RecordError | OSError], source: str | Path) -> dict[str, Any]:
    """One file's answer for programs."""
    findings_lines = [
        {
            "error": "file" if isinstance(finding, OSError) else code_of(finding),
            "message": message_of(finding),
            "line": getattr(finding, "line", None),
        }
        for finding in findings
    ]
    seeding = None if findings else seeding_of(source)
    return {"file": file, "valid": not findings, "findings": findings_lines, "seeding": seeding}


def source_of(file: str) -> str | Path:
    """The source of the record: a path, or the text on standard input for `-`."""
    if file != "-":
        return Path(file)
    raw = sys.stdin.buffer.read(MOST_BYTES + 1)
    return raw.decode(errors="replace")
