"""Divides long texts into pages, the newest page first."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple


class Portion(NamedTuple):
    """A page of text, and whether there is an older page."""

    text: str
    more: bool


def pages_back(newest_first: Iterable[str], limit: int) -> Iterator[Portion]:
    """Yield pages of at most `limit` characters, the newest first; there is at least one page.

    Each part is a line, and is cut only if it is longer than a page. Empty parts are skipped. The parts of a
    page are read only when the page is requested.
    """
    found, room = list[str](), limit
    for part in newest_first:
        if not part:
            continue
        told = _clipped(part, limit)
        if len(told) + 1 > room:
            yield Portion("\n".join(reversed(found)), more=True)
            found, room = [], limit
        room -= len(told) + 1
        found.append(told)
    yield Portion("\n".join(reversed(found)), more=False)


def pages(parts: Sequence[str], limit: int) -> list[str]:
    """Return all pages, the newest first; `parts` begin with the oldest."""
    return [page.text for page in pages_back(reversed(parts), limit)]


def latest(parts: Sequence[str], limit: int, left_out: str = "") -> str:
    """Return the newest page; the line `left_out` replaces older pages."""
    newest = next(pages_back(reversed(parts), limit))
    return "\n".join(filter(None, [left_out if newest.more else "", newest.text]))


def _clipped(part: str, limit: int) -> str:
    return part if len(part) < limit else part[: limit - 2] + "…"
