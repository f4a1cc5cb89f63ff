"""What a chat or a search engine shows of a link to a match: the tags of https://ogp.me in the page's head.

The tags hold what a stranger with this link may see of the match (`matches.info` of nobody). A private match,
one that doesn't exist and an invitation give the same tags, with the name of the house alone: the secret of
an invitation stands behind the `#` of its link and never reaches this service with the request for a page.
"""

from __future__ import annotations

import re
from html import escape
from typing import Final

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from numberhouse.protocol.matches import MatchInfo
from numberhouse.registry import InstalledGame, NoRulesPage
from numberhouse.server.base.refusals import Refused
from numberhouse.server.service import Service
from numberhouse.words import HOUSE, message

__all__ = ["LinkPreview", "match_of", "preview", "with_preview"]

MATCH_PAGE: Final = re.compile(r"/match(?:es)?/([A-Za-z0-9_-]{1,32})/?", re.ASCII)
"""The path of a match; its desk and its review are for people who know it already."""

HOUSE_LINE: Final = message("Number games against bots or people. No account needed.")

LONGEST: Final = 300
"""Characters of a description; chats show fewer."""


class LinkPreview(msgspec.Struct, frozen=True):
    """The words of the tags."""

    title: str
    description: str
    language: str


def match_of(path: str) -> str | None:
    """The match whose page this is: "" for an invitation, None for any other page.

    >>> match_of("/match/x1/"), match_of("/invite"), match_of("/tables")
    ('x1', '', None)
    """
    if path.rstrip("/") == "/invite":
        return ""
    page = MATCH_PAGE.fullmatch(path)
    return page[1] if page else None


async def preview(service: Service, match: str, lang: str) -> LinkPreview:
    """The preview of a match's page; of the house alone in the language `lang` for a match that a stranger
    may not see."""
    try:
        info = await service.matches.info(match, None) if match else None
    except (Refused, SQLAlchemyError):  # a page without its preview is better than none
        info = None
    if info is None:
        return LinkPreview("Numberhouse", HOUSE.t(HOUSE_LINE, lang), lang)
    return _of_match(service.matches.installed_game(info.game), info)


def with_preview(content: bytes, shown: LinkPreview, origin: str) -> bytes:
    """The page with the tags in its head. `origin` is the service's own address, without which there is no
    picture: its address must be whole."""
    tags = {"og:site_name": "Numberhouse", "og:type": "website", "og:title": shown.title}
    tags |= {"og:description": shown.description, "og:locale": shown.language}
    if origin:
        tags |= {"og:image": f"{origin.rstrip('/')}/preview.png"}
        tags |= {"og:image:width": "1200", "og:image:height": "630", "twitter:card": "summary_large_image"}
    lines = "".join(
        f'<meta property="{name}" content="{escape(" ".join(value.split()))}" />\n'
        for name, value in tags.items()
    )
    # A link to a match is for the people to whom it was sent.
    head = f'{lines}<meta name="robots" content="noindex" />\n</head>'
    return content.replace(b"</head>", head.encode(), 1)


def _of_match(installed: InstalledGame, info: MatchInfo) -> LinkPreview:
    lang = info.terms.language if info.terms.language in HOUSE.languages else "en"
    title, summary = _rules_opening(installed, lang)
    names = ", ".join(seat.name for seat in info.seats if seat.name and seat.bot is None)
    if info.status == "open" and info.hosts:
        words = HOUSE.t("{name} invites you to play {game}", lang, name=info.hosts[0], game=title)
    else:
        words = f"{title}: {names}" if names else title
    return LinkPreview(words, summary[:LONGEST], lang)


def _rules_opening(installed: InstalledGame, lang: str) -> tuple[str, str]:
    """The game's title and the first paragraph of its rules, in the language or in English."""
    try:
        page = installed.rules_page(lang if lang in installed.languages else "en")
    except NoRulesPage:
        return installed.game.card.title, ""
    title, _, rest = page.partition("\n\n")
    paragraph = " ".join(rest.lstrip().partition("\n\n")[0].split())
    return title.lstrip("# ").strip() or installed.game.card.title, paragraph
