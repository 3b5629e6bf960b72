"""The bodies of responses to browsers, made from templates."""

import gzip
import hashlib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from jinja2 import Environment

HTML = "text/html; charset=utf-8"
PNG = "image/png"

KINDS = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}

DIGITS = 16
"""The number of digits of a body's tag."""


class Body(NamedTuple):
    """Bytes to send, with their media type and their tag (`tag_of`).

    `packed` holds the same bytes gzipped, and is empty for pictures.
    """

    data: bytes
    kind: str
    tag: str
    packed: bytes = b""


def body(data: bytes, kind: str) -> Body:
    """Return a body with these bytes."""
    packed = b"" if kind == PNG else gzip.compress(data, 6, mtime=0)
    return Body(data, kind, tag_of(data), packed)


def filled(template: str, **values: object) -> str:
    """Return a template filled with values."""
    return _templates().get_template(template).render(values, asset=asset)


def page(template: str, **values: object) -> Body:
    """Return the body of a whole page."""
    return body(filled(template, **values).encode(), HTML)


def tag_of(data: bytes) -> str:
    """Return the tag of the bytes, which is the beginning of their hash."""
    return hashlib.sha256(data).hexdigest()[:DIGITS]


@cache
def file(name: str) -> Body:
    """Return one of the bot's style sheets, scripts or icons."""
    data = files(__package__).joinpath("templates", name).read_bytes()
    return body(data, KINDS[name.rpartition(".")[2]])


def asset(name: str) -> str:
    """Return the address of the file `name`. The address changes with the file's contents."""
    return f"/{name}?v={file(name).tag}"


@cache
def _templates() -> "Environment":
    # Jinja is loaded only when a page is made.
    from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape  # noqa: PLC0415

    return Environment(
        loader=PackageLoader(__package__),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
