"""The registry: games and bots by entry point, refusals with the nearest names."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from numberhouse.contract.game import Event, IllegalAction
from numberhouse.registry import (
    LONGEST_NOTATION,
    BrokenFolder,
    Folder,
    NameClash,
    NoRulesPage,
    UnknownBot,
    UnknownGame,
    UnknownVersion,
    find,
    folder_of,
    games,
)
from tests.contract.sound import Add, Note, Options, Pick, PickGame, RaceGame

VERSIONS = """
from msgspec.structs import replace
from tests.contract.sound import RaceGame

def made(card, **more):
    return type("Race", (RaceGame,), dict(card=card, **more))()

game = made(replace(RaceGame.card, rules_version=2))
earlier_versions = (made(replace(RaceGame.card, {earlier}),)
"""
RULES = "from tests.contract.sound import RaceGame\ngame = RaceGame()\n"


class Installed:
    """Pretends that distributions are installed."""

    def __init__(self, site: Path) -> None:
        self.site = site

    def add(self, distribution: str, entry_points: str, **files: str) -> None:
        info = self.site / f"{distribution}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(entry_points)
        package = self.site / distribution
        package.mkdir(exist_ok=True)
        for name, text in {"__init__": "", **files}.items():
            (package / f"{name}.py").write_text(text)
        games.cache_clear()


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Installed]:
    monkeypatch.syspath_prepend(tmp_path)
    yield Installed(tmp_path)
    monkeypatch.undo()
    games.cache_clear()
    for name in [name for name in sys.modules if name.startswith("outside_")]:
        del sys.modules[name]


def test_a_game_from_outside_is_found_by_its_entry_point(installed: Installed) -> None:
    installed.add("outside_race", "[numberhouse.games]\nrace = outside_race\n", rules=RULES)
    assert find("race").game.card.title == "Race"
    assert find("race").package == "outside_race"
    assert list(games()) == sorted(games())


@pytest.mark.parametrize(
    ("earlier", "problem"),
    [
        ("rules_version=2", "has a version 2 besides the present one"),
        ("rules_version=3", "has a version 3 besides the present one"),
        ("rules_version=1), options_type=int", "version 1 has other options, actions or views"),
    ],
)
def test_earlier_versions_that_cannot_be_are_refused(
    installed: Installed, earlier: str, problem: str
) -> None:
    closing = "" if ")" in earlier else ")"
    rules = VERSIONS.format(earlier=earlier + closing)
    name = f"outside_versions_{sum(map(ord, earlier))}"
    installed.add(name, f"[numberhouse.games]\nrace = {name}\n", rules=rules)
    with pytest.raises(BrokenFolder, match=problem):
        _ = find("race").versions


def test_earlier_versions_are_had_by_number(installed: Installed) -> None:
    rules = VERSIONS.format(earlier="rules_version=1)")
    installed.add("outside_two", "[numberhouse.games]\nrace = outside_two\n", rules=rules)
    folder = find("race")
    assert list(folder.versions) == [1, 2]
    assert folder.version(2) is folder
    old = folder.version(1)
    assert (old.game.card.rules_version, old.package) == (1, folder.package)
    assert folder_of(old.game).game is old.game
    with pytest.raises(UnknownVersion, match="there is no version 3 of the rules of 'race'; there are: 1, 2"):
        folder.version(3)


def test_nothing_of_a_game_is_imported_before_it_is_asked_for(installed: Installed) -> None:
    installed.add("outside_lazy", "[numberhouse.games]\nrace = outside_lazy\n", rules=RULES)
    folder = find("race")
    assert "outside_lazy" not in sys.modules
    assert folder.game.card.id == "race"
    assert "outside_lazy.rules" in sys.modules


def test_an_unknown_game_is_refused_with_the_nearest(installed: Installed) -> None:
    installed.add("outside_near", "[numberhouse.games]\nrace = outside_near\n", rules=RULES)
    with pytest.raises(
        UnknownGame, match=r"there is no game 'rase'\. Did you mean race\? Known: .*race"
    ) as caught:
        find("rase")
    assert caught.value.close == ("race",)
    with pytest.raises(UnknownGame) as far:
        find("q" * 100_000)
    assert far.value.close == ()
    assert len(str(far.value)) < 1000


def test_one_name_for_two_games_is_refused_naming_both(installed: Installed) -> None:
    installed.add("outside_one", "[numberhouse.games]\nrace = outside_one\n", rules=RULES)
    installed.add("outside_two", "[numberhouse.games]\nrace = outside_two\n", rules=RULES)
    with pytest.raises(NameClash, match=r"outside_.*outside_.*uninstall one"):
        games()


def test_one_game_seen_from_two_places_is_one(installed: Installed) -> None:
    installed.add("outside_once", "[numberhouse.games]\nrace = outside_once\n", rules=RULES)
    installed.add("outside_again", "[numberhouse.games]\nrace = outside_once\n")
    assert find("race").package == "outside_once"


@pytest.mark.parametrize(
    ("rules", "problem"),
    [
        ("1 / 0", "ZeroDivisionError"),
        ("game = 3", "no `game` with the members of Game"),
        ("", "no `game` with the members of Game"),
        ("from tests.contract.sound import pick_game as game", "calls it 'pick'"),
    ],
)
def test_a_folder_that_cannot_be_used_says_why(installed: Installed, rules: str, problem: str) -> None:
    installed.add("outside_bad", "[numberhouse.games]\nrace = outside_bad\n", rules=rules)
    with pytest.raises(BrokenFolder, match=f"'race' can't be used: .*{problem}"):
        _ = find("race").game


def test_a_folder_without_rules_says_so(installed: Installed) -> None:
    installed.add("outside_empty", "[numberhouse.games]\nrace = outside_empty\n")
    with pytest.raises(BrokenFolder, match=r"importing outside_empty\.rules failed"):
        _ = find("race").game


BOT = """
class Bot:
    name = "{name}"
    def choose(self, view, seat, legal, budget, chance): ...
bots = {{"{name}": Bot}}
"""


def test_bots_come_from_the_folder_then_from_outside_then_from_the_house(installed: Installed) -> None:
    entries = "[numberhouse.games]\nrace = outside_bots\n"
    installed.add("outside_bots", entries, rules=RULES, bots=BOT.format(name="own"))
    others = "[numberhouse.bots]\nrace.theirs = outside_theirs.bot:Bot\nracer.no = outside_theirs.bot:Bot\n"
    installed.add("outside_theirs", others, bot=BOT.format(name="theirs"))
    bots = find("race").bots()
    assert list(bots) == ["own", "theirs", "random"]
    assert "outside_theirs" not in sys.modules
    assert [find("race").bot(name).name for name in bots] == ["own", "theirs", "random"]


def test_an_unknown_bot_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownBot, match=r"no bot 'randon'\. Did you mean random\?") as caught:
        folder_of(RaceGame()).bot("randon")
    assert caught.value.known == ("random",)


def test_a_game_without_a_folder_has_plain_forms() -> None:
    folder = folder_of(PickGame())
    assert folder.write(Pick(0, 3)) == '{"type":"pick","round":0,"number":3}'
    assert folder.parse('{"type":"note","text":"hm"}') == Note("hm")
    assert folder.tell(Event("picked", {"seat": 1}), 0) == "picked: seat 1"
    assert folder.tell(Event("over"), None) == "over"
    view = PickGame().view(PickGame().setup(Options(), 2, _chance()), 0)
    assert "card: " in folder.draw(view)
    assert folder.redraw(view, view) == folder.draw(view)
    assert folder.farewell(view) == ""
    assert folder.commands() == ()
    with pytest.raises(NoRulesPage, match="pick has no rules page in 'ru'; it has one in: no language"):
        folder.rules_page("ru")


@pytest.mark.parametrize("text", ["", "{", "[]", '{"number":"1"}', "[" * 9000, "\ud800", "9" * 9000])
def test_plain_notation_refuses_what_is_no_action(text: str) -> None:
    with pytest.raises(IllegalAction, match=r"not an action of Race.*written as JSON") as refused:
        folder_of(RaceGame()).parse(text)
    assert refused.value.code == "notation"


def test_notation_is_bounded_before_it_is_read() -> None:
    text = '{"number":1}'.ljust(LONGEST_NOTATION)
    assert folder_of(RaceGame()).parse(text) == Add(1)
    with pytest.raises(IllegalAction, match="at most 10000 are read"):
        folder_of(RaceGame()).parse(text + " ")


def test_plain_text_fits_80_columns() -> None:
    view: dict[str, Any] = {"long": ["x" * 30] * 20, "word": "y" * 300, "deep": {"a": {"b": list(range(99))}}}
    drawn = folder_of(RaceGame()).draw(view)
    assert max(len(line) for line in drawn.splitlines()) <= 80
    assert drawn.startswith("deep:\n")


def test_a_folder_brings_its_own_notation_text_commands_and_rules(installed: Installed) -> None:
    installed.add(
        "outside_full",
        "[numberhouse.games]\nrace = outside_full\n",
        rules=RULES,
        notation="def write(action): return '+1'\ndef parse(text): return text",
        text="def draw(view, lang='en'): return lang\ndef tell(event, seat, lang='en'): return 'told'",
        commands="commands = ['solve']",
    )
    for lang in ("en", "ru"):
        (installed.site / "outside_full" / f"RULES.{lang}.md").write_text(f"# {lang}\n")
    folder = find("race")
    assert (folder.write(Add(1)), folder.parse("+1")) == ("+1", "+1")
    assert (folder.draw(None, "ru"), folder.tell(Event("x"), 0)) == ("ru", "told")
    assert folder.commands() == ("solve",)
    assert folder.languages == ("en", "ru")
    assert folder.rules_page("ru") == "# ru\n"
    with pytest.raises(NoRulesPage, match="it has one in: en, ru"):
        folder.rules_page("../en")


def test_the_registry_imports_nothing_heavy() -> None:
    heavy = {"numba", "numpy", "rich", "hypothesis"}
    program = f"import sys, numberhouse.record; print(sorted({heavy!r} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_folder_of_knows_the_registered_folder_by_the_game_itself() -> None:
    for folder in games().values():
        assert folder_of(folder.game) is folder
    assert Folder("race", game=RaceGame()).package is None


def _chance() -> Any:
    from numberhouse.contract.game import Chance

    return Chance("seed")
