"""A week of Addition Crypt in browsers of their own, and its host at the desk in another: five players,
and with `--long` thirteen, as many as sit at the longest tables."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.server.conftest import House
from tests.server.play.test_deadlines import at
from tests.web.conftest import Visitor, complaints, overflow, picture

DAY = 24 * 3600.0
ROUNDS: Final = [["theme"], ["standout"], ["theme"]]
"""Of the short form; the long one has those that a match has by itself."""

PAIRS: Final = ("AB", "CD", "EF")
LATE: Final = ("Kim", "Lev", "Mia")
"""In round 2: one is let run out, one is given more time, one misses the deadline."""

ENGLISH: Final = {
    "name": "Your name at the table",
    "sit": "Take the seat",
    "save": "Save",
    "confirm": "Confirm",
    "closed": "closed",
    "round": "Round",
    "confirmed": "confirmed",
    "defaulted": "defaulted",
    "rooms": "Rooms",
    "talk": "Talk",
    "board": "Board",
    "rounds": "Rounds",
    "say": "Say something",
    "send": "Send",
    "place": "Place",
    "points": "Your points in round",
}
RUSSIAN: Final = {
    "name": "Ваше имя за столом",
    "sit": "Занять место",
    "save": "Сохранить",
    "confirm": "Подтвердить",
    "closed": "закрыт",
    "round": "Раунд",
    "confirmed": "подтверждено",
    "defaulted": "по умолчанию",
    "rooms": "Комнаты",
    "talk": "Разговор",
    "board": "Доска",
    "rounds": "Раунды",
    "say": "Скажите что-нибудь",
    "send": "Отправить",
    "place": "Место",
    "points": "Ваши очки в раунде",
}


@dataclass(frozen=True)
class Device:
    """A player's device, language and theme."""

    name: str
    lang: str = "en"
    phone: bool = False
    scheme: str = "light"
    motion: str = "no-preference"


CAST: Final = (
    Device("Ann"),
    Device("Bob", phone=True),
    Device("Cyd", lang="ru"),
    Device("Dan", lang="ru", phone=True, scheme="dark"),
    Device("Eve", motion="reduce"),
    Device("Fay", phone=True),
    Device("Gus", lang="ru", phone=True),
    Device("Hal"),
    Device("Ida", lang="ru"),
    Device("Jon", phone=True),
    Device("Kim"),
    Device("Lev", lang="ru", phone=True),
    Device("Mia", phone=True),
)
FIVE: Final = tuple(
    device for name in ("Ann", "Kim", "Lev", "Dan", "Mia") for device in CAST if device.name == name
)
"""Ann and Dan play the same nodes, as they do among thirteen."""


def guest(page: Page, name: str) -> None:
    """Makes this browser's person a guest of that name."""
    assert page.request.post("/api/guest", data={"name": name}).ok


def request(page: Page, method: str, path: str, body: Any = None) -> Any:
    """A request of this browser's person beside the page."""
    answer = page.request.fetch(path, method=method, data=body)
    assert answer.ok, answer.text()
    return answer.json()


def tab(page: Page, name: str) -> Locator:
    """The part of the desk with this name, opened."""
    page.get_by_role("tab", name=name, exact=True).click()
    return page.get_by_role("tabpanel", name=name, exact=True)


def seat(page: Page, name: str) -> Locator:
    """A line of the list of seats."""
    return page.get_by_role("list", name="Seats").get_by_role("listitem").filter(has_text=name)


class Player:
    """A player with a browser."""

    def __init__(self, page: Page, device: Device, match: str) -> None:
        self.page = page
        self.device = device
        self.match = match
        self.words = RUSSIAN if device.lang == "ru" else ENGLISH

    def press(self, button: Locator) -> None:
        """With a finger or with a mouse."""
        if self.device.phone:
            button.tap()
        else:
            button.click()

    def show(self, part: str) -> None:
        """The part of the page, which a telephone shows alone."""
        if self.device.phone:
            self.press(self.page.get_by_role("button", name=re.compile(f"^{self.words[part]}")))

    def submit(self, pair: str, by_board: bool) -> None:
        """Save the pair, the first scores, and confirm it."""
        self.show("board")
        if by_board:
            pick = f"{pair[0]}* {pair[1]}"
            for letter in pair:
                self.press(self.page.get_by_role("button", name=re.compile(rf"^{letter}\b")))
            for word in ("save", "confirm"):
                self.press(self.page.get_by_role("button", name=f"{self.words[word]} {pick}", exact=True))
        else:
            first, second = (ord(letter) - ord("A") for letter in pair)
            pick_them = {"type": "submit", "first": first, "second": second, "scoring": first}
            for action in (pick_them, {"type": "lock"}):
                request(self.page, "POST", f"/api/matches/{self.match}/act", {"action": action})

    def expect_result(self, round: int, pair: str) -> None:
        """The played pair of a closed round, or the default, is shown: the last one above the ring."""
        words = self.words
        self.show("rounds")
        closed = f"{words['round']} {round}: .* {words['closed']}"
        shown = self.page.get_by_role("region", name=re.compile(f"^({words['points']} {round}|{closed})$"))
        played = f"{pair[0]}* {pair[1]} {words['confirmed']}" if pair else words["defaulted"]
        expect(shown.filter(has_text=played).first).to_be_visible()

    def say(self, text: str, room: str) -> None:
        """In one of the rooms."""
        words = self.words
        self.show("talk")
        rooms = self.page.get_by_role("list", name=words["rooms"], exact=True)
        self.press(rooms.get_by_role("button", name=room))
        self.page.get_by_role("textbox", name=words["say"]).fill(text)
        self.press(self.page.get_by_role("button", name=words["send"]))


class Session:
    """The players and the last pair of each."""

    def __init__(self, match: str, players: list[Player]) -> None:
        self.match = match
        self.players = players
        self.last = [""] * len(players)

    def seat(self, name: str) -> int:
        """The seat of a player."""
        return next(seat for seat, player in enumerate(self.players) if player.device.name == name)

    def player(self, name: str) -> Player:
        return self.players[self.seat(name)]

    def play(self, round: int, by_board: bool, seats: Iterable[int] | None = None) -> None:
        """These submit and confirm. Nobody uses a node barred by the round before, in which those who were
        late got two of A to D."""
        for seat in range(len(self.players)) if seats is None else seats:
            pair = PAIRS[(seat + round) % 3]
            if round > 1 and not self.last[seat]:
                pair = "EF"
            elif pair == self.last[seat]:
                pair = PAIRS[(seat + round + 1) % 3]
            self.players[seat].submit(pair, by_board)
            self.last[seat] = pair

    def expect_result(self, round: int) -> None:
        """Every board shows its player's pair."""
        for player, pair in zip(self.players, self.last, strict=True):
            player.expect_result(round, pair)


@pytest.mark.parametrize(
    ("cast", "whole"),
    [
        pytest.param(FIVE, False, id="five"),
        pytest.param(CAST, False, id="thirteen", marks=pytest.mark.long),
        pytest.param(CAST, True, id="thirteen-whole", marks=pytest.mark.long),
    ],
)
def test_host_runs_whole_match_from_desk(
    visitor: Visitor, house: House, cast: tuple[Device, ...], whole: bool
) -> None:
    seats = len(cast)
    desk = visitor()
    guest(desk, "Hanna")
    draft = {
        "game": "addition-crypt",
        "seats": seats,
        "options": {} if whole else {"rounds": ROUNDS},
        "clock": {"type": "round", "seconds": DAY},
        "terms": {"title": "A week of Crypt", "spectator_delay": 600},
    }
    match = request(desk, "POST", "/api/matches", draft)["id"]
    rounds = len(request(desk, "GET", f"/api/matches/{match}")["options"]["rounds"])
    table = join_by_links(visitor, desk, match, cast)

    desk.get_by_role("button", name="Begin").click()
    expect(desk.get_by_text(f"{seats} of {seats} are waited for")).to_be_visible()
    chat_after_first_round(desk, table)
    extend_and_expire(desk, house, table, by_board=whole)
    announce_and_correct(desk, table)
    release_and_download(desk)

    for round in range(3, rounds + 1):
        table.play(round, by_board=whole or round == rounds)
        table.expect_result(round)
    expect(desk.get_by_role("heading", name="Result")).to_be_visible()
    expect(desk.get_by_role("row")).to_have_count(seats + 1)
    for player in table.players:
        standing = player.page.get_by_role("table").filter(has_text=player.words["place"])
        expect(standing.get_by_role("rowheader")).to_have_count(seats)
        assert not overflow(player.page), player.device
    assert not complaints(desk)
    picture(desk, "desk-finished")
    picture(table.player("Dan").page, "hosted-finished-phone-ru-dark")


def join_by_links(visitor: Visitor, desk: Page, match: str, cast: tuple[Device, ...]) -> Session:
    """The host opens the match and sends a link for each seat; each player joins by a link."""
    seats = len(cast)
    desk.goto(f"/match/{match}/desk")
    desk.get_by_role("button", name="Open it for players").click()
    expect(desk.get_by_text(f"{seats} seats are free.")).to_be_visible()
    expect(desk.get_by_role("button", name="Begin")).to_be_disabled()
    desk.get_by_role("button", name=f"Make links for {seats} free seats").click()
    links = [
        desk.get_by_role("textbox", name=f"Link to seat {seat + 1}", exact=True) for seat in range(seats)
    ]
    expect(links[-1]).to_have_value(re.compile("/invite#"))
    last = desk.get_by_role("combobox", name=f"Who plays on seat {seats}", exact=True)
    expect(last).to_be_enabled()  # a bot yet
    assert not complaints(desk)
    picture(desk, "desk-open")
    players = []
    for device, link in zip(cast, [link.input_value() for link in links], strict=True):
        page = visitor(
            link,
            lang=device.lang,
            phone=device.phone,
            color_scheme=device.scheme,
            reduced_motion=device.motion,
        )
        player = Player(page, device, match)
        page.get_by_label(player.words["name"]).fill(device.name)
        player.press(page.get_by_role("button", name=player.words["sit"]))
        page.wait_for_url(f"**/match/{match}")
        players.append(player)
    expect(desk.get_by_text("All seats are taken.")).to_be_visible()
    expect(desk.get_by_text(f"Links: 0 unused, {seats} used")).to_be_visible()
    return Session(match, players)


def chat_after_first_round(desk: Page, table: Session) -> None:
    """Players of the same node chat after the round; the host reads and writes too."""
    table.play(1, by_board=True)
    table.expect_result(1)
    ann, dan = table.player("Ann"), table.player("Dan")
    there = [player for player, pair in zip(table.players, table.last, strict=True) if pair == table.last[0]]
    ann.say("Neighbours at last", "Round 1, C")
    dan.say("Наконец-то", "Раунд 1, C")
    for player in (ann, dan):
        expect(player.page.get_by_text("Наконец-то")).to_be_visible()
        expect(player.page.get_by_text("Neighbours at last")).to_be_visible()
    for player in there:
        if player not in (ann, dan) and player.device.phone:
            unread = re.compile(r"^(Talk|Разговор).*2")
            expect(player.page.get_by_role("button", name=unread)).to_be_visible()
    rooms = tab(desk, "Rooms")
    card = rooms.get_by_role("button").filter(has_text="Наконец-то")
    expect(card).to_contain_text("Round 1, C")
    for player in there:
        expect(card).to_contain_text(player.device.name)
    card.click()
    rooms.get_by_role("textbox", name="Say something").fill("The deadline is tomorrow")
    rooms.get_by_role("button", name="Send").click()
    for player in (ann, dan):
        expect(player.page.get_by_text("The deadline is tomorrow")).to_be_visible()
    assert not complaints(desk)
    assert not complaints(dan.page)
    picture(dan.page, "hosted-rooms-phone-ru-dark")


def extend_and_expire(desk: Page, house: House, table: Session, by_board: bool) -> None:
    """Three players are late in round 2; the one with extra time still submits."""
    house.clock.time += DAY / 3
    late = [table.seat(name) for name in LATE]
    kim, lev, mia = late
    table.play(2, by_board, [seat for seat in range(len(table.players)) if seat not in late])
    table.last[kim] = table.last[mia] = ""
    expect(desk.get_by_text(f"3 of {len(table.players)} are waited for")).to_be_visible()
    expect(seat(desk, "Ann")).to_contain_text("confirmed")
    expect(seat(desk, "Mia")).to_contain_text("nothing yet")

    desk.get_by_role("button", name="What to do for Kim").click()
    desk.get_by_role("button", name="Let the time run out").click()
    desk.get_by_role("group", name="Let the time run out").get_by_role(
        "button", name="Let the time run out"
    ).click()
    expect(seat(desk, "Kim")).to_contain_text("defaulted")

    desk.get_by_role("button", name="What to do for Lev").click()
    desk.get_by_role("button", name="Give time").click()
    time = desk.get_by_role("tabpanel", name="Time", exact=True)
    expect(time.get_by_role("checkbox", name="Lev")).to_be_checked()
    expect(time.get_by_role("checkbox", name="Mia")).not_to_be_checked()
    time.get_by_role("spinbutton", name="How long").fill("2")
    time.get_by_role("spinbutton", name="How long").press("Tab")
    time.get_by_role("button", name="Give 2 hours").click()
    expect(time.get_by_text("The deadline is moved.")).to_be_visible()
    told = request(desk, "GET", f"/api/matches/{table.match}/desk")["seats"]
    assert told[lev]["due"] - told[mia]["due"] == 2 * 3600

    time.get_by_role("button", name="Stop the clocks").click()
    expect(table.players[0].page.get_by_text("The host has paused the match.")).to_be_visible()
    time.get_by_role("button", name="Let the clocks go on").click()
    expect(time.get_by_text("The clocks go on.")).to_be_visible()
    expect(desk.get_by_role("img", name=re.compile("Mia: until .*; Lev: until"))).to_be_visible()
    assert not complaints(desk)
    picture(desk, "desk-time")

    at(house, told[mia]["due"] + 1)
    expect(seat(desk, "Mia")).to_contain_text("defaulted")
    expect(seat(desk, "Lev")).to_contain_text("nothing yet")
    table.play(2, True, [lev])
    expect(desk.get_by_text(f"{len(table.players)} of {len(table.players)} are waited for")).to_be_visible()
    table.expect_result(2)


def announce_and_correct(desk: Page, table: Session) -> None:
    """Announcements reach every log; a correction has a preview."""
    part = tab(desk, "Announcements")
    part.get_by_role("button", name="Draft in English").click()
    text = part.get_by_role("textbox", name="Announcement")
    expect(text).to_have_value(re.compile(f"Now waiting for: Ann, {table.players[1].device.name}"))
    text.fill("Round 3 is the last one.")
    part.get_by_role("button", name="Announce", exact=True).click()
    expect(part.get_by_text("It is announced.")).to_be_visible()
    player = table.player("Mia").page
    player.get_by_role("button", name="Rounds").tap()
    player.get_by_role("tab", name="Log", exact=True).tap()
    expect(player.get_by_text("Round 3 is the last one.")).to_be_visible()

    part = tab(desk, "Corrections")
    part.get_by_role("combobox", name="Whose action").select_option("Dan")
    part.get_by_role("radio", name=re.compile(r"Dan.*C\* D")).check()
    instead = part.get_by_role("textbox", name="What it should have been")
    instead.fill("E* G")
    part.get_by_role("button", name="See what would change").click()
    expect(part.get_by_role("alert")).to_contain_text("E was used in round 1")
    instead.fill("C* G")
    part.get_by_role("textbox", name="Why, for everybody").fill("misheard")
    part.get_by_role("button", name="See what would change").click()
    expect(part.get_by_role("row").filter(has_text="values").first).to_be_visible()
    assert not complaints(desk)
    picture(desk, "desk-correction")
    before = values(table)
    part.get_by_role("button", name="Correct it").click()
    expect(part.get_by_text("It is corrected, and everybody has been told.")).to_be_visible()
    assert values(table) != before
    expect(player.get_by_text("The host has corrected an earlier action.")).to_be_visible()


def values(table: Session) -> Any:
    """The nodes' values in a player's view."""
    return request(table.players[0].page, "GET", f"/api/matches/{table.match}/view")["view"]["values"]


def release_and_download(desk: Page) -> None:
    """The host releases the match to spectators and downloads pieces for a chat."""
    part = tab(desk, "The match")
    expect(part.get_by_text("Spectators see the match 10 minutes late.")).to_be_visible()
    part.get_by_role("button", name="Let them see it at once").click()
    expect(part.get_by_text("The delay is gone for the rest of the match.")).to_be_visible()
    part.get_by_role("button", name="Let them see it at once").click()
    expect(part.get_by_role("button", name="Let them see it at once")).to_have_count(0)

    desk.context.grant_permissions(["clipboard-read", "clipboard-write"])
    part = tab(desk, "Take away")
    part.get_by_role("combobox", name="Form").select_option("pieces for a chat")
    part.get_by_role("combobox", name="Through whose eyes").select_option("everything open")
    part.get_by_role("combobox", name="Language").select_option("Русский")
    part.get_by_role("button", name="Show", exact=True).click()
    part.get_by_role("button", name="Copy piece 1", exact=True).click()
    expect(part.get_by_role("button", name="Copied")).to_be_visible()
    copied: str = desk.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("(1/")
    assert "Партия" in copied
    with desk.expect_download() as taken:
        part.get_by_role("link", name="Sealed record").click()
    assert taken.value.suggested_filename.endswith(".jsonl")
    assert not overflow(desk)
