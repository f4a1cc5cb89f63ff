"""The command `numberhouse sets`: it lists the catalogue and the members of sets."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

import click

from numberhouse.words import words_of

if TYPE_CHECKING:
    from numberhouse.games.set_theory.catalogue.hidden_set import HiddenSet

__all__ = ["prepare", "sets"]


class NotASet(click.ClickException):
    """A text that describes no set."""

    exit_code = 2


WORDS: Final = words_of("numberhouse.games.set_theory")
LANGUAGES: Final = WORDS.languages
MOST = 26
"""Most sets in one command."""

EXAMPLES = """\b
Examples:
  numberhouse sets --family primes
  numberhouse sets --find digit --lang ru
  numberhouse sets prime "n % 7 == 3"
  numberhouse sets --tier plain
  numberhouse sets --check square cube prime "n % 7 == 3" "16, 25, 36, …" …
"""


@click.command("sets", epilog=EXAMPLES)
@click.argument("wanted", nargs=-1, metavar="[SET]...")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@click.option("--family", help="List this family only.")
@click.option("--find", "text", metavar="TEXT", help="List what has the text in its name or its words.")
@click.option("--tier", type=click.Choice(["plain", "mixed", "whole"]), help="List what a match may draw.")
@click.option("--check", is_flag=True, help="Say whether ten sets, A to J, can be handed in.")
@click.option(
    "--lang", type=click.Choice(WORDS.languages), default="en", show_default=True, help="Of the words."
)
def sets(
    wanted: Sequence[str],
    as_json: bool,
    family: str | None,
    text: str | None,
    tier: str | None,
    check: bool,
    lang: str,
) -> None:
    """List Set Theory's catalogue, or show members of sets.

    A SET is a name of the catalogue, a condition on n, such as "n % 7 == 3 and not is_prime(n + 2)", or a
    list of numbers. The output has its members below 1000, the number of its members from 10 to 999,999, and
    the number of common members of each two sets.
    """
    if wanted and (family or text or tier):
        raise click.UsageError(
            "--family, --find and --tier choose from the catalogue; leave them out where sets are named"
        )
    if check:
        checked(wanted, as_json, lang)
        return
    if len(wanted) > MOST:
        raise click.UsageError(f"{len(wanted)} sets; at most {MOST} are compared at once")
    if wanted:
        show(wanted, as_json, lang)
    else:
        catalogue(as_json, family, text, tier, lang)


def catalogue(as_json: bool, family: str | None, text: str | None, tier: str | None, lang: str) -> None:
    """Print the catalogue, or the requested part of it."""
    import msgspec  # slow to import; the help does without it

    from numberhouse.games.set_theory.catalogue import CATALOGUE, FAMILIES
    from numberhouse.games.set_theory.rules.deal import cells

    if family is not None and family not in FAMILIES:
        raise NotASet(f"no family is called {family!r}; there are {', '.join(FAMILIES)}")
    chosen = [one for one in CATALOGUE.values() if family in (None, one.family)]
    if text is not None:
        lower = text.casefold()
        chosen = [one for one in chosen if lower in words_in_all_languages(one).casefold()]
    if tier is not None:
        drawable = {name for cell in cells(tier) for ids in cell for name in ids}
        chosen = [one for one in chosen if one.id in drawable]
    ready()
    rows = [row(one, lang) for one in chosen]
    if as_json:
        click.echo(msgspec.json.encode(rows).decode())
        return
    for one in rows:
        flags = f"  [{', '.join(one['flags'])}]" if one["flags"] else ""
        click.echo(f"{one['id']:<30} {percent(one['density'])}  {one['statement']}{flags}")
    click.echo(f"{len(rows)} of {len(CATALOGUE)} properties")


def words_in_all_languages(one: Any) -> str:
    """The name and the statements of a property in all languages, for the search."""
    return " ".join((one.id, *(one.statement(lang) for lang in LANGUAGES)))


def row(one: Any, lang: str) -> dict[str, Any]:
    """A property as the list shows it."""
    # msgspec is slow to import; the help does without it
    from numberhouse.games.set_theory.catalogue.bitmaps import count, density
    from numberhouse.games.set_theory.catalogue.tiers import TIERS

    return {
        "id": one.id,
        "family": one.family,
        "tier": TIERS[one.id],
        "statement": one.statement(lang),
        "density": density(one.id),
        "members": count(one.id),
        "flags": sorted(one.flags),
    }


def checked(wanted: Sequence[str], as_json: bool, lang: str) -> None:
    """Print the remarks to a host who hands in these ten sets. Raises `NotASet` if they can't be played
    with."""
    import msgspec  # slow to import; the help does without it

    from numberhouse.contract.game import IllegalAction
    from numberhouse.games.set_theory.coach.remarks import remarks
    from numberhouse.games.set_theory.rules.model import SETS, Options
    from numberhouse.games.set_theory.words.refusals import refuse

    if len(wanted) != SETS:
        raise click.UsageError(f"--check asks for {SETS} sets, A to J; {len(wanted)} are named")
    ready()
    options = Options(sets=tuple(wanted))
    try:
        lines = remarks(options, lang)
    except IllegalAction as illegal:
        raise NotASet(refuse(illegal, lang)) from None
    if as_json:
        click.echo(msgspec.json.encode({"remarks": lines}).decode())
        return
    for line in lines:
        click.echo(line)
    click.echo(WORDS.t("These ten can be handed in.", lang))


def show(wanted: Sequence[str], as_json: bool, lang: str) -> None:
    """Print the members of these sets, and the number of common members of each two."""
    import msgspec  # slow to import; the help does without it

    from numberhouse.games.set_theory.catalogue.bitmaps import members
    from numberhouse.games.set_theory.catalogue.predicates.predicate import BadExpression, Undefined

    hidden = [understood(text) for text in wanted]
    ready()
    flags = []
    for text, one in zip(wanted, hidden, strict=True):
        try:
            flags.append(members(one))
        except (BadExpression, Undefined) as error:
            raise NotASet(f"{text!r}: {error}") from None
    rows = [described(one, found, lang) for one, found in zip(hidden, flags, strict=True)]
    names = [one["set"] for one in rows]
    overlaps: list[dict[str, Any]] = [
        {"sets": [names[i], names[j]], "members": int((flags[i] & flags[j]).sum())}
        for i, j in combinations(range(len(flags)), 2)
    ]
    if as_json:
        click.echo(msgspec.json.encode({"sets": rows, "overlaps": overlaps}).decode())
        return
    for entry in rows:
        below = " ".join(map(str, entry["below_1000"])) or "none"
        click.echo(f"{entry['set']}: {entry['statement']}")
        click.echo(f"  {entry['members']:,} from 10 to 999,999, {percent(entry['density']).strip()}")
        click.echo(f"  below 1000 ({len(entry['below_1000'])}): {below}\n")
    for both in overlaps:
        click.echo(f"both {both['sets'][0]} and {both['sets'][1]}: {both['members']:,}")


def described(hidden: HiddenSet, flags: Any, lang: str) -> dict[str, Any]:
    """A set's name, statement and members, for printing."""
    # msgspec is slow to import; the help does without it
    from numberhouse.games.set_theory.catalogue import FIRST, LAST
    from numberhouse.games.set_theory.catalogue.hidden_set import statement_of

    return {
        "set": name_of(hidden),
        "statement": statement_of(hidden, lang),
        "members": int(flags.sum()),
        "density": int(flags.sum()) / (LAST - FIRST + 1),
        "below_1000": [n for n in range(FIRST, 1_000) if flags[n]],
    }


def name_of(hidden: HiddenSet) -> str:
    """The set as a user writes it."""
    # msgspec is slow to import; the help does without it
    from numberhouse.games.set_theory.catalogue.hidden_set import Listed, Named

    if isinstance(hidden, Named):
        return hidden.id
    return ", ".join(map(str, hidden.numbers)) if isinstance(hidden, Listed) else hidden.expression


def understood(text: str) -> HiddenSet:
    """The set that a text describes: a name of the catalogue, or else a list of numbers or an expression.
    Raises `NotASet`."""
    # msgspec is slow to import; the help does without it
    from numberhouse.games.set_theory.catalogue import CATALOGUE, UnknownProperty
    from numberhouse.games.set_theory.catalogue.handed_in import BadSets, check_list
    from numberhouse.games.set_theory.catalogue.hidden_set import Named, Written
    from numberhouse.games.set_theory.catalogue.predicates.predicate import BadExpression, normal
    from numberhouse.games.set_theory.rules.deal import read_list

    if text in CATALOGUE:
        return Named(text)
    listed = read_list(text)
    if listed is not None:
        try:
            check_list("of numbers", listed.numbers)
        except BadSets as error:
            raise NotASet(error.message) from None
        return listed
    if text and all(sign.isalnum() or sign == "-" for sign in text) and text != "n":
        raise NotASet(f"{UnknownProperty(text)}; a condition on n is accepted too")
    try:
        return Written(normal(text))
    except BadExpression as error:
        raise NotASet(f"{text[:80]!r}: {error}") from None


def percent(share: float) -> str:
    """A share with its significant digits, seven characters wide."""
    return f"{100 * share:6.3f}%"


def ready() -> None:
    """Build the table if it doesn't exist, with a progress bar if the error stream is a terminal."""
    # msgspec is slow to import; the help does without it
    from numberhouse.games.set_theory.catalogue.bitmaps import build, is_ready

    if not is_ready():
        with bar() as progress:
            build(progress)


@contextlib.contextmanager
def bar() -> Iterator[Callable[[int, int], None] | None]:
    """The progress callback of a build; None if there is no terminal to show it."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console  # slow to import
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task("building the table of all sets, once")
        yield lambda done, total: shown.update(task, completed=done, total=total)


@click.command("prepare")
def prepare() -> None:
    """Build the table of all properties, once on this machine. Otherwise its first use builds it.

    \b
    Example:
      numberhouse prepare set-theory
    """
    ready()
