"""A mail server that keeps what it is sent."""

from __future__ import annotations

import base64
import contextlib
import email
import email.policy
import socketserver
import threading
import time
from collections.abc import Iterator
from email.message import EmailMessage


class MailServer(socketserver.ThreadingTCPServer):
    """A mail server with one account, which never encrypts."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Session)
        self.mails: list[EmailMessage] = []
        self.envelopes: list[list[str]] = []
        """The commands MAIL and RCPT of each mail."""
        self.commands: list[str] = []
        self.answers: list[str] = []
        """Answers to the next recipients, in place of yes."""
        self.credentials: list[str] = []

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    def wait(self, count: int) -> list[EmailMessage]:
        """The mails, as soon as there are so many."""
        deadline = time.monotonic() + 15
        while len(self.mails) < count and time.monotonic() < deadline:
            time.sleep(0.01)
        assert len(self.mails) >= count
        return self.mails


class Session(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        server = self.server
        assert isinstance(server, MailServer)
        self.say("220 post")
        envelope: list[str] = []
        while line := self.rfile.readline().decode().strip():
            server.commands.append(line)
            verb = line[:4].upper()
            if verb == "EHLO":
                self.say("250-post\r\n250 AUTH PLAIN")
            elif verb == "AUTH":
                server.credentials.append(base64.b64decode(line.split()[-1]).decode())
                self.say("235 yes")
            elif verb in ("MAIL", "RCPT"):
                envelope.append(line)
                self.say(server.answers.pop(0) if verb == "RCPT" and server.answers else "250 yes")
            elif verb == "DATA":
                self.say("354 go on")
                self.receive(server, envelope)
            elif verb == "QUIT":
                self.say("221 bye")
                return
            else:
                self.say("250 yes" if verb in ("RSET", "NOOP") else "502 no")

    def receive(self, server: MailServer, envelope: list[str]) -> None:
        lines = []
        while (line := self.rfile.readline()) != b".\r\n":
            lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
        mail = email.message_from_bytes(b"".join(lines), policy=email.policy.default)
        assert isinstance(mail, EmailMessage)
        server.envelopes.append(envelope)
        server.mails.append(mail)
        self.say("250 kept")

    def say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())


@contextlib.contextmanager
def receiving_mail() -> Iterator[MailServer]:
    """A mail server that runs during the `with`."""
    server = MailServer()
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
