"""The tables of the service, the same in SQLite and PostgreSQL.

A match is defined by its row in `matches` (its terms from before the start) and its rows of
`journal_entries`, numbered upwards. The columns `status` and `due` of `matches` repeat what the entries
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
    false,
    text,
)

__all__ = [
    "CONCERNED",
    "METADATA",
    "attempts",
    "audit_log",
    "bans",
    "blocks",
    "codes",
    "delivery_statuses",
    "devices",
    "hosts",
    "insights",
    "invitations",
    "journal_entries",
    "mail_addresses",
    "matches",
    "messages",
    "notifications",
    "offers",
    "password_resets",
    "people",
    "problems",
    "promises",
    "reactions",
    "read_marks",
    "reports",
    "seats",
    "service_heartbeat",
    "sign_ins",
    "tokens",
    "trust_notes",
]

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

CONCERNED = {"concerned": True}
"""Marks a column with a person whom the row concerns and who never learns of it: no export has it."""

people = Table(
    "people",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("kind", String(8), nullable=False),  # guest, member, bot or closed
    Column("name", String(40), nullable=False),
    Column("name_key", String(80), unique=True),  # folded, of members: no two look alike
    Column("look", String(64), unique=True, index=True),  # of members: see base.look_alikes
    Column("folded_look", String(64), unique=True, index=True),
    Column(
        "former_key", String(80), unique=True, index=True
    ),  # the key of a name that an operator has changed
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
    Column("confirmed_until", Float),  # until then the powers of an administrator are open in this session
)

tokens = Table(
    "tokens",
    METADATA,
    Column("digest", String(64), primary_key=True),  # of the bearer token of a public bot
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("name", String(40), nullable=False),
    Column("created", Float, nullable=False),
    Column("scopes", String(40), nullable=False),  # separated by spaces
    Column("expires", Float, nullable=False),
)

devices = Table(
    "devices",
    METADATA,
    Column(
        "digest", String(64), primary_key=True
    ),  # of the secret in a browser in which the person signed in
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("last_used", Float, nullable=False),
    Column("password_reset", Float),  # when a link set a new password, until the person signs in here again
)

password_resets = Table(
    "password_resets",
    METADATA,
    Column("digest", String(64), primary_key=True),  # of the secret in a link that works once
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("expires", Float, nullable=False),
)

mail_addresses = Table(  # see accounts.mail_addresses
    "mail_addresses",
    METADATA,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("address", String(254)),  # None until one is confirmed
    Column("confirmed", Float),  # when it was
    Column("pending", String(254)),  # waits for its code
    Column("digest", String(64)),  # of the code
    Column("expires", Float),  # when the code does
)

audit_log = Table(
    "audit_log",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("at", Float, nullable=False),
    Column("person", ForeignKey("people.id"), index=True),  # None: the operator's command line
    Column("action", String(40), nullable=False),
    Column("subject", String(200), nullable=False, default=""),
    Column("about", ForeignKey("people.id"), index=True),  # the person concerned
    Column("note", Text, nullable=False, default=""),
)

blocks = Table(  # see accounts.blocks
    "blocks",
    METADATA,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column(  # never learns it
        "other", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, index=True, info=CONCERNED
    ),
    Column("kind", String(8), primary_key=True),  # block or mute
    Column("at", Float, nullable=False),
)

bans = Table(
    "bans",
    METADATA,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("at", Float, nullable=False),
    Column("until", Float),  # None: for good
    Column("reason", Text, nullable=False),  # told to the person
)

reports = Table(  # see moderation.reports
    "reports",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("at", Float, nullable=False, index=True),
    Column("reporter", ForeignKey("people.id"), index=True),  # None: has closed the account
    Column("about", ForeignKey("people.id"), index=True, info=CONCERNED),  # never learns it
    Column("kind", String(8), nullable=False),  # message, name or match
    Column("match", String(32), nullable=False),
    Column("room", String(400)),  # of a message
    Column("number", Integer),  # of a message
    Column("name", String(40), nullable=False),  # as it was
    Column("reported", Text, nullable=False),  # the message, name or title as it was
    Column("reason", String(16), nullable=False),
    Column("text", Text, nullable=False),  # the reporter's
    Column("outcome", String(12)),  # None: nobody has decided
    Column("decided", Float),
)

matches = Table(
    "matches",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("game", String(60), nullable=False, index=True),
    Column("rules_version", Integer, nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("seats", Integer, nullable=False),
    Column("seed", String(128), nullable=False),  # empty until the start
    Column("secret", String(64)),  # see numberhouse.seeding; None: drafted before there were commitments
    Column("contributions", Text),  # JSON, by seat, as they went into the seed; None before the start
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
    Column("rematch_of", String(32), index=True),  # the finished match whose players play again
)

hosts = Table(
    "hosts",
    METADATA,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("created", Float),  # the match's, for lists in its order; None: an earlier version wrote the row
    Column("over", Boolean, nullable=False, default=False, server_default=false()),
    Index("ix_hosts_listed", "person", "created", "match"),
    Index(
        "ix_hosts_unfinished",
        "person",
        "created",
        "match",
        sqlite_where=text("NOT over"),
        postgresql_where=text("NOT over"),
    ),
)

seats = Table(
    "seats",
    METADATA,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", ForeignKey("people.id")),
    Column("bot", String(60)),
    Column("name", String(40), nullable=False, default=""),
    Column("joined", Float),
    Column("assistance", Boolean, nullable=False, default=False),  # whether this seat agrees to it
    Column("contribution", String(128)),  # of the player's client to the seed, before the start
    Column("created", Float),  # the match's, for lists in its order; None: an earlier version wrote the row
    Column("over", Boolean, nullable=False, default=False, server_default=false()),
    Column("score", Float),  # of the outcome; None: there is none, or the match ended before this was stored
    Column("place", Integer),  # likewise
    UniqueConstraint("match", "person"),
    Index("ix_seats_listed", "person", "created", "match"),
    Index(
        "ix_seats_unfinished",
        "person",
        "created",
        "match",
        sqlite_where=text("NOT over"),
        postgresql_where=text("NOT over"),
    ),
)

insights = Table(  # see matches.insights
    "insights",
    METADATA,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("person", ForeignKey("people.id"), primary_key=True, index=True),
    Column("seen", String(12), primary_key=True),  # seat, everything or option
    Column("subject", String(40), primary_key=True),  # the seat's number, or the option's name
    Column("digest", String(64), primary_key=True),  # of the option's value
    Column("reason", String(24), nullable=False),  # the road by which it was seen
    Column("at", Float, nullable=False),
)

invitations = Table(
    "invitations",
    METADATA,
    Column("digest", String(64), primary_key=True),
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("seat", Integer),  # None: any free one
    Column("created", Float, nullable=False),
    Column("by_code", Boolean, nullable=False, server_default=false()),  # see matches.seats.codes
    Column("revoked", Float),
    Column("used", Float),
    Column("person", ForeignKey("people.id")),
)

codes = Table(  # see matches.seats.codes
    "codes",
    METADATA,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("code", String(6), nullable=False, unique=True, index=True),
    Column("created", Float, nullable=False),
    Column("until", Float),  # None: until the match begins
)

offers = Table(  # see matches.offers
    "offers",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("seat", Integer),  # None: to host the match
    Column("by", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("proposal", Integer),  # to which the seats have agreed
    Column("created", Float, nullable=False),
    Column("declined", Float),  # None: it waits for the answer; an accepted one is deleted
    Column("put_away", Float),  # when a host put the declined offer away; it stays, so that nobody asks again
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
    Index(  # few: see accounts.names
        "ix_journal_entries_seated",
        "match",
        sqlite_where=text("kind = 'seated'"),
        postgresql_where=text("kind = 'seated'"),
    ),
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
    Column("hidden", Float),  # when an operator hid it
    Column("deleted", Float),  # when its author deleted it
    Column("earlier", Text, nullable=False, default="[]"),  # JSON: the texts before, each with its time
    Column("mentions", Text, nullable=False, default="[]"),  # JSON: ids of the people whom it names
    Column("readers", Text, nullable=False),  # JSON: ids of the people who could read it when it was written
    Column("key", String(64)),  # of the request
    UniqueConstraint("match", "serial", name="uq_messages_serial"),
    UniqueConstraint("match", "room", "change", name="uq_messages_change"),
    UniqueConstraint("match", "person", "key", name="uq_messages_key"),
    Index("ix_messages_person", "person", "at"),
)

reactions = Table(  # see chat.reactions
    "reactions",
    METADATA,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("room", String(400), primary_key=True),
    Column("number", Integer, primary_key=True),  # of the message
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("sign", String(12), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("at", Float, nullable=False),
)

read_marks = Table(  # see chat.read_marks
    "read_marks",
    METADATA,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("room", String(400), primary_key=True),
    Column("number", Integer, nullable=False),  # of the last message read
)

promises = Table(  # see chat.promises
    "promises",
    METADATA,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("room", String(400), primary_key=True),
    Column("number", Integer, primary_key=True),  # of the message
    Column("person", ForeignKey("people.id"), nullable=False),
    Column("seat", Integer, nullable=False),  # whose action is promised
    Column("round", Integer, nullable=False),
    Column("promised", Text, nullable=False),  # JSON: in the game's own type
    Column("offered", Text, nullable=False),  # JSON: by seat, the id of the person to whom it was offered
    Column("answers", Text, nullable=False, default="[]"),  # JSON: see protocol.promises
    Column("withdrawn", Float),
    Index("ix_promises_person", "person", "match"),
)

trust_notes = Table(  # see chat.trust_notes
    "trust_notes",
    METADATA,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("seat", Integer, primary_key=True),  # of the player whom the note is about
    Column("mark", String(8), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
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
    Column("swept", Float),  # when old rows were last removed
)
