"""Accounts: guests, members, logins, tokens, preferences; the export of one's data; and closing an
account."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import Controller, Request, Response, delete, get, post, put
from litestar.datastructures import Cookie
from litestar.params import FromPath, JSONBody

from numberhouse.protocol.people import (
    Address,
    Confirmation,
    Credentials,
    ForgottenPassword,
    Guest,
    MailAddress,
    MailCode,
    NewAddress,
    NewMailAddress,
    NewName,
    NewPassword,
    NewToken,
    Password,
    Person,
    PreferencesInfo,
    PreferencesRequest,
    ResetByMail,
    ResetPassword,
    SignInInfo,
    Token,
    TokenInfo,
)
from numberhouse.server.accounts.administration.administrators import confirm
from numberhouse.server.accounts.data_export import everything_about
from numberhouse.server.accounts.passwords.devices import DEVICE_DAYS
from numberhouse.server.accounts.people import LOGIN_DAYS, digest, name_key, short_id
from numberhouse.server.accounts.preferences import Preferences, address_id, checked_address, preferences_info
from numberhouse.server.base.languages import check_language
from numberhouse.server.base.refusals import Refused
from numberhouse.server.http.auth import (
    COOKIE,
    DEVICE_COOKIE,
    address_of,
    cookie_name,
    cookie_of,
    current_person,
    require_member,
    require_person,
    require_session,
    served_by_https,
    service_of,
)
from numberhouse.server.notifications.channels import receiver_at
from numberhouse.server.notifications.delivery import failing_addresses, forget_address

__all__ = ["PeopleRoutes"]

AnyRequest = Request[Any, Any, Any]


class PeopleRoutes(Controller):
    """`/api/me`, and the paths to register, to sign in and to sign out."""

    path = "/api"
    tags = ("people",)

    @get("/me")
    async def me(self, request: AnyRequest) -> Person | None:
        """The person of the request; null where there is none."""
        return await current_person(request)

    @post("/guest", status_code=201)
    async def guest(self, request: AnyRequest, data: JSONBody[Guest]) -> Response[Person]:
        """Become a guest."""
        service = service_of(request)
        service.limits.take("people", address_of(request))
        return await _sign_in_response(request, await service.people.guest(data.name))

    @post("/register", status_code=201)
    async def register(self, request: AnyRequest, data: JSONBody[Credentials]) -> Response[Person]:
        """Become a member; a guest keeps the seats."""
        service = service_of(request)
        service.limits.take("people", address_of(request))
        service.limits.take("passwords", address_of(request))
        person = await current_person(request)
        guest = person if person is not None and person.kind == "guest" else None
        member = await service.people.register(data.name, data.password, guest)
        service.presence.recheck_person(member.id)
        if guest is not None:
            await service.renaming.show(member.id, member.name)
        return await _sign_in_response(request, member)

    @post("/sign-in", status_code=201)
    async def sign_in(self, request: AnyRequest, data: JSONBody[Credentials]) -> Response[Person]:
        """Sign in: begin a session."""
        service = service_of(request)
        await _count_sign_in(request, data.name)
        return await _sign_in_response(request, await service.people.sign_in(data.name, data.password))

    @post("/reset-password", status_code=201)
    async def reset_password(self, request: AnyRequest, data: JSONBody[ResetPassword]) -> Response[Person]:
        """Set a new password by a link of the operator's or of a mail, and sign in; this ends all other
        sessions and revokes all tokens."""
        service = service_of(request)
        service.limits.take("passwords", address_of(request))
        person = await service.password_resets.finish(data.secret, data.password)
        service.presence.recheck_person(person.id)
        await service.mail_addresses.tell_of_reset(person)
        return await _sign_in_response(request, person)

    @get("/forgot-password")
    async def reset_by_mail(self, request: AnyRequest) -> ResetByMail:
        """Whether the house sends links for forgotten passwords by mail, and whether one was used for an
        account of this browser."""
        service = service_of(request)
        reset_at = await service.devices.password_reset(cookie_of(request, DEVICE_COOKIE))
        return ResetByMail(service.mailer.is_set_up, reset_at)

    @post("/forgot-password", status_code=204)
    async def forgot_password(self, request: AnyRequest, data: JSONBody[ForgottenPassword]) -> None:
        """Have a link for a new password sent to the mail address of the member of this name. The answer is
        the same where there is no such member or no address."""
        service = service_of(request)
        service.limits.take("mails", address_of(request))
        service.forgotten_passwords.ask(data.name)

    @post("/sign-out", status_code=204)
    async def sign_out(self, request: AnyRequest) -> Response[None]:
        """End this session."""
        service, person = service_of(request), await current_person(request)
        await _end_login(request)
        if person is not None:
            service.presence.recheck_person(person.id)
        return _sign_out_response(request)

    @post("/sign-out-everywhere", status_code=204)
    async def sign_out_everywhere(self, request: AnyRequest) -> Response[None]:
        """End all sessions, and revoke all tokens."""
        service, person = service_of(request), await require_session(request)
        await service.people.end_all_logins(person)
        service.presence.recheck_person(person.id)
        return _sign_out_response(request)

    @put("/me/name")
    async def rename(self, request: AnyRequest, data: JSONBody[NewName]) -> Person:
        """Change one's name, in every place at once; a member signs in by the new one."""
        service, person = service_of(request), await require_session(request)
        service.limits.take("names", person.id)
        return await service.renaming.rename(person, data.name)

    @post("/me/confirm", status_code=200)
    async def confirm(self, request: AnyRequest, data: JSONBody[Password]) -> Confirmation:
        """Open the powers of an administrator in this session, by the password."""
        service, person = service_of(request), await _confirmed_person(request, data)
        return Confirmation(await confirm(service.database, service.now(), person, cookie_of(request)))

    @put("/me/password", status_code=201)
    async def change_password(self, request: AnyRequest, data: JSONBody[NewPassword]) -> Response[Person]:
        """Change one's password; this ends all other sessions and revokes all tokens."""
        service, person = service_of(request), await require_member(request)
        _count_attempt(request, person.id)
        await service.people.change_password(person, data.old, data.new)
        service.presence.recheck_person(person.id)
        return await _sign_in_response(request, person)

    @get("/me/sign-ins")
    async def sign_ins(self, request: AnyRequest) -> list[SignInInfo]:
        """The sessions of the account."""
        person = await require_session(request)
        return await service_of(request).people.logins(person, cookie_of(request))

    @delete("/me/sign-ins/{sign_in:str}", status_code=204)
    async def revoke_sign_in(self, request: AnyRequest, sign_in: FromPath[str]) -> None:
        """End one session."""
        service, person = service_of(request), await require_session(request)
        await service.people.revoke_login(person, sign_in)
        service.presence.recheck_person(person.id)

    @get("/me/tokens")
    async def tokens(self, request: AnyRequest) -> list[TokenInfo]:
        """The tokens of the programs that play in one's name."""
        return await service_of(request).people.tokens(await require_session(request))

    @post("/me/tokens", status_code=201)
    async def make_token(self, request: AnyRequest, data: JSONBody[NewToken]) -> Token:
        """Make a bearer token with which a program acts in one's name, within its scopes and until its
        end."""
        person = await require_session(request)
        people = service_of(request).people
        return Token(await people.make_token(person, data.name, data.scopes, data.days))

    @delete("/me/tokens/{token:str}", status_code=204)
    async def revoke_token(self, request: AnyRequest, token: FromPath[str]) -> None:
        """Revoke a token."""
        service, person = service_of(request), await require_session(request)
        await service.people.revoke_token(person, token)
        service.presence.recheck_person(person.id)

    @get("/me/preferences")
    async def preferences(self, request: AnyRequest) -> PreferencesInfo:
        """One's preferences."""
        service, person = service_of(request), await require_person(request)
        preferences = await service.people.preferences(person.id)
        return preferences_info(preferences, await failing_addresses(service.database, person.id))

    @put("/me/preferences")
    async def change_preferences(
        self, request: AnyRequest, data: JSONBody[PreferencesRequest]
    ) -> PreferencesInfo:
        """Change one's preferences; the addresses stay as they are."""
        check_language(data.language)
        changes = {
            "language": data.language,
            "notification_kinds": tuple(dict.fromkeys(data.notification_kinds)),
        }
        return await _save_preferences(request, await require_session(request), changes)

    @post("/me/addresses", status_code=201)
    async def add_address(self, request: AnyRequest, data: JSONBody[NewAddress]) -> tuple[Address, ...]:
        """Add an address for notifications. It is stored and never shown again."""
        person = await require_member(request)
        service = service_of(request)
        addresses = (await service.people.preferences(person.id)).addresses
        if data.address not in addresses:
            address = checked_address(data.address, addresses)
            await asyncio.to_thread(receiver_at, address, service.settings)
            addresses = (*addresses, address)
        await forget_address(service.database, person.id, address_id(data.address))
        return (await _save_preferences(request, person, {"addresses": addresses})).addresses

    @delete("/me/addresses/{address:str}", status_code=204)
    async def remove_address(self, request: AnyRequest, address: FromPath[str]) -> None:
        """Remove an address; no notification is sent there any more."""
        person = await require_member(request)
        preferences = await service_of(request).people.preferences(person.id)
        ids = [address_id(stored) for stored in preferences.addresses]
        if address not in ids:
            raise Refused(404, "no-address", "you have no address with this id")
        remaining = tuple(
            stored
            for stored, stored_id in zip(preferences.addresses, ids, strict=True)
            if stored_id != address
        )
        await _save_preferences(request, person, {"addresses": remaining})
        await forget_address(service_of(request).database, person.id, address)

    @get("/me/mail")
    async def mail(self, request: AnyRequest) -> MailAddress:
        """One's mail address for forgotten passwords, as a hint."""
        return await service_of(request).mail_addresses.info(await require_member(request))

    @put("/me/mail")
    async def change_mail(self, request: AnyRequest, data: JSONBody[NewMailAddress]) -> MailAddress:
        """Have a code sent to a new mail address; the earlier one stays until the code is entered."""
        service, person = service_of(request), await require_member(request)
        await _confirmed_person(request, Password(data.password))
        service.limits.take("mails", address_of(request), person.id, data.address.lower()[:254])
        await service.mail_addresses.begin(person, data.address)
        return await service.mail_addresses.info(person)

    @post("/me/mail/confirm", status_code=200)
    async def confirm_mail(self, request: AnyRequest, data: JSONBody[MailCode]) -> MailAddress:
        """Confirm the mail address by the code that was sent to it."""
        service, person = service_of(request), await require_member(request)
        _count_attempt(request, person.id)
        await service.mail_addresses.confirm(person, data.code)
        return await service.mail_addresses.info(person)

    @post("/me/mail/remove", status_code=200)
    async def remove_mail(self, request: AnyRequest, data: JSONBody[Password]) -> MailAddress:
        """Remove one's mail address."""
        service, person = service_of(request), await require_member(request)
        await _confirmed_person(request, data)
        await service.mail_addresses.remove(person)
        return await service.mail_addresses.info(person)

    @post("/me/export", status_code=200)
    async def export(self, request: AnyRequest, data: JSONBody[Password]) -> dict[str, Any]:
        """All data about the person, except the digests of secrets."""
        service, person = service_of(request), await _confirmed_person(request, data)
        service.limits.take("exports", person.id)
        return await everything_about(service.database, person.id)

    @post("/me/delete", status_code=204)
    async def delete_account(self, request: AnyRequest, data: JSONBody[Password]) -> Response[None]:
        """Close one's account: matches stay, without the name; seats in running matches resign."""
        await service_of(request).account_deletion.delete(await _confirmed_person(request, data))
        return _sign_out_response(request)


async def _confirmed_person(request: AnyRequest, data: Password) -> Person:
    """The person of the request, confirmed by the password; a guest has none. Raises `Refused`."""
    person = await require_session(request)
    if person.kind == "member":
        _count_attempt(request, person.id)
        await service_of(request).people.check_password(person, data.password)
    return person


def _count_attempt(request: AnyRequest, account: str) -> None:
    limits, address = service_of(request).limits, address_of(request)
    limits.take("passwords", address)
    limits.take("sign-ins", f"{address} {account}")
    limits.take("sign-ins anywhere", account)


async def _count_sign_in(request: AnyRequest, name: str) -> None:
    """Count an attempt to sign in. A device in which the member has signed in before has a limit of its own:
    attempts from elsewhere must not lock the member out."""
    service, device = service_of(request), cookie_of(request, DEVICE_COOKIE)
    if await service.devices.knows(device, name):
        service.limits.take("sign-ins", f"device {short_id(digest(device))}")
    else:
        _count_attempt(request, name_key(name[:80]))


async def _save_preferences(request: AnyRequest, person: Person, changes: dict[str, Any]) -> PreferencesInfo:
    service = service_of(request)
    stored = await service.people.preferences(person.id)
    preferences: Preferences = msgspec.structs.replace(stored, **changes)
    await service.people.set_preferences(person, preferences)
    return preferences_info(preferences, await failing_addresses(service.database, person.id))


async def _sign_in_response(request: AnyRequest, person: Person) -> Response[Person]:
    """A response with a new login in place of the one that asked, so that a stolen old secret is useless."""
    service = service_of(request)
    await _end_login(request)
    secret = await service.people.begin_login(person)
    cookies = [_cookie(request, COOKIE, secret, LOGIN_DAYS)]
    if person.kind == "member":
        device = await service.devices.remember(person, cookie_of(request, DEVICE_COOKIE))
        cookies.append(_cookie(request, DEVICE_COOKIE, device, DEVICE_DAYS))
    return Response(person, status_code=201, cookies=cookies)


def _cookie(request: AnyRequest, name: str, value: str, days: int) -> Cookie:
    """A cookie out of reach of scripts and other sites. `__Host-` demands `Path=/`, `Secure` and no
    `Domain`."""
    service = service_of(request)
    return Cookie(
        cookie_name(service, name),
        value=value,
        path="/",
        httponly=True,
        samesite="lax",
        secure=served_by_https(service),
        max_age=days * 86_400,
    )


async def _end_login(request: AnyRequest) -> None:
    cookie = cookie_of(request)
    if cookie:
        await service_of(request).people.end_login(cookie)


def _sign_out_response(request: AnyRequest) -> Response[None]:
    return Response(None, status_code=204, cookies=[_cookie(request, COOKIE, "", 0)])
