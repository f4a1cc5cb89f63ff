"""The client contributes to every seed, and checks the seed after the end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from numberhouse.client import Client, check_seed
from numberhouse.seeding import commitment_of, seed_of
from numberhouse.server.base.settings import Settings
from tests.server.conftest import House


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(Settings(database=str(tmp_path / "house.sqlite"), bots=0)) as made:
        yield made


@pytest.fixture
def clients(house: House) -> Iterator[tuple[Client, Client]]:
    with Client(house.address) as ann, Client(house.address) as bob:
        ann.guest("Ann")
        bob.guest("Bob")
        yield ann, bob


def ended(ann: Client, bob: Client) -> str:
    """A match of both, from the draft to its end."""
    match = ann.draft("addition-crypt", seats=2).id
    ann.open(match)
    ann.join(match)
    bob.accept(ann.invite(match))
    ann.start(match)
    (proposal,) = ann.hosting(match).propose("stop").proposals
    bob.hosting(match).consent(proposal.number)
    return match


def test_a_match_of_two_clients_is_checked_by_both(clients: tuple[Client, Client]) -> None:
    ann, bob = clients
    match = ended(ann, bob)
    info = bob.match(match)
    assert info.contributions == tuple(one.contributions[match].contribution for one in clients)
    for one in clients:
        result = one.check_seed(match)
        assert (result.passed, result.committed, result.own) == (True, True, True)
    assert ann.contributions[match].committed_first
    assert not bob.contributions[match].committed_first  # accepted without a look at the match
    with Client(bob.url) as eve:
        assert (eve.check_seed(match).passed, eve.check_seed(match).own) == (True, False)


def test_a_client_on_a_seat_that_the_host_gave_it_contributes(clients: tuple[Client, Client]) -> None:
    ann, bob = clients
    match = ended(ann, bob)
    copied = ann.hosting(match).copy(people=True).id
    ann.open(copied)
    (offer,) = bob.offers()
    bob.accept_offer(offer.id)
    bob.contribute(copied)
    assert [seat.contributed for seat in ann.match(copied).seats] == [False, True]
    assert bob.contributions[copied].committed_first
    assert copied not in ann.contributions


def test_matches_that_begin_at_once_count_too(clients: tuple[Client, Client]) -> None:
    ann, bob = clients
    match = ann.play("turing-machine", seats=1)
    assert match.contributions == (ann.contributions[match.id].contribution,)
    assert not ann.contributions[match.id].committed_first
    first = ended(ann, bob)
    ann.rematch(first)
    again = bob.rematch(first)
    assert again.contributions == tuple(
        one.contributions[again.id].contribution for one in (bob, ann)
    )  # the seats have moved


def test_before_the_end_there_is_nothing_to_check(clients: tuple[Client, Client]) -> None:
    match = clients[0].play("turing-machine", seats=1).id
    with pytest.raises(ValueError, match="the match is running; its seed is open to all after its end"):
        clients[0].check_seed(match)


def test_every_lie_of_the_service_is_found(clients: tuple[Client, Client]) -> None:
    ann, bob = clients
    match = ended(ann, bob)
    info, kept = bob.match(match), bob.contributions[match]
    other = "ab" * 32
    assert info.secret is not None
    assert info.contributions is not None

    def found(**changes: object) -> list[str]:
        return [
            mismatch.code
            for mismatch in check_seed(msgspec.structs.replace(info, **changes), kept).mismatches
        ]

    assert found() == []
    assert found(seed=other) == ["seed"]
    assert found(secret=other) == ["commitment", "seed"]
    # A service that changes everything consistently is found by what the client has kept.
    consistent = {"secret": other, "commitment": commitment_of(other)}
    assert found(**consistent, seed=seed_of(match, other, info.contributions)) == ["other-commitment"]
    without = (info.contributions[0], "")
    assert found(contributions=without, seed=seed_of(match, info.secret, without)) == ["other-contribution"]
    assert found(commitment=None) == ["other-commitment"]
    assert found(contributions=None) == ["other-contribution", "form"]


def test_a_match_from_before_commitments_doesnt_pass(clients: tuple[Client, Client]) -> None:
    ann, bob = clients
    info = msgspec.structs.replace(
        ann.match(ended(ann, bob)), commitment=None, contributions=None, secret=None
    )
    result = check_seed(info)
    assert (result.committed, result.mismatches, result.passed) == (False, (), False)
