"""Ways into a match: at once, with friends, by an invitation, with custom options."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.server.conftest import House
from tests.web.conftest import Visitor, complaints, overflow, picture


def test_first_visit_starts_match_with_one_click(visitor: Visitor) -> None:
    page = visitor("/")
    page.get_by_role("button", name="Play now").nth(1).click()
    page.wait_for_url("**/match/*")
    expect(page.get_by_role("list", name="Players").get_by_role("listitem")).to_have_count(2)


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_friends_join_by_link_from_one_click(visitor: Visitor, lang: str) -> None:
    invite, link_name, name, sit, begin = {
        "en": ("Invite friends", "Send this link", "Your name at the table", "Take the seat", "Begin"),
        "ru": ("Позвать друзей", "Пошлите эту ссылку", "Ваше имя за столом", "Занять место", "Начать"),
    }[lang]
    host = visitor("/", lang=lang)
    host.get_by_role("article").nth(1).get_by_role("button", name=invite).click()
    host.wait_for_url("**/match/*")
    link = host.get_by_label(link_name, exact=False).input_value()
    assert not complaints(host)
    assert not overflow(host)
    picture(host, f"lobby-{lang}")
    friend = visitor(link, lang=lang, phone=True)
    friend.get_by_label(name).fill("Boris")
    assert not complaints(friend)
    friend.get_by_role("button", name=sit).click()
    expect(friend.get_by_role("button", name=sit)).to_have_count(0)
    assert not overflow(friend)
    assert not complaints(friend)
    picture(friend, f"lobby-friend-{lang}-phone")
    host.get_by_role("button", name=begin, exact=True).click()
    own = {"en": "you", "ru": "вы"}[lang]
    for page in (host, friend):
        expect(page.locator("nh-players").get_by_text(own, exact=True)).to_have_count(1)


def test_private_invitation_admits_one_person(visitor: Visitor) -> None:
    host = visitor("/new?game=mixmath")
    host.get_by_label("Title, if you like").fill("Quiet evening")
    host.get_by_label("May join").select_option("private")
    host.get_by_role("button", name="Create the match").click()
    host.wait_for_url("**/match/*")
    host.get_by_role("button", name="Make a link").click()
    field = host.get_by_label("A link for one person", exact=False)
    expect(field).to_be_focused()
    link = field.input_value()
    requests: list[str] = []
    friend = visitor("/")
    friend.on("request", lambda request: requests.append(request.url))
    friend.goto(link)
    expect(friend.get_by_role("heading", name="invites you to play Mixmath")).to_be_visible()
    expect(friend.get_by_text("Quiet evening")).to_be_visible()
    assert not complaints(friend)
    picture(friend, "invite")
    friend.get_by_label("Your name at the table").fill("Boris")
    friend.get_by_role("button", name="Take the seat").click()
    friend.wait_for_url("**/match/*")
    expect(host.get_by_text("Boris", exact=True)).to_be_visible()
    secret = link.partition("#")[2]
    assert len(secret) > 20
    assert not [url for url in requests if secret in url.partition("#")[0]]
    late = visitor(link)
    expect(late.get_by_role("alert")).to_contain_text("isn't good any more")


def test_sign_in_from_invitation_returns_to_it(visitor: Visitor, house: House) -> None:
    house.guest("").post(
        "/api/register", json={"name": "Anna", "password": "a long secret"}
    ).raise_for_status()
    host = house.guest("Hanna")
    match = house.drafted(host, "mixmath", terms={"visibility": "private"})
    secret = host.post(f"/api/matches/{match}/invitations", json={}).json()["secret"]
    page = visitor(f"/invite#{secret}")
    page.get_by_role("button", name="I have an account").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()  # the page before asks for a name too
    page.get_by_label("Name").fill("Anna")
    page.get_by_label("Password", exact=True).fill("a long secret")
    page.get_by_role("button", name="Sign in").last.click()
    expect(page.get_by_text("You will sit there as Anna.")).to_be_visible()
    page.get_by_role("button", name="Take the seat").click()
    page.wait_for_url(f"**/match/{match}")


def test_new_match_with_options_and_bot_begins(visitor: Visitor) -> None:
    page = visitor("/new?game=turing-machine")
    page.get_by_label("Seat 2").select_option("casual")
    page.get_by_role("combobox", name=re.compile("verifiers", re.I)).select_option("6")
    page.get_by_role("combobox", name="Kind", exact=True).select_option("turn")
    page.get_by_role("spinbutton", name="How many").first.fill("90")
    page.get_by_role("combobox", name="Unit of time").first.select_option("second")
    page.get_by_label("Others may look on").uncheck()
    page.get_by_role("button", name="Create the match").click()
    page.wait_for_url("**/match/*")
    expect(page.get_by_text("Everybody is here: begin.")).to_be_visible()
    told = page.request.get(f"/api/matches/{page.url.rpartition('/')[2]}").json()
    assert told["options"]["verifiers"] == 6
    assert told["terms"]["spectators"] is False
    assert told["seats"][1]["bot"] == "casual"
    assert told["clock"]["type"] == "turn"
    page.get_by_role("button", name="Begin", exact=True).click()
    expect(page.get_by_role("tab").first).to_be_visible()


def test_draft_is_kept_and_deleted(visitor: Visitor) -> None:
    page = visitor("/new?game=addition-crypt", phone=True)
    page.get_by_role("button", name="Keep it as a draft").click()
    page.wait_for_url("**/match/*/desk")
    page.get_by_role("link", name="To the match").click()
    expect(page.get_by_text("A draft: nobody but its hosts and players sees it.")).to_be_visible()
    page.get_by_role("button", name="Bots on the free seats").click()
    expect(page.get_by_role("list", name="Seats").get_by_role("img", name="bot")).to_have_count(12)
    assert not overflow(page)
    assert not complaints(page)
    picture(page, "lobby-draft-phone")
    page.get_by_role("button", name="Delete this match").click()
    page.get_by_role("button", name="Delete", exact=True).click()
    page.wait_for_url("**/matches")
    expect(page.get_by_text("You have played nothing yet.")).to_be_visible()


def test_refused_options_show_reason_and_keep_form(visitor: Visitor) -> None:
    page = visitor("/new?game=addition-crypt")
    page.get_by_label("Title, if you like").fill("Odd one")
    page.get_by_text("More options", exact=True).click()
    page.get_by_role("spinbutton", name="Base of the digits").fill("-3")
    page.get_by_role("button", name="Create the match").click()
    expect(page.get_by_role("alert")).to_contain_text("2 to 36 is possible")
    expect(page.get_by_label("Title, if you like")).to_have_value("Odd one")
    assert page.url.endswith("/new?game=addition-crypt")


def test_game_page_uses_chosen_bot_and_seat(visitor: Visitor) -> None:
    page = visitor("/games/turing-machine")
    form = page.get_by_role("region", name="Against bots")
    form.get_by_label("Other bots").select_option("random")
    form.get_by_label("Players").select_option("3")
    form.get_by_label("My seat").select_option(label="3")
    form.get_by_role("button", name="Play").click()
    page.wait_for_url("**/match/*")
    told = page.request.get(f"/api/matches/{page.url.rpartition('/')[2]}").json()
    assert [one["bot"] for one in told["seats"]] == ["random", "random", None]
    assert told["seat"] == 2


def test_person_joins_open_match(visitor: Visitor, house: House) -> None:
    match = house.drafted(house.guest("Hanna"), "mixmath", terms={"title": "Evening"})
    page = visitor("/games/mixmath")
    page.get_by_role("button", name="Sit down at Evening").click()
    page.wait_for_url(f"**/match/{match}")
    expect(page.get_by_role("button", name="Give the seat back")).to_be_visible()


def test_notifications_link_to_match(visitor: Visitor, house: House) -> None:
    match = house.drafted(house.guest("Hanna"), "mixmath", terms={"title": "Evening"})
    page = visitor(f"/matches/{match}")
    expect(page.get_by_text("Evening", exact=True)).to_be_visible()


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_invitation_fits_a_narrow_screen_and_tells_its_options(
    visitor: Visitor, house: House, lang: str
) -> None:
    host = house.guest("Hanna")
    slow = {"type": "round", "seconds": 86400}
    options = {"options": {"assistance": True, "base": 6}, "clock": slow}
    match = house.drafted(host, "addition-crypt", seats=3, terms={"visibility": "unlisted"}, **options)
    host.post(f"/api/matches/{match}/open")
    page = visitor(f"/match/{match}", lang=lang, phone=True)
    page.set_viewport_size({"width": 320, "height": 640})
    words = {
        "en": ("Base of the digits: 6", "It may take days"),
        "ru": (": 6", "Может занять несколько дней"),
    }
    for text in words[lang]:
        expect(page.get_by_text(text)).to_be_visible()
    assert not overflow(page)
    assert not complaints(page)
    picture(page, f"invitation-narrow-{lang}")
    choose = {"en": "Choose the seat", "ru": "Выбрать место"}[lang]
    page.get_by_role("button", name=choose).click()
    sit = {"en": "Sit down on seat", "ru": "Сесть на место"}[lang]
    expect(page.get_by_role("button", name=re.compile(sit))).to_have_count(3)
