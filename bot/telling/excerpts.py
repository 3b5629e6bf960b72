"""Long texts in portions: the newest is what people want to read first."""

from collections.abc import Iterable


def pages(parts: Iterable[str], limit: int) -> list[str]:
    """These parts, a line each, on pages of at most `limit` characters: the newest page first, at least one.

    Empty parts do not count. A page breaks only between parts.
    """
    found: list[list[str]] = [[]]
    room = limit
    for part in reversed([_clipped(part, limit) for part in parts if part]):
        if len(part) + 1 > room:
            found.append([])
            room = limit
        room -= len(part) + 1
        found[-1].append(part)
    return ["\n".join(reversed(page)) for page in found]


def latest(parts: Iterable[str], limit: int, left_out: str = "") -> str:
    """The newest page; `left_out` takes the place of those before it."""
    newest, *older = pages(parts, limit)
    return "\n".join(filter(None, [left_out if older else "", newest]))


def _clipped(part: str, limit: int) -> str:
    return part if len(part) < limit else part[: limit - 2] + "…"
