"""`/game orders`: standing orders at a table, and standing answers for all new games."""

from collections.abc import Sequence
from dataclasses import replace

from bot.handlers import player_actions
from bot.handlers.press import Input
from bot.handlers.responses import Interaction, Response
from bot.posts import build, menu_controls
from bot.posts.build import ControlRow
from bot.posts.control_ids import ControlId
from bot.sessions.errors import NoGame
from bot.sessions.standing_answers import answers_of, with_answer
from bot.store.preferences import Preferences
from rules.engine.action import sentence_case
from rules.engine.errors import HarbourmasterError
from rules.engine.form import MENU_LIMIT
from rules.engine.game import AnyGame
from rules.engine.registry import game as find_game
from rules.engine.registry import games

HOLDS = (
    "-# They hold from the first turn of each game that begins from now on, as if you had pressed 🔁 then. At"
    " each table you can change them."
)


async def show(answer: Response) -> None:
    """Show the user's standing orders at this channel's table, and their answers for new games."""
    interaction = answer.interaction
    here, rows = await _here(interaction)
    wishes = interaction.client.store.wishes.of(interaction.user.id)
    menus_of_games = [_menu(game, wishes) for game in games().values() if answers_of(game)]
    await answer.say("\n".join([*here, told(wishes), HOLDS]), [*rows, *menus_of_games])


async def picked(answer: Response, given: Input) -> None:
    """Toggle the answer picked from a game's menu. Raises HarbourmasterError if the answer is unknown."""
    client, game = answer.interaction.client, find_game(given.name)
    known = {str(order): order for orders in answers_of(game).values() for order in orders}
    if given.value not in known:
        raise HarbourmasterError(f"That is no standing answer of {game.title}. Open /game orders again.")
    wishes = client.store.wishes.of(answer.interaction.user.id)
    answers = with_answer(wishes.answers, game, known[given.value])
    await client.store.wish(replace(wishes, answers=answers))
    await show(answer)


async def _here(interaction: Interaction) -> tuple[list[str], Sequence[ControlRow]]:
    """Return the user's orders at this channel's table; empty if the user does not play or has no orders."""
    user = interaction.user.id
    try:
        table = await interaction.client.tables.in_channel(interaction.channel_id or 0)
    except NoGame:
        return [], ()
    if table.row.position is None or not table.row.seats_of(user):
        return [], ()
    controls = menu_controls.controls(player_actions.orders_menu(table, user))
    title = [f"**Your standing orders in this game of {table.game.title}**"] if controls.rows else []
    return [*title, *controls.hints], controls.rows


def _menu(game: AnyGame, wishes: Preferences) -> ControlRow:
    """Return the menu of standing answers for new matches of `game`, with marks on the chosen answers."""
    kept = wishes.answers.get(game.slug, ())
    options = [
        build.option(
            f"{'✓ ' if str(order) in kept else ''}{sentence_case(str(order))}",
            str(order),
            type(order).summary,
        )
        for orders in answers_of(game).values()
        for order in orders
    ]
    control = ControlId("habit", "0", 0, (game.slug,))
    return build.menu(control, f"Begin {game.title} with …", options[:MENU_LIMIT])


def told(wishes: Preferences) -> str:
    """Return the standing answers of the user's new games."""
    lines = [
        f"- {find_game(slug).title}: {', '.join(map(sentence_case, orders))}"
        for slug, orders in wishes.answers.items()
        if slug in games()
    ]
    lines = lines or ["- none: you are asked each time"]
    return "\n".join(["**Your standing answers in new games**", *lines])
