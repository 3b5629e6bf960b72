"""The addresses of the page: the document, its parts, and its WebSocket. Other sites cannot use them."""

from pathlib import Path

from aiohttp import WSCloseCode, web
from aiohttp.typedefs import Handler

from sandbox.page.hall import Hall
from sandbox.page.visit import Visit
from sandbox.server import Sandbox

WEB = Path(__file__).parents[1] / "web"

# The machine's own table of types is not used, because browsers refuse scripts with a wrong type.
_TYPES = {".css": "text/css", ".html": "text/html", ".js": "text/javascript", ".svg": "image/svg+xml"}
_HEARTBEAT_SECONDS = 20.0
_LARGEST_REQUEST = 16 * 1024 * 1024
"""The maximum size of a request, in bytes. A request may contain a file."""

_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

# Scripts, styles and pictures come only from this server. Trusted types forbid every assignment of text to
# markup, so an error in a script cannot turn a player's name into an element.
_CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
    " connect-src 'self' ws://{host}; base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
    " require-trusted-types-for 'script'; trusted-types 'none'"
)


def mount(sandbox: Sandbox, app: web.Application) -> None:
    """Add the page to the server of `sandbox`, and its people to the guild."""
    hall = Hall(sandbox)
    files = {path.name: path for path in WEB.iterdir() if path.suffix in _TYPES}
    windows: set[web.WebSocketResponse] = set()

    async def document(request: web.Request) -> web.StreamResponse:
        response = _file(files["index.html"])
        response.headers["Content-Security-Policy"] = _CONTENT_POLICY.format(host=request.host)
        return response

    async def part(request: web.Request) -> web.StreamResponse:
        path = files.get(request.match_info["name"])
        if path is None:
            raise web.HTTPNotFound
        return _file(path)

    async def window(request: web.Request) -> web.StreamResponse:
        if "Origin" not in request.headers:
            raise web.HTTPForbidden(text="Only the page itself opens this.")
        socket = web.WebSocketResponse(heartbeat=_HEARTBEAT_SECONDS, max_msg_size=_LARGEST_REQUEST)
        await socket.prepare(request)
        windows.add(socket)
        try:
            await Visit(hall, socket).serve()
        finally:
            windows.discard(socket)
        return socket

    async def harden(_: web.Request, response: web.StreamResponse) -> None:
        response.headers.update(_HEADERS)

    async def close_windows(_: web.Application) -> None:
        for socket in list(windows):
            await socket.close(code=WSCloseCode.GOING_AWAY)

    app.middlewares.append(_refuse_foreign_pages)
    app.on_response_prepare.append(harden)
    app.on_shutdown.append(close_windows)
    app.router.add_get("/", document)
    app.router.add_get("/web/{name}", part)
    app.router.add_get("/page/socket", window)


@web.middleware
async def _refuse_foreign_pages(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Answer 403 if a page of another site makes the request. Bots send no origin."""
    if request.headers.get("Origin") not in {None, f"http://{request.host}"}:
        raise web.HTTPForbidden(text="This page was not served by the sandbox.")
    return await handler(request)


def _file(path: Path) -> web.FileResponse:
    # Browsers must not cache the page, because an old page may not fit a newer sandbox.
    kind = f"{_TYPES[path.suffix]}; charset=utf-8"
    return web.FileResponse(path, headers={"Content-Type": kind, "Cache-Control": "no-cache"})
