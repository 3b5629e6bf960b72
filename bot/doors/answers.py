"""`/harbour me answers`: the standing answers with which somebody begins every game of a kind."""

from collections.abc import Sequence
from dataclasses import replace

from bot.doors.replies import Answer
from bot.store.wishes import Wishes
from bot.tables.standing_answers import answers_of, with_answer
from rules.engine.action import Action
from rules.engine.errors import HarbourmasterError
from rules.engine.game import AnyGame
from rules.engine.registry import game as find_game
from rules.engine.registry import games

HOLDS = (
    "-# They hold from the first turn of each game that begins from now on, as if you had pressed 🔁 then. At"
    " each table you can change them: **Standing orders** below `/game board`."
)


def games_with_answers() -> dict[str, AnyGame]:
    """The games that have standing answers, by their slugs."""
    return {slug: game for slug, game in games().items() if answers_of(game)}


async def show(answer: Answer) -> None:
    """The standing answers of who asks, and which there are."""
    wishes = answer.interaction.client.store.wishes.of(answer.interaction.user.id)
    possible = [
        f"- {game.title}: {_listed(orders[1:])} · {type(orders[0]).summary}"
        for game in games_with_answers().values()
        for orders in answers_of(game).values()
    ]
    await answer.say("\n".join([told(wishes), "**There are**", *possible, HOLDS]))


async def choose(answer: Answer, slug: str, line: str) -> None:
    """Begin every game of that kind with an answer, or drop it; without a line tell what holds.

    Raises HarbourmasterError for a game without any, or a line that is none of them.
    """
    client, user = answer.interaction.client, answer.interaction.user.id
    order = find_order(slug, line)
    wishes = client.store.wishes.of(user)
    wishes = replace(wishes, answers=with_answer(wishes.answers, find_game(slug), order))
    await client.store.wish(wishes)
    await answer.say("\n".join([told(wishes), HOLDS]))


def find_order(slug: str, line: str) -> Action:
    """The standing answer that somebody typed. Raises HarbourmasterError."""
    game = find_game(slug)
    found = answers_of(game)
    if not found:
        titles = ", ".join(game.title for game in games_with_answers().values())
        raise HarbourmasterError(f"{game.title} has no standing answers. Games with some: {titles}.")
    orders = {str(order): order for kind in found.values() for order in kind}
    if line.strip() not in orders:
        raise HarbourmasterError(
            f"That is no standing answer of {game.title}. There are: {_listed([*orders.values()])}."
        )
    return orders[line.strip()]


def told(wishes: Wishes) -> str:
    """With which answers somebody begins games."""
    lines = [
        f"- {find_game(slug).title}: {_listed(lines)}"
        for slug, lines in wishes.answers.items()
        if slug in games()
    ]
    return "\n".join(
        ["**Your standing answers in new games**", *(lines or ["- none: you are asked each time"])]
    )


def _listed(orders: Sequence[object]) -> str:
    return ", ".join(f"`{order}`" for order in orders)
