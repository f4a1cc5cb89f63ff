"""The hosting desk by its parts, and schedules: who may, in both languages, on a phone, without a mouse."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.conftest import House
from tests.server.play.test_deadlines import at
from tests.server.support.hosting import FIRST, LOCK, member
from tests.web.conftest import Visitor, complaints, overflow, picture
from tests.web.desk.test_hosted_match import guest, request, seat, tab

HOUR = {"type": "round", "seconds": 3600}


def at_desk(
    visitor: Visitor, house: House, game: str, names: str = "", **more: Any
) -> tuple[Page, str, list[Any]]:
    """The host's page at the desk of a match, which runs if there are players."""
    page = visitor(**{key: more.pop(key) for key in ("lang", "phone", "color_scheme") if key in more})
    guest(page, "Hanna")
    players = [house.guest(name) for name in names.split()]
    draft = {"game": game, "seats": len(players) or 2, **more}
    match = request(page, "POST", "/api/matches", draft)["id"]
    if players:
        request(page, "POST", f"/api/matches/{match}/open")
        for player in players:
            player.post(f"/api/matches/{match}/join", json={}).raise_for_status()
        request(page, "POST", f"/api/matches/{match}/start")
    page.goto(f"/match/{match}/desk")
    return page, match, players


def test_desk_names_hosts_to_others(visitor: Visitor, house: House) -> None:
    _, match, _ = at_desk(visitor, house, "mixmath", "Ann Bob")
    stranger = visitor(f"/match/{match}/desk")
    expect(stranger.get_by_role("alert")).to_contain_text("you are not signed in")
    guest(stranger, "Eve")
    stranger.reload()
    expect(stranger.get_by_role("alert")).to_have_text("This desk is for whoever hosts the match: Hanna.")
    assert not complaints(stranger)
    stranger.get_by_role("link", name="To the match").click()
    stranger.wait_for_url(f"**/match/{match}")


def test_set_up_keeps_typed_values(visitor: Visitor, house: House) -> None:
    page, match, _ = at_desk(visitor, house, "mixmath")
    part = tab(page, "Set-up")
    expect(part.get_by_role("button", name="Save the set-up")).to_be_disabled()
    part.get_by_role("textbox", name="Title").fill("Thursdays")
    part.get_by_role("combobox", name="Kind").first.select_option("one deadline for everybody, every round")
    tab(page, "The match")
    part = tab(page, "Set-up")
    expect(part.get_by_role("textbox", name="Title")).to_have_value("Thursdays")
    part.get_by_role("button", name="Save the set-up").click()
    expect(page.get_by_role("heading", name="Desk: Thursdays")).to_be_visible()
    told = request(page, "GET", f"/api/matches/{match}")
    assert told["clock"] == {"type": "round", "seconds": 86400.0}
    assert told["terms"]["title"] == "Thursdays"


def test_secrets_are_checked_sealed_shown_on_request_and_withdrawn(visitor: Visitor, house: House) -> None:
    page, match, _ = at_desk(visitor, house, "set-theory")
    part = tab(page, "Secrets")
    sets = part.get_by_role("group", name="sets").get_by_role("textbox")
    sets.fill("no such law")
    part.get_by_role("button", name="Check and hand in").click()
    expect(part.get_by_role("alert")).not_to_be_empty()
    assert request(page, "GET", f"/api/matches/{match}/desk")["secrets_set"] == []
    laws = [f"n % {modulus} == 1" for modulus in (3, 5, 7, 4, 11, 13, 6, 9, 10)] + ["is_prime(n)"]
    sets.fill("\n".join(laws))
    part.get_by_role("button", name="Check and hand in").click()
    # The game works out what the sets have in common before it takes them.
    expect(part.get_by_text("It is in, and sealed.")).to_be_visible(timeout=30_000)
    expect(part.get_by_text("sealed: it is in")).to_be_visible()
    expect(part.get_by_text(laws[0])).to_have_count(0)
    part.get_by_role("button", name="Show what is in").click()
    expect(part.get_by_text(laws[0])).to_be_visible()
    assert not complaints(page)
    picture(page, "desk-secrets")
    part.get_by_role("button", name="Take it back").click()
    expect(part.get_by_text("not handed in: the game draws it")).to_have_count(3)
    assert request(page, "GET", f"/api/matches/{match}/desk")["secrets_set"] == []


def test_st_11_sets_get_remarks_and_examples_take_one_line_each(visitor: Visitor, house: House) -> None:
    page, match, _ = at_desk(visitor, house, "set-theory")
    part = tab(page, "Secrets")
    laws = ["square", "n < 5000"] + [f"n % {modulus} == 1" for modulus in (3, 5, 7, 4, 11, 13, 6, 9)]
    part.get_by_role("group", name="sets").get_by_role("textbox").fill("\n".join(laws))
    examples = part.get_by_role("group", name="examples").get_by_role("textbox")
    examples.fill("\n".join(["16, 144", "[4999]", *["1261261"] * 8]))
    part.get_by_role("button", name="Check and hand in").click()
    expect(part.get_by_role("alert")).to_contain_text("Set C: 1261261 can't be an example", timeout=30_000)
    examples.fill("\n".join(["16, 144", "[4999]", *["180181"] * 8]))
    part.get_by_role("button", name="Check and hand in").click()
    expect(part.get_by_text("Set A is thin: 996 members")).to_be_visible(timeout=30_000)
    expect(part.get_by_text("Set B is finite")).to_be_visible()
    told = request(page, "GET", f"/api/matches/{match}/desk/secrets")
    assert told["secrets"]["example_numbers"] == [[16, 144], [4999], *[[180181]] * 8]
    assert not complaints(page)
    picture(page, "desk-remarks")


def test_playing_host_sees_only_own_seat(visitor: Visitor, house: House) -> None:
    page = visitor()
    guest(page, "Hanna")
    other = house.guest("Bob")
    draft = {"game": "addition-crypt", "seats": 2, "clock": HOUR}
    match = request(page, "POST", "/api/matches", draft)["id"]
    request(page, "POST", f"/api/matches/{match}/open")
    request(page, "POST", f"/api/matches/{match}/join", {})
    other.post(f"/api/matches/{match}/join", json={}).raise_for_status()
    request(page, "POST", f"/api/matches/{match}/start")
    other.act(match, FIRST).raise_for_status()
    page.goto(f"/match/{match}/desk")
    expect(seat(page, "Bob")).to_contain_text("nothing yet")
    expect(page.get_by_role("button", name="Show what was submitted")).to_have_count(0)
    expect(page.get_by_role("tab", name="Corrections")).to_have_count(0)
    other.act(match, LOCK).raise_for_status()
    expect(seat(page, "Bob")).to_contain_text("no longer waited for")


def test_submissions_show_on_request(visitor: Visitor, house: House) -> None:
    page, match, (ann, _) = at_desk(visitor, house, "addition-crypt", "Ann Bob", clock=HOUR)
    ann.act(match, FIRST).raise_for_status()
    expect(seat(page, "Ann")).to_contain_text("saved")
    expect(page.get_by_text("A* B")).to_have_count(0)
    page.get_by_role("button", name="Show what was submitted").click()
    expect(seat(page, "Ann")).to_contain_text("A* B")
    expect(seat(page, "Bob")).not_to_contain_text("A* B")
    page.get_by_role("button", name="Hide what was submitted").click()
    expect(page.get_by_text("A* B")).to_have_count(0)


def test_host_replaces_player_by_member_bot_and_link(visitor: Visitor, house: House) -> None:
    page, match, _ = at_desk(visitor, house, "addition-crypt", "Ann Bob Cyd", clock=HOUR)
    eve = member(house, "Eve")
    page.get_by_role("button", name="What to do for Ann").click()
    page.get_by_role("textbox", name="Offer the seat to a member").fill("Nobody at all")
    page.get_by_role("button", name="Put there").first.click()
    page.get_by_role("button", name="Put Nobody at all there").click()
    expect(page.get_by_role("alert").filter(has_text="no member")).to_be_visible()
    page.get_by_role("textbox", name="Offer the seat to a member").fill("Eve")
    page.get_by_role("button", name="Put there").first.click()
    handover = page.get_by_role("group", name="Put Eve on the seat of Ann")
    expect(handover).to_contain_text("Ann keeps it until Eve accepts.")
    handover.get_by_role("button", name="Don’t").click()
    expect(seat(page, "Ann")).to_be_visible()
    page.get_by_role("button", name="Put there").first.click()
    page.get_by_role("button", name="Put Eve there").click()
    expect(page.get_by_text("Seat 1 is offered to Eve.")).to_be_visible()
    [offer] = eve.get("/api/me/offers").json()
    eve.post(f"/api/me/offers/{offer['id']}/accept", json={}).raise_for_status()
    expect(seat(page, "Eve")).to_be_visible()
    page.get_by_role("button", name="What to do for Bob").click()
    page.get_by_role("combobox", name="Let a bot play on").select_option("random")
    page.get_by_role("button", name="Put there").last.click()
    page.get_by_role("button", name="Put Random there").click()
    expect(page.get_by_text("Random has seat 2 now.")).to_be_visible()
    house.clock.time += 1  # a link from the moment of the start takes nobody's seat
    page.get_by_role("button", name="What to do for Cyd").click()
    page.get_by_role("button", name="Make a link for this seat").click()
    link = page.get_by_role("textbox", name="Whoever opens it first takes this seat over")
    expect(link).to_have_value(re.compile("/invite#"))
    fay = house.guest("Fay")
    secret = link.input_value().split("#")[1]
    fay.post("/api/invitation/accept", json={"secret": secret}).raise_for_status()
    expect(seat(page, "Fay")).to_be_visible()
    assert not complaints(page)
    picture(page, "desk-seat")
    names = [one["name"] for one in request(page, "GET", f"/api/matches/{match}/desk")["seats"]]
    assert names == ["Eve", "Random", "Fay"]


def test_deadline_moves_to_moment_in_hosts_zone(visitor: Visitor, house: House) -> None:
    page = visitor(timezone_id="Asia/Tokyo")
    guest(page, "Hanna")
    ann = house.guest("Ann")
    match = request(
        page,
        "POST",
        "/api/matches",
        {"game": "addition-crypt", "seats": 2, "clock": HOUR, "bots": [None, "random"]},
    )["id"]
    request(page, "POST", f"/api/matches/{match}/open")
    ann.post(f"/api/matches/{match}/join", json={}).raise_for_status()
    request(page, "POST", f"/api/matches/{match}/start")
    page.goto(f"/match/{match}/desk")
    part = tab(page, "Time")
    part.get_by_role("radio", name="move the deadline to").check()
    expect(part.get_by_text("Asia/Tokyo, GMT+9")).to_be_visible()
    part.get_by_label("New deadline").fill("2027-01-16T20:00")
    part.get_by_role("button", name="Move the deadline").click()
    expect(part.get_by_text("The deadline is moved.")).to_be_visible()
    due = request(page, "GET", f"/api/matches/{match}/desk")["seats"][0]["due"]
    assert due == 1_800_097_200.0  # 2027-01-16T11:00Z


def test_host_copies_plans_and_ends_match(visitor: Visitor, house: House) -> None:
    page, match, _ = at_desk(visitor, house, "mixmath", "Ann Bob")
    part = tab(page, "The match")
    part.get_by_role("textbox", name="Title of the copy").fill("Once more")
    part.get_by_role("button", name="Copy the match").click()
    expect(page.get_by_role("heading", name="Desk: Once more")).to_be_visible()
    expect(seat(page, "Ann")).to_be_visible()
    page.get_by_text("Open and begin by itself").click()
    page.get_by_label("Begins").fill("2027-01-20T12:00")
    page.get_by_role("button", name="Plan it").click()
    expect(page.get_by_text("It is planned.")).to_be_visible()
    expect(page.get_by_text("It begins by itself Wed 20 Jan, 12:00 UTC.")).to_be_visible()
    page.goto(f"/match/{match}/desk")
    part = tab(page, "The match")
    part.get_by_role("button", name="End the match").click()
    part.get_by_role("button", name="End the match").click()
    expect(page.get_by_role("heading", name="The match was ended without a result.")).to_be_visible()


@pytest.mark.parametrize("scheme", [pytest.param("light", marks=pytest.mark.long), "dark"])
def test_desk_fits_phone_in_russian(visitor: Visitor, house: House, scheme: str) -> None:
    names = "Ann Bob Cyd Dan Eve Fay Gus Hal Ida Jon Kim Lev Mia"
    page, match, players = at_desk(
        visitor, house, "addition-crypt", names, clock=HOUR, lang="ru", phone=True, color_scheme=scheme
    )
    players[0].act(match, FIRST).raise_for_status()
    expect(page.get_by_text("ждут 13 из 13")).to_be_visible()
    expect(page.get_by_role("list", name="Места").get_by_role("listitem").first).to_contain_text("сохранено")
    for name in ("Объявления", "Время", "Комнаты", "Исправления", "Выгрузка", "Партия"):
        page.get_by_role("tab", name=name, exact=True).click()
        assert not overflow(page), name
        assert not complaints(page), name
        picture(page, f"desk-phone-{scheme}-{name}")


def test_arrow_keys_move_between_tabs_of_desk(visitor: Visitor, house: House) -> None:
    page, _, _ = at_desk(visitor, house, "mixmath", "Ann Bob")
    page.get_by_role("tab", name="Announcements").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Time")).to_be_focused()
    expect(page.get_by_role("tabpanel", name="Time", exact=True)).to_be_visible()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("tab", name="The match")).to_be_focused()


def test_schedule_is_checked_by_row_and_drafted_as_a_whole(visitor: Visitor) -> None:
    page = visitor("/schedule")
    page.reload()
    guest(page, "Hanna")
    text = page.get_by_role("textbox", name="Rows, as CSV")
    text.fill("game,seats,starts\nmixmath,2,soon\nchess,2,\n")
    expect(page.get_by_role("button", name="Draft all matches")).to_be_disabled()
    page.get_by_role("button", name="Check it").click()
    expect(page.get_by_text("No match is drafted: 2 cells are wrong.")).to_be_visible()
    wrong = page.get_by_role("region", name="What is wrong").get_by_role("row")
    expect(wrong.nth(1)).to_contain_text(re.compile("2.*starts.*'soon' is no moment"))
    expect(wrong.nth(2)).to_contain_text(re.compile("3.*game.*chess"))
    assert not complaints(page)
    picture(page, "schedule-wrong")

    with page.expect_download() as taken:
        page.get_by_role("button", name="Download a template").click()
    template = taken.value.path().read_text(encoding="utf-8")
    page.get_by_label("CSV file").set_input_files(
        {"name": "week.csv", "mimeType": "text/csv", "buffer": template.encode()}
    )
    expect(text).to_have_value(template)
    page.get_by_role("button", name="Check it").click()
    expect(page.get_by_text("2 rows can be drafted.")).to_be_visible()
    assert request(page, "GET", "/api/matches?which=mine") == []
    page.get_by_role("button", name="Draft all matches").click()
    expect(page.get_by_text("2 matches are drafted.")).to_be_visible()
    drafted = page.get_by_role("list", name="Drafted matches").get_by_role("listitem")
    expect(drafted.first.get_by_role("textbox")).to_have_count(13)
    assert not complaints(page)
    picture(page, "schedule-drafted")
    drafted.first.get_by_role("link").click()
    expect(page.get_by_role("heading", name="Desk: Week one")).to_be_visible()


def test_schedule_fits_phone_in_russian(visitor: Visitor) -> None:
    page = visitor("/schedule", lang="ru", phone=True)
    expect(page.get_by_role("heading", name="Расписание партий")).to_be_visible()
    page.get_by_role("textbox", name="Строки, как CSV").fill("game,seats\nchess,2\n")
    page.get_by_role("button", name="Проверить").click()
    expect(page.get_by_text("Ни одна партия не создана: ошибка в 1 ячейке.")).to_be_visible()
    assert not overflow(page)
    assert not complaints(page)
    picture(page, "schedule-phone-ru")


def test_time_is_given_once_to_selected_seats(visitor: Visitor, house: House) -> None:
    page, match, _ = at_desk(visitor, house, "addition-crypt", "Ann Bob Cyd", clock=HOUR)
    page.get_by_role("button", name="What to do for Bob").click()
    page.get_by_role("button", name="Give time").click()
    part = page.get_by_role("tabpanel", name="Time", exact=True)
    expect(part.get_by_role("checkbox", name="Bob")).to_be_checked()
    part.get_by_role("button", name="Give 1 hour").click()
    expect(part.get_by_text("The deadline is moved.")).to_be_visible()
    expect(part.get_by_role("checkbox", name="Bob")).not_to_be_checked()
    part.get_by_role("button", name="Stop the clocks").click()
    expect(part.get_by_text("The clocks stand still.")).to_be_visible()
    part.get_by_role("button", name="Let the clocks go on").click()
    expect(part.get_by_text("The clocks go on.")).to_be_visible()
    expect(part.get_by_role("checkbox", name="Bob")).not_to_be_checked()
    page.get_by_role("button", name="Give time").click()
    expect(part.get_by_role("checkbox", name="Bob")).to_be_checked()
    dues = [
        one["due"] - house.clock.time for one in request(page, "GET", f"/api/matches/{match}/desk")["seats"]
    ]
    assert dues == [3600, 7200, 3600]


def test_desk_links_to_next_step(visitor: Visitor, house: House) -> None:
    page, match, (ann, bob, cyd) = at_desk(visitor, house, "addition-crypt", "Ann Bob Cyd", clock=HOUR)
    following = page.get_by_role("region", name="What comes next")
    expect(following).to_contain_text("The match has begun, and nothing is announced yet.")
    following.get_by_role("button", name="Draft the announcement").click()
    part = page.get_by_role("tabpanel", name="Announcements", exact=True)
    text = part.get_by_role("textbox", name="Announcement")
    expect(text).to_have_value(re.compile(r"Round 1 of 7: Theme\."))
    part.get_by_role("button", name="Announce", exact=True).click()
    expect(following).to_contain_text("Wait for Ann, Bob, and Cyd, until ")
    for player in (ann, bob):
        player.act(match, FIRST).raise_for_status()
        player.act(match, LOCK).raise_for_status()
    house.clock.time += 3000
    expect(following).to_contain_text(
        re.compile(r"Remind Cyd, or give time: (10:00|9:\d\d) left\."), timeout=30_000
    )
    following.get_by_role("button", name="Give time").click()
    expect(page.get_by_role("tabpanel", name="Time", exact=True)).to_be_visible()
    cyd.act(match, FIRST).raise_for_status()
    cyd.act(match, LOCK).raise_for_status()
    expect(following).to_contain_text("A round is over, and nothing is announced since.")
    assert not complaints(page)
    picture(page, "desk-next")


def test_draft_can_be_undone_and_long_texts_are_cut(visitor: Visitor, house: House) -> None:
    page, _, _ = at_desk(visitor, house, "addition-crypt", "Ann Bob", clock=HOUR)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    part = tab(page, "Announcements")
    text = part.get_by_role("textbox", name="Announcement")
    text.fill("My own words")
    part.get_by_role("button", name="Draft in English").click()
    expect(text).to_have_value(re.compile("Now waiting for: Ann, Bob"))
    part.get_by_role("button", name="What I had written").click()
    expect(text).to_have_value("My own words")
    part.get_by_role("button", name="Copy for a chat").click()
    expect(part.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == "My own words"
    text.fill("\n".join(f"{number}. {'word ' * 18}" for number in range(30)))
    part.get_by_role("button", name="Cut into pieces for a chat").click()
    part.get_by_role("button", name="Copy piece 2").click()
    expect(part.get_by_role("button", name="Copied")).to_be_visible()
    copied: str = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("(2/2)\n")
    assert len(copied) <= 2000


def test_history_lists_host_actions_and_expiries(visitor: Visitor, house: House) -> None:
    page, match, (ann, _, _) = at_desk(visitor, house, "addition-crypt", "Ann Bob Cyd", clock=HOUR)
    more = {"seconds": 5400, "seats": [1, 2], "reason": "trains"}
    request(page, "POST", f"/api/matches/{match}/desk/extend", more)
    ann.act(match, FIRST).raise_for_status()
    ann.act(match, LOCK).raise_for_status()
    at(house, house.clock.time + 9001)
    expect(seat(page, "Bob")).to_contain_text("missed 1 time")
    expect(seat(page, "Ann")).not_to_contain_text("missed")
    part = tab(page, "History")
    lines = part.get_by_role("list", name="History").get_by_role("listitem")
    expect(lines).to_have_count(3)
    expect(lines.nth(0)).to_contain_text("Bob and Cyd: the time ran out")
    expect(lines.nth(1)).to_contain_text("Time is extended by 1 h 30 min for Bob, Cyd.")
    expect(lines.nth(1)).to_contain_text("Reason: trains")
    expect(lines.nth(2)).to_contain_text("The match begins.")
    part.get_by_role("combobox", name="What to show").select_option("what hosts did")
    expect(lines).to_have_count(2)
    assert not complaints(page)
    picture(page, "desk-history")


def test_host_who_does_not_play_goes_from_home_to_desk_and_back(visitor: Visitor, house: House) -> None:
    page = visitor("/new?game=addition-crypt")
    page.get_by_role("textbox", name="Title, if you like").fill("MM1")
    page.get_by_role("checkbox", name="I play too").uncheck()
    expect(page.get_by_text("13 seats for people")).to_be_visible()
    page.get_by_role("button", name="Create the match").click()
    page.wait_for_url("**/desk")
    expect(page.get_by_role("heading", name="Desk: MM1")).to_be_visible()
    page.get_by_role("button", name="Make links for 13 free seats").click()
    expect(page.get_by_role("textbox", name="Link to seat 13", exact=True)).to_have_value(
        re.compile("/invite#")
    )
    assert not complaints(page)
    secret = page.get_by_role("textbox", name="Link to seat 4", exact=True).input_value().split("#")[1]
    fay = house.guest("Fay")
    fay.post("/api/invitation/accept", json={"secret": secret}).raise_for_status()
    page.get_by_role("button", name="Empty the seat of Fay").click()
    expect(seat(page, "Fay")).to_contain_text("Fay loses the seat")
    page.get_by_role("button", name="Empty the seat", exact=True).click()
    expect(page.get_by_role("listitem").filter(has_text="Fay")).to_have_count(0)
    page.goto("/matches")
    page.get_by_role("link", name="Hosting desk").click()
    expect(page.get_by_role("heading", name="Desk: MM1")).to_be_visible()
