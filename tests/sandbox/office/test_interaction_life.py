"""A bot has three seconds for its only first answer, and fifteen minutes for follow-ups."""

import asyncio
from typing import TypeAlias

import pytest
from discord import HTTPException, Interaction, NotFound
from discord.http import Route

from sandbox import ManualClock, Persona, Reply, ReplyKind, Sandbox
from tests.sandbox.checked import CheckedSandbox
from tests.sandbox.toy_bot import ToyBot

Heard: TypeAlias = asyncio.Queue[Interaction[ToyBot]]


@pytest.fixture
def heard(bot: ToyBot) -> Heard:
    """Return a list of the interactions that the bot receives."""
    interactions: Heard = asyncio.Queue()

    @bot.event
    async def on_interaction(interaction: Interaction[ToyBot]) -> None:
        interactions.put_nowait(interaction)

    return interactions


async def ignored(person: Persona, heard: Heard) -> tuple[asyncio.Task[Reply], Interaction[ToyBot]]:
    """Send a command that the bot does not answer. Return after the bot has received the command."""
    asking = asyncio.create_task(person.slash("/ignore"))
    return asking, await heard.get()


def callback(interaction: Interaction[ToyBot], token: str | None = None) -> Route:
    return Route("POST", f"/interactions/{interaction.id}/{token or interaction.token}/callback")


async def test_three_seconds_without_an_answer_are_a_failure(
    bot: ToyBot, ann: Persona, clock: ManualClock, heard: Heard
) -> None:
    asking, interaction = await ignored(ann, heard)
    clock.advance(3)
    assert (await asking).kind is ReplyKind.NONE
    with pytest.raises(NotFound) as refused:
        await interaction.response.send_message("Too late.")
    assert refused.value.code == 10062


async def test_an_answer_just_in_time_counts(
    bot: ToyBot, ann: Persona, clock: ManualClock, heard: Heard
) -> None:
    asking, interaction = await ignored(ann, heard)
    clock.advance(2.9)
    await interaction.response.send_message("Here I am.")
    assert (await asking).text == "Here I am."


async def test_there_is_one_first_answer_only(bot: ToyBot, ann: Persona, heard: Heard) -> None:
    await ann.slash("/chat")
    interaction = await heard.get()
    with pytest.raises(HTTPException) as refused:
        await bot.http.request(callback(interaction), json={"type": 4, "data": {"content": "Again."}})
    assert refused.value.code == 40060


async def test_a_wrong_token_answers_nothing(
    bot: ToyBot, ann: Persona, clock: ManualClock, heard: Heard
) -> None:
    asking, interaction = await ignored(ann, heard)
    with pytest.raises(NotFound) as refused:
        await bot.http.request(callback(interaction, "guessed"), json={"type": 4, "data": {"content": "Hi."}})
    assert refused.value.code == 10062
    clock.advance(3)
    await asking


async def test_nothing_follows_before_the_first_answer(
    bot: ToyBot, ann: Persona, clock: ManualClock, heard: Heard
) -> None:
    asking, interaction = await ignored(ann, heard)
    with pytest.raises(NotFound) as refused:
        await interaction.followup.send("Before the first.")
    assert refused.value.code == 10015
    clock.advance(3)
    await asking


async def test_the_token_dies_after_fifteen_minutes(
    bot: ToyBot, ann: Persona, clock: ManualClock, heard: Heard
) -> None:
    await ann.slash("/board", text="Early.")
    interaction = await heard.get()
    clock.advance(15 * 60 - 1)
    await interaction.followup.send("Still here.")
    clock.advance(2)
    with pytest.raises(HTTPException) as refused:
        await interaction.followup.send("Too late.")
    assert (refused.value.status, refused.value.code) == (401, 50027)


async def test_a_token_can_be_made_to_die_early(
    bot: ToyBot, discord: CheckedSandbox, ann: Persona, heard: Heard
) -> None:
    discord.expire(await ann.slash("/board", text="Early."))
    interaction = await heard.get()
    with pytest.raises(HTTPException) as refused:
        await interaction.followup.send("Too late.")
    assert refused.value.code == 50027


@pytest.mark.parametrize("kind", [6, 7, 8])
async def test_a_command_cannot_be_answered_as_if_it_were_something_else(
    bot: ToyBot, ann: Persona, clock: ManualClock, heard: Heard, kind: int
) -> None:
    asking, interaction = await ignored(ann, heard)
    with pytest.raises(HTTPException) as refused:
        await bot.http.request(callback(interaction), json={"type": kind, "data": {"choices": []}})
    assert refused.value.code == 50035
    clock.advance(3)
    await asking


async def test_the_first_answer_can_be_fetched_edited_and_deleted(
    bot: ToyBot, ann: Persona, heard: Heard
) -> None:
    reply = await ann.slash("/chat")
    interaction = await heard.get()
    original = await interaction.original_response()
    assert original.content == "One."
    await original.edit(content="One and a half.")
    assert reply.text == "One and a half."
    await original.delete()
    assert reply.message not in ann.sees()
    with pytest.raises(NotFound) as refused:
        await interaction.edit_original_response(content="Gone?")
    assert refused.value.code == 10008


async def test_a_follow_up_to_a_deferred_answer_keeps_its_privacy(
    bot: ToyBot, ann: Persona, ben: Persona
) -> None:
    reply = await (await ann.slash("/whisper")).settled()
    assert reply.followups == []
    assert ben.sees() == []


async def test_nobody_is_called_by_what_completes_a_deferred_answer(
    ann: Persona, ben: Persona, heard: Heard
) -> None:
    asking, interaction = await ignored(ann, heard)
    await interaction.response.defer()
    reply = await asking
    await interaction.followup.send(f"Your turn, {ben.mention}.")
    assert reply.text == f"Your turn, {ben.mention}."
    assert reply.message.pinged == frozenset()
    await interaction.followup.send(f"I said it is your turn, {ben.mention}!")
    assert reply.followups[0].pinged == {ben.id}


async def test_an_acknowledged_press_may_be_followed_by_a_private_note(
    bot: ToyBot, discord: Sandbox, ann: Persona, ben: Persona, heard: Heard
) -> None:
    shown = await ann.slash("/board", text="All quiet.")
    await heard.get()
    pressing = asyncio.create_task(ben.forge_press("unknown", shown.message))
    interaction = await heard.get()
    await interaction.response.defer()
    reply = await pressing
    assert reply.kind is ReplyKind.DEFERRED
    assert reply.message is shown.message
    await interaction.followup.send("Not your turn.", ephemeral=True)
    assert (await reply.settled()).text == "Not your turn."
    assert ann.sees() == [shown.message]


async def test_an_ephemeral_message_is_not_found_in_its_channel(bot: ToyBot, ann: Persona) -> None:
    reply = await (await ann.slash("/whisper")).settled()
    channel = bot.text_channel(reply.message.channel.id)
    with pytest.raises(NotFound) as refused:
        await channel.fetch_message(reply.message.id)
    assert refused.value.code == 10008
    assert [m async for m in channel.history()] == []


async def test_an_answer_into_a_deleted_channel_is_refused(
    discord: Sandbox, ann: Persona, heard: Heard, clock: ManualClock
) -> None:
    asking, interaction = await ignored(ann, heard)
    discord.world.delete_channel(discord.harbour)
    with pytest.raises(NotFound) as refused:
        await interaction.response.send_message("Anyone?")
    assert refused.value.code == 10003
    clock.advance(3)
    await asking


async def test_an_interaction_brought_twice_is_answered_once(
    bot: ToyBot, discord: Sandbox, ann: Persona
) -> None:
    failed: asyncio.Future[Exception] = asyncio.get_running_loop().create_future()

    @bot.tree.error
    async def on_error(_: Interaction, error: Exception) -> None:
        failed.set_result(error)

    reply = await ann.slash("/board", text="All quiet.")
    discord.gateway.send_interaction(reply.interaction)
    error = await failed
    assert isinstance(error.__cause__, HTTPException)
    assert error.__cause__.code == 40060
    assert ann.sees() == [reply.message]
