"""The tables of the service, the same in SQLite and PostgreSQL.

A match is defined by its row in `matches` (its terms from before the start) and its rows of
`journal_entries`, numbered without gaps. The columns `status` and `due` of `matches` repeat what the entries
say, for queries over many matches. Times are seconds since the epoch.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

__all__ = [
    "METADATA",
    "attempts",
    "delivery_statuses",
    "hosts",
    "invitations",
    "journal_entries",
    "matches",
    "messages",
    "notifications",
    "people",
    "problems",
    "seats",
    "service_heartbeat",
    "sign_ins",
    "tokens",
]

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

people = Table(
    "people",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("kind", String(8), nullable=False),  # guest, member, bot or closed
    Column("name", String(40), nullable=False),
    Column("name_key", String(80), unique=True),  # folded, of members: no two look alike
    Column("password_hash", String(200)),  # argon2, of members
    Column("administrator", Boolean, nullable=False, default=False),
    Column("preferences", Text, nullable=False, default="{}"),  # JSON of accounts.preferences
    Column("last_digest", Float),  # when a digest of notifications was last sent
    Column("created", Float, nullable=False),
)

sign_ins = Table(
    "sign_ins",
    METADATA,
    Column("digest", String(64), primary_key=True),  # of the cookie's secret
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created", Float, nullable=False),
    Column("expires", Float, nullable=False),
)

tokens = Table(
    "tokens",
    METADATA,
    Column("digest", String(64), primary_key=True),  # of the bearer token of a public bot
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("name", String(40), nullable=False),
    Column("created", Float, nullable=False),
)

matches = Table(
    "matches",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("game", String(60), nullable=False, index=True),
    Column("rules_version", Integer, nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("seats", Integer, nullable=False),
    Column("seed", String(128), nullable=False),
    Column("clock", Text, nullable=False),  # JSON of numberhouse.contract.clock
    Column("terms", Text, nullable=False),  # JSON of protocol.terms: title, visibility, lateness, delay …
    Column("status", String(12), nullable=False, index=True),
    Column("due", Float, index=True),
    Column("created", Float, nullable=False),
    Column("opens", Float, index=True),  # when a draft is opened by itself
    Column("starts", Float, index=True),  # when an open match is started by itself, if all seats are taken
    Column("opened", Float),
    Column("started", Float),
    Column("ended", Float),
    Column("copied_from", String(32)),
)

hosts = Table(
    "hosts",
    METADATA,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, index=True),
)

seats = Table(
    "seats",
    METADATA,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", ForeignKey("people.id"), index=True),
    Column("bot", String(60)),
    Column("name", String(40), nullable=False, default=""),
    Column("joined", Float),
    Column("assistance", Boolean, nullable=False, default=False),  # whether this seat agrees to it
    UniqueConstraint("match", "person"),
)

invitations = Table(
    "invitations",
    METADATA,
    Column("digest", String(64), primary_key=True),
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("seat", Integer),  # None: any free one
    Column("created", Float, nullable=False),
    Column("revoked", Float),
    Column("used", Float),
    Column("person", ForeignKey("people.id")),
)

journal_entries = Table(
    "journal_entries",
    METADATA,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(10), nullable=False),  # see storage.journal_entry
    Column("seat", Integer),
    Column("body", Text, nullable=False),  # JSON
    Column("at", Float, nullable=False),
    Column("key", String(64)),  # of the request, so that a repeated one is the same one
    UniqueConstraint("match", "seat", "key"),
)

messages = Table(
    "messages",
    METADATA,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("room", String(400), primary_key=True),  # see chat.rooms
    Column("number", Integer, primary_key=True),  # in its room
    Column("change", Integer, nullable=False),  # greatest for the last written or edited message of the room
    Column("serial", Integer, nullable=False),  # the same in the match; never shown to anybody
    Column("person", ForeignKey("people.id"), nullable=False),
    Column("seat", Integer),  # None: the host
    Column("name", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("edited", Float),
    Column("edits", Integer, nullable=False, default=0),
    Column("readers", Text, nullable=False),  # JSON: ids of the people who could read it when it was written
    Column("key", String(64)),  # of the request
    UniqueConstraint("match", "serial", name="uq_messages_serial"),
    UniqueConstraint("match", "room", "change", name="uq_messages_change"),
    UniqueConstraint("match", "person", "key", name="uq_messages_key"),
    Index("ix_messages_person", "person", "at"),
)

notifications = Table(
    "notifications",
    METADATA,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", String(12), primary_key=True),
    Column("subject", String(40), primary_key=True),  # what it is about: the same one is sent once
    Column("address", String(16), primary_key=True),  # the id of the address
    Column("details", Text, nullable=False),  # JSON
    Column("created", Float, nullable=False),
    Column("send_at", Float),  # the next attempt; None once it is sent, or given up
    Column("attempts", Integer, nullable=False, default=0),
    Index("ix_notifications_send_at", "send_at"),
)

delivery_statuses = Table(
    "delivery_statuses",
    METADATA,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("address", String(16), primary_key=True),  # the id of the address
    Column("failures", Integer, nullable=False, default=0),  # since the last success
    Column("last_failure", Float),
    Column("last_success", Float),
)

problems = Table(
    "problems",
    METADATA,
    Column("id", String(32), primary_key=True),  # never shown: an attempt's chance is drawn from it
    Column("game", String(60), nullable=False),
    Column("drill", String(60), nullable=False),
    Column("level", String(40), nullable=False),
    Column("day", String(10)),  # None: an endless one
    Column("first_position", Text, nullable=False),  # JSON
    Column("difficulty", Float),  # its rating; None: it doesn't count for anybody's rating
    Column("created", Float, nullable=False),
    UniqueConstraint("game", "drill", "level", "day"),
)

attempts = Table(
    "attempts",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("problem", ForeignKey("problems.id"), nullable=False),
    Column("started", Float, nullable=False),
    Column("ended", Float),  # when it was judged
    Column("position", Text, nullable=False),  # JSON
    Column("moves", Integer, nullable=False),
    Column("explanations", Text, nullable=False),  # JSON: one for each complete part
    Column("running", String(170)),  # game, drill and level of an unanswered attempt at an endless problem
    Column("score", Float),
    Column("solved", Boolean),
    Column("verdict", Text),  # JSON of numberhouse.contract.drill
    Column("rating", Float),  # the person's in this drill, afterwards
    Column("rating_change", Float),
    UniqueConstraint("person", "problem"),
    UniqueConstraint("person", "running", name="uq_attempts_running"),
)

service_heartbeat = Table(
    "service_heartbeat",
    METADATA,
    Column("id", Integer, primary_key=True),  # always 1
    Column("at", Float, nullable=False),  # when a process of the service was last alive
)
