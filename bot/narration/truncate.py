"""Long texts in portions: the newest is what people want to read first."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple


class Portion(NamedTuple):
    """One portion, and whether there is more before it."""

    text: str
    more: bool


def pages_back(newest_first: Iterable[str], limit: int) -> Iterator[Portion]:
    """These parts, a line each, on pages of at most `limit` characters: the newest page first, at least one.

    Empty parts do not count. A page breaks only between parts. No more parts are asked for than are needed.
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
    """All pages of these parts, which stand in their order, the newest page first."""
    return [page.text for page in pages_back(reversed(parts), limit)]


def latest(parts: Sequence[str], limit: int, left_out: str = "") -> str:
    """The newest page; `left_out` takes the place of those before it."""
    newest = next(pages_back(reversed(parts), limit))
    return "\n".join(filter(None, [left_out if newest.more else "", newest.text]))


def _clipped(part: str, limit: int) -> str:
    return part if len(part) < limit else part[: limit - 2] + "…"
