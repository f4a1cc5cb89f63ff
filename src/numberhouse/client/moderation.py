"""Whom the client's person avoids, what the person has reported, and an administrator's decisions on
reports."""

from __future__ import annotations

from typing import Any, Final

from numberhouse.client.wire import Wire, path_part, query_string
from numberhouse.protocol.moderation import (
    BlockInfo,
    BlockRequest,
    Decision,
    OpenReports,
    OwnReport,
    ReportRequest,
)

__all__ = ["Moderation"]

NOTHING: Final[Any] = None
BLOCKS: Final = list[BlockInfo]


class Moderation:
    """Blocks, mutes and reports. Every method raises `ClientError`."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def blocks(self) -> list[BlockInfo]:
        """The people whom the person has blocked, newest first."""
        return self._wire.get("/api/me/blocks", BLOCKS)

    def block(self, target: BlockRequest) -> list[BlockInfo]:
        """Block somebody: no messages, offers or rematches from there."""
        return self._wire.send("PUT", "/api/me/blocks", BLOCKS, target)

    def unblock(self, block: str) -> None:
        """End the block with this id."""
        self._wire.send("DELETE", f"/api/me/blocks/{path_part(block)}", NOTHING)

    def mutes(self) -> list[BlockInfo]:
        """The people whom the person has muted, newest first."""
        return self._wire.get("/api/me/mutes", BLOCKS)

    def mute(self, target: BlockRequest) -> list[BlockInfo]:
        """Hide somebody's messages from the person."""
        return self._wire.send("PUT", "/api/me/mutes", BLOCKS, target)

    def unmute(self, mute: str) -> None:
        """End the mute with this id."""
        self._wire.send("DELETE", f"/api/me/mutes/{path_part(mute)}", NOTHING)

    def report(self, report: ReportRequest) -> OwnReport:
        """Report a message, a name or a match to the operators. Nobody learns who has reported."""
        return self._wire.send("POST", "/api/reports", OwnReport, report)

    def reports(self) -> list[OwnReport]:
        """The person's latest reports with their outcomes."""
        return self._wire.get("/api/reports", list[OwnReport])

    def all_reports(self, *, decided: bool = False, after: int = 0) -> OpenReports:
        """A page of everybody's reports, for administrators with open powers: those that wait for a decision,
        or the decided ones. `after` is the number of reports to leave out."""
        query = query_string(decided=decided or None, after=after or None)
        return self._wire.get(f"/api/admin/reports{query}", OpenReports)

    def decide(self, report: str, decision: Decision) -> OpenReports:
        """Decide the report with this id, as an administrator with open powers."""
        return self._wire.send("POST", f"/api/admin/reports/{path_part(report)}", OpenReports, decision)
