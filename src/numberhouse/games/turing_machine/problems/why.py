"""Short reasons for excluded codes and laws that a person can check.

Either the answers exclude it, and the reason names a smallest group of them. Or no answer is needed, because
no valid problem (TM-4) has it: a verifier would have no law, another code would remain, or a verifier would
be superfluous.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal

import msgspec
import numpy as np

from numberhouse.contract.review import Explanation
from numberhouse.games.turing_machine.problems.laws import CODES, INDEX
from numberhouse.games.turing_machine.problems.problem import Observation
from numberhouse.games.turing_machine.problems.worlds import Worlds, orders
from numberhouse.words import message, words_of

__all__ = ["TEXTS", "Reason", "smallest_group", "why_not"]

WORDS: Final = words_of("numberhouse.games.turing_machine")

Kind = Literal["said", "answers", "contradiction", "no-law", "no-code", "superfluous", "several", "invalid"]

LETTERS: Final = "ABCDEF"
PATIENCE: Final = 200_000
"""Number of groups tried before a small group is accepted without proof that it is a smallest one."""


class Reason(msgspec.Struct, frozen=True):
    """The reason why a code or a law is excluded, or why answers can't all be true.

    Kinds that need no answer describe all choices of laws that contain the excluded thing. `no-law`: a
    verifier has no law for it. `no-code`: no code satisfies any choice. The other kinds describe the choices
    that some code satisfies: all of them are satisfied by another code too (`several`), all have a
    superfluous verifier (`superfluous`), or each has one or the other fault (`invalid`).
    """

    kind: Kind
    observations: tuple[Observation, ...] = ()
    """The excluding answers, as few as possible."""
    wrong_codes: tuple[str, ...] = ()
    """Codes that proved wrong and are needed for the reason too."""
    verifiers: tuple[int, ...] = ()
    """The verifiers without a fitting law, or those of which one is superfluous."""
    cards: tuple[int, ...] = ()
    """The corresponding cards of the pool in nightmare, where their verifiers aren't known."""
    smallest: bool = True
    """Whether the group is proven to be a smallest one. Otherwise the search was stopped, and no member of
    the group can be left out."""

    def words(self, lang: str = "en") -> str:
        """The reason as a sentence of the language."""
        return WORDS.explained(self.explanation, lang)

    @property
    def explanation(self) -> Explanation:
        """The reason as a text and its values."""
        text = OF_CARDS.get(self.kind, TEXTS[self.kind]) if self.cards else TEXTS[self.kind]
        letters = tuple(LETTERS[verifier] for verifier in self.verifiers)
        return Explanation(text, {"answers": tuple(self._claims()), "letters": letters, "cards": self.cards})

    def _claims(self) -> Iterator[Explanation]:
        for one in self.observations:
            yield Explanation(ANSWERS[one.answer], {"code": one.code, "letter": LETTERS[one.verifier]})
        for code in self.wrong_codes:
            yield Explanation(message("{code} wrong"), {"code": code})


ANSWERS: Final[Mapping[bool, str]] = MappingProxyType(
    {True: message("{code} {letter} yes"), False: message("{code} {letter} no")}
)

TEXTS: Final[Mapping[Kind, str]] = MappingProxyType(
    {
        "said": message("It was said and is wrong."),
        "answers": message("The answers exclude it: {answers}."),
        "contradiction": message("These answers can't all be true: {answers}."),
        "no-law": message("No law of verifier {letters} fits it."),
        "no-code": message("No code would satisfy all verifiers."),
        "superfluous": message("This would make verifier {letters} superfluous."),
        "several": message("The verifiers would leave another code as well."),
        "invalid": message(
            "Any choice of laws would leave another code as well or make verifier {letters} superfluous."
        ),
    }
)
"""The texts by kind."""

OF_CARDS: Final[Mapping[Kind, str]] = MappingProxyType(
    {
        "no-law": message("No law of card {cards} fits it."),
        "superfluous": message("This would make the verifier of card {cards} superfluous."),
        "invalid": message(
            "Any choice of laws would leave another code as well or make the verifier of card {cards} "
            "superfluous."
        ),
    }
)
"""The texts by kind, for reasons that name cards."""


def why_not(
    fresh: Worlds,
    observations: Sequence[Observation],
    wrong_codes: Iterable[str],
    code: str | None = None,
    pair: tuple[int, int] | None = None,
) -> Reason:
    """The reason why none of the worlds `fresh`, to which no answer was applied yet, remains.

    With `code` the reason is about the worlds of that code. With `pair` it is about the worlds in which that
    verifier is paired with that place.
    """
    only = None if code is None else INDEX[code]
    if fresh.number and (only is None or (fresh.codes == only).any()):
        return smallest_group("answers", fresh, observations, wrong_codes, only, pair)
    lawless = tuple(place for place, meanings in enumerate(fresh.meanings) if not meanings)
    return _named(fresh, "no-law", lawless) if lawless else _invalid(fresh)


def _invalid(fresh: Worlds) -> Reason:
    """The rule of a valid problem (TM-4) that every choice of laws breaks."""
    from numberhouse.games.turing_machine.problems import world_kernel  # Numba is of the extra `bots`

    spare = np.zeros(len(fresh.counts), np.int64)
    none, several = world_kernel.faults(fresh.options, fresh.counts, spare)
    if not spare.any():
        return Reason("several" if several else "no-code")
    single = int(np.prod(fresh.counts)) - none - several
    always = np.flatnonzero(spare == single)
    blamed = always[:1] if len(always) else np.flatnonzero(spare)
    return _named(fresh, "invalid" if several else "superfluous", blamed.tolist())


def _named(fresh: Worlds, kind: Kind, places: Sequence[int]) -> Reason:
    """The reason that names these places of the table."""
    if fresh.nightmare:
        return Reason(kind, cards=tuple(fresh.layout.flat[place] for place in places))
    return Reason(kind, verifiers=tuple(places))


def smallest_group(
    kind: Kind,
    fresh: Worlds,
    observations: Sequence[Observation],
    wrong_codes: Iterable[str],
    only: int | None = None,
    pair: tuple[int, int] | None = None,
) -> Reason:
    """A smallest group of answers that no world of `fresh` fits; `only` and `pair` as `code` and `pair` in
    `why_not`.

    Every world contradicts some of the answers. The result is a smallest hitting set: a smallest group with
    at least one contradicted answer of each world.
    """
    wrong = sorted(wrong_codes)
    minimal: list[int] = []
    for broken in sorted(set(_broken(fresh, observations, wrong, only, pair)), key=int.bit_count):
        if not any(other & broken == other for other in minimal):
            minimal.append(broken)
    group, smallest = _hitting_set(minimal)
    claims = [i for i in range(len(observations) + len(wrong)) if group >> i & 1]
    return Reason(
        kind,
        tuple(observations[i] for i in claims if i < len(observations)),
        tuple(wrong[i - len(observations)] for i in claims if i >= len(observations)),
        smallest=smallest,
    )


def _broken(
    fresh: Worlds,
    observations: Sequence[Observation],
    wrong: Sequence[str],
    only: int | None,
    pair: tuple[int, int] | None,
) -> Iterator[int]:
    """The answers that each world contradicts, one bit each. Wrong codes follow the observations."""
    n = fresh.layout.verifiers
    masks = [list(meanings) for meanings in fresh.meanings]

    def against(verifier: int, mask: int) -> int:
        return sum(
            1 << i
            for i, seen in enumerate(observations)
            if seen.verifier == verifier and bool(mask >> INDEX[seen.code] & 1) != seen.answer
        )

    table = [
        [[against(verifier, mask) for mask in masks[place]] for place in range(n)] for verifier in range(n)
    ]
    bits = {INDEX[code]: 1 << (len(observations) + i) for i, code in enumerate(wrong)}
    every = orders(n).tolist() if fresh.nightmare else [list(range(n))]
    if pair is not None:
        every = [order for order in every if order[pair[0]] == pair[1]]
    for row, code in zip(fresh.rows.tolist(), fresh.codes.tolist(), strict=True):
        if only is not None and code != only:
            continue
        for order in every:
            broken = bits.get(code, 0)
            for verifier, place in enumerate(order):
                broken |= table[verifier][place][row[place]]
            yield broken


def _hitting_set(sets: Sequence[int]) -> tuple[int, bool]:
    """A smallest bit set that meets every one of `sets`, and whether it is proven to be one."""
    attempts = 0

    def meet(chosen: int, left: int) -> int | None:
        nonlocal attempts
        attempts += 1
        missed = next((one for one in sets if not one & chosen), None)
        if missed is None:
            return chosen
        if not left or attempts > PATIENCE:
            return None
        while missed:
            bit = missed & -missed
            missed ^= bit
            if (group := meet(chosen | bit, left - 1)) is not None:
                return group
        return None

    for size in range(1, len(CODES) + 1):
        group = meet(0, size)
        if group is not None:
            return group, True
        if attempts > PATIENCE:
            break
    return _irreducible(sets), False


def _irreducible(sets: Sequence[int]) -> int:
    """A bit set that meets every one of `sets` and in which every bit is necessary."""
    group = 0
    for one in sets:
        group |= one
    for bit in range(group.bit_length()):
        fewer = group & ~(1 << bit)
        if all(one & fewer for one in sets):
            group = fewer
    return group
