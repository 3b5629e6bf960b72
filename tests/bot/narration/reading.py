"""What people see of a text."""

import re

_KEPT_APART = re.compile("\u2068([\u0590-\u08ff ]+)\u2069")


def as_seen(text: str) -> str:
    """The text without what keeps words that are read from the right apart from those beside them."""
    return _KEPT_APART.sub(r"\1", text)
