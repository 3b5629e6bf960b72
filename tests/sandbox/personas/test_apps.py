"""Commands in the menus of messages and of people."""

import discord as dpy
import pytest
from discord import HTTPException
from discord.http import Route

from sandbox import ClientRefusalError, Permission, Persona, Sandbox, payloads
from tests.sandbox.toy_bot import ToyBot


async def test_an_app_is_used_on_a_message_and_reads_it(bot: ToyBot, ann: Persona, ben: Persona) -> None:
    said = await ben.say("All quiet.")
    assert "Board here" in {app.name for app in ann.apps(said)}
    reply = await ann.use("Board here", said)
    assert (reply.ephemeral, reply.text) == (True, "The board of 'All quiet.'")


async def test_an_app_is_used_on_a_person(bot: ToyBot, ann: Persona, ben: Persona) -> None:
    assert [app.name for app in ann.apps(ben.user)] == ["Hire"]
    assert (await ann.use("Hire", ben.user)).text == "ben is hired"


async def test_an_answer_tells_what_the_app_was_used_on(bot: ToyBot, ann: Persona, ben: Persona) -> None:
    hired = (await ann.use("Hire", ben.user)).message
    read = await bot.text_channel(ann.home.id).fetch_message(hired.id)
    assert read.type is dpy.MessageType.context_menu_command
    assert read.interaction_metadata is not None
    assert read.interaction_metadata.target_user is not None
    assert read.interaction_metadata.target_user.id == ben.id


async def test_an_answer_tells_which_message_the_app_was_used_on(
    bot: ToyBot, discord: Sandbox, ben: Persona
) -> None:
    mo, said = discord.persona("Mo", moderator=True), await ben.say("All quiet.")
    undone = (await mo.use("Undo to here", said)).message
    metadata = payloads.message(undone)["interaction_metadata"]
    assert isinstance(metadata, dict)
    assert metadata["target_message_id"] == str(said.id)


async def test_an_app_is_hidden_from_who_lacks_its_permission(
    bot: ToyBot, discord: Sandbox, ann: Persona
) -> None:
    mo, said = discord.persona("Mo", moderator=True), await ann.say("Ahoy.")
    offered = [{app.name for app in person.apps(said)} for person in (ann, mo)]
    assert offered == [{"Board here"}, {"Board here", "Undo to here"}]
    with pytest.raises(ClientRefusalError, match="no app 'Undo to here' is offered there"):
        await ann.use("Undo to here", said)


async def test_apps_are_no_slash_commands(bot: ToyBot, ann: Persona) -> None:
    assert "Hire" not in {command.name for command in ann.commands()}


async def test_nothing_stands_under_a_private_message(bot: ToyBot, ann: Persona) -> None:
    whispered = await (await ann.slash("/whisper")).settled()
    assert ann.apps(whispered.message) == []


async def test_who_may_not_write_does_nothing_with_people(
    bot: ToyBot, discord: Sandbox, ann: Persona, ben: Persona
) -> None:
    said = await ben.say("Ahoy.")
    discord.world.overwrite(discord.harbour, ann.user, allow=Permission.NONE, deny=Permission.SEND_MESSAGES)
    with pytest.raises(ClientRefusalError, match="may not write"):
        await ann.use("Hire", ben.user)
    assert (await ann.use("Board here", said)).text == "The board of 'Ahoy.'"


async def test_apps_are_used_in_private(bot: ToyBot, ann: Persona) -> None:
    said = await ann.say("To you alone.", ann.private_channel())
    assert (await ann.use("Board here", said)).text == "The board of 'To you alone.'"


async def test_a_name_is_free_for_each_kind(bot: ToyBot, ann: Persona) -> None:
    commands = f"/applications/{bot.application_id}/commands"
    forms = [
        {"name": "sail", "description": "Sail"},
        {"name": "sail", "type": 2},
        {"name": "sail", "type": 3},
    ]
    await bot.http.request(Route("PUT", commands), json=forms)
    said = await ann.say("Ahoy.")
    there = (ann.commands(), ann.apps(ann.user), ann.apps(said))
    assert [[command.name for command in offered] for offered in there] == [["sail"]] * 3


@pytest.mark.parametrize("kind", [2, 3])
async def test_fifteen_of_a_kind_are_the_most(bot: ToyBot, kind: int) -> None:
    commands = f"/applications/{bot.application_id}/commands"
    forms = [{"name": f"App {n}", "type": kind} for n in range(16)]
    await bot.http.request(Route("PUT", commands), json=forms[:15])
    for method, body in (("PUT", forms), ("POST", forms[15])):
        with pytest.raises(HTTPException) as refused:
            await bot.http.request(Route(method, commands), json=body)
        assert refused.value.code == 30032


@pytest.mark.parametrize(
    "more",
    [{"description": "Shows the board"}, {"name": "x" * 33}, {"options": [{"type": 3}]}, {"name": " "}],
    ids=["a description", "a name of 33 characters", "options", "a blank name"],
)
async def test_an_app_beyond_discords_limits_is_refused(
    bot: ToyBot, discord: Sandbox, more: dict[str, object]
) -> None:
    form = {"name": "Board here", "type": 3, **more}
    with pytest.raises(HTTPException) as refused:
        await bot.http.request(Route("POST", f"/applications/{bot.application_id}/commands"), json=form)
    assert refused.value.code == 50035
    discord.violations.clear()
