"""A game's guide: one Markdown file. People read it as a page or, in chat, topic by topic.

Each heading of the second level begins a topic. For chat, lines of one paragraph are joined, table rows
become list items, pictures are left out, and relative links become plain text.

>>> topics('''# Nim
...
... A game of buoys.
...
... ## The goal
...
... Take the
... [last](#buoys) buoy.
...
... ## Buoys
...
... | buoy | worth |
... | --- | --- |
... | red | 2 |
... ''')
{'goal': Topic(title='The goal', text='Take the last buoy.'), 'buoys': Topic(title='Buoys', text='- red: 2')}
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated

from pydantic import Field

from rules.engine.data import Data

LONGEST = 3500
"""The maximum number of characters on a page in chat."""

WIDEST = 60
"""The maximum width, in characters, of a fenced block that chat shows without wrapping its lines."""

_PICTURE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
_LINK = re.compile(r"\[([^\]]+)\]\((?!https?:)[^)]+\)")
_ARTICLE = re.compile(r"^(the|a|an) ")
_FENCED = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
_POINT = re.compile(r"(?:[-*]|\d+\.) ")


class Topic(Data):
    """One page of the rules as `/rules` shows it: a title and Discord markdown."""

    title: Annotated[str, Field(max_length=80)]
    text: Annotated[str, Field(max_length=LONGEST)]

    def __repr_args__(self) -> Iterator[tuple[str, str]]:
        """Return the fields that doctests show."""
        yield "title", self.title
        yield "text", self.text


def topics(guide: str) -> Mapping[str, Topic]:
    """Map keys to the guide's topics for chat, in reading order.

    A long topic continues on further pages: `rulings`, `rulings-2`.
    """
    found: dict[str, Topic] = {}
    for part in guide.split("\n## ")[1:]:
        title, _, body = part.partition("\n")
        key = _key(title)
        for number, text in enumerate(_pages(_in_chat(body)), 1):
            more = number > 1
            found[f"{key}-{number}" if more else key] = Topic(
                title=f"{title}, {number}" if more else title, text=text
            )
    return found


def _key(title: str) -> str:
    """Return the key with which people ask for a topic: its title without article and punctuation."""
    return re.sub(r"[^a-z0-9]+", "-", _ARTICLE.sub("", title.lower())).strip("-")


def _in_chat(body: str) -> list[str]:
    """Return the paragraphs of a topic. Each list item is on one line. Fenced blocks are kept if they fit."""
    text = _LINK.sub(r"\1", _PICTURE.sub("", body))
    found: list[str] = []
    for number, part in enumerate(_FENCED.split(text)):
        if number % 2:
            found += [part] if max(map(len, part.splitlines())) <= WIDEST else []
        else:
            blocks = [block.strip("\n").splitlines() for block in re.split(r"\n\s*\n", part) if block.strip()]
            found += [
                "\n".join((_points if block[0].startswith("|") else _joined)(block)) for block in blocks
            ]
    return found


def _joined(block: Sequence[str]) -> list[str]:
    """Join lines that the file breaks only because of its width."""
    lines: list[str] = []
    for line in block:
        if lines and not _POINT.match(line.lstrip()) and not line.startswith("#"):
            lines[-1] += f" {line.strip()}"
        else:
            lines.append(line.rstrip())
    return lines


def _points(table: Sequence[str]) -> list[str]:
    """Return a table's rows as list items. Column headings appear only if there are more than two columns."""
    head, _, *rows = ([cell.strip() for cell in line.strip("| ").split(" | ")] for line in table)
    over = [f"-# {' · '.join(head)}"] if len(head) > 2 else []  # noqa: PLR2004 - two columns explain themselves
    return over + [f"- {cells[0]}: {' · '.join(filter(None, cells[1:]))}" for cells in rows]


def _pages(paragraphs: Sequence[str]) -> list[str]:
    """Spread the paragraphs over as many pages as they need. Long paragraphs are split between lines."""
    pages: list[str] = [""]
    for paragraph in paragraphs:
        for number, line in enumerate(paragraph.split("\n")):
            between = "\n" if number else "\n\n"
            if len(pages[-1]) + len(between) + len(line) > LONGEST:
                pages.append(line)
            else:
                pages[-1] += f"{between}{line}" if pages[-1] else line
    return pages
