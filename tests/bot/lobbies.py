"""Functions that use the controls of a lobby's post."""

import asyncio

from bot.handlers.options import pages_of
from bot.posts import control_ids
from bot.posts.control_ids import ControlId, Verb
from rules.engine.registry import game as find_game
from sandbox import Channel, Message, Persona, Reply
from sandbox.office.interactions import Modal
from sandbox.world.components import Checkbox

PATIENCE = 60.0
"""The seconds after which an awaited lobby counts as missing."""


def lobby_in(channel: Channel) -> Message | None:
    """Return the channel's newest post that has the controls of a lobby."""
    lobbies = (
        post for post in channel.messages.values() if any(one.label == "Start" for one in post.buttons)
    )
    return max(lobbies, key=lambda post: post.id, default=None)


async def lobby_to_come(channel: Channel) -> Message:
    """Return the newest lobby post once the bot has posted it."""
    async with asyncio.timeout(PATIENCE):
        while (lobby := lobby_in(channel)) is None:  # noqa: ASYNC110 - nothing else tells when
            await asyncio.sleep(0.01)
        return lobby


async def use_lobby(person: Persona, lobby: Message, verb: Verb, *path: str, game: str = "") -> Reply:
    """Use a control of a lobby as the given person, even if it is not offered to them.

    `game` is the game's id, which is needed if the post has no controls any more.
    """
    shown = (control_ids.parse(button.custom_id or "") for button in lobby.buttons)
    game = game or next(control.game for control in shown if control is not None)
    control = str(ControlId(verb, game, 0, path))
    return await person.forge_press(control, lobby)


async def in_lobby(person: Persona, channel: Channel, verb: Verb, *path: str) -> Reply:
    """Use a control of the open lobby in the channel."""
    return await use_lobby(person, await lobby_to_come(channel), verb, *path)


def page_with(slug: str, option: str) -> str:
    """Return the number of the page that shows an option of a game."""
    pages = enumerate(pages_of(find_game(slug)), 1)
    return next(str(number) for number, page in pages if any(one.name == option for one in page))


async def options_form(person: Persona, lobby: Message, slug: str, option: str, game: str = "") -> Modal:
    """Return the form with the given option, opened by a host."""
    return (await use_lobby(person, lobby, "option", page_with(slug, option), game=game)).modal


async def fill_in(person: Persona, form: Modal, option: str, value: str) -> Reply:
    """Send a form of options with one option changed, as the given person."""
    field = next(one for one in form.fields if one.input.custom_id == option)
    ticked = isinstance(field.input, Checkbox)
    return await person.submit(form, {option: value == "on" if ticked else value})


async def set_in_lobby(person: Persona, channel: Channel, slug: str, option: str, value: str) -> None:
    """Choose an option of the channel's open lobby, as a host."""
    lobby = await lobby_to_come(channel)
    await (await fill_in(person, await options_form(person, lobby, slug, option), option, value)).settled()
