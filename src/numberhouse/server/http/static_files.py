"""The browser client: the files that were built from `web/`, read once, sent as they were packed then.

Every path of the house is the same page, which finds its way by the address; files under `/assets` have a
digest in their names and never change.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
from litestar import MediaType, Request, Response, get
from litestar.params import FromPath

from numberhouse.server.http.auth import service_of

__all__ = ["PAGES", "SITE", "File", "files", "lost_page"]

STATIC: Final = Path(__file__).parent.with_name("static")

PAGES: Final = (
    "/", "/games", "/learn", "/new", "/tables", "/matches", "/match", "/schedule", "/practice", "/invite",
    "/sign-in", "/profile", "/settings", "/review",
)  # fmt: skip
"""Where pages begin; the client knows the rest."""

KINDS: Final = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}

FOREVER: Final = "public, max-age=31536000, immutable"
ASK_AGAIN: Final = "no-cache"

WORKER: Final = "default-src 'none'; connect-src 'self'"
"""The policy of the script that stands between pages and network: it asks the house, and nobody else."""

MISSING: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Numberhouse</title>
<h1>The pages of this house are not built</h1>
<p>The service runs, and programs can use it: <a href="/api/schema/openapi.json">its interface</a>.
The pages are built with <code>python web/build.py</code> in the source tree, and come with every wheel.</p>
</html>
"""

AnyRequest = Request[Any, Any, Any]


class File(msgspec.Struct, frozen=True):
    """A file of the client, as it is and packed."""

    content: bytes
    kind: str
    packed: Mapping[str, bytes] = {}
    """By encoding: `br`, `gzip`."""
    lasting: bool = False


@cache
def files(folder: Path = STATIC) -> Mapping[str, File]:
    """By path from the root of the site; none when the client isn't built."""
    found: dict[str, File] = {}
    for path in sorted(folder.rglob("*")):
        if path.suffix not in KINDS:
            continue
        name = path.relative_to(folder).as_posix()
        packed = {
            encoding: other.read_bytes()
            for encoding, ending in (("br", ".br"), ("gzip", ".gz"))
            if (other := path.with_name(path.name + ending)).exists()
        }
        found[name] = File(path.read_bytes(), KINDS[path.suffix], packed, name.startswith("assets/"))
    return found


def _answer(request: AnyRequest, file: File | None) -> Response[bytes]:
    if file is None:
        return Response(b"There is no such file.", status_code=404, media_type=MediaType.TEXT)
    wanted = request.headers.get("accept-encoding", "").split(",")
    accepted = {one.partition(";")[0].strip() for one in wanted}
    encoding = next((one for one in file.packed if one in accepted), None)
    headers = {"Cache-Control": FOREVER if file.lasting else ASK_AGAIN, "Vary": "Accept-Encoding"}
    if encoding is not None:
        headers["Content-Encoding"] = encoding
    content = file.packed[encoding] if encoding is not None else file.content
    return Response(content, media_type=file.kind, headers=headers)


@get([*PAGES, *(f"{page}/{{rest:path}}" for page in PAGES if page != "/")], include_in_schema=False)
async def page(request: AnyRequest) -> Response[bytes]:
    """The one page of the house."""
    return _answer(request, files().get("index.html") or File(MISSING.encode(), KINDS[".html"]))


def lost_page(request: AnyRequest) -> Response[bytes] | None:
    """For somebody who has come to an address that leads nowhere, and reads pages."""
    reads = request.method in ("GET", "HEAD") and "text/html" in request.headers.get("accept", "")
    if not reads or request.url.path.startswith("/api/") or "index.html" not in files():
        return None
    answer = _answer(request, files()["index.html"])
    answer.status_code = 404
    return answer


@get("/assets/{name:str}", include_in_schema=False)
async def asset(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    """A script, a style or a font."""
    return _answer(request, files().get(f"assets/{name}"))


@get("/boards/{name:str}", include_in_schema=False)
async def board(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    """The board of a game whose package brings one: `/boards/hidden-nim.js`. It is part of the page's own
    origin, as the game is part of the house that has installed it."""
    source = None
    if name.endswith(".js"):
        source = service_of(request).matches.installed_game(name.removesuffix(".js")).board()
    return _answer(request, None if source is None else File(source.encode(), KINDS[".js"]))


@get(["/icon.svg", "/manifest.webmanifest", "/offline.html", "/worker.js"], include_in_schema=False)
async def root_file(request: AnyRequest) -> Response[bytes]:
    """What browsers look for at the root."""
    answer = _answer(request, files().get(request.url.path.lstrip("/")))
    if request.url.path == "/worker.js":
        answer.headers["Content-Security-Policy"] = WORKER
    return answer


SITE: Final[list[Any]] = [page, asset, board, root_file]
