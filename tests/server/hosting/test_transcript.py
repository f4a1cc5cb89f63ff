"""Transcripts and records of a match, by perspective and in every form."""

from __future__ import annotations

import html.parser
import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numberhouse.record import Sealed, verify
from numberhouse.server.hosting.chat_pieces import length, pieces
from numberhouse.server.hosting.transcript import Heading, Transcript, TranscriptStep
from numberhouse.server.hosting.transcript_forms import as_html, as_markdown, as_text
from tests.server.conftest import Guest, House
from tests.server.support.hosting import CRYPT, FIRST, LOCK, hosted_match, member, post_desk, refusal

FORMS = ("text", "markdown", "html", "json", "pieces")


def download(guest: Guest, match: str, **query: Any) -> httpx.Response:
    return guest.get(f"/api/matches/{match}/transcript", params=query)


def match_after_round(house: House, **more: Any) -> tuple[str, Guest, list[Guest]]:
    match, host, players = hosted_match(house, **more)
    for player in players:
        player.act(match, FIRST).raise_for_status()
        player.act(match, LOCK).raise_for_status()
    return match, host, players


# Perspectives


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("perspective", ["own", "spectator"])
def test_a_transcript_is_the_same_whatever_others_have_done_in_secret(
    house: House, form: str, perspective: str
) -> None:
    match, _, (ann, bob, _) = match_after_round(house)
    viewer = ann if perspective == "own" else house.guest("Eve")
    before = download(viewer, match, form=form, perspective=perspective).raise_for_status().content
    house.clock.time += 10
    bob.act(match, {"type": "submit", "first": 4, "second": 5, "scoring": 5}).raise_for_status()
    bob.act(match, {"type": "submit", "first": 5, "second": 6, "scoring": 5}).raise_for_status()
    assert download(viewer, match, form=form, perspective=perspective).content == before


def test_the_perspective_everything_is_for_hosts_and_after_the_end_for_all(house: House) -> None:
    match, host, (ann, bob, _) = match_after_round(house)
    bob.act(match, {"type": "submit", "first": 5, "second": 6, "scoring": 5}).raise_for_status()
    text = download(host, match, perspective="everything").raise_for_status().text
    assert "F* G" in text
    for perspective in ("everything", "1"):
        assert refusal(download(ann, match, perspective=perspective)) == (403, "not-allowed")
    assert "F* G" in download(host, match, perspective="1").text
    assert "F* G" not in download(host, match, perspective="0").text
    post_desk(host, match, "stop").raise_for_status()
    for perspective in ("everything", "1"):
        assert "F* G" in download(ann, match, perspective=perspective).raise_for_status().text
    assert host.get(f"/api/matches/{match}").json()["seed"] in download(ann, match).text


@pytest.mark.parametrize("perspective", ["3", "-1", "99999", "x", "../x", "\u0661"])
def test_an_unknown_perspective_is_refused(house: House, perspective: str) -> None:
    match, host, _ = hosted_match(house)
    assert refusal(download(host, match, perspective=perspective)) == (400, "perspective")


def test_transcripts_are_refused_before_the_start_and_to_strangers(house: House) -> None:
    host, eve = house.guest("Hanna"), house.guest("Eve")
    match = house.drafted(host, CRYPT, seats=2)
    for what in ("transcript", "record"):
        assert refusal(host.get(f"/api/matches/{match}/{what}")) == (403, "not-allowed")
        assert refusal(eve.get(f"/api/matches/nothing/{what}")) == (404, "no-match")
    secret = house.drafted(host, CRYPT, seats=2, bots=["random"], terms={"visibility": "private"})
    post_desk(host, secret, "seats/1/replace", bot="random").raise_for_status()
    host.post(f"/api/matches/{secret}/start").raise_for_status()
    for what in ("transcript", "record"):
        assert refusal(eve.get(f"/api/matches/{secret}/{what}")) == (404, "no-match")


def test_the_transcript_of_a_delayed_spectator_ends_at_the_delay(house: House) -> None:
    match, _, players = hosted_match(house, "mixmath", "Ann Bob", terms={"spectator_delay": 600})
    turn = players[0].view(match)["view"]["turn"]["seat"]
    eve = house.guest("Eve")
    before = download(eve, match).content
    players[turn].act(match, {"type": "pass"}).raise_for_status()
    assert download(eve, match).content == before
    assert download(players[0], match).content != before
    house.clock.time += 601
    assert "passes" in download(eve, match).text


# Forms


def test_the_transcript_shows_the_hosts_actions(house: House) -> None:
    match, host, players = match_after_round(house, clock={"type": "round", "seconds": 3600})
    eve = member(house, "Eve")
    post_desk(host, match, "pause").raise_for_status()
    post_desk(host, match, "resume").raise_for_status()
    post_desk(host, match, "extend", seconds=60).raise_for_status()
    post_desk(host, match, "seats/1/replace", member="Eve").raise_for_status()
    eve.accept_offers()
    post_desk(host, match, "announcements", text="Dinner\nat eight").raise_for_status()
    text = download(players[0], match, lang="en").text
    for words in (
        "The match begins.",
        "The host pauses the match.",
        "The match goes on.",
        "Time is extended by 1 min for everybody.",
        "Eve takes seat 2.",
        "Dinner",
        "A* B",
    ):
        assert words in text, words
    assert "Ведущий приостанавливает партию." in download(players[0], match, lang="ru").text


def test_downloads_have_their_content_type_and_run_no_scripts(house: House) -> None:
    match, host, _ = hosted_match(house, terms={"title": "<script>alert(1)</script>"})
    for form, kind, ending in (
        ("text", "text/plain", "txt"),
        ("markdown", "text/markdown", "md"),
        ("html", "text/html", "html"),
        ("json", "application/json", "json"),
    ):
        answer = download(host, match, form=form)
        assert answer.headers["content-type"].startswith(kind)
        assert answer.headers["content-disposition"] == f'attachment; filename="numberhouse-{match}.{ending}"'
        assert "sandbox" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
    assert "<script" not in download(host, match, form="html").text
    assert refusal(download(host, match, form="exe"))[0] == 400


def transcript_with(text: str) -> Transcript:
    """A match in which people have written `text` wherever they can."""
    return Transcript(
        match="m",
        title=text,
        game="mixmath",
        language="en",
        perspective="everything",
        headings=(Heading("Options", text),),
        players=(text, text),
        steps=(
            TranscriptStep(1, 0.0, "host", (text,)),
            TranscriptStep(2, 0.0, "announcement", (text,)),
            TranscriptStep(3, 0.0, "action", (text,), 0, text, text, 1),
        ),
        board=text,
        result=(text,),
    )


class Tags(html.parser.HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data: str) -> None:
        self.text += data


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="<>&\"'/=abc \nscriptonload@`*_#[]()!|", min_size=1, max_size=60))
def test_html_escapes_texts_of_people(text: str) -> None:
    tags = Tags()
    tags.feed(as_html(transcript_with(text)))
    plain = {
        "html",
        "head",
        "meta",
        "title",
        "style",
        "body",
        "main",
        "h1",
        "h2",
        "dl",
        "dt",
        "dd",
        "ol",
        "li",
    }
    assert tags.tags <= plain | {"p", "b", "code", "pre", "time"}
    assert tags.attributes <= {"lang", "charset", "name", "content", "start", "class"}
    assert text in tags.text


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("# big", "\\# big"),
        ("C* B", "C\\* B"),
        ("[a](http://x)", "\\[a\\](http://x)"),
        ("1. one", "1\\. one"),
        ("- one", "\\- one"),
        ("<b>", "\\<b\\>"),
        ("@everyone", "@\u200beveryone"),
        ("``` a", "\\`\\`\\` a"),
    ],
)
def test_markdown_escapes_texts_of_people(text: str, marked: str) -> None:
    lines = as_markdown(transcript_with(text)).splitlines()
    assert lines[0] == f"# {marked}"
    assert f"> {marked}" in lines
    assert f"- {marked}" in lines


def test_a_board_cant_close_its_code_fence() -> None:
    text = as_markdown(transcript_with("```\n# not a heading"))
    assert "````text\n```\n# not a heading\n````\n" in text


def test_text_stays_text() -> None:
    assert "<b> & C* B" in as_text(transcript_with("<b> & C* B"))


# Pieces

LINES = st.lists(st.text(alphabet="ab 🎲é", max_size=300), max_size=30)


@settings(max_examples=150, deadline=None)
@given(LINES, st.integers(200, 2000))
def test_pieces_are_short_enough_numbered_and_lose_nothing(lines: list[str], longest: int) -> None:
    parts = pieces("\n".join(lines), longest)
    assert all(length(piece) <= longest for piece in parts)
    for number, piece in enumerate(parts, start=1):
        assert piece.startswith(f"({number}/{len(parts)})\n")
    body = "".join(piece.partition("\n")[2] for piece in parts)
    assert re.sub(r"\s", "", body) == re.sub(r"\s", "", "".join(lines))


def test_a_line_is_not_cut_where_it_fits() -> None:
    lines = [f"{number} " + "x" * 150 for number in range(40)]
    parts = [line for piece in pieces("\n".join(lines), 500) for line in piece.splitlines()[1:]]
    assert parts == lines


def test_a_long_line_is_cut_between_words() -> None:
    parts = pieces(" ".join(["word"] * 1000), 300)
    assert all(set(piece.partition("\n")[2].split()) == {"word"} for piece in parts)


def test_a_fenced_block_is_closed_and_opened_again() -> None:
    text = "\n".join(
        ["before", "```text", *[f"line {number} " + "x" * 40 for number in range(60)], "```", "after"]
    )
    parts = pieces(text, 600)
    assert len(parts) > 3
    for piece in parts:
        fences = [line for line in piece.splitlines() if line.startswith("```")]
        assert len(fences) % 2 == 0
    assert sum(piece.count("line ") for piece in parts) == 60


def test_pieces_of_a_match_have_two_thousand_characters_at_most(house: House) -> None:
    match, host, _ = match_after_round(house, names="Ann Bob Cyd Dan Eve Fay Gus Hal")
    for size in (200, 2000):
        parts = (
            download(host, match, form="pieces", perspective="everything", size=size)
            .raise_for_status()
            .json()
        )
        assert all(length(piece) <= size for piece in parts)
        assert len(parts) > 1
    for size in (0, 199, 2001):
        assert refusal(download(host, match, form="pieces", size=size)) == (400, "size")


# Records


def test_a_record_is_sealed_while_the_match_runs_and_open_after_the_end(house: House) -> None:
    match, host, players = match_after_round(house)
    url = f"/api/matches/{match}/record"
    before = players[0].get(url).raise_for_status().text
    assert [type(finding) for finding in verify(before)] == [Sealed]
    players[1].act(match, {"type": "submit", "first": 4, "second": 5, "scoring": 5}).raise_for_status()
    assert players[0].get(url).text == before
    assert refusal(players[0].get(url, params={"everything": True})) == (403, "not-allowed")
    hosts_record = host.get(url, params={"everything": True}).text
    assert [type(finding) for finding in verify(hosts_record)] == [Sealed]
    assert len(hosts_record.splitlines()) > len(before.splitlines())
    post_desk(host, match, "stop").raise_for_status()
    for viewer in (players[0], house.guest("Eve")):
        after = viewer.get(url).raise_for_status().text
        assert verify(after) == []
        assert len(after.splitlines()) == 1 + 7 + 1


def test_verify_accepts_the_record_of_a_finished_match(house: House, tmp_path: Path) -> None:
    match, players = house.begun("mixmath")
    for _ in range(8):
        view = players[0].view(match)["view"]
        if view["end"]:
            break
        players[view["turn"]["seat"]].act(match, {"type": "pass"}).raise_for_status()
    file = tmp_path / "match.jsonl"
    file.write_bytes(house.guest("").get(f"/api/matches/{match}/record").raise_for_status().content)
    assert verify(file) == []
    assert json.loads(file.read_text().splitlines()[-1])["status"] == "finished"
