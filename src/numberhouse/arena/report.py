"""The standings for people: a page of HTML with plots, tables of CSV, and lines for a terminal."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Final

import msgspec

from numberhouse.arena.statistics import Rating, Share
from numberhouse.arena.tournament import Row, Standings

__all__ = ["HEADINGS", "cross_csv", "html_page", "standings_csv", "write_report"]

HEADINGS: Final = (
    "bot",
    "matches",
    "wins",
    "wins_low",
    "wins_high",
    "fair_share",
    "points",
    "rating",
    "rating_low",
    "rating_high",
    "thoughts",
    "ms_a_thought",
    "longest_ms",
    "overruns",
    "late",
    "illegal",
    "failed",
)
"""Columns of the standings' CSV. Shares are between 0 and 1; times are processor time but the longest, which
is the clock's."""

STYLE: Final = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .7rem; text-align: right; border-bottom: 1px solid #8885; white-space: nowrap; }
th:first-child { text-align: left; }
small { opacity: .75; }
svg text { fill: currentColor; font: 13px system-ui, sans-serif; }
"""


def write_report(standings: Standings, folder: Path) -> None:
    """Write `report.html`, `standings.csv`, `pairs.csv` and `standings.json` into the folder."""
    (folder / "report.html").write_text(html_page(standings), "utf-8")
    (folder / "standings.csv").write_text(standings_csv(standings), "utf-8")
    (folder / "pairs.csv").write_text(cross_csv(standings), "utf-8")
    plain = msgspec.structs.replace(standings, pairs={})
    pairs = [
        {"bot": row, "against": column, **msgspec.to_builtins(share)}
        for (row, column), share in standings.pairs.items()
    ]
    whole = {**msgspec.to_builtins(plain), "pairs": pairs}
    (folder / "standings.json").write_bytes(msgspec.json.format(msgspec.json.encode(whole)) + b"\n")


def standings_csv(standings: Standings) -> str:
    """A line for each bot, the best first."""
    return _csv(HEADINGS, (_cells(row) for row in standings.rows))


def cross_csv(standings: Standings) -> str:
    """A line for each pair that has met."""
    lines = (
        (row, column, share.mean, share.error, *share.interval, share.deals)
        for (row, column), share in standings.pairs.items()
    )
    return _csv(("bot", "against", "share", "error", "low", "high", "deals"), lines)


def _cells(row: Row) -> tuple[object, ...]:
    used = row.usage
    rating = row.rating or Rating(0, 0, 0)
    return (
        row.name,
        row.matches,
        round(row.wins.mean, 4),
        *(round(bound, 4) for bound in row.wins.interval),
        round(row.fair, 4),
        round(row.points, 3),
        *(round(value, 2) for value in (rating.mean, rating.low, rating.high)),
        used.thoughts,
        round(1000 * used.processor_seconds / max(1, used.thoughts), 2),
        round(1000 * used.longest, 1),
        used.overruns,
        used.late,
        row.illegal,
        row.failed,
    )


def _csv(headings: Sequence[str], lines: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(headings)
    writer.writerows(lines)
    return text.getvalue()


def html_page(standings: Standings) -> str:
    """The report as one page that asks for nothing else."""
    plan = standings.plan
    budget = {_budget(entrant.seconds, entrant.nodes) for entrant in plan.entrants}
    ended = {
        "high": " Ended early: the first bot's share is high.",
        "low": " Ended early: the first bot's share is low.",
    }.get(standings.verdict, "")
    lead = (
        f"{standings.matches} matches of {plan.seats} seats, {plan.deals} deals, {plan.pairing}, seats "
        f"{plan.seating}, seed {plan.seed}; {', '.join(sorted(budget))} a thought.{ended} Intervals are "
        "95 %, over deals. The arena's own processor time was "
        f"{standings.house_share:.1%} of the bots'."
    )
    head = (
        "bot",
        "wins",
        "fair",
        "points",
        "matches",
        "ms a thought",
        "overruns",
        "late",
        "illegal",
        "failed",
    )
    rows = "".join(_row(row) for row in standings.rows)
    return (
        '<!doctype html>\n<html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width"><title>Arena: '
        f"{escape(plan.game)}</title><style>{STYLE}</style>\n<h1>{escape(plan.game)}</h1>\n<p>{escape(lead)}</p>\n"
        f"<h2>Standings</h2>\n<div class=wide><table><tr>{''.join(f'<th scope=col>{name}' for name in head)}"
        f"{rows}</table></div>\n<h2>Ratings</h2>\n{_plot(standings.rows)}\n"
        f"<h2>Row against column</h2>\n<div class=wide>{_cross(standings)}</div>\n</html>\n"
    )


def _row(row: Row) -> str:
    used = row.usage
    cells = (
        _percent(row.wins),
        f"{row.fair:.0%}",
        f"{row.points:.1f}",
        row.matches,
        f"{1000 * used.processor_seconds / max(1, used.thoughts):.1f}",
        used.overruns,
        used.late,
        row.illegal,
        row.failed,
    )
    return f"<tr><th scope=row>{escape(row.name)}" + "".join(f"<td>{cell}" for cell in cells)


def _percent(share: Share) -> str:
    low, high = share.interval
    return f"{share.mean:.0%} <small>{low:.0%}–{high:.0%}</small>"


def _budget(seconds: float | None, nodes: int | None) -> str:
    parts = [f"{seconds:g} s" if seconds else "", f"{nodes} nodes" if nodes else ""]
    return " and ".join(filter(None, parts)) or "no limit"


def _cross(standings: Standings) -> str:
    names = [row.name for row in standings.rows]
    head = "".join(f"<th scope=col>{escape(name)}" for name in names)
    lines = []
    for row in names:
        cells = []
        for column in names:
            share = standings.pairs.get((row, column))
            if share is None:
                cells.append("<td>")
                continue
            colour = f"hsl({120 * share.mean:.0f} 60% 50% / {abs(share.mean - 0.5):.2f})"
            cells.append(f'<td style="background:{colour}">{_percent(share)}')
        lines.append(f"<tr><th scope=row>{escape(row)}{''.join(cells)}")
    return f"<table><tr><td>{head}{''.join(lines)}</table>"


def _plot(rows: Sequence[Row]) -> str:
    """Ratings with their intervals, a line for each bot."""
    rated = [(row.name, row.rating) for row in rows if row.rating is not None]
    if not rated:
        return "<p>No bots have met.</p>"
    low = min(rating.low for _, rating in rated)
    width = (max(rating.high for _, rating in rated) - low) or 1.0
    lines = []
    for number, (name, rating) in enumerate(sorted(rated, key=lambda pair: -pair[1].mean)):
        y = 20 + 26 * number
        left, middle, right = (180 + 480 * (x - low) / width for x in (rating.low, rating.mean, rating.high))
        lines.append(
            f'<text x="170" y="{y + 4}" text-anchor="end">{escape(name)}</text>'
            f'<line x1="{left:.1f}" x2="{right:.1f}" y1="{y}" y2="{y}" stroke="currentColor"/>'
            f'<circle cx="{middle:.1f}" cy="{y}" r="5" fill="currentColor"/>'
            f'<text x="670" y="{y + 4}">{rating.mean:.1f}</text>'
        )
    height = 20 + 26 * len(rated)
    words = "; ".join(f"{name} {rating.mean:.1f}" for name, rating in rated)
    return f'<svg viewBox="0 0 720 {height}" role="img" aria-label="{escape(words)}">{"".join(lines)}</svg>'
