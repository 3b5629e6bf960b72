"""What people do to a lobby by the controls of its post."""

from bot.posts import control_ids
from bot.posts.control_ids import ControlId, Verb
from sandbox import Channel, Message, Persona, Reply


def lobby_in(channel: Channel) -> Message | None:
    """The newest post in the channel with the controls of a lobby."""
    lobbies = (
        post for post in channel.messages.values() if any(one.label == "Start" for one in post.buttons)
    )
    return max(lobbies, key=lambda post: post.id, default=None)


async def use_lobby(
    person: Persona, lobby: Message, verb: Verb, *path: str, value: str = "", game: str = ""
) -> Reply:
    """That person uses a control of a lobby, whether it is offered to them or not; with a `value` a menu.

    `game` is its id, where the post has no controls any more that would tell.
    """
    shown = (control_ids.parse(button.custom_id or "") for button in lobby.buttons)
    game = game or next(control.game for control in shown if control is not None)
    control = str(ControlId(verb, game, 0, path))
    if value:
        return await person.forge_press(control, lobby, component_type=3, values=[value])
    return await person.forge_press(control, lobby)


async def in_lobby(person: Persona, channel: Channel, verb: Verb, *path: str, value: str = "") -> Reply:
    """The same in the lobby that is open in the channel."""
    lobby = lobby_in(channel)
    assert lobby is not None
    return await use_lobby(person, lobby, verb, *path, value=value)
