"""The text pages of `/help`, and the rules of a game by topic."""

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
"""The placeholder for the list of practice games in a page."""


@cache
def pages() -> Mapping[str, Topic]:
    """Return the page of each topic, in reading order."""
    return data_file("bot.handlers", "help.toml", dict[str, Topic])


def page(topic: str) -> str:
    """Return a page with the names of the other pages. Raises HarbourmasterError if the topic is unknown."""
    found = pages().get(topic)
    if found is None:
        raise HarbourmasterError(f"There is no page of that name. Choose one of: {', '.join(pages())}.")
    others = " · ".join(f"`{key}` {other.title}" for key, other in pages().items() if key != topic)
    text = found.text.replace(TUTORIALS, _tutorials())
    return f"## {found.title}\n{text}\n-# Read on with `/help` and a `topic`: {others}"


def _tutorials() -> str:
    """Return a line for each game that has a practice game."""
    taught = [game for game in games().values() if tutorial(game) is not None]
    return "\n".join(
        f"- **{game.title}**, for {for_how_many(game)}: `/learn` with `game: {game.slug}`" for game in taught
    )


def rules_page(slug: str, topic: str | None) -> str:
    """Return a topic of a game's rules, or the list of topics. Raises HarbourmasterError."""
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
    """Return the page about the bot, with its games and their credits."""
    known = [f"- **{game.title}**, for {for_how_many(game)}. {game.credit}" for game in games().values()]
    listed = "\n".join(known)
    return (
        "## Harbourmaster\n"
        "A free bot under the MIT licence that runs sea games in chat. `/game check` checks its dice.\n"
        f"{listed}\n"
        "-# `/help topic:privacy` says what the bot stores about you, `/harbour me` exports or deletes it."
        " The host of this bot is responsible for it; ask the person who invited it."
    )


def for_how_many(game: AnyGame) -> str:
    """Return the possible numbers of players of a game, in words."""
    return f"{game.min_seats} to {game.max_seats} players"
