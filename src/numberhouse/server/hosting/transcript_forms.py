"""The forms of a transcript: plain text, Markdown, and HTML that needs no other file and prints well."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from numberhouse.contract.game import Seat
from numberhouse.server.hosting.phrases import moment, phrase
from numberhouse.server.hosting.transcript import Transcript, TranscriptStep
from numberhouse.words import seat_number

__all__ = ["as_html", "as_markdown", "as_text"]

MARKUP = re.compile(r"([\\`*_\[\]<>#|~])")
"""Characters that Markdown would read as markup."""

LIST_ITEM = re.compile(r"^(\s*)([-+]|\d+[.)])(\s)")
MENTION = re.compile(r"@(everyone|here)\b", re.IGNORECASE)
"""The mentions by which chat programs call everybody."""

STYLE = """\
body { font: 16px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.6rem }
h2 { font-size: 1.2rem; margin-top: 2rem }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem }
dt { font-weight: 600 }
dd { margin: 0; overflow-wrap: anywhere }
.course { list-style: none; padding: 0 }
.course li { padding: .3rem 0; border-top: 1px solid #ddd; break-inside: avoid }
p { margin: .1rem 0; white-space: pre-wrap; overflow-wrap: anywhere }
time { color: #555; font-size: .85rem }
code { font-weight: 600; overflow-wrap: anywhere }
pre { font: 13px/1.3 ui-monospace, monospace; overflow-x: auto; break-inside: avoid }
.said { border-left: 3px solid #999; padding-left: .6rem }
@page { margin: 15mm }
@media print {
  body { margin: 0; max-width: none; font-size: 11pt }
  pre { font-size: 8pt; overflow: visible }
}
"""


def as_text(transcript: Transcript) -> str:
    """Plain text."""
    lang = transcript.language
    lines = [transcript.title, ""]
    lines += [f"{heading.name}: {heading.text}" for heading in transcript.headings]
    lines += ["", phrase("players", lang)]
    lines += [f"  {seat}: {name}" for seat, name in enumerate(transcript.players, 1)]
    lines += ["", phrase("course", lang)]
    for step in transcript.steps:
        lines.append(f"{step.number:>4}  {moment(step.at)}  {_headline(step, lang)}".rstrip())
        lines += [f"      {line}" for words in step.words for line in words.splitlines()]
    lines += ["", phrase("board", lang), transcript.board]
    if transcript.result:
        lines += ["", phrase("result", lang), *transcript.result]
    return "\n".join(lines) + "\n"


def as_markdown(transcript: Transcript) -> str:
    """Markdown as chat programs and GitHub read it. Texts that people wrote are escaped."""
    lang = transcript.language
    lines = [f"# {_escape(transcript.title)}", ""]
    lines += [f"- **{_escape(heading.name)}**: {_escape(heading.text)}" for heading in transcript.headings]
    lines += ["", f"## {phrase('players', lang)}", ""]
    lines += [f"- {seat}: {_escape(name)}" for seat, name in enumerate(transcript.players, 1)]
    lines += ["", f"## {phrase('course', lang)}", ""]
    for step in transcript.steps:
        headline = _escape(_headline(step, lang))
        lines.append(f"**{step.number}.** {moment(step.at)} {headline}".rstrip())
        prefix = "> " if step.kind == "announcement" else ""
        lines += [prefix + _escape(line) for words in step.words for line in words.splitlines()]
        lines.append("")
    fence = _fence(transcript.board)
    lines += [f"## {phrase('board', lang)}", "", f"{fence}text", transcript.board, fence]
    if transcript.result:
        lines += ["", f"## {phrase('result', lang)}", ""]
        lines += [f"- {_escape(line)}" for line in transcript.result]
    return "\n".join(lines) + "\n"


def as_html(transcript: Transcript) -> str:
    """One page that needs no other file and runs no script."""
    return "".join(_page(transcript))


def _page(transcript: Transcript) -> Iterator[str]:
    lang, text = transcript.language, html.escape
    yield f'<!doctype html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n'
    yield '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
    yield f"<title>{text(transcript.title)}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n"
    yield f"<h1>{text(transcript.title)}</h1>\n<dl>\n"
    for heading in transcript.headings:
        yield f"<dt>{text(heading.name)}</dt><dd>{text(heading.text)}</dd>\n"
    yield f'</dl>\n<h2>{phrase("players", lang)}</h2>\n<ol start="0">\n'
    for name in transcript.players:
        yield f"<li>{text(name)}</li>\n"
    yield f'</ol>\n<h2>{phrase("course", lang)}</h2>\n<ol class="course">\n'
    for step in transcript.steps:
        yield from _item(step, lang)
    yield f"</ol>\n<h2>{phrase('board', lang)}</h2>\n<pre>{text(transcript.board)}</pre>\n"
    if transcript.result:
        yield f"<h2>{phrase('result', lang)}</h2>\n"
        for line in transcript.result:
            yield f"<p>{text(line)}</p>\n"
    yield "</main>\n</body>\n</html>\n"


def _item(step: TranscriptStep, lang: str) -> Iterator[str]:
    yield f"<li><time>{step.number}. {moment(step.at)}</time>"
    if step.notation:
        name = html.escape(step.name or phrase("seat", lang, seat=_counted(step.seat)))
        yield f" <b>{name}</b> <code>{html.escape(step.notation)}</code>"
    elif step.kind == "announcement":
        yield f" <b>{phrase('announcement', lang)}</b>"
    style = ' class="said"' if step.kind == "announcement" else ""
    for words in step.words:
        yield f"<p{style}>{html.escape(words)}</p>"
    yield "</li>\n"


def _headline(step: TranscriptStep, lang: str) -> str:
    """The player and the action; with the entry's number for those who may amend it."""
    if step.kind == "announcement":
        return phrase("announcement", lang)
    if not step.notation:
        return ""
    number = f" (#{step.entry})" if step.entry is not None else ""
    return f"{step.name or phrase('seat', lang, seat=_counted(step.seat))}{number}: {step.notation}"


def _escape(text: str) -> str:
    """One line of Markdown that shows the text unchanged."""
    line = MARKUP.sub(r"\\\1", text.replace("\n", " "))
    line = LIST_ITEM.sub(lambda match: f"{match[1]}{match[2][:-1]}\\{match[2][-1]}{match[3]}", line)
    return MENTION.sub("@\N{ZERO WIDTH SPACE}\\1", line)


def _fence(text: str) -> str:
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    return "`" * max(3, longest + 1)


def _counted(seat: Seat | None) -> int | str:
    """The seat's number for people; empty for a step of nobody."""
    return "" if seat is None else seat_number(seat)
