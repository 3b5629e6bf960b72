"""The end of a long text: of what does not fit, the oldest is left out."""

from collections.abc import Iterable


def latest(parts: Iterable[str], limit: int, left_out: str = "") -> str:
    """The last of these parts that fit into `limit` characters, a line each; empty ones do not count.

    `left_out` takes the place of what is missing.
    """
    kept: list[str] = []
    room = limit
    for part in reversed([part for part in parts if part]):
        room -= len(part) + 1
        if room < 0:
            kept.append(left_out)
            break
        kept.append(part)
    return "\n".join(filter(None, reversed(kept)))
