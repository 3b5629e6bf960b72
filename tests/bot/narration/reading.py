"""Texts as people see them."""

import re

_KEPT_APART = re.compile("\u2068([\u0590-\u08ff ]+)\u2069")


def as_seen(text: str) -> str:
    """Return the text without the marks that separate right-to-left words from their neighbours."""
    return _KEPT_APART.sub(r"\1", text)
