"""The pages of `/harbour help`."""

import importlib.resources
import tomllib
from collections.abc import Mapping
from functools import cache

from pydantic import TypeAdapter

from rules.engine.errors import HarbourmasterError
from rules.engine.guide import Topic


@cache
def pages() -> Mapping[str, Topic]:
    """Topic -> page, in reading order."""
    text = (importlib.resources.files("bot.doors") / "help.toml").read_text(encoding="utf-8")
    return TypeAdapter(dict[str, Topic]).validate_python(tomllib.loads(text))


def page(topic: str) -> str:
    """A page and where to read on. Raises HarbourmasterError naming the topics there are."""
    found = pages().get(topic)
    if found is None:
        raise HarbourmasterError(f"There is no page of that name. Choose one of: {', '.join(pages())}.")
    others = " · ".join(f"`{key}` {other.title}" for key, other in pages().items() if key != topic)
    return f"## {found.title}\n{found.text}\n-# Read on with `/harbour help topic:` {others}"
