"""The registry: games and bots by entry point, refusals with the nearest names."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from numberhouse.contract.game import Event, IllegalAction
from numberhouse.registry import (
    LONGEST_NOTATION,
    BrokenFolder,
    InstalledGame,
    NameClash,
    NoRulesPage,
    UnknownBot,
    UnknownGame,
    UnknownVersion,
    find,
    games,
    installed_game,
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
PACKAGE = """
from numberhouse.contract.package import GamePackage, GameText

def _from(module, member):
    return lambda: getattr(__import__(f"{__name__}.{module}", fromlist=[member]), member)

package = GamePackage(id="race", game=_from("rules", "game"), BROUGHT)
"""
EARLIER = PACKAGE.replace("BROUGHT", 'earlier_versions=_from("rules", "earlier_versions")')


class Distributions:
    """Registers distributions as installed for a test."""

    def __init__(self, site: Path) -> None:
        self.site = site

    def add(self, distribution: str, entry_points: str, **files: str) -> None:
        info = self.site / f"{distribution}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(entry_points)
        package = self.site / distribution
        package.mkdir(exist_ok=True)
        for name, text in {"__init__": PACKAGE.replace(", BROUGHT", ""), **files}.items():
            (package / f"{name}.py").write_text(text)
        games.cache_clear()


@pytest.fixture
def distributions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Distributions]:
    monkeypatch.syspath_prepend(tmp_path)
    yield Distributions(tmp_path)
    monkeypatch.undo()
    games.cache_clear()
    for name in [name for name in sys.modules if name.startswith("outside_")]:
        del sys.modules[name]


def test_a_game_from_outside_is_found_by_its_entry_point(distributions: Distributions) -> None:
    distributions.add("outside_race", "[numberhouse.games]\nrace = outside_race\n", rules=RULES)
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
    distributions: Distributions, earlier: str, problem: str
) -> None:
    closing = "" if ")" in earlier else ")"
    rules = VERSIONS.format(earlier=earlier + closing)
    name = f"outside_versions_{sum(map(ord, earlier))}"
    distributions.add(name, f"[numberhouse.games]\nrace = {name}\n", __init__=EARLIER, rules=rules)
    with pytest.raises(BrokenFolder, match=problem):
        _ = find("race").versions


def test_earlier_versions_are_had_by_number(distributions: Distributions) -> None:
    rules = VERSIONS.format(earlier="rules_version=1)")
    distributions.add(
        "outside_two", "[numberhouse.games]\nrace = outside_two\n", __init__=EARLIER, rules=rules
    )
    installed = find("race")
    assert list(installed.versions) == [1, 2]
    assert installed.version(2) is installed
    old = installed.version(1)
    assert (old.game.card.rules_version, old.package) == (1, installed.package)
    assert installed_game(old.game).game is old.game
    with pytest.raises(UnknownVersion, match="there is no version 3 of the rules of 'race'; there are: 1, 2"):
        installed.version(3)


def test_a_game_is_imported_only_on_request(distributions: Distributions) -> None:
    distributions.add("outside_lazy", "[numberhouse.games]\nrace = outside_lazy\n", rules=RULES)
    installed = find("race")
    assert "outside_lazy" not in sys.modules
    assert installed.game.card.id == "race"
    assert "outside_lazy.rules" in sys.modules


def test_an_unknown_game_is_refused_with_the_nearest(distributions: Distributions) -> None:
    distributions.add("outside_near", "[numberhouse.games]\nrace = outside_near\n", rules=RULES)
    with pytest.raises(
        UnknownGame, match=r"there is no game 'rase'\. Did you mean race\? Known: .*race"
    ) as caught:
        find("rase")
    assert caught.value.close == ("race",)
    with pytest.raises(UnknownGame) as far:
        find("q" * 100_000)
    assert far.value.close == ()
    assert len(str(far.value)) < 1000


def test_two_games_with_one_name_are_refused_naming_both(distributions: Distributions) -> None:
    distributions.add("outside_one", "[numberhouse.games]\nrace = outside_one\n", rules=RULES)
    distributions.add("outside_two", "[numberhouse.games]\nrace = outside_two\n", rules=RULES)
    with pytest.raises(NameClash, match=r"outside_.*outside_.*uninstall one"):
        games()


def test_a_game_found_twice_is_one_game(distributions: Distributions) -> None:
    distributions.add("outside_once", "[numberhouse.games]\nrace = outside_once\n", rules=RULES)
    distributions.add("outside_again", "[numberhouse.games]\nrace = outside_once\n")
    assert find("race").package == "outside_once"


@pytest.mark.parametrize(
    ("rules", "problem"),
    [
        ("1 / 0", r"importing its game failed: ZeroDivisionError"),
        ("game = 3", "what it gives as game is no Game"),
        ("", "importing its game failed: AttributeError"),
        ("from tests.contract.sound import pick_game as game", "calls it 'pick'"),
    ],
)
def test_an_unusable_game_is_refused_with_the_reason(
    distributions: Distributions, rules: str, problem: str
) -> None:
    distributions.add("outside_bad", "[numberhouse.games]\nrace = outside_bad\n", rules=rules)
    with pytest.raises(BrokenFolder, match=f"'race' can't be used: .*{problem}"):
        _ = find("race").game


@pytest.mark.parametrize(
    ("package", "problem"),
    [
        ("1 / 0", "importing outside_misdeclared failed: ZeroDivisionError"),
        ("", "outside_misdeclared has no `package` that is a GamePackage"),
        ("package = 'race'", "outside_misdeclared has no `package` that is a GamePackage"),
        (PACKAGE.replace('"race"', '"rice"').replace(", BROUGHT", ""), "its package calls it 'rice'"),
        (PACKAGE.replace("BROUGHT", "rule_pages={}"), "importing outside_misdeclared failed: TypeError"),
    ],
)
def test_an_invalid_package_is_refused_with_the_reason(
    distributions: Distributions, package: str, problem: str
) -> None:
    distributions.add(
        "outside_misdeclared",
        "[numberhouse.games]\nrace = outside_misdeclared\n",
        __init__=package,
        rules=RULES,
    )
    with pytest.raises(BrokenFolder, match=f"'race' can't be used: .*{problem}"):
        _ = find("race").game


@pytest.mark.parametrize(
    ("declaration", "use", "problem"),
    [
        ("text=lambda: GameText", lambda it: it.draw(None), "what it gives as text is no GameText"),
        ("notation=lambda: {}", lambda it: it.parse("1"), "what it gives as notation is no Notation"),
        ("bots=lambda: {'a': 1}", lambda it: it.bots(), "its bots have 'a', which is no Callable"),
        ("bots=lambda: 1", lambda it: it.bots(), "what it gives as bots is no Mapping"),
        ("drills=lambda: {'a': 1}", lambda it: it.drills(), "its drills have 'a', which is no Drill"),
        ("presets=lambda: {'a': 1}", lambda it: it.presets(), "its presets have 'a', which is no Preset"),
        ("reviewer=lambda: 1", lambda it: it.reviewer(), "what it gives as reviewer is no Reviewer"),
        ("adviser=lambda: 1 / 0", lambda it: it.adviser(), "importing its adviser failed: ZeroDivisionError"),
        ("board='board.js'", lambda it: it.board(), "its board board.js isn't in its folder"),
    ],
)
def test_a_misdeclared_member_is_refused_by_name(
    distributions: Distributions, declaration: str, use: Callable[[InstalledGame], object], problem: str
) -> None:
    name = f"outside_member_{sum(map(ord, declaration))}"
    package = PACKAGE.replace("BROUGHT", declaration)
    distributions.add(name, f"[numberhouse.games]\nrace = {name}\n", __init__=package, rules=RULES)
    assert find("race").game.card.id == "race"
    with pytest.raises(BrokenFolder, match=f"'race' can't be used: {problem}"):
        use(find("race"))


BOT = """
class Bot:
    name = "{name}"
    def choose(self, view, seat, legal, budget, chance): ...
bots = {{"{name}": Bot}}
"""


def test_bots_come_from_the_game_then_from_outside_then_from_the_house(distributions: Distributions) -> None:
    entries = "[numberhouse.games]\nrace = outside_bots\n"
    package = PACKAGE.replace("BROUGHT", 'bots=_from("bots", "bots")')
    distributions.add("outside_bots", entries, __init__=package, rules=RULES, bots=BOT.format(name="own"))
    others = "[numberhouse.bots]\nrace.theirs = outside_theirs.bot:Bot\nracer.no = outside_theirs.bot:Bot\n"
    distributions.add("outside_theirs", others, bot=BOT.format(name="theirs"))
    bots = find("race").bots()
    assert list(bots) == ["own", "theirs", "random"]
    assert "outside_theirs" not in sys.modules
    assert [find("race").bot(name).name for name in bots] == ["own", "theirs", "random"]


def test_an_unknown_bot_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownBot, match=r"no bot 'randon'\. Did you mean random\?") as caught:
        installed_game(RaceGame()).bot("randon")
    assert caught.value.known == ("random",)


def test_a_game_without_optional_members_has_defaults() -> None:
    installed = installed_game(PickGame())
    assert installed.write(Pick(0, 3)) == '{"type":"pick","round":0,"number":3}'
    assert installed.parse('{"type":"note","text":"hm"}') == Note("hm")
    assert installed.tell(Event("picked", {"seat": 1}), 0) == "picked: seat 1"
    assert installed.tell(Event("over"), None) == "over"
    view = PickGame().view(PickGame().setup(Options(), 2, _chance()), 0)
    assert "card: " in installed.draw(view)
    assert installed.redraw(view, view) == installed.draw(view)
    assert installed.farewell(view) == ""
    assert installed.commands() == ()
    with pytest.raises(NoRulesPage, match="pick has no rules page in 'ru'; it has one in: no language"):
        installed.rules_page("ru")


@pytest.mark.parametrize("text", ["", "{", "[]", '{"number":"1"}', "[" * 9000, "\ud800", "9" * 9000])
def test_the_default_notation_refuses_an_invalid_action(text: str) -> None:
    with pytest.raises(IllegalAction, match=r"not an action of Race.*written as JSON") as refused:
        installed_game(RaceGame()).parse(text)
    assert refused.value.code == "notation"


def test_notation_is_bounded_before_it_is_read() -> None:
    text = '{"number":1}'.ljust(LONGEST_NOTATION)
    assert installed_game(RaceGame()).parse(text) == Add(1)
    with pytest.raises(IllegalAction, match="at most 10000 are read"):
        installed_game(RaceGame()).parse(text + " ")


def test_plain_text_fits_80_columns() -> None:
    view: dict[str, Any] = {"long": ["x" * 30] * 20, "word": "y" * 300, "deep": {"a": {"b": list(range(99))}}}
    drawn = installed_game(RaceGame()).draw(view)
    assert max(len(line) for line in drawn.splitlines()) <= 80
    assert drawn.startswith("deep:\n")


FULL = """
    notation=lambda: _from("words", "Words")()(),
    text=lambda: GameText(draw=_from("text", "draw")(), tell=_from("text", "tell")()),
    commands={"solve": _from("commands", "solve")},
"""


def test_a_game_brings_its_own_notation_text_commands_and_rules(distributions: Distributions) -> None:
    distributions.add(
        "outside_full",
        "[numberhouse.games]\nrace = outside_full\n",
        __init__=PACKAGE.replace("BROUGHT", FULL),
        rules=RULES,
        words="class Words:\n def write(self, action): return '+1'\n def parse(self, text): return text",
        text="def draw(view, lang, names): return lang\ndef tell(event, seat, lang, names): return 'told'",
        commands="solve = 'solve'",
    )
    for lang in ("en", "pt-BR", "ru"):
        (distributions.site / "outside_full" / f"RULES.{lang}.md").write_text(f"# {lang}\n")
    (distributions.site / "outside_full" / "RULES.md").write_text("# of no language\n")
    installed = find("race")
    assert (installed.write(Add(1)), installed.parse("+1")) == ("+1", "+1")
    assert (installed.draw(None, "ru"), installed.tell(Event("x"), 0)) == ("ru", "told")
    assert installed.commands() == ("solve",)
    assert installed.languages == ("en", "pt-BR", "ru")
    assert installed.rules_page("ru") == "# ru\n"
    with pytest.raises(NoRulesPage, match="it has one in: en, pt-BR, ru"):
        installed.rules_page("../en")


def test_the_registry_imports_nothing_heavy() -> None:
    heavy = {"numba", "numpy", "rich", "hypothesis"}
    program = f"import sys, numberhouse.record; print(sorted({heavy!r} & set(sys.modules)))"
    process = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert process.stdout == "[]\n"


def test_installed_game_knows_the_registered_one_by_the_game_itself() -> None:
    for installed in games().values():
        assert installed_game(installed.game) is installed
    assert InstalledGame("race", game=RaceGame()).package is None


def _chance() -> Any:
    from numberhouse.contract.game import Chance

    return Chance("seed")
