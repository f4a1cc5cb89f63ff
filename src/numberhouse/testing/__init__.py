"""The contract suite: the promises of every game, checked against random play.

For a game of your own, a whole test file is three lines::

    from hidden_nim.rules import game
    from numberhouse.testing import contract

    test_contract = contract(game)

Each property of `PROPERTIES` takes a game, or its `InstalledGame` with notation, text and rules pages;
options to play besides the default ones; and settings of Hypothesis, which limit the effort. It raises
`ContractBroken`. The suite needs the extra `testing`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from numberhouse.registry import AnyGame, InstalledGame
from numberhouse.testing import (
    card,
    encoding,
    faces,
    first_matches,
    forfeits,
    free_actions,
    promises,
    rules,
    rulings,
    secrets,
    versions,
    work,
)
from numberhouse.testing.play import STABLE, THOROUGH, ContractBroken, Property

__all__ = ["PROPERTIES", "STABLE", "THOROUGH", "ContractBroken", "Property", "contract"]

PROPERTIES: Mapping[str, Property] = MappingProxyType(
    {
        "card": card.card,
        "seats": card.seats,
        "longest": card.longest,
        "scores": card.scores,
        "simultaneous": card.simultaneous,
        "hidden": card.hidden,
        "random": card.random,
        "structs": encoding.structs,
        "schemas": encoding.schemas,
        "to_act": rules.to_act,
        "legal": rules.legal,
        "complete": rules.complete,
        "pure": rules.pure,
        "free": rules.free,
        "coalescing": free_actions.coalescing,
        "refusals": rules.refusals,
        "commuting": rules.commuting,
        "expire": rules.expire,
        "outcome": rules.outcome,
        "forfeits": forfeits.forfeits,
        "promises": promises.promises,
        "rooms": rules.rooms,
        "imagine": secrets.imagine,
        "leaks": secrets.leaks,
        "secret_options": secrets.secret_options,
        "replay": encoding.replay,
        "record": encoding.record,
        "notation": faces.notation,
        "text": faces.text,
        "rules_pages": faces.rules_pages,
        "rulings": rulings.rulings,
        "first_match": first_matches.first_match,
        "versions": versions.versions,
        "action_time": work.actions,
        "notation_time": work.notations,
        "setup_time": work.setups,
    }
)
"""Every property by name. The name of a failed property states the broken promise."""


def contract(subject: AnyGame | InstalledGame, options: Sequence[Any] = ()) -> Callable[[str], None]:
    """A test for pytest to collect: one case for each property."""
    import pytest  # of the extra `testing`

    @pytest.mark.parametrize("name", PROPERTIES)
    def test(name: str) -> None:
        PROPERTIES[name](subject, options)

    return test
