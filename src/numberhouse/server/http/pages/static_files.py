"""The browser client: the files that were built from `web/`, read once and sent as the build compressed them.

Every path of the site is the same page, whose script finds the view by the address. Files under `/assets`
have a digest in their names and never change.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
from litestar import MediaType, Request, Response, get
from litestar.params import FromPath

from numberhouse.server.http.auth import language_of, service_of
from numberhouse.server.http.pages.link_preview import match_of, preview, with_preview

__all__ = ["PAGES", "SITE", "File", "files", "not_found_page"]

STATIC: Final = Path(__file__).parents[2] / "static"

PAGES: Final = (
    "/", "/games", "/learn", "/new", "/tables", "/matches", "/match", "/schedule", "/practice", "/invite",
    "/sign-in", "/reset-password", "/profile", "/settings", "/administration", "/review",
)  # fmt: skip
"""The beginnings of the pages' paths; the client knows the rest."""

MEDIA_TYPES: Final = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}

FOREVER: Final = "public, max-age=31536000, immutable"
ASK_AGAIN: Final = "no-cache"

WORKER_POLICY: Final = "default-src 'none'; connect-src 'self'"
"""The policy of the service worker, which handles the pages' requests: it may connect to this service
only."""

NOT_BUILT: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Numberhouse</title>
<h1>The pages of this house are not built</h1>
<p>The service runs, and programs can use it: <a href="/api/schema/openapi.json">its interface</a>.
The pages are built with <code>python web/build.py</code> in the source tree, and come with every wheel.</p>
</html>
"""

AnyRequest = Request[Any, Any, Any]


class File(msgspec.Struct, frozen=True):
    """A file of the client, plain and compressed."""

    content: bytes
    kind: str
    packed: Mapping[str, bytes] = {}
    """The compressed contents by encoding: `br`, `gzip`."""
    lasting: bool = False


@cache
def files(folder: Path = STATIC) -> Mapping[str, File]:
    """The files by path from the root of the site; empty when the client isn't built."""
    result: dict[str, File] = {}
    for path in sorted(folder.rglob("*")):
        if path.suffix not in MEDIA_TYPES:
            continue
        name = path.relative_to(folder).as_posix()
        packed = {
            encoding: other.read_bytes()
            for encoding, ending in (("br", ".br"), ("gzip", ".gz"))
            if (other := path.with_name(path.name + ending)).exists()
        }
        result[name] = File(path.read_bytes(), MEDIA_TYPES[path.suffix], packed, name.startswith("assets/"))
    return result


def _file_response(request: AnyRequest, file: File | None) -> Response[bytes]:
    if file is None:
        return Response(b"There is no such file.", status_code=404, media_type=MediaType.TEXT)
    encodings = request.headers.get("accept-encoding", "").split(",")
    accepted = {name.partition(";")[0].strip() for name in encodings}
    encoding = next((name for name in file.packed if name in accepted), None)
    headers = {"Cache-Control": FOREVER if file.lasting else ASK_AGAIN, "Vary": "Accept-Encoding"}
    if encoding is not None:
        headers["Content-Encoding"] = encoding
    content = file.packed[encoding] if encoding is not None else file.content
    return Response(content, media_type=file.kind, headers=headers)


@get([*PAGES, *(f"{page}/{{rest:path}}" for page in PAGES if page != "/")], include_in_schema=False)
async def page(request: AnyRequest) -> Response[bytes]:
    """The one page of the site; a match's page and an invitation's tell chats what they lead to."""
    file = files().get("index.html") or File(NOT_BUILT.encode(), MEDIA_TYPES[".html"])
    match = match_of(request.url.path)
    if match is not None:
        service = service_of(request)
        shown = await preview(service, match, language_of(request))
        file = File(with_preview(file.content, shown, service.settings.origin), file.kind)
    return _file_response(request, file)


def not_found_page(request: AnyRequest) -> Response[bytes] | None:
    """The page with status 404, for a browser at an unknown address. None for programs, for paths of the
    API, and when the client isn't built."""
    wants_page = request.method in ("GET", "HEAD") and "text/html" in request.headers.get("accept", "")
    if not wants_page or request.url.path.startswith("/api/") or "index.html" not in files():
        return None
    response = _file_response(request, files()["index.html"])
    response.status_code = 404
    return response


@get("/assets/{name:str}", include_in_schema=False)
async def asset(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    """A script, a style or a font."""
    return _file_response(request, files().get(f"assets/{name}"))


@get("/boards/{name:str}", include_in_schema=False)
async def board(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    """The board of a game whose package brings one: `/boards/hidden-nim.js`. It has the page's own origin,
    because the installed game is trusted as part of the service."""
    source = None
    if name.endswith(".js"):
        source = service_of(request).matches.installed_game(name.removesuffix(".js")).board()
    return _file_response(request, None if source is None else File(source.encode(), MEDIA_TYPES[".js"]))


@get(
    ["/icon.svg", "/manifest.webmanifest", "/offline.html", "/preview.png", "/worker.js"],
    include_in_schema=False,
)
async def root_file(request: AnyRequest) -> Response[bytes]:
    """A file that browsers look for at the root."""
    response = _file_response(request, files().get(request.url.path.lstrip("/")))
    if request.url.path == "/worker.js":
        response.headers["Content-Security-Policy"] = WORKER_POLICY
    return response


SITE: Final[list[Any]] = [page, asset, board, root_file]
