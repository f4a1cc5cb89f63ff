"""Ways to a table: a host invites, strangers open the link and sit down, and the match begins."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import expect

from tests.journeys.moves import TITLES
from tests.journeys.person import Person
from tests.web.conftest import picture

__all__ = ["begins", "invites", "reads_link", "sits_down", "title_of"]


def title_of(person: Person, game: str) -> str:
    """The game's title in the person's language."""
    return person.translated(TITLES[game])


def invites(host: Person, game: str) -> str:
    """The host makes a table from the front page and reads the link that it shows."""
    host.opens("/")
    host.presses("Invite friends: {game}", game=title_of(host, game))
    link = reads_link(host)
    host.presses("Copy the link")
    return link


def reads_link(host: Person) -> str:
    """The link that the lobby shows to its host."""
    link = host.field("Send this link to your friends: whoever opens it may sit down.")
    expect(link).to_be_visible()
    return link.input_value()


def sits_down(stranger: Person, link: str) -> None:
    """A stranger opens the link, says a name and takes the seat that is free."""
    stranger.opens(link)
    stranger.finds("{name} invites you to play {game}", "heading")
    stranger.sees_nothing_wider_than_the_screen()
    picture(stranger.page, f"invitation-{stranger.lang}-{'telephone' if stranger.narrow else 'desk'}")
    stranger.types("Your name at the table", stranger.name)
    stranger.presses("Take the seat")
    expect(stranger.page.get_by_role("button", name=stranger.words("Take the seat"))).to_have_count(0)


def begins(host: Person, strangers: Sequence[Person]) -> None:
    """The host begins once everybody's name is at the table, and everybody sees an own seat."""
    for stranger in strangers:
        host.sees(stranger.name)
    host.presses("Begin")
    for person in (host, *strangers):
        person.sees_own_seat()
