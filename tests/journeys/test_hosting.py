"""A beginner hosts: from the front page to a match that others play, with an announcement, to the
transcript."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.journeys.conftest import Arrival
from tests.journeys.moves import FIRST_ACTIONS, TITLES, ends_turing_machine
from tests.journeys.tables import reads_link, sits_down

DEVICES = pytest.mark.parametrize("device", ["telephone", "desk"])

WORDS = "Welcome to my first evening. Take your time."


@DEVICES
def test_beginner_hosts_a_match_for_others(arrive: Arrival, device: str, tmp_path: Path) -> None:
    host, boris, clara = arrive("Anna", device), arrive("Boris", "telephone"), arrive("Clara", device)
    host.opens("/")
    host.presses(TITLES["turing-machine"], "link")
    host.presses("A link for others to play", "link")
    host.finds("New match", "heading")
    host.looks_around("new-match-for-others")
    host.presses("Create the match")
    host.sees("This table is for others")
    link = reads_link(host)
    host.looks_around("table-for-others")
    for stranger in (boris, clara):
        sits_down(stranger, link)
    for stranger in (boris, clara):
        stranger.sees_own_seat()

    host.presses("Hosting desk", "link")
    host.finds("Desk: {title}", "heading")
    host.types("Announcement", WORDS)
    host.presses("Announce")
    host.sees("It is announced.")
    host.looks_around("desk-announcement")
    for stranger in (boris, clara):
        stranger.shows("Rounds")
        stranger.sees(WORDS)
        stranger.shows("Board")
        FIRST_ACTIONS["turing-machine"](stranger)
    ends_turing_machine(boris, clara)

    host.finds("Result", "heading")
    host.presses("Take away", "tab")
    panel = host.page.get_by_role("tabpanel", name=host.words("Take away"))
    with host.page.expect_download() as taken:
        host.presses("Download", "link", within=panel)
    file = tmp_path / taken.value.suggested_filename
    taken.value.save_as(file)
    transcript = file.read_text(encoding="utf-8")
    assert all(words in transcript for words in ("Boris", "Clara", WORDS))
    host.looks_around("desk-over")
