"""What people read: the pages of `/help`, and the rules of a game by topic."""

from collections.abc import Mapping
from functools import cache

from rules.engine.data import data_file
from rules.engine.errors import HarbourmasterError
from rules.engine.game import AnyGame
from rules.engine.guide import Topic
from rules.engine.registry import game as find_game
from rules.engine.registry import games
from rules.engine.texts import topics, tutorial

TUTORIALS = "{tutorials}"
"""Stands in a page where the practice games are listed."""


@cache
def pages() -> Mapping[str, Topic]:
    """Topic -> page, in reading order."""
    return data_file("bot.handlers", "help.toml", dict[str, Topic])


def page(topic: str) -> str:
    """A page and where to read on. Raises HarbourmasterError naming the topics there are."""
    found = pages().get(topic)
    if found is None:
        raise HarbourmasterError(f"There is no page of that name. Choose one of: {', '.join(pages())}.")
    others = " · ".join(f"`{key}` {other.title}" for key, other in pages().items() if key != topic)
    text = found.text.replace(TUTORIALS, _tutorials())
    return f"## {found.title}\n{text}\n-# Read on with `/help` and a `topic`: {others}"


def _tutorials() -> str:
    """A line for each game that can be learned against the bot."""
    taught = [game for game in games().values() if tutorial(game) is not None]
    return "\n".join(
        f"- **{game.title}**, for {for_how_many(game)}: `/learn` with `game: {game.slug}`" for game in taught
    )


def rules_page(slug: str, topic: str | None) -> str:
    """A topic of a game's rules, or the list of topics. Raises HarbourmasterError."""
    game = find_game(slug)
    pages = topics(game)
    if topic is not None and topic not in pages:
        raise HarbourmasterError(f"There is no such topic. Choose one of: {', '.join(pages)}.")
    if topic is not None:
        return f"## {game.title}: {pages[topic].title}\n{pages[topic].text}"
    listed = "\n".join(f"- `{key}` {page.title}" for key, page in pages.items())
    read = "`/rules` with a `topic` shows one of these:"
    return f"## {game.title}\n{game.pitch}\nFor {for_how_many(game)}. {read}\n{listed}\n-# {game.credit}"


def about_page() -> str:
    """What the bot is, the games it knows with their credits, and where to read on."""
    known = [f"- **{game.title}**, for {for_how_many(game)}. {game.credit}" for game in games().values()]
    listed = "\n".join(known)
    return (
        "## Harbourmaster\n"
        "A free bot under the MIT licence that runs sea games in chat. `/game check` checks its dice.\n"
        f"{listed}\n"
        "-# `/help topic:privacy` says what is kept of you, `/harbour me` hands it out or deletes it."
        " Who runs this bot on this server answers for it; ask whoever invited it."
    )


def for_how_many(game: AnyGame) -> str:
    """How many can play it, in words."""
    return f"{game.min_seats} to {game.max_seats} players"
