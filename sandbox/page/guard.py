"""Protects the loopback server from foreign web pages, and the page's scripts from strangers' text."""

from aiohttp import web
from aiohttp.typedefs import Handler

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def content_policy(host: str) -> str:
    """Return the Content-Security-Policy of a page served under `host`, such as ``127.0.0.1:8400``.

    Scripts, styles and pictures come only from this server. Trusted types forbid every assignment of text to
    markup, so an error in a script cannot turn a player's name into an element.
    """
    return "; ".join(
        [
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self'",
            f"connect-src 'self' ws://{host}",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types 'none'",
        ]
    )


def is_foreign(request: web.Request) -> bool:
    """Return whether a browser sends `request` for a page of another site. Bots send no origin."""
    origin = request.headers.get("Origin")
    return origin is not None and origin != f"http://{request.host}"


@web.middleware
async def refuse_foreign_pages(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Answer 403 to every request of a foreign page, including those to the bot's own routes."""
    if is_foreign(request):
        raise web.HTTPForbidden(text="This page was not served by the sandbox.")
    return await handler(request)


async def harden(_: web.Request, response: web.StreamResponse) -> None:
    """Add `HEADERS` to a response."""
    response.headers.update(HEADERS)
